"""An explorer of a reader's own function, in a cell: sliders for its arguments, and what it gives.

def bump(gamma=1.0):
    x = np.linspace(-3, 3, 200)
    return x, np.exp(-gamma * x**2)

explore(bump, gamma=(0.1, 100.0))
"""

import inspect
import sys
from collections.abc import Mapping
from numbers import Integral, Real

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rbflib.lab.kit import style
from rbflib.lab.kit.controls import Choice, Control, LinearSlider, LogSlider, OptionSlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import Scene

LOGARITHMIC = 100  # times its lower end: then a range of floats has steps that are factors


def explore(function, presets=None, **controls):
    """An explorer that calls `function` whenever a control moves, and shows what it returns.

    Parameters
    ----------
    function : callable
        It gets the values of the controls by name. It returns a figure, or the coordinates of a
        curve, and if there are any also numbers by name: such as `(figure, {"E_in": 0.1})`, or
        `(x, y)`. What it draws with pyplot is shown, too.
    presets : dict of str to dict, optional
        Label of a button -> values of the controls that it sets.
    **controls
        For each argument (low, high) or (low, high, step), a list to choose from, True or False;
        or a control of `rbflib.lab.kit.controls`. It begins at the argument's default value.

    Returns
    -------
    explorer : Explorer
    """
    parameters = inspect.signature(function).parameters
    for name in controls.keys() - parameters.keys():
        raise TypeError(f"{function.__name__} has no argument {name!r} to move.")
    first = {name: p.default for name, p in parameters.items() if p.default is not p.empty}
    made = {
        name: _control(name, controls.get(name, first.get(name)), first.get(name))
        for name in parameters
        if name in controls or name not in first or isinstance(first[name], bool)
    }
    return Explorer(lambda: FunctionScene(function), made, presets)


def _control(name, wanted, first):
    if isinstance(wanted, Control):
        return wanted
    if isinstance(wanted, bool):
        return Switch(name, wanted if first is None else first)
    if isinstance(wanted, list) and wanted and all(isinstance(x, str) for x in wanted):
        return Choice(name, wanted, first)
    if isinstance(wanted, list) and wanted and all(isinstance(x, Real) for x in wanted):
        return OptionSlider(name, wanted[0] if first is None else first, sorted(wanted))
    if isinstance(wanted, tuple) and len(wanted) in (2, 3) and wanted[0] < wanted[1]:
        return _slider(name, first, *wanted)
    raise TypeError(
        f"Say what {name} can be: explore(…, {name}=(low, high)), a list to choose from, or True."
    )


def _slider(name, first, low, high, step=None):
    whole = all(isinstance(x, Integral) for x in (low, high, 1 if step is None else step))
    if step is None and not whole and 0 < LOGARITHMIC * low <= high:
        start = np.sqrt(low * high) if first is None else first
        return LogSlider(name, start, np.log10(low), np.log10(high))
    step = step or (1 if whole else (high - low) / 100)
    return LinearSlider(name, (low + high) / 2 if first is None else first, low, high, step)


class FunctionScene(Scene):
    """The figure and the numbers that a function returns."""

    titles_stay = False

    def __init__(self, function):
        self.function, self.figure = function, style.new_figure(style.WIDEST)

    def update(self, **state):
        open_before = _open_figures()
        given = self.function(**state)
        parts = given if isinstance(given, tuple) else (given,)
        figures = [figure for part in parts if (figure := _figure_of(part))]
        curves = [np.asarray(part) for part in parts if isinstance(part, np.ndarray | list)]
        figures += [_figure_of_curve(curves)] if curves else []
        for number in _open_figures() - open_before:  # or the cell would show it once more
            figures.append(sys.modules["matplotlib.pyplot"].figure(number))
            sys.modules["matplotlib.pyplot"].close(number)
        if figures:
            self._take(figures[0])
        numbers = [part for part in parts if isinstance(part, Real)]
        named = [part for part in parts if isinstance(part, Mapping)]
        return {
            name: x
            for part in [*named, *({"result": x} for x in numbers)]
            for name, x in part.items()
        }

    def _take(self, figure):
        """In pixels of ours, on a canvas that can be read."""
        figure.set_dpi(style.DPI)
        FigureCanvasAgg(figure)
        self.figure, self._still = figure, None
        vars(self).pop("_moving", None)

    def code(self, **state):
        arguments = ", ".join(f"{name}={x!r}" for name, x in state.items())
        return f"{inspect.getsource(self.function)}\n{self.function.__name__}({arguments})"


def _figure_of(part):
    if isinstance(part, Axes):
        return part.figure
    figure = getattr(part, "figure", part)  # a Picture of rbflib.lab.plot has one
    return figure if isinstance(figure, Figure) else None


def _figure_of_curve(coordinates):
    """y against its numbers, or each y against x, the first of them."""
    figure = style.new_figure(7.2, 3.7)
    axes = style.add_axes(figure, (0.8, 0.7, 6.1, 2.7), xlabel="x")
    x, *rest = (
        coordinates if len(coordinates) > 1 else [np.arange(len(coordinates[0])), *coordinates]
    )
    for y, look in zip(rest, style.SERIES, strict=False):
        axes.plot(x, y, color=look["color"], ls=look["ls"])
    return figure


def _open_figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set(pyplot.get_fignums()) if pyplot else set()
