"""Exact interpolation at any width and size beside SciPy's: a section of RESULTS.md, and a plot.

    python benchmarks/interpolation.py          all sizes; writes the section and interpolation.png
    python benchmarks/interpolation.py 1000     these sizes; writes nothing

Franke's function on samples drawn uniformly in the unit square. Errors are root mean squares on
10,000 new points. SciPy adds no polynomial, as rbflib does not.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
from harness import growth_exponent_of, shortest_times
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from results import table, write_section
from scipy.interpolate import RBFInterpolator
from scipy.linalg import LinAlgWarning

from rbflib import FullRBFRegressor

GAMMAS = (5, 50, 400, 2000)
SIZES = (1000, 2000, 4000, 8000)
PLOT = Path(__file__).with_name("interpolation.png")
COLORS = dict(zip(GAMMAS, ("#0072B2", "#D55E00", "#009E73", "#CC79A7"), strict=True))

HEAD = """## Exact interpolation at any γ and N

Written by `benchmarks/interpolation.py`, a part of `make bench`. Time is ours over SciPy's, the
shortest of several. Centers are the samples with a weight that is not 0. The goal is a time of at
most 1, or 1.5 where between 90 and 99.9% of the samples are centers, and an error on new points
of at most 1.1 times SciPy's.
"""


def franke(points):
    """Franke's test function (1979): points (Q, 2) -> (Q,)."""
    x, y = 9 * points.T
    return (
        0.75 * np.exp(-((x - 2) ** 2 + (y - 2) ** 2) / 4)
        + 0.75 * np.exp(-((x + 1) ** 2) / 49 - (y + 1) / 10)
        + 0.5 * np.exp(-((x - 7) ** 2 + (y - 3) ** 2) / 4)
        - 0.2 * np.exp(-((x - 4) ** 2) - (y - 7) ** 2)
    )


def rms(values):
    return float(np.sqrt(np.mean(values**2)))


def measure(N, gamma):
    """Times, centers, residuals and errors of both, as a dict."""
    rng = np.random.default_rng(N)
    X, new = rng.uniform(size=(N, 2)), rng.uniform(size=(10_000, 2))
    y = franke(X)
    times = shortest_times(
        {
            "ours": lambda: FullRBFRegressor(gamma).fit(X, y),
            "SciPy": lambda: RBFInterpolator(
                X, y, kernel="gaussian", epsilon=gamma**0.5, degree=-1
            ),
        }
    )
    ours = FullRBFRegressor(gamma).fit(X, y)
    scipy = RBFInterpolator(X, y, kernel="gaussian", epsilon=gamma**0.5, degree=-1)
    return {
        "N": N,
        "gamma": gamma,
        "times": times,
        "centers": np.count_nonzero(ours.network_.weights),
        "residuals": (rms(ours.predict(X) - y), rms(scipy(X) - y)),
        "errors": (rms(ours.predict(new) - franke(new)), rms(scipy(new) - franke(new))),
    }


def row(m):
    time = m["times"]["ours"] / m["times"]["SciPy"]
    limit = 1.5 if 0.9 < m["centers"] / m["N"] < 0.999 else 1.0
    reached = time <= limit and m["errors"][0] <= 1.1 * m["errors"][1]
    pairs = [f"{ours:.1e}, {scipy:.1e}" for ours, scipy in (m["residuals"], m["errors"])]
    cells = [f"{m['N']:,}", f"{m['gamma']:,}", f"{m['centers']:,}", f"{time:.2f}", *pairs]
    return [*cells, "yes" if reached else "no"]


def plot(measured):
    """Seconds against N, one line per γ, and against γ, one line per N; SciPy's dashed."""
    figure = Figure((9, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    against_n, against_gamma = figure.subplots(1, 2, sharey=True)
    for gamma in GAMMAS:
        line = [m for m in measured if m["gamma"] == gamma]
        draw(against_n, line, "N", f"γ = {gamma:,}", COLORS[gamma])
    for i, N in enumerate(SIZES):
        line = [m for m in measured if m["N"] == N]
        draw(against_gamma, line, "gamma", f"N = {N:,}", str(0.75 - 0.25 * i))
    against_n.set(xlabel="samples N", ylabel="seconds for a fit", xlim=(900, 14_000))
    against_gamma.set(xlabel="γ", xlim=(4, 9000))
    for axes, ticks in ((against_n, SIZES), (against_gamma, GAMMAS)):
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.set_xticks([], minor=True)
        axes.grid(alpha=0.3)
    figure.suptitle("Exact interpolation: rbflib solid, SciPy dashed")
    figure.savefig(PLOT, dpi=110)


def draw(axes, line, along, label, color):
    """Both times of a line; its label stands at its end."""
    x = [m[along] for m in line]
    axes.loglog(x, [m["times"]["SciPy"] for m in line], "--", color=color, alpha=0.7)
    ours = [m["times"]["ours"] for m in line]
    axes.loglog(x, ours, "-", color=color)
    place = {"xytext": (5, 0), "textcoords": "offset points", "va": "center"}
    axes.annotate(label, (x[-1], ours[-1]), color=color, fontsize=8, **place)


def exponents(measured):
    lines = []
    for gamma in GAMMAS:
        line = [m for m in measured if m["gamma"] == gamma]
        sizes = [m["N"] for m in line]
        slopes = [
            f"{growth_exponent_of(sizes, [m['times'][who] for m in line]):.2f}"
            for who in ("ours", "SciPy")
        ]
        lines.append([f"{gamma:,}", *slopes])
    return lines


def main(words):
    warnings.simplefilter("ignore", LinAlgWarning)  # that Z is singular is what is measured
    sizes = [int(word) for word in words] or SIZES
    measured = [measure(N, gamma) for N in sizes for gamma in GAMMAS]
    head = ["N", "γ", "centers", "time", "residual, SciPy's", "error, SciPy's", "reached"]
    parts = [HEAD, table(head, [row(m) for m in measured])]
    if not words:
        parts.append(table(["γ", "exponent of N", "SciPy's"], exponents(measured)))
    text = "\n".join(parts)
    print(text)
    if not words:
        write_section(text)
        plot(measured)


if __name__ == "__main__":
    main(sys.argv[1:])
