"""Exercises of page 07: the whole machine, ridge on its output, and nodes that do not suffice."""

import numpy as np

from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.kit import style


def _sigmoid(z):
    return 1 / (1 + np.exp(-z))


def _hidden_layer(X, a, b):
    return _sigmoid(X @ a.T + b)


def _output_weights(H, T):
    return np.linalg.pinv(H) @ T


def predictions(X, T, X_new, a, b):
    H = 1 / (1 + np.exp(-(X @ a.T + b)))
    H_new = 1 / (1 + np.exp(-(X_new @ a.T + b)))
    return H_new @ (np.linalg.pinv(H) @ T)


def predictions_inputs():
    rng = np.random.default_rng(703)
    inputs = []
    for N, D, L, Q, K in [(3, 1, 2, 2, 1), (9, 2, 4, 5, 3), (12, 3, 5, 4, 2), (50, 4, 10, 20, 3)]:
        nodes = 2 * rng.normal(size=(L, D)), rng.normal(size=L)
        inputs.append(
            (rng.normal(size=(N, D)), rng.normal(size=(N, K)), rng.normal(size=(Q, D)), *nodes)
        )
    return inputs


def _weights(X, T, a, b):
    return _output_weights(_hidden_layer(X, a, b), T)


def _scaled_like(X, points):
    return (points - X.mean(axis=0)) / X.std(axis=0)


PREDICTIONS = Exercise(
    name="7.1",
    reference=predictions,
    inputs=predictions_inputs,
    mistakes={
        "the nodes are tanh, as on the page. Here they are sigmoids.": (
            lambda X, T, X_new, a, b: (
                np.tanh(X_new @ a.T + b) @ _output_weights(np.tanh(X @ a.T + b), T)
            )
        ),
        "the inputs are scaled. Here they are taken as they are.": (
            lambda X, T, X_new, a, b: predictions(
                _scaled_like(X, X), T, _scaled_like(X, X_new), a, b
            )
        ),
        "these are the outputs of the training samples. Those of X_new are asked for.": (
            lambda X, T, X_new, a, b: _hidden_layer(X, a, b) @ _weights(X, T, a, b)
        ),
        "no hidden layer. This is a linear fit, without the nodes.": (
            lambda X, T, X_new, a, b: X_new @ _output_weights(X, T)
        ),
        "no bias in the hidden layer. Each node has its own b.": (
            lambda X, T, X_new, a, b: predictions(X, T, X_new, a, 0 * b)
        ),
        "these are the output weights. The outputs of X_new are asked for.": (
            lambda X, T, X_new, a, b: _weights(X, T, a, b)
        ),
        "this is the hidden layer of X_new. Multiply it by the output weights.": (
            lambda X, T, X_new, a, b: _hidden_layer(X_new, a, b)
        ),
        "the output has a sigmoid too. It is a weighted sum of the nodes, and no more.": (
            lambda X, T, X_new, a, b: _sigmoid(predictions(X, T, X_new, a, b))
        ),
        "the sigmoid is forgotten for X_new. The same nodes belong to all samples.": (
            lambda X, T, X_new, a, b: (X_new @ a.T + b) @ _weights(X, T, a, b)
        ),
    },
    hints=(
        "The hidden layer of X is the sigmoid of X @ a.T + b, shape (N, L).",
        "The weights come from the training samples: np.linalg.pinv(H) @ T.",
        "The new samples go through the same nodes a and b, and meet the same weights.",
    ),
)


def ridge_output_weights(H, T, lam):
    return np.linalg.solve(H.T @ H + lam * np.eye(H.shape[1]), H.T @ T)


def ridge_output_weights_inputs():
    rng = np.random.default_rng(704)
    inputs = [(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.eye(3)[:, :2], 1.0)]
    for N, L, K, lam in [(4, 7, 3, 0.5), (5, 5, 2, 0.3), (9, 4, 1, 2.0), (40, 12, 3, 5.0)]:
        inputs.append((rng.normal(size=(N, L)), rng.normal(size=(N, K)), lam))
    return inputs


RIDGE_OUTPUT_WEIGHTS = Exercise(
    name="7.2",
    reference=ridge_output_weights,
    inputs=ridge_output_weights_inputs,
    mistakes={
        "no penalty. These are the weights H⁺T, for λ = 0.": lambda H, T, lam: _output_weights(
            H, T
        ),
        "λ on the wrong side. It belongs to the matrix, HᵀH + λI, and not to HᵀT.": (
            lambda H, T, lam: np.linalg.pinv(H.T @ H) @ (H.T @ T + lam)
        ),
        "λ stands outside of the inverse. It is added to HᵀH before that is inverted.": (
            lambda H, T, lam: _output_weights(H, T) + lam
        ),
        "it adds λ to every entry of HᵀH. It belongs on the diagonal: λ times np.eye(L).": (
            lambda H, T, lam: np.linalg.pinv(H.T @ H + lam) @ (H.T @ T)
        ),
        "λ is added to every entry of HᵀH. It belongs on the diagonal: λ times np.eye(L).": (
            lambda H, T, lam: np.linalg.solve(H.T @ H + lam, H.T @ T)
        ),
        "λ with the wrong sign. A price is added, so HᵀH + λI.": (
            lambda H, T, lam: ridge_output_weights(H, T, -lam)
        ),
        "λ is squared. Here the price is λ‖β‖², so HᵀH + λI.": (
            lambda H, T, lam: ridge_output_weights(H, T, lam**2)
        ),
        "λ is divided by N. The squared error is a sum here, not a mean.": (
            lambda H, T, lam: ridge_output_weights(H, T, lam / len(H))
        ),
        "λ is multiplied by N. The squared error is a sum here, not a mean.": (
            lambda H, T, lam: ridge_output_weights(H, T, lam * len(H))
        ),
    },
    hints=(
        "For λ > 0 the matrix HᵀH + λI has an inverse, for any number of nodes.",
        "np.eye(H.shape[1]) is the identity. np.linalg.solve takes all columns of HᵀT at once.",
    ),
)


SAMPLES = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
LARGEST, APART, SINGULAR = 3.0, 0.5, 1e-10


def judge_singular(a, b):
    size = max(np.abs(a).max(), np.abs(b).max())
    pairs = np.triu_indices(5, 1)
    differ = np.maximum(np.abs(a[:, None] - a), np.abs(b[:, None] - b))[pairs].min()
    H = np.tanh(np.outer(SAMPLES, a) + b)
    sigma = np.linalg.svd(H, compute_uv=False)
    words = (
        f"slopes and biases up to {size:.3g}, the smallest slope {np.abs(a).min():.3g}, nodes "
        f"{differ:.3g} apart; the smallest singular value of H is {sigma[-1]:.1e}."
    )
    tight = 1e-9
    fits = size <= LARGEST + tight and differ >= APART - tight and np.abs(a).min() >= APART - tight
    right = bool(fits and sigma[-1] < SINGULAR * sigma[0])
    return Finding(right, words, _drawn(a, b))


def _drawn(a, b):
    figure = style.new_figure(7.2, 3.2)
    axes = style.add_axes(
        figure,
        (0.8, 0.7, 6.0, 2.0),
        "five nodes, and the five samples",
        xlabel="x",
        ylim=(-1.1, 1.1),
    )
    x = np.linspace(-2.6, 2.6, 300)
    axes.plot(x, np.tanh(np.outer(x, a) + b), color=style.BUMP, lw=1.6)
    axes.plot(SAMPLES, np.tanh(np.outer(SAMPLES, a) + b), "o", color=style.INK, ms=4)
    return figure


def opposite_nodes():
    a = np.array([1.0, -1.0, 2.0, 0.5, 1.5])
    b = np.array([0.5, -0.5, 1.0, -1.0, 0.0])
    return a, b


NO_INTERPOLATION = Construction(
    name="7.3",
    makes={"a": (5,), "b": (5,)},
    judge=judge_singular,
    answer=opposite_nodes,
    near_misses={
        "nodes 0 apart": lambda: (np.ones(5), np.zeros(5)),
        "nodes 1 apart": lambda: ([0.5, 1.0, 1.5, 2.0, 2.5], [0.5, -0.5, 1.0, -1.0, 0.2]),
        "up to 40": lambda: ([40.0, 30.0, 1.0, 2.0, 0.5], [20.0, 15.0, 0.0, 1.0, 0.3]),
        "the smallest slope 0,": lambda: ([0.0, 0.0, 1.0, 2.0, 0.5], [1.0, 2.0, 0.0, 1.0, 0.3]),
    },
    hints=(
        "H has no inverse if one column is a multiple of another.",
        "tanh is odd: tanh(−z) = −tanh(z). Which two nodes are each other's opposite?",
        "A node with slope a and bias b, and one with −a and −b.",
    ),
)

EXERCISES = (PREDICTIONS, RIDGE_OUTPUT_WEIGHTS, NO_INTERPOLATION)
