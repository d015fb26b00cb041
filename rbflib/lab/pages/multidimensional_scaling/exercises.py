"""Exercises of page 08: from distances to the mean, to the number of dimensions, to new points;
and travel times of which no map can be drawn.
"""

from functools import cache
from itertools import permutations

import numpy as np

from rbflib import double_centering
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import placed_points, sticks
from rbflib.lab.kit import style
from rbflib.lab.pages.multidimensional_scaling.at_work import PlacedCities
from rbflib.lab.pages.multidimensional_scaling.blank_map import map_axes


def from_the_middle(dist):
    squared = dist**2
    return np.sqrt(squared.mean(axis=1) - squared.mean() / 2)


def from_the_middle_inputs():
    rng = np.random.default_rng(801)
    triangle = np.array([[0.0, 6.0, 10.0], [6.0, 0.0, 8.0], [10.0, 8.0, 0.0]])
    points = [rng.normal(size=shape) + 50 for shape in [(4, 2), (5, 9), (40, 3)]]
    return [(triangle,), *[(_distances(X),) for X in points]]


def _distances(X):
    return np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


FROM_THE_MIDDLE = Exercise(
    name="8.1", reference=from_the_middle, inputs=from_the_middle_inputs, picture=sticks
)


def dimensions_needed(eigenvalues, share):
    kept = np.cumsum(eigenvalues[::-1]) / eigenvalues.sum()
    return np.argmax(kept >= share) + 1


def dimensions_needed_inputs():
    rng = np.random.default_rng(802)
    small = np.array([0.0, 1.0, 3.0, 4.0])
    random = [
        (np.append(np.zeros(zeros), np.sort(rng.uniform(0.5, 9, m - zeros))), share)
        for m, zeros, share in [(6, 1, 0.6), (12, 4, 0.9), (50, 1, 0.8)]
    ]
    return [(small, 0.6), (small, 0.5), (small, 0.9), *random]


def _kept(eigenvalues):
    return np.cumsum(eigenvalues[::-1]) / eigenvalues.sum()


DIMENSIONS_NEEDED = Exercise(
    name="8.2", reference=dimensions_needed, inputs=dimensions_needed_inputs
)


def place(Z, dist):
    inner = ((Z**2).sum(axis=1) - dist**2) / 2
    return inner @ Z / (Z**2).sum(axis=0)


def place_inputs():
    rng = np.random.default_rng(805)
    small = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    inputs = [(small, np.sqrt([5.0, 5.0, 4.0, 0.0]))]
    for N, D in [(5, 3), (7, 2), (50, 4)]:
        X = rng.normal(size=(N, D))
        Z = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        Z = Z[0] * Z[1]
        outside = rng.uniform(0.5, 1)
        inputs.append((Z, np.sqrt(((Z - rng.normal(size=D)) ** 2).sum(axis=1) + outside)))
    return inputs


def _placed(Z, inner):
    return inner @ Z / (Z**2).sum(axis=0)


def _lengths(Z):
    return (Z**2).sum(axis=1)


PLACE = Exercise(
    name="8.3",
    reference=place,
    inputs=place_inputs,
    at_work=AtWork(
        PlacedCities,
        "Where do the placed cities go when their distances are too short, or too long?",
    ),
    picture=placed_points,
)

TOWNS = "ABCD"
PAIRS = np.triu_indices(4, 1)
DETOUR, LOWEST = 1.02, -0.01  # times the direct way at least; times the largest eigenvalue at most


def as_table(times):
    """Symmetric (4, 4), in units of the longest."""
    table = np.zeros((4, 4))
    table[PAIRS] = times / times.max()
    return table + table.T


def shortest_detour(table):
    """(how many times the direct way it takes, its three towns)."""
    ways = permutations(range(4), 3)
    return min(((table[i, k] + table[k, j]) / table[i, j], (i, k, j)) for i, k, j in ways)


def judge_times(times):
    if times.min() <= 0:
        return Finding(False, f"The shortest time is {times.min():g}. All must be above 0.")
    if times.min() < 1e-3 * times.max():
        few = times.max() / times.min()
        return Finding(False, f"The longest time is {few:.3g} times the shortest: 1000 at most.")
    table = as_table(times)
    ratio, towns = shortest_detour(table)
    eigenvalues, V = np.linalg.eigh(double_centering(table))
    lowest = eigenvalues[0] / eigenvalues[-1]
    way = "–".join(TOWNS[town] for town in towns)
    percent = f"{round(100 * lowest, 1) + 0.0:.1f}".replace("-", "−")
    words = (
        f"The shortest detour, {way}, takes {ratio:.3f} times the direct way (at least {DETOUR}). "
        f"The lowest eigenvalue is {percent}% of the largest (at most −1%)."
    )
    right = bool(ratio >= DETOUR and lowest <= LOWEST)
    return Finding(right, words, _drawn_times(times.max(), table, eigenvalues[::-1], V[:, ::-1]))


def _drawn_times(unit, table, eigenvalues, V):
    figure = style.new_figure(height=3.6)
    Z = V[:, :2] * np.sqrt(np.maximum(eigenvalues[:2], 0))
    limits = {"xlim": (-0.8, 0.8), "ylim": (-0.62, 0.62), "aspect": "equal"}
    axes = map_axes(figure, (0.3, 0.3, 3.6, 2.8), "Map of two dimensions: given, (drawn)", **limits)
    for i, j in zip(*PAIRS, strict=True):
        seen = np.linalg.norm(Z[i] - Z[j])
        axes.plot(*Z[[i, j]].T, color=style.MUTED, lw=1.2)
        text = f"{unit * table[i, j]:.3g} ({unit * seen:.3g})"
        box = {"fc": "white", "ec": "none", "pad": 0.5}
        share = 0.36 if j - i == 2 else 0.5  # or the numbers of two diagonals would meet
        axes.text(*Z[i] + share * (Z[j] - Z[i]), text, ha="center", va="center", size=9, bbox=box)
    axes.plot(*Z.T, "o", color=style.GROUP_COLORS[0], ms=13)
    for name, spot in zip(TOWNS, Z, strict=True):
        axes.text(*spot, name, color="white", ha="center", va="center", weight="bold", zorder=5)
    bars = style.add_axes(
        figure, (4.9, 0.6, 3.6, 2.5), "Eigenvalues, as shares of the largest", xticks=[1, 2, 3, 4]
    )
    share = eigenvalues / eigenvalues[0]
    for k, height in enumerate(share):
        below = height < -1e-9
        color = style.GROUP_COLORS[1] if below else style.GROUP_COLORS[0]
        bars.bar(k + 1, height, 0.6, color=color, hatch="///" if below else None)
        text = f"{round(height, 3) + 0.0:.3f}".replace("-", "−")
        bars.text(k + 1, max(height, 0) + 0.03, text, ha="center", size=9.5)
    bars.axhline(0, color=style.INK, lw=0.8)
    bars.set_ylim(min(-0.2, 1.1 * share[-1]), 1.2)
    return figure


def hub():
    AB = AC = AD = 1.0  # A lies in the middle of things
    BC = BD = CD = 1.9  # a little less than via A
    return (np.array([AB, AC, AD, BC, BD, CD]),)


TIMES = Construction(name="8.4", makes={"times": (6,)}, judge=judge_times, answer=hub)


def share_kept(dimensions):
    from sklearn.datasets import load_digits  # late: readers of many formats come along

    X = load_digits().data[:200]
    squared = ((X[:, None, :] - X) ** 2).sum(axis=2)
    row, column = squared.mean(axis=1, keepdims=True), squared.mean(axis=0)
    B = -(squared - row - column + squared.mean()) / 2
    eigenvalues = np.linalg.eigvalsh(B)[::-1]
    return np.cumsum(eigenvalues)[dimensions - 1] / eigenvalues.sum()


def _share_of(dimensions, B, size=lambda eigenvalues: eigenvalues, order=-1):
    eigenvalues = size(np.maximum(np.linalg.eigvalsh(B), 0)[::order])
    return np.cumsum(eigenvalues)[dimensions - 1] / eigenvalues.sum()


@cache
def _digits():
    from sklearn.datasets import load_digits  # late: readers of many formats come along

    return load_digits().data[:200]


SHARE_KEPT = Curve(
    name="8.7",
    at=np.arange(1, 31),
    makes=("kept",),
    answer=share_kept,
    allowed=0.01,
    axes={"xlabel": "d′", "ylabel": "share of squared distance kept"},
)


EXERCISES = (FROM_THE_MIDDLE, DIMENSIONS_NEEDED, PLACE, TIMES, SHARE_KEPT)
