"""A table of the reader's: columns of any kind, and the samples that a model can learn from.

Whatever is left out is said: text columns, constant ones, rows that lack a value, and all rows
beyond `MOST` drawn at random.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from rbflib.lab.kit.columns import MOST_CLASSES, TableError, as_numbers, columns_of, targets
from rbflib.lab.kit.csv_file import columns_of_csv, decoded

MOST, FEWEST = 2000, 10  # rows that are used
TRAIN = 2 / 3  # of the samples
SEED = 7


@dataclass(frozen=True)
class Samples:
    """Complete rows in random order, the first `n_train` for training."""

    X: np.ndarray  # (N, D)
    y: np.ndarray  # (N,), classes as they were given, or floats
    names: tuple  # of the D features
    target: str
    has_classes: bool
    n_train: int
    notes: tuple  # what was left out


@dataclass(frozen=True, repr=False)
class Table:
    """Columns by name, and the one to predict: what `playground` shows.

    Parameters
    ----------
    columns : dict of str to sequence
    target : str
    code : str
        Lines that make it again.
    kind : {"classes", "numbers"}, optional
        What the target holds; by default whole numbers of few values are classes.
    draw : int
        Of the rows for training.
    """

    columns: dict
    target: str
    code: str = "# X and y are your data\ntable = Table.of(X, y)"
    kind: str | None = None
    draw: int = 0

    def __repr__(self):
        n = len(self.columns[self.target])
        return f"Table of {n} rows with {', '.join(self.columns)}; to predict: {self.target}"

    @classmethod
    def of(cls, X, y=None):
        """From samples and their targets.

        Parameters
        ----------
        X : array-like of shape (N, D), or data frame
        y : array-like of shape (N,), optional
            Classes or numbers; by default numbers of the rows.
        """
        columns = columns_of(X)
        y = np.arange(len(next(iter(columns.values()), ()))) + 0.5 if y is None else y
        target = str(getattr(y, "name", None) or "y")
        while target in columns:
            target += "′"
        values, *more = columns_of(np.asarray(y)[:, None] if np.ndim(y) == 1 else y).values()
        if more:
            raise TableError(f"y has {1 + len(more)} columns. Choose one of them to predict.")
        for n in {*map(len, columns.values())} - {len(values)}:
            raise TableError(f"X has {n} rows and y has {len(values)}. Each row needs its target.")
        return cls(columns | {target: values}, target)

    @classmethod
    def read(cls, file, target=None, name=None, encoding=None):
        """From a CSV file, whatever separates its columns.

        Parameters
        ----------
        file : str, Path or bytes
            Its name, or its content.
        target : str, optional
            The column to predict; by default the last that can be.
        name : str, optional
            What stands for the content in code.
        encoding : str, optional
            Such as "big5"; by default UTF-8, UTF-16, or cp1252 where its letters leave no doubt.
        """
        content = file if isinstance(file, bytes) else Path(file).read_bytes()
        columns = columns_of_csv(decoded(content, encoding))
        if target not in (None, *columns):
            raise TableError(f"There is no column {target!r}. There are {', '.join(columns)}.")
        said = f", encoding={encoding!r})" if encoding else ")"
        code = f"table = Table.read({name or str(file)!r}, "
        wanted = [target] if target else reversed(columns)
        tables = [cls(columns, x, f"{code}{x!r}{said}") for x in wanted]
        return next((x for x in tables if target or x.can_predict(x.target)), tables[0])

    def can_predict(self, target):
        """Whether something can be learned about this column, from half of the rows or more."""
        try:
            used = len(self.predicting(target).samples.y)
        except TableError:
            return False
        return 2 * used >= min(len(self.columns[target]), MOST)

    def predicting(self, target, kind=None):
        """The same table with another column to predict, or with "classes" or "numbers" there."""
        if kind not in (None, "classes", "numbers"):
            raise ValueError(f'kind must be "classes" or "numbers", got {kind!r}.')
        if target == self.target and kind is None:
            return self
        said = f", kind={kind!r}" if kind else ""
        code = f"{self.code}.predicting({target!r}{said})"
        return replace(self, target=target, kind=kind, code=code)

    def drawn(self, draw):
        """The same table with other rows for training."""
        return replace(self, draw=draw, code=f"{self.code}.drawn({draw})") if draw else self

    @cached_property
    def samples(self):
        """What a model can learn from; TableError where that is nothing."""
        if len(self.columns) < 2 or not len(self.columns[self.target]):
            raise TableError("The table is empty: it needs rows, and columns beside the target.")
        numbers = {name: as_numbers(x) for name, x in self.columns.items() if name != self.target}
        y, y_missing, has_classes = targets(self.columns[self.target], self.kind, self.target)
        # A column of which most is missing costs itself, and not most of the rows.
        text = [name for name, x in numbers.items() if np.isnan(x).mean() > 0.5]
        kept = {name: x for name, x in numbers.items() if name not in text}
        missing = y_missing | np.any([np.isnan(x) for x in kept.values()] or [y_missing], axis=0)
        rows = np.flatnonzero(~missing)
        notes = _said("is left out: no numbers", "are left out: no numbers", text)
        if missing.any():
            notes.append(f"{missing.sum()} of {len(y)} rows lack a value and are left out")
        if len(rows) < FEWEST:
            raise TableError(
                f"Only {len(rows)} rows are complete. At least {FEWEST} are needed: leave out the "
                "columns that lack most values."
            )
        rows = np.random.default_rng(SEED + self.draw).permutation(rows)[:MOST]
        if len(y) - missing.sum() > MOST:
            notes.append(f"{MOST} rows are used, drawn at random from {len(y) - missing.sum()}")
        constant = [name for name, x in kept.items() if np.ptp(x[rows]) == 0]
        notes += _said("is left out: constant", "are left out: constant", constant)
        names = tuple(name for name in kept if name not in constant)
        if not names:
            raise TableError(
                "No column is left that has numbers below 1e100, and not the same one in each row: "
                "give another one."
            )
        _check_targets(y[rows], has_classes, self.target)
        n_train = round(TRAIN * len(rows))
        if has_classes:
            rows, n_train, more = _stratified(rows, y[rows])
            notes += more
            if self.kind is None and y.dtype == int and len(n := np.unique(y[rows])) > 2:
                numbers = f"table.predicting({self.target!r}, kind='numbers')"
                notes.append(f"{self.target} holds {len(n)} classes; as numbers: {numbers}")
        X = np.column_stack([kept[name][rows] for name in names])
        return Samples(X, y[rows], names, self.target, has_classes, n_train, tuple(notes))


def _stratified(rows, y):
    """The rows with the same share of each class for training, how many, and what is not tested."""
    names, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    place = np.argsort(np.argsort(codes, kind="stable")) - (np.cumsum(counts) - counts)[codes]
    tests = (place + 0.5) / counts[codes] >= TRAIN  # of two samples, one
    alone = list(map(str, names[counts == 1]))
    notes = _said("is not tested: it is one sample", "are not tested: one sample each", alone)
    return rows[np.argsort(tests, kind="stable")], int((~tests).sum()), notes


def _said(one, many, names):
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return [f"{shown} {one if len(names) == 1 else many}"] if names else []


def _check_targets(y, has_classes, target):
    different = np.unique(y)
    if len(different) == 1:
        kind = "class" if has_classes else "number"
        raise TableError(
            f"{target} is {different[0]} in each of {len(y)} rows: there is one {kind}, and "
            "nothing to learn. Choose another column to predict, or add samples of another class."
        )
    if has_classes and len(different) > MOST_CLASSES:
        shown = " and ".join(map(repr, different[:2].tolist()))
        raise TableError(
            f"{target} has {len(different)} classes, such as {shown}."
            f" A picture shows at most {MOST_CLASSES}: join some, or choose another column."
        )
