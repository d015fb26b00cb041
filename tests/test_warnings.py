"""A fit that stands on nothing says so in one sentence, and a sound fit says nothing."""

import re
import warnings

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.linalg import LinAlgWarning
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler

from rbflib import (
    ELMRegressor,
    FullRBFRegressor,
    NadarayaWatsonRegressor,
    OLSRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    UniformRBFClassifier,
    draw_tumors,
    kmeans_centers,
    make_moons,
    make_rings,
    make_trap,
    make_wave,
    make_xor,
    neighbor_gamma,
)
from tests.seeds import thorough

UNITS = 10.0 ** np.arange(-4, 5)
STANDARD = StandardScaler().fit_transform


def said(model, X, y, **more):
    """The sentences of a fit: one at most."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(X, y, **more)
    assert len(caught) <= 1
    assert all(warning.filename == __file__ for warning in caught)
    return [str(warning.message) for warning in caught]


def shortest(Z, y, bias):
    """Least-squares weights where what is below 1e-9 of the largest number is rounding."""
    A, t = (Z - Z.mean(axis=0), y - y.mean()) if bias else (Z, y)
    return np.linalg.lstsq(A, t, rcond=1e-9)[0]


TABLES = {
    "years": [1960.5, 1961.3, 1970.0, 1970.1, 1984.9, 1986.0],
    "kelvin": [293.2, 294.1, 310.4, 311.3, 330.8, 331.2],
    "hPa": [1002.1, 1003.0, 1013.2, 1013.9, 1028.4, 1029.0],
    "cm": [152.0, 153.1, 167.5, 168.0, 184.2, 185.0],
    "prices": [11999.0, 12000.2, 12450.0, 12451.1, 13999.0, 13999.9],
}


@pytest.mark.parametrize("gamma", [1.0, 3.0, "array", "matrix"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_two_samples_per_bump_have_the_shortest_weights(table, gamma, fit_intercept):
    """Equal similarities to the mean of two samples, as far as offsets leave digits."""
    X = np.reshape(TABLES[table], (6, 1))
    y = np.arange(6) / 6
    gamma = {"array": np.full(3, 2.0), "matrix": np.full((3, 1, 1), 2.0)}.get(gamma, gamma)
    model = RBFNetworkRegressor(3, gamma=gamma, fit_intercept=fit_intercept, random_state=0)
    notes = said(model, X, y)
    expected = shortest(model.network_.transform(X), y, fit_intercept)
    np.testing.assert_allclose(model.network_.weights, expected, rtol=1e-6, atol=1e-9)
    if fit_intercept:
        assert re.search(r"numerical rank 3 beside 4 columns.*gamma such as .*alpha=", notes[0])
    classifier = RBFNetworkClassifier(3, gamma=gamma, fit_intercept=fit_intercept, random_state=0)
    said(classifier, X, [0, 1, 1, 0, 1, 0])
    assert np.abs(classifier.network_.weights).max() < 10


def test_columns_that_are_nearly_dependent_have_huge_weights_and_say_so():
    """At γ = 0.3 the bumps of the years reach each other by 1e-11."""
    X, y = np.reshape(TABLES["years"], (6, 1)), np.arange(6) / 6
    (note,) = said(RBFNetworkRegressor(3, gamma=0.3, random_state=0), X, y)
    assert re.search(r"rank 4 beside 4 .*largest weight is \de\+09 times the range", note)


def test_logistic_weights_of_dependent_columns_are_the_shortest():
    X = np.reshape(TABLES["kelvin"], (6, 1)).repeat(2, axis=0)
    classifier = RBFNetworkClassifier(3, gamma=1.0, output="logistic", random_state=0)
    (note,) = said(classifier, X, np.tile([0, 1], 6))
    assert "numerical rank 3 beside 4 columns" in note
    assert np.abs(classifier.network_.weights).max() < 1e-6  # each sample is of both classes


@pytest.mark.parametrize("seed", [83, *range(20), *thorough(*range(20, 200))])
def test_matrices_of_pairs_of_samples_predict_within_reason_or_say_so(seed):
    rng = np.random.default_rng(seed)
    X, Q = rng.normal(size=(12, 6)), rng.normal(size=(200, 6))
    model = RBFNetworkRegressor(6, gamma="clusters", random_state=0)
    notes = said(model, X, X[:, 0])
    assert np.abs(model.predict(Q)).max() < 100 or notes


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("rule", ["clusters", "gmm", "neighbors"])
@pytest.mark.parametrize("table", ["longley", "stackloss"])
def test_small_real_tables_are_predicted_within_reason_or_say_so(table, rule, scale):
    data = getattr(sm.datasets, table).load_pandas()
    X, y = data.exog.to_numpy(dtype=float), data.endog.to_numpy(dtype=float)
    X = STANDARD(X) if scale else X
    for train, test in KFold(5, shuffle=True, random_state=0).split(X):
        model = RBFNetworkRegressor(gamma=rule, random_state=0)
        model.set_params(centers="gmm" if rule == "gmm" else "kmeans")
        notes = said(model, X[train], y[train])
        assert notes or np.abs(model.predict(X[test]) - y.mean()).max() < 10 * np.ptp(y)
        assert not (notes and rule == "neighbors")


LEARNERS = {
    "ridge": FullRBFRegressor(alpha=0.1),
    "interpolation": FullRBFRegressor(),
    "kernel": NadarayaWatsonRegressor(),
    "OLS": OLSRegressor(),
    "network": RBFNetworkRegressor(gamma=1.0, random_state=0),
    "penalized network": RBFNetworkRegressor(gamma=1.0, alpha=0.1, random_state=0),
    "per center": RBFNetworkRegressor(gamma=np.ones(10), random_state=0),
    "per center and feature": RBFNetworkRegressor(gamma=np.ones((10, 1)), random_state=0),
    "matrices": RBFNetworkRegressor(gamma=np.ones((10, 1, 1)), random_state=0),
}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_in_every_unit_a_width_serves_or_is_named_with_one_that_does(learner, unit):
    X, y = make_wave(200, random_state=0)
    X, X_new, t, t_new = unit * X[::2], unit * X[1::2], y[::2], y[1::2]
    model = LEARNERS[learner]
    notes = said(model, X, t)
    r2 = model.score(X_new, t_new)
    assert notes or r2 > 0.7 or unit == 1  # where all learners underfit alike, in sight
    for note in notes:
        named = float(re.search(r"gamma,? such as ([-+.e\d]*\d)", note)[1])
        model = type(model)(**model.get_params() | {"gamma": named})
        assert said(model, X, t) == []
        least = 0.8 if "network" in learner else 0.5
        assert model.score(X_new, t_new) > max(r2 * (learner != "interpolation") - 0.02, least)


def test_the_penalty_that_is_named_serves():
    X, y = make_wave(200, random_state=0)
    networks = [RBFNetworkRegressor(20, gamma=gamma, random_state=0) for gamma in (0.1, 1.0)]
    for learner in [*networks, ELMRegressor(60, random_state=0)]:
        (note,) = said(learner, X[::2], y[::2])
        named = re.search(r"alpha=(\S+)\.$", note)[1]
        learner.set_params(alpha="loo" if named == '"loo"' else float(named))
        assert said(learner, X[::2], y[::2]) == []
        assert learner.score(X[1::2], y[1::2]) > 0.85
    (note,) = said(networks[0].set_params(gamma=0.01, alpha=1e-14), X[::2], y[::2])
    named = float(re.search(r"alpha=(\S+)\.$", note)[1])
    assert said(networks[0].set_params(alpha=named), X[::2], y[::2]) == []


def test_a_fit_that_leaves_the_targets_between_samples_gets_a_penalty_from_the_data():
    """A penalty that only tames the weights is too small for it."""
    X, y = make_wave(8, random_state=0)
    model = ELMRegressor(8, "rbf", random_state=2)
    (note,) = said(model, X, y)
    assert re.search(r'between samples.*alpha="loo"\.$', note)
    assert said(model.set_params(alpha="loo"), X, y) == []


@pytest.mark.parametrize("unit", [1.0, 1e300])
def test_no_penalty_is_named_for_widths_that_none_can_mend(unit):
    X, y = make_wave(60, random_state=0)
    for gamma in (1e-12, 1e5):
        model = RBFNetworkRegressor(8, gamma=gamma, random_state=0)
        (note,) = said(model, X, y, sample_weight=np.full(60, unit))
        assert "numerical rank" in note
        assert "alpha" not in note


@pytest.mark.parametrize("unit", [1e-4, 1e-2, 0.1])
def test_votes_name_a_width_at_which_all_samples_look_alike(unit):
    X, y = make_moons(200, random_state=0)
    (note,) = said(UniformRBFClassifier(), unit * X, y)
    assert re.search(r"gamma=1 three of four similarities .*told apart.*a gamma such as", note)
    assert said(UniformRBFClassifier(), X, y) == []
    assert said(UniformRBFClassifier(1e4), X, y) == []  # the nearest sample votes alone


@pytest.mark.parametrize("N", [300, 1000, 20_000])
@pytest.mark.parametrize("gamma", [1e-3, 1e-2])
def test_a_tall_fit_of_wide_bumps_is_no_worse_than_a_short_one(gamma, N):
    """They span polynomials: of degree 4 and 5, as far as the digits of similarities reach."""
    X, y = make_wave(N, random_state=0)
    model = RBFNetworkRegressor(20, gamma=gamma, random_state=0)
    (note,) = said(model, X, y)
    assert "similarities are within" in note
    quartic = np.polynomial.Polynomial.fit(X[:, 0], y, 4)(X[:, 0])
    assert np.mean((model.predict(X) - y) ** 2) < 1.01 * np.mean((quartic - y) ** 2)


@pytest.mark.parametrize("far", [1e3, 1e8])
def test_one_far_sample_does_not_decide_the_default_width(far):
    X, y = make_wave(200, random_state=0)
    X, X_new, t, t_new = X[1::2], X[::2], y[1::2], y[::2]
    X[7] = far
    model = RBFNetworkRegressor(random_state=0)
    assert said(model, X, t) == []
    assert model.score(X_new, t_new) > 0.85
    (note,) = said(model.set_params(gamma="scale", alpha=0.1), X, t)
    assert "row 7 of X lies far from all others" in note


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer, load_diabetes])
@pytest.mark.parametrize("rule", ["clusters", "gmm"])
def test_rules_for_few_features_say_so_from_four_features_on(load, rule):
    X, y = load(return_X_y=True)
    model = RBFNetworkRegressor(random_state=0, gamma=rule)
    model.set_params(centers="gmm" if rule == "gmm" else "kmeans")
    (note,) = said(model, STANDARD(X), y)
    assert re.search(rf'gamma="{rule}" .*{X.shape[1]} features.*gamma="neighbors"', note)


def test_the_width_that_is_named_reaches_the_samples_also_of_centers_that_nearly_coincide():
    X, y = make_wave(60, random_state=0)
    centers = 0.5 + 1e-6 * np.arange(8)[:, None]
    (note,) = said(RBFNetworkRegressor(centers=centers, gamma=5.0), X, y)
    assert 1 < float(re.search(r"gamma such as ([-+.e\d]*\d)", note)[1]) < 1e3


def test_centers_in_other_units_than_the_samples_are_named():
    X, y = load_diabetes(return_X_y=True, scaled=False)
    (note,) = said(RBFNetworkRegressor(centers=STANDARD(X)[:9], alpha=0.1), X, y)
    assert "no center lies in the range of X" in note


@pytest.mark.parametrize(("data", "gamma"), [("wave", 1.0), ("grid", np.log(2) / 900)])
def test_a_path_that_ends_far_from_its_goal_says_so(data, gamma):
    X, y = make_wave(60, random_state=0)
    X = 0.1 * X
    if data == "grid":
        X = np.linspace(-1, 1, 21)[:, None]
        y = np.sin(3 * X[:, 0])
    model = OLSRegressor(gamma=gamma)
    (note,) = said(model, X, y)
    assert re.search(r"ended at 2 centers with \d\d% .*tol=0.01.*a gamma such as", note)
    assert said(model.set_params(max_centers=2), X, y) == []  # as asked
    assert said(model.set_params(max_centers=None, tol=0.7), X, y) == []


def test_a_path_whose_fit_leaves_the_targets_between_samples_says_so():
    X, y = make_wave(40, random_state=1)
    X, y = np.append(X, [[999.0]], axis=0), np.append(y, 0.5)
    (note,) = said(OLSRegressor(tol=1e-4, gamma=10.0), X, y)
    n_selected = int(re.search(r"Of (\d+) selected columns .*between samples.*fewer\.$", note)[1])
    assert said(OLSRegressor(n_selected // 2, gamma=10.0), X, y) == []


@pytest.mark.parametrize("n_hidden", [20, 100])
def test_huge_weights_of_random_nodes_are_named(n_hidden):
    X, y = make_wave(60, random_state=0)
    (note,) = said(ELMRegressor(n_hidden, random_state=0), X[::2], y[::2])
    assert re.search(r"largest weight is .*times the range of the targets.*Use fewer", note)
    assert said(ELMRegressor(n_hidden, alpha=0.01, random_state=0), X[::2], y[::2]) == []


def sound(seed):
    """Data of the pages, and learners with widths that suit them."""
    rows = np.random.default_rng(seed).permutation(442)[:200]
    patients, progress = load_diabetes(return_X_y=True)
    draws = [make_wave(n, random_state=seed) for n in (20, 60, 200)]
    planes = (make_moons, make_rings, make_xor, draw_tumors)
    draws += [make(150, random_state=seed) for make in planes]
    draws += [make_trap(300, random_state=seed), (patients[rows], progress[rows])]
    for X, y in draws:
        some, classes = kmeans_centers(X, 15, seed), len(np.unique(y)) == 2
        for centers in ("random", "kmeans"):
            yield RBFNetworkRegressor(10, centers=centers, random_state=seed), X, y
            if X.shape[1] < 4:
                rule = {"gamma": "clusters", "centers": centers}
                yield RBFNetworkRegressor(8, random_state=seed, **rule), X, y
        yield RBFNetworkRegressor(alpha="loo", random_state=seed), X, y
        yield NadarayaWatsonRegressor(neighbor_gamma(X, X)), X, y
        yield NadarayaWatsonRegressor("scale"), X, y
        yield FullRBFRegressor("scale", 0.1), X, y
        yield FullRBFRegressor("scale", "loo"), X, y
        if not classes:  # noise of a tenth is not explained by a hundredth
            yield OLSRegressor(gamma=neighbor_gamma(X, some)), X, y
        yield ELMRegressor(8, random_state=seed), X, y
        yield ELMRegressor(alpha=0.1, random_state=seed), X, y
        if classes:
            yield UniformRBFClassifier("scale"), X, y
            yield RBFNetworkClassifier(alpha=0.01, output="logistic", random_state=seed), X, y


@pytest.mark.parametrize("draw", [0, 1, 2, *thorough(*range(3, 20))])
def test_of_sound_fits_nothing_is_said(draw):
    notes = [(model, note) for model, X, y in sound(draw) for note in said(model, X, y)]
    assert notes == []


@pytest.mark.parametrize("smallest", [0.0, 1e-300, 1e-12])
def test_rows_of_hardly_any_weight_neither_decide_nor_warn(smallest):
    X, y = make_wave(60, random_state=0)
    weight = np.where(np.arange(60) % 3, 1.0, smallest)
    model = RBFNetworkRegressor(8, random_state=0)
    assert said(model, X, y, sample_weight=weight) == []
    heavy = weight == 1
    expected = RBFNetworkRegressor(8, random_state=0).fit(X[heavy], y[heavy])
    np.testing.assert_allclose(model.predict(X), expected.predict(X), rtol=1e-4)


@pytest.mark.parametrize("weight", [1 / 60, 1e-300, 1e300])
@pytest.mark.parametrize("rule", ["neighbors", "clusters", "gmm", "scale"])
def test_equal_weights_of_any_size_change_nothing(rule, weight):
    X, y = make_wave(60, random_state=0)
    model = RBFNetworkRegressor(5, gamma=rule, random_state=0, alpha=0 if rule != "scale" else 1e-3)
    model.set_params(centers="gmm" if rule == "gmm" else "kmeans")
    expected = model.fit(X, y).predict(X)
    if model.alpha == 0:
        assert said(model, X, y, sample_weight=np.full(60, weight)) == []
        if rule == "neighbors" or weight < 1:  # of matrices, more samples tell more
            np.testing.assert_allclose(model.predict(X), expected, rtol=1e-4)
    else:  # a penalty counts beside the total of the weights
        model.fit(X, y, np.full(60, weight))
        assert model.network_.gamma == pytest.approx(1 / X.var())


def test_a_warning_of_rounding_is_of_the_kind_that_scipy_has():
    with pytest.warns(LinAlgWarning, match="numerical rank"):
        RBFNetworkRegressor(20, gamma=1e-3, random_state=0).fit(*make_wave(60, random_state=0))
