"""Exercise 1.4: what lines separate at the corners of a square."""

from itertools import product

import numpy as np

from rbflib import design_matrix
from rbflib.lab.pages.gaussian_svm.drawings import is_separable

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def not_separated(Z):
    return [y for y in product([-1, 1], repeat=4) if not is_separable(Z, np.array(y))]


def test_a_line_fails_on_the_two_diagonals_only():
    assert not_separated(SQUARE) == [(-1, 1, -1, 1), (1, -1, 1, -1)]


def test_the_similarity_to_one_corner_separates_all():
    assert not_separated(np.hstack([SQUARE, design_matrix(SQUARE, SQUARE[:1])])) == []
