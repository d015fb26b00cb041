"""Fresh random data for every test: the fixture `rng` runs a test once a seed."""

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("rbflib", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("rbflib")


@pytest.fixture(params=[0, 1, 2], ids="seed{}".format)
def rng(request):
    return np.random.default_rng(request.param)
