"""An explorer of a reader's own function, in a cell: sliders for its arguments, and what it gives.

def bump(gamma=1.0):
    x = np.linspace(-3, 3, 200)
    return x, np.exp(-gamma * x**2)

explore(bump, gamma=(0.1, 100.0))
"""

import inspect
import pickle
from numbers import Integral, Real

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg

from rbflib.lab.grader.readers_code import FunctionError, ReadersCode
from rbflib.lab.grader.results import Shown
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import Choice, Control, LinearSlider, LogSlider, OptionSlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import NotDrawn, Scene

LOGARITHMIC = 100  # times its lower end: then a range of floats has steps that are factors
LIMIT = 5.0  # seconds
PLACE = (0.8, 0.6, 6.1, 2.3)


def explore(function, presets=None, /, **controls):
    """An explorer that calls `function` whenever a control moves, and shows what it returns.

    Parameters
    ----------
    function : callable
        It gets the values of the controls by name, in a Python process of its own: what it
        changes there does not come back. It returns a number, several by name (a dict or a named
        tuple), a curve `y` or `(x, y)`, several as the rows of y or by name, points (N, 2), an
        image, a figure or axes of matplotlib, a text, or a table of pandas; or some of these in a
        tuple, such as `(figure, {"E_in": 0.1})`. What it draws with pyplot is shown, too.
    presets : dict of str to dict, optional
        Label of a button -> values of the controls that it sets.
    limit : float, default=5
        Seconds that a call may take. What cannot be copied to another process runs in the kernel,
        without a limit.
    **controls
        For each argument (low, high) or (low, high, step), a list, range or array of numbers, a
        list of texts to choose from, True or False; or a control of `rbflib.lab.kit.controls`. It
        begins at the argument's default value. An argument called presets or limit is a control.

    Returns
    -------
    explorer : Explorer
    """
    parameters = inspect.signature(function).parameters
    options = {"presets": presets, "limit": LIMIT}
    for name in controls.keys() & options.keys() - parameters.keys():
        options[name] = controls.pop(name)
    for name in controls.keys() - parameters.keys():
        raise TypeError(f"{_name_of(function)} has no argument {name!r} to move.")
    first = {name: p.default for name, p in parameters.items() if p.default is not p.empty}
    made = {
        name: _control(name, controls.get(name, first.get(name)), first.get(name))
        for name in parameters
        if name in controls or name not in first or isinstance(first[name], bool)
    }
    return Explorer(lambda: FunctionScene(function, options["limit"]), made, options["presets"])


def _name_of(function):
    name = getattr(function, "__name__", "")
    return name if name.isidentifier() else "The function"


def _control(name, wanted, first):
    if isinstance(wanted, Control):
        return wanted
    if isinstance(wanted, bool):
        return Switch(name, wanted if first is None else first)
    if isinstance(wanted, tuple) and len(wanted) in (2, 3) and all(map(_is_real, wanted)):
        return _slider(name, first, *wanted)
    if isinstance(wanted, list | tuple | range | np.ndarray) and len(wanted):
        options = np.asarray(wanted).tolist()
        if all(isinstance(x, str) for x in options):
            return Choice(name, options, first)
        if all(map(_is_real, options)):
            return OptionSlider(name, options[0] if first is None else first, sorted(set(options)))
    raise TypeError(
        f"Say what {name} can be: explore(…, {name}=(low, high)), a list to choose from, or True."
    )


def _is_real(x):
    return isinstance(x, Real) and not isinstance(x, bool)


def _slider(name, first, low, high, step=None):
    whole = all(isinstance(x, Integral) for x in (low, high, 1 if step is None else step))
    if step is None and not whole and 0 < LOGARITHMIC * low <= high:
        start = np.sqrt(low * high) if first is None else first
        return LogSlider(name, start, np.log10(low), np.log10(high))
    step = step or (1 if whole else (high - low) / 100)
    return LinearSlider(name, (low + high) / 2 if first is None else first, low, high, step)


class FunctionScene(Scene):
    """What a function returns: a figure of its own, or a picture of its arrays."""

    titles_stay = False

    def __init__(self, function, limit):
        self.function, self.figure = function, style.new_figure(style.WIDEST)
        more = f". Give it more, such as explore(…, limit={10 * limit:g})"
        self.code_apart = ReadersCode(Shown(function), limit, more)

    def update(self, **state):
        self.code_apart.begin()
        try:
            shown = self.code_apart(state)
        except FunctionError as fault:
            remarks = list(self.code_apart.remarks)
            raise NotDrawn(f"{_name_of(self.function)} {fault}", *remarks) from None
        self._take(_figure_of(shown))
        self.html = shown["html"]
        return shown["numbers"] | self.code_apart.remarks

    def _take(self, figure):
        """In pixels of ours, on a canvas that can be read."""
        figure.set_dpi(style.DPI)
        FigureCanvasAgg(figure)
        self.figure, self._still = figure, None
        vars(self).pop("_moving", None)

    def code(self, **state):
        name = _name_of(self.function)
        if name == "The function":
            raise ValueError("The code of this picture is the function that you wrote.")
        arguments = ", ".join(f"{name}={x!r}" for name, x in state.items())
        return f"{inspect.getsource(self.function)}\n{name}({arguments})"


def _figure_of(shown):
    """The function's own figure; or one of its image, its points and its curves."""
    if "figure" in shown:
        return pickle.loads(shown["figure"])
    curves = shown["curves"]
    if not {"image", "points"} & shown.keys() and not curves:
        return style.new_figure(style.WIDEST, 0.05)
    figure = style.new_figure(7.2, 3.7)
    if "image" in shown:
        axes = style.add_axes(figure, PLACE, xticks=[], yticks=[])
        axes.imshow(shown["image"], cmap="gray")
        return figure
    axes = style.add_axes(figure, PLACE, xlabel="x" if curves else "")
    if "points" in shown:
        axes.plot(*shown["points"].T, "o", color=style.INK, ms=5)
    for i, (name, y) in enumerate(curves.items()):
        look, x = style.SERIES[i % len(style.SERIES)], shown["x"]
        x = np.arange(len(y)) if x is None else x
        name = style.literal(name) if isinstance(name, str) else ""
        axes.plot(x, y, color=look["color"], ls=look["ls"], label=name)
    if any(isinstance(name, str) for name in curves):
        style.add_key(axes, rows=3)
    return figure
