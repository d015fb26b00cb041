"""Questions of page 10: nested cross-validation, differences fold by fold, calibration."""

import numpy as np

from rbflib.lab.kit import style
from teaching.exam.drawing import INK, LINES, MUTED, PALE, new_figure, panels


def brier():
    p, t = np.array([0.9, 0.7, 0.2, 0.4]), np.array([1, 0, 0, 1])
    return {
        "score": np.mean((p - t) ** 2),
        "errors": np.sum((p > 0.5) != t),
        "coin": np.mean((0.5 - t) ** 2),
        "without": np.mean(np.delete((p - t) ** 2, 1)),
    }


DIFFERENCES = np.array([4.0, 0, 3, 1, 2])


def corrected():
    n = len(DIFFERENCES)
    variance = DIFFERENCES.var(ddof=1)
    plain, larger = np.sqrt(variance / n), np.sqrt(variance * (1 / n + 1 / (n - 1)))
    mean = DIFFERENCES.mean()
    return {
        "mean": mean,
        "variance": variance,
        "plain": plain,
        "larger": larger,
        "times_plain": mean / plain,
        "times_larger": mean / larger,
    }


PREDICTED = np.array([0.1, 0.3, 0.5, 0.7, 0.9])
OBSERVED = {
    "A": np.array([0.25, 0.38, 0.50, 0.62, 0.75]),
    "B": np.array([0.02, 0.15, 0.50, 0.85, 0.98]),
}


def reliability():
    return {
        "a_high": 100 * OBSERVED["A"][-1],
        "b_high": 100 * OBSERVED["B"][-1],
        "claimed": 100 * PREDICTED[-1],
    }


def draw_reliability(_numbers):
    figure = new_figure(4.8, 4.3)
    looks = {"xlim": (0, 1), "ylim": (0, 1), "aspect": "equal"}
    [axes] = panels(figure, [""], (3.3, 3.3), **looks)
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1.2)
    for look, (name, observed) in zip(LINES, OBSERVED.items(), strict=False):
        axes.plot(PREDICTED, observed, **look, label=name)
    axes.set(xlabel="predicted probability", ylabel="share of the class")
    ticks = np.arange(0, 1.01, 0.1)
    axes.set_xticks(ticks, [f"{tick:.1f}" if i % 2 == 0 else "" for i, tick in enumerate(ticks)])
    axes.set_yticks(ticks, [f"{tick:.1f}" if i % 2 == 0 else "" for i, tick in enumerate(ticks)])
    axes.grid(color=PALE)
    style.add_key(axes)
    return figure


FOLDS = np.array([[12, 30, 18, 25, 36, 16, 22, 33], [15, 32, 21, 24, 39, 18, 25, 35]]) / 100


def folds():
    difference = FOLDS[1] - FOLDS[0]
    return {
        "higher": np.sum(difference > 0),
        "mean": 100 * difference.mean(),
        "error": 100 * difference.std(ddof=1) / np.sqrt(8),
    }


def draw_folds(_numbers):
    figure = new_figure(4.6, 3.6)
    [axes] = panels(figure, [""], (3.6, 2.8), left=0.75, xlim=(-0.4, 1.4), ylim=(0, 0.45))
    axes.plot([0, 1], FOLDS, color=INK, marker="o", mfc="white", lw=1.1)
    axes.set_xticks([0, 1], ["model A", "model B"])
    axes.set_ylabel("error on a fold")
    axes.grid(axis="y", color=PALE)
    return figure


def always_half():
    return {"score": np.mean((0.5 - np.array([0, 1])) ** 2)}
