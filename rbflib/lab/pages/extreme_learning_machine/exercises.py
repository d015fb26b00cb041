"""Exercises of page 07: the hidden layer, the output weights, the machine, ridge, accuracy."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def hidden_layer(X, a, b):
    return 1 / (1 + np.exp(-(X @ a.T + b)))


def hidden_layer_inputs():
    rng = np.random.default_rng(701)
    inputs = [(np.array([[0.0], [1.0], [3.0]]), np.array([[1.0], [-2.0]]), np.array([0.5, 1.0]))]
    for N, D, L in [(4, 3, 3), (5, 2, 4), (3, 4, 2), (30, 3, 12)]:
        inputs.append((rng.normal(size=(N, D)), rng.normal(size=(L, D)), rng.normal(size=L)))
    return inputs


def _sigmoid(z):
    return 1 / (1 + np.exp(-z))


HIDDEN_LAYER = Exercise(
    name="7.1",
    reference=hidden_layer,
    inputs=hidden_layer_inputs,
    mistakes={
        "no bias. Each node adds its own b before the sigmoid.": (
            lambda X, a, b: _sigmoid(X @ a.T)
        ),
        "the bias is added outside of the sigmoid. It belongs inside.": (
            lambda X, a, b: _sigmoid(X @ a.T) + b
        ),
        "the bias is subtracted. Add it.": lambda X, a, b: _sigmoid(X @ a.T - b),
        "the minus sign is forgotten. The sigmoid is 1 / (1 + exp(−z)).": (
            lambda X, a, b: _sigmoid(-(X @ a.T + b))
        ),
        "this is z = aᵀx + b. Its sigmoid is asked for.": lambda X, a, b: X @ a.T + b,
        "this is tanh. The sigmoid runs from 0 to 1.": lambda X, a, b: np.tanh(X @ a.T + b),
        "H is turned over. One row per sample, one column per node.": (
            lambda X, a, b: hidden_layer(X, a, b).T
        ),
        "a is not turned over. Each row of a belongs to a node: X @ a.T.": (
            lambda X, a, b: _sigmoid(X @ a + b)
        ),
    },
    hints=(
        "X @ a.T has shape (N, L): every sample times the input weights of every node.",
        "b has one number per node, so X @ a.T + b adds it to every row.",
        "The sigmoid of z is 1 / (1 + np.exp(-z)).",
    ),
)


def output_weights(H, T):
    return np.linalg.pinv(H) @ T


def output_weights_inputs():
    """Two have more nodes than samples: there H'H has no inverse, free of rounding."""
    rng = np.random.default_rng(702)
    wide = [
        (np.array([[1.0, 2.0]]), np.array([[5.0, 10.0, 0.0]])),
        (np.array([[1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 1.0, 2.0]]), rng.normal(size=(2, 3))),
    ]
    sizes = [(3, 3, 2), (7, 3, 2), (10, 4, 1), (40, 8, 5)]
    return [*wide, *[(rng.normal(size=(N, L)), rng.normal(size=(N, K))) for N, L, K in sizes]]


OUTPUT_WEIGHTS = Exercise(
    name="7.2",
    reference=output_weights,
    inputs=output_weights_inputs,
    mistakes={
        "it needs the inverse of HᵀH. With more nodes than samples there is none; H⁺ is always "
        "there: np.linalg.pinv.": lambda H, T: np.linalg.solve(H.T @ H, H.T @ T),
        "this is HᵀT. The weights are H⁺T, with the pseudo-inverse.": lambda H, T: H.T @ T,
        "this is the fit Hβ. The weights β are asked for.": lambda H, T: H @ output_weights(H, T),
        "the weights are turned over. One row per node, one column per output.": (
            lambda H, T: output_weights(H, T).T
        ),
        "only the first output. H⁺T has a column for each column of T.": (
            lambda H, T: output_weights(H, T[:, 0])
        ),
        "the mean over the outputs. Each column of T has its own weights.": (
            lambda H, T: output_weights(H, T).mean(axis=1)
        ),
        "1 / H divides entry by entry. It is not the inverse of a matrix.": (
            lambda H, T: (1 / H).T @ T
        ),
    },
    hints=(
        "NumPy has the pseudo-inverse H⁺: np.linalg.pinv.",
        "H⁺ is L × N and T is N × K, so H⁺T is L × K: all outputs at once.",
    ),
)


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
    return output_weights(hidden_layer(X, a, b), T)


PREDICTIONS = Exercise(
    name="7.3",
    reference=predictions,
    inputs=predictions_inputs,
    mistakes={
        "these are the outputs of the training samples. Those of X_new are asked for.": (
            lambda X, T, X_new, a, b: hidden_layer(X, a, b) @ _weights(X, T, a, b)
        ),
        "no hidden layer. This is a linear fit, without the nodes.": (
            lambda X, T, X_new, a, b: X_new @ output_weights(X, T)
        ),
        "no bias in the hidden layer. Each node has its own b.": (
            lambda X, T, X_new, a, b: predictions(X, T, X_new, a, 0 * b)
        ),
        "these are the output weights. The outputs of X_new are asked for.": (
            lambda X, T, X_new, a, b: _weights(X, T, a, b)
        ),
        "this is the hidden layer of X_new. Multiply it by the output weights.": (
            lambda X, T, X_new, a, b: hidden_layer(X_new, a, b)
        ),
        "the output has a sigmoid too. It is a weighted sum of the nodes, and no more.": (
            lambda X, T, X_new, a, b: _sigmoid(predictions(X, T, X_new, a, b))
        ),
        "the sigmoid is forgotten for X_new. The same nodes belong to all samples.": (
            lambda X, T, X_new, a, b: (X_new @ a.T + b) @ _weights(X, T, a, b)
        ),
    },
    hints=(
        "The weights come from the training samples: hidden layer of X as in 7.1, then 7.2.",
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
    name="7.4",
    reference=ridge_output_weights,
    inputs=ridge_output_weights_inputs,
    mistakes={
        "no penalty. These are the weights H⁺T, for λ = 0.": lambda H, T, lam: output_weights(H, T),
        "λ on the wrong side. It belongs to the matrix, HᵀH + λI, and not to HᵀT.": (
            lambda H, T, lam: np.linalg.pinv(H.T @ H) @ (H.T @ T + lam)
        ),
        "λ stands outside of the inverse. It is added to HᵀH before that is inverted.": (
            lambda H, T, lam: output_weights(H, T) + lam
        ),
        "it adds λ to every entry of HᵀH. It belongs on the diagonal: λ times np.eye(L).": (
            lambda H, T, lam: np.linalg.pinv(H.T @ H + lam) @ (H.T @ T)
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


def accuracy(H, beta, labels):
    return np.mean((H @ beta).argmax(axis=1) == labels)


def accuracy_inputs():
    """Outputs of both signs; most samples have the largest output of their class, some do not."""
    rng = np.random.default_rng(705)
    small = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([[1.0, -3.0], [0.5, 2.0]])
    inputs = [(*small, np.array([0, 1, 1]))]
    for N, L, K in [(3, 4, 3), (8, 3, 4), (15, 5, 3), (60, 8, 6)]:
        H, beta = rng.uniform(size=(N, L)), rng.normal(size=(L, K))
        labels = (H @ beta + 0.3 * rng.normal(size=(N, K))).argmax(axis=1)
        inputs.append((H, beta, labels))
    return inputs


ACCURACY = Exercise(
    name="7.5",
    reference=accuracy,
    inputs=accuracy_inputs,
    mistakes={
        "a number of samples. Their share is asked for: divide by N.": (
            lambda H, beta, labels: np.sum((H @ beta).argmax(axis=1) == labels)
        ),
        "this is the share that is wrong. The share that is right is asked for.": (
            lambda H, beta, labels: 1 - accuracy(H, beta, labels)
        ),
        "wrong axis. The largest output of a sample is in its row: argmax(axis=1).": (
            lambda H, beta, labels: np.mean((H @ beta).argmax(axis=0) == labels)
        ),
        "the largest absolute output. A very negative output speaks against a class.": (
            lambda H, beta, labels: np.mean(np.abs(H @ beta).argmax(axis=1) == labels)
        ),
        "the smallest output. argmax is asked for, not argmin.": (
            lambda H, beta, labels: np.mean((H @ beta).argmin(axis=1) == labels)
        ),
        "a positive output is not enough. The class must have the largest one.": (
            lambda H, beta, labels: np.mean((H @ beta)[np.arange(len(H)), labels] > 0)
        ),
        "these are the single answers, right or wrong. Their mean is asked for.": (
            lambda H, beta, labels: (H @ beta).argmax(axis=1) == labels
        ),
        "these are the classes. Compare them with the labels.": (
            lambda H, beta, labels: (H @ beta).argmax(axis=1)
        ),
    },
    hints=(
        "H @ beta has shape (N, K): the K outputs of every sample.",
        "argmax(axis=1) gives the class of the largest output in every row.",
        "classes == labels is True where the class is right. np.mean gives the share.",
    ),
)

EXERCISES = (HIDDEN_LAYER, OUTPUT_WEIGHTS, PREDICTIONS, RIDGE_OUTPUT_WEIGHTS, ACCURACY)
