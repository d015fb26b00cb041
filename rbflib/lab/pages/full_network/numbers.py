"""Numbers of the questions of page 02."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn


@drawn(s=(F(1, 2), F(1, 3), F(2, 3), F(1, 4), F(3, 4), F(1, 5)), y=[*range(-12, 0), *range(1, 31)])
def two_samples(s=F(1, 2), y=3):
    same, opposite = y / (1 + s), y / (1 - s)
    multiplied, multiplied_opposite = y + s * y, y - s * y
    return locals() if max(same.denominator, opposite.denominator) <= 2 else None


GAMMAS, COUNTS = (30, 50, 100, 200, 300, 500, 1000), {10: "Ten", 15: "Fifteen", 20: "Twenty"}


@drawn(wide=GAMMAS, middle=GAMMAS, narrow=GAMMAS, n=[*COUNTS])
def condition(wide=30, middle=100, narrow=1000, n=20):
    samples = COUNTS[n]
    return locals() if 2 * wide <= middle and 2 * middle <= narrow else None


@drawn(low=[F(n, 20) for n in range(2, 18)], high=[F(n, 2) for n in range(3, 19)])
def two_ridges(low=F(1, 4), high=4):
    return locals()
