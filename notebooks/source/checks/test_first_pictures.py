"""No first picture holds the answer of its prediction: neither its words nor its numbers."""

import re
from pathlib import Path

import jupytext
import numpy as np
import pytest
from matplotlib.lines import Line2D
from matplotlib.text import Text

from notebooks.source.checks.test_draws import stated
from rbflib.lab.kit.caption import format_number
from rbflib.lab.quizzes import PREDICTIONS
from tests.pages.conftest import opened

FOLD = re.compile(r"What you should see</b></summary>\n\n(.*?)\n\n", re.DOTALL)


def words_of(explorer):
    """In the first picture, beside it and on its buttons."""
    figure, scene = explorer.scene.figure, explorer.scene
    words = [text.get_text() for text in figure.findobj(Text) if text.get_visible()]
    words += [line.get_label() for line in figure.findobj(Line2D)]
    return " | ".join([*words, explorer.summary, scene.seen(), *explorer.presets]).casefold()


def says(words, choices, answer):
    """Whether of the choices the right one alone is among the words."""
    return [choice for choice in choices if choice.casefold() in words] == [answer]


def answered_by():
    """Prediction -> what the first paragraph of its answer states of the explorer in a state."""
    found = {}
    for path in sorted(Path(__file__).parents[1].glob("[0-9]*.md")):
        asked = None
        for cell in jupytext.read(path, fmt="md:myst").cells:
            if call := re.search(r'about="([^"]+)"', cell.source):
                asked = call[1]
            elif asked and (fold := FOLD.search(cell.source)):
                of_states = (s for s in stated(fold[1]) if len(s[0]) > 1 or s[1])
                found[asked] = [s for s in of_states if s[0][0] == asked.split()[0]]
                asked = None
    return found


STATED = answered_by()


@pytest.mark.parametrize("name", PREDICTIONS)
def test_first_picture_does_not_say_the_answer(name):
    of = PREDICTIONS[name]
    assert not says(words_of(opened(name.split()[0])), of["choices"], of["answer"])


@pytest.mark.parametrize("name", [name for name, states in STATED.items() if states])
def test_first_results_are_not_those_that_answer(name):
    first = opened(name.split()[0]).numbers
    found = [
        (opened(*given, **of).numbers[result], first[result]) for given, of, result in STATED[name]
    ]
    assert any(format_number(x) != format_number(at_first) for x, at_first in found)


def test_rule_complains_of_a_picture_that_says_it():
    choices = ["two of them", "all eight"]
    assert says("12 bumps each | in all eight", choices, "all eight")
    assert not says("two of them, or all eight", choices, "all eight")
    assert len(STATED) > 40


def test_no_ring_is_on_a_center_before_the_first_question_is_answered():
    assert not any(rings.get_visible() for rings in opened("eight_models").scene.drawing.centers)


def test_map_of_fewer_centers_begins_with_the_row_of_all_centers():
    seen = opened("fewer_centers").scene.map
    assert np.isfinite(seen.shown).sum() < 40
