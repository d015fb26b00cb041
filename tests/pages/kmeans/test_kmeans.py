"""Page 04: k-means, against scikit-learn's and formulas of their own."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.cluster import KMeans as Peer

from rbflib import lloyd
from rbflib.lab import kmeans_walk
from rbflib.lab.pages.kmeans.groups import WALK_DATA, Y_REACH
from rbflib.lab.pages.kmeans.kmeans_walk import all_samples, walk_of
from rbflib.lab.pages.kmeans.many_starts import final_cost, fitted
from rbflib.lab.pages.kmeans.ways_to_fail import FAILURE_CODE, like_groups, samples
from tests.color_checks import contrast
from tests.pages.conftest import opened
from tests.pointer_events import click, drag, set_traits
from tests.seeds import thorough


def steps_of(explorer):
    return walk_of(**explorer.all_values)


@pytest.mark.parametrize("data", ["four clouds", *thorough(*list(WALK_DATA)[1:])])
@pytest.mark.parametrize(("k", "start"), [(4, "random"), (7, "k-means++"), (3, "by hand")])
def test_walk_is_that_of_scikit_learn(data, k, start):
    explorer = opened("kmeans_walk", data=data, k=k, start=start, draw=5, step=100)
    X, steps = all_samples(**explorer.all_values), steps_of(explorer)
    peer = Peer(k, init=steps[0].centers, n_init=1, algorithm="lloyd", tol=0).fit(X)
    assert np.array_equal(steps[-1].labels, peer.labels_)
    assert steps[-1].centers == pytest.approx(peer.cluster_centers_)
    assert explorer.step == len(steps) - 1


def test_half_way_the_centers_are_half_way():
    explorer = opened("kmeans_walk", step=2, glide=0.5)
    middle = (steps_of(explorer)[1].centers + steps_of(explorer)[2].centers) / 2
    assert explorer.scene.centers.get_xydata() == pytest.approx(middle)


def test_center_is_dragged_from_where_it_is():
    explorer = opened("kmeans_walk", step=100)
    end = steps_of(explorer)[-1].centers
    drag(explorer, explorer.scene.plane, end[2], (0.5, 99.0))
    start = steps_of(explorer)[0].centers
    assert start[2] == pytest.approx([0.5, Y_REACH], abs=1e-4)
    assert np.delete(start, 2, 0) == pytest.approx(np.delete(end, 2, 0), abs=5e-5)
    assert (explorer.start, explorer.step) == ("by hand", 0)


def test_clicked_samples_stay_with_their_data_until_they_are_removed():
    explorer = opened("kmeans_walk")
    before = explorer.summary
    click(explorer, explorer.scene.plane, (2.0, -2.0))
    assert explorer.added["four clouds"] == [pytest.approx([2.0, -2.0], abs=1e-4)]
    assert len(steps_of(explorer)[0].labels) == 161
    explorer.set(data="no groups")
    assert len(steps_of(explorer)[0].labels) == 160
    explorer.set(data="four clouds")
    assert len(steps_of(explorer)[0].labels) == 161
    explorer.set(added={})
    assert explorer.summary == before


def test_click_moves_the_nearest_center_of_a_start_by_hand():
    explorer = opened("kmeans_walk", start="by hand", k=3, step=100)
    end = steps_of(explorer)[-1].centers
    click(explorer, explorer.scene.plane, end[1] + [0.2, -0.1])
    start = steps_of(explorer)[0].centers
    assert start[1] == pytest.approx(end[1] + [0.2, -0.1], abs=1e-3)
    assert np.delete(start, 1, 0) == pytest.approx(np.delete(end, 1, 0), abs=5e-5)
    assert (explorer.added, explorer.step) == ({}, 0)


def test_lines_to_the_centers_stand_out_from_every_cell():
    explorer = kmeans_walk()
    explorer.set(k=10, step=1)
    scene = explorer.scene
    for artist in [*scene.sets, scene.centers, scene.old]:
        artist.set_visible(False)
    with_lines = scene.render()[::-1] / 255
    scene.lines.set_visible(False)
    ground = scene.render()[::-1] / 255
    ways = np.array([way for way in scene.lines.get_segments() if np.ptp(way, axis=0).max() > 0.2])
    assert len(ways) > 50
    for column, row in scene.plane.transData.transform(ways.mean(axis=1)).astype(int):
        around = np.s_[row - 1 : row + 2, column - 1 : column + 2, :3]
        pairs = zip(*(a[around].reshape(-1, 3) for a in (with_lines, ground)), strict=True)
        assert max(contrast(tuple(line), tuple(cell)) for line, cell in pairs) > 3


@pytest.mark.parametrize("value", [None, 5, "[[0, 0]]", [[1, 2], [3]], [[0, float("nan")]], {}])
def test_centers_that_are_no_points_are_refused(value):
    explorer = opened("kmeans_walk")
    before = explorer.all_values
    for name, bad in [("centers", value), ("added", value or 1), ("added", {"moon": []})]:
        set_traits(explorer, **{name: bad})
        assert explorer.all_values == before
        assert "got " in explorer.summary


@pytest.mark.parametrize("init", ["random", "k-means++"])
def test_costs_of_many_starts_are_those_of_scikit_learn(init):
    X = WALK_DATA["four clouds"]()
    for draw in (0, 7, 39):
        start = fitted("four clouds", 5, init, draw).history_[0].centers
        peer = Peer(5, init=start, n_init=1, algorithm="lloyd", tol=0).fit(X)
        cost = final_cost("four clouds", 5, init, draw)
        assert cost == pytest.approx(peer.inertia_ / len(X))


def test_many_starts_shows_the_shares_of_the_costs():
    explorer = opened("many_starts", k=4, starts=20)
    costs = {
        init: np.array([final_cost("four clouds", 4, init, draw) for draw in range(20)])
        for init in explorer.scene.bars
    }
    lowest = min(c.min() for c in costs.values())
    for init, c in costs.items():
        share = explorer.scene.bars[init].get_data().values
        assert share.sum() == pytest.approx(1)
        assert share[0] == np.mean(c / lowest < explorer.scene.edges[1])


@pytest.mark.parametrize(("x", "last_alone"), [(1.1, 0), (1.9, 0), (2.1, 0), (2.9, 0), (3.1, 1)])
def test_the_middle_sample_changes_its_set_beyond_three(x, last_alone):
    X = np.array([[0.0], [1.0], [x]])
    end = list(lloyd(X, X[:2]))[-1]
    assert end.labels.tolist() == ([0, 0, 1] if last_alone else [0, 1, 1])
    costs = {0: (x - 1) ** 2 / 2, 1: 0.5}
    assert np.sum((X - end.centers[end.labels]) ** 2) == pytest.approx(costs[last_alone])
    assert (costs[last_alone] > min(costs.values())) == (2 < x < 3)


@pytest.mark.parametrize("case", FAILURE_CODE)
def test_k_means_has_the_lower_error_where_it_fails(case):
    explorer = opened("ways_to_fail", case=case, strength=8.0, k=2, draw=3)
    X, labels = samples(case, 8.0, 3)
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
