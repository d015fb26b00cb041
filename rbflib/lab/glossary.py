"""The terms of the pages in English and in both Chinese scripts, and where each is explained."""

import csv
from itertools import groupby
from pathlib import Path

from rbflib.lab.lecture_map import section_link

GLOSSARY = Path(__file__).parent / "data/glossary.csv"
LANGUAGES = ["English", "繁體中文", "简体中文"]
TAGS = {"繁體中文": "zh-Hant", "简体中文": "zh-Hans"}  # for speech, and for the choice of a font


def glossary_terms():
    """One dict a term: its three names, symbol, page, section, and name in code."""
    with GLOSSARY.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter=";"))


class Glossary:
    """What `glossary` shows: a Markdown table for every page, in the order of reading."""

    def __init__(self, terms):
        self.terms = terms

    def __repr__(self):
        return f"{len(self.terms)} terms in English, 繁體中文 and 简体中文."

    def _repr_markdown_(self):
        pages = groupby(self.terms, key=lambda term: term["page"])
        return "\n\n".join(page_table(page, terms) for page, terms in pages) or "No such term."


def page_table(page, terms):
    """The terms that one page explains, under the page's name."""
    rows = [f"## Page {page[:2]}", ""]
    head = " | ".join(tagged(language, language) for language in LANGUAGES)
    rows += [f"| {head} | symbol | explained in | in code |", "|---" * 6 + "|"]
    for term in terms:
        names = " | ".join(tagged(term[language], language) for language in LANGUAGES)
        code = f"`{term['in code']}`" if term["in code"] else ""
        link = section_link(page, term["section"])
        rows.append(f"| {names} | {term['symbol']} | {link} | {code} |")
    return "\n".join(rows)


def tagged(text, language):
    """The text, with the tag of its language where that is not the page's."""
    return f'<span lang="{TAGS[language]}">{text}</span>' if language in TAGS else text


def glossary(word=""):
    """The terms that contain `word` in any language or in their name in code; all without one."""
    columns = [*LANGUAGES, "in code"]
    found = [t for t in glossary_terms() if any(word.lower() in t[c].lower() for c in columns)]
    return Glossary(found)
