"""Fresh inputs: a right function stays right on them, and each usual mistake is found."""

import numpy as np
import pytest

from rbflib.lab.grader.exercise import verdict
from rbflib.lab.grader.fresh import assert_right, with_fresh_inputs
from rbflib.lab.grader.worker import attempt
from tests.grader.test_exercises import EACH, EXPECTED, FUNCTIONS

pytestmark = pytest.mark.thorough  # fresh inputs serve nbgrader alone

SEEDS = range(3)


def numbers_of(inputs):
    return [[np.asarray(x).tolist() for x in given] for given in inputs]


@EACH
def test_inputs_of_a_seed_are_others_than_those_of_the_page_and_the_same_each_time(exercise):
    own = numbers_of(exercise.inputs())
    fresh = [numbers_of(with_fresh_inputs(exercise, seed).inputs()) for seed in SEEDS]
    for given in fresh:
        assert given != own
        assert [len(x) for x in given] == [len(x) for x in own]
    assert fresh[0] != fresh[1]
    assert fresh[0] == numbers_of(with_fresh_inputs(exercise, 0).inputs())
    assert own == numbers_of(exercise.inputs())


@EACH
def test_reference_agrees_with_an_independent_answer_on_fresh_inputs(exercise):
    for seed in SEEDS:
        for given in with_fresh_inputs(exercise, seed).inputs():
            expected = EXPECTED[exercise.name](*given)
            np.testing.assert_allclose(exercise.reference(*given), expected, rtol=1e-6, atol=1e-9)


@EACH
def test_usual_mistakes_are_wrong_on_fresh_inputs(exercise):
    for seed in SEEDS:
        fresh = with_fresh_inputs(exercise, seed)
        for mistake in exercise.mistakes.values():
            outcomes = [attempt(mistake, given) for given in fresh.inputs()]
            assert not verdict(fresh, mistake, outcomes)[0]


def test_assertion_fails_in_the_words_of_check():
    exercise, names = FUNCTIONS["4.1"], {"np": np}
    exec(exercise.solution, names)
    right = names["next_probabilities"]
    assert_right(exercise, right)
    page = exercise.inputs()

    def learned(X, squared, drawn):
        """Right on the inputs of the page only."""
        for given in page:
            if np.array_equal(given[0], X):
                return right(*given)
        return squared / squared.sum()

    with pytest.raises(AssertionError, match=r"4\.1: right on . of 5 inputs"):
        assert_right(exercise, learned, seeds=[0])
    with pytest.raises(AssertionError, match="must take 3 arguments"):
        assert_right(exercise, lambda x: x)


CALLS = """
def imports(X, squared, drawn):
    from rbflib.lab.exercises import EXERCISES
    return EXERCISES["4.1"].reference(X, squared, drawn)

def holds(X, squared, drawn):
    return EXERCISES["4.1"].reference(X, squared, drawn)

is_it = EXERCISES["4.1"].reference
"""


@pytest.mark.parametrize("name", ["imports", "holds", "is_it"])
def test_function_that_calls_the_reference_is_not_right(name):
    names = {"EXERCISES": FUNCTIONS}
    exec(CALLS, names)
    with pytest.raises(AssertionError, match=r"rbflib\.lab"):
        assert_right(FUNCTIONS["4.1"], names[name], seeds=[0])
