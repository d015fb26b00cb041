"""Exercises of page 09: to learn and predict, an honest error, and samples that mislead."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def learn_and_predict(X, y, centers, gamma, lam, X_new):
    def similarities(points):
        return np.exp(-gamma * ((points[:, None, :] - centers) ** 2).sum(axis=2))

    Z = similarities(X)
    weights = np.linalg.solve(Z.T @ Z + lam * np.eye(len(centers)), Z.T @ y)
    return similarities(X_new) @ weights


def learn_and_predict_inputs():
    rng = np.random.default_rng(904)
    small = np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 0.0, 2.0])
    small_rest = np.array([[0.0], [2.0]]), 1.0, 0.5, np.array([[0.5], [3.0]])
    random = []
    cases = [(6, 4, 3, 2, 0.5, 0.1), (5, 5, 5, 3, 0.3, 1.0), (40, 15, 8, 3, 0.4, 0.2)]
    for N, Q, M, D, gamma, lam in cases:
        X, X_new, centers = (rng.normal(size=(rows, D)) for rows in (N, Q, M))
        random.append((X, rng.normal(size=N), centers, gamma, lam, X_new))
    return [(*small, *small_rest), *random]


def _design(points, centers, gamma, root=False):
    squared_distance = ((points[:, None, :] - centers) ** 2).sum(axis=2)
    return np.exp(-gamma * (np.sqrt(squared_distance) if root else squared_distance))


def _solved(Z, y, penalty):
    return np.linalg.solve(Z.T @ Z + penalty, Z.T @ y)


def _identity(centers):
    return np.eye(len(centers))


def _without_square(X, y, centers, gamma, lam, X_new):
    weights = _solved(_design(X, centers, gamma, root=True), y, lam * _identity(centers))
    return _design(X_new, centers, gamma, root=True) @ weights


def _by_votes(X, y, centers, gamma, lam, X_new):
    return _design(X_new, centers, gamma) @ (_design(X, centers, gamma).T @ y)


def _centers_on_samples(X, y, centers, gamma, lam, X_new):
    weights = _solved(_design(X, X, gamma), y, lam * np.eye(len(X)))
    return _design(X_new, X, gamma) @ weights


def _with_penalty(X, y, centers, gamma, penalty, X_new):
    return _design(X_new, centers, gamma) @ _solved(_design(X, centers, gamma), y, penalty)


LEARN_AND_PREDICT = Exercise(
    name="9.1",
    reference=learn_and_predict,
    inputs=learn_and_predict_inputs,
    mistakes={
        "these are the outputs at the training samples. Those at the new points are asked for.": (
            lambda X, y, centers, gamma, lam, X_new: learn_and_predict(X, y, centers, gamma, lam, X)
        ),
        "these are the weights. The outputs at the new points are asked for.": (
            lambda X, y, centers, gamma, lam, X_new: _solved(
                _design(X, centers, gamma), y, lam * _identity(centers)
            )
        ),
        "no penalty. λ is added on the diagonal of ZᵀZ.": (
            lambda X, y, centers, gamma, lam, X_new: _with_penalty(
                X, y, centers, gamma, 0 * _identity(centers), X_new
            )
        ),
        "λ on every entry. It belongs on the diagonal: λ times np.eye(M).": (
            lambda X, y, centers, gamma, lam, X_new: _with_penalty(X, y, centers, gamma, lam, X_new)
        ),
        "the square is forgotten. The exponent holds the squared distance.": _without_square,
        "the weights are not solved for. Zᵀy are the votes of the samples.": _by_votes,
        "the centers are on the samples. The given centers are to be used.": _centers_on_samples,
        "X - centers subtracts row from row. X[:, None, :] - centers is every pair.": (
            lambda X, y, centers, gamma, lam, X_new: (X - centers) ** 2
        ),
        "the sign was taken. The outputs themselves are asked for.": (
            lambda X, y, centers, gamma, lam, X_new: np.sign(
                learn_and_predict(X, y, centers, gamma, lam, X_new)
            )
        ),
    },
    hints=(
        "Three steps: Z of the training samples, the weights as in 2.2, Z of the new points.",
        "Both tables Z have one column per center. Only their rows differ: X, then X_new.",
        "np.linalg.solve(Z.T @ Z + lam * np.eye(M), Z.T @ y) gives the weights.",
    ),
)


def _outputs(rng, N, wrong):
    """Outputs H (N, K) of K models for y (N,), of which model k has wrong[k] on the wrong side."""
    y = np.where(rng.random(N) < 0.4, 1.0, -1.0)
    H = rng.uniform(0.1, 2, (N, len(wrong))) * y[:, None]
    for k, number in enumerate(wrong):
        H[rng.permutation(N)[:number], k] *= -1
    return H, y


def honest_error(H_val, y_val, H_test, y_test):
    wrong = np.mean(np.sign(H_val) != y_val[:, None], axis=0)
    best = wrong.argmin()
    return np.mean(np.sign(H_test[:, best]) != y_test)


def honest_error_inputs():
    """No two models have the same number of errors; the best one in each set is another."""
    rng = np.random.default_rng(905)
    small = np.array([[1.0, 0.5], [-2.0, 1.0], [0.3, 0.4]]), np.array([1.0, -1.0, 1.0])
    small_test = np.array([[0.7, 1.0], [0.2, 0.6], [-1.0, 2.0]]), np.array([1.0, 1.0, 1.0])
    cases = [
        (9, 11, [4, 1, 7], [2, 3, 6]),
        (8, 5, [2, 6, 3, 4, 8], [4, 3, 2, 1, 5]),
        (60, 44, [20, 9, 11, 30], [13, 10, 6, 21]),
    ]
    random = [
        (*_outputs(rng, N, wrong), *_outputs(rng, Q, wrong_in_test))
        for N, Q, wrong, wrong_in_test in cases
    ]
    return [(*small, *small_test), *random]


def _errors(H, y):
    return np.mean(np.sign(H) != y[:, None], axis=0)


HONEST_ERROR = Exercise(
    name="9.2",
    reference=honest_error,
    inputs=honest_error_inputs,
    mistakes={
        "chosen by the test samples. What you choose by is no test any more.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_test, y_test).min()
        ),
        "this is the error by which the model was chosen. It is too small; measure on the test "
        "samples.": lambda H_val, y_val, H_test, y_test: _errors(H_val, y_val).min(),
        "this is the number of the model. Its error on the test samples is asked for.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_val, y_val).argmin()
        ),
        "this is the mean over all models. Only the chosen one counts.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_test, y_test).mean()
        ),
        "the worst model is chosen. Errors are to be small: argmin.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_test, y_test)[
                _errors(H_val, y_val).argmax()
            ]
        ),
        "chosen by all samples. The test samples must not have a say.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_test, y_test)[
                _errors(np.vstack([H_val, H_test]), np.append(y_val, y_test)).argmin()
            ]
        ),
        "these are the errors of all models. That of the chosen one is asked for.": (
            lambda H_val, y_val, H_test, y_test: _errors(H_test, y_test)
        ),
    },
    hints=(
        "First the error of each model on the validation samples: K numbers.",
        "y_val[:, None] has one column, so it is compared with every column of np.sign(H_val).",
        "argmin gives the number of the best model. Take its column of H_test.",
    ),
)


def judge_misled(X, y):
    if set(y) != {-1.0, 1.0}:
        return Finding(False, "the classes in `y` must be 1 and −1, and both must be there.")
    apart = ((X[:, None, :] - X) ** 2).sum(axis=2)
    twins = np.sum(np.triu(apart == 0, 1) & (y[:, None] != y))
    np.fill_diagonal(apart, np.inf)
    wrong = y[apart.argmin(axis=1)] != y
    # A neighbor of the own class that is as near as the nearest one is no mistake.
    own = np.where(y[:, None] == y, apart, np.inf).min(axis=1)
    wrong &= own > apart.min(axis=1)
    words = (
        f"{len(X)} samples, {np.sum(y > 0)} and {np.sum(y < 0)} of the classes; "
        f"left out, {wrong.sum()} of them get the wrong class."
    )
    if twins:
        words += " Two samples of different classes lie on one place: that is an error in itself."
    enough = len(X) >= 8 and min(np.sum(y > 0), np.sum(y < 0)) >= 3
    return Finding(bool(enough and wrong.all() and not twins), words, _drawn(X, y, wrong))


def _drawn(X, y, wrong):
    figure = style.new_figure(5.2, 4.3)
    title = "□ gets the wrong class when it is left out"
    axes = style.add_axes(figure, (0.65, 0.6, 4.2, 3.2), title, aspect="equal")
    for sign, look in style.CLASS_STYLE.items():
        axes.plot(*X[y == sign].T, ls="", ms=8, **look)
    axes.plot(*X[wrong].T, "s", ms=16, mfc="none", mec=style.INK)
    axes.margins(0.15)
    return figure


def misled():
    corners = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    X = np.vstack([corners, corners + 0.3])
    y = np.repeat([1.0, -1.0], 4)
    return X, y


def _two_clouds():
    X, _ = misled()
    return X, np.tile([1.0, 1.0, -1.0, -1.0], 2)


MISLED = Construction(
    name="9.3",
    makes={"X": ("N", 2), "y": ("N",)},
    judge=judge_misled,
    answer=misled,
    near_misses={
        "0 of them get the wrong class": _two_clouds,
        "2 samples, 1 and 1 of the classes": lambda: ([[0.0, 0.0], [1.0, 0.0]], [1.0, -1.0]),
        "Two samples of different classes lie on one place": lambda: (
            np.repeat(misled()[0][:4], 2, axis=0),
            np.tile([1.0, -1.0], 4),
        ),
        "the classes in `y` must be 1 and −1": lambda: (misled()[0], [0.0, 1.0] * 4),
    },
    hints=(
        "Which sample must lie nearest to a circle? A cross, and the other way round.",
        "Put the samples in pairs, a circle and a cross close together.",
        "The pairs must lie farther from each other than the two of a pair.",
    ),
)

EXERCISES = (LEARN_AND_PREDICT, HONEST_ERROR, MISLED)
