"""Marks of a slider: how many there are between two numbers, and in how many digits they differ."""

import math
from decimal import Decimal
from numbers import Integral, Real

MOST_MARKS = 2000  # that a track can still be moved over, pixel by pixel


def is_number(value):
    """Whether it is finite, and no yes or no. An integer can be beyond all floats."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return isinstance(value, Integral) or math.isfinite(value)


def n_steps(label, low, high, step, shown=True):
    if not 0 < step <= high - low < math.inf:
        words = f"from {low:g} to {high:g} in steps of {step:g}"
        raise ValueError(f"{label} cannot go {words}: a step is above 0 and fits in the range.")
    n = round((high - low) / step, 6)
    if shown and n >= MOST_MARKS:
        words = f"has more than {MOST_MARKS:,} marks: take a step of {(high - low) / 1000:.2g}"
        raise ValueError(f"{label} {words}, say.")
    return math.floor(n)


def decimals(number):
    return -Decimal(f"{number:.6g}").normalize().as_tuple().exponent
