"""A model fitted to samples: what it predicts there, and on the points of a picture.

This module comes into the process in which a reader's model runs, so it imports NumPy alone.
"""

import copy
from time import perf_counter

import numpy as np

from rbflib.lab.grader.worker import Outcome


class Trial:
    """A model with fit and predict: trial(X, y, n, grid) fits a copy of it to the first n samples.

    It gives the predictions at X and at grid, the centers if the model is a network, and the
    seconds of the fit.
    """

    def __init__(self, model):
        self.model = model

    def __call__(self, X, y, n, grid):
        model = _fresh(self.model)
        begin = perf_counter()
        model.fit(X[:n].copy(), y[:n].copy())
        seconds = perf_counter() - begin
        on_all, on_grid = (np.asarray(model.predict(points.copy())) for points in (X, grid))
        centers = getattr(getattr(model, "network_", None), "centers", ())
        return on_all, on_grid, centers, seconds

    @staticmethod
    def outcome_of(result):
        return Outcome("value", value=result)


def _fresh(model):
    """A copy that has learned nothing; of what cannot be copied, the model itself."""
    try:
        if hasattr(model, "get_params"):
            from sklearn.base import clone  # late: others need no scikit-learn

            return clone(model)
        return copy.deepcopy(model)
    except Exception:  # whatever a model holds
        return model
