"""The bumps of a Gaussian SVM added one by one, the largest weights first, and the errors on the
way.
"""

from functools import lru_cache

import numpy as np
from sklearn.svm import SVC

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import ErrorCurves
from rbflib.lab.kit.plane import PLANE_DATA, SEED, PlaneDrawing, plane_axes, plane_data
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, of_two_classes
from rbflib.network import RBFNetwork
from rbflib.svm import network_from_svc


class SvmBumpsScene(Scene):
    """The decision value of a Gaussian SVM, summed up bump by bump, and its error on the way."""

    drawn = ("bumps in all", "E_in", "E_out")

    def __init__(self):
        self.figure = style.new_figure()
        plane = plane_axes(self.figure, style.LEAD, "The bumps so far", leads=True)
        self.drawing = PlaneDrawing(plane, "SVM")
        look = {"color": style.INK, "ls": "", "mfc": "none", "mew": 1.8, "zorder": 5}
        self.newest = moving(plane.plot([], [], "s", ms=19, **look, label="the last"))
        self.drawing.centers[2].set_label("|β|")
        style.add_key(plane)
        title, look = "Share of samples in error", {"ylim": (0, 1), "yticks": [0, 0.5, 1]}
        axes = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **look)
        axes.set_xlabel("bumps added, largest first")
        self.errors, self.along = ErrorCurves(axes, "training", "test"), axes
        EndLabels(axes, self.errors.e_in, self.errors.e_out)

    def maxima(self, data, gamma, C, bumps, draw):
        return {"bumps": _bump_by_bump(data, gamma, C, draw)[0].n_centers}

    def update(self, data, gamma, C, bumps, draw):
        network, e_in, e_out = _bump_by_bump(data, gamma, C, draw)
        centers, weights = network.centers[:bumps], network.weights[:bumps]
        self.drawing.show_labels(data)
        self.drawing.show_samples(*plane_data(data, draw=draw)[:2])
        self.drawing.show_network(RBFNetwork(centers, weights, network.bias, network.gamma))
        self.newest.set_data(*centers[-1:].T)
        so_far = slice(bumps + 1)
        added = np.arange(network.n_centers + 1)
        top = 20 * -(-network.n_centers // 20)  # in steps: numbers at axes take long to draw
        if self.along.get_xlim()[1] != top:
            self.along.set_xlim(0, top)
        self.errors.show(added[so_far], e_in[so_far], e_out[so_far], bumps)
        return self.measure(data, gamma, C, bumps, draw)

    def measure(self, data, gamma, C, bumps, draw):
        network, e_in, e_out = _bump_by_bump(data, gamma, C, draw)
        return {"bumps in all": network.n_centers, "E_in": e_in[bumps], "E_out": e_out[bumps]}

    def code(self, data, gamma, C, bumps, draw):
        make = PLANE_DATA[data][0].__name__
        return f"""
            import numpy as np
            from sklearn.svm import SVC
            from rbflib import RBFNetwork, {make}, network_from_svc

            X, y = {make}(500, random_state={SEED + draw})
            X, y, X_test, y_test = X[:100], y[:100], X[100:], y[100:]
            machine = network_from_svc(SVC(gamma={gamma}, C={C}).fit(X, y))
            beta = machine.weights
            # The largest |β| first; equal ones alternate between the classes.
            rank = np.where(beta > 0, np.cumsum(beta > 0), np.cumsum(beta <= 0))
            first = np.lexsort([rank, -np.abs(beta).round(9)])[:{bumps}]
            h = RBFNetwork(machine.centers[first], beta[first], machine.bias, machine.gamma)
            print("bumps in all:", machine.n_centers)
            print("E_in:", np.mean(np.where(h(X) > 0, 1, -1) != y))
            print("E_out:", np.mean(np.where(h(X_test) > 0, 1, -1) != y_test))
        """


@lru_cache(maxsize=128)
def _bump_by_bump(data, gamma, C, draw):
    """The fitted machine, bumps sorted by |weight|, and both errors after every bump."""
    X, y, X_test, y_test = plane_data(data, draw=draw)
    network = network_from_svc(SVC(gamma=gamma, C=C).fit(X, y))
    order = _largest_first(network.weights)
    centers, weights = network.centers[order], network.weights[order]
    network = RBFNetwork(centers, weights, network.bias, network.gamma)

    def error_after_every_bump(X, y):
        scores = np.cumsum(network.transform(X) * weights, axis=1) + network.bias
        scores = np.column_stack([np.full(len(X), network.bias), scores])
        return np.mean(np.where(scores > 0, 1, -1) != y[:, None], axis=0)

    return network, error_after_every_bump(X, y), error_after_every_bump(X_test, y_test)


def _largest_first(weights):
    """Order by |weight|; equal ones, as at the bound C, alternate between the classes."""
    positive = weights > 0
    rank_in_class = np.where(positive, np.cumsum(positive), np.cumsum(~positive))
    return np.lexsort([rank_in_class, -np.abs(weights).round(9)])


@explorer(page="gaussian_svm")
def svm_bumps(X=None, y=None):
    """Page 01: a Gaussian SVM taken apart into its bumps; of your X (N, 2) and two classes y."""
    controls = {
        "data": Choice("data", list(PLANE_DATA)),
        "gamma": LogSlider("γ", 1.0, -1, 2),
        "C": LogSlider("C", 1.0, -2, 3),
        "bumps": LinearSlider("bumps added", 6, 0, 100, 1),
        "draw": draw_slider("samples"),
    }
    presets = {
        "One bump": {"bumps": 1},
        "Twenty bumps": {"bumps": 20},
        "The whole machine": {"bumps": 100},
        "Few, wide bumps": {"gamma": 10**-0.5, "C": 100, "bumps": 100},
        "A bump on every sample": {"gamma": 100, "C": 10, "bumps": 100},
        "Real data": {"data": "breast cancer", "gamma": 10**-0.3, "C": 1, "bumps": 100},
    }
    return Explorer(
        SvmBumpsScene, controls, presets, opens=Opens(of_two_classes, (X, y), unused=("draw",))
    )
