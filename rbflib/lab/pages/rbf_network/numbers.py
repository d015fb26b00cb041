"""Numbers of the questions of page 05."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn

TENTHS = [n for n in range(-15, 16) if n]


@drawn(a=TENTHS, b=TENTHS, c=TENTHS)
def residual(a=5, b=-10, c=2):
    a, b, c = F(a, 10), F(b, 10), F(c, 10)
    sum_of_three, mean_of_three, all_zero = a + b + c, (a + b + c) / 3, 0
    return locals() if len({a, b, c}) == 3 else None


@drawn(folds=range(3, 13))
def folds(folds=5):
    samples = 5 * folds
    return locals()
