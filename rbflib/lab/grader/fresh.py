"""A function judged on inputs that its author has not seen.

An exercise makes its inputs with numpy.random.default_rng of a fixed seed. Here it makes them with
other seeds: of the same shapes and kinds, and of other numbers.
"""

from dataclasses import replace
from unittest.mock import patch

import numpy as np

from rbflib.lab.grader.exercise import misfit, verdict
from rbflib.lab.grader.sandbox import CannotBeSent, run_apart


def with_fresh_inputs(exercise, seed):
    """The exercise with other random inputs; those that are fixed in it stay the first ones."""
    make = np.random.default_rng
    with patch.object(np.random, "default_rng", lambda own=0: make((seed, own))):
        inputs = exercise.inputs()
    return replace(exercise, inputs=lambda: inputs)


def assert_right(exercise, function, seeds=range(3)):
    """AssertionError, in the words of `check`, unless the function is right on inputs of each seed.

    It runs in a process of its own, without the references, which is ended when it takes too long.
    """
    trouble = misfit(exercise, function)
    assert trouble is None, trouble
    for seed in seeds:
        fresh = with_fresh_inputs(exercise, seed)
        try:
            outcomes = run_apart(function, fresh.inputs(), without=["rbflib.lab"])
        except CannotBeSent as held:
            words = "which is not there in the process that grades it: that has no rbflib.lab."
            raise AssertionError(f"The function uses {held}, {words}") from None
        right, words = verdict(fresh, function, outcomes)
        assert right, words
