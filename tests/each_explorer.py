"""Every explorer of the pages, for tests that are the same for all."""

from itertools import groupby

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.registry import REGISTRY
from tests.seeds import thorough


def a_few():
    """Every explorer; all but three are for `make test-all`."""
    few = list(EXPLORERS)[::16]
    return few + thorough(*(name for name in EXPLORERS if name not in few))


def first_of_each_page():
    """Every explorer; those that are not the first of their page are for `make test-all`."""
    for _, names in groupby(EXPLORERS, key=lambda name: REGISTRY[name].page):
        first, *others = names
        yield first
        yield from thorough(*others)
