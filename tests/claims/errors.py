"""The error that several claims compare."""

import numpy as np


def mean_squared_error(model, X, y):
    return np.mean((model.predict(X) - y) ** 2)
