"""The explorer of a page that a file of tests is named after."""

from functools import cache

import pytest

from rbflib.lab import EXPLORERS


@cache
def built(name):
    explorer = EXPLORERS[name]()
    return explorer, explorer.all_values


@pytest.fixture
def explorer(request):
    """As its page shows it; tests share it, for building it takes long."""
    explorer, start = built(request.module.__name__.rpartition(".test_")[2])
    explorer.set(**start)
    return explorer
