"""Numbers of the questions of page 09."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn


@drawn(samples=range(93, 100), plane=range(60, 86))
def where_they_differ(samples=97, plane=75):
    return locals()


@drawn(models=range(8, 400, 8), samples=range(2, 8))
def coins(models=32, samples=5):
    right, of_one_sample = F(models, 2**samples), F(models, 2)
    divided, of_one_model = F(models, samples), F(1, 2**samples)
    return locals() if right * 4 == int(right * 4) and right <= 20 else None
