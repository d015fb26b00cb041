"""Questions of page 00: the one hypothesis."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn

UNITS = (
    ("meters", "centimeters", 100),
    ("meters", "millimeters", 1000),
    ("kilometers", "meters", 1000),
    ("centimeters", "millimeters", 10),
    ("feet", "inches", 12),
    ("yards", "feet", 3),
    ("hours", "minutes", 60),
    ("days", "hours", 24),
    ("weeks", "days", 7),
    ("years", "months", 12),
    ("kilograms", "grams", 1000),
    ("liters", "milliliters", 1000),
)


@drawn(c=range(-3, 4), v=range(-8, 9, 2), w=range(-8, 9, 2), b=range(-5, 6))
def two_bumps(c=-1, v=2, w=-4, b=1):
    middle, at_middle, at_second, far = c + 1, F(v + w, 2) + b, F(v, 16) + w + b, b
    answers = at_middle, at_second, far, F(v, 4) + w + b
    return locals() if v and w and b else None


@drawn(units=UNITS)
def centimeters(units=UNITS[0]):
    large, small, n = units
    share = 1 / n**2 if n in (10, 100) else F(1, n**2)
    return locals()
