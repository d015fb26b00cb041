"""A statement of the lecture or of a page holds for more seeds than other properties do."""

import pytest

from tests.seeds import CLAIM_SEEDS


@pytest.fixture(params=CLAIM_SEEDS, ids="seed{}".format)
def seed(request):
    return request.param
