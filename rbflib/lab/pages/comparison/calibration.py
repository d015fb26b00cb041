"""Probabilities of five classifiers: how often the class comes where each says how likely it is."""

from functools import lru_cache

import numpy as np

from rbflib.datasets import make_moons
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, OptionSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines, run
from rbflib.lab.kit.scene import Scene

N_NEW = 2000
BINS = 10
SIZES = (50, 100, 200, 400)


NETWORK = 'RBFNetworkClassifier(20, gamma=2.0, alpha={}, output="logistic", random_state=0)'
# Name -> (its import, and its call, in the code that is shown).
CLASSIFIERS = {
    "RBF network": ("from rbflib import RBFNetworkClassifier", NETWORK.format("0.1")),
    "network, no penalty": ("from rbflib import RBFNetworkClassifier", NETWORK.format("1e-6")),
    "5 neighbors": ("from rbflib import NearestNeighborClassifier", "NearestNeighborClassifier(5)"),
    "1 neighbor": ("from rbflib import NearestNeighborClassifier", "NearestNeighborClassifier(1)"),
    "Gaussian process": (
        "from sklearn.gaussian_process import GaussianProcessClassifier\n"
        "from sklearn.gaussian_process.kernels import RBF, ConstantKernel",
        "GaussianProcessClassifier(ConstantKernel(10.0) * RBF(1.0), random_state=0)",
    ),
}


@lru_cache(maxsize=64)
def probabilities(classifier, N, draw):
    """p (2000,) that each of the new samples is of class +1, and their classes."""
    X, y = make_moons(N, noise=0.3, random_state=2 * draw)
    X_new, y_new = make_moons(N_NEW, noise=0.3, random_state=2 * draw + 1)
    imported, call = CLASSIFIERS[classifier]
    model = run(imported, f"model = {call}")["model"].fit(X, y)
    return model.predict_proba(X_new)[:, 1], y_new


class CalibrationScene(Scene):
    """A reliability diagram, and how often each probability is given."""

    drawn = ("wrong classes", "Brier score", "calibration error")

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "predicted probability of class +1", "xlim": (-0.03, 1.03)}
        title = "Reliability diagram: share of class +1"
        axes = style.add_axes(
            self.figure, style.LEAD, title, leads=True, ylim=(-0.03, 1.03), **look
        )
        axes.plot([0, 1], [0, 1], color=style.MUTED, lw=1, label="calibrated")
        self.curve = moving(axes.plot([], [], "o-", color=style.INK, label="10 intervals"))
        style.add_key(axes)
        title, look = f"How many of {N_NEW} new samples", look | {"ylim": (0, N_NEW / 1.6)}
        counts = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **look)
        edges = np.linspace(0, 1, BINS + 1)
        self.bars = moving(counts.stairs(np.zeros(BINS), edges, fill=True, color=style.MUTED))

    def update(self, classifier, N, draw):
        p, y = probabilities(classifier, N, draw)
        interval = np.minimum((p * BINS).astype(int), BINS - 1)
        count = np.bincount(interval, minlength=BINS)
        there = count > 0
        predicted = np.bincount(interval, p, BINS)[there] / count[there]
        observed = np.bincount(interval, y > 0, BINS)[there] / count[there]
        self.curve.set_data(predicted, observed)
        self.bars.set_data(count)
        return {
            "wrong classes": np.mean((p > 0.5) != (y > 0)),
            "Brier score": np.mean((p - (y > 0)) ** 2),
            "calibration error": np.sum(count[there] * np.abs(predicted - observed)) / len(p),
        }

    def code(self, classifier, N, draw):
        imported, call = CLASSIFIERS[classifier]
        return lines(
            """
            import numpy as np
            from rbflib import make_moons
            """,
            imported,
            f"""
            X, y = make_moons({N}, noise=0.3, random_state={2 * draw})
            X_new, y_new = make_moons({N_NEW}, noise=0.3, random_state={2 * draw + 1})
            model = {call}
            p, truth = model.fit(X, y).predict_proba(X_new)[:, 1], y_new > 0
            print("wrong classes:", np.mean((p > 0.5) != truth))
            print("Brier score:", np.mean((p - truth) ** 2))
            interval = np.minimum((p * {BINS}).astype(int), {BINS - 1})
            gaps = [np.sum((p - truth)[interval == k]) for k in range({BINS})]
            print("calibration error:", np.abs(gaps).sum() / len(p))
            """,
        )


@explorer(page="comparison")
def calibration():
    """Page 10: whether the probabilities of classifiers can be believed."""
    controls = {
        "classifier": Choice("classifier", list(CLASSIFIERS)),
        "N": OptionSlider("training samples", 50, SIZES),
        "draw": draw_slider("samples"),
    }
    presets = {
        "One neighbor": {"classifier": "1 neighbor"},
        "Five neighbors": {"classifier": "5 neighbors"},
        "No penalty": {"classifier": "network, no penalty"},
        "Gaussian process": {"classifier": "Gaussian process"},
        "Many samples": {"N": 400},
    }
    return Explorer(CalibrationScene, controls, presets)
