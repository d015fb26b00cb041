"""Exercises of page 09: a leak, an honest error, and samples that mislead."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def honest_pipeline(X, y, X_test, y_test, k):
    mean, spread = X.mean(axis=0), X.std(axis=0)
    A, A_test = (X - mean) / spread, (X_test - mean) / spread
    relevance = np.abs(A.T @ (y - y.mean()))
    best = np.argsort(relevance)[-k:]
    w = np.linalg.lstsq(A[:, best], y - y.mean())[0]
    return np.mean((A_test[:, best] @ w + y.mean() - y_test) ** 2)


def honest_pipeline_inputs():
    """Features on different scales, test samples elsewhere, and targets that are mostly noise."""
    rng = np.random.default_rng(904)
    inputs = []
    for N, Q, D, k in [(4, 2, 2, 1), (12, 9, 8, 3), (20, 20, 30, 4), (60, 40, 100, 5)]:
        scale = rng.uniform(0.5, 5, D)
        X, X_test = (rng.normal(shift, 1, (n, D)) * scale for n, shift in [(N, 0), (Q, 0.7)])
        w = np.where(np.arange(D) < k, 0.5, 0) / scale
        inputs.append((X, X @ w + rng.normal(size=N), X_test, X_test @ w + rng.normal(size=Q), k))
    return inputs


def _error(X, y, X_test, y_test, best):
    """Of the linear model on these columns, which are scaled already."""
    w = np.linalg.lstsq(X[:, best], y - y.mean())[0]
    return np.mean((X_test[:, best] @ w + y.mean() - y_test) ** 2)


def _scaled(X, like):
    return (X - like.mean(axis=0)) / like.std(axis=0)


def _in_order(A, y):
    """The features from the least relevant to the most."""
    return np.argsort(np.abs(A.T @ (y - y.mean())))


def _best(A, y, k):
    return _in_order(A, y)[-k:]


def _pipeline(X, y, X_test, y_test, k, scaled_by_all=False, chosen_by_all=False, choose=_best):
    like = np.vstack([X, X_test]) if scaled_by_all else X
    A, A_test = _scaled(X, like), _scaled(X_test, like)
    seen = (np.vstack([A, A_test]), np.append(y, y_test)) if chosen_by_all else (A, y)
    return _error(A, y, A_test, y_test, choose(*seen, k))


HONEST_PIPELINE = Exercise(name="9.1", reference=honest_pipeline, inputs=honest_pipeline_inputs)


def _outputs(rng, N, wrong):
    """Outputs H (N, K) of K models for y (N,), of which model k has wrong[k] on the wrong side.

    The best model is barely right, and the others are barely wrong: sizes do not tell which it is.
    """
    y = np.where(rng.random(N) < 0.4, 1.0, -1.0)
    H = rng.uniform(0.5, 2, (N, len(wrong))) * y[:, None]
    for k, number in enumerate(wrong):
        missed = rng.permutation(N) < number
        barely = missed if number > min(wrong) else ~missed
        H[barely, k] *= 0.1
        H[missed, k] *= -1
    return H, y


def honest_error(H_val, y_val, H_test, y_test):
    wrong = np.mean(np.sign(H_val) != y_val[:, None], axis=0)
    best = wrong.argmin()
    return np.mean(np.sign(H_test[:, best]) != y_test)


def honest_error_inputs():
    """No two models have the same number of errors; the best one in each set is another.

    The chosen one's error on the test samples may be above that on the validation samples, or
    below.
    """
    rng = np.random.default_rng(905)
    small = np.array([[1.0, 0.5], [-2.0, 1.0], [0.3, 0.4]]), np.array([1.0, -1.0, 1.0])
    small_test = np.array([[0.7, 1.0], [0.2, 0.6], [-1.0, 2.0]]), np.array([1.0, 1.0, 1.0])
    cases = [
        (9, 11, [4, 1, 7], [2, 3, 6]),
        (8, 5, [2, 6, 3, 4, 8], [4, 3, 2, 1, 5]),
        (60, 44, [20, 9, 11, 30], [13, 5, 2, 21]),
    ]
    random = [
        (*_outputs(rng, N, wrong), *_outputs(rng, Q, wrong_in_test))
        for N, Q, wrong, wrong_in_test in cases
    ]
    return [(*small, *small_test), *random]


def _errors(H, y):
    return np.mean(np.sign(H) != y[:, None], axis=0)


HONEST_ERROR = Exercise(name="9.2", reference=honest_error, inputs=honest_error_inputs)


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
        words += " Two samples of different classes coincide: that is an error in itself."
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


MISLED = Construction(
    name="9.3", makes={"X": ("N", 2), "y": ("N",)}, judge=judge_misled, answer=misled
)

EXERCISES = (HONEST_PIPELINE, HONEST_ERROR, MISLED)
