"""Numbers of the questions of page 03."""

from fractions import Fraction as F
from itertools import permutations

from rbflib.lab.kit.template import drawn, ordinal, written


@drawn(near=(-1, 1), n=range(3, 10))
def selection(near=-1, n=5):
    return {"near": near, "far": -near, "n": n}


DISTANCES = ((1, 2), (1, 3), (2, 4), (2, 1), (3, 1), (1, 4), (2, 6))


@drawn(distances=DISTANCES, y=range(11), z=range(41))
def inverse_square(distances=(1, 2), y=0, z=10):
    d, e = distances
    v, w = F(1, d**2), F(1, e**2)
    right, plain_mean = (v * y + w * z) / (v + w), F(y + z, 2)
    not_squared = (F(y, d) + F(z, e)) / (F(1, d) + F(1, e))
    not_divided, upside_down = v * y + w * z, F(d**2 * y + e**2 * z, d**2 + e**2)
    return locals() if right.denominator <= 2 else None


@drawn(k=(3, 4, 5, 6, 8, 10), left=range(200, 500, 10), joins=range(200, 500, 10))
def exchange(k=4, left=340, joins=300):
    difference, change = joins - left, F(joins - left, k)
    other_sign, difference_other_sign, no_change = -change, -difference, 0
    cheap = joins < left
    joining, moves = ("cheaper", "falls") if cheap else ("more expensive", "rises")
    story = " The larger house is quoted the lower price." if cheap else ""
    last = f"{ordinal(k)} quarter" if k == 4 else f"last {ordinal(k)}"
    return locals() if change.denominator == 1 and 0 < abs(difference) <= 120 else None


@drawn(to_left=(False, True), targets=(None, *permutations(range(1, 20), 3)))
def far_away(to_left=False, targets=None):
    side, end = ("left", "first") if to_left else ("right", "last")
    samples, nearest, mean = "Samples", f"the target of the {end} sample", "the mean of all targets"
    beyond = f"beyond the {end} sample"
    if targets:
        samples = "Samples at 0, 1 and 2 with the targets {}, {} and {}".format(*targets)
        nearest, mean = written(targets[0 if to_left else 2]), written(F(sum(targets), 3))
    return locals() if not targets or sum(targets) % 3 == 0 else None


@drawn(first=range(50, 95, 5), second=range(5, 50, 5))
def chain(first=70, second=20):
    P = tuple(F(n, 100) for n in (first, second, 100 - first - second))
    squares = tuple(p**2 for p in P)
    bayes, one, only_likely = 1 - P[0], 1 - sum(squares), 1 - squares[0]
    return locals() if first > second >= P[2] * 100 > 0 else None


@drawn(percent=range(5, 50, 5))
def flipped(percent=5):
    p, q = F(percent, 100), F(100 - percent, 100)
    one, twice, both, agree = 2 * p * q, 2 * p, p**2, p**2 + q**2
    return locals()
