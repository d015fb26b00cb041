"""Every explorer of the pages, for tests that are the same for all."""

from itertools import groupby

import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.registry import REGISTRY


def page_of(name):
    return REGISTRY[name].page


def first_of_each_page():
    """Every explorer; those that are not the first of their page are for `make test-all`."""
    for _, names in groupby(EXPLORERS, key=page_of):
        first, *others = names
        yield first
        yield from (pytest.param(name, marks=pytest.mark.thorough) for name in others)
