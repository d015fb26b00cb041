"""The walk of k-means, against scikit-learn's; and what a pointer does in it."""

import numpy as np
import pytest
from sklearn.cluster import KMeans as Peer

from rbflib.lab.pages.kmeans.groups import WALK_DATA, Y_REACH
from rbflib.lab.pages.kmeans.kmeans_walk import all_samples, walk_of
from tests.pointer_events import click, drag, set_traits
from tests.seeds import thorough


def steps_of(explorer):
    return walk_of(**explorer.all_values)


@pytest.mark.parametrize("data", ["four clouds", *thorough(*list(WALK_DATA)[1:])])
@pytest.mark.parametrize(("k", "start"), [(4, "random"), (7, "k-means++"), (3, "by hand")])
def test_walk_is_that_of_scikit_learn(explorer, data, k, start):
    explorer.set(data=data, k=k, start=start, draw=5, step=100)
    X, steps = all_samples(**explorer.all_values), steps_of(explorer)
    peer = Peer(k, init=steps[0].centers, n_init=1, algorithm="lloyd", tol=0).fit(X)
    assert np.array_equal(steps[-1].labels, peer.labels_)
    assert steps[-1].centers == pytest.approx(peer.cluster_centers_)
    assert explorer.numbers["E_in"] == pytest.approx(peer.inertia_ / len(X))
    assert explorer.step == len(steps) - 1


def test_half_way_the_centers_are_half_way(explorer):
    explorer.set(step=2, glide=0.5)
    middle = (steps_of(explorer)[1].centers + steps_of(explorer)[2].centers) / 2
    assert explorer.scene.centers.get_xydata() == pytest.approx(middle)


def test_center_is_dragged_from_where_it_is(explorer):
    explorer.set(step=100)
    end = steps_of(explorer)[-1].centers
    drag(explorer, explorer.scene.plane, end[2], (0.5, 99.0))
    start = steps_of(explorer)[0].centers
    assert start[2] == pytest.approx([0.5, Y_REACH], abs=1e-4)
    assert np.delete(start, 2, 0) == pytest.approx(np.delete(end, 2, 0), abs=5e-5)
    assert (explorer.start, explorer.step) == ("by hand", 0)


def test_clicked_samples_stay_with_their_data_until_they_are_removed(explorer):
    before = explorer.summary
    click(explorer, explorer.scene.plane, (2.0, -2.0))
    assert explorer.added["four clouds"] == [pytest.approx([2.0, -2.0], abs=1e-4)]
    assert len(steps_of(explorer)[0].labels) == 161
    explorer.set(data="no groups")
    assert len(steps_of(explorer)[0].labels) == 160
    explorer.set(data="four clouds")
    assert len(steps_of(explorer)[0].labels) == 161
    explorer.set(added={})
    explorer.set(step=2)
    assert explorer.summary == before


@pytest.mark.parametrize("value", [None, 5, "[[0, 0]]", [[1, 2], [3]], [[0, float("nan")]], {}])
def test_centers_that_are_no_points_are_refused(explorer, value):
    before = explorer.all_values
    for name, bad in [("centers", value), ("added", value or 1), ("added", {"moon": []})]:
        set_traits(explorer, **{name: bad})
        assert explorer.all_values == before
        assert "got " in explorer.summary
