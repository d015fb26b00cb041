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
    """Sizes in no order. Some means lie just within the limit, and some just beyond it."""
    rng = np.random.default_rng(1001)
    small = np.array([[0.30, 0.34, 0.32], [0.20, 0.30, 0.22], [0.21, 0.31, 0.23]])
    four = np.array([[0.27, 0.23, 0.24, 0.26], [0.20, 0.24, 0.22, 0.26], [0.21, 0.26, 0.23, 0.24]])
    at_the_limit = np.array([[0.0, 2.0], [2.0, 2.0]]), np.array([9, 3])  # exactly, in floats, too
    cases = [(small, np.array([2, 9, 4])), (four, np.array([3, 8, 5])), at_the_limit]
    # The smallest model first, the best one last. In units of the best one's standard error:
    above = np.array([2.5, 1.6, 1.1, 0.955, 0.98, 0.4, 0.0])[:, None]  # how far each mean is above
    own = np.array([2.4, 1.7, 1.6, 0.5, 0.7, 1.5, 1.0])[:, None]  # each mean's own standard error
    for folds in (3, 5, 10):
        noise = rng.normal(size=(len(above), folds))
        noise -= noise.mean(axis=1, keepdims=True)
        noise /= _standard_error(noise)[:, None]
        order = rng.permutation(len(above))
        sizes = np.sort(rng.permutation(60)[: len(above)] + 1)
        cases.append(((0.4 + 0.015 * (above + own * noise))[order], sizes[order]))
    return cases


def _standard_error(errors, ddof=1):
    """Of each row's mean."""
    return errors.std(axis=1, ddof=ddof) / np.sqrt(errors.shape[1])


def _good(errors, allowed):
    """Whose means are at most so much above the lowest: one number, or one for each model."""
    means = errors.mean(axis=1)
    return np.flatnonzero(means <= means.min() + allowed)


def _smallest_of(good, sizes):
    return good[sizes[good].argmin()]


def _of_the_best(numbers, errors):
    return numbers[errors.mean(axis=1).argmin()]


SMALLEST_GOOD = Exercise(name="10.1", reference=smallest_good, inputs=smallest_good_inputs)


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
)

EXERCISES = (SMALLEST_GOOD, UNSURE)
