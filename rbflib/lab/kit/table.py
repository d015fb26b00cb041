"""A table of the reader's: columns of any kind, and the samples that a model can learn from.

Whatever is left out is said: text columns, constant ones, rows that lack a value, and all rows
beyond `MOST` drawn at random.
"""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
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
    kind : {"classes", "numbers"}, optional
        What the target holds; by default whole numbers of few values are classes.
    """

    columns: dict
    target: str
    code: str = "# X and y are your data\ntable = Table.of(X, y)"
    kind: str | None = None

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
        columns = _columns_of(X)
        y = np.arange(len(next(iter(columns.values()), ()))) + 0.5 if y is None else y
        target = str(getattr(y, "name", None) or "y")
        while target in columns:
            target += "′"
        values, *more = _columns_of(np.asarray(y)[:, None] if np.ndim(y) == 1 else y).values()
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
            Such as "big5"; by default UTF-8, UTF-16, or what the letters tell without doubt.
        """
        content = file if isinstance(file, bytes) else Path(file).read_bytes()
        columns = _columns_of_csv(_decoded(content, encoding))
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

    @cached_property
    def samples(self):
        """What a model can learn from; TableError where that is nothing."""
        if len(self.columns) < 2 or not len(self.columns[self.target]):
            raise TableError("The table is empty: it needs rows, and columns beside the target.")
        numbers = {name: as_numbers(x) for name, x in self.columns.items() if name != self.target}
        y, y_missing, has_classes = _targets(self.columns[self.target], self.kind, self.target)
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
                f"No column is left that has numbers below {LARGEST:g}, and not the same one in each "
                "row. Give another one."
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


def _columns_of(X):
    """Columns by name: of a data frame, a mapping, or anything that NumPy takes for (N, D)."""
    if isinstance(X, Mapping) or hasattr(X, "columns"):
        names = list(map(str, getattr(X, "columns", X)))
        if len(set(names)) < len(names):
            raise TableError("Two columns of X have the same name. Rename one of them.")
        columns = [X[name] for name in getattr(X, "columns", X)]
        columns = [np.asarray(x) if hasattr(x, "dtype") else list(x) for x in columns]
        return dict(zip(names, columns, strict=True))
    try:
        table = np.asarray(X.todense() if hasattr(X, "todense") else X)
    except ValueError:
        raise TableError("The rows of X differ in length. Give one number per feature.") from None
    if table.ndim != 2:
        raise TableError(
            f"X has shape {table.shape}. Give one row per sample and one column per feature."
        )
    return {f"x{i + 1}".translate(_LOW): column for i, column in enumerate(table.T)}


_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def as_numbers(values):
    """A column as floats; NaN where a value is missing, no number or too large."""
    numbers = _floats(values)
    return np.where(np.abs(numbers) < LARGEST, numbers, np.nan)


def _floats(values):
    if getattr(values, "dtype", np.dtype(float)).kind in "mMc":
        return np.full(len(values), np.nan)  # times and complex numbers
    try:
        return np.asarray(values, dtype=float).reshape(len(values))
    except (TypeError, ValueError):  # some are text, and of text many are the same
        known = {x: _number(x) for x in {x for x in values if isinstance(x, str)}}
        return np.array([known[x] if isinstance(x, str) else _number(x) for x in values])


def _number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return np.nan


def _is_missing(value):
    if isinstance(value, str):
        return value.strip().lower() in MISSING
    return value is None or value != value or str(value) in ("<NA>", "NaT")


def _targets(values, kind, target):
    """(targets, where they are missing, whether they are classes)."""
    numbers = _floats(values)
    missing = np.isnan(numbers)
    missing[missing] = [_is_missing(values[i]) for i in np.flatnonzero(missing)]
    missing |= np.isinf(numbers)
    given, distinct = np.flatnonzero(~missing), np.unique(numbers[~missing])
    is_text = np.isnan(distinct).any() or isinstance(values[given[0]], bool | np.bool)
    if is_text and kind == "numbers":
        raise TableError(f"{target} holds text, such as {str(values[given[0]])!r}, and no numbers.")
    if not is_text and np.abs(distinct).max() >= LARGEST:
        raise TableError(f"{target} holds numbers above {LARGEST:g}. Give it in a larger unit.")
    whole = not is_text and (distinct == np.round(distinct)).all() and np.abs(distinct).max() < 1e15
    few = whole and len(distinct) <= MOST_CLASSES
    if not (is_text or kind == "classes" or (few and kind is None)):
        return numbers, missing, False
    y = np.full(len(values), 0 if whole else "", dtype=object)
    y[given] = numbers[given] if whole else [str(values[i]) for i in given]
    return y.astype(int if whole else str), missing, True


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


# Letters in daily use where a language has thousands, as two bytes; and of the West, in words.
_DAILY = {
    "cp950": rb"[\xa4-\xc6].",  # Big5
    "gb18030": rb"[\xb0-\xd7][\xa1-\xfe]",
    "cp932": rb"\x82[\x9f-\xf1]|\x83[\x40-\x96]|[\x88-\x97].",  # Shift-JIS
    "cp949": rb"[\xb0-\xc8][\xa1-\xfe]",
}
_WESTERN = re.compile(
    r"(?<=[A-Za-z])[ß-ïñ-öø-ü]{1,2}(?=[a-z]|\b)|\b[ß-ïñ-öø-ü](?=[a-z])|\b[À-ÏÑ-ÖØ-Ü](?=[a-z]{2})"
    r"|(?<=[A-Z])[À-ÏÑ-ÖØ-Ü](?=[A-Z]|\b)|\bà\b|€|(?<=[a-z])[²³]|°(?=[CF]?\b)|\bµ(?=[A-Za-z])"
)


def _decoded(content, encoding):
    """The text, or TableError where its encoding is not certain."""
    likely, is_wide = {}, content[:2] in (b"\xff\xfe", b"\xfe\xff")
    for name in (
        [encoding] if encoding else ["utf-16" if is_wide else "utf-8-sig", "cp1252", *_DAILY]
    ):
        try:
            text = content.decode(name)
        except (UnicodeError, LookupError):
            continue
        if name not in ("cp1252", *_DAILY) or encoding:
            return text
        letters = re.findall(r"[^\0-\x7f]", text)
        if name == "cp1252":
            daily = "".join(_WESTERN.findall(text))
        else:
            letters = {x.encode(name) for x in letters}
            daily = [x for x in letters if re.fullmatch(_DAILY[name], x, re.DOTALL)]
        likely[name] = len(daily) / max(len(letters), 1 if name == "cp1252" else 4)
    best = max(likely, key=likely.get, default=None)
    if sum(share > 0.7 for share in likely.values()) == 1 and likely[best] > 0.9:
        return content.decode(best)
    raise TableError(
        f"This is no text in {encoding or 'UTF-8'}. In Excel, save the table as CSV UTF-8, and "
        'open that file. Or name its encoding, such as Table.read(…, encoding="big5").'
    )


def _columns_of_csv(text):
    """Columns by name. The separator is the one that cuts the first rows into most, equal parts."""
    if "\0" in text:
        raise TableError("This is no text. Save the spreadsheet as CSV, and open that file.")
    first = [line for line in islice(io.StringIO(text), 50) if line.strip()]
    separator = max(";\t,|", key=lambda mark: _cuts(first, mark))
    rows = filter(any, csv.reader(io.StringIO(text), delimiter=separator))
    head = [name.strip() for name in next(rows, [])]
    if len(head) < 2 or len(first) < 2:
        raise TableError(
            "This is no table with two columns or more. Its columns must be separated by commas, "
            "semicolons or tabs, and its first row must hold their names."
        )
    if not np.isnan(_floats(head)).any():  # no names
        rows, head = chain([head], rows), [f"column {i + 1}" for i in range(len(head))]
    names = []
    for i, name in enumerate(head):
        name = name or f"column {i + 1}"
        names.append(f"{name} ({i + 1})" if name in names else name)
    n = len(names)
    # In one list: a million lists of cells would take most of the time.
    cells = [*chain.from_iterable(row if len(row) == n else (row + [""] * n)[:n] for row in rows)]
    return {name: _read_column(cells[i::n], separator) for i, name in enumerate(names)}


def _read_column(cells, separator):
    """As numbers, all at once; or cell by cell, where some are missing, text, or have commas."""
    try:
        return np.array(cells, dtype=float)
    except ValueError:
        return [_with_point(cell.strip(), separator) for cell in cells]


def _with_point(cell, separator):
    """A number as Python writes it: where commas separate columns, others separate thousands."""
    if "," not in cell:
        return cell
    if separator == ",":
        is_number = re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", cell)
        return cell.replace(",", "") if is_number else cell
    is_number = re.fullmatch(r"[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+([eE][-+]?\d+)?", cell)
    return cell.replace(".", "").replace(",", ".") if is_number else cell


def _cuts(lines, mark):
    counts = [len(next(csv.reader([line], delimiter=mark))) for line in lines]
    return min(counts, default=0)
