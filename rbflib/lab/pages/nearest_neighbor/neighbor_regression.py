"""Four estimates from the same samples: k nearest, weighted nearest, kernel regression, network.
On the right the same, close to x.
"""

from functools import cache, lru_cache, partial

import numpy as np

from rbflib.datasets import make_wave, wave
from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, mean_squared_errors, samples_on_line, show_truth
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.kit.your_data import Opens, YourData, on_line, show_frame
from rbflib.neighbors import NadarayaWatsonRegressor, NearestNeighborRegressor

NOISE, PENALTY = 0.3, 0.1
SPARSE = (0.5, 0.8)
QUERIES = np.linspace(-0.3, 1.3, 401)
INSIDE = np.linspace(0, 1, 251)
TRUTH = INSIDE, wave(INSIDE[:, None])
LIMITS = {"ylim": (-1.3, 2.2)}
CLOSE = 0.12  # from x to both ends of the close-up
PLACE, BESIDE = (0.68, 0.6, 3.45, 3.52), (5.6, 0.6, 3.4, 3.52)  # beside the curves' names


@cache
def sparse_samples():
    """Samples of the wave on [0, 1] with a sparse region: only two are left in it."""
    X, y = make_wave(60, NOISE, random_state=SEED)
    x = X[:, 0]
    kept = (x < SPARSE[0]) | (x > SPARSE[1])
    kept[np.flatnonzero(~kept)[[5, 12]]] = True
    return X[kept], y[kept]


def samples_of(data):
    """X and y; the noise of the test's targets, its X and y."""
    if isinstance(data, YourData):
        return samples_on_line(data, 0, 0, 0)
    return *sparse_samples(), NOISE, X_TEST, wave(X_TEST)


def switch_points(x, k):
    """Where on the line the set of k nearest of the sorted samples x (N,) changes: (N − k,)."""
    return (x[:-k] + x[k:]) / 2


ESTIMATES = {
    "nearest": {"label": "k nearest", **style.line_of("neighbor")},
    "distance": {"label": "1/d²", **style.line_of("weights 1/d²")},
    "kernel": {"label": "kernel", **style.line_of("kernel regression")},
    "network": {"label": "network", **style.line_of("ridge")},
}
LABELS = {name: look["label"] for name, look in ESTIMATES.items()}
LABELS |= {"distance": "weights 1/d²", "kernel": "kernel regression"}
NOT_SHOWN = (np.empty(0), np.empty(0)), {}


class NeighborRegressionScene(Scene):
    """Four estimates of one curve, from samples with a sparse region and two ends."""

    hint = "drag the line at x"

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "x", "ylabel": "y", "xlim": (-0.3, 1.3), **LIMITS}
        title = "Estimates from the same samples"
        self.axes = style.add_axes(self.figure, PLACE, title, leads=True, **look)
        look = {"xlabel": "distance from x", "xlim": (-CLOSE, CLOSE), **LIMITS}
        self.close = style.add_axes(self.figure, BESIDE, "The same, close to x", keyed=True, **look)
        self.data = "wave"
        self.sparse = self.axes.axvspan(*SPARSE, color=style.lighter(style.PALE), lw=0, zorder=0)
        shown = [self._draw_samples(axes) for axes in (self.axes, self.close)]
        self.samples = shown[0][1]
        self.close_truth, self.close_samples = map(moving, shown[1])
        self.curves, self.close_curves = map(self._estimates, (self.axes, self.close))
        look = {"ms": 10, "mfc": "none", "mew": 1.4}
        look["mec"] = style.METHOD_STYLE["neighbor"]["color"]
        self.neighbors = moving(self.axes.plot([], [], "o", zorder=6, label="nearest to x", **look))
        self.query = moving(self.axes.axvline(0, color=style.INK, lw=1))
        self.close.axvline(0, color=style.INK, lw=1)
        EndLabels(self.axes, *self.curves.values())
        style.add_key(self.axes, *shown[0], self.neighbors)

    @staticmethod
    def _draw_samples(axes):
        """The true curve and the samples."""
        X, y = sparse_samples()
        truth = axes.plot(*TRUTH, color=style.MUTED, lw=1.2, label="true f(x)")
        return *truth, *axes.plot(X[:, 0], y, "o", color=style.INK, ms=5, zorder=5, label="samples")

    @staticmethod
    def _estimates(axes):
        return {
            name: moving(axes.plot([], [], zorder=4, **look)) for name, look in ESTIMATES.items()
        }

    def maxima(self, data="wave", **_state):
        return {"k": len(samples_of(data)[0])}

    def _show_data(self, data, X, y):
        if data is self.data:
            return
        self.data = data
        show_frame(self.axes, data, xlabel="x", ylabel="y")
        self.sparse.set_visible(not isinstance(data, YourData))
        for axes, samples in (self.axes, self.samples), (self.close, self.close_samples):
            show_frame(axes, data, **LIMITS)
            show_truth(axes, data)
            samples.set_data(X[:, 0], y)

    def update(self, k, gamma, x, data="wave", **shown):
        X, y, *_ = samples_of(data)
        self._show_data(data, X, y)
        index = NearestNeighborRegressor(k).fit(X, y).kneighbors([[x]])[1][0]
        self.neighbors.set_data(X[index, 0], y[index])
        self.query.set_xdata([x, x])
        self.close_truth.set_xdata(TRUTH[0] - x)
        self.close_samples.set_xdata(X[:, 0] - x)
        numbers = {"the k nearest lie between": "{:.2f} and {:.2f}".format(*_ends(X[index, 0]))}
        for name, curve in self.curves.items():
            (at, h), errors = estimate(name, k, gamma, data) if shown[name] else NOT_SHOWN
            curve.set_data(at, h)
            self.close_curves[name].set_data(at - x, h)
            numbers |= {f"{LABELS[name]}: {key}": z for key, z in errors.items()}
        return numbers

    def code(self, k, gamma, x, data="wave", **shown):
        models = {
            "nearest": f"NearestNeighborRegressor({k})",
            "distance": f'NearestNeighborRegressor({k}, weights="distance")',
            "kernel": f"NadarayaWatsonRegressor(gamma={gamma})",
            "network": f"FullRBFRegressor(gamma={gamma}, alpha={PENALTY})",
        }
        models = {name: model for name, model in models.items() if shown[name]}
        learners = {"NearestNeighborRegressor", *(m.partition("(")[0] for m in models.values())}
        start = f"""
            import numpy as np
            from rbflib import {", ".join(sorted(learners))}, make_wave, wave

            X, y = make_wave(60, noise={NOISE}, random_state={SEED})
            kept = (X[:, 0] < 0.5) | (X[:, 0] > 0.8)
            kept[np.flatnonzero(~kept)[[5, 12]]] = True  # two are left in the sparse region
            X, y = X[kept], y[kept]
            nearest = X[NearestNeighborRegressor({k}).fit(X, y).kneighbors([[{x}]])[1][0]]
            between = f"{{nearest.min():.2f}} and {{nearest.max():.2f}}"
            print("the k nearest lie between:", between)
            x, change = np.linspace(0, 1, 200)[:, None], (X[:-{k}] + X[{k}:]) / 2
        """
        return lines(start, *(_code_of(name, model) for name, model in models.items()))

    def disabled_reasons(self, kernel, network, **_state):
        return {} if kernel or network else {"gamma": "the estimates shown have no γ"}

    def handles(self, **state):
        at = (state["x"], np.mean(self.axes.get_ylim()))
        return [Handle("the line at x", self.axes, at, lambda x, _: {"x": x}, (0.01, 0))]


def _code_of(name, model):
    """Lines that print the errors of one of ESTIMATES, and the largest jump where it has jumps."""
    label = LABELS[name]
    errors = f"""
        h = {model}.fit(X, y).predict
        print("{label}: E_in:", np.mean((h(X) - y) ** 2))
        print("{label}: E_out:", np.mean((h(x) - wave(x)) ** 2) + {NOISE}**2)
    """
    jump = f"""
        jumps = h(change + 1e-9) - h(change - 1e-9) if len(change) else np.zeros(1)
        print("{label}: largest jump:", np.abs(jumps).max())
    """
    return lines(errors, jump if name in ("nearest", "distance") else "")


def _ends(values):
    return values.min(), values.max()


def estimate(name, k, gamma, data="wave"):
    """One of ESTIMATES: its curve (x, h), and its errors by name."""
    if name == "kernel":
        return _smooth(data, NadarayaWatsonRegressor, gamma=gamma)
    if name == "network":
        return _smooth(data, FullRBFRegressor, gamma=gamma, alpha=PENALTY)
    return _nearest(data, k, "uniform" if name == "nearest" else "distance")


@lru_cache(maxsize=256)
def _nearest(data, k, weights):
    """The curve of the k nearest, upright at its jumps; its errors, and its largest jump."""
    X, y, *_ = samples_of(data)
    model = NearestNeighborRegressor(k, weights).fit(X, y)
    changes = switch_points(X[:, 0], k)
    x = np.sort(np.concatenate([QUERIES, X[:, 0], changes - 1e-9, changes + 1e-9]))
    h = model.predict(x[:, None])
    after = np.searchsorted(x, changes)
    jumps = np.abs(h[after] - h[after - 1])
    return (x, h), _errors(model, data) | {"largest jump": jumps.max(initial=0)}


@lru_cache(maxsize=64)
def _smooth(data, learner, **parameters):
    model = learner(**parameters).fit(*samples_of(data)[:2])
    return (QUERIES, model.predict(QUERIES[:, None])), _errors(model, data)


def _errors(model, data):
    """E_in on the samples, and E_out: what is expected on a new sample between 0 and 1."""
    errors = mean_squared_errors(model.predict, *samples_of(data))
    return dict(zip(("E_in", "E_out"), errors, strict=True))


@explorer(page="nearest_neighbor")
def neighbor_regression(x=None, y=None):
    """Page 03: four estimates on a line, with jumps and ends; of your x and y (N,)."""
    controls = {
        "k": LinearSlider("neighbors k", 7, 1, len(sparse_samples()[0]), 1),
        "gamma": LogSlider("γ", 10**2.5, 0, 4),
        "x": LinearSlider("query x", 0.3, -0.3, 1.3, 0.01),
    }
    for name, label in LABELS.items():
        controls[name] = Switch(label, name in ("nearest", "kernel"))
    nearest_only = {"kernel": False}
    presets = {
        "One neighbor": {"k": 1, **nearest_only},
        "k = √N": nearest_only,
        "All samples": {"k": len(sparse_samples()[0]), **nearest_only},
        "At the end": {"x": 1.1, **nearest_only},
        "Sparse region": {"x": 0.65, **nearest_only},
        "Weights 1/d²": {"distance": True, **nearest_only},
        "Kernel regression": {"nearest": False},
        "Narrow kernel": {"nearest": False, "gamma": 10_000},
        "Wide kernel": {"nearest": False, "gamma": 10**0.7},
        "All four": {"distance": True, "network": True},
    }
    opens = Opens(partial(on_line, most=len(sparse_samples()[0])), (x, y))
    return Explorer(NeighborRegressionScene, controls, presets, opens=opens)
