"""Wrong answers that no exercise knows by name are found; right ones of any form are taken."""

import pytest

from rbflib.lab.grader.fresh import with_fresh_inputs
from tests.grader.solutions import ANSWERS, function_of
from tests.grader.test_exercises import FUNCTIONS, report

SEEDS = range(2)


def answers(sign):
    each = [(name, what) for name, of_one in ANSWERS.items() for what in of_one if what[0] == sign]
    return pytest.mark.parametrize(("name", "what"), each, ids=map(" ".join, each))


def test_each_exercise_has_three_wrong_ones_and_with_its_reference_three_right_ones():
    assert ANSWERS.keys() == FUNCTIONS.keys()
    for of_one in ANSWERS.values():
        signs = [what[0] for what in of_one]
        assert signs.count("✗") >= 3
        assert signs.count("✓") >= 2


@answers("✗")
def test_wrong_answer_is_found(name, what):
    right, text = report(function_of(name, what), FUNCTIONS[name])
    assert not right
    assert "A usual mistake" not in text
    assert "It raises" not in text or "LinAlgError" in text  # or it may be a slip of ours


@answers("✓")
def test_right_answer_is_taken_on_any_inputs(name, what):
    exercise = FUNCTIONS[name]
    for judged in (exercise, *(with_fresh_inputs(exercise, seed) for seed in SEEDS)):
        right, text = report(function_of(name, what), judged)
        assert right, text
