"""Numbers of the questions of page 06."""

from fractions import Fraction as F
from itertools import permutations, product
from math import sqrt

from rbflib.lab.kit.template import drawn


def turned(*vectors):
    """Each vector with its parts in every order and with every sign."""
    signs = list(product((1, -1), repeat=3))
    return sorted(
        {
            tuple(sign * x for sign, x in zip(of, part, strict=False))
            for v in vectors
            for part in permutations(v)
            for of in signs
        }
    )


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


TARGETS = turned((3, 4), (1, 3), (2, 4), (1, 7), (1, 2, 2), (2, 3, 6), (1, 4, 8), (0, 3, 4))
COLUMNS = turned((0, 2), (1, 1), (1, 2), (1, 3), (3, 4), (0, 1, 2), (1, 1, 1), (1, 2, 2), (1, 1, 2))


@drawn(y=TARGETS, q=COLUMNS)
def ratio(y=(3, 4), q=(0, 2)):
    if len(y) != len(q):
        return None
    n, qy, qq, yy = len(y), dot(q, y), dot(q, q), dot(y, y)
    weight, explained = F(qy, qq), F(qy**2, qq)
    squared, left, share_of_length = explained / yy, 1 - explained / yy, abs(qy) / sqrt(qq * yy)
    without_column = weight**2 / yy
    simple = 10 % weight.denominator == 0 and explained.denominator <= 2
    return locals() if simple else None


CLOSEST = (1, 1, 1), (2, 2, 1), (2, 1, 0), (3, 2, 1), (2, 2, -1), (3, 1, 0), (3, 3, 2)
AT_45 = (1, 0, 0), (0, 1, 0), (2, 0, 0), (0, 3, 0), (1, 2, 2), (2, 1, 2)
AT_60 = tuple((n, 0, sign * n) for n in (5, 4, 6, 7, 8, 9) for sign in (1, -1))
AT_90 = (3, -3, 0), (0, 0, 1), (0, 0, 4), (2, -2, 0), (-1, 1, 0), (1, -1, 2)


@drawn(
    closest=CLOSEST, at_45=AT_45, at_60=AT_60, at_90=AT_90, by=list(permutations(range(4))),
    turn=range(3),
)  # fmt: skip
def candidates(
    closest=CLOSEST[0], at_45=AT_45[0], at_60=AT_60[0], at_90=AT_90[0], by=(2, 3, 1, 0), turn=0
):
    y, *columns = (v[turn:] + v[:turn] for v in ((1, 1, 0), closest, at_45, at_60, at_90))
    largest = F(dot(columns[0], y) ** 2, 2 * dot(columns[0], columns[0]))
    reasons = (
        "its direction is the closest to that of y.",
        "it stands at 45° to y: half of the energy.",
        "it is long, but the length does not count. It stands at 60° to y.",
        "it is orthogonal to y and explains nothing.",
    )
    columns, reasons = [columns[i] for i in by], [reasons[i] for i in by]
    return locals()


@drawn(noise=range(6, 15), small=range(1, 9))
def small_rho(noise=9, small=4):
    usual, large = F(noise + 1, 100), F(28 + 2 * small, 100)
    return locals() | {"small": small / 1000}


SHARES = range(10, 90, 2)


@drawn(first=SHARES, second=SHARES, both=SHARES)
def taken_second(first=50, second=40, both=60):
    first, second, both = F(first, 100), F(second, 100), F(both, 100)
    right, other_one, added = both - second, both - first, first + second
    return locals() if max(first, second) < both < added <= 1 else None
