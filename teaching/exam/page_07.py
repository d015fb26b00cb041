"""Questions of page 07: random hidden layers, the pseudoinverse, error against nodes."""

import warnings
from functools import cache

import numpy as np

from rbflib import ELMRegressor, make_wave, solve_weights, wave
from teaching.exam.drawing import LINES, MUTED, PALE, letters, new_figure, panels


def shortest():
    H, T = np.array([[1.0, 1, 0], [0, 1, 1]]), np.array([3.0, 0.0])
    beta = np.linalg.pinv(H) @ T
    return {**dict(zip("abc", beta, strict=True)), "length2": beta @ beta, "other2": 9}


def normal_equations():
    H, T = np.array([[1.0, 0], [1, 1], [0, 1]]), np.array([3.0, 2, 2])
    beta, ridge = solve_weights(H, T), solve_weights(H, T, alpha=1.0)
    return {
        **dict(zip(("a", "b"), beta, strict=True)),
        "error": np.sum((H @ beta - T) ** 2),
        **dict(zip(("ridge_a", "ridge_b"), ridge, strict=True)),
    }


NODES = np.array([4, 8, 12, 16, 20, 24, 30, 40, 60, 80])
AT = np.linspace(0, 1, 200)[:, None]


@cache
def node_curves():
    """Medians over 50 draws of the error on new samples, without and with a penalty."""
    X, T = make_wave(20, noise=0.3, random_state=4)

    def e_out(L, alpha, seed):
        with warnings.catch_warnings(action="ignore"):  # at the peak the weights are huge
            elm = ELMRegressor(L, "tanh", alpha, random_state=seed).fit(X, T)
        return np.mean((elm.predict(AT) - wave(AT)) ** 2) + 0.3**2

    return [
        np.array([np.median([e_out(L, alpha, seed) for seed in range(50)]) for L in NODES])
        for alpha in (0.0, 0.1)
    ]


def peak():
    free, penalized = node_curves()
    return {
        "n_samples": NODES[free.argmax()],
        "powers": np.log10(free.max() / 0.3**2),
        "best": NODES[free.argmin()],
        "highest_ridge": penalized.max(),
    }


def draw_peak(_numbers):
    figure = new_figure(6.5, 3.5)
    [axes] = panels(
        figure, [""], (5.4, 2.6), left=0.75, xlabel="nodes L", ylabel="error on new samples"
    )
    for name, curve, look, size in zip("AB", node_curves(), LINES, (6, 3.5), strict=False):
        axes.plot(NODES, curve, **look | {"ms": size, "mfc": "white"})
        letters(axes, [(NODES[-1], curve[-1])], name, (6, -3))
    axes.axhline(0.3**2, color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(4, 0.09)], ["noise"], (0, -13), MUTED)
    axes.set(xscale="log", yscale="log", xticks=NODES, ylim=(0.03, None))
    axes.set_xticks(NODES, [str(L) for L in NODES])
    axes.set_xticks([], minor=True)
    axes.grid(color=PALE)
    return figure


def share():
    sigma = 0.5
    return {"claimed": 1 / sigma, "right": 1.0}
