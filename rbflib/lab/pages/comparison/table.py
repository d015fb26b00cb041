"""One table that grows from page to page: every model on the same folds."""

import csv
from pathlib import Path

import numpy as np

from rbflib.lab.pages.comparison.models import MODELS

TABLE = Path(__file__).parents[2] / "data/comparison.csv"
THREAD = {"diabetes": "diabetes: variance left", "two moons": "two moons: wrong"}


def results():
    """(data, model) -> its line of the table, errors as an array (10,)."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter=";"))
    for row in rows:
        row["errors"] = np.array(row["errors"].split(), dtype=float)
    return {(row["data"], row["model"]): row for row in rows}


class ComparisonTable:
    """What `comparison_table` shows: a line for every model up to a page."""

    def __init__(self, names):
        self.names = names

    def __repr__(self):
        return "\n".join("   ".join(cells) for cells in self._rows())

    def _repr_markdown_(self):
        head, *rows = [f"| {' | '.join(cells)} |" for cells in self._rows()]
        return "\n".join([head, "|---|---|---|" + "---:|" * 5, *rows])

    def _rows(self):
        found = results()
        heads = [head for words in THREAD.values() for head in ("centers", words)]
        yield ["page", "model", "its centers", *heads, "ms"]
        for name in self.names:
            cells = [MODELS[name].page, name, MODELS[name].chooses]
            for data in THREAD:
                row = found[data, name]
                errors = row["errors"]
                spread = errors.std(ddof=1) / np.sqrt(len(errors))
                cells += [row["centers"] or "–", f"{errors.mean():.3f} ± {spread:.3f}"]
            yield [*cells, f"{float(found['diabetes', name]['milliseconds']):g}"]


def comparison_table(page):
    """The models of the pages up to `page`, such as "03", and their error by cross-validation.

    The error is the mean over ten outer folds, ± its standard error; the settings are chosen
    within the training part of each. The centers are those of a model that learns from all; the
    milliseconds are those of one computer, to fit and predict the diabetes data once.
    """
    number = str(page).zfill(2)
    names = [name for name, model in MODELS.items() if model.page <= number]
    if not names:
        raise ValueError(f"Page {page!r} has no model. The table begins with page 01.")
    return ComparisonTable(names)
