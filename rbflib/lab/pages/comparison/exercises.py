"""Exercises of page 10: the smallest model that is good enough, and right without being sure."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def smallest_good(errors, sizes):
    means = errors.mean(axis=1)
    best = means.argmin()
    limit = means[best] + errors[best].std(ddof=1) / np.sqrt(errors.shape[1])
    good = np.flatnonzero(means <= limit)
    return good[sizes[good].argmin()]


def smallest_good_inputs():
    """Sizes in no order; the best model is never the smallest good one."""
    rng = np.random.default_rng(1001)
    small = np.array([[0.30, 0.34, 0.32], [0.20, 0.30, 0.22], [0.21, 0.31, 0.23]])
    cases = [(small, np.array([2, 9, 4]))]
    for K, folds in [(4, 5), (6, 10), (9, 10)]:
        errors = 0.3 + 0.05 * rng.normal(size=folds) + 0.02 * rng.normal(size=(K, folds))
        errors[: K // 2] += 0.1
        errors[-1] -= errors[-1].mean() - errors[K // 2 : -1].mean(axis=1).min() + 0.003
        sizes = rng.permutation(10 * K)[:K] + 1
        sizes[-1] = sizes.max() + 5
        cases.append((errors, sizes))
    return cases


def _standard_error(fold_errors):
    return fold_errors.std(ddof=1) / np.sqrt(len(fold_errors))


SMALLEST_GOOD = Exercise(
    name="10.1",
    reference=smallest_good,
    inputs=smallest_good_inputs,
    mistakes={
        "this is the model with the smallest mean error. A smaller one may be within a standard "
        "error of it.": lambda errors, sizes: errors.mean(axis=1).argmin(),
        "this is the smallest of all models, good or not.": lambda errors, sizes: sizes.argmin(),
        "this is the size of the model. The index of its row in `errors` is asked for.": (
            lambda errors, sizes: sizes[smallest_good(errors, sizes)]
        ),
        "this is the index among the good models. The index among all models is asked for.": (
            lambda errors, sizes: sizes[
                errors.mean(axis=1)
                <= errors.mean(axis=1).min() + _standard_error(errors[errors.mean(axis=1).argmin()])
            ].argmin()
        ),
    },
    hints=(
        "First the mean error of every model: errors.mean(axis=1). Which is the smallest?",
        "The standard error of a mean of F numbers is their std(ddof=1) divided by √F.",
        "np.flatnonzero(means <= limit) are the good models; among them, sizes[good].argmin().",
    ),
)


def judge_unsure(p, y):
    if not set(y) <= {0.0, 1.0}:
        return Finding(False, "the classes in `y` must be 0 and 1.")
    if np.any((p < 0) | (p > 1)):
        return Finding(False, "a probability in `p` is below 0 or above 1.")
    wrong = int(np.sum((p > 0.5) != (y == 1)))
    brier = np.mean((p - y) ** 2)
    words = (
        f"{len(p)} samples, {wrong} of them on the wrong side of 0.5; Brier score {brier:.3f}. "
        f"Always 0.5 would give 0.25."
    )
    good = len(p) >= 4 and len(set(y)) == 2 and wrong == 0 and brier > 0.2
    return Finding(bool(good), words, _drawn(p, y))


def _drawn(p, y):
    figure = style.new_figure(5.2, 2.6)
    axes = style.add_axes(figure, (0.9, 0.6, 4.0, 1.5), "", xlabel="p", xlim=(-0.05, 1.05))
    axes.set(ylim=(-0.5, 1.5), yticks=[0, 1], yticklabels=["class 0", "class 1"])
    axes.axvline(0.5, color=style.MUTED, lw=1)
    axes.plot(p, y, "o", color=style.INK, ms=8)
    return figure


UNSURE = Construction(
    name="10.2",
    makes={"p": ("N",), "y": ("N",)},
    judge=judge_unsure,
    answer=lambda: ([0.52, 0.53, 0.48, 0.47], [1.0, 1.0, 0.0, 0.0]),
    near_misses={
        "Brier score 0.010": lambda: ([0.9, 0.9, 0.1, 0.1], [1.0, 1.0, 0.0, 0.0]),
        "2 of them on the wrong side": lambda: ([0.52, 0.48, 0.52, 0.48], [1.0, 1.0, 0.0, 0.0]),
        "the classes in `y` must be 0 and 1": lambda: ([0.52, 0.48], [1.0, -1.0]),
        "a probability in `p` is below 0": lambda: ([1.2, -0.2, 0.4, 0.4], [1.0, 0.0, 0.0, 0.0]),
    },
    hints=(
        "Accuracy looks at one thing only: on which side of 0.5 is p?",
        "The Brier score is the mean of (p − y)². When is (p − y)² near 0.25?",
    ),
)

EXERCISES = (SMALLEST_GOOD, UNSURE)
