"""Data of the reader's in place of a page's, in the units that the page's sliders are made for.

The units come from the training samples, as all that is learned.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.columns import TableError
from rbflib.lab.kit.controls import Choice
from rbflib.lab.kit.table import Table

YOURS = "yours"  # in the list of data
ALL = "X, y, X_test, y_test = data.arrays"


@dataclass(frozen=True, eq=False)
class YourData:
    """What a scene gets in place of a name of data; equal only to itself, for caches."""

    arrays: tuple  # such as X, y, X_test and y_test
    notes: tuple  # what was left out, and the units
    code: str  # lines that make `data`, which is this
    swaps: dict = field(default_factory=dict)  # in the page's code: pattern -> what stands for it
    axes: dict = field(default_factory=dict)  # limits and labels

    def __str__(self):
        return YOURS


@dataclass(frozen=True)
class Opens:
    """What an explorer takes in place of its page's data.

    By default `Explorer.take` takes a table as it is. Where there is no list of data, the page's
    is the wave.
    """

    make: Callable | None = None  # make(*given), or make(read(content, name)) -> YourData
    given: tuple = ()  # by the reader; None in place of what is missing
    unused: tuple = ()  # controls that only make the page's data
    control: str = "data"  # the list of data
    file: tuple = ("table", ".csv,.tsv,.txt")  # what it holds, and how its name ends
    read: Callable = Table.read

    def with_yours(self, controls):
        """The same controls, with "yours" in the list of data, where it begins."""
        known = controls.get(self.control, Choice("data", ["wave"]))
        options = [*dict.fromkeys([*known.marks, YOURS])]
        first = {} if self.control in controls else {self.control: None}
        return first | controls | {self.control: Choice(known.label, options, YOURS)}


def in_plane(X, most=400):
    """Two features and no target."""
    samples = Table.of(X.columns if isinstance(X, Table) else X).samples
    samples = replace(samples, n_train=len(samples.y))
    return _plane(samples, samples.y, most, code=code_of(in_plane, "X", X, f", most={most}"))


def of_two_classes(X, y=None, most=100):
    """Two features, and the classes −1 and +1."""
    table = _table(X, y)
    samples, y = table.samples, table.target
    names = np.unique(samples.y)
    if not samples.has_classes:
        raise TableError(f"{y} holds numbers. Make two classes of it, such as {y} > np.median({y})")
    if len(names) > 2:
        how = f"np.where({y} == {names[0].item()!r}, 'one', 'others')"
        raise TableError(f"{y} has {len(names)} classes. Join some, until they are two: {how}.")
    signs = np.where(samples.y == names[1], 1, -1)
    if len(set(signs[: min(most, samples.n_train)])) < 2:
        raise TableError("One class is too rare to be drawn. Give fewer samples of the other.")
    samples = replace(samples, notes=(*samples.notes, f"+1 is {names[1]}, −1 is {names[0]}"))
    swaps = {", make_moons": "", r"X, y = make_moons.*\n.*": ALL}
    code = code_of(of_two_classes, "X, y", X, f", most={most}")
    return _plane(samples, signs, most, code=code, swaps=swaps)


def _plane(samples, y, most, **parts):
    """With mean 0 and standard deviation 1."""
    advice = "A plane takes two: choose columns, such as X[:, :2], or give a map of all, such as "
    _expect(samples, 2, f"{advice}ClassicalMDS(2).fit_transform(X)")
    X, n = samples.X, min(most, samples.n_train)
    middle, size = X[: samples.n_train].mean(axis=0), X[: samples.n_train].std(axis=0)
    X = (X - middle) / np.where(size > 0, size, 1)
    across, up = np.array([2.6, 2.13]) * max(1, np.abs(X[:n] / (2.5, 2.05)).max())
    axes = {"xlim": (-across, across), "ylim": (-up, up)}
    unit = "mean 0 and deviation 1"
    return _data(samples, X, y, np.arange(n), (unit, unit), axes, **parts)


def on_line(x, y=None, most=20):
    """One feature from 0 to 1, and numbers to predict."""
    is_column = not isinstance(x, Mapping | Table) and np.asarray(x, dtype=object).ndim == 1
    table = _table({getattr(x, "name", None) or "x": x} if is_column else x, y)
    samples = table.predicting(table.target, "numbers").samples
    _expect(samples, 1, "A line takes one: choose a column, such as x[:, :1]")
    X, y, train = samples.X, samples.y, samples.n_train
    X = (X - X[:train].min()) / (np.ptp(X[:train]) or 1)
    y = (y - y[:train].mean()) / (y[:train].std() or 1)
    order = np.argsort(X[: min(most, train), 0], kind="stable")
    top = 2.4 * max(1, np.abs(y[order]).max() / 2.2)
    swaps = {
        r", (make_)?wave(?![\w(])": "",
        r"X, y = make_wave.*": ALL,
        r"\n *kept = .*\n.*\n.*": "",  # a sparse region
        r"np\.linspace\(0, 1, 200\)\[:, None\]": "X_test",
        r"wave\(x\)": "y_test",
        r" \+ [\d.e-]+\*\*2": "",  # the noise
    }
    units, axes = ("0 to 1", "mean 0 and deviation 1"), {"ylim": (-top, top)}
    code = code_of(on_line, "x, y", x, f", most={most}")
    return _data(samples, X, y, order, units, axes, code=code, swaps=swaps)


def _data(samples, X, y, rows, units, axes, **parts):
    """These rows of the training samples, and all for the test."""
    names, train, n = (*samples.names, samples.target)[:2], samples.n_train, len(rows)
    labels = [style.literal(name[:40]) + " (scaled)" for name in names]
    axes |= dict(zip(("xlabel", "ylabel"), labels, strict=True))
    scaled = ", ".join(f"{name}: {unit}" for name, unit in zip(names, units, strict=True))
    count = f"{n} samples" if n == train else f"{n} of {train} samples, drawn at random"
    count += f", {len(y) - train} to test" if train < len(y) else ""
    arrays = X[rows], y[rows], X[train:], y[train:]
    return YourData(arrays, (*samples.notes, f"scaled to {scaled}", count), axes=axes, **parts)


def _table(X, y):
    if y is None and not isinstance(X, Table):
        raise TableError("Give y, too: what is to be predicted for each row.")
    return X if isinstance(X, Table) else Table.of(X, y)


def _expect(samples, n, advice):
    if len(samples.names) != n:
        words = f"The features are {', '.join(samples.names[:9])}. {advice}"
        raise TableError(". ".join([words, *samples.notes]) + ".")


def code_of(make, names, given, more=""):
    """Lines that make `data` as this function does, of a table or of what has these names."""
    is_table, name = isinstance(given, Table), make.__name__
    made = f"from rbflib.lab import Table\n{given.code}" if is_table else f"# {names}: your data"
    data = f"data = {name}({'table' if is_table else names}{more})"
    return f"from {make.__module__} import {name}\n{made}\n{data}"


def show_frame(axes, data, **usual):
    """Give axes their limits and labels, or those of the reader's data; whether they changed."""
    given = getattr(data, "axes", {})
    wanted = {name: given.get(name, x) for name, x in usual.items()}
    if changed := any(getattr(axes, f"get_{name}")() != x for name, x in wanted.items()):
        axes.set(**wanted)
    return changed
