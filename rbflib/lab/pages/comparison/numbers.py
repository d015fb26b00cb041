"""Numbers of the questions of page 10."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn


@drawn(settings=range(4, 61), inner=[3, 4, 5, 6, 8, 10], outer=[3, 4, 5, 6, 8, 10])
def fits(settings=35, inner=5, outer=10):
    one_outer_fold, without_the_last = settings * inner + 1, outer * settings * inner
    all_fits, no_inner_folds = without_the_last + outer, outer * settings
    return locals()


@drawn(lowest=range(3, 20), range_=range(10, 30))
def paired(lowest=5, range_=20):
    return {"low": F(lowest, 100), "high": F(lowest + range_, 100)}
