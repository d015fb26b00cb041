"""What tests share: random data, once per seed; memory."""

import itertools
import os
import tempfile
import tracemalloc

import numpy as np
import pytest
from hypothesis import settings

from tests.seeds import SEEDS

settings.register_profile("rbflib", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("rbflib")


_FOLDER, _NUMBERS = tempfile.mkdtemp(), itertools.count()
os.environ["RBFLIB_DATA"] = _FOLDER  # for the programs that tests start


@pytest.fixture(autouse=True)
def nothing_done(monkeypatch):
    """A reader who has done nothing yet."""
    monkeypatch.setenv("RBFLIB_DATA", f"{_FOLDER}/{next(_NUMBERS)}")


@pytest.fixture(params=SEEDS, ids="seed{}".format)
def seed(request):
    return request.param


@pytest.fixture
def rng(seed):
    return np.random.default_rng(seed)


@pytest.fixture
def peak_memory():
    """From an action to the bytes that it holds at once beyond what was there before."""

    def measure(action):
        tracemalloc.start()
        try:
            action()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    return measure
