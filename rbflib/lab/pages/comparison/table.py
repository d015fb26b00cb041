"""One table that grows from page to page: every model on the same folds."""

import csv
from math import prod
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


def standard_error(errors, test_to_training=1 / 4):
    """Of the mean over the outer folds, the last axis; training parts overlap (Nadeau and Bengio).

    `test_to_training` is the ratio of the sizes of their parts, in five folds 1/4.
    """
    return np.sqrt(errors.var(axis=-1, ddof=1) * (1 / errors.shape[-1] + test_to_training))


class ComparisonTable:
    """What `comparison_table` shows: a line for every model up to a page."""

    def __init__(self, names):
        self.names = names
        self.found = results()

    def mean_and_error(self, data, name):
        """A model's mean error over the folds, and its standard error."""
        errors = self.found[data, name]["errors"]
        return errors.mean(), standard_error(errors)

    def __repr__(self):
        return "\n".join("   ".join(cells) for cells in self._rows())

    def _repr_markdown_(self):
        head, *rows = [f"| {' | '.join(cells)} |" for cells in self._rows()]
        return "\n".join([head, "|---|---|---|" + "---:|" * 6, *rows])

    def _rows(self):
        heads = [head for words in THREAD.values() for head in ("centers", words)]
        yield ["page", "model", "its centers", "settings", *heads, "ms"]
        for name in self.names:
            settings = MODELS[name].grid(10).values()
            cells = [MODELS[name].page, name, MODELS[name].chooses, str(prod(map(len, settings)))]
            for data in THREAD:
                mean, error = self.mean_and_error(data, name)
                cells += [self.found[data, name]["centers"] or "–", f"{mean:.3f} ± {error:.3f}"]
            yield [*cells, f"{float(self.found['diabetes', name]['milliseconds']):g}"]


def comparison_table(page):
    """The models of the pages up to `page`, such as "03", and their error by cross-validation.

    The error is the mean over ten outer folds, ± its standard error, corrected for the overlap of
    the training parts. The settings are chosen within the training part of each; the table gives
    their number on diabetes. The centers are those of a model that learns from all; the
    milliseconds are those of one computer, to fit and predict the diabetes data once.
    """
    number = str(page).zfill(2)
    names = [name for name, model in MODELS.items() if model.page <= number]
    if not names:
        raise ValueError(f"Page {page!r} has no model. The table begins with page 01.")
    return ComparisonTable(names)
