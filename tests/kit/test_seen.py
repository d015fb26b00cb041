"""What alternatives say of curves and points."""

import numpy as np
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.seen import in_words, trend
from rbflib.lab.kit.style import add_axes, new_figure
from rbflib.lab.plot import plot_curves

X = np.arange(1.0, 20)


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (X, "rises from 1 to 19"),
        (-X, "falls from −1 to −19"),
        ((X - 9) ** 2, "falls from 64 to 0 at 9, then rises to 100"),
        (np.exp(-((X - 9) ** 2)), "rises from 0 to 1 at 9, then falls to 0"),
        (np.where(X < 12, 3, 1) + 0.01 * (X == 15), "falls from 3 to 1 at 12"),  # no turn is seen
        (np.cos(np.pi * X), "goes up and down, lowest −1 at 1, highest 1 at 2"),
        (0 * X + 3, "stays at 3"),
        (np.where(X < 5, np.nan, X), "rises from 5 to 19"),
        (0 * X + np.nan, "has no values"),
    ],
)
def test_trend_tells_ends_turns_and_where_they_are(y, words):
    assert trend(X, y) == words


def test_places_may_have_names():
    assert trend(["a", "b", "c"], [3, 1, 2]) == "falls from 3 to 1 at b, then rises to 2"


def test_points_are_told_by_their_places_and_what_has_no_name_is_left_out():
    axes = add_axes(new_figure(), (1, 1, 2, 2))
    look = {"ls": "", "marker": "o"}
    lines = [
        *axes.plot([1, 2], [0.5, -3], **look, label="centers"),
        *axes.plot(X, X, **look, label="too many"),
        *axes.plot(X, X),
        *axes.plot([0, 1, 0], [0, 1, 2], label="no curve over x"),
        *axes.plot(X, X, label="hidden", visible=False),
        *axes.plot(X, -X, label="h"),
    ]
    assert in_words(lines) == "centers at (1, 0.5), (2, −3). h falls from −1 to −19"


def test_alternatives_begin_with_the_numbers_and_go_on_with_what_is_seen():
    walk = EXPLORERS["kmeans_walk"]()
    centers = ", ".join(
        f"({x:.2g}, {y:.2g})".replace("-", "−") for x, y in walk.scene.centers.get_xydata()
    )
    assert f"center of a set at {centers}" in walk.scene.seen()
    _, about = plot_curves([1, 2, 3], {"E_out": [3, 1, 2]}, "k", "error")._repr_mimebundle_()
    assert about["image/png"]["alt"].endswith("E_out: falls from 3 to 1 at 2, then rises to 2.")
