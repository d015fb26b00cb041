"""The controls of an explorer: the values that they take, how those are written and drawn.

The browser draws a control from its `description`: it knows no kinds but a slider over listed
marks, a list of choices, and a switch.
"""

import math
from bisect import bisect
from collections.abc import Hashable
from numbers import Integral

from rbflib.lab.kit.marks import decimals, is_number, n_steps


class Control:
    """What all controls share: a label, the value at first, and the marks.

    These are what can be chosen on the screen: all values, but of a slider.
    """

    kind = None
    shown = True  # beside the picture; others are moved in it
    in_presets = True  # whether presets set it back to where it was at first

    def __init__(self, label, value, marks):
        self.label = label
        self.marks = list(marks)
        self.value = self.validate(label, value)

    def validate(self, name, value):
        """The value as it is kept, or an error that says what the control `name` takes."""
        raise NotImplementedError

    def nearest(self, value):
        """The mark that is nearest."""
        return value

    def place(self, value):
        """The number of that mark."""
        return self.marks.index(value)

    def format(self, value):
        """A value as the browser shows it."""
        return value

    @property
    def description(self):
        """For the browser."""
        if not self.shown:
            return {"kind": "data"}
        return {"kind": self.kind, "label": self.label, "marks": self.marks}


class Slider(Control):
    """A slider over marks that are numbers.

    They are where it stops on the screen. Its value is any number from the first to the last, or
    the end that a number is beyond; where all marks are whole, the nearest whole number.
    """

    kind = "slider"
    scale = "linear"  # on which the mark nearest to a number is found: or "log"
    digits = 2  # of a mark
    player = None

    def __init__(self, label, value, marks):
        marks = sorted({int(x) if isinstance(x, Integral) else float(x) for x in marks})
        self.whole = all(isinstance(mark, int) for mark in marks)
        super().__init__(label, value, marks)
        if not math.isclose(value, self.value):
            low, high = self.bounds
            kind = "a whole number" if self.whole else "a number"
            raise ValueError(f"{label} begins at {value}, and is {kind} from {low:g} to {high:g}.")

    @property
    def bounds(self):
        return self.marks[0], self.marks[-1]

    def validate(self, name, value):
        low, high = self.bounds
        if not is_number(value) or (self.scale == "log" and value <= 0 < low):
            raise ValueError(f"{name} must be a number from {low:g} to {high:g}, got {value!r}.")
        value = min(max(value, low), high)
        mark = self.nearest(value)
        if math.isclose(mark, value):  # but for rounding
            return mark
        return round(value) if self.whole else float(value)

    def nearest(self, value):
        return self.marks[self.place(value)]

    def place(self, value):
        low, high = self.bounds
        value = float(min(max(value, low), high))  # NumPy's small integers would wrap around
        after = bisect(self.marks, value)
        around = range(len(self.marks))[max(after - 1, 0) : after + 1]
        here = self._on_scale(value)
        return min(around, key=lambda i: abs(self._on_scale(self.marks[i]) - here))

    def _on_scale(self, value):
        if self.scale == "linear":
            return value
        # 0 stands a step below the smallest other mark.
        smallest, next_one = [mark for mark in self.marks[:3] if mark > 0][:2]
        return math.log(max(value, smallest**2 / next_one))

    def format(self, value):
        """A mark in its few digits, any other number as it is."""
        if value == self.nearest(value):
            return self.mark_text(value)
        return str(value) if self.whole else f"{value:.6g}"

    def mark_text(self, mark):
        return f"{float(f'{mark:.{self.digits}g}'):g}"

    @property
    def description(self):
        if not self.shown:
            return super().description
        # In one text each: as a list every mark would have a line of a saved page.
        marks = " ".join(map(repr, self.marks))
        texts = "\n".join(map(self.mark_text, self.marks))
        more = {"whole": self.whole, "player": self.player}
        return super().description | {"marks": marks, "texts": texts} | more


class LinearSlider(Slider):
    """A slider for a number on an even scale.

    Parameters
    ----------
    label : str
    value : int or float
        At first.
    low, high, step : int or float
        Of its marks. Where low and step are whole numbers, so is its value.
    play : int, optional
        Milliseconds from mark to mark, where buttons play it.
    glide : str, optional
        The control, from 0 to 1, that a playing browser moves on the way to a mark.
    shown : bool
        Whether it stands beside the picture.
    """

    def __init__(self, label, value, low, high, step, play=0, glide="", shown=True):
        n, least = n_steps(label, low, high, step, shown), 0 if isinstance(step, Integral) else 2
        enough = 2 - math.floor(math.log10(step))  # for a third, say
        self.digits = max(least, decimals(low), min(decimals(step), enough))
        # 0.15, not 0.1…02; and 0, not −0
        marks = [round(low + i * step, max(12, self.digits + 6)) + 0 for i in range(n + 1)]
        super().__init__(label, value, marks)
        self.player = {"interval": play, "glide": glide} if play else None
        self.shown = shown

    def mark_text(self, mark):
        return f"{mark:.{self.digits}f}"


class LogSlider(Slider):
    """A slider from 10^low to 10^high whose steps are factors of 10^step."""

    scale = "log"

    def __init__(self, label, value, low, high, step=0.1):
        n = n_steps(label, low, high, step)
        self.digits = max(2, 1 - math.floor(math.log10(2 * step)))
        marks = [10 ** round(low + i * (high - low) / n, 12) for i in range(n + 1)]
        super().__init__(label, value, marks)


class OptionSlider(Slider):
    """A slider over listed numbers. Where they can, they stand in the distances of their ratios."""

    def __init__(self, label, value, marks):
        marks = list(marks)
        positive = [mark for mark in marks if mark > 0]
        self.scale = "log" if min(marks) >= 0 and len(positive) > 1 else "linear"
        super().__init__(label, value, marks)

    def mark_text(self, mark):
        return str(mark) if isinstance(mark, int) else f"{mark:g}"


class PenaltySlider(Slider):
    """λ: 0, then powers of ten in half steps."""

    scale = "log"

    def __init__(self, value=0.0, low=-8, high=2):
        powers = [10 ** (e / 2) for e in range(2 * low, 2 * high + 1)]
        super().__init__("λ", value, [0.0, *powers])


class Choice(Control):
    """A list of texts to choose from."""

    kind = "choice"

    def __init__(self, label, options, value=None):
        super().__init__(label, options[0] if value is None else value, options)

    def validate(self, name, value):
        if not isinstance(value, str) or value not in self.marks:
            raise ValueError(f"{name} must be one of {', '.join(self.marks)}, got {value!r}.")
        return str(value)


class Switch(Control):
    """A box to tick: on or off."""

    kind = "switch"

    def __init__(self, label, value):
        super().__init__(label, value, [False, True])

    def validate(self, name, value):
        # An array is not hashable: it would be compared entry by entry.
        if not isinstance(value, Hashable) or value not in (True, False):
            raise ValueError(f"{name} must be True or False, got {value!r}.")
        return bool(value)

    def format(self, value):
        return "on" if value else "off"


class Data(Control):
    """What the pointer puts into the picture, of what JSON can hold; it has no place on the screen.

    Its value is never changed in place. check(value) -> the value as the scene takes it, or
    ValueError. Where it is not as at first, a button with the text `clear` sets it back.
    """

    shown = False

    def __init__(self, value, check=lambda value: value, clear="", in_presets=True):
        self.check, self.clear, self.in_presets = check, clear, in_presets
        super().__init__("", value, [])

    def validate(self, name, value):
        return self.check(value)

    @property
    def description(self):
        return super().description | {"clear": self.clear}
