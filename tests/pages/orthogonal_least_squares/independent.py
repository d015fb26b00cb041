from ast import literal_eval

import numpy as np
from scipy.optimize import brentq
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import OLSRegressor, make_wave, orthogonal_least_squares, wave
from rbflib.lab.quizzes import QUIZZES


def left_by(columns, y):
    """Squared error of the least-squares fit."""
    return np.sum((y - columns @ np.linalg.lstsq(columns, y)[0]) ** 2)


def ratio():
    return orthogonal_least_squares([[0.0], [2.0]], [3.0, 4.0]).err[0]


def candidates():
    y = np.array([1.0, 1.0, 0.0])
    [texts] = [q.items for q in QUIZZES["06"] if q.key == "candidates"]
    columns = {text: np.array(literal_eval(text.replace("−", "-")))[:, None] for text in texts}
    return sorted(columns, key=lambda text: left_by(columns[text], y))


def small_rho():
    X, y = make_wave(30, noise=0.2, random_state=47)
    x = np.linspace(0, 1, 300)[:, None]
    assert round(0.2**2 / np.mean(y**2), 2) == 0.09
    models = (OLSRegressor(tol=t, gamma=100, fit_intercept=False) for t in (0.1, 0.004))
    few, many = (model.fit(X, y) for model in models)
    errors = [np.mean((model.predict(x) - wave(x)) ** 2) for model in (few, many)]
    more = len(many.selected_) > 2 * len(few.selected_)
    larger = more and errors[1] > errors[0] and many.err_.sum() >= 1 - 0.004
    return ["many more centers, and a larger error on new samples"] if larger else []


def taken_second():
    """Two columns that explain 0.5, 0.4, and together 0.6 of y = (1, 0, 0)."""
    y, first = np.array([1.0, 0, 0]), np.sqrt([0.5, 0.5, 0])

    def second(angle):
        return np.append(np.sqrt(0.4), np.sqrt(0.6) * np.array([np.cos(angle), np.sin(angle)]))

    def left(angle):
        return left_by(np.column_stack([first, second(angle)]), y)

    angle = brentq(lambda angle: left(angle) - 0.4, 0.9, np.pi / 2)
    return left_by(second(angle)[:, None], y) - left(angle)


def next_by_brute_force(Z, Q, y):
    """What a fit on Q leaves of the candidate that, together with Q, has the smallest error."""
    best = min(Z.T, key=lambda z: left_by(np.column_stack([Q, z]), y))
    return best - Q @ np.linalg.lstsq(Q, best)[0]


def energy_left(terms):
    """By trying all candidates, each with a least-squares fit of its own."""
    X, y = make_wave(30, noise=0.2, random_state=47)
    Z, chosen, left = rbf_kernel(X, gamma=100), [], []
    for _ in terms:
        trials = [left_by(Z[:, [*chosen, i]], y) for i in range(30)]
        chosen.append(int(np.argmin(trials)))
        left.append(min(trials) / (y @ y))
    return left


QUIZ = {f.__name__: f for f in (ratio, candidates, small_rho, taken_second)}


def ratios_by_errors(Z, y, order):
    """What each further column takes away from the squared error."""
    left = [y @ y, *(left_by(Z[:, order[: k + 1]], y) for k in range(len(order)))]
    return -np.diff(left) / (y @ y)


def worthless_alone(V, y):
    shares = [1 - left_by(V[:, columns], y) / (y @ y) for columns in ([0], [1], [0, 1])]
    return max(shares[:2]) < 0.02 and shares[2] > 0.98


EXERCISES = {"6.1": next_by_brute_force, "6.2": ratios_by_errors}
CONSTRUCTIONS = {"6.3": lambda V, y: bool(np.any(y)) and worthless_alone(V, np.asarray(y))}
CURVES = {"6.6": energy_left}
