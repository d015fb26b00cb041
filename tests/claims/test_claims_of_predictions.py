"""The right answer of a page's prediction is right in at least 80% of the draws of its data.

Each rule says of one draw whether it is: by the numbers of the page's explorer, with its control
`draw` there, or by a computation of its own where the explorer has none.
"""

import warnings
from functools import lru_cache

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from rbflib import (
    ClassicalMDS,
    ELMRegressor,
    FullRBFClassifier,
    NearestNeighborClassifier,
    RBFNetworkRegressor,
    make_wave,
)
from rbflib.lab import EXPLORERS
from rbflib.lab.kit import line
from rbflib.lab.kit.draws import N_DRAWS
from rbflib.lab.kit.plane import plane_data
from rbflib.lab.pages.comparison.calibration import probabilities

RULES = {}


def prediction(of):
    """Enter a rule, (draw) -> whether the answer is right, for a prediction about this explorer."""

    def enter(rule):
        RULES[f"{of}: {rule.__name__}"] = rule
        return rule

    return enter


@lru_cache(maxsize=1)
def opened(name):
    return EXPLORERS[name]()


def at(name, preset=None, **values):
    """The numbers of an explorer as its page opens it, or in a preset, with some values changed."""
    explorer = opened(name)
    explorer.set(**(explorer.presets[preset] if preset else explorer.start_state) | values)
    return explorer.numbers


# Page 00


# Page 01


# Page 02


@prediction("interpolation")
def wide_bumps_need_larger_weights(draw):
    narrow, wide = (
        at("interpolation", preset, draw=draw)["largest |β|"]
        for preset in ("Narrow bumps", "Wide bumps")
    )
    return wide > 1.5 * narrow


# Page 03


# Page 04


# Page 05


# Page 06


# Page 07


def elm_errors(draw, n_hidden, noise=0.2, draws=20):
    """E_out of random layers on other samples of the wave."""
    X, y = make_wave(20, noise, random_state=line.SEED + draw)
    elms = [ELMRegressor(n_hidden, "tanh", random_state=s).fit(X, y) for s in range(1, draws + 1)]
    gaps = [elm.predict(line.X_TEST) - line.TRUTH for elm in elms]
    return np.mean(np.square(gaps), axis=1) + noise**2


@prediction("random_layer")
def draws_differ_most_with_as_many_nodes_as_samples(draw):
    widths = [np.ptp(np.quantile(elm_errors(draw, L), [0.1, 0.9])) for L in (4, 20, 40)]
    return np.argmax(widths) == 1


@prediction("error_against_nodes")
def the_peak_is_noise(draw):
    without, with_noise = (np.median(elm_errors(draw, 20, noise)) for noise in (0.0, 0.2))
    return without < 1e-6 * with_noise


@prediction("many_draws")
def the_median_changes_less_than_the_mean(draw):
    errors = elm_errors(draw, 15, draws=200)
    of_mean, of_median = (abs(np.log(f(errors) / f(errors[:20]))) for f in (np.mean, np.median))
    return of_median < of_mean


@prediction("random_or_chosen")
def most_draws_are_better_than_centers_with_too_narrow_bumps(draw):
    X, y = make_wave(100, 0.1, random_state=line.SEED + draw)

    def error(model):
        return np.mean((model.fit(X, y).predict(line.X_TEST) - line.TRUTH) ** 2)

    chosen = error(RBFNetworkRegressor(5, gamma=500, fit_intercept=False, random_state=0))
    drawn = [error(ELMRegressor(5, "rbf", random_state=seed)) for seed in range(1, 21)]
    return 11 <= sum(drawn < chosen) < 20


# Page 08


@prediction("digits_map")
def neighbors_on_the_map_are_others(draw):
    X, y = load_digits(return_X_y=True)
    rows = np.random.default_rng(draw).permutation(np.flatnonzero(y < 2))[:230]
    new, old = np.split(X[rows], [30])
    mds = ClassicalMDS(2).fit(old)
    on_map = cdist(mds.transform(new), mds.transform(old)).argmin(axis=1)
    return np.sum(on_map == cdist(new, old).argmin(axis=1)) <= 8


# Page 09


@prediction("playground zero error")
def errors_without_training_error_differ_by_a_factor_of_about_four(draw):
    exact, neighbor = (
        at("playground", preset, draw=draw)["E_out"] for preset in ("Full, exact", "One neighbor")
    )
    return 2 < exact / neighbor < 6.3


@prediction("playground wrong sample")
def a_hard_margin_is_misled_most(draw):
    X, y, *_ = plane_data("two moons", 100, draw, noise=0.3)
    wrong = np.vstack([X, [-1.0, 0.7]]), np.append(y, -1)
    plane = np.stack(np.meshgrid(np.linspace(-2.6, 2.6, 61), np.linspace(-2.1, 2.1, 51)), -1)
    plane = plane.reshape(-1, 2)

    def changed(model):
        before = model.fit(X, y).predict(plane)
        return np.mean(model.fit(*wrong).predict(plane) != before)

    models = [NearestNeighborClassifier(1), NearestNeighborClassifier(5), FullRBFClassifier(100)]
    return changed(SVC(gamma=1, C=100)) > max(map(changed, models))


# Page 10


@prediction("calibration")
def without_a_penalty_probabilities_are_extreme(draw):
    of_both = (probabilities(name, 50, draw)[0] for name in ("RBF network", "network, no penalty"))
    penalized, free = (np.mean(np.abs(p - 0.5)) for p in of_both)
    return free > penalized + 0.02


@pytest.mark.parametrize("name", RULES)
def test_answer_is_right_in_four_of_five_draws(name):
    with warnings.catch_warnings(action="ignore"):  # of wide and narrow bumps
        right = sum(bool(RULES[name](draw)) for draw in range(N_DRAWS))
    assert right >= 0.8 * N_DRAWS
