"""Orthogonal least squares under way: the fit so far, the err of every candidate, and the energy
that is left.
"""

from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from scipy import linalg

from rbflib.basis import design_matrix
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, LineDrawing, mark_samples, samples_on_line, wave_axes
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, on_line
from rbflib.lab.pages.orthogonal_least_squares.energy_bar import EnergyBar
from rbflib.network import RBFNetwork
from rbflib.numerics.candidates import HALF_OF_DIGITS
from rbflib.ols import orthogonal_least_squares

N_WAVE = 30
LEAST_ERR = 1e-3  # a smaller ratio has no bar


class Choices(NamedTuple):
    """Every step of one selection. Entry k of a list is the state with k centers."""

    X: np.ndarray
    y: np.ndarray
    path: object
    networks: list
    next_err: list  # (N,) error-reduction ratio of every candidate for the next place
    left: np.ndarray  # 1 − Σ err
    left_new: np.ndarray  # the share of the energy of new samples


@lru_cache(maxsize=64)
def choices(gamma, noise, draw, data="wave"):
    X, y, noise, X_test, y_test = samples_on_line(data, N_WAVE, noise, SEED + draw)
    Z = design_matrix(X, X, gamma)
    path = orthogonal_least_squares(Z, y)
    networks = []
    for k in range(len(path.selected) + 1):
        weights = linalg.solve_triangular(path.A[:k, :k], path.g[:k]) if k else []
        networks.append(RBFNetwork(X[path.selected[:k]], weights, gamma=gamma))
    energy = np.mean(y_test**2) + noise**2
    new = [np.mean((h(X_test) - y_test) ** 2) + noise**2 for h in networks]
    left = np.append(1, 1 - np.cumsum(path.err))
    return Choices(X, y, path, networks, _next_err(Z, y, path), left, np.array(new) / energy)


def _next_err(Z, y, path):
    """Ratio (3) of every candidate, before each choice and after the last."""
    Z_left, ratios = Z.copy(), []
    for k in range(len(path.selected) + 1):
        energy = np.einsum("nm,nm->m", Z_left, Z_left)
        free = energy > HALF_OF_DIGITS**2 * np.einsum("nm,nm->m", Z, Z)
        free[path.selected[:k]] = False
        gain = (Z_left.T @ y) ** 2 / (y @ y)
        ratios.append(np.divide(gain, energy, out=np.zeros(len(gain)), where=free))
        for q in path.Q.T[k : k + 1]:
            Z_left -= np.outer(q, q @ Z_left) / (q @ q)
    return ratios


class ChoiceScene(Scene):
    """Centers chosen one by one on a noisy wave."""

    drawn = ("chosen", "left", "left on new samples", "first center to highest sample")

    def __init__(self):
        self.figure = style.new_figure()
        fit = wave_axes(self.figure, (0.62, 2.0, 4.28, 2.12), "The fit so far", leads=True)
        fit.set_xlabel("")
        fit.set_xticklabels([])
        self.drawing = LineDrawing(fit, **style.line_of("OLS"), label="fit")
        self.samples = mark_samples(fit)
        diamonds = {"color": style.CENTER, "ms": 8, "clip_on": False, "zorder": 6}
        self.centers = moving(fit.plot([], [], "D", label="chosen", **diamonds))
        look = {"xlabel": "x", "xlim": fit.get_xlim(), "ylim": (LEAST_ERR, 3), "yscale": "log"}
        place, title = (0.62, 0.6, 4.28, 0.95), "Ratio err of every candidate"
        self.stems = style.add_axes(self.figure, place, title, **look)
        self.stems.set_yticks([0.001, 0.01, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
        bars = {"color": style.MUTED, "lw": 4, "solid_capstyle": "butt"}
        self.bars = moving(self.stems.plot([], [], label="candidates", **bars))
        mark = {"color": style.INK, "ms": 11, "mec": "white", "clip_on": False, "zorder": 5}
        self.winner = moving(self.stems.plot([], [], "v", label="next", **mark))
        style.add_key(fit, *fit.get_legend_handles_labels()[0], self.winner)
        self._add_energy()

    def _add_energy(self):
        title = "Energy explained; line: 1 − ρ"
        bar = style.add_axes(self.figure, (5.75, 4.05, 3.2, 0.3), title)
        self.bar = EnergyBar(bar, N_WAVE)
        self.goal = moving(bar.axvline(1, color=style.INK, lw=2))
        look = {"xlabel": "centers", "xlim": (-0.4, 30.4), "ylim": (1e-3, 2), "yscale": "log"}
        place, title = (5.75, 0.6, 3.2, 2.3), "Share of energy left"
        shares = style.add_axes(self.figure, place, title, keyed=True, **look)
        self.left = moving(shares.plot([], [], "o-", color=style.INK, ms=4, label="1 − Σ err"))
        self.left_new = moving(shares.plot([], [], "--", color=style.INK, label="new samples"))
        self.rho = moving(shares.axhline(1, color=style.INK, lw=1, ls=":", label="ρ"))
        ring = {"ms": 12, "mfc": "none", "mec": style.INK, "mew": 2, "clip_on": False}
        self.now = moving(shares.plot([], [], "o", zorder=5, **ring))
        shares.set_yticks([0.001, 0.01, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
        style.add_key(shares, self.left, self.left_new, self.rho)

    def update(self, most, rho, gamma, noise, draw, data="wave"):
        record = choices(gamma, noise, draw, data)
        self.drawing.show_data(data, below=self.stems)
        stop = _stop(record, rho)
        step = min(most, stop)
        chosen, ratios = record.path.selected[:step], record.next_err[step]
        self.drawing.show_network(record.networks[step])
        self.samples.set_data(record.X[:, 0], record.y)
        self.centers.set_data(record.X[chosen, 0], np.full(step, self.drawing.axes.get_ylim()[0]))
        self._show_candidates(record.X[:, 0], ratios, step < stop)
        self.bar.show(record.path.err[:step])
        self.goal.set_xdata([1 - rho] * 2)
        self.left.set_data(np.arange(len(record.left)), np.maximum(record.left, 1e-4))
        self.left_new.set_data(np.arange(len(record.left)), np.minimum(record.left_new, 1e3))
        self.rho.set_ydata([rho] * 2)
        self.now.set_data([step], [max(record.left[step], 1e-3)])
        from_highest = np.abs(record.X[record.path.selected[:1]] - record.X[record.y.argmax()])
        return {
            "chosen": step,
            "Σ err": 1 - record.left[step],
            "left": record.left[step],
            "left on new samples": record.left_new[step],
            "next": f"err {ratios.max():.2g}" if step < stop else "none, stop",
            "first center to highest sample": from_highest.max(initial=0),
        }

    def code(self, most, rho, gamma, noise, draw, **_data):
        return f"""
            import numpy as np
            from rbflib import design_matrix, make_wave, orthogonal_least_squares
            from rbflib import solve_weights, wave

            X, y = make_wave({N_WAVE}, noise={noise}, random_state={SEED + draw})
            Z = design_matrix(X, X, gamma={gamma})
            path = orthogonal_least_squares(Z, y)
            left = np.append(1, 1 - np.cumsum(path.err))
            stop = np.argmax(left < {rho}) if min(left) < {rho} else len(path.selected)
            M = min({most}, stop)
            x, centers = np.linspace(0, 1, 200)[:, None], X[path.selected[:M]]
            h = np.zeros(len(x))
            if M:
                weights = solve_weights(Z[:, path.selected[:M]], y)
                h = design_matrix(x, centers, gamma={gamma}) @ weights
            e_out = np.mean((h - wave(x)) ** 2) + {noise}**2
            energy = np.mean(wave(x) ** 2) + {noise}**2
            print("chosen:", M)
            print("Σ err:", 1 - left[M])
            print("left:", left[M])
            print("left on new samples:", e_out / energy)
            print("next:", f"err {{path.err[M]:.2g}}" if M < stop else "none, stop")
            away = np.abs(X[path.selected[0]] - X[y.argmax()])
            print("first center to highest sample:", away.item())
        """

    def _show_candidates(self, x, ratios, more):
        """Bars in one line with gaps; a mark over the winner, if there is a next choice."""
        foot, gap = np.full(len(x), LEAST_ERR), np.full(len(x), np.nan)
        heights = np.maximum(ratios, LEAST_ERR)
        self.bars.set_data(np.repeat(x, 3), np.column_stack([foot, heights, gap]).ravel())
        best = ratios.argmax()
        self.winner.set_data(x[[best]] if more else [], [1.6 * heights[best]] if more else [])


def _stop(record, rho):
    """Number of centers at which 1 − Σ err < ρ, or at which no column is left."""
    below = np.flatnonzero(record.left < rho)
    return int(below[0]) if len(below) else len(record.path.selected)


@explorer(page="orthogonal_least_squares")
def choose_centers(x=None, y=None):
    """Page 06: centers chosen one by one, and when to stop; for your x and y (N,)."""
    controls = {
        "most": LinearSlider("at most M", 2, 0, 30, 1),
        "rho": LogSlider("tolerance ρ", 0.1, -2.5, -0.3),
        "gamma": LogSlider("γ", 100, 0.5, 3),
        "noise": LinearSlider("noise", 0.2, 0.0, 0.6, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Before the first": {"most": 0},
        "One chosen": {"most": 1},
        "Stopped at ρ": {"most": 30},
        "ρ too small": {"most": 30, "rho": 10**-2.4},
        "ρ too large": {"most": 30, "rho": 10**-0.3},
        "Wide bumps": {"most": 3, "gamma": 10**0.7},
        "Narrow bumps": {"most": 30, "gamma": 1000},
        "No noise": {"most": 30, "noise": 0.0, "rho": 10**-2.4},
    }
    opens = Opens(partial(on_line, most=N_WAVE), (x, y), unused=("noise", "draw"))
    return Explorer(ChoiceScene, controls, presets, opens=opens)
