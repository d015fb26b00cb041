"""The full network in the plane: uniform votes beside weights that were solved for."""

import numpy as np

from rbflib.full import FullRBFClassifier, UniformRBFClassifier
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import Choice, LogSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.plane import PLANE_DATA, SEED, PlaneDrawing, plane_axes, plane_data
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene


class VotesAndWeightsScene(Scene):
    """Two full networks in the plane: uniform votes β = y, and weights that were solved for."""

    drawn = ("votes: E_out", "solved: E_out")

    def __init__(self):
        self.figure = style.new_figure()
        places = (0.55, 0.6, 3.95, 3.24), (5.1, 0.6, 3.95, 3.24)
        titles = "Uniform votes: β = y", "Solved: β = (ZᵀZ + λI)⁻¹Zᵀy"
        pairs = zip(places, titles, strict=True)
        votes, solved = (plane_axes(self.figure, *pair, leads=True) for pair in pairs)
        self.drawings = {"votes": PlaneDrawing(votes, "votes"), "solved": PlaneDrawing(solved)}
        self.drawings["votes"].centers[2].set_label("|β|")
        style.add_key(votes)

    def update(self, data, gamma, alpha, draw):
        numbers = self.measure(data, gamma, alpha, draw)
        color = style.METHOD_STYLE[style.full_network(alpha)]["color"]
        self.drawings["solved"].boundary.set_color(color)
        for name, drawing in self.drawings.items():
            drawing.show_labels(data)
            drawing.show_samples(*plane_data(data, draw=draw)[:2])
            drawing.show_network(self.models[name].network_)
        return numbers

    def measure(self, data, gamma, alpha, draw):
        X, y, X_test, y_test = plane_data(data, draw=draw)
        votes, solved = UniformRBFClassifier(gamma), FullRBFClassifier(gamma, alpha)
        self.models, numbers = {"votes": votes.fit(X, y), "solved": solved.fit(X, y)}, {}
        for name, model in self.models.items():
            numbers[f"{name}: E_in"] = np.mean(model.predict(X) != y)
            numbers[f"{name}: E_out"] = np.mean(model.predict(X_test) != y_test)
        return numbers

    def code(self, data, gamma, alpha, draw):
        make = PLANE_DATA[data][0].__name__
        return f"""
            import numpy as np
            from rbflib import FullRBFClassifier, UniformRBFClassifier, {make}

            X, y = {make}(500, random_state={SEED + draw})
            X, y, X_test, y_test = X[:100], y[:100], X[100:], y[100:]
            votes = UniformRBFClassifier(gamma={gamma}).fit(X, y)
            print("votes: E_in:", np.mean(votes.predict(X) != y))
            print("votes: E_out:", np.mean(votes.predict(X_test) != y_test))
            solved = FullRBFClassifier(gamma={gamma}, alpha={alpha}).fit(X, y)
            print("solved: E_in:", np.mean(solved.predict(X) != y))
            print("solved: E_out:", np.mean(solved.predict(X_test) != y_test))
        """


@explorer(page="full_network")
def votes_and_weights():
    """Page 02: classification by uniform votes and by solved weights."""
    controls = {
        "data": Choice("data", list(PLANE_DATA)),
        "gamma": LogSlider("γ", 10**0.3, -1, 3),
        "alpha": PenaltySlider(0.1),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Wide votes": {"gamma": 10**-0.7},
        "Narrow votes": {"gamma": 100},
        "Exact": {"gamma": 10, "alpha": 0.0},
        "Regularized": {"gamma": 10**0.3, "alpha": 1.0},
        "Real data": {"data": "breast cancer", "gamma": 10**-0.3, "alpha": 1.0},
        "Real data, exact": {"data": "breast cancer", "gamma": 10, "alpha": 0.0},
    }
    return Explorer(VotesAndWeightsScene, controls, presets)
