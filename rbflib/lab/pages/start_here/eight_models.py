"""One data set under eight models. Each is a sum of bumps; they differ in centers, weights and
widths.
"""

import warnings
from functools import cache, lru_cache

import numpy as np
from sklearn.svm import SVC

from rbflib.elm import ELMClassifier
from rbflib.full import FullRBFClassifier, UniformRBFClassifier
from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider
from rbflib.lab.kit.plane import PLANE_DATA, PlaneDrawing, plane_data
from rbflib.lab.kit.stage import Scene, moving
from rbflib.ols import OLSRegressor
from rbflib.svm import network_from_svc
from rbflib.two_stage import RBFNetworkClassifier

SAMPLES = 100
FEW = 12  # centers, where a model chooses few


def _two_stage(X, y, gamma, centers):
    model = RBFNetworkClassifier(FEW, centers=centers, gamma=gamma, alpha=1e-3, random_state=0)
    return model.fit(X, y).network_


def _exact(X, y, gamma):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # wide bumps: page 02 speaks of them
        return FullRBFClassifier(gamma).fit(X, y).network_


@cache
def _group_means(samples):
    X = np.frombuffer(samples).reshape(-1, 2)
    return KMeans(FEW, random_state=0).fit(X).cluster_centers_


# Title -> function of X, y and γ that gives the network. The last one draws its widths, too.
EIGHT = {
    "votes": lambda X, y, gamma: UniformRBFClassifier(gamma).fit(X, y).network_,
    "exact": _exact,
    "ridge": lambda X, y, gamma: FullRBFClassifier(gamma, alpha=1.0).fit(X, y).network_,
    "Gaussian SVM": lambda X, y, gamma: network_from_svc(SVC(gamma=gamma, C=10).fit(X, y)),
    "k-means": lambda X, y, gamma: _two_stage(X, y, gamma, _group_means(X.tobytes())),
    "random centers": lambda X, y, gamma: _two_stage(X, y, gamma, "random"),
    "OLS": lambda X, y, gamma: OLSRegressor(FEW, tol=0.0, gamma=gamma).fit(X, y).network_,
    "ELM": lambda X, y, gamma: (
        ELMClassifier(FEW, activation="rbf", alpha=1e-3, random_state=0).fit(X, y).network_
    ),
}


@lru_cache(maxsize=128)  # a slider goes back and forth
def fits_of(data, gamma):
    """Title -> network, and its error on new samples."""
    X, y, X_test, y_test = plane_data(data, SAMPLES)
    networks = {title: learn(X, y, gamma) for title, learn in EIGHT.items()}
    # A score of 0 occurs: it means -1.
    wrong = {title: (network(X_test) > 0) != (y_test > 0) for title, network in networks.items()}
    return {title: (network, np.mean(wrong[title])) for title, network in networks.items()}


WIDE, HIGH = 2.05, 1.72  # inches of a picture
STEP_RIGHT, STEP_DOWN = 2.27, 2.08


class EightModelsScene(Scene):
    """Eight small planes: the same samples, and what each model makes of them."""

    def __init__(self):
        self.figure = style.new_figure(height=4.2)
        self.planes = {}
        for i, title in enumerate(EIGHT):
            row, column = divmod(i, 4)
            place = (0.16 + STEP_RIGHT * column, 2.16 - STEP_DOWN * row, WIDE, HIGH)
            reach = 2.6 * HIGH / WIDE
            limits = {"xlim": (-2.6, 2.6), "ylim": (-reach, reach), "xticks": [], "yticks": []}
            axes = style.add_axes(self.figure, place, title, **limits)
            drawing = PlaneDrawing(axes)
            for points in drawing.samples.values():
                points.set(markersize=3.5, markeredgewidth=0.3)
            for rings, size in zip(drawing.centers, (3.5, 5, 6.5, 8), strict=True):
                rings.set(markersize=size, markeredgewidth=1.0)
            look = {
                "ha": "right",
                "size": style.TYPE,
                "color": style.INK,
                "transform": axes.transAxes,
                "clip_on": False,
            }
            # Only a support vector machine chooses how many: moving text takes long to draw.
            bumps = axes.text(1.0, 1.045, f"{FEW if row else SAMPLES} bumps", **look)
            self.planes[title] = drawing
            if title == "Gaussian SVM":
                self.bumps = moving(bumps)

    def update(self, data, gamma):
        X, y, *_ = plane_data(data, SAMPLES)
        models = fits_of(data, gamma)
        for title, (network, _) in models.items():
            self.planes[title].show_samples(X, y)
            self.planes[title].show_network(network)
        self.bumps.set_text(f"{models['Gaussian SVM'][0].n_centers} bumps")
        return {f"E_out, {title}": error for title, (_, error) in models.items()}

    def code(self, data, gamma):
        make = PLANE_DATA[data][0].__name__
        return f"""
            import numpy as np
            from rbflib import ELMClassifier, FullRBFClassifier, KMeans, OLSRegressor
            from rbflib import RBFNetworkClassifier, UniformRBFClassifier, {make}
            from sklearn.svm import SVC

            X, y = {make}(500, random_state=7)
            X, y, X_test, y_test = X[:100], y[:100], X[100:], y[100:]
            means = KMeans({FEW}, random_state=0).fit(X).cluster_centers_
            few = {{"gamma": {gamma}, "alpha": 1e-3, "random_state": 0}}
            models = {{
                "votes": UniformRBFClassifier({gamma}),
                "exact": FullRBFClassifier({gamma}),
                "ridge": FullRBFClassifier({gamma}, alpha=1.0),
                "Gaussian SVM": SVC(gamma={gamma}, C=10),
                "k-means": RBFNetworkClassifier(centers=means, **few),
                "random centers": RBFNetworkClassifier({FEW}, centers="random", **few),
                "OLS": OLSRegressor({FEW}, tol=0.0, gamma={gamma}),
                "ELM": ELMClassifier({FEW}, activation="rbf", alpha=1e-3, random_state=0),
            }}
            for name, model in models.items():
                said = np.where(model.fit(X, y).predict(X_test) > 0, 1, -1)
                print(f"E_out, {{name}}:", np.mean(said != y_test))
        """


def eight_models():
    """Page 00: one data set under eight models."""
    controls = {
        "data": choice("data", ["two moons", "disk in a ring", "four clouds"]),
        "gamma": log_slider("γ", 3.0, -1, 3),
    }
    presets = {
        "Wide bumps": {"gamma": 0.3},
        "Narrow bumps": {"gamma": 300},
        "A ring": {"data": "disk in a ring"},
        "Four clouds": {"data": "four clouds"},
    }
    return Explorer(EightModelsScene(), controls, presets)
