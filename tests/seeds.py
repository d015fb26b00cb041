"""The seeds of tests on random data: `make test` runs the first one, `make test-all` the others."""

import pytest

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 5))]
# A statement of the lecture or of a page holds for more of them.
CLAIM_SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 20))]


def draw_seed(rng):
    """An integer for generators of the older kind."""
    return int(rng.integers(2**31))
