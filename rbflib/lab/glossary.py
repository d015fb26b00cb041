"""The terms of the pages in English and in both Chinese scripts, and where each is explained."""

import csv
import re
from itertools import groupby
from pathlib import Path

from rbflib.lab.lecture_map import section_link

GLOSSARY = Path(__file__).parent / "data/glossary.csv"
LANGUAGES = ["English", "繁體中文", "简体中文"]
TAGS = {"繁體中文": "zh-Hant", "简体中文": "zh-Hans"}  # for speech, and for the choice of a font


def glossary_terms():
    """One dict a term: its names, symbol, page, section, name in code, and names that are rarer."""
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
    """The terms with `word` in a name, in any language or in code; all of them without one.

    Spaces, hyphens and the script of Chinese do not matter. Up to three Latin letters are a short
    form, such as EM, and no part of a longer word.
    """
    columns = [*LANGUAGES, "in code", "also"]
    return Glossary([t for t in glossary_terms() if any(has(t[c], word.strip()) for c in columns)])


def has(text, word):
    """Whether a text has the word in it."""
    if re.fullmatch("[A-Za-z]{1,3}", word):
        return re.search(rf"(?<![a-z]){word}(?![a-z])", text, re.IGNORECASE) is not None
    return folded(word) in folded(text)


def folded(text):
    """A text without spaces, hyphens and capitals, in simplified characters."""
    return re.sub(r"[\s\-‐-―]", "", text.lower()).translate(SIMPLIFIED)


# Characters of the field in both scripts.
SIMPLIFIED = str.maketrans(
    "設鐘權寬數帶項撐機決邊徵屬經網隱單徑樣內計陣條價懲罰係歸則雜訊訓練誤測試參異爾間鄰羅諾觸範圍無後驗維災難學習積極點調蘭標準輪責獨熱編碼確證傳"
    "選擇殘縮減貪節萬雙類體壓應輯離資洩狀圖萊輻適劃偽過擬長線紋圓層環聯據總變對稱檢絕廣義統濟響階級實構勝質",
    "设钟权宽数带项撑机决边征属经网隐单径样内计阵条价惩罚系归则杂讯训练误测试参异尔间邻罗诺触范围无后验维灾难学习积极点调兰标准轮责独热编码确证传"
    "选择残缩减贪节万双类体压应辑离资泄状图莱辐适划伪过拟长线纹圆层环联据总变对称检绝广义统济响阶级实构胜质",
)
