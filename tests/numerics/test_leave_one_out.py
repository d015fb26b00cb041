"""Leave-one-out errors in closed form, against fits that leave out one sample after the other."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rbflib import (
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    design_matrix,
    make_moons,
    make_wave,
)
from rbflib.numerics.leave_one_out import ALPHAS, full_loo_errors, loo_errors
from rbflib.numerics.linear import Problem


def problem(seed, N, outputs=(), D=2):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((N, D))
    y = np.sin(X @ rng.standard_normal((D, *outputs))) + 0.1 * rng.standard_normal((N, *outputs))
    return X, y + 3, rng.uniform(0.2, 2, N)


def by_hand(fit, X, y, weight):
    """The weighted mean of the squared errors at samples that fit(X, y, weight) has not seen."""
    errors = []
    for n in range(len(X)):
        kept = np.arange(len(X)) != n
        errors.append(np.sum((fit(X[kept], y[kept], weight[kept])(X[n : n + 1])[0] - y[n]) ** 2))
    return np.average(errors, weights=weight)


@pytest.mark.parametrize("outputs", [(), (2,)])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize(
    ("N", "M", "alpha"), [(25, 6, 0), (25, 6, 1e-6), (9, 12, 0.1), (700, 4, 1)]
)
def test_errors_are_those_of_fits_without_a_sample(N, M, alpha, bias, weighted, outputs, seed):
    X, y, weight = problem(seed, N, outputs)
    weight, centers = weight if weighted else np.ones(N), np.vstack([X, X + 1])[:M]

    def layer(x):
        return design_matrix(x, centers, 0.5)

    def fit(x, t, w):
        """The normal equations, and no penalty on the bias."""
        Z = np.column_stack([layer(x), np.ones(len(x))])[:, : M + bias]
        penalty = alpha * np.diag(np.arange(M + bias) < M)
        beta = np.linalg.solve(Z.T @ (w[:, None] * Z) + penalty, Z.T @ (w * t.T).T)
        return lambda q: np.column_stack([layer(q), np.ones(len(q))])[:, : M + bias] @ beta

    expected = by_hand(fit, X, y, weight)
    found = loo_errors(Problem(layer, X, y, M, bias, weight, 1e-16), [alpha, 1e3])
    assert_allclose(found[0], expected, rtol=1e-6)
    assert found[1] != found[0]


@pytest.mark.parametrize("alpha", [0, 1e-6, 1e-2, 1])
@pytest.mark.parametrize("outputs", [(), (2,)])
def test_a_sample_of_a_full_network_takes_its_center_along(alpha, outputs, seed):
    X, y, _ = problem(seed, 15, outputs)

    def fit(x, t, _):
        Z = design_matrix(x, x, 2.0)
        beta = np.linalg.solve(Z.T @ Z + alpha * np.eye(len(x)), Z.T @ t)
        return lambda q: design_matrix(q, x, 2.0) @ beta

    expected = by_hand(fit, X, y, np.ones(15))
    assert_allclose(full_loo_errors(design_matrix(X, X, 2.0), y, [alpha])[0], expected, rtol=1e-5)


@pytest.mark.parametrize(
    "model",
    [
        FullRBFRegressor(gamma=20.0),
        FullRBFClassifier(gamma=2.0),
        RBFNetworkRegressor(8, random_state=0),
        RBFNetworkClassifier(8, random_state=0),
        ELMRegressor(15, random_state=0),
    ],
    ids=lambda model: type(model).__name__,
)
def test_loo_takes_the_penalty_of_least_error_and_is_the_fit_with_that_number(model, seed):
    X, y = (
        make_moons(40, random_state=seed)
        if "Classifier" in str(model)
        else make_wave(40, 0.3, seed)
    )
    chosen = model.set_params(alpha="loo").fit(X, y)
    alpha, prediction = chosen.alpha_, chosen.predict(X)
    assert alpha in ALPHAS
    assert_allclose(model.set_params(alpha=alpha).fit(X, y).predict(X), prediction, rtol=0, atol=0)
    assert model.alpha_ == alpha

    def error(alpha):
        """Full networks are fitted anew; others keep their hidden layer."""
        if "Full" in str(model):
            Z, t = design_matrix(X, X, model.gamma), np.asarray(y, dtype=float)

            def fit(kept):
                A = Z[np.ix_(kept, kept)]
                return np.linalg.solve(A.T @ A + alpha * np.eye(len(A)), A.T @ t[kept])

            others = [np.delete(np.arange(40), n) for n in range(40)]
            missed = [Z[n, kept] @ fit(kept) - t[n] for n, kept in enumerate(others)]
            return np.mean(np.square(missed))
        elm = hasattr(model, "hidden_layer")
        Z = model.hidden_layer(X) if elm else model.network_.transform(X)
        A = Z if elm else np.column_stack([Z, np.ones(40)])
        penalty = alpha * np.diag(np.arange(A.shape[1]) < Z.shape[1])
        H = A @ np.linalg.solve(A.T @ A + penalty, A.T)
        return np.mean(((y - H @ y) / (1 - H.diagonal())) ** 2)

    around = [a for a in ALPHAS if alpha / 11 < a < 11 * alpha]
    assert error(alpha) <= min(map(error, around)) * (1 + 1e-9)


@pytest.mark.parametrize("unit", [4.0, 2.0**-990, 2.0**990])
@pytest.mark.parametrize(
    "model", [RBFNetworkRegressor(15, random_state=0), ELMRegressor(15, random_state=0)]
)
def test_a_unit_of_weights_is_one_of_the_penalty_and_changes_no_prediction(model, unit, rng):
    X, y = make_wave(60, 0.3, random_state=0)
    weight = rng.uniform(0.5, 2, 60)
    model.set_params(alpha="loo").fit(X, y, weight)
    alpha, prediction = model.alpha_, model.predict(X)
    model.fit(X, y, unit * weight)
    assert model.alpha_ == pytest.approx(unit * alpha, rel=1e-12)
    assert_allclose(model.predict(X), prediction, rtol=1e-9)


def test_leverage_without_digits_is_no_error():
    """At λ = 0 a fit with as many columns as samples meets each: nothing is left to tell."""
    X, y, weight = problem(0, 9)

    def layer(x):
        return design_matrix(x, X, 0.5)

    found = loo_errors(Problem(layer, X, y, 9, False, weight, 1e-16), [0.0, 1.0])
    assert np.isinf(found[0])
    assert np.isfinite(found[1])


def test_what_cannot_be_left_out_is_said():
    with pytest.raises(ValueError, match=r'alpha="loo" leaves out.*give two or more'):
        RBFNetworkRegressor(1, alpha="loo").fit([[1.0]], [2.0])
    with pytest.raises(ValueError, match=r'alpha="loo".*output="sign" only'):
        RBFNetworkClassifier(2, alpha="loo", output="logistic").fit([[0], [1], [2]], [0, 1, 0])
    with pytest.raises(ValueError, match=r"\"loo\", got 'cv'"):
        FullRBFRegressor(alpha="cv").fit([[0.0], [1.0]], [0, 1])
