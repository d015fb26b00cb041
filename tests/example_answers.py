"""An exercise to test checks on, which no page has."""

import numpy as np

from rbflib.lab.grader.exercise import Exercise


def assign(X, centers):
    squared_distance = ((X[:, None, :] - centers) ** 2).sum(axis=2)
    return squared_distance.argmin(axis=1)


def assign_inputs():
    rng = np.random.default_rng(401)
    return [
        (np.array([[0.0, 0.0], [3.0, 1.0], [2.5, 0.0]]), np.array([[0.0, 1.0], [3.0, 0.0]])),
        (np.array([[0.0, 2.0], [2.0, 2.0]]), np.array([[1.5, 3.5], [0.0, 4.2], [4.0, 0.0]])),
        *[
            (rng.normal(size=(N, D)), rng.normal(size=(k, D)))
            for N, k, D in [(4, 4, 2), (5, 3, 3), (3, 5, 5), (60, 7, 2)]
        ],
    ]


ASSIGN = Exercise(name="99.1", reference=assign, inputs=assign_inputs)


EXAMPLES = {ASSIGN.name: ASSIGN}
