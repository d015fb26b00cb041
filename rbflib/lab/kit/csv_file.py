"""Columns of a CSV file, in what encoding and with what separator it may have been saved."""

import csv
import io
import re
from itertools import chain, islice

import numpy as np

from rbflib.lab.kit.columns import TableError, floats

# Letters and signs that Western spreadsheets write in cp1252, where words have them.
_WESTERN = (
    r"(?<=[A-Za-z])[ß-ïñ-öø-ü]{1,2}(?=[a-z]|\b)|\b[ß-ïñ-öø-ü](?=[a-z])|\b[À-ÏÑ-ÖØ-Ü](?=[a-z][a-zà-ü])"
    r"|(?<=[A-Z])[À-ÏÑ-ÖØ-Ü](?=[A-Z]|\b)|\bà\b|€(?!\w)|(?<=[a-z])[²³]\b|°(?=[CF]?\b)|\bµ(?=[a-z])"
)


def decoded(content, encoding):
    """The text, or TableError where its encoding is not certain."""
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return content.decode(encoding or ("utf-16" if is_wide else "utf-8-sig"))
    except (UnicodeError, LookupError):
        text = content.decode("cp1252", errors="replace")
        if not encoding and re.sub(_WESTERN, "", text).isascii():
            return text
    raise TableError(
        f"This is no text in {encoding or 'UTF-8'}. In Excel, save the table as CSV UTF-8, and "
        'open that file. Or name its encoding, such as Table.read(…, encoding="big5").'
    )


def columns_of_csv(text):
    """Columns by name. The separator is the one that cuts the first rows into most, equal parts."""
    if "\0" in text:
        raise TableError("This is no text. Save the spreadsheet as CSV, and open that file.")
    first = [line for line in islice(io.StringIO(text), 50) if line.strip()]
    tables = {mark: csv.reader(first, delimiter=mark) for mark in ";\t,|"}
    separator = max(tables, key=lambda mark: min(map(len, tables[mark]), default=0))
    rows = filter(any, csv.reader(io.StringIO(text), delimiter=separator))
    head = [name.strip() for name in next(rows, [])]
    if len(head) < 2 or len(first) < 2:
        raise TableError(
            "This is no table with two columns or more. Its columns must be separated by commas, "
            "semicolons or tabs, and its first row must hold their names."
        )
    if not np.isnan(floats(head)).any():  # no names
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
