"""Questions of page 09: agreement of models, what a training error tells, the best of many."""

from functools import cache
from itertools import product

import numpy as np
from sklearn.svm import SVC

from rbflib import FullRBFClassifier, NearestNeighborClassifier, make_moons
from teaching.exam.drawing import INK, classes, new_figure, panels


def agreement():
    n, a, b, both = 200, 20, 24, 12
    disagree = (a - both) + (b - both)
    return {
        "agree": (n - disagree) / n,
        "most": (n - (b - a)) / n,
        "least": (n - (a + b)) / n,
    }


def luck():
    """The smallest error of three coins on two test samples, over all outcomes."""
    errors = [[sum(pair) / 2 for pair in product([0, 1], repeat=2)]] * 3
    smallest = np.array([min(outcome) for outcome in product(*errors)])
    return {
        "none": np.mean(smallest == 0),
        "all": np.mean(smallest == 1),
        "expected": smallest.mean(),
    }


AREA = (-2.7, 2.1, -1.6, 1.75)


@cache
def three_models():
    X, y = make_moons(40, noise=0.3, random_state=80)
    models = {
        "A": FullRBFClassifier(gamma=0.8, alpha=1.0),
        "B": NearestNeighborClassifier(1),
        "C": SVC(gamma=40.0, C=1000.0),
    }
    return X, y, {name: model.fit(X, y) for name, model in models.items()}


def regions():
    X, y, models = three_models()
    return {name.lower(): np.sum(model.predict(X) != y) for name, model in models.items()}


def draw_regions(_numbers):
    X, y, models = three_models()
    figure = new_figure(8.9, 2.6)
    left, right, low, high = AREA
    t, u = np.meshgrid(np.linspace(left, right, 170), np.linspace(low, high, 140))
    looks = {"xlim": (left, right), "ylim": (low, high), "aspect": "equal"}
    shown = panels(figure, models, (2.75, 1.92), left=0.35, bottom=0.35, gap=0.12, **looks)
    for axes, model in zip(shown, models.values(), strict=True):
        decided = model.predict(np.column_stack([t.ravel(), u.ravel()])).reshape(t.shape)
        axes.contourf(t, u, decided, [-2, 0, 2], colors=["#C8C8C8", "#FFFFFF"])
        axes.contour(t, u, decided, [0], colors=INK, linewidths=1.2)
        classes(axes, X, y, ms=5, mew=1.1)
        if axes is not figure.axes[0]:
            axes.tick_params(labelleft=False)
    return figure
