"""Twenty draws of a random hidden layer, and the spread of whatever is measured on them."""

import numpy as np
from sklearn.utils import check_random_state

from rbflib.elm import ACTIVATIONS, draw_hidden_layer
from rbflib.lab.kit.artists import moving

DRAWS = 20  # of a band; number d, from 0, has random_state=d + 1
N_SAMPLES = 20
MAX_HIDDEN = 2 * N_SAMPLES


def all_draws(activation, n_hidden, X, *others, draws=range(DRAWS)):
    """Hidden layers of all draws, inputs standardized by X: one (draws, ·, L) for each argument.

    The nodes of all draws are computed as one long layer.
    """
    states = [check_random_state(draw + 1) for draw in draws]
    nodes = [draw_hidden_layer(activation, n_hidden, X.shape[1], state) for state in states]
    a, b = map(np.concatenate, zip(*nodes, strict=True))
    mean, scale = X.mean(axis=0), X.std(axis=0)
    layers = [ACTIVATIONS[activation]((points - mean) / scale, a, b) for points in (X, *others)]
    return [H.reshape(len(H), -1, n_hidden).transpose(1, 0, 2) for H in layers]


def low_median_high(values):
    """10%, 50% and 90% of the draws, which are the first axis."""
    return np.quantile(values, [0.1, 0.5, 0.9], axis=0)


def spread_in_words(values):
    low, _, high = low_median_high(values)
    return f"{low:.2g} to {high:.2g}"


class Band:
    """A median over the draws as a line, and the band from 10% to 90% of them."""

    def __init__(self, axes, look, label):
        band = {"color": look["color"], "alpha": 0.22, "lw": 0, "zorder": 1.5}
        self.fill = moving(axes.fill([], [], **band))
        self.median = moving(axes.plot([], [], **look, label=label))

    def show(self, x, values):
        """x (P,), values (DRAWS, P)."""
        low, median, high = low_median_high(values)
        self.fill.set_xy(np.column_stack([np.append(x, x[::-1]), np.append(low, high[::-1])]))
        self.median.set_data(x, median)
