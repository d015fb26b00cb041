"""Models of the reader's own on the same folds: differences fold by fold, and how sure they are."""

import re
import warnings

import numpy as np
from matplotlib.ticker import MaxNLocator
from scipy import stats
from sklearn.base import clone, is_classifier
from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold
from sklearn.utils.validation import check_X_y

from rbflib.lab.kit import style
from rbflib.lab.pages.comparison.models import SignOf
from rbflib.lab.pages.comparison.table import standard_error

LEVEL = 0.95
# Outer folds, the error's name, and the error of h on a test part of all y.
CLASSES = (RepeatedStratifiedKFold, "share wrong", lambda y, h, _all: np.mean(y != h))
NUMBERS = (RepeatedKFold, "variance left", lambda y, h, all_y: np.mean((y - h) ** 2) / all_y.var())


class ModelComparison:
    """What `compare_models` found.

    Attributes
    ----------
    names : list of str
        The K models, the smallest mean error first.
    errors : ndarray of shape (K, F)
        Their errors on the F outer folds.
    difference, standard_error : ndarrays of shape (K - 1,)
        Of the models after the first: the mean over the folds of their error minus the first one's,
        and its corrected standard error.
    interval : ndarray of shape (K - 1, 2)
        Of each difference, by Student's t with F − 1 degrees of freedom, with all of them in mind
        (Bonferroni). Together they hold in 95% of cases for a first model that was named
        beforehand. This one was selected, so fewer hold, above all with many folds
        (`equal_models`).
    """

    def __init__(self, names, errors, test_to_training, what):
        order = np.argsort(errors.mean(axis=1), kind="stable")
        self.names, self.errors, self._what = [names[i] for i in order], errors[order], what
        pairs = self.errors[1:] - self.errors[0]
        self.difference = pairs.mean(axis=1)
        self.standard_error = np.array([standard_error(d, test_to_training) for d in pairs])
        tail = (1 - LEVEL) / 2 / len(pairs)
        half = stats.t.isf(tail, errors.shape[1] - 1) * self.standard_error
        self.interval = self.difference[:, None] + half[:, None] * [-1, 1]

    def __repr__(self):
        return "\n".join("   ".join(cells) for cells in self._rows())

    def _repr_markdown_(self):
        head, *rows = [f"| {' | '.join(cells)} |" for cells in self._rows()]
        return "\n".join([head, "|---" + "|---:" * 4 + "|", *rows])

    def _rows(self):
        yield ["model", self._what, f"minus {self.names[0]}'s", "standard error", "95% interval"]
        first, *others = self.errors.mean(axis=1)
        yield [self.names[0], f"{first:.3g}", "", "", ""]
        found = self.difference, self.standard_error, self.interval
        for name, error, d, se, (low, high) in zip(self.names[1:], others, *found, strict=True):
            yield [name, f"{error:.3g}", f"{d:.2g}", f"{se:.2g}", f"{low:.2g} to {high:.2g}"]

    def plot(self):
        """A figure of the intervals: where one holds 0, chance may explain the difference."""
        figure = style.new_figure(height=1.2 + 0.35 * len(self.difference))
        title = f"Error minus that of {self.names[0]}, with 95% intervals"
        place = (2.4, 0.6, 6.3, 0.35 * len(self.difference))
        axes = style.add_axes(figure, place, title, leads=True, xlabel=self._what)
        rows = np.arange(len(self.difference))
        reach = np.abs(self.interval - self.difference[:, None]).T
        axes.errorbar(self.difference, rows, xerr=reach, fmt="o", color=style.INK, capsize=4)
        axes.axvline(0, color=style.MUTED, lw=1)
        axes.set(ylim=(len(rows) - 0.5, -0.5))
        axes.set_yticks(rows, self.names[1:])
        axes.xaxis.set_major_locator(MaxNLocator(6))
        return figure


def compare_models(models, X, y, *, n_splits=5, n_repeats=2, random_state=0):
    """Models on the same outer folds: errors, differences to the best, and their intervals.

    A model whose settings are to be chosen is given as a search, such as `GridSearchCV(model,
    settings)`: it chooses on inner folds, within the training part of each outer fold.

    The variance of a mean difference is taken with 1/F + n_test/n_train in place of 1/F, since
    training parts overlap. That is derived for random splits; for repeated folds it is a rule of
    thumb (Nadeau and Bengio 2003; Bouckaert and Frank 2004). The first model was selected by these
    very folds, so its lead is overestimated.

    Parameters
    ----------
    models : dict of str to estimator
        Two or more, with `fit` and `predict`: all classifiers, or all regressors. Of two classes
        a regressor among classifiers gives the sign.
    X : array of shape (N, D)
    y : array of shape (N,)
        Classes, or numbers.
    n_splits, n_repeats : int
        The outer folds are `n_splits` times `n_repeats`.
    random_state : int
        Of the order of the samples.

    Returns
    -------
    ModelComparison
        Shows itself as a table; `plot()` gives the picture. Errors are shares of wrong classes, or
        of the variance of `y` that is left.

    Warns
    -----
    UserWarning
        And whatever else a model warns of: each kind once, with its name, and not in each fold.
    """
    if not isinstance(models, dict) or len(models) < 2:
        raise ValueError('Give two models or more by their names, as in {"OLS": …, "linear": …}.')
    classes = any(map(is_classifier, models.values()))
    X, y = check_X_y(X, y, y_numeric=not classes)
    if classes:
        models = {name: _classifier_of(name, model, y) for name, model in models.items()}
    kind, what, error = CLASSES if classes else NUMBERS
    folds = kind(n_splits=n_splits, n_repeats=n_repeats, random_state=random_state)

    def error_on(model, train, test):
        h = clone(model).fit(X[train], y[train]).predict(X[test])
        return error(y[test], h, y)

    parts, errors = list(folds.split(X, y)), []
    for name, model in models.items():
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            errors.append([error_on(model, *part) for part in parts])
        kinds = {re.sub(r"\d[\d.e+-]*", "", str(each.message)): each for each in reversed(said)}
        for each in kinds.values():  # the first of those that differ by their numbers
            warnings.warn(f"{name}: {each.message}", each.category, stacklevel=2)
    return ModelComparison([*models], np.array(errors), 1 / (n_splits - 1), what)


def _classifier_of(name, model, y):
    if is_classifier(model):
        return model
    if len(np.unique(y)) > 2:
        raise ValueError(
            f"{name!r} is a regressor among classifiers, and there are more than two classes: its "
            "sign cannot name them. Take a classifier."
        )
    return SignOf(model)
