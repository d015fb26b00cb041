"""Exercises of page 06: a Gram-Schmidt step, weights, ratios, the next center, the way back."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def orthogonalize(Q, phi):
    alpha = (Q.T @ phi) / (Q**2).sum(axis=0)
    return phi - Q @ alpha


def _orthogonal_columns(rng, N, k):
    """Columns at right angles to each other, of different lengths."""
    return np.linalg.qr(rng.normal(size=(N, k)))[0] * np.linspace(0.6, 2.5, k)


def orthogonalize_inputs():
    rng = np.random.default_rng(601)
    sizes = [(4, 2), (5, 3), (9, 1), (40, 6)]
    random = [(_orthogonal_columns(rng, N, k), rng.normal(size=N)) for N, k in sizes]
    return [(np.array([[2.0], [1.0]]), np.array([1.0, 3.0])), *random]


def _energy(Q):
    return (Q**2).sum(axis=0)


ORTHOGONALIZE = Exercise(
    name="6.1",
    reference=orthogonalize,
    inputs=orthogonalize_inputs,
    mistakes={
        "no division. The columns of Q do not have length 1: α = qᵀφ / qᵀq.": (
            lambda Q, phi: phi - Q @ (Q.T @ phi)
        ),
        "it divides by the length of q. α = qᵀφ / qᵀq has the squared length.": (
            lambda Q, phi: phi - Q @ (Q.T @ phi / np.sqrt(_energy(Q)))
        ),
        "it divides by the energy of φ. α = qᵀφ / qᵀq has that of q.": (
            lambda Q, phi: phi - Q @ (Q.T @ phi / (phi @ phi))
        ),
        "this is the projection on Q. What is left of φ is asked for.": (
            lambda Q, phi: Q @ (Q.T @ phi / _energy(Q))
        ),
        "it adds the projections. Subtract them.": (
            lambda Q, phi: phi + Q @ (Q.T @ phi / _energy(Q))
        ),
        "only the projection on the first column is subtracted.": (
            lambda Q, phi: orthogonalize(Q[:, :1], phi)
        ),
        "only the projection on the last column is subtracted.": (
            lambda Q, phi: orthogonalize(Q[:, -1:], phi)
        ),
        "these are the numbers α. What is left of φ is asked for.": (
            lambda Q, phi: Q.T @ phi / _energy(Q)
        ),
    },
    hints=(
        "For one column q: α = qᵀφ / qᵀq, and what is left is φ − αq.",
        "Q.T @ phi holds all products qᵀφ, and (Q**2).sum(axis=0) all qᵀq.",
        "Q @ alpha is the sum of all projections. A loop over the columns does the same.",
    ),
)


def orthogonal_weights(Q, y):
    return (Q.T @ y) / (Q**2).sum(axis=0)


def orthogonal_weights_inputs():
    rng = np.random.default_rng(602)
    small = np.array([[1.0, 2.0], [2.0, -1.0], [0.0, 0.0]]), np.array([5.0, 0.0, 1.0])
    sizes = [(4, 4), (6, 3), (9, 2), (50, 8)]
    random = [(_orthogonal_columns(rng, N, k), rng.normal(size=N)) for N, k in sizes]
    return [small, *random]


ORTHOGONAL_WEIGHTS = Exercise(
    name="6.2",
    reference=orthogonal_weights,
    inputs=orthogonal_weights_inputs,
    mistakes={
        "no division. The columns of Q do not have length 1: divide by qᵀq.": lambda Q, y: Q.T @ y,
        "it divides by the length of q. The weight has the squared length, qᵀq.": (
            lambda Q, y: Q.T @ y / np.sqrt(_energy(Q))
        ),
        "it divides by the energy of y. The weight has that of q.": (
            lambda Q, y: Q.T @ y / (y @ y)
        ),
        "wrong axis. The squares of a column are summed over the samples: sum(axis=0).": (
            lambda Q, y: Q.T @ y / (Q**2).sum(axis=1)
        ),
        "no axis. Each column has its own energy: (Q**2).sum(axis=0).": (
            lambda Q, y: Q.T @ y / (Q**2).sum()
        ),
        "it multiplies by qᵀq. Divide by it.": lambda Q, y: Q.T @ y * _energy(Q),
        "this is the fit Qg. The weights g are asked for.": (
            lambda Q, y: Q @ orthogonal_weights(Q, y)
        ),
    },
    hints=(
        "Every weight is a quotient of two numbers: qᵀy and qᵀq.",
        "Q.T @ y holds all products qᵀy, and (Q**2).sum(axis=0) all qᵀq.",
    ),
)


def error_reduction_ratio(q, y):
    g = (q @ y) / (q @ q)
    return g**2 * (q @ q) / (y @ y)


def error_reduction_ratio_inputs():
    rng = np.random.default_rng(603)
    small = [
        (np.array([0.0, 3.0]), np.array([3.0, 1.0])),
        (np.array([1.0, -2.0, 2.0]), np.array([2.0, 2.0, -1.0])),
    ]
    return [*small, *[(rng.normal(size=N), 1 + rng.normal(size=N)) for N in (4, 7, 30)]]


ERROR_REDUCTION_RATIO = Exercise(
    name="6.3",
    reference=error_reduction_ratio,
    inputs=error_reduction_ratio_inputs,
    mistakes={
        "the square is forgotten. The energy has g², so err = g² qᵀq / yᵀy.": (
            lambda q, y: (q @ y) / (y @ y)
        ),
        "this is the cosine of the angle. The ratio is its square.": (
            lambda q, y: (q @ y) / np.sqrt((q @ q) * (y @ y))
        ),
        "the energy of q is missing. err = g² qᵀq / yᵀy.": (
            lambda q, y: ((q @ y) / (q @ q)) ** 2 / (y @ y)
        ),
        "it does not divide by yᵀy. The ratio is a share of the energy of y.": (
            lambda q, y: (q @ y) ** 2 / (q @ q)
        ),
        "this is the share that is left. The share that q explains is asked for.": (
            lambda q, y: 1 - error_reduction_ratio(q, y)
        ),
        "this is the weight g.": lambda q, y: (q @ y) / (q @ q),
        "it does not divide by qᵀq. A longer column is not a better one.": (
            lambda q, y: (q @ y) ** 2 / (y @ y)
        ),
    },
    hints=(
        "First the weight, g = qᵀy / qᵀq.",
        "The energy that q explains is g² qᵀq. Divide it by the energy of y.",
    ),
)


def next_center(Z, Q, y):
    left = Z - Q @ ((Q.T @ Z) / (Q**2).sum(axis=0)[:, None])
    ratio = (left.T @ y) ** 2 / (left**2).sum(axis=0)
    return ratio.argmax()


def next_center_inputs():
    """Candidates of different lengths, that share a good part of y with the chosen columns."""
    rng = np.random.default_rng(604)
    small = np.array([[2.0, 1.0], [1.0, 0.0], [0.0, 1.0]]), np.array([[1.0], [0.0], [0.0]])
    inputs = [(*small, np.array([4.0, 0.5, -1.0]))]
    for N, M, k in [(5, 3, 2), (6, 9, 1), (9, 5, 3), (20, 12, 2), (15, 15, 4), (40, 25, 6)]:
        Q = _orthogonal_columns(rng, N, k)
        Z = (rng.normal(size=(N, M)) + 0.5 * Q @ rng.normal(size=(k, M))) * rng.uniform(0.5, 4, M)
        inputs.append((Z, Q, rng.normal(size=N) + Q @ rng.normal(size=k)))
    return inputs


def _left(Z, Q):
    return Z - Q @ ((Q.T @ Z) / _energy(Q)[:, None])


def _ratios(left, y):
    return (left.T @ y) ** 2 / _energy(left)


NEXT_CENTER = Exercise(
    name="6.4",
    reference=next_center,
    inputs=next_center_inputs,
    mistakes={
        "the candidates are not made orthogonal to the chosen columns first.": (
            lambda Z, Q, y: _ratios(Z, y).argmax()
        ),
        "it does not divide by the energy of what is left. A longer column is not a better one.": (
            lambda Z, Q, y: np.abs(_left(Z, Q).T @ y).argmax()
        ),
        "it divides by the energy of the whole candidate. Divide by that of what is left.": (
            lambda Z, Q, y: ((_left(Z, Q).T @ y) ** 2 / _energy(Z)).argmax()
        ),
        "the square is forgotten. A candidate with a negative weight helps just as much.": (
            lambda Z, Q, y: ((_left(Z, Q).T @ y) / np.sqrt(_energy(_left(Z, Q)))).argmax()
        ),
        "no division in the projections. The columns of Q do not have length 1.": (
            lambda Z, Q, y: _ratios(Z - Q @ (Q.T @ Z), y).argmax()
        ),
        "the smallest ratio. argmax is asked for, not argmin.": (
            lambda Z, Q, y: _ratios(_left(Z, Q), y).argmin()
        ),
        "this is the largest ratio. The number of its candidate is asked for.": (
            lambda Z, Q, y: _ratios(_left(Z, Q), y).max() / (y @ y)
        ),
    },
    hints=(
        "First make every candidate orthogonal to the columns of Q, as in 6.1.",
        "Then compute the ratio of what is left of every candidate, as in 6.3.",
        "argmax gives the number of the largest one. The factor yᵀy is the same for all.",
    ),
)


def original_weights(A, g):
    w = g.copy()
    for k in reversed(range(len(g))):
        w[k] = g[k] - A[k, k + 1 :] @ w[k + 1 :]
    return w


def original_weights_inputs():
    rng = np.random.default_rng(605)
    inputs = [(np.array([[1.0, 2.0, 1.0], [0.0, 1.0, 3.0], [0.0, 0.0, 1.0]]), np.arange(1.0, 4))]
    for k in (2, 4, 5, 9):
        A = np.eye(k) + np.triu(rng.uniform(-0.9, 0.9, size=(k, k)), 1)
        inputs.append((A, rng.normal(size=k)))
    return inputs


def _each_weight(A, g, order, rest):
    """w in a given order, when `rest` is subtracted from each g."""
    w = g.copy()
    for k in order:
        w[k] = g[k] - rest(A, w, k)
    return w


ORIGINAL_WEIGHTS = Exercise(
    name="6.5",
    reference=original_weights,
    inputs=original_weights_inputs,
    mistakes={
        "it begins with the first row. Begin with the last one: it has one unknown only.": (
            lambda A, g: _each_weight(
                A, g, range(len(g)), lambda A, w, k: A[k, k + 1 :] @ w[k + 1 :]
            )
        ),
        "it multiplies by A. The weights solve Aw = g.": lambda A, g: A @ g,
        "these are the weights g of the orthogonal columns.": lambda A, g: g,
        "A is turned over. Row k holds the numbers of equation k.": (
            lambda A, g: np.linalg.solve(A.T, g)
        ),
        "wrong sign. What the later weights contribute is subtracted.": (
            lambda A, g: original_weights(2 * np.eye(len(g)) - A, g)
        ),
        "the weight itself is subtracted too. Begin behind the diagonal, at k + 1.": (
            lambda A, g: _each_weight(
                A, g, reversed(range(len(g))), lambda A, w, k: A[k, k:] @ w[k:]
            )
        ),
        "only the next weight is subtracted. Subtract all later ones.": (
            lambda A, g: original_weights(np.tril(A, 1), g)
        ),
    },
    hints=(
        "The last row of Aw = g has one unknown: the last weight is the last g.",
        "Row k says: w[k] + A[k, k+1:] @ w[k+1:] = g[k].",
        "Begin with w = g.copy(), and go through reversed(range(len(g))).",
    ),
)

EXERCISES = (
    ORTHOGONALIZE,
    ORTHOGONAL_WEIGHTS,
    ERROR_REDUCTION_RATIO,
    NEXT_CENTER,
    ORIGINAL_WEIGHTS,
)
