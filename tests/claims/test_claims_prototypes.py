"""Pages 04 and 05: prototypes in place of samples, and centers as features."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import cross_val_score

from rbflib import design_matrix, kmeans_centers, make_moons, wave
from tests.seeds import thorough


@pytest.mark.parametrize("twin", [3, *thorough(1, 2, 4, 5, 6)])
def test_k11_weights_of_two_close_bumps_grow_and_those_of_a_prototype_do_not(twin):
    x = np.linspace(0, 1, 8)[:, None]
    largest, conditions = [], []
    for d in (0.03, 0.003, 0.0003):
        X = np.vstack([x, x[twin] + d])
        y = wave(X) + 0.1 * (np.arange(9) == 8)
        prototypes = np.vstack([np.delete(x, twin, axis=0), x[twin] + d / 2])
        Z, Z_prototypes = (design_matrix(X, mu, 50) for mu in (X, prototypes))
        weights = np.linalg.solve(Z, y), np.linalg.lstsq(Z_prototypes, y, rcond=None)[0]
        largest.append([np.abs(w).max() for w in weights])
        conditions.append([np.linalg.cond(Z), np.linalg.cond(Z_prototypes)])
    assert_allclose(np.divide(largest[2], largest[1])[0], 100, rtol=0.2)
    assert_allclose(np.divide(conditions[2], conditions[1])[0], 100, rtol=0.3)
    assert np.ptp([row[1] for row in largest]) < 0.5
    assert max(row[1] for row in conditions) < 20


@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
def test_r14_linear_model_gains_by_features_of_k_means(seed):
    X, y = make_moons(400, random_state=seed)
    Phi = design_matrix(X, kmeans_centers(X, 20, random_state=0), 4.0)
    before, after = (cross_val_score(LogisticRegression(), F, y).mean() for F in (X, Phi))
    assert after > before + 0.02


def test_r15_pca_keeps_what_varies_and_lda_what_separates(rng):
    y = np.repeat([-1, 1], 100)
    X = np.column_stack([rng.normal(0, 5, 200), rng.normal(0, 1, 200) + 2 * y])
    codes = [m.fit(X, y).transform(X) for m in (PCA(1), LinearDiscriminantAnalysis(n_components=1))]
    pca, lda = (cross_val_score(LogisticRegression(), code, y).mean() for code in codes)
    assert pca < 0.65
    assert lda > 0.9


def test_r16_gamma_makes_curves_wiggly_only_where_there_are_centers(rng):
    line = np.linspace(0, 1, 400)[:, None]

    def crossings(gamma, k):
        centers = np.linspace(0, 1, k)[:, None]
        curves = design_matrix(line, centers, gamma) @ rng.normal(size=(k, 300))
        return np.mean(np.sum(np.diff(np.sign(curves), axis=0) != 0, axis=0))

    assert crossings(500, 20) > 2 * crossings(50, 20) > 4 * crossings(5, 20)
    assert crossings(500, 20) > 2 * crossings(500, 5)
    assert abs(crossings(5, 20) - crossings(5, 5)) < 0.5


@pytest.mark.parametrize("seed", [0, *thorough(1, 2)])
def test_r17_centers_of_k_means_beat_a_grid_in_six_dimensions(seed):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (6, 6))[rng.integers(6, size=1200)] + rng.normal(0, 0.15, (1200, 6))
    w = rng.normal(size=6)
    y = np.sin(6 * X @ w / np.linalg.norm(w)) + rng.normal(0, 0.1, 1200)
    grid = np.stack(np.meshgrid(*[[-1, 1]] * 6), axis=-1).reshape(-1, 6)
    errors = []
    for centers in (grid, kmeans_centers(X[:600], 64, random_state=0)):
        tables = [design_matrix(X, centers, gamma) for gamma in (0.3, 1, 3, 10)]
        fits = [
            RidgeCV(np.logspace(-6, 0, 7)).fit(Z[:600], y[:600]).predict(Z[600:]) for Z in tables
        ]
        errors.append(min(np.mean((fit - y[600:]) ** 2) for fit in fits))
    assert errors[1] < 0.8 * errors[0]
