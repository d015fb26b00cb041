"""What a function did on the first input that fails, beside what is right: one small picture."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from rbflib.lab.grader.exercise import is_same
from rbflib.lab.grader.worker import attempt
from rbflib.lab.kit import style
from rbflib.lab.kit.settings import our_settings

SIZE = (7.2, 2.9)
PLACES = (0.55, 0.6, 2.9, 1.9), (4.1, 0.6, 2.9, 1.9)


@our_settings()
def first_failure(exercise, outcomes):
    """(figure, its words), or None where there is nothing to draw."""
    for args, outcome in zip(exercise.inputs(), outcomes, strict=False):
        right = attempt(exercise.reference, args)
        if not is_same(outcome, right):
            break
    else:
        return None
    if outcome.value is None or outcome.value.shape != right.value.shape:
        return None  # the words say it
    figure = style.new_figure(*SIZE)
    pairs = zip(PLACES, ("what yours gives", "what is right"), strict=True)
    both = [style.add_axes(figure, *pair) for pair in pairs]
    for axes, value in zip(both, (outcome.value, right.value), strict=True):
        exercise.picture(axes, args, np.where(np.isfinite(value), value, 0).real)
    limits = np.array([[*axes.get_xlim(), *axes.get_ylim()] for axes in both])
    for axes in both:
        axes.set_xlim(limits[:, 0].min(), limits[:, 1].max())
        axes.set_ylim(limits[:, 2].min(), limits[:, 3].max())
    words = "What your function gives on this input, and what is right."
    if np.iscomplexobj(outcome.value):
        words += " Yours is complex: its real part is drawn."
    return figure, words


def sticks(axes, _args, value):
    """A picture of a vector: each entry as a stick."""
    numbers = np.arange(len(value))
    axes.axhline(0, color=style.MUTED, lw=0.8)
    axes.vlines(numbers, 0, value, color=style.INK, lw=2)
    axes.plot(numbers, value, "o", color=style.INK, ms=5)
    axes.set(xlabel="entry", xlim=(-0.5, len(value) - 0.5))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def sized_samples(axes, args, value):
    """A picture of a number per sample of the plane, the first argument (N, 2): larger dots."""
    X = args[0][:, :2]
    sizes = 400 * np.abs(value) / max(np.abs(value).max(), 1e-12)
    axes.scatter(*X.T, s=20 + sizes, c=style.GROUP_COLORS[0], alpha=0.7)
    for point, x in zip(X, value, strict=True):
        if len(X) <= 8:
            axes.annotate(f"{x:.2g}", point, (0, 14), textcoords="offset points", ha="center")
    axes.margins(0.25)


def placed_points(axes, args, value):
    """A picture of points (D,) or (M, D) among those of the first argument (N, D), in the plane.

    Several are numbered.
    """
    Z, points = args[0][:, :2], np.atleast_2d(value)[:, :2]
    axes.plot(*Z.T, "o", color=style.GROUP_COLORS[0], ms=7)
    axes.plot(*points.T, "s", mfc="white", mec=style.CENTER, mew=2, ms=9)
    for m, point in enumerate(points if value.ndim == 2 else ()):
        axes.annotate(f"{m}", point, (0, 7), textcoords="offset points", ha="center")
    axes.margins(0.2)
