"""A route through the pages for a reader with three hours."""

import re

from rbflib.lab.lecture_map import section_link
from rbflib.lab.pages import PAGES, page_title
from rbflib.lab.quizzes import QUIZZES

# Number of a page -> the sections to read after its first picture, and a question of its quiz.
ROUTE = {
    "00": (["The one hypothesis", "The map of the series"], None),
    "01": (
        ["A support vector machine in two minutes", "1 The machine's score is a sum of bumps"],
        "bias_inside",
    ),
    "02": (
        [
            "2 Solving for the weights",
            "4 A penalty on the weights: ridge regression",
            "6 Do solved weights beat mere votes?",
        ],
        "two_samples",
    ),
    "03": (["1 The k nearest answer", "5 Votes become the nearest neighbor"], "selection"),
    "04": (["1 What is to be minimized", "2 Two easy halves", "3 Lloyd's algorithm"], "bug"),
    "05": (
        [
            "1 Four steps",
            "2 How are the centers found?",
            "7 The number of centers and γ by cross-validation",
        ],
        "folds",
    ),
    "06": (
        [
            "3 Gram-Schmidt by hand",
            "4 No inverse, and an energy for every column",
            "5 Orthogonal least squares",
        ],
        "candidates",
    ),
    "07": (
        [
            "1 A hidden layer that is never trained",
            "3 As many nodes as samples",
            "5 One draw and many draws",
        ],
        "best_seed",
    ),
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
        rows = ["| page | after its first picture | then of its quiz |", "|---|---|---|"]
        for page, (sections, key) in ROUTE.items():
            file = f"{page}_{PAGES[int(page)].name}"
            links = "; ".join(section_link(file, section) for section in sections)
            question = f"question {question_number(page)}" if key else "–"
            rows.append(f"| {page_title(page)} | {links} | {question} |")
        return "\n".join(rows)


def short_path():
    """The first picture, the core formula and one question of the pages 01 to 07."""
    return ShortPath()
