"""A fit of a noisy wave with γ and λ, and its test error for every pair of γ and λ as a map."""

import numpy as np

from rbflib.full import FullRBFRegressor
from rbflib.lab.kit import line, style
from rbflib.lab.kit.controls import LinearSlider, LogSlider, PenaltySlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, fit_on_wave, mean_squared_errors
from rbflib.lab.kit.notes import any_width
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.kit.your_data import Opens, on_line
from rbflib.lab.pages.full_network.error_map import LOG_GAMMA, SAMPLE_COUNT, ErrorMap, e_out_of_all
from rbflib.lab.pages.full_network.fit_and_weights import NO_DIGIT_LEFT, UNSURE, in_digits
from rbflib.lab.pages.full_network.penalty_scale import place_of

UP_GAMMA = {
    "ylabel": "γ",
    "ylim": (-0.05, 4.05),
    "yticks": [0, 1, 2, 3, 4],
    "yticklabels": ["1", "10", "100", "10³", "10⁴"],
}


class OverfittingScene(Scene):
    """The full network with ridge on a noisy wave, and its test error over (γ, λ)."""

    hint = "drag the ring over the map"

    drawn = ("E_out", "smallest E_out (+)", "largest |β|")

    def __init__(self):
        self.figure = style.new_figure()
        self.drawing, self.samples = fit_on_wave(self.figure, "One bump per sample, penalty λ")
        look = UP_GAMMA | {"unsure": True}
        self.map = ErrorMap(self.figure, "E_out for all γ and λ", LOG_GAMMA, **look)

    def update(self, gamma, alpha, noise, draw, data="wave"):
        numbers = self.measure(gamma, alpha, noise, draw, data)
        X, y, *_ = self.data
        self.drawing.show_data(data)
        self.drawing.show_network(self.network)
        self.samples.set_data(X[:, 0], y)
        self.map.show(e_out_of_all(noise, SEED + draw, data), alpha, np.log10(gamma))
        return in_digits(numbers)

    def measure(self, gamma, alpha, noise, draw, data="wave"):
        X, y, *test = self.data = line.samples_on_line(data, SAMPLE_COUNT, noise, SEED + draw)
        with any_width():
            network = self.network = FullRBFRegressor(gamma, alpha).fit(X, y).network_
        e_in, e_out = mean_squared_errors(network, X, y, *test)
        largest = np.abs(network.weights).max()
        if alpha == 0 and np.linalg.cond(network.transform(X)) > NO_DIGIT_LEFT:
            largest = np.nan
        return {
            "E_in": e_in,
            "E_out": e_out,
            "smallest E_out (+)": e_out_of_all(noise, SEED + draw, data).min(),
            "largest |β|": largest,
        }

    def code(self, gamma, alpha, noise, draw, **_data):
        return f"""
            import numpy as np
            from rbflib import FullRBFRegressor, design_matrix, make_wave, wave

            X, y = make_wave({SAMPLE_COUNT}, noise={noise}, random_state={SEED + draw})
            x = np.linspace(0, 1, 200)[:, None]

            def errors(gamma, alpha):
                h = FullRBFRegressor(gamma, alpha).fit(X, y).network_
                e_out = np.mean((h(x) - wave(x)) ** 2) + {noise}**2
                return np.mean((h(X) - y) ** 2), e_out, np.abs(h.weights).max()

            def is_sure(gamma, alpha):
                condition = np.linalg.cond(design_matrix(X, X, gamma))
                return alpha > 0 or condition <= 1 / np.finfo(float).eps

            penalties = [0, *10 ** np.arange(-8, 2.1, 0.5)]
            cells = [(10**g, a) for g in np.arange(41) / 10 for a in penalties]
            all_e_out = [errors(*cell)[1] for cell in cells if is_sure(*cell)]
            e_in, e_out, largest = errors({gamma}, {alpha})
            print("E_in:", e_in)
            print("E_out:", e_out)
            print("smallest E_out (+):", min(all_e_out))
            print("largest |β|:", largest if is_sure({gamma}, {alpha}) else "{UNSURE}")
        """

    def handles(self, gamma, alpha, **state):
        def move(x, y):
            return {"alpha": 10**x, "gamma": 10**y}

        at = place_of(alpha), np.log10(gamma)
        return [Handle("γ and λ", self.map.axes, at, move, (0.5, 0.1), (alpha, gamma))]


@explorer(page="full_network")
def overfitting(x=None, y=None):
    """Page 02: E_out over γ and λ; for your x and y (N,)."""
    controls = {
        "gamma": LogSlider("γ", 100, 0, 4),
        "alpha": PenaltySlider(),
        "noise": LinearSlider("noise", 0.3, 0.0, 0.6, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Exact": {"gamma": 100, "alpha": 0.0},
        "Regularized": {"gamma": 100, "alpha": 1.0},
        "Too smooth": {"gamma": 1, "alpha": 0.1},
        "Too wiggly": {"gamma": 10**3.7, "alpha": 0.1},
        "Smallest E_out": {"gamma": 10**0.3, "alpha": 1e-5},
        "Exact, no noise": {"gamma": 100, "alpha": 0.0, "noise": 0},
    }
    opens = Opens(on_line, (x, y), unused=("noise", "draw"))
    return Explorer(OverfittingScene, controls, presets, opens=opens)
