"""The price of a house, against sorting by hand, and steps in many towns."""

import numpy as np
import pytest

from rbflib.lab.pages.nearest_neighbor.house_prices import homes_sold
from tests.seeds import thorough


def mean_of_nearest(x, k):
    # Of two that are equally near, the smaller house comes first.
    sold = [(abs(size - x), size, price) for size, price in zip(*homes_sold(), strict=True)]
    return np.mean([price for _, _, price in sorted(sold)[:k]])


@pytest.mark.parametrize("k", [5, *thorough(1, 40)])
@pytest.mark.parametrize("x", [1000, 1995, 2000, 2001, 3200])
def test_price_is_the_mean_of_the_nearest(explorer, x, k):
    explorer.set(x=x, k=k)
    assert float(explorer.numbers["price, $1,000"]) == pytest.approx(
        mean_of_nearest(x, k), abs=0.05
    )
    for marks in (explorer.scene.house, explorer.scene.house_beside):
        assert marks.get_ydata()[0] == pytest.approx(mean_of_nearest(x, k))


def test_one_foot_more_costs_over_20_000_less(explorer):
    before = float(explorer.numbers["price, $1,000"])
    explorer.restore("One foot more")
    assert before == pytest.approx(353.1)
    assert before - float(explorer.numbers["price, $1,000"]) > 20


@pytest.mark.parametrize("k", [5, *thorough(1, 39)])
def test_curve_of_every_size_is_the_mean_of_the_nearest(explorer, k):
    explorer.set(k=k, every=True)
    curve = explorer.scene.curve.get_xydata()
    assert [mean_of_nearest(x, k) for x, _ in curve[::3]] == pytest.approx(curve[::3, 1])
    upright = np.abs(np.diff(curve[:, 0])) < 0.03
    assert np.diff(curve[:, 1])[~upright] == pytest.approx(0)


def test_towns_have_steps_of_11_000_and_one_in_four_goes_down():
    prices = np.stack([homes_sold(town)[1] for town in range(200)])
    steps = (prices[:, 5:] - prices[:, :-5]) / 5
    assert np.abs(steps).mean() == pytest.approx(11, abs=0.5)
    assert np.mean(steps < 0) == pytest.approx(0.25, abs=0.03)
