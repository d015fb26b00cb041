import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from rbflib import FullRBFRegressor, design_matrix, make_wave, wave


def two_samples():
    x = [[0.0], [1.0]]
    return FullRBFRegressor(gamma=np.log(2)).fit(x, [3.0, 3.0]).network_.weights[0]


def condition():
    x = np.linspace(0, 1, 20)[:, None]
    gammas = sorted([30, 100, 1000], key=lambda gamma: np.linalg.cond(design_matrix(x, x, gamma)))
    return [f"γ = {gamma}" for gamma in gammas]


def zero_error():
    """From the weights of an LU factorization, on the samples of 20 draws."""
    t = np.linspace(0, 1, 200)[:, None]
    missed = {50: [], 1000: []}
    for draw in range(20):
        X, y = make_wave(20, noise=0.3, random_state=draw)
        for gamma, errors in missed.items():
            beta = np.linalg.solve(rbf_kernel(X, gamma=gamma), y)
            assert np.abs(rbf_kernel(X, gamma=gamma) @ beta - y).max() < 1e-6
            errors.append(np.mean((rbf_kernel(t, X, gamma) @ beta - wave(t)) ** 2))
    wide = np.array(missed[50]) > np.array(missed[1000])
    assert min(missed[1000]) > 0
    return ["that of the wide bumps is larger"] if wide.all() else []


def mean_of_fits():
    """Means of twenty fives against a hundred other fits."""
    t, fits = np.linspace(0, 1, 200)[:, None], []
    for draw in range(200):
        X, y = make_wave(20, noise=0.3, random_state=draw)
        fits.append(rbf_kernel(t, X, 300) @ np.linalg.solve(rbf_kernel(X, gamma=300), y))
    one, five = np.array(fits[:100]), np.reshape(fits[100:], (20, 5, 200)).mean(axis=1)
    less = 0.1 < np.var(five, axis=0).mean() / np.var(one, axis=0).mean() < 0.3
    apart = np.mean((one.mean(axis=0) - five.mean(axis=0)) ** 2)
    same = apart < 2 * np.var(one, axis=0).mean() * (1 / 100 + 1 / 100)
    return ["less variance, the same bias"] if less and same else []


def two_ridges():
    s, lam = np.array([0.25, 1, 4]), 0.5
    Z = np.diag(s)
    ridge = np.diag(Z @ np.linalg.solve(Z.T @ Z + lam * np.eye(3), Z.T))
    kernel_ridge = np.diag(Z @ np.linalg.inv(Z + lam * np.eye(3)))
    return [f"s = {x:g}" for x in s[ridge > kernel_ridge + 1e-12]]


def leave_one_out(Z, y, lam):
    """By fitting N times."""
    ridge = Ridge(alpha=lam, fit_intercept=False, solver="svd")
    return y - cross_val_predict(ridge, Z, y, cv=LeaveOneOut())


def ridge_with_bias(Z, y, lam):
    model = Ridge(alpha=lam, solver="svd").fit(Z, y)  # its intercept is not penalized
    return np.append(model.intercept_, model.coef_)


def same_size_other_weights(calm, wild):
    x = np.arange(10)[:, None] / 9
    s, V = np.linalg.eigh(rbf_kernel(x, gamma=20))
    sizes = [np.abs(y).max() for y in (calm, wild)]
    largest = [np.abs(V / s @ V.T @ y).max() for y in (calm, wild)]
    return min(sizes) >= 0.9 and max(sizes) <= 1 + 1e-9 and largest[0] <= 2 and largest[1] >= 500


def bias_and_variance(lambdas):
    """By scikit-learn's ridge; the variance by the mean of the squares."""
    x, curves = np.linspace(0, 1, 100)[:, None], []
    for lam in lambdas:
        model, fits = Ridge(alpha=lam, fit_intercept=False, solver="svd"), []
        for seed in range(30):
            X, y = make_wave(30, noise=0.3, random_state=seed)
            fits.append(model.fit(rbf_kernel(X, gamma=100), y).predict(rbf_kernel(x, X, 100)))
        mean, mean_square = np.mean(fits, axis=0), np.mean(np.square(fits), axis=0)
        curves.append([np.mean((mean - wave(x)) ** 2), np.mean(mean_square - mean**2)])
    return np.transpose(curves)


QUIZ = {f.__name__: f for f in (two_samples, condition, zero_error, mean_of_fits, two_ridges)}
EXERCISES = {"2.1": leave_one_out, "2.2": ridge_with_bias}
CONSTRUCTIONS = {"2.3": same_size_other_weights}
CURVES = {"2.6": bias_and_variance}
