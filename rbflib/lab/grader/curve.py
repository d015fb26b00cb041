"""A curve: arrays that a student computes in a blank cell, compared with ours."""

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rbflib.lab.grader import texts
from rbflib.lab.grader.construction import Finding, read
from rbflib.lab.kit import style
from rbflib.lab.kit.settings import our_settings


@dataclass(frozen=True)
class Curve:
    """Curves to be computed, one number of each at every place.

    They may differ from ours by `allowed`: a share of our curve's range or, where its axis is
    logarithmic, of our value.
    """

    name: str  # such as "4.7": page and number
    at: np.ndarray  # the places (P,)
    makes: tuple[str, ...]  # the names of the curves
    answer: Callable  # answer(at) -> the curves, or the only one; its source is shown
    allowed: float
    axes: dict = field(default_factory=dict)  # xlabel, yscale, … of matplotlib

    @cached_property
    def hints(self):
        return texts.hints(self.answer, self.name)

    @cached_property
    def mistakes(self):
        """What to say -> a function that makes this mistake."""
        parameters = inspect.signature(self.answer).parameters
        return texts.functions(self.answer, self.name, "mistakes", parameters)

    @property
    def solution(self):
        return inspect.getsource(self.answer).rstrip()

    @cached_property
    def ours(self):
        return self.computed(self.answer)

    def computed(self, function):
        """Its curves as rows."""
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            return np.atleast_2d(function(self.at))

    @our_settings()
    def check(self, *made):
        """The Finding of curves; one without a figure where they cannot be compared."""
        fault, given = read(dict.fromkeys(self.makes, self.at.shape), made)
        if fault:
            return Finding(False, fault)
        made = np.array(list(given.values()))
        if self._logarithmic and made.min() <= 0:
            name = self.makes[made.min(axis=1).argmin()]
            return Finding(False, f"`{name}` must be positive everywhere.")
        off = self._off(made, self.ours)
        worst = np.unravel_index(off.argmax(), off.shape)
        right = bool(off.max() <= 1)
        words = self._compared(made, worst) + ("" if right else self._named_mistake(made))
        return Finding(right, words, self._drawn(made, None if right else worst))

    @property
    def _logarithmic(self):
        return self.axes.get("yscale") == "log"

    def _off(self, made, others):
        """The differences, in units of what is allowed."""
        with np.errstate(all="ignore"):
            if self._logarithmic:
                return np.abs(np.log(made / others)) / np.log1p(self.allowed)
            return np.abs(made - others) / (self.allowed * np.ptp(self.ours, axis=1)[:, None])

    def _compared(self, made, worst):
        curve, place = worst
        return (
            f"the largest difference is at {self.axes['xlabel']} = {self.at[place]:.3g}, where "
            f"`{self.makes[curve]}` is {made[worst]:.4g}, and ours {self.ours[worst]:.4g}."
        )

    def _named_mistake(self, made):
        for words, mistake in self.mistakes.items():
            if self._off(made, self.computed(mistake)).max() <= 1:
                return f"\n  A usual mistake: {words}"
        return ""

    def _drawn(self, made, ringed):
        """The curves over ours, and a ring around one entry."""
        figure = style.new_figure(7.2, 3.7)
        axes = style.add_axes(figure, (0.85, 0.6, 6.1, 2.6), "yours and ours", keyed=True)
        axes.set(**self.axes)
        ours = axes.plot(self.at, self.ours.T, color=style.FRAME, alpha=0.4, lw=7, label="ours")
        looks = zip(self.makes, made, style.SERIES, strict=False)
        yours = [axes.plot(self.at, v, ms=4, label=name, **look)[0] for name, v, look in looks]
        if ringed:
            axes.plot(self.at[ringed[1]], made[ringed], "o", mfc="none", mec=style.INK, ms=14)
        style.add_key(axes, *yours, ours[0])
        return figure
