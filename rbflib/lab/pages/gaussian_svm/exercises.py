"""Exercises of page 01: a bump, the score of a Gaussian SVM, and what a kernel's matrix must be."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def gaussian_bump(r, gamma):
    return np.exp(-gamma * r**2)


def bump_inputs():
    rng = np.random.default_rng(101)
    return [
        (np.array([0.0, 1.0, 2.0]), 1.0),
        (np.array([0.0, 0.5, 3.0]), 2.0),
        *[(rng.uniform(0, 3, n), rng.uniform(0.1, 5)) for n in (5, 50, 200)],
    ]


BUMP = Exercise(
    name="1.1",
    reference=gaussian_bump,
    inputs=bump_inputs,
    mistakes={
        "the square is forgotten. The exponent holds the squared distance, r**2.": (
            lambda r, gamma: np.exp(-gamma * r)
        ),
        "the minus sign is forgotten. A bump never grows with the distance.": (
            lambda r, gamma: np.exp(gamma * r**2)
        ),
        "γ is squared too. -gamma * r**2 squares r only.": (
            lambda r, gamma: np.exp(-((gamma * r) ** 2))
        ),
        "γ is used as a width. It is an inverse squared width: the distance is multiplied by it.": (
            lambda r, gamma: np.exp(-(r**2) / gamma)
        ),
    },
    hints=(
        "NumPy works on the whole array at once: r**2 squares every distance.",
        "np.exp(-gamma * ...) with the squared distance in place of the dots.",
    ),
)


def svm_score(X, support, weights, bias, gamma):
    squared_distance = ((X[:, None, :] - support) ** 2).sum(axis=2)
    return np.exp(-gamma * squared_distance) @ weights + bias


def score_inputs():
    rng = np.random.default_rng(102)
    small = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
    random = [
        (rng.normal(size=(N, D)), rng.normal(size=(M, D)), rng.normal(size=M), rng.normal(), gamma)
        for N, M, D, gamma in [(4, 3, 2, 0.7), (6, 6, 3, 0.2), (30, 12, 5, 0.1)]
    ]
    return [(*small, np.array([1.0, -0.5]), 0.5, 1.0), *random]


def _score(X, support, weights, gamma):
    return svm_score(X, support, weights, 0.0, gamma)


def _score_wrong_axis(X, support, weights, bias, gamma):
    squared_distance = ((X[:, None, :] - support) ** 2).sum(axis=1)
    return np.exp(-gamma * squared_distance) @ weights + bias


def _score_without_square(X, support, weights, bias, gamma):
    distance = np.sqrt(((X[:, None, :] - support) ** 2).sum(axis=2))
    return np.exp(-gamma * distance) @ weights + bias


SCORE = Exercise(
    name="1.2",
    reference=svm_score,
    inputs=score_inputs,
    mistakes={
        "no bias. It is added once, after the sum.": (
            lambda X, support, weights, bias, gamma: _score(X, support, weights, gamma)
        ),
        "the bias stands inside of the exponential, where it only scales every bump.": (
            lambda X, support, weights, bias, gamma: _score(
                X, support, weights * np.exp(bias), gamma
            )
        ),
        "the bias is added to every bump. It is added once, after the sum.": (
            lambda X, support, weights, bias, gamma: (
                _score(X, support, weights, gamma) + bias * weights.sum()
            )
        ),
        "the square is forgotten. The exponent holds the squared distance.": _score_without_square,
        "wrong axis. The squares are summed over the features, the last axis.": _score_wrong_axis,
        "the sign was taken. The score itself is asked for.": (
            lambda X, support, weights, bias, gamma: np.sign(
                svm_score(X, support, weights, bias, gamma)
            )
        ),
    },
    hints=(
        "First a table of squared distances: one row per point, one column per support vector.",
        "X[:, None, :] - support has shape (N, M, D). Square it and sum over axis 2.",
        "A matrix product with the weights, `@ weights`, sums over the support vectors.",
    ),
)


def may_be_kernel(K):
    return bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > -1e-9)


def may_be_kernel_inputs():
    rng = np.random.default_rng(103)
    x = rng.normal(size=(8, 3))
    return [
        (np.array([[1.0, 0.5], [0.5, 1.0]]),),
        (np.array([[1.0, 2.0], [2.0, 1.0]]),),
        (np.array([[1.0, -0.5], [-0.5, 1.0]]),),
        (np.array([[1.0, 1.0], [1.0, 1.0]]),),
        (np.array([[-2.0, 1.0], [1.0, -2.0]]),),
        (np.array([[1.0, 0.5], [0.0, 1.0]]),),
        (np.array([[0.0, 1.0], [1.0, 0.0]]),),
        (x @ x.T,),
        (np.tanh(x @ x.T + 1),),
    ]


MAY_BE_KERNEL = Exercise(
    name="1.3",
    reference=may_be_kernel,
    inputs=may_be_kernel_inputs,
    mistakes={
        "only the symmetry is looked at. The eigenvalues decide.": (
            lambda K: bool(np.allclose(K, K.T))
        ),
        "the entries must not be negative, it says. The eigenvalues must not; entries may.": (
            lambda K: bool(np.allclose(K, K.T) and (K >= 0).all())
        ),
        "a zero eigenvalue is refused. Rounding makes it a little negative; allow for 1e-9.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > 1e-9)
        ),
        "the determinant is looked at. Two negative eigenvalues make it positive.": (
            lambda K: bool(np.allclose(K, K.T) and np.linalg.det(K) > -1e-9)
        ),
        "the symmetry is not looked at. np.linalg.eigvalsh reads one half of K only.": (
            lambda K: bool(np.linalg.eigvalsh(K)[0] > -1e-9)
        ),
    },
    hints=(
        "An inner product does not change when its two vectors are exchanged: what is K then?",
        "np.linalg.eigvalsh(K) gives the eigenvalues of a symmetric matrix, the smallest first.",
        "Rounding turns 0 into something like -1e-16, so compare with -1e-9.",
    ),
)

EXERCISES = (BUMP, SCORE, MAY_BE_KERNEL)
