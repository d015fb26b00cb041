"""Four ways to fail, against scikit-learn's k-means and formulas of their own."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.cluster import KMeans as Peer

from rbflib.lab.pages.kmeans.ways_to_fail import FAILURES, like_groups


@pytest.mark.parametrize("case", FAILURES)
def test_k_means_has_the_lower_error_where_it_fails(explorer, case):
    explorer.set(case=case, strength=8.0, k=2)
    X, labels = FAILURES[case](8.0)
    peer = Peer(2, n_init=20, random_state=0).fit(X)
    numbers = explorer.numbers
    assert numbers["E_in of k-means"] == pytest.approx(peer.inertia_ / len(X), rel=1e-3)
    assert numbers["agreement (adjusted Rand index)"] < 0.95
    if case != "wrong k":
        assert numbers["E_in of k-means"] < numbers["E_in of the groups"]
    within = sum(len(X[labels == m]) * X[labels == m].var(axis=0).sum() for m in set(labels))
    assert numbers["E_in of the groups"] == pytest.approx(within / len(X))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_sets_are_numbered_like_the_groups(rng, k):
    groups, labels = rng.integers(0, 3, 50), rng.integers(0, k, 50)
    order = like_groups(groups, labels, k)
    assert sorted(order) == list(range(k))
    agree = np.sum(order.argsort()[labels] == groups)
    assert agree == max(np.sum(np.array(p)[labels] == groups) for p in permutations(range(k)))
