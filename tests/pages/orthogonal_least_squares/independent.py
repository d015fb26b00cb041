import re
from ast import literal_eval
from functools import cache

import numpy as np
from scipy.optimize import brentq
from sklearn.metrics.pairwise import rbf_kernel

from rbflib import OLSRegressor, make_wave, wave
from tests.independent import numbers_in


def left_by(columns, y):
    """Squared error of the least-squares fit."""
    return np.sum((y - columns @ np.linalg.lstsq(columns, y)[0]) ** 2)


def ratio(question):
    """By least-squares fits to the one column; lengths and angles by NumPy."""
    y, q = np.reshape(numbers_in(question.ask), (2, -1))
    unexplained, length = left_by(q[:, None], y), np.linalg.norm(y)
    [weight] = np.linalg.lstsq(q[:, None], y)[0]
    left, explained, without_column = (
        unexplained / length**2,
        y @ y - unexplained,
        (weight / length) ** 2,
    )
    right, share_of_length = 1 - left, np.linalg.norm(weight * q) / length
    return locals()


def candidates(question):
    y = np.array(numbers_in(question.ask))
    columns = {text: np.array(literal_eval(text.replace("−", "-"))) for text in question.items}
    for text, why in question.items.items():
        cosine = columns[text] @ y / np.linalg.norm(columns[text]) / np.linalg.norm(y)
        if angle := re.search(r"(\d+)°", why):
            assert np.isclose(np.degrees(np.arccos(cosine)), int(angle[1]))
        else:
            assert np.isclose(cosine, 0) == ("orthogonal" in why)
    order = sorted(columns, key=lambda text: left_by(columns[text][:, None], y))
    energy = np.dot(y, y)
    ratios = [1 - left_by(columns[text][:, None], y) / energy for text in order]
    assert np.allclose(numbers_in(question.why), ratios, atol=1e-9)
    return order


@cache
def fits_of_waves(noise, rho):
    """Medians over five draws of the number of centers, and of the error on new samples."""
    x = np.linspace(0, 1, 300)[:, None]
    sigma = np.sqrt(noise / (1 - noise) * np.mean(wave(x) ** 2))
    found = []
    for seed in range(45, 50):
        model = OLSRegressor(tol=rho, gamma=100, fit_intercept=False)
        model.fit(*make_wave(30, noise=sigma, random_state=seed))
        found.append((len(model.selected_), np.mean((model.predict(x) - wave(x)) ** 2)))
    return np.median(found, axis=0)


def small_rho(question):
    noise, gamma, rho, usual = numbers_in(question.ask)
    assert gamma == 100
    (few, before), (many, after) = (fits_of_waves(noise / 100, tol) for tol in (usual, rho))
    assert before < after
    centers = "many more" if many > 2 * few else "fewer" if many < few else "the same"
    return {
        "right": f"{centers} centers, and a larger error on new samples",
        "never_stops": f"it never stops, since {noise:g}% cannot be explained",
        "to_explain": f"more centers, since {100 * rho:g}% must be explained",
    }


def taken_second(question):
    """Two columns and y = (1, 0, 0), with the angle between them at which both explain so much."""
    _, one, _, two, both = numbers_in(question.ask)[:5]
    y, first = np.array([1.0, 0, 0]), np.sqrt([one, 1 - one, 0])

    def second(angle):
        return np.append(np.sqrt(two), np.sqrt(1 - two) * np.array([np.cos(angle), np.sin(angle)]))

    def left(angle):
        return left_by(np.column_stack([first, second(angle)]), y)

    at_right_angles = -np.sqrt(one * two / (1 - one) / (1 - two))
    grid = np.linspace(0.01, np.arccos(max(-1, at_right_angles)), 200)
    angle = brentq(lambda a: left(a) - (1 - both), grid[np.argmax([*map(left, grid)])], grid[-1])
    alone = [1 - left_by(x[:, None], y) for x in (first, second(angle))]
    of_both = 1 - left(angle)
    return {
        **dict(zip(("first", "second"), alone, strict=True)), "added": sum(alone),
        "right": of_both - alone[1], "other_one": of_both - alone[0],
    }  # fmt: skip


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


SEEDED = {f.__name__: f for f in (ratio, candidates, small_rho, taken_second)}


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
