"""Where many starts end, against scikit-learn's k-means."""

import numpy as np
import pytest
from sklearn.cluster import KMeans as Peer

from rbflib.lab.pages.kmeans.groups import WALK_DATA
from rbflib.lab.pages.kmeans.many_starts import final_cost, fitted


@pytest.mark.parametrize("init", ["random", "k-means++"])
def test_costs_of_many_starts_are_those_of_scikit_learn(init):
    X = WALK_DATA["four clouds"]()
    for draw in (0, 7, 39):
        start = fitted("four clouds", 5, init, draw).history_[0].centers
        peer = Peer(5, init=start, n_init=1, algorithm="lloyd", tol=0).fit(X)
        cost = final_cost("four clouds", 5, init, draw)
        assert cost == pytest.approx(peer.inertia_ / len(X))


def test_many_starts_counts_and_shows_what_it_says(explorer):
    explorer.set(k=4, starts=20)
    costs = {
        init: np.array([final_cost("four clouds", 4, init, draw) for draw in range(20)])
        for init in explorer.scene.bars
    }
    lowest = min(c.min() for c in costs.values())
    for init, c in costs.items():
        assert explorer.numbers[f"{init}: starts within 2 % of it"] == np.sum(c < 1.02 * lowest)
        share = explorer.scene.bars[init].get_data().values
        assert share.sum() == pytest.approx(1)
        assert share[0] == np.mean(c / lowest < explorer.scene.edges[1])
    assert explorer.numbers["shown: E_in"] == max(c.max() for c in costs.values())
