"""Nested cross-validation of all models on three data sets.

    OPENBLAS_NUM_THREADS=1 python -m rbflib.lab.pages.comparison.nested     writes its table

The inner folds choose the settings, the outer ones measure. One line of the table is a model on a
data set: its error on every outer fold, and what it becomes when it learns from all samples.
"""

import csv
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.datasets import load_diabetes, load_digits
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    StratifiedKFold,
)

from rbflib.datasets import make_moons
from rbflib.lab.pages.comparison.models import MODELS, grid, pipeline

TABLE = Path(__file__).parents[2] / "data/comparison.csv"
SPLITS, REPEATS = 5, 2


def threes_and_eights():
    """Handwritten threes (−1) and eights (+1): 357 samples, 64 features."""
    X, digit = load_digits(return_X_y=True)
    chosen = (digit == 3) | (digit == 8)
    return X[chosen], np.where(digit[chosen] == 8, 1, -1)


# Name -> (X, y), and whether y are classes.
DATA = {
    "diabetes": (lambda: load_diabetes(return_X_y=True), False),
    "two moons": (lambda: make_moons(200, noise=0.3, random_state=0), True),
    "digits 3 and 8": (threes_and_eights, True),
}


def outer_folds(classes):
    folds = RepeatedStratifiedKFold if classes else RepeatedKFold
    return folds(n_splits=SPLITS, n_repeats=REPEATS, random_state=0)


def search(name, classes, D):
    """The model with the settings that the inner folds choose."""
    folds = (StratifiedKFold if classes else KFold)(5, shuffle=True, random_state=1)
    scoring = "accuracy" if classes else "neg_mean_squared_error"
    return GridSearchCV(pipeline(name, classes), grid(name, classes, D), scoring=scoring, cv=folds)


def errors(data, name):
    """Error on every outer fold: share of wrong classes, or of the variance that is left."""
    load, classes = DATA[data]
    X, y = load()
    for train, test in outer_folds(classes).split(X, y):
        h = search(name, classes, X.shape[1]).fit(X[train], y[train]).predict(X[test])
        yield np.mean(h != y[test]) if classes else np.mean((h - y[test]) ** 2) / y.var()


def size(model, n_samples):
    """Centers (or random nodes) of a fitted model; empty where it has none."""
    inner = getattr(model, "regressor_", model)[-1]
    inner = getattr(inner, "regressor_", inner)
    inner = inner[-1] if hasattr(inner, "steps") else inner
    if hasattr(inner, "support_"):
        return len(inner.support_)
    for name in ("n_hidden", "n_clusters"):
        if hasattr(inner, name):
            return getattr(inner, name)
    if hasattr(inner, "network_"):
        return inner.network_.n_centers
    centerless = type(inner).__name__.startswith(("MLP", "Ridge", "Logistic"))
    return "" if centerless else n_samples


def row(data, name):
    """One line of the table."""
    load, classes = DATA[data]
    X, y = load()
    chosen = search(name, classes, X.shape[1]).fit(X, y)
    took = []
    for _ in range(5):
        start = time.perf_counter()
        chosen.best_estimator_.fit(X, y).predict(X)
        took.append(time.perf_counter() - start)
    settings = {key.split("__")[-1]: value for key, value in chosen.best_params_.items()}
    return {
        "data": data,
        "model": name,
        "centers": size(chosen.best_estimator_, len(X)),
        "milliseconds": f"{1000 * min(took):.2g}",
        "settings": ", ".join(f"{key} {_short(value)}" for key, value in settings.items()),
        "errors": " ".join(f"{error:.4f}" for error in errors(data, name)),
    }


def _short(value):
    return f"{value:.3g}" if isinstance(value, float) else str(value).strip("(),")


def main():
    rows = []
    for data in DATA:
        for name in MODELS:
            rows.append(row(data, name))
            print(rows[-1], flush=True)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0], delimiter=";", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # settings that fit badly warn, and are not chosen
    main()
