"""Exercises of page 09: what every model needs around it, from the error to an honest choice."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def error(h, y):
    return np.mean(np.sign(h) != y)


def error_inputs():
    rng = np.random.default_rng(901)
    small = np.array([0.2, -1.5, 3.0, 0.7]), np.array([1.0, -1.0, -1.0, 1.0])
    random = [_outputs(rng, N, [wrong]) for N, wrong in [(5, 3), (40, 9), (200, 31)]]
    return [small, *[(H[:, 0], y) for H, y in random]]


def _outputs(rng, N, wrong):
    """Outputs H (N, K) of K models for y (N,), of which model k has wrong[k] on the wrong side."""
    y = np.where(rng.random(N) < 0.4, 1.0, -1.0)
    H = rng.uniform(0.1, 2, (N, len(wrong))) * y[:, None]
    for k, number in enumerate(wrong):
        H[rng.permutation(N)[:number], k] *= -1
    return H, y


ERROR = Exercise(
    name="9.1",
    reference=error,
    inputs=error_inputs,
    mistakes={
        "this is the accuracy, the share that is right.": lambda h, y: np.mean(np.sign(h) == y),
        "a number instead of a share. Take the mean.": lambda h, y: np.sum(np.sign(h) != y),
        "the sign is forgotten. An output is hardly ever exactly 1 or −1.": (
            lambda h, y: np.mean(h != y)
        ),
        "this is the mean squared error. Count the wrong decisions.": (
            lambda h, y: np.mean((h - y) ** 2)
        ),
        "a wrong sign differs by 2, so its square counts four times.": (
            lambda h, y: np.mean((np.sign(h) - y) ** 2)
        ),
    },
    hints=("np.sign(h) is the decision.", "The mean of True and False is a share."),
)


def standardize(X_train, X_test):
    return (X_test - X_train.mean(axis=0)) / X_train.std(axis=0)


def standardize_inputs():
    rng = np.random.default_rng(902)
    small = np.array([[0.0, 1.0], [2.0, 5.0], [4.0, 3.0]]), np.array([[2.0, 3.0], [6.0, 0.0]])
    random = [
        (3 + rng.normal(size=(N, D)) * scale, rng.normal(size=(Q, D)) * scale + 5)
        for N, Q, D, scale in [(6, 4, 3, 2.0), (4, 4, 4, 0.5), (50, 20, 5, 10.0)]
    ]
    return [small, *random]


STANDARDIZE = Exercise(
    name="9.2",
    reference=standardize,
    inputs=standardize_inputs,
    mistakes={
        "mean and spread of the wrong set: of the test samples. Take those of the training "
        "samples.": lambda X_train, X_test: standardize(X_test, X_test),
        "mean and spread of all samples. Test samples must not have a say.": (
            lambda X_train, X_test: standardize(np.vstack([X_train, X_test]), X_test)
        ),
        "these are the training samples. The test samples are asked for.": (
            lambda X_train, X_test: standardize(X_train, X_train)
        ),
        "one mean and one spread for the whole table. Each feature has its own: axis=0.": (
            lambda X_train, X_test: (X_test - X_train.mean()) / X_train.std()
        ),
        "the mean is not subtracted.": lambda X_train, X_test: X_test / X_train.std(axis=0),
        "it is not divided by the spread.": lambda X_train, X_test: X_test - X_train.mean(axis=0),
        "it divides by the variance. The spread is its root, .std().": (
            lambda X_train, X_test: (X_test - X_train.mean(axis=0)) / X_train.var(axis=0)
        ),
        "the spread is that with N − 1. Here it is the plain .std(axis=0).": (
            lambda X_train, X_test: (X_test - X_train.mean(axis=0)) / X_train.std(axis=0, ddof=1)
        ),
    },
    hints=(
        "X_train.mean(axis=0) has one number per feature, and so has X_train.std(axis=0).",
        "NumPy subtracts and divides row by row: X_test - X_train.mean(axis=0).",
    ),
)


def network_output(X, centers, weights, bias, gamma):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distance) @ weights + bias


def network_output_inputs():
    rng = np.random.default_rng(903)
    small = np.array([[0.0], [1.0]]), np.array([[0.0], [2.0], [1.0]])
    weights = np.array([[1.0, 0.0], [-2.0, 1.0], [0.5, 3.0]])
    random = [
        (
            rng.normal(size=(Q, D)),
            rng.normal(size=(M, D)),
            rng.normal(size=(M, K)),
            rng.normal(size=K),
            rng.uniform(0.1, 0.6, M),
        )
        for Q, M, D, K in [(4, 3, 2, 2), (5, 5, 5, 5), (3, 6, 4, 2), (40, 9, 3, 4)]
    ]
    return [(*small, weights, np.array([0.5, -1.0]), np.array([1.0, 0.5, 2.0])), *random]


def _output(X, centers, weights, bias, gamma, axis=2, root=False, widths=None):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=axis)
    s = np.sqrt(squared_distance) if root else squared_distance
    return np.exp(-(gamma if widths is None else widths) * s) @ weights + bias


NETWORK_OUTPUT = Exercise(
    name="9.3",
    reference=network_output,
    inputs=network_output_inputs,
    mistakes={
        "no bias. It is added once to each output.": (
            lambda X, centers, weights, bias, gamma: _output(X, centers, weights, 0, gamma)
        ),
        "the bias is added to every bump. It is added once, after the sum.": (
            lambda X, centers, weights, bias, gamma: _output(
                X, centers, weights, bias * weights.sum(axis=0), gamma
            )
        ),
        "the square is forgotten. The exponent holds the squared distance.": (
            lambda X, centers, weights, bias, gamma: _output(
                X, centers, weights, bias, gamma, root=True
            )
        ),
        "wrong axis. The squares are summed over the features, the last axis.": (
            lambda X, centers, weights, bias, gamma: _output(
                X, centers, weights, bias, gamma, axis=1
            )
        ),
        "wrong axis. Each γ belongs to a center, a column of the table of distances.": (
            lambda X, centers, weights, bias, gamma: _output(
                X, centers, weights, bias, None, widths=gamma[:, None]
            )
        ),
        "the first γ is used for all bumps. Each center has its own.": (
            lambda X, centers, weights, bias, gamma: _output(X, centers, weights, bias, gamma[0])
        ),
        "the mean of the γ is used for all bumps. Each center has its own.": (
            lambda X, centers, weights, bias, gamma: _output(
                X, centers, weights, bias, gamma.mean()
            )
        ),
        "the sign was taken. The outputs themselves are asked for.": (
            lambda X, centers, weights, bias, gamma: np.sign(
                network_output(X, centers, weights, bias, gamma)
            )
        ),
    },
    hints=(
        "First the table of squared distances, one row per point and one column per center.",
        "gamma of shape (M,) multiplies the columns of a table of shape (Q, M) by itself.",
        "Z @ weights has shape (Q, K). The bias, of shape (K,), is added to each row.",
    ),
)


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
    name="9.4",
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
        "the sign was taken. The outputs themselves are asked for.": (
            lambda X, y, centers, gamma, lam, X_new: np.sign(
                learn_and_predict(X, y, centers, gamma, lam, X_new)
            )
        ),
    },
    hints=(
        "Three steps: Z of the training samples, the weights as in 2.3, Z of the new points.",
        "Both tables Z have one column per center. Only their rows differ: X, then X_new.",
        "np.linalg.solve(Z.T @ Z + lam * np.eye(M), Z.T @ y) gives the weights.",
    ),
)


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
    name="9.5",
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

EXERCISES = (ERROR, STANDARDIZE, NETWORK_OUTPUT, LEARN_AND_PREDICT, HONEST_ERROR)
