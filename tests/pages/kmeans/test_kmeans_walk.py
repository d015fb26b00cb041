"""The walk of k-means, against scikit-learn's; and what a pointer does in it."""

import numpy as np
import pytest
from sklearn.cluster import KMeans as Peer

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.kmeans.groups import WALK_DATA, Y_REACH
from rbflib.lab.pages.kmeans.kmeans_walk import all_samples, walk_of
from tests.pointer_events import click, drag, set_traits


@pytest.fixture
def walk():
    return EXPLORERS["kmeans_walk"]()


def steps_of(walk):
    return walk_of(**walk.all_values)


@pytest.mark.parametrize("data", WALK_DATA)
@pytest.mark.parametrize(("k", "start"), [(4, "random"), (7, "k-means++"), (3, "by hand")])
def test_walk_is_that_of_scikit_learn(walk, data, k, start):
    walk.set(data=data, k=k, start=start, draw=5, step=100)
    X, steps = all_samples(**walk.all_values), steps_of(walk)
    peer = Peer(k, init=steps[0].centers, n_init=1, algorithm="lloyd", tol=0).fit(X)
    assert np.array_equal(steps[-1].labels, peer.labels_)
    assert steps[-1].centers == pytest.approx(peer.cluster_centers_)
    assert walk.numbers["E_in"] == pytest.approx(peer.inertia_ / len(X))
    assert walk.step == len(steps) - 1


def test_words_count_changes_and_name_the_end(walk):
    walk.set(step=100)
    steps = steps_of(walk)
    assert walk.numbers["samples that changed sets"] == 0
    assert "the end: no set changes any more" in walk.summary
    walk.set(step=3)
    assert walk.numbers["samples that changed sets"] == np.sum(steps[3].labels != steps[2].labels)


def test_half_way_the_centers_are_half_way(walk):
    walk.set(step=2, glide=0.5)
    middle = (steps_of(walk)[1].centers + steps_of(walk)[2].centers) / 2
    assert walk.scene.centers.get_xydata() == pytest.approx(middle)


def test_center_is_dragged_from_where_it_is(walk):
    walk.set(step=100)
    end = steps_of(walk)[-1].centers
    drag(walk, walk.scene.plane, end[2], (0.5, 99.0))
    start = steps_of(walk)[0].centers
    assert start[2] == pytest.approx([0.5, Y_REACH], abs=1e-4)
    assert np.delete(start, 2, 0) == pytest.approx(np.delete(end, 2, 0), abs=5e-5)
    assert (walk.start, walk.step) == ("by hand", 0)


def test_clicked_samples_stay_with_their_data_until_they_are_removed(walk):
    before = walk.summary
    click(walk, walk.scene.plane, (2.0, -2.0))
    assert walk.added["four clouds"] == [pytest.approx([2.0, -2.0], abs=1e-4)]
    assert len(steps_of(walk)[0].labels) == 161
    walk.set(data="no groups")
    assert len(steps_of(walk)[0].labels) == 160
    walk.set(data="four clouds")
    assert len(steps_of(walk)[0].labels) == 161
    walk.set(added={})
    walk.set(step=2)
    assert walk.summary == before


@pytest.mark.parametrize("value", [None, 5, "[[0, 0]]", [[1, 2], [3]], [[0, float("nan")]], {}])
def test_centers_that_are_no_points_are_refused(walk, value):
    before = walk.all_values
    for name, bad in [("centers", value), ("added", value or 1), ("added", {"moon": []})]:
        set_traits(walk, **{name: bad})
        assert walk.all_values == before
        assert "got " in walk.summary


def test_presets_of_the_walk_lead_where_the_page_says(walk):
    ends = {}
    for name in walk.presets:
        walk.restore(name)
        ends[name] = steps_of(walk)[-1].cost / len(all_samples(**walk.all_values))
    assert ends["A bad start"] > 2.5 * ends["k = 4"]
    assert ends["A start by k-means++"] == pytest.approx(ends["k = 4"], rel=1e-3)
    assert ends["k = 7"] < ends["k = 4"]
