"""What comes of a reader's code: what a function returns, as an explorer shows it; and what a model
predicts.

This module comes into the process in which the code runs, so it imports NumPy alone.
"""

import copy
import io
import pickle
import sys
from collections.abc import Mapping
from html import escape
from time import perf_counter

import numpy as np

from rbflib.lab.grader.worker import MAX_SIZE, Outcome, open_figures

WHAT_CAN_BE_SHOWN = (
    "a number, a dict of numbers, an array, the arrays of a curve, a figure, a text or a table"
)
MOST_CURVES = 6  # that differ in their look


class Shown:
    """A function of keywords, and what it returns in parts: `shown(values)` calls it.

    The parts are "numbers" by name; "curves", arrays (L,) by name, over "x"; "points" (N, 2); an
    "image" (H, W) or (H, W, 3 or 4); a "figure", pickled; and "html".
    """

    def __init__(self, function):
        self.readers = function

    def __call__(self, values):
        self.open_before = open_figures()
        return self.readers(**values)

    def outcome_of(self, result):
        """The parts as an Outcome."""
        named = hasattr(result, "_asdict")
        given = list(result) if isinstance(result, tuple) and not named else [result]
        drawn = sorted(open_figures() - self.open_before)
        parts = {"numbers": {}, "curves": {}, "html": ""}
        try:
            for part in given:
                if part is not None or not drawn:
                    _add(parts, result._asdict() if named else part)
            _name_results(parts)
        except TypeError as error:
            return Outcome("strange", words=f"{error}. Return {WHAT_CAN_BE_SHOWN}")
        if drawn and "figure" not in parts:
            parts["figure"] = sys.modules["matplotlib.pyplot"].figure(drawn[0])
        if "figure" in parts:
            parts |= _sent(parts.pop("figure"))
        return Outcome("value", value=parts)


class Trial:
    """A model with fit and predict: trial(X, y, n, grid) fits a copy of it to the first n samples.

    It gives the predictions at X and at grid, the centers if the model is a network, and the
    seconds of the fit.
    """

    def __init__(self, model):
        self.model = model

    def __call__(self, X, y, n, grid):
        model = _fresh(self.model)
        begin = perf_counter()
        model.fit(X[:n].copy(), y[:n].copy())
        seconds = perf_counter() - begin
        on_all, on_grid = (np.asarray(model.predict(points.copy())) for points in (X, grid))
        centers = getattr(getattr(model, "network_", None), "centers", ())
        return on_all, on_grid, centers, seconds

    @staticmethod
    def outcome_of(result):
        return Outcome("value", value=result)


def _fresh(model):
    """A copy that has learned nothing; of what cannot be copied, the model itself."""
    try:
        if hasattr(model, "get_params"):
            from sklearn.base import clone  # late: others need no scikit-learn

            return clone(model)
        return copy.deepcopy(model)
    except Exception:  # whatever a model holds
        return model


def _add(parts, part):
    """One of the things that a function has returned."""
    part = part.to_frame() if hasattr(part, "to_frame") else part  # a series of pandas
    figure = _figure_of(part)
    if figure is not None:
        parts["figure"] = figure
    elif isinstance(part, str):
        parts["html"] += f"<pre>{escape(part)}</pre>"
    elif isinstance(part, Mapping):
        for name, value in part.items():
            _add_named(parts, str(name), value)
    elif hasattr(part, "_repr_html_"):
        parts["html"] += part._repr_html_()
    else:
        _add_array(parts, _as_array(part))


def _figure_of(part):
    """The figure of an axes, of a line, of many of them, or of an object that has one."""
    while isinstance(part, list | tuple) or getattr(part, "dtype", "") == "O":
        if len(part) == 0:
            return None
        part = next(iter(np.ravel(part))) if isinstance(part, np.ndarray) else part[0]
    figure = getattr(part, "figure", part)
    return figure if hasattr(figure, "savefig") and hasattr(figure, "axes") else None


def _as_array(part):
    try:
        array = np.asarray(part)
    except ValueError:
        raise TypeError(f"a {type(part).__name__} whose parts differ in shape") from None
    if array.dtype.kind not in "biuf" or array.size > MAX_SIZE:
        kind = "complex numbers" if array.dtype.kind == "c" else type(part).__name__
        kind = f"{array.size} numbers, far too many" if array.size > MAX_SIZE else kind
        raise TypeError(f"{'nothing' if part is None else kind}")
    return array


def _add_named(parts, name, value):
    if isinstance(value, str):
        parts["numbers"][name] = value
        return
    array = _as_array(value)
    if array.ndim > 1:
        raise TypeError(f"{name!r} of shape {array.shape}")
    parts["curves" if array.ndim else "numbers"][name] = array if array.ndim else array.item()


def _add_array(parts, array):
    if array.ndim == 0:
        parts["numbers"][len(parts["numbers"])] = array.item()
    elif array.ndim == 1:
        parts["curves"][len(parts["curves"])] = array
    elif array.ndim == 2 and (rows := _rows(parts["curves"], array)) is not None:
        parts["curves"] |= {1 + i: row for i, row in enumerate(rows)}  # 0 is x
    elif array.ndim == 2 and array.shape[1] == 2:
        parts["points"] = array
    elif array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4)):
        parts["image"] = array
    else:
        raise TypeError(f"an array of shape {array.shape}")


def _rows(curves, array):
    """The curves of a table, one a row or a column; None where it is none of curves."""
    length = len(next(iter(curves.values()), ()))
    if length in array.shape:
        return array if array.shape[1] == length else array.T
    return array if len(array) <= MOST_CURVES and 2 * len(array) < array.shape[1] else None


def _name_results(parts):
    """Numbers without a name are results; of several curves that stand alone the first is x."""
    numbers, curves = parts["numbers"], parts["curves"]
    alone = [name for name in numbers if isinstance(name, int)]
    for i, name in enumerate(alone):
        numbers[f"result {i + 1}" if len(alone) > 1 else "result"] = numbers.pop(name)
    parts["x"] = curves.pop(0) if len(curves) > 1 and 0 in curves else None
    lengths = sorted({len(y) for y in [*curves.values(), parts["x"]] if y is not None})
    if len(lengths) > 1:
        raise TypeError(f"curves of {' and '.join(map(str, lengths))} numbers")


def _sent(figure):
    """A figure as bytes; as an image, where what it holds cannot be copied."""
    if "matplotlib.pyplot" in sys.modules:  # or it would be one of pyplot's where it is read
        sys.modules["matplotlib.pyplot"].close(figure)
    try:
        return {"figure": pickle.dumps(figure)}
    except Exception:  # whatever an artist holds
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=200)
        return {"image": sys.modules["matplotlib.image"].imread(io.BytesIO(file.getvalue()))}
