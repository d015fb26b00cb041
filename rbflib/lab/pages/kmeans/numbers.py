"""Numbers of the questions of page 04."""

from fractions import Fraction as F
from itertools import pairwise

from rbflib.lab.kit.template import drawn


@drawn(x=range(-4, 8), low=range(-4, 6), high=range(-2, 12))
def half_plane(x=3, low=1, high=5):
    middle, half = F(low + high, 2), F(high - low, 2)
    return locals() if 2 <= high - low <= 8 and x not in (low, high) else None


def mean(*x):
    return F(sum(x), len(x))


def spread(*x):
    return sum((v - mean(*x)) ** 2 for v in x)


@drawn(a=range(5), b=range(1, 9), c=range(3, 13), d=range(5, 16))
def splits(a=0, b=2, c=6, d=9):
    first_alone, pairs = spread(b, c, d), spread(a, b) + spread(c, d)
    across, last_alone = spread(a, c) + spread(b, d), spread(a, b, c)
    rounded = [F(round(10 * x), 10) for x in (first_alone, last_alone)]
    sums = tuple(sorted((pairs, across, *rounded)))
    by, means = (first_alone, pairs, across, last_alone), (mean(a, b), mean(c, d), mean(a, b, c))
    steps = [y - x for x, y in pairwise(sorted(by))]
    return locals() if a < b < c < d and min(steps) >= 2 else None


@drawn(before=range(20, 96), after=range(20, 96))
def bug(before=62, after=65):
    return hundredths(before=before, after=after) if 2 <= after - before <= 9 else None


def hundredths(**n):
    return {name: F(x, 100) for name, x in n.items()}


@drawn(a=range(1, 10), b=range(1, 21))
def next_draw(a=1, b=3):
    squared, not_squared = F(b**2, a**2 + b**2), F(b, a + b)
    evenly, evenly_of_two, farthest = F(1, 3), F(1, 2), 1
    return locals() if a < b and squared.denominator <= 100 else None


@drawn(groups=range(60, 300), found=range(40, 200))
def more_starts(groups=192, found=122):
    return hundredths(groups=groups, found=found) if 30 <= groups - found <= 90 else None
