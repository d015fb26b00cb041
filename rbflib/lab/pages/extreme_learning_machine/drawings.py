"""Page 07: a random hidden layer, and weights by least squares."""

import warnings

import numpy as np

from rbflib import ELMRegressor, make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import LINE, row_of_axes

NODE_TYPES = ["sigmoid", "tanh", "rbf", "polynomial", "complex", "fourier", "wavelet"]


@picture("e2")
def pseudoinverse():
    """β = H⁺T for two weights: with more samples than nodes, the one lowest point; with fewer, the
    shortest of all solutions.
    """
    titles = ["20 samples: levels of ‖Hβ − T‖²", "1 sample: a line of solutions"]
    figure, (many, few) = row_of_axes(titles, xlabel="β₁", ylabel="β₂")
    X, T = make_wave(20, noise=0.2, random_state=0)
    H = np.column_stack([np.tanh(3 * X[:, 0] - 2), np.ones(20)])
    b1, b2 = np.meshgrid(np.linspace(-2, 2, 100), np.linspace(-1.5, 2, 100))
    error = ((b1[..., None] * H[:, 0] + b2[..., None] * H[:, 1] - T) ** 2).sum(axis=-1)
    levels = error.min() + np.array([0.5, 2, 5, 10, 20, 35])
    many.contour(b1, b2, error, levels, colors=style.MUTED, linewidths=1)
    many.plot(*np.linalg.pinv(H) @ T, "D", color=style.INK, ms=9, label="H⁺T")
    b1 = np.linspace(-1.5, 2.5, 10)
    few.plot(b1, (5 - 3 * b1) / 4, color=style.MUTED, label="3β₁ + 4β₂ = 5")
    shortest = np.linalg.pinv([[3.0, 4.0]]) @ [5.0]
    angle = np.linspace(0, 2 * np.pi, 100)
    few.plot(np.cos(angle), np.sin(angle), ":", color=style.MUTED, lw=1.5, label="‖β‖ = 1")
    few.quiver(*shortest, color=style.INK, angles="xy", scale_units="xy", scale=1, width=0.01)
    few.plot(*shortest, "D", color=style.INK, ms=9, label="H⁺T")
    few.set(aspect="equal", ylim=(-1.2, 2.0), adjustable="datalim")
    style.add_key(many)
    style.add_key(few)
    return figure


@picture("e5")
def node_types():
    """Seven types of nodes, three random ones each, and how far a network of fifteen is from the
    curve: median and 10 to 90% of 20 draws.
    """
    figure = style.new_figure(height=4.9)
    X, T = make_wave(100, noise=0.1, random_state=0)
    gaps, color = [], style.METHOD_STYLE["ELM"]["color"]
    for i, name in enumerate(NODE_TYPES):
        place = (0.75 + 2.15 * (i % 4), 2.95 - 2.35 * (i // 4), 1.6, 1.55)
        axes = style.add_axes(figure, place, name)
        axes.set(xlabel="x" if i > 2 else "", ylabel="G" if i % 4 == 0 else "")
        with warnings.catch_warnings(action="ignore"):  # some have huge weights
            draws = [ELMRegressor(15, name, random_state=s).fit(X, T) for s in range(20)]
        elm = draws[2]
        for column, dashes in zip(elm.hidden_layer(LINE).T[:3], ["-", "--", ":"], strict=True):
            axes.plot(LINE, column, ls=dashes, color=color, lw=1.6)
        rms = [np.sqrt(np.mean((d.predict(LINE) - wave(LINE)) ** 2)) for d in draws]
        gaps.append(np.percentile(rms, [10, 50, 90]))
    low, median, high = np.transpose(gaps)
    axes = style.add_axes(figure, (8.05, 0.6, 0.95, 1.55), title="Gap to curve", xscale="log")
    look = {"fmt": "D", "ms": 5, "color": style.INK, "ecolor": color, "elinewidth": 2}
    axes.errorbar(median, range(7), xerr=[median - low, high - median], **look)
    axes.set_yticks(range(7), NODE_TYPES)
    axes.set_xticks([0.04, 0.08], ["0.04", "0.08"])
    axes.minorticks_off()
    axes.invert_yaxis()
    return figure


def _descend(elm, x, y, steps, rate=0.1, momentum=0.9):
    """E_in after every step of gradient descent on all weights, from the nodes of an ELM."""
    p = np.stack([elm.a_[:, 0], elm.b_, 0 * elm.b_])
    v, errors = 0.0, []
    for _ in range(steps):
        H = np.tanh(np.outer(x, p[0]) + p[1])
        e = H @ p[2] - y
        errors.append(np.mean(e**2))
        D = np.outer(e, p[2]) * (1 - H**2)
        v = momentum * v - rate * 2 / len(y) * np.stack([x @ D, D.sum(axis=0), e @ H])
        p = p + v
    return np.array(errors)


@picture("e6")
def faster_than_the_gradient():
    """Training error against steps of gradient descent, from the same ten nodes in five draws; the
    marks are the ELM's one solution.
    """
    look = {"xlabel": "gradient steps", "ylabel": "E_in", "xscale": "log", "yscale": "log"}
    figure, [axes] = row_of_axes(["Ten tanh nodes, 200 samples"], **look)
    X, y = make_wave(200, noise=0.1, random_state=0)
    x = ((X - X.mean()) / X.std())[:, 0]
    descent = style.line_of("backpropagation") | {"lw": 1.5, "label": "gradient descent"}
    solved = style.points_of("ELM") | {"ms": 8, "label": "ELM, one solution"}
    for seed in range(5):
        elm = ELMRegressor(10, "tanh", random_state=seed).fit(X, y)
        errors = _descend(elm, x, y, 3000)
        axes.plot(np.arange(1, 3001), errors, **descent)
        axes.plot(1, np.mean((elm.predict(X) - y) ** 2), **solved)
        descent["label"] = solved["label"] = ""  # in the key once
    axes.axhline(0.01, ls="--", color=style.MUTED, lw=1.2, label="variance of the noise")
    style.add_key(axes)
    return figure
