"""Tables of distances that rounding has spoiled are mended, against tables without; no others."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import pdist, squareform

from rbflib import ClassicalMDS, double_centering
from rbflib.numerics.distance_table import check_distance_table


def table(X):
    return squareform(pdist(X))


def rounded_tables(seed, dtype):
    """Tables as people compute them, of which rounding breaks a rule, and the right ones."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((20, 5)).astype(dtype)
    U = X / np.linalg.norm(X, axis=1, keepdims=True)
    norm2 = (X**2).sum(axis=1)
    similarity = U @ U.T
    correlation = np.corrcoef(X, dtype=dtype)
    exact = np.corrcoef(X.astype(np.float64))
    yield 1 - similarity, squareform(pdist(U.astype(np.float64), "cosine"))
    yield np.sqrt(np.clip(2 - 2 * similarity, 0, None)), table(U.astype(np.float64))
    yield np.sqrt(np.clip(norm2[:, None] + norm2 - 2 * X @ X.T, 0, None)), table(X)
    yield np.sqrt(np.clip(2 * (1 - correlation), 0, None)), np.sqrt(2 * np.clip(1 - exact, 0, 2))
    yield np.arccos(np.clip(similarity, -1, 1)), np.arccos(np.clip(1 - pdist_cosine(U), -1, 1))
    noise = 1 + 4 * np.finfo(dtype).eps * rng.standard_normal((20, 20)).astype(dtype)
    yield table(X).astype(dtype) * noise, table(X)
    if dtype == np.float32:  # computed in float32, and then made longer
        yield (1 - similarity).astype(np.float64), pdist_cosine(U)
        yield np.sqrt(np.clip(2 - 2 * similarity, 0, None)).astype(float), table(U.astype(float))
    else:  # small distances, far from the origin
        far = X + 30
        norm2 = (far**2).sum(axis=1)
        yield np.sqrt(np.abs(norm2[:, None] + norm2 - 2 * far @ far.T)), table(X)
        for equal in (np.tile(U[:1], (20, 1)), np.repeat(U[:10], 2, axis=0)):
            yield 1 - equal @ equal.T, pdist_cosine(equal)


def pdist_cosine(U):
    return squareform(pdist(U.astype(np.float64), "cosine"))


@pytest.mark.filterwarnings("ignore:The distances are not Euclidean", "ignore:Only 0 of the 2")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_tables_that_rounding_spoils_are_taken(seed, dtype):
    for spoiled, right in rounded_tables(seed, dtype):
        spoiled.flags.writeable = False  # it belongs to the caller
        mended = check_distance_table(spoiled)
        assert_array_equal(mended, mended.T)
        assert mended.min() == mended.diagonal().max() == 0
        eps = np.finfo(dtype).eps * (1e3 if dtype == np.float64 else 1)
        assert_allclose(double_centering(spoiled), double_centering(right), atol=300 * eps)
        model = ClassicalMDS(metric="precomputed").fit(spoiled)
        assert_allclose(model.transform(spoiled), model.embedding_, atol=300 * eps)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_tables_beyond_rounding_are_refused(dtype):
    right = table(np.random.default_rng(0).standard_normal((6, 4))).astype(dtype)
    model = ClassicalMDS(metric="precomputed").fit(right)
    for row, column, match in [(1, 1, "itself"), (0, 1, "not symmetric")]:
        wrong = right.copy()
        wrong[row, column] += 0.05
        with pytest.raises(ValueError, match=match):
            model.fit(wrong)
    wrong = right.copy()
    wrong[0, 1] = wrong[1, 0] = -0.05
    for refuses in (model.fit, model.transform, double_centering):
        with pytest.raises(ValueError, match=r"cannot be -0\.05, as in row 0, column 1"):
            refuses(wrong)
    for bad, match in [(np.ones((6, 5)), "square"), (np.full((6, 6), np.nan), "NaN")]:
        for refuses in (model.fit, double_centering):
            with pytest.raises(ValueError, match=match):
                refuses(bad)


def test_an_error_says_to_center_points_whose_digits_a_formula_loses():
    X = np.random.default_rng(0).standard_normal((6, 4)) + 1e4
    squares = (X * X).sum(axis=1)
    distances = np.sqrt(np.clip(squares[:, None] + squares - 2 * X @ X.T, 0, None))
    with pytest.raises(ValueError, match=r"sample \d to itself.*rounding.*center the points first"):
        ClassicalMDS(metric="precomputed").fit(distances)
