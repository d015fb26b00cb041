"""A route through the pages for a reader with three hours."""

import csv
import re
from pathlib import Path

from rbflib.lab.lecture_map import section_link
from rbflib.lab.pages import PAGES, page_title
from rbflib.lab.quizzes import QUIZZES

# Number of a page -> the sections to read after its first picture, and a question of its quiz.
with (Path(__file__).parent / "data/short_path.csv").open(encoding="utf-8", newline="") as rows:
    ROUTE = {
        row["page"]: (row["sections"].split("|"), row["question"] or None)
        for row in csv.DictReader(rows, delimiter=";")
    }


def question_number(page):
    """The place in a page's quiz of the question on the route."""
    keys = [question.key for question in QUIZZES[page]]
    return 1 + keys.index(ROUTE[page][1])


def in_words(page):
    """What a page says of the route to its readers."""
    sections, _ = ROUTE[page]
    names = [re.sub(r"^(\d+) .*", r"section \1", section) for section in sections]
    return f"*Short path: {', '.join(names)}; question {question_number(page)} of the quiz.*"


def stays_open(page, heading):
    """Whether a reader on the route reads a section; the last ones of a page belong to it."""
    return heading in ROUTE[page][0] or heading in ("Quiz", "What to remember")


class ShortPath:
    """The table that `short_path` shows: Markdown with a link to every section."""

    def __repr__(self):
        return f"{len(ROUTE)} pages in three hours, with the sections to read on each."

    def _repr_markdown_(self):
        rows = ["| page | after its first picture | then in its quiz |", "|---|---|---|"]
        for page, (sections, key) in ROUTE.items():
            file = f"{page}_{PAGES[int(page)].name}"
            links = "; ".join(section_link(file, section) for section in sections)
            question = f"question {question_number(page)}" if key else "–"
            rows.append(f"| {page_title(page)} | {links} | {question} |")
        return "\n".join(rows)


def short_path():
    """The first picture, the core formula and one question of the pages 01 to 07."""
    return ShortPath()
