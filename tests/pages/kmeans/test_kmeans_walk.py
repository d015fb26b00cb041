"""The walk of k-means, against scikit-learn's; and what the browser sends and gets."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans as Peer

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.kmeans.groups import WALK_DATA, Y_REACH


@pytest.fixture
def walk():
    return EXPLORERS["kmeans_walk"]()


@pytest.mark.parametrize("data", WALK_DATA)
@pytest.mark.parametrize(("k", "start"), [(4, "random"), (7, "k-means++"), (3, "by hand")])
def test_walk_is_that_of_scikit_learn(walk, data, k, start):
    walk.set(data=data, k=k, start=start, draw=5, step=100)
    X, first = walk.scene.X, walk.scene.steps[0].centers
    peer = Peer(k, init=first, n_init=1, algorithm="lloyd", tol=0).fit(X)
    last = walk.stage.walk["steps"][-1]
    assert last["labels"] == "".join(map(str, peer.labels_))
    assert last["e_in"] == pytest.approx(peer.inertia_ / len(X), abs=1e-5)
    assert np.array(last["centers"]) == pytest.approx(peer.cluster_centers_, abs=1e-4)
    assert walk.numbers["E_in"] == pytest.approx(peer.inertia_ / len(X))


def test_recording_holds_every_half_step_and_its_words(walk):
    recording = walk.stage.walk
    X, steps = np.array(recording["x"]), recording["steps"]
    for before, now in pairwise(steps):
        if now["phase"] == "assign":
            nearest = cdist(X, now["centers"]).argmin(axis=1)
            assert now["labels"] == "".join(map(str, nearest))
            assert now["centers"] == before["centers"]
        else:
            labels = np.array([*map(int, now["labels"])])
            means = [X[labels == m].mean(axis=0) for m in range(4)]
            assert np.array(now["centers"]) == pytest.approx(np.array(means), abs=2e-4)
    assert len(recording["said"]) == len(steps)
    for step in range(len(steps)):
        walk.set(step=step)
        assert walk.summary == walk.stage.walk["said"][step]["words"]


def test_words_count_changes_and_name_the_end(walk):
    walk.set(step=100)
    steps = walk.scene.steps
    assert walk.numbers["samples that changed sets"] == 0
    assert "the end: no set changes any more" in walk.summary
    walk.set(step=3)
    assert walk.numbers["samples that changed sets"] == np.sum(steps[3].labels != steps[2].labels)


def test_draw_rests_while_the_hand_has_put_the_centers(walk):
    assert not walk.controls["draw"].disabled
    walk.set(start="by hand")
    assert walk.controls["draw"].disabled
    said = walk.stage.walk["said"]
    assert all("draw: nothing is drawn by lot" in words["remarks"] for words in said)
    walk.set(start="random")
    assert not walk.controls["draw"].disabled


def test_half_way_the_centers_are_half_way(walk):
    scene = walk.scene
    scene.draw_at(1.5)
    middle = (scene.steps[1].centers + scene.steps[2].centers) / 2
    assert np.column_stack(scene.centers.get_data()) == pytest.approx(middle)


def test_step_of_the_browser_is_followed_and_not_sent_back(walk):
    sent = []
    walk.stage.observe(sent.append, names="walk")
    walk.stage._receive(None, {"kind": "step", "step": 5}, [])
    assert walk.state["step"] == 5
    assert "half step = 5" in walk.summary
    assert sent == []


def test_center_is_dragged_from_where_it_is(walk):
    walk.set(step=100)
    end = walk.scene.steps[-1].centers.copy()
    message = {"kind": "center", "m": 2, "x": 0.5, "y": 99.0, "step": len(walk.scene.steps) - 1}
    walk.stage._receive(None, message, [])
    start = walk.scene.steps[0].centers
    assert start[2].tolist() == [0.5, Y_REACH]
    assert np.delete(start, 2, 0) == pytest.approx(np.delete(end, 2, 0), abs=5e-5)
    assert walk.state["start"] == "by hand"
    assert walk.state["step"] == 0


def test_a_canceled_drag_of_a_center_changes_nothing(walk):
    for start in ("random", "by hand"):
        walk.set(start=start, step=3)
        before = walk.stage.walk
        walk.stage._receive(None, {"kind": "down"}, [])
        for x in (0.5, 1.5):
            center = {"kind": "center", "m": 2, "x": x, "y": 1.0, "step": 3}
            walk.stage._receive(None, center, [])
            assert walk.stage.walk != before
        walk.stage._receive(None, {"kind": "cancel"}, [])
        assert walk.stage.walk == before


def test_clicked_samples_stay_with_their_data_until_they_are_removed(walk):
    before = walk.summary
    walk.stage._receive(None, {"kind": "sample", "x": 2.0, "y": -2.0}, [])
    assert walk.stage.walk["x"][-1] == [2.0, -2.0]
    assert walk.stage.walk["added"] == 1
    assert len(walk.scene.steps[0].labels) == 161
    walk.set(data="no groups")
    assert walk.stage.walk["added"] == 0
    walk.set(data="four clouds")
    assert walk.stage.walk["added"] == 1
    walk.stage._receive(None, {"kind": "remove"}, [])
    walk.set(step=2)
    assert walk.summary == before


def test_preset_forgets_what_the_hand_did(walk):
    walk.restore("k = 4")
    before = walk.stage.walk
    walk.stage._receive(None, {"kind": "sample", "x": 2.0, "y": -2.0}, [])
    walk.stage._receive(None, {"kind": "center", "m": 0, "x": 0, "y": 0, "step": 0}, [])
    walk.restore("k = 4")
    assert walk.stage.walk == before


def test_presets_of_the_walk_lead_where_the_page_says(walk):
    ends = {}
    for name in walk.presets:
        walk.restore(name)
        ends[name] = walk.scene.steps[-1].cost / len(walk.scene.X)
    assert ends["A bad start"] > 2.5 * ends["k = 4"]
    assert ends["A start by k-means++"] == pytest.approx(ends["k = 4"], rel=1e-3)
    assert ends["k = 7"] < ends["k = 4"]
