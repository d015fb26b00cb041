"""Exercises of page 08: from distances to the mean, to the number of dimensions, to new points;
and travel times of which no map can be drawn.
"""

from itertools import permutations

import numpy as np

from rbflib import double_centering
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
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


def _from_the_others(dist):
    """Means over the others, without the sample itself."""
    squared, m = dist**2, len(dist)
    return np.sqrt(squared.sum(axis=1) / (m - 1) - squared.sum() / (m * (m - 1)) / 2)


FROM_THE_MIDDLE = Exercise(
    name="8.1",
    reference=from_the_middle,
    inputs=from_the_middle_inputs,
    mistakes={
        "the root is missing. These are squared distances from the mean.": (
            lambda dist: from_the_middle(dist) ** 2
        ),
        "this is the mean distance to the samples, not the distance to their mean.": (
            lambda dist: dist.mean(axis=1)
        ),
        "this is the mean distance to the others, not the distance to the mean of all.": (
            lambda dist: dist.sum(axis=1) / (len(dist) - 1)
        ),
        "the mean of all is missing: half of it must be subtracted.": (
            lambda dist: np.sqrt((dist**2).mean(axis=1))
        ),
        "the whole mean of all is subtracted. Subtract half of it: b_ii = dist²_i. − ½ dist²_..": (
            lambda dist: np.sqrt((dist**2).mean(axis=1) - (dist**2).mean())
        ),
        "the square is missing. Square the distances before taking means.": (
            lambda dist: from_the_middle(np.sqrt(dist))
        ),
        "this is the root of negative numbers: a wrong sign, or sums in place of means.": (
            lambda dist: np.sqrt(np.diag(-double_centering(dist)))
        ),
        "there are neither squares nor a root. Means of squared distances are needed.": (
            lambda dist: dist.mean(axis=1) - dist.mean() / 2
        ),
        "the half is missing. Double centering has the factor −½.": (
            lambda dist: np.sqrt(2) * from_the_middle(dist)
        ),
        "these are means over the others. The sample itself counts, too.": _from_the_others,
        "these are all inner products. Take the diagonal: those of a sample with itself.": (
            lambda dist: double_centering(dist)
        ),
        "these are distances from one of the samples. The mean of all samples is meant.": (
            lambda dist: dist[(dist**2).sum(axis=1).argmin()]
        ),
    },
    hints=(
        "Which entry of B is the squared length of the vector from the mean to sample i?",
        "Set j = i in the formula of double centering. The distance of a sample to itself is 0.",
        "Two means remain: that of row i, minus half of that of all.",
    ),
    picture=sticks,
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
    name="8.2",
    reference=dimensions_needed,
    inputs=dimensions_needed_inputs,
    mistakes={
        "this is one too few. The first entry of an array has the number 0.": (
            lambda eigenvalues, share: np.argmax(_kept(eigenvalues) >= share)
        ),
        "this is one too many.": lambda eigenvalues, share: (
            dimensions_needed(eigenvalues, share) + 1
        ),
        "a map that keeps exactly this share is enough: >=, not >.": (
            lambda eigenvalues, share: np.argmax(_kept(eigenvalues) > share) + 1
        ),
        "the smallest eigenvalues are taken. They come first, but the map uses the largest.": (
            lambda eigenvalues, share: (
                np.argmax(np.cumsum(eigenvalues) / eigenvalues.sum() >= share) + 1
            )
        ),
        "the sum must be divided by that of all eigenvalues. A share is between 0 and 1.": (
            lambda eigenvalues, share: np.argmax(np.cumsum(eigenvalues[::-1]) >= share) + 1
        ),
        "these are roots of the eigenvalues. The eigenvalues are squared lengths already.": (
            lambda eigenvalues, share: np.argmax(_kept(np.sqrt(eigenvalues)) >= share) + 1
        ),
        "the eigenvalues are squared. They are squared lengths already.": (
            lambda eigenvalues, share: np.argmax(_kept(eigenvalues**2) >= share) + 1
        ),
        "each eigenvalue is compared alone. Add up the largest ones: np.cumsum.": (
            lambda eigenvalues, share: (eigenvalues / eigenvalues.sum() >= share).sum()
        ),
        "eigenvalues are counted. The larger ones count for more.": (
            lambda eigenvalues, share: np.ceil(share * len(eigenvalues))
        ),
        "all positive eigenvalues are counted. That map keeps everything.": (
            lambda eigenvalues, share: (eigenvalues > 0).sum()
        ),
        "these are the shares that are kept. The number of dimensions is asked for.": (
            lambda eigenvalues, _share: _kept(eigenvalues)
        ),
    },
    hints=(
        "eigenvalues[::-1] has the largest first, and np.cumsum adds them up one by one.",
        "Divide by the sum of all: entry 0 is the share of one dimension, entry 1 that of two.",
        "np.argmax of a condition is the first entry where it holds.",
    ),
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
    mistakes={
        "the square is missing. The formula has squared distances.": (
            lambda Z, dist: _placed(Z, (_lengths(Z) - dist) / 2)
        ),
        "the half is missing.": lambda Z, dist: 2 * place(Z, dist),
        "wrong sign. It is b_ii - d_i²: the nearer a point, the larger the inner product.": (
            lambda Z, dist: -place(Z, dist)
        ),
        "the squared lengths b_ii are forgotten.": lambda Z, dist: _placed(Z, -(dist**2) / 2),
        "lengths in place of squared lengths b_ii.": (
            lambda Z, dist: _placed(Z, (np.sqrt(_lengths(Z)) - dist**2) / 2)
        ),
        "the eigenvalues are forgotten. Divide each coordinate by the λ of its dimension.": (
            lambda Z, dist: (_lengths(Z) - dist**2) / 2 @ Z
        ),
        "it divides by √λ. Divide by λ, the squared length of the column.": (
            lambda Z, dist: place(Z, dist) * np.sqrt((Z**2).sum(axis=0))
        ),
        "it divides by the number of samples. Divide by λ.": (
            lambda Z, dist: (_lengths(Z) - dist**2) / 2 @ Z / len(Z)
        ),
        "this is the nearest fitted point. A new point has a place of its own.": (
            lambda Z, dist: Z[dist.argmin()]
        ),
        "the map is on the wrong side. It has one row per sample: inner @ Z, or Z.T @ inner.": (
            lambda Z, dist: Z @ ((_lengths(Z) - dist**2) / 2)
        ),
        "wrong axis. b_ii is the squared length of a row (axis=1), λ that of a column (axis=0).": (
            lambda Z, dist: ((Z**2).sum(axis=0) - dist**2) / 2
        ),
        "a new axis too many. dist has one number per sample: no dist[:, None] is needed.": (
            lambda Z, dist: (_lengths(Z) - dist[:, None] ** 2) / 2 @ Z / (Z**2).sum(axis=0)
        ),
    },
    hints=(
        "The squared length of each fitted point is (Z**2).sum(axis=1).",
        "λ of each dimension is the squared length of its column: (Z**2).sum(axis=0).",
        "With one row per point, the sum over the points is inner @ Z.",
    ),
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


TIMES = Construction(
    name="8.4",
    makes={"times": (6,)},
    judge=judge_times,
    answer=hub,
    near_misses={
        "takes 1.000 times": lambda: (np.array([1.0, 2, 1, 1, 2, 1]),),
        "takes 0.667 times": lambda: (np.array([1.0, 1, 1, 1, 1, 3]),),
        "is 0.0%": lambda: (np.array([3.0, 4, 5, 5, 4, 3]),),
        "is 0.0% of": lambda: (np.ones(6),),
        "All must be above 0": lambda: (np.array([1.0, 1, 1, 0, 2, 2]),),
        "takes 1.000 times the direct way": lambda: (np.array([1.0, 1, 1, 2, 2, 2]),),
    },
    hints=(
        "Let A be the town in the middle: its ways to the three others are short and equal.",
        "B, C and D are equally far from each other. How far is the center of a triangle with "
        "sides 1.9 from its corners? 1.9/√3 = 1.10.",
        "Make the ways from A shorter than that, so that no point of any space can be A. "
        "The detour via A must still take longer than the direct way.",
    ),
)

EXERCISES = (FROM_THE_MIDDLE, DIMENSIONS_NEEDED, PLACE, TIMES)
