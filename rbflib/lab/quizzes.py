"""The quizzes of all pages, and their predictions.

quiz("02")    the quiz of page 02
"""

import json
from pathlib import Path

from rbflib.lab.kit.question import with_places_drawn
from rbflib.lab.kit.quiz import Quiz
from rbflib.lab.pages import page_modules

QUIZZES = {
    page: with_places_drawn(page, module.QUESTIONS)
    for page, module in page_modules("questions").items()
}
# Name of a prediction -> {"page", "choices", "answer"}, in the order of the pages, from which
# `make notebooks` writes them.
PREDICTIONS = json.loads((Path(__file__).parent / "data/predictions.json").read_text("utf-8"))


def quiz(page):
    """The quiz of a page, such as "02"."""
    number = str(page).zfill(2)
    if number not in QUIZZES:
        raise ValueError(f"There is no quiz of page {page!r}. There are {', '.join(QUIZZES)}.")
    return Quiz(number, QUIZZES[number])
