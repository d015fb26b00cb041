"""A table of the reader's: columns of any kind, and the samples that a model can learn from.

Whatever is left out is said: text columns, constant ones, rows that lack a value, and all rows
beyond `MOST` drawn at random.
"""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

MOST, FEWEST = 2000, 10  # rows that are used
MOST_CLASSES = 10  # that a picture can distinguish
TRAIN = 2 / 3  # of the samples
SEED = 7
LARGEST = 1e100  # squares of larger numbers overflow
MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", "<na>", "nat"}


class TableError(ValueError):
    """Why nothing can be learned from a table."""


@dataclass(frozen=True)
class Samples:
    """Complete rows in random order, the first `n_train` for training.

    y holds classes as they were given, or floats.
    """

    X: np.ndarray  # (N, D)
    y: np.ndarray  # (N,)
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
    """

    columns: dict
    target: str
    code: str = "table = Table.of(X, y)  # X and y are your data"

    def __repr__(self):
        n = len(self.columns[self.target])
        return f"Table of {n} rows with {', '.join(self.columns)}; to predict: {self.target}"

    @classmethod
    def of(cls, X, y):
        """From samples and their targets.

        Parameters
        ----------
        X : array-like of shape (N, D), or data frame
        y : array-like of shape (N,)
            Classes or numbers.
        """
        columns = _columns_of(X)
        target = str(getattr(y, "name", None) or "y")
        while target in columns:
            target += "′"
        values, *more = _columns_of(np.asarray(y)[:, None] if np.ndim(y) == 1 else y).values()
        if more:
            raise TableError(f"y has {1 + len(more)} columns. Choose one of them to predict.")
        n = len(next(iter(columns.values()), ()))
        if len(values) != n:
            raise TableError(f"X has {n} rows and y has {len(values)}. Each row needs its target.")
        return cls(columns | {target: values}, target)

    @classmethod
    def read(cls, file, target=None, name=None):
        """From a CSV file, whatever separates its columns.

        Parameters
        ----------
        file : str, Path or bytes
            Its name, or its content.
        target : str, optional
            The column to predict; by default the last that can be.
        name : str, optional
            What stands for the content in code.
        """
        content = file if isinstance(file, bytes) else Path(file).read_bytes()
        columns = _columns_of_csv(_decoded(content))
        name = name or str(file)
        if target is None:
            target = next(filter(cls(columns, "").can_predict, reversed(columns)), [*columns][-1])
        if target not in columns:
            raise TableError(f"There is no column {target!r}. There are {', '.join(columns)}.")
        return cls(columns, target, f"table = Table.read({name!r}, {target!r})")

    def can_predict(self, target):
        """Whether something can be learned about this column, from half of the rows or more."""
        try:
            used = len(self.predicting(target).samples.y)
        except TableError:
            return False
        return 2 * used >= min(len(self.columns[target]), MOST)

    def predicting(self, target):
        """The same table with another column to predict."""
        if target == self.target:
            return self
        return replace(self, target=target, code=f"{self.code}.predicting({target!r})")

    @property
    def samples(self):
        """What a model can learn from; TableError where that is nothing."""
        numbers = {name: as_numbers(x) for name, x in self.columns.items() if name != self.target}
        y, y_missing, has_classes = _targets(self.columns[self.target])
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
        rows = np.random.default_rng(SEED).permutation(rows)[:MOST]
        if len(y) - missing.sum() > MOST:
            notes.append(f"{MOST} rows are used, drawn at random from {len(y) - missing.sum()}")
        constant = [name for name, x in kept.items() if np.ptp(x[rows]) == 0]
        notes += _said("is left out: constant", "are left out: constant", constant)
        names = tuple(name for name in kept if name not in constant)
        if not names:
            raise TableError(
                "No column is left that has numbers, and not the same one in each row."
            )
        _check_targets(y[rows], has_classes, self.target)
        X = np.column_stack([kept[name][rows] for name in names])
        n_train = round(TRAIN * len(rows))
        return Samples(X, y[rows], names, self.target, has_classes, n_train, tuple(notes))


def _said(one, many, names):
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return [f"{shown} {one if len(names) == 1 else many}"] if names else []


def _columns_of(X):
    """Columns by name: of a data frame, a mapping, or anything that NumPy takes for (N, D)."""
    if isinstance(X, Mapping) or hasattr(X, "columns"):
        names = list(getattr(X, "columns", X))
        if len(set(names)) < len(names):
            raise TableError("Two columns of X have the same name. Rename one of them.")
        return {str(name): list(X[name]) for name in names}
    try:
        table = np.asarray(X.todense() if hasattr(X, "todense") else X)
    except ValueError:
        raise TableError("The rows of X differ in length. Give one number per feature.") from None
    if table.ndim != 2:
        raise TableError(
            f"X has shape {table.shape}. Give one row per sample and one column per feature."
        )
    return {f"x{i + 1}".translate(_LOW): list(column) for i, column in enumerate(table.T)}


_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def as_numbers(values):
    """A column as floats; NaN where a value is missing, no number or too large."""
    numbers = np.array([_number(value) for value in values])
    return np.where(np.abs(numbers) < LARGEST, numbers, np.nan)


def _number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return np.nan


def _is_missing(value):
    if isinstance(value, str):
        return value.strip().lower() in MISSING
    return value is None or value != value or str(value) in ("<NA>", "NaT")


def _targets(values):
    """(targets, where they are missing, whether they are classes)."""
    missing = np.array([bool(_is_missing(value)) for value in values])
    given = [value for value, lacks in zip(values, missing, strict=True) if not lacks]
    numbers = as_numbers(given)
    distinct = np.unique(numbers)
    whole = (
        not np.isnan(numbers).any()
        and len(distinct) <= MOST_CLASSES
        and all(x == round(x) and x**2 < 1e30 for x in distinct)
    )
    is_text = bool(np.isnan(numbers).any()) or isinstance(next(iter(given), 0), bool | np.bool)
    if is_text or whole:
        names = [str(value) for value in given] if is_text else numbers
        y = np.full(len(values), "" if is_text else 0, dtype=object)
        y[~missing] = names
        return y.astype(str if is_text else int), missing, True
    y = np.full(len(values), np.nan)
    y[~missing] = numbers
    return y, missing | np.isnan(y), False


def _check_targets(y, has_classes, target):
    different = np.unique(y)
    if len(different) == 1:
        kind = "class" if has_classes else "number"
        raise TableError(
            f"{target} is {different[0]} in every row: there is one {kind}, and nothing to learn. "
            "Choose another column to predict, or add samples of another class."
        )
    if has_classes and len(different) > MOST_CLASSES:
        raise TableError(
            f"{target} has {len(different)} classes, such as {different[0]!r} and {different[1]!r}."
            f" A picture shows at most {MOST_CLASSES}: join some, or choose another column."
        )


def _decoded(content):
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")  # what spreadsheets write elsewhere


def _columns_of_csv(text):
    """Columns by name. The separator is the one that cuts the first rows into most, equal parts."""
    if "\0" in text:
        raise TableError("This is no text. Save the spreadsheet as CSV, and open that file.")
    first = [line for line in text.splitlines()[:50] if line.strip()]
    separator = max(";\t,|", key=lambda mark: _cuts(first, mark))
    rows = [
        [_with_point(cell.strip(), separator) for cell in row]
        for row in csv.reader(io.StringIO(text), delimiter=separator)
        if any(row)
    ]
    if len(rows) < 2 or len(rows[0]) < 2:
        raise TableError(
            "This is no table with two columns or more. Its columns must be separated by commas, "
            "semicolons or tabs, and its first row must hold their names."
        )
    head, *rows = rows
    if not np.isnan(as_numbers(head)).any():  # no names
        head, rows = [f"column {i + 1}" for i in range(len(head))], [head, *rows]
    names = []
    for i, name in enumerate(head):
        name = name or f"column {i + 1}"
        names.append(f"{name} ({i + 1})" if name in names else name)
    filled = [(row + [""] * len(names))[: len(names)] for row in rows]
    return dict(zip(names, map(list, zip(*filled, strict=True)), strict=True))


def _with_point(cell, separator):
    """A number as Python writes it: where commas separate columns, others separate thousands."""
    if separator == ",":
        is_number = re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", cell)
        return cell.replace(",", "") if is_number else cell
    is_number = re.fullmatch(r"[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+([eE][-+]?\d+)?", cell)
    return cell.replace(".", "").replace(",", ".") if is_number else cell


def _cuts(lines, mark):
    counts = [len(next(csv.reader([line], delimiter=mark))) for line in lines]
    return min(counts, default=0)
