"""Columns of a reader's data: by name, as floats, or as the targets of a model."""

from collections.abc import Mapping

import numpy as np

MOST_CLASSES = 10  # that a picture can distinguish
LARGEST = 1e100  # squares of larger numbers overflow
MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", "<na>", "nat"}


class TableError(ValueError):
    """Why nothing can be learned from a table."""


def columns_of(X):
    """Columns by name: of a data frame, a mapping, or anything that NumPy takes for (N, D)."""
    if isinstance(X, Mapping) or hasattr(X, "columns"):
        names = list(map(str, getattr(X, "columns", X)))
        if len(set(names)) < len(names):
            raise TableError("Two columns of X have the same name. Rename one of them.")
        columns = [X[name] for name in getattr(X, "columns", X)]
        columns = [_plain(x) if hasattr(x, "dtype") else list(x) for x in columns]
        return dict(zip(names, columns, strict=True))
    try:
        table = _plain(X.todense() if hasattr(X, "todense") else X)
    except ValueError:
        raise TableError("The rows of X differ in length. Give one number per feature.") from None
    if table.ndim != 2:
        raise TableError(
            f"X has shape {table.shape}. Give one row per sample and one column per feature."
        )
    return {f"x{i + 1}".translate(_LOW): column for i, column in enumerate(table.T)}


def _plain(x):
    return np.ma.filled(x.astype(float), np.nan) if np.ma.isMaskedArray(x) else np.asarray(x)


_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def as_numbers(values):
    """A column as floats; NaN where a value is missing, no number or too large."""
    numbers = floats(values)
    return np.where(np.abs(numbers) < LARGEST, numbers, np.nan)


def floats(values):
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


def targets(values, kind, target):
    """(targets, where they are missing, whether they are classes)."""
    numbers = floats(values)
    missing = np.isnan(numbers)
    missing[missing] = [_is_missing(values[i]) for i in np.flatnonzero(missing)]
    missing |= np.isinf(numbers)
    if missing.all():
        return numbers, missing, False
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
