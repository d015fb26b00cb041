import re
import warnings
from itertools import product

import numpy as np
import pytest
from numpy.linalg import matrix_rank
from scipy.linalg import lstsq, null_space
from scipy.spatial.distance import pdist
from scipy.special import expit
from sklearn.linear_model import Ridge, RidgeClassifier

from rbflib import ELMRegressor, make_wave, wave
from tests.independent import numbers_in

GRID = np.linspace(0, 1, 300)[:, None]


def shortest(question):
    """The solution of least norm, and those with a 0 or with two equal weights, by SciPy."""
    first, b, total = re.search(r"\$(\d*)\\beta_1(.*?)\\beta_2=(-?\d+)", question.ask).groups()
    row = np.array([float(first or 1), float(b if b[1:] else f"{b}1")])
    kinds = {"first_only": [1, 0], "second_only": [0, 1], "equal": [1, 1]}
    weights = {"right": lstsq(row[None], [float(total)])[0]}
    for name, direction in kinds.items():
        weights[name] = np.multiply(direction, lstsq([[row @ direction]], [float(total)])[0])
    for beta in weights.values():  # its text ends with the sum of their squares
        text = {**question.wrong, question.answer: question.why.split(", and")[0]}
        [why] = [why for x, why in text.items() if np.isclose(x, beta[0])]
        assert numbers_in(why)[-1] == pytest.approx(np.sum(beta**2), abs=0.051)
    return {n: beta[0] for n, beta in weights.items()} | {"second_weight": weights["right"][1]}


def lengths(question):
    rng = np.random.default_rng(72)
    H, T = rng.normal(size=(5, 9)), rng.normal(size=5)
    weights = {"H⁺T": lstsq(H, T)[0]}
    for text in question.items:
        if found := re.search(r"λ = (.+)", text):
            weights[text] = Ridge(float(found[1]), fit_intercept=False, tol=1e-12).fit(H, T).coef_
    weights["another solution of Hβ = T"] = weights["H⁺T"] + null_space(H) @ rng.normal(size=4)
    longest_first = "longest first" in question.ask
    return sorted(weights, key=lambda name: np.linalg.norm(weights[name]), reverse=longest_first)


def squares(question):
    n_samples, n_nodes, power = map(int, numbers_in(question.ask.replace("ax+b", "")))
    rng = np.random.default_rng(71)
    x, a, b = rng.normal(size=(n_samples, 1)), *rng.normal(size=(2, n_nodes))
    right = matrix_rank((a * x + b) ** power)
    functions = matrix_rank((rng.normal(size=(50, 1)) * a + b) ** power)
    nodes, samples, degree = len(a), len(x), functions - 1
    one_by_one, all_multiples = len([*product("xb", repeat=power)]), matrix_rank(np.outer(x, a))
    return locals()


def best_seed():
    """The best of 50 draws on 30 test samples, and its error everywhere, over 40 test sets."""
    X, y = make_wave(20, 0.2, random_state=47)
    with warnings.catch_warnings(action="ignore"):  # some swing between the samples
        draws = [ELMRegressor(15, "tanh", random_state=s).fit(X, y) for s in range(50)]
    everywhere = [np.mean((draw.predict(GRID) - wave(GRID)) ** 2) + 0.2**2 for draw in draws]
    reported, expected = [], []
    for seed in range(40):
        X_test, y_test = make_wave(30, 0.2, random_state=100 + seed)
        errors = [np.mean((draw.predict(X_test) - y_test) ** 2) for draw in draws]
        reported.append(min(errors))
        expected.append(everywhere[np.argmin(errors)])
    more, less = np.mean(expected) / np.mean(reported), np.mean(expected) / np.median(everywhere)
    return ["a larger one than reported"] if more > 1.05 and less < 0.95 else []


def hidden_layer_by_loops(X, a, b):
    nodes = list(zip(a, b, strict=True))
    return np.array([[expit(np.dot(node, x) + bias) for node, bias in nodes] for x in X])


def predictions_by_scipy(X, T, X_new, a, b):
    H, H_new = (hidden_layer_by_loops(inputs, a, b) for inputs in (X, X_new))
    return np.einsum("ql,lk->qk", H_new, lstsq(H, T, lapack_driver="gelsy")[0])


def classify_by_sklearn(H, labels, H_new, lam):
    return RidgeClassifier(alpha=lam, fit_intercept=False).fit(H, labels).predict(H_new)


def cannot_interpolate(a, b):
    """Some column of H is a combination of the others, up to rounding."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    nodes = list(zip(a, b, strict=True))
    apart = pdist(np.column_stack([a, b]), "chebyshev").min()
    if apart < 0.5 - 1e-9 or abs(a).min() < 0.5 - 1e-9 or abs(np.append(a, b)).max() > 3 + 1e-9:
        return False
    H = np.array([[np.tanh(slope * x + bias) for slope, bias in nodes] for x in range(-2, 3)])
    others = [np.delete(H, i, axis=1) for i in range(5)]
    gaps = [Z @ lstsq(Z, H[:, i])[0] - H[:, i] for i, Z in enumerate(others)]
    return min(np.linalg.norm(gap) for gap in gaps) < 1e-9


def median_errors(numbers):
    """Places, then slopes; weights by SciPy."""
    X, T = make_wave(20, noise=0.2, random_state=47)

    def error(L, seed):
        rng = np.random.RandomState(seed)
        c, a = rng.standard_normal((L, 1)), 3 * rng.standard_normal((L, 1))
        H, H_grid = (np.tanh(((S - X.mean()) / X.std() - c.T) * a.T) for S in (X, GRID_200))
        return np.mean((H_grid @ lstsq(H, T)[0] - wave(GRID_200)) ** 2) + 0.04

    return [np.median([error(L, seed) for seed in range(30)]) for L in numbers]


GRID_200 = np.linspace(0, 1, 200)[:, None]


QUIZ = {"best_seed": best_seed}
SEEDED = {"shortest": shortest, "lengths": lengths, "squares": squares}
EXERCISES = {"7.1": predictions_by_scipy, "7.2": classify_by_sklearn}
CONSTRUCTIONS = {"7.3": cannot_interpolate}
CURVES = {"7.6": median_errors}
