"""Scenes of page 06: two columns made orthogonal by hand, centers chosen one by one, equal numbers
of centers chosen three ways, and the pair that forward selection misses.
"""

from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Rectangle
from scipy import linalg

from rbflib.basis import design_matrix
from rbflib.centers import kmeans_centers, random_centers
from rbflib.datasets import make_trap, make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, slider
from rbflib.lab.kit.line import X_TEST, LineDrawing, wave_axes
from rbflib.lab.kit.sheet import FROM_ABOVE, SIDE
from rbflib.lab.kit.stage import Scene
from rbflib.network import RBFNetwork
from rbflib.numerics.candidates import HALF_OF_DIGITS
from rbflib.numerics.linear import solve_output_layer
from rbflib.ols import OLSRegressor, orthogonal_least_squares


class EnergyBar:
    """The targets' energy as a bar of length 1: a piece for every column, the rest is left."""

    def __init__(self, axes, n_pieces):
        axes.set_facecolor("#E6E6E6")
        axes.set_yticks([])
        colors = [style.CENTER, style.lighter(style.CENTER)]
        self.pieces = [
            Rectangle((0, 0), 0, 1, fc=colors[k % 2], ec="white", lw=0.8, animated=True)
            for k in range(n_pieces)
        ]
        for piece in self.pieces:
            axes.add_patch(piece)

    def show(self, err):
        ends = np.cumsum(err)
        for k, piece in enumerate(self.pieces):
            shown = k < len(err)
            piece.set_x(ends[k] - err[k] if shown else 1)
            piece.set_width(err[k] if shown else 0)


class Parts(NamedTuple):
    """Two columns made orthogonal, and a target split along them."""

    q: np.ndarray  # (2, 3), rows q₁ and q₂
    alpha: float
    g: np.ndarray
    err: np.ndarray


def gram_schmidt_parts(first, second, target):
    """Formulas (1) to (3) of the page for two columns, in this order."""
    alpha = _quotient(first @ second, first @ first)
    q = np.array([first, second - alpha * first])
    if q[1] @ q[1] < 1e-12 * (second @ second):
        q[1] = 0  # parallel columns: only rounding is left
    energy = (q**2).sum(axis=1)
    g = np.array([_quotient(q[k] @ target, energy[k]) for k in range(2)])
    return Parts(q, alpha, g, g**2 * energy / max(target @ target, 1e-12))


def _quotient(a, b):
    return float(a / b) if b > 0 else 0.0


class Arrows:
    """Arrows from given feet to given tips, and their names beside the tips.

    `sides` says how far each name stands to the left of its arrow.
    """

    def __init__(self, axes, color, names, sides=(0, 0), **look):
        n = len(names)
        self.quiver = axes.quiver(
            np.zeros(n), np.zeros(n), np.ones(n), np.ones(n), color=color, angles="xy",
            scale_units="xy", scale=1, animated=True, **({"width": 0.011} | look),
        )  # fmt: skip
        self.names = [
            axes.text(0, 0, name, color=color, ha="center", va="center", animated=True, zorder=7)
            for name in names
        ]
        self.sides = sides

    def show(self, feet, tips):
        """feet and tips (n, 2)."""
        self.quiver.set_offsets(feet)
        self.quiver.set_UVC(*(tips - feet).T)
        for name, side, foot, tip in zip(self.names, self.sides, feet, tips, strict=False):
            length = np.hypot(*(tip - foot))
            along = (tip - foot) / max(length, 1e-12)
            name.set_position(tip + 0.15 * along + side * along[::-1] * [-1, 1])
            name.set_visible(bool(length > 0))


class GramSchmidtScene(Scene):
    """Two columns and a target of three samples; the columns lie in the plane."""

    def __init__(self):
        self.figure = style.new_figure()
        self.above = style.add_axes(
            self.figure, (0.7, 0.9, 3.6, 3.1), title="from above: drag the tips of φ₁, φ₂ and y",
            xlabel="across", ylabel="up", xlim=(-1.4, 2.8), ylim=(-1.35, 2.267), aspect="equal",
        )  # fmt: skip
        self.side = style.add_axes(
            self.figure, (4.7, 1.4, 4.3, 2.6), title="from the side: drag the height of y",
            xlim=(-1.9, 3.6), ylim=(-0.9, 2.425), aspect="equal",
        )  # fmt: skip
        self.side.axis("off")
        corners = np.array([[-1.3, -1.3, 0], [2.5, -1.3, 0], [2.5, 2.1, 0], [-1.3, 2.1, 0]])
        self.side.fill(*(corners @ SIDE).T, fc="#EEF3F6", ec="#C9D3DA", zorder=1)
        self.views = [(FROM_ABOVE, self._arrows(self.above)), (SIDE, self._arrows(self.side))]
        (self.square,) = self.above.plot([], [], color=style.MUTED, lw=1, animated=True, zorder=3)
        bar = style.add_axes(
            self.figure, (4.9, 0.55, 4.0, 0.32), title="energy of y: err₁, err₂, gray: left",
            xlim=(0, 1), ylim=(0, 1),
        )  # fmt: skip
        self.bar = EnergyBar(bar, 2)

    @staticmethod
    def _arrows(axes):
        (residual,) = axes.plot([], [], ":", color=style.NEGATIVE, animated=True, zorder=3)
        residual.set_label("residual")
        (shadow,) = axes.plot(
            [], [], "s", mfc="none", mec=style.POSITIVE, mew=2, ms=11, animated=True, zorder=6,
            label="projection",
        )  # fmt: skip
        axes.plot([], [], color=style.CENTER, lw=3, label="q₁, q₂")
        axes.plot([], [], color=style.BUMP, lw=3, label="g₁q₁, g₂q₂")
        if axes.get_xlabel():
            style.add_legend(axes, below=True)
        return {
            "columns": Arrows(axes, style.INK, ["φ₁", "φ₂"], (-0.15, 0.15), zorder=5),
            "orthogonal": Arrows(
                axes, style.CENTER, ["", "q₂"], (0, 0.42), width=0.02, headwidth=2.4, zorder=4
            ),
            "parts": Arrows(axes, style.BUMP, ["", ""], width=0.012, zorder=4.5),
            "target": Arrows(axes, style.NEGATIVE, ["y"], zorder=6),
            "residual": residual,
            "shadow": shadow,
        }

    def update(self, x1, y1, x2, y2, xt, yt, height, first):
        columns = np.array([[x1, y1, 0], [x2, y2, 0]])
        target = np.array([xt, yt, height])
        order = [0, 1] if first == "φ₁" else [1, 0]
        parts = gram_schmidt_parts(*columns[order], target)
        for view, arrows in self.views:
            self._show(columns @ view, target @ view, parts.q @ view, parts.g, arrows)
        self._show_right_angle(parts.q)
        self.bar.show(parts.err)
        w_second = parts.g[1]
        w_first = parts.g[0] - parts.alpha * w_second
        w = dict(zip(order, [w_first, w_second], strict=True))
        return {
            "α₁₂": parts.alpha,
            "g₁": parts.g[0],
            "g₂": parts.g[1],
            "err₁": parts.err[0],
            "err₂": parts.err[1],
            "left": max(0.0, 1 - parts.err.sum()),
            "weight of φ₁": w[0],
            "of φ₂": w[1],
        }

    @staticmethod
    def _show(columns, target, q, g, arrows):
        origin = np.zeros((2, 2))
        arrows["columns"].show(origin, columns)
        arrows["orthogonal"].show(origin, q)
        steps = np.array([origin[0], g[0] * q[0], g @ q])
        arrows["parts"].show(steps[:2], steps[1:])
        arrows["target"].show(origin[:1], target[None])
        arrows["residual"].set_data(*np.array([steps[2], target]).T)
        arrows["shadow"].set_data(*steps[2:].T)

    def _show_right_angle(self, q):
        length = np.sqrt((q**2).sum(axis=1, keepdims=True))
        a, b = 0.18 * (q / np.maximum(length, 1e-12))[:, :2]
        self.square.set_data(*np.array([a, a + b, b]).T)

    def drag(self, axes, start, point, state):
        if axes is self.side:
            return {"height": state["height"] + point[1] - start[1]}
        if axes is not self.above:
            return {}
        tips = [(state[f"x{k}"], state[f"y{k}"]) for k in "12t"]
        k = "12t"[np.hypot(*(np.array(tips) - start).T).argmin()]
        return {f"x{k}": point[0], f"y{k}": point[1]}


def gram_schmidt():
    """Page 06: two columns made orthogonal, and a target projected, by hand."""
    controls = {
        "x1": slider("φ₁ across", 2.0, -1.2, 2.4, 0.1),
        "y1": slider("φ₁ up", 0.5, -1.2, 2.0, 0.1),
        "x2": slider("φ₂ across", 1.2, -1.2, 2.4, 0.1),
        "y2": slider("φ₂ up", 1.6, -1.2, 2.0, 0.1),
        "xt": slider("y across", 0.2, -1.2, 2.4, 0.1),
        "yt": slider("y up", 1.4, -1.2, 2.0, 0.1),
        "height": slider("y height", 0.8, -0.5, 1.5, 0.1),
        "first": choice("taken first", ["φ₁", "φ₂"]),
    }
    presets = {
        "φ₂ first": {"first": "φ₂"},
        "Already orthogonal": {"x1": 2.0, "y1": 0.0, "x2": 0.0, "y2": 1.5},
        "y in the plane": {"height": 0.0},
        "y straight up": {"xt": 0.0, "yt": 0.0, "height": 1.5},
        "Nearly parallel": {"x2": 2.1, "y2": 0.7},
        "Parallel": {"x2": 1.2, "y2": 0.3},
    }
    return Explorer(GramSchmidtScene(), controls, presets)


N_WAVE, WAVE_SEED = 30, 4


class Choices(NamedTuple):
    """Every step of one selection on the wave. Entry k of a list is the state with k centers."""

    X: np.ndarray
    y: np.ndarray
    path: object
    networks: list
    next_err: list  # (N,) error-reduction ratio of every candidate for the next place
    left: np.ndarray  # 1 − Σ err
    left_new: np.ndarray  # the same share of energy on new samples


@lru_cache(maxsize=64)
def choices(gamma, noise):
    X, y = make_wave(N_WAVE, noise, random_state=WAVE_SEED)
    Z = design_matrix(X, X, gamma)
    path = orthogonal_least_squares(Z, y)
    networks = []
    for k in range(len(path.selected) + 1):
        weights = linalg.solve_triangular(path.A[:k, :k], path.g[:k]) if k else []
        networks.append(RBFNetwork(X[path.selected[:k]], weights, gamma=gamma))
    energy = np.mean(y**2)
    new = [np.mean((h(X_TEST) - wave(X_TEST)) ** 2) + noise**2 for h in networks]
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

    def __init__(self):
        self.figure = style.new_figure(height=4.9)
        fit = wave_axes(self.figure, (0.65, 2.1, 4.9, 2.4), "the fit so far")
        fit.set_xlabel("")
        fit.set_xticklabels([])
        self.drawing = LineDrawing(fit, label="fit")
        (self.samples,) = fit.plot(
            [], [], "o", color=style.INK, ms=5, animated=True, zorder=5, label="samples"
        )
        (self.centers,) = fit.plot(
            [], [], "D", color=style.CENTER, ms=8, animated=True, clip_on=False, zorder=6,
            label="chosen",
        )  # fmt: skip
        self.stems = style.add_axes(
            self.figure, (0.65, 0.95, 4.9, 0.75), title="err of every candidate, the largest = 1",
            xlabel="x", xlim=fit.get_xlim(), ylim=(0, 1.3), yticks=[0, 1],
        )  # fmt: skip
        (self.bars,) = self.stems.plot(
            [], [], color=style.POSITIVE, lw=4, solid_capstyle="butt", animated=True,
            label="candidates",
        )  # fmt: skip
        (self.winner,) = self.stems.plot(
            [], [], "v", color=style.NEGATIVE, ms=11, mec="white", animated=True, clip_on=False,
            zorder=5, label="next",
        )  # fmt: skip
        handles, _ = fit.get_legend_handles_labels()
        style.add_legend(self.stems, below=True, handles=[*handles, self.winner])
        self._add_energy()

    def _add_energy(self):
        bar = style.add_axes(
            self.figure, (6.3, 4.15, 2.7, 0.35), title="energy explained; line: 1 − ρ", xlim=(0, 1),
            ylim=(0, 1),
        )  # fmt: skip
        self.bar = EnergyBar(bar, N_WAVE)
        self.goal = bar.axvline(1, color=style.NEGATIVE, lw=2, animated=True)
        shares = style.add_axes(
            self.figure, (6.3, 0.95, 2.7, 2.4), title="share of energy left", xlabel="centers",
            xlim=(-0.4, 30.4), ylim=(1e-3, 2), yscale="log",
        )  # fmt: skip
        (self.left,) = shares.plot(
            [], [], "o-", color=style.POSITIVE, ms=4, animated=True, label="1 − Σ err"
        )
        (self.left_new,) = shares.plot(
            [], [], "--", color=style.NEGATIVE, animated=True, label="new samples"
        )
        self.rho = shares.axhline(1, color=style.INK, lw=1, ls=":", animated=True, label="ρ")
        (self.now,) = shares.plot(
            [], [], "o", ms=12, mfc="none", mec=style.INK, mew=2, animated=True, clip_on=False,
            zorder=5,
        )  # fmt: skip
        style.add_legend(shares, below=True)

    def update(self, most, rho, gamma, noise):
        record = choices(gamma, noise)
        stop = _stop(record, rho)
        step = min(most, stop)
        chosen, ratios = record.path.selected[:step], record.next_err[step]
        self.drawing.show_network(record.networks[step])
        self.samples.set_data(record.X[:, 0], record.y)
        self.centers.set_data(record.X[chosen, 0], np.full(step, -2.4))
        self._show_candidates(record.X[:, 0], ratios, step < stop)
        self.bar.show(record.path.err[:step])
        self.goal.set_xdata([1 - rho] * 2)
        self.left.set_data(np.arange(len(record.left)), np.maximum(record.left, 1e-4))
        self.left_new.set_data(np.arange(len(record.left)), np.minimum(record.left_new, 1e3))
        self.rho.set_ydata([rho] * 2)
        self.now.set_data([step], [max(record.left[step], 1e-3)])
        return {
            "chosen": step,
            "Σ err": 1 - record.left[step],
            "left": record.left[step],
            "left on new samples": record.left_new[step],
            "next:": f"err {ratios.max():.2g}" if step < stop else "none, stop",
        }

    def _show_candidates(self, x, ratios, more):
        """Bars from 0, in one line with gaps; a mark over the winner, if there is a next choice."""
        height = ratios / max(ratios.max(), 1e-300)
        gap = np.full(len(x), np.nan)
        self.bars.set_data(
            np.repeat(x, 3), np.column_stack([np.zeros(len(x)), height, gap]).ravel()
        )
        best = ratios.argmax()
        self.winner.set_data(x[[best]] if more else [], [1.16] if more else [])


def _stop(record, rho):
    """Number of centers at which 1 − Σ err < ρ, or at which no column is left."""
    below = np.flatnonzero(record.left < rho)
    return int(below[0]) if len(below) else len(record.path.selected)


def choose_centers():
    """Page 06: centers chosen one by one, and when to stop."""
    controls = {
        "most": slider("at most M", 2, 0, 30, 1),
        "rho": log_slider("tolerance ρ", 0.1, -2.5, -0.3),
        "gamma": log_slider("γ", 100, 0.5, 3),
        "noise": slider("noise", 0.2, 0.0, 0.6, 0.05),
    }
    presets = {
        "Before the first": {"most": 0},
        "One chosen": {"most": 1},
        "Stopped at ρ": {"most": 30},
        "ρ too small": {"most": 30, "rho": 0.004},
        "ρ too large": {"most": 30, "rho": 0.5},
        "Wide bumps": {"most": 3, "gamma": 5},
        "Narrow bumps": {"most": 30, "gamma": 1000},
        "No noise": {"most": 30, "noise": 0.0, "rho": 0.004},
    }
    return Explorer(ChoiceScene(), controls, presets)


N_DRAWS = 5
TERMS = np.arange(2, 25, 2)
TRAP_GAMMAS = 10.0 ** np.arange(0, 2.1, 0.5)


METHODS = {
    "random": {"color": style.SECOND, "ls": ":", "marker": "s"},
    "k-means": {"color": style.NEGATIVE, "ls": "--", "marker": "o"},
    "OLS": {"color": style.CENTER, "ls": "-", "marker": "D"},
}
UNSUPERVISED = {"random": random_centers, "k-means": kmeans_centers}


class Rivals(NamedTuple):
    """Networks of M centers for every M in TERMS: method -> array."""

    networks: dict  # of shape (len(TERMS), draws)
    left: dict  # of the same shape: share of the variance left on new samples


class EqualTermsScene(Scene):
    """Three ways to choose the same number of centers on the same samples."""

    def __init__(self):
        self.X, self.y = make_trap(random_state=0)
        self.X_new, self.y_new = make_trap(1000, random_state=1)
        self.centers = {
            name: [[draw(self.X, M, seed) for seed in range(N_DRAWS)] for M in TERMS]
            for name, draw in UNSUPERVISED.items()
        }
        self.rivals = {gamma: self._fit_all(gamma) for gamma in TRAP_GAMMAS}
        self.figure = style.new_figure(height=4.9)
        self.fits = {name: self._fit_axes(name, row) for row, name in enumerate(METHODS)}
        errors = style.add_axes(
            self.figure, (6.2, 0.95, 2.8, 3.5), title="share of variance left, new samples",
            xlabel="centers M", xlim=(0, 25), ylim=(5e-3, 2), yscale="log",
        )  # fmt: skip
        self.curves, self.bands = {}, {}
        for name, look in METHODS.items():
            (self.bands[name],) = errors.fill([], [], fc=look["color"], alpha=0.22, animated=True)
            (self.curves[name],) = errors.plot([], [], ms=5, **look, animated=True, label=name)
        self.now = errors.axvline(1, color=style.INK, lw=1, animated=True)
        style.add_legend(errors, below=True)

    def _fit_all(self, gamma):
        networks = {
            name: np.array([[self._fit(mu, gamma) for mu in row] for row in rows], dtype=object)
            for name, rows in self.centers.items()
        }
        learners = [OLSRegressor(M, tol=0.0, gamma=gamma) for M in TERMS]
        ols = [[learner.fit(self.X, self.y).network_] for learner in learners]
        networks["OLS"] = np.array(ols, dtype=object)
        left = np.vectorize(self._left)
        return Rivals(networks, {name: left(table) for name, table in networks.items()})

    def _left(self, network):
        return np.mean((network(self.X_new) - self.y_new) ** 2) / self.y_new.var()

    def _fit(self, centers, gamma):
        weights, bias = solve_output_layer(design_matrix(self.X, centers, gamma), self.y)
        return RBFNetwork(centers, weights, bias, gamma)

    def _fit_axes(self, name, row):
        axes = style.add_axes(
            self.figure, (0.65, 3.4 - 1.225 * row, 4.9, 0.95), title=name, xlabel="x",
            xlim=(-4.1, 2.1), ylim=(-2.3, 1.5), yticks=[-1, 0, 1],
        )  # fmt: skip
        if row < 2:
            axes.set(xlabel="", xticklabels=[])
        axes.plot(self.X[:, 0], self.y, "o", color=style.MUTED, ms=2.5, label="samples")
        (curve,) = axes.plot(
            [], [], color=style.POSITIVE, animated=True, zorder=4, label="fit h(x)"
        )
        (marks,) = axes.plot(
            [], [], "D", color=style.CENTER, mec="white", mew=0.6, ms=7, animated=True, zorder=6,
            clip_on=False, label="centers",
        )  # fmt: skip
        if row == 2:
            style.add_legend(axes, below=True)
        return curve, marks

    def update(self, n_centers, gamma):
        # The slider stands on the marks of TRAP_GAMMAS up to rounding.
        rivals = self.rivals[TRAP_GAMMAS[np.abs(TRAP_GAMMAS / gamma - 1).argmin()]]
        row = int(np.flatnonzero(n_centers == TERMS)[0])
        x = np.linspace(-4, 2, 401)
        numbers = {}
        for name, (curve, marks) in self.fits.items():
            left = rivals.left[name]
            # The draw in the middle stands for the others.
            network = rivals.networks[name][row, np.argsort(left[row])[left.shape[1] // 2]]
            curve.set_data(x, np.clip(network(x[:, None]), -99, 99))
            marks.set_data(network.centers[:, 0], np.full(network.n_centers, -1.8))
            self._show_errors(name, left)
            numbers[f"{name}: left"] = np.median(left[row])
            numbers[f"centers right of 0, {name}"] = int(np.sum(network.centers > 0))
        self.now.set_xdata([n_centers] * 2)
        return numbers

    def _show_errors(self, name, left):
        self.curves[name].set_data(TERMS, np.median(left, axis=1))
        outline = np.append(left.min(axis=1), left.max(axis=1)[::-1])
        self.bands[name].set_xy(np.column_stack([np.append(TERMS, TERMS[::-1]), outline]))


def equal_terms():
    """Page 06: random, k-means and OLS centers at equal M."""
    controls = {
        "n_centers": slider("centers M", 12, 2, 24, 2),
        "gamma": log_slider("γ", 10, 0, 2, 0.5),
    }
    presets = {
        "M = 4": {"n_centers": 4},
        "M = 8": {"n_centers": 8},
        "M = 24": {"n_centers": 24},
        "Wide bumps": {"n_centers": 8, "gamma": 1},
        "Narrow bumps": {"n_centers": 8, "gamma": 100},
    }
    return Explorer(EqualTermsScene(), controls, presets)


PLACES = np.arange(-2, 2.01, 0.25)
SIZES = (1, 2, 3)


class GreedyTrapScene(Scene):
    """Forward selection beside the best of all subsets, on a target that is a sum of two bumps."""

    def __init__(self):
        self.x = np.linspace(-3.5, 3.5, 141)
        self.figure = style.new_figure()
        axes = style.add_axes(
            self.figure, (0.65, 0.9, 4.9, 3.1), title="two bumps added up, and fits of M terms",
            xlabel="x", ylabel="y", xlim=(-3.5, 3.5), ylim=(-0.6, 2.2),
        )  # fmt: skip
        (self.target,) = axes.plot(
            [], [], "o", color=style.MUTED, ms=3.5, animated=True, label="target"
        )
        looks = {
            "greedy": {"color": style.NEGATIVE, "ls": "--", "marker": "v"},
            "best": {"color": style.CENTER, "ls": "-", "marker": "D"},
        }
        self.fits, self.marks, self.curves = {}, {}, {}
        self.heights = {"greedy": -0.36, "best": -0.54}
        for name, look in looks.items():
            line = look | {"marker": ""}
            mark = look | {"ls": "", "ms": 9}
            (self.fits[name],) = axes.plot([], [], **line, animated=True, zorder=4)
            (self.marks[name],) = axes.plot([], [], **mark, animated=True, zorder=5)
            axes.plot([], [], **look, label=f"{name} terms, fit")
        axes.plot(PLACES, np.full(len(PLACES), -0.45), "|", color=style.MUTED, label="candidates")
        style.add_legend(axes, below=True)
        shares = style.add_axes(
            self.figure, (6.3, 0.9, 2.7, 3.1), title="share of energy left", xlabel="terms M",
            xlim=(0.6, 3.4), ylim=(1e-4, 1.5), yscale="log", xticks=SIZES,
        )  # fmt: skip
        shares.set_yticks([1e-4, 1e-3, 1e-2, 0.1, 1], ["≤10⁻⁴", "10⁻³", "0.01", "0.1", "1"])
        (self.subsets,) = shares.plot(
            [], [], "_", color=style.BUMP, ms=9, mew=0.8, animated=True, label="every subset"
        )
        for name, look in looks.items():
            (self.curves[name],) = shares.plot([], [], **look, ms=9, animated=True, label=name)
        self.now = shares.axvline(2, color=style.INK, lw=1, animated=True, zorder=1)
        style.add_legend(shares, below=True)

    def update(self, distance, gamma, noise, n_terms):
        y = self._target(distance, gamma, noise)
        Z = design_matrix(self.x[:, None], PLACES[:, None], gamma)
        path = orthogonal_least_squares(Z, y, max_terms=max(SIZES))
        left = {M: subset_shares(Z, y, M) for M in SIZES}
        chosen = {
            "greedy": path.selected[:n_terms],
            "best": subsets(len(PLACES), n_terms)[left[n_terms].argmin()],
        }
        shares = {
            "greedy": [1 - path.err[:M].sum() for M in SIZES],
            "best": np.array([left[M].min() for M in SIZES]),
        }
        self.target.set_data(self.x, y)
        for name, terms in chosen.items():
            weights = linalg.lstsq(Z[:, terms], y)[0]
            self.fits[name].set_data(self.x, Z[:, terms] @ weights)
            self.marks[name].set_data(PLACES[terms], np.full(len(terms), self.heights[name]))
            self.curves[name].set_data(SIZES, np.maximum(shares[name], 1e-4))
        sizes = np.repeat(SIZES, [len(left[M]) for M in SIZES])
        self.subsets.set_data(sizes, np.maximum(np.concatenate([*left.values()]), 1e-4))
        self.now.set_xdata([n_terms] * 2)
        return {
            "greedy:": _places(chosen["greedy"]),
            "greedy leaves": shares["greedy"][n_terms - 1],
            "best:": _places(np.sort(chosen["best"])),
            "best leaves": shares["best"][n_terms - 1],
            "subsets tried": len(left[n_terms]),
        }

    def _target(self, distance, gamma, noise):
        rng = np.random.default_rng(0)
        bumps = design_matrix(self.x[:, None], [[-distance / 2], [distance / 2]], gamma)
        return bumps.sum(axis=1) + noise * rng.standard_normal(len(self.x))


def _places(terms):
    return ", ".join(f"{PLACES[m]:g}".replace("-", "−") for m in terms)


@cache
def subsets(n, size):
    """All subsets of a size, as rows of indices."""
    return np.array(list(combinations(range(n), size)))


def subset_shares(Z, y, size):
    """Share of the energy of y that a least-squares fit on each subset of columns leaves."""
    terms = subsets(Z.shape[1], size)
    Q, _ = np.linalg.qr(np.moveaxis(Z[:, terms], 0, 1))
    return 1 - ((y @ Q) ** 2).sum(axis=-1) / (y @ y)


def greedy_trap():
    """Page 06: forward selection misses the best pair."""
    controls = {
        "distance": slider("distance", 4.0, 0.5, 4.0, 0.5),
        "gamma": log_slider("γ", 1.0, -0.3, 1, 0.1),
        "noise": slider("noise", 0.02, 0.0, 0.2, 0.02),
        "n_terms": slider("terms M", 2, 1, 3, 1),
    }
    presets = {
        "Harmless": {"distance": 4.0},
        "Trap": {"distance": 2.0},
        "Trap, three terms": {"distance": 2.0, "n_terms": 3},
        "Narrow bumps": {"distance": 2.0, "gamma": 5},
        "Noisy trap": {"distance": 2.0, "noise": 0.2},
    }
    return Explorer(GreedyTrapScene(), controls, presets)
