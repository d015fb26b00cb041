"""Questions of page 02: interpolation, ridge regression, bias and variance, kernel ridge."""

from functools import cache

import numpy as np

from rbflib import FullRBFRegressor, design_matrix, make_wave, solve_weights, wave
from rbflib.lab.kit import style
from teaching.exam.drawing import INK, LINES, MUTED, PALE, letters, new_figure, panels


def one_center():
    x, y = np.array([[-1.0], [0.0], [1.0]]), np.array([1.0, 5.0, 7.0])
    Z = design_matrix(x, [[0.0]], gamma=np.log(2))
    [exact], [ridge] = solve_weights(Z, y), solve_weights(Z, y, alpha=0.5)
    energy = np.sum(Z**2)
    return {
        "energy": energy,
        "product": Z[:, 0] @ y,
        "exact": exact,
        "ridge": ridge,
        "half": energy,
    }


def shares():
    s, target, lam = np.array([3.0, 2.0, 1.0]), 10.0, 1.0
    share = s**2 / (s**2 + lam)
    kernel = s / (s + lam)
    return {
        **dict(zip(("fit_a", "fit_b", "fit_c"), share * target, strict=True)),
        "error": np.mean((target - share * target) ** 2),
        "df": share.sum(),
        "df_kernel": kernel.sum(),
    }


PENALTIES = 10.0 ** np.arange(-6, 3)


@cache
def curves():
    X, y = make_wave(20, noise=0.5, random_state=23)
    at = np.linspace(0, 1, 200)[:, None]
    fits = [FullRBFRegressor(gamma=100, alpha=lam).fit(X, y) for lam in PENALTIES]
    e_in = np.array([np.mean((fit.predict(X) - y) ** 2) for fit in fits])
    e_out = np.array([np.mean((fit.predict(at) - wave(at)) ** 2) + 0.5**2 for fit in fits])
    return e_in, e_out


def penalty_curves():
    e_in, e_out = curves()
    best = e_out.argmin()
    return {
        "best": PENALTIES[best],
        "noise": 0.5**2,
        "in_best": e_in[best],
        "out_best": e_out[best],
        "in_last": e_in[-1],
        "out_last": e_out[-1],
    }


def draw_penalty_curves(_numbers):
    figure = new_figure(6.2, 3.5)
    [axes] = panels(figure, [""], (5.2, 2.6), xlabel="λ", ylabel="mean squared error")
    for look, curve, name in zip(LINES, curves(), "AB", strict=False):
        axes.plot(PENALTIES, curve, **look)
        letters(axes, [(PENALTIES[0], curve[0])], name, (8, 8))
    axes.axhline(0.5**2, color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(PENALTIES[-1], 0.25)], "C", (5, 3))
    axes.set(xscale="log", xticks=PENALTIES, ylim=(0, 0.7))
    axes.grid(color=PALE)
    return figure


PANELS = {"A": 1e-4, "B": 30.0}
GRID = np.linspace(0, 1, 150)[:, None]


@cache
def fits_of_draws():
    draws = [make_wave(20, noise=0.4, random_state=seed) for seed in range(12)]
    return {
        name: np.array([FullRBFRegressor(100, lam).fit(X, y).predict(GRID) for X, y in draws])
        for name, lam in PANELS.items()
    }


def twelve_fits():
    found = {}
    for name, h in fits_of_draws().items():
        found["variance_" + name.lower()] = h.var(axis=0).mean()
        found["bias_" + name.lower()] = np.mean((h.mean(axis=0) - wave(GRID)) ** 2)
    return found


def draw_twelve_fits(_numbers):
    figure = new_figure(8.0, 3.1)
    both = panels(figure, PANELS, (3.3, 1.9), keyed=True, xlim=(0, 1), ylim=(-2, 2), xlabel="x")
    for axes, h in zip(both, fits_of_draws().values(), strict=True):
        axes.plot(GRID[:, 0], h.T, color=MUTED, lw=0.7)
        axes.plot(GRID[:, 0], wave(GRID), color=INK, lw=2.4, ls="--", label="true curve")
    style.add_key(both[0])
    return figure


def eye():
    beta = np.array([3.0, -3.0])
    return {"wrong": beta.sum() ** 2, "right": beta @ beta}
