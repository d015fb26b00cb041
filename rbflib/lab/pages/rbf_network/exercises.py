"""Exercises of page 05: a width, weights with a bias, what is left over, both stages, a score."""

import numpy as np

from rbflib.lab.kit.exercise import Exercise


def gamma_of(centers, p):
    distance = np.sqrt(((centers[:, None, :] - centers) ** 2).sum(axis=2))
    sigma = np.sort(distance, axis=1)[:, 1 : p + 1].mean()
    return 1 / (2 * sigma**2)


def gamma_of_inputs():
    rng = np.random.default_rng(501)
    small = np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0], [0.0, 6.0]])
    random = [(rng.normal(size=(M, D)), p) for M, D, p in [(5, 3, 2), (7, 2, 4), (30, 4, 8)]]
    return [(small, 2), *random]


def _sorted_distances(centers):
    """Each center's distances to all of them, itself first: (M, D) -> (M, M)."""
    return np.sort(np.sqrt(((centers[:, None, :] - centers) ** 2).sum(axis=2)), axis=1)


def _near(centers, p):
    return _sorted_distances(centers)[:, 1 : p + 1]


GAMMA_OF = Exercise(
    name="5.1",
    reference=gamma_of,
    inputs=gamma_of_inputs,
    mistakes={
        "the center itself is counted, at distance 0. Its nearest other centers are asked for.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, :p].mean() ** 2)
        ),
        "the mean is over the wrong set: over all other centers. Only p of them are neighbors.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, 1:].mean() ** 2)
        ),
        "the mean is over the wrong set: over the p farthest centers.": (
            lambda centers, p: 1 / (2 * _sorted_distances(centers)[:, -p:].mean() ** 2)
        ),
        "the 2 is forgotten: γ = 1/2σ².": lambda centers, p: 2 * gamma_of(centers, p),
        "the square is forgotten: γ = 1/2σ².": (
            lambda centers, p: 1 / (2 * _near(centers, p).mean())
        ),
        "the squared distances are averaged. σ is the mean of the distances themselves.": (
            lambda centers, p: 1 / (2 * (_near(centers, p) ** 2).mean())
        ),
        "the root is forgotten: squared distances are taken for distances.": (
            lambda centers, p: 1 / (2 * (_near(centers, p) ** 2).mean() ** 2)
        ),
        "this is σ. γ = 1/2σ² is asked for.": lambda centers, p: _near(centers, p).mean(),
        "every center has a γ of its own here. One for all is asked for.": (
            lambda centers, p: 1 / (2 * _near(centers, p).mean(axis=1) ** 2)
        ),
    },
    hints=(
        "First the table of distances from every center to every center.",
        "np.sort(distance, axis=1) orders every row. Column 0 is the center itself.",
        "Take columns 1 to p. Their mean is σ, and γ = 1 / (2 * sigma**2).",
    ),
)


def output_weights(Z, T):
    columns = np.column_stack([Z, np.ones(len(Z))])
    return np.linalg.lstsq(columns, T)[0]


def output_weights_inputs():
    rng = np.random.default_rng(502)
    small = np.array([[1.0], [0.5], [0.0]]), np.array([[3.0, 1.0], [2.0, 1.0], [1.5, 0.0]])
    random = [
        (rng.uniform(size=(N, M)), rng.normal(2.0, 1.0, size=(N, K)))
        for N, M, K in [(6, 3, 2), (7, 4, 1), (50, 8, 3)]
    ]
    return [small, *random]


def _solved(Z, T):
    return np.linalg.lstsq(Z, T)[0]


def _with_ones(Z):
    return np.column_stack([Z, np.ones(len(Z))])


OUTPUT_WEIGHTS = Exercise(
    name="5.2",
    reference=output_weights,
    inputs=output_weights_inputs,
    mistakes={
        "no bias. Add a column of ones to Z.": _solved,
        "the bias comes first here. It must be the last row.": (
            lambda Z, T: _solved(np.column_stack([np.ones(len(Z)), Z]), T)
        ),
        "the bias is not the mean of the targets. It is fitted together with the weights.": (
            lambda Z, T: np.vstack([_solved(Z, T - T.mean(axis=0)), T.mean(axis=0)])
        ),
        "the bias is fitted after the weights. It is fitted together with them.": (
            lambda Z, T: np.vstack([_solved(Z, T), (T - Z @ _solved(Z, T)).mean(axis=0)])
        ),
        "Zᵀ is not the pseudoinverse Z⁺.": lambda Z, T: _with_ones(Z).T @ T,
        "the result is turned over. One row per weight, one column per output.": (
            lambda Z, T: output_weights(Z, T).T
        ),
        "the outputs are averaged. Each one has weights of its own.": (
            lambda Z, T: _solved(_with_ones(Z), T.mean(axis=1))
        ),
    },
    hints=(
        "np.column_stack([Z, ...]) puts a further column behind the others. Which one is a bias?",
        "np.linalg.lstsq(A, T)[0] solves AW ≈ T, for all columns of T at once.",
    ),
)


def residual(Z, y):
    weights = np.linalg.lstsq(Z, y)[0]
    return y - Z @ weights


def residual_inputs():
    rng = np.random.default_rng(503)
    random = [(rng.normal(size=(N, M)), rng.normal(size=N)) for N, M in [(4, 2), (9, 4), (60, 7)]]
    return [(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([1.0, 2.0, 6.0])), *random]


def _one_column_each(Z, y):
    """The sum of the projections on the single columns."""
    return Z @ ((Z.T @ y) / (Z**2).sum(axis=0))


RESIDUAL = Exercise(
    name="5.3",
    reference=residual,
    inputs=residual_inputs,
    mistakes={
        "this is the projection. What is left over is asked for.": (
            lambda Z, y: y - residual(Z, y)
        ),
        "the sign is turned over. What is left over is y minus the fit.": (
            lambda Z, y: -residual(Z, y)
        ),
        "these are the weights. What is left over of y is asked for.": (
            lambda Z, y: np.linalg.lstsq(Z, y)[0]
        ),
        "ZZᵀy is the projection only where the columns are orthonormal.": (
            lambda Z, y: y - Z @ (Z.T @ y)
        ),
        "y is projected on one column at a time. The columns are not orthogonal.": (
            lambda Z, y: y - _one_column_each(Z, y)
        ),
        "the inverse is forgotten. It is (ZᵀZ)⁻¹ that stands before Zᵀy, not ZᵀZ.": (
            lambda Z, y: y - Z @ (Z.T @ Z) @ (Z.T @ y)
        ),
        "this is the sum of the squares. The single residuals are asked for.": (
            lambda Z, y: np.sum(residual(Z, y) ** 2)
        ),
        "a column of ones was added. Here Z has all of its columns already.": (
            lambda Z, y: residual(_with_ones(Z), y)
        ),
    },
    hints=(
        "The projection of y is Z times the weights of least squares.",
        "np.linalg.lstsq(Z, y)[0] gives the weights.",
    ),
)


def network_output(X, y, centers, gamma, X_new):
    def columns(points):
        squared_distance = ((points[:, None, :] - centers) ** 2).sum(axis=2)
        return np.column_stack([np.exp(-gamma * squared_distance), np.ones(len(points))])

    weights = np.linalg.lstsq(columns(X), y)[0]
    return columns(X_new) @ weights


def network_output_inputs():
    rng = np.random.default_rng(504)
    random = [
        (
            rng.normal(size=(N, D)),
            rng.normal(3.0, 1.0, size=N),
            1.5 * rng.normal(size=(M, D)),
            gamma,
            rng.normal(size=(Q, D)),
        )
        for N, M, D, Q, gamma in [(8, 3, 2, 5, 0.7), (9, 4, 4, 3, 0.2), (60, 6, 3, 20, 0.4)]
    ]
    x, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([1.0, 2.0, 4.0, 4.5])
    return [(x, y, np.array([[0.5], [2.5]]), 0.5, np.array([[1.5], [4.0], [9.0]])), *random]


def _similarities(points, centers, gamma):
    return np.exp(-gamma * ((points[:, None, :] - centers) ** 2).sum(axis=2))


def _without_bias(X, y, centers, gamma, X_new):
    weights = _solved(_similarities(X, centers, gamma), y)
    return _similarities(X_new, centers, gamma) @ weights


def _bias_dropped(X, y, centers, gamma, X_new):
    weights = _solved(_with_ones(_similarities(X, centers, gamma)), y)
    return _similarities(X_new, centers, gamma) @ weights[:-1]


def _unsquared(X, y, centers, gamma, X_new):
    def columns(points):
        distance = np.sqrt(((points[:, None, :] - centers) ** 2).sum(axis=2))
        return _with_ones(np.exp(-gamma * distance))

    return columns(X_new) @ _solved(columns(X), y)


def _wrong_axis(X, y, centers, gamma, X_new):
    def columns(points):
        return _with_ones(np.exp(-gamma * ((points[:, None, :] - centers) ** 2).sum(axis=1)))

    return columns(X_new) @ _solved(columns(X), y)


NETWORK_OUTPUT = Exercise(
    name="5.4",
    reference=network_output,
    inputs=network_output_inputs,
    mistakes={
        "no bias. Add a column of ones to the similarities.": _without_bias,
        "the bias is fitted, but not added at the new points.": _bias_dropped,
        "these are the outputs at the samples. Those at the new points are asked for.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, centers, gamma, X)
        ),
        "a center on every sample. The given centers are the ones to use.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, X, gamma, X_new)
        ),
        "the square is forgotten. The exponent holds the squared distance.": _unsquared,
        "wrong axis. The squares are summed over the features, the last axis.": _wrong_axis,
        "γ is forgotten.": (
            lambda X, y, centers, gamma, X_new: network_output(X, y, centers, 1.0, X_new)
        ),
        "the sign was taken. The output itself is asked for.": (
            lambda X, y, centers, gamma, X_new: np.sign(network_output(X, y, centers, gamma, X_new))
        ),
    },
    hints=(
        "The columns are needed twice, for X and for X_new: write a function for them.",
        "A column per center, np.exp(-gamma * squared distance), and a column of ones.",
        "Solve on the samples: np.linalg.lstsq(columns(X), y)[0]. Multiply columns(X_new) by it.",
    ),
)


def probability(Z, weights, bias):
    score = Z @ weights + bias
    return 1 / (1 + np.exp(-score))


def probability_inputs():
    rng = np.random.default_rng(505)
    random = [
        (rng.uniform(size=(Q, M)), rng.normal(scale=2.0, size=M), rng.normal())
        for Q, M in [(5, 3), (4, 4), (60, 9)]
    ]
    return [(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([2.0, -1.0]), -0.5), *random]


PROBABILITY = Exercise(
    name="5.5",
    reference=probability,
    inputs=probability_inputs,
    mistakes={
        "no bias. It is added to the score.": lambda Z, weights, bias: probability(Z, weights, 0),
        "the bias is added after the logistic function. It belongs to the score.": (
            lambda Z, weights, bias: probability(Z, weights, 0) + bias
        ),
        "this is the probability of the other class. The exponent of 1/(1 + e^(−s)) is −s.": (
            lambda Z, weights, bias: 1 - probability(Z, weights, bias)
        ),
        "this is the score. Its logistic function is asked for.": (
            lambda Z, weights, bias: Z @ weights + bias
        ),
        "e^s is not divided by 1 + e^s. It is the ratio of both probabilities.": (
            lambda Z, weights, bias: np.exp(Z @ weights + bias)
        ),
        "tanh runs from −1 to 1. A probability runs from 0 to 1.": (
            lambda Z, weights, bias: np.tanh(Z @ weights + bias)
        ),
        "this is the class, by the sign. Its probability is asked for.": (
            lambda Z, weights, bias: np.sign(Z @ weights + bias)
        ),
        "this only says whether p > 1/2. The probability itself is asked for.": (
            lambda Z, weights, bias: Z @ weights + bias > 0
        ),
    },
    hints=(
        "The score of every query is Z @ weights + bias.",
        "θ(s) = 1 / (1 + e^(−s)), with np.exp.",
    ),
)

EXERCISES = (GAMMA_OF, OUTPUT_WEIGHTS, RESIDUAL, NETWORK_OUTPUT, PROBABILITY)
