"""What is seen in a picture, in words: where its points are, and how its curves rise and fall."""

from itertools import pairwise

import numpy as np

from rbflib.lab.kit.caption import format_number, with_minus

MOST_POINTS = 10  # whose places are said
MOST_TURNS = 2  # of a curve; of one with more, only its lowest and highest place are said


def in_words(artists):
    """Sentences on the named lines among artists: points that no line joins, and curves over x."""
    lines = [artist for artist in artists if hasattr(artist, "get_markersize")]
    said = {}
    for line in lines:
        name, joined = line.get_label(), line.get_linestyle() != "None"
        xy = np.column_stack(line.get_data(orig=False)).astype(float)
        if name.startswith("_") or not line.get_visible() or len(xy) == 0:
            continue
        if not joined and len(xy) <= MOST_POINTS:
            said[name] = f"{name} at {', '.join(f'({_number(x)}, {_number(y)})' for x, y in xy)}"
        elif joined and len(xy) > 2 and np.all(np.diff(xy[:, 0]) > 0):
            said[name] = f"{name} {trend(*xy.T)}"
    return ". ".join(said.values())


def trend(x, y):
    """How a curve y (L,) over x (L,) goes: "falls from 2 to 0.1 at 9, then rises to 0.4"."""
    x, y = np.asarray(x), np.asarray(y, dtype=float)
    x, y = x[np.isfinite(y)], y[np.isfinite(y)]
    if len(y) == 0:
        return "has no values"
    least = 0.02 * np.ptp(y)  # smaller steps are not seen
    if np.ptp(y) < 1e-3 * np.abs(y).max():
        return f"stays at {_number(y[0])}"
    turns = _turns(y, least)
    if len(turns) > MOST_TURNS + 2:
        low, high = np.argmin(y), np.argmax(y)
        lowest, highest = (f"{_number(y[i])} at {_number(x[i])}" for i in (low, high))
        return f"goes up and down, lowest {lowest}, highest {highest}"
    parts = []
    for i, j in pairwise(turns):
        begin = f" from {_number(y[i])}" if i == 0 else ""
        end = f" at {_number(x[j])}" if j < len(y) - 1 else ""
        parts.append(f"{'rises' if y[j] > y[i] else 'falls'}{begin} to {_number(y[j])}{end}")
    return ", then ".join(parts)


def _turns(y, least):
    """Indices of the begin, the turns and the end of y, which are `least` or more apart."""
    up = np.sign(np.diff(y))
    moves = np.flatnonzero(up)
    turns = [0]
    for i in [*moves[:-1][up[moves[1:]] != up[moves[:-1]]] + 1, len(y) - 1]:
        before = y[turns[-2]] if len(turns) > 1 else y[0]
        if (y[i] - y[turns[-1]]) * (y[turns[-1]] - before) > 0:
            turns[-1] = i  # it goes on as before
        elif abs(y[i] - y[turns[-1]]) >= least:
            turns.append(i)
    return turns


def _number(value):
    if not np.issubdtype(np.asarray(value).dtype, np.number):
        return str(value)  # a name, a date
    return with_minus(format_number(float(f"{value:.2g}")))
