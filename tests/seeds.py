"""The seeds of tests on random data: `make test` runs the first one, `make test-all` the others."""

import pytest


def thorough(*values):
    """Values of a parameter with which tests are run by `make test-all` only."""
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]


SEEDS = [0, *thorough(1, 2)]
# A statement of the lecture or of a page holds for more of them.
CLAIM_SEEDS = [0, *thorough(*range(1, 10))]


def draw_seed(rng):
    """An integer for generators of the older kind."""
    return int(rng.integers(2**31))
