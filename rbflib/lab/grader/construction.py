"""A construction: data or settings that a student makes, and the property that they must have."""

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from rbflib.lab.grader import texts
from rbflib.lab.kit.settings import our_settings

MOST = 400  # numbers in one array: what can be typed, and checked at once


class Finding(NamedTuple):
    """What a check computed of what was made."""

    right: bool
    words: str  # the property in numbers, right or wrong
    figure: Figure | None = None


@dataclass(frozen=True)
class Construction:
    """Data or settings to be made.

    The shape of a thing is () for a number, ("N", 2) for an array of two columns. A letter stands
    for the same number everywhere.
    """

    name: str  # such as "4.3": page and number
    makes: dict[str, tuple]  # name of each thing that is made -> its shape
    judge: Callable  # judge(**made) -> Finding; it gets float arrays with finite numbers
    answer: Callable  # answer() -> what is right, in the order of `makes`; its source is shown

    @cached_property
    def hints(self):
        return texts.hints(self.answer, self.name)

    @cached_property
    def near_misses(self):
        """What the judge's words contain -> makes this usual mistake."""
        return texts.functions(self.answer, self.name, "near_misses")

    @property
    def solution(self):
        return inspect.getsource(self.answer).rstrip()

    def check(self, *made):
        """The Finding of what was made; one without a figure where it cannot be judged."""
        fault, given = read(self.makes, made)
        if fault:
            return Finding(False, fault)
        with our_settings(), np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            return self.judge(**given)


def read(makes, made):
    """(what is wrong or "", name -> the value as floats) of things that must have these shapes."""
    if len(made) != len(makes):
        return f"It takes {len(makes)} things: ({', '.join(makes)}).", {}
    sizes, given = {}, {}
    for (name, shape), value in zip(makes.items(), made, strict=True):
        fault, given[name] = _read(value, shape, sizes)
        if fault:
            return f"`{name}` {fault}.", {}
    return "", given


def _read(value, shape, sizes):
    """(what is wrong or "", the value as floats) of a thing that must have this shape."""
    if value is None or value is ...:
        return "is not filled in yet", None
    if np.ma.is_masked(value):
        return "holds masked entries", None
    try:
        if np.iscomplexobj(value):
            return f"must be {_asked(shape)}, and is complex", None
        array = np.asarray(value, dtype=float)
    except Exception:  # whatever the thing raises
        listed = isinstance(value, list | tuple)
        kind = "no array of numbers" if listed else f"a {type(value).__name__}"
        return f"must be {_asked(shape)}, and is {kind}", None
    known = [sizes.get(n, n) for n in shape]
    fits = array.ndim == len(shape) and all(
        isinstance(n, str) or n == size for n, size in zip(known, array.shape, strict=True)
    )
    if not fits:
        return f"must be {_asked(known)}, and is {_asked(array.shape)}", None
    if not 0 < array.size <= MOST:
        return f"has {array.size} numbers. Between 1 and {MOST} are asked for", None
    if not np.isfinite(array).all():
        return "holds what is not a finite number (nan or inf)", None
    sizes.update(zip(shape, array.shape, strict=True))
    return "", array if shape else float(array)


def _asked(shape):
    if not len(shape):
        return "one number"
    return f"an array of shape ({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
