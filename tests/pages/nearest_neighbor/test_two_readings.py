"""Two readings of kernel regression: one number."""

import numpy as np
import pytest


@pytest.mark.parametrize("query", [0.0, 0.37, 1.0])
@pytest.mark.parametrize("gamma", [4.0, 250.0])
def test_two_readings_give_one_number_and_it_is_the_weighted_mean(explorer, query, gamma):
    explorer.set(query=query, gamma=gamma)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    w = np.exp(-gamma * (scene.X[:, 0] - query) ** 2)
    expected = np.average(scene.y, weights=w)
    numbers = explorer.numbers
    assert numbers["left, weighted mean of y"] == pytest.approx(expected, rel=1e-12)
    assert numbers["right, sum of the bumps"] == pytest.approx(expected, rel=1e-12)
    assert abs(numbers["difference"]) < 1e-12
    assert numbers["largest share of a sample"] == pytest.approx(w.max() / w.sum())
    for answer in scene.answers:
        assert answer.get_xydata()[0] == pytest.approx([query, expected])
    # Every segment of the stems is a weight, every bump has height y_n / Σ w.
    assert [segment[1][1] for segment in scene.stems.get_segments()] == pytest.approx(w)
    peaks = [bump[:, 1].max() for bump in scene.on_samples.bumps.get_segments()]
    assert peaks == pytest.approx(scene.y / w.sum(), rel=0.02)
