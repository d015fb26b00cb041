"""The table of many draws is what is measured, and what the pages say of it in words."""

import pytest

from tests.claims.draws import MEASURED, written


@pytest.mark.parametrize("name", MEASURED)
def test_table_is_what_is_measured(name):
    """To two percent: other versions of the packages round otherwise, and a draw may turn over."""
    assert MEASURED[name]() == pytest.approx(written()[name], rel=0.02, abs=0.005)


def test_table_has_nothing_else():
    assert set(written()) == set(MEASURED)
