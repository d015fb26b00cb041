"""Questions of page 03: nearest neighbors, kernel regression, the Bayes error."""

import numpy as np

from rbflib import NadarayaWatsonRegressor, NearestNeighborClassifier, NearestNeighborRegressor
from rbflib.lab.kit import style
from teaching.exam.drawing import CENTER, INK, MUTED, POINTS, classes, new_figure, panels, squared


def three_readings():
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array([2.0, 4.0, 10.0])
    at, gamma = [[1.0]], np.log(2)
    bumps = np.exp(-gamma * (X[:, 0] - 1) ** 2)
    heights = y / bumps.sum()
    return {
        "kernel": NadarayaWatsonRegressor(gamma).fit(X, y).predict(at)[0],
        "mean": NearestNeighborRegressor(3).fit(X, y).predict(at)[0],
        "inverse": NearestNeighborRegressor(3, "distance").fit(X, y).predict(at)[0],
        **dict(zip(("height_a", "height_b", "height_c"), heights, strict=True)),
        "sum": heights @ bumps,
    }


def overlap():
    joint = np.array([0.8 / 4, 0.2 / 2])  # on the overlap, of length 1
    mass, posterior = joint.sum(), joint / joint.sum()
    one = mass * (1 - np.sum(posterior**2))
    return {
        "bayes": joint.min(),
        "mass": mass,
        "likely": posterior[0],
        "one": one,
        "ratio": one / joint.min(),
    }


STAIR_X = np.array([[1.0], [2.0], [4.0], [7.0], [9.0]])
STAIR_Y = np.array([2.0, 6.0, 4.0, 0.0, 6.0])


def stairs():
    model = NearestNeighborRegressor(2).fit(STAIR_X, STAIR_Y)
    left, right = model.predict([[4.4], [4.6]])
    others = {
        f"far{k}": NearestNeighborRegressor(k).fit(STAIR_X, STAIR_Y).predict([[20.0]])[0]
        for k in (1, 3, 4, 5)
    }
    far = model.predict([[20.0]])[0]
    return {"k": 2, "jump_at": 4.5, "jump": right - left, "far": far, **others}


def draw_stairs(_numbers):
    figure = new_figure(6.4, 3.3)
    [axes] = panels(figure, [""], (5.4, 2.4), xlim=(0, 10), ylim=(-0.5, 7), xlabel="x", ylabel="y")
    squared(axes)
    at = np.linspace(0, 10, 4001)
    model = NearestNeighborRegressor(2).fit(STAIR_X, STAIR_Y)
    h = model.predict(at[:, None])
    h[1:][np.abs(np.diff(h)) > 0.1] = np.nan  # no line at a jump
    axes.plot(at, h, color=INK, lw=2.2)
    axes.plot(STAIR_X, STAIR_Y, **POINTS[0])
    return figure


QUERY = np.array([0.0, 0.0])
AROUND = np.array(
    [[0.8, 0], [-1.0, 1.1], [0.4, -1.6], [1.9, 0.7], [-2.1, -0.5], [0, 2.7], [-1.7, -2.3]]
)
AROUND_CLASSES = np.array([-1, 1, 1, -1, -1, 1, -1])


def votes():
    answers = {
        f"k{k}": NearestNeighborClassifier(k).fit(AROUND, AROUND_CLASSES).predict([QUERY])[0]
        for k in (1, 3, 5, 7)
    }
    weighted = NearestNeighborClassifier(3, "distance").fit(AROUND, AROUND_CLASSES)
    return answers | {"weighted": weighted.predict([QUERY])[0]}


def draw_votes(_numbers):
    figure = new_figure(4.6, 4.7)
    looks = {"xlim": (-3.2, 3.2), "ylim": (-3.2, 3.2), "aspect": "equal"}
    [axes] = panels(figure, [""], (3.5, 3.5), bottom=0.55, **looks)
    squared(axes)
    angle = np.linspace(0, 2 * np.pi, 200)
    for radius in (1, 2, 3):
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), color=MUTED, lw=1, ls="--")
    classes(axes, AROUND, AROUND_CLASSES)
    axes.plot(*QUERY, **CENTER | {"mfc": "white"}, label="query")
    style.add_key(axes)
    return figure


def both_unlikely():
    p = 0.9
    return {"claimed": 1 - p**2, "right": 2 * p * (1 - p), "missed": (1 - p) ** 2}
