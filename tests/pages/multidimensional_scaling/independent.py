"""Page 08: answers of the quiz and values of the exercises, computed independently."""

from itertools import permutations

import numpy as np
from scipy.linalg import helmert
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS as SklearnMDS
from sklearn.preprocessing import KernelCenterer, scale

from rbflib import (
    ClassicalMDS,
    ELMClassifier,
    FullRBFClassifier,
    KMeans,
    NearestNeighborClassifier,
    double_centering,
)
from rbflib.lab.quizzes import QUIZZES

EQUATOR = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0.0]])


def holding(claims):
    return [text for text, true in claims.items() if true]


def shift():
    X, vector = np.random.default_rng(11).normal(size=(10, 3)), np.array([100, -20, 3])
    B, moved = (double_centering(squareform(pdist(points))) for points in (X, X + vector))
    largest, largest_moved = np.linalg.eigvalsh(B)[-1], np.linalg.eigvalsh(moved)[-1]
    return holding(
        {
            "nothing": np.allclose(B, moved),
            "every entry has grown by the squared length of the vector": np.allclose(
                moved - B, vector @ vector
            ),
            "its largest eigenvalue has grown": not np.isclose(largest, largest_moved),
            "its rows no longer sum to 0": not np.allclose(moved.sum(axis=1), 0),
        }
    )


def centering_step(table):
    centered = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    return -0.5 * centered


def plane_of(eigenpairs):
    eigenvalues, V = eigenpairs
    return V[:, -2:] * np.sqrt(np.maximum(eigenvalues[-2:], 0))


def steps():
    """Of all orders, the one that leads back to the distances."""
    texts = list(next(q for q in QUIZZES["08"] if q.key == "steps").items)
    first_words = {
        "square": np.square,
        "double": centering_step,
        "eigenvalues": np.linalg.eigh,
        "keep": plane_of,
    }
    given = pdist(np.random.default_rng(12).normal(size=(7, 2)))
    right = [order for order in permutations(texts) if leads_back(order, first_words, given)]
    assert len(right) == 1
    return list(right[0])


def leads_back(order, first_words, given):
    result = squareform(given)
    for text in order:
        # Only the last step takes a pair, and only its result is a map.
        if isinstance(result, tuple) != text.startswith("keep") or result[0].shape == (2,):
            return False
        result = first_words[text.split()[0]](result)
    return isinstance(result, np.ndarray) and np.allclose(pdist(result), given)


def five_points():
    Z = ClassicalMDS(2, metric="precomputed").fit_transform(np.ones((5, 5)) - np.eye(5))
    return np.sum(pdist(Z) ** 2) / 10


def zero():
    X = np.random.default_rng(13).normal(size=(10, 3))
    always = None
    for fourth in (X[:, 0], X.sum(axis=1), np.ones(10)):
        samples = np.column_stack([X, fourth])
        model = ClassicalMDS(3).fit(samples)
        assert np.sum(model.eigenvalues_ > 1e-9) == 3
        claims = {
            "a map of three dimensions keeps every distance": np.allclose(
                pdist(model.embedding_), pdist(samples)
            ),
            "two features are equal": pdist(samples.T).min() == 0,
            "two samples are equal": pdist(samples).min() == 0,
            "no points have exactly these distances": model.eigenvalues_.min() < -1e-9,
        }
        always = {text for text in claims if claims[text] and (always is None or text in always)}
    return list(always)


def negative():
    assert np.linalg.eigvalsh(double_centering(EQUATOR))[0] < -0.1
    # Samples far from the origin and samples in many dimensions do not bring it about.
    rng = np.random.default_rng(14)
    lowest = [
        np.linalg.eigvalsh(double_centering(squareform(pdist(shift + rng.normal(size=(8, D))))))[0]
        for shift in (0, 50)
        for D in range(1, 12)
    ]
    eigenvalues, V = np.linalg.eigh(double_centering(EQUATOR))
    everything = V[:, eigenvalues > 1e-9] * np.sqrt(eigenvalues[eigenvalues > 1e-9])
    round_about = (EQUATOR[:, :, None] + EQUATOR[None]).min(axis=1)
    return holding(
        {
            "no points in any Euclidean space have these distances": min(lowest) > -1e-9,
            "the samples were not centered first": min(lowest) < -1e-9,
            "the map needs more dimensions": np.allclose(pdist(everything), squareform(EQUATOR)),
            "somewhere a detour is shorter than the direct way": np.any(round_about < EQUATOR),
        }
    )


def learner():
    wines, cultivar = load_wine(return_X_y=True)
    wines = scale(wines)
    train, test = wines[::2], wines[1::2]
    model = ClassicalMDS(13).fit(train)
    on_map, test_on_map = model.embedding_, model.transform(test)
    learners = {
        "five nearest neighbors": NearestNeighborClassifier(5),
        "an ELM of sigmoid nodes, with the same random weights": ELMClassifier(40, random_state=0),
        "a full Gaussian network with the same γ": FullRBFClassifier(0.05, 0.1),
    }
    decided = {
        text: [
            learner.fit(X, cultivar[::2]).predict(Q)
            for X, Q in ((train, test), (on_map, test_on_map))
        ]
        for text, learner in learners.items()
    }
    decided["k-means, started on the same samples"] = [
        KMeans(3, init=X[:3]).fit(X).predict(Q) for X, Q in ((train, test), (on_map, test_on_map))
    ]
    return [text for text, both in decided.items() if not np.array_equal(*both)]


def quadratic_form(B):
    """(e_i − e_j)ᵀ B (e_i − e_j)."""
    unit = np.eye(len(B))
    differences = unit[:, None] - unit
    return np.einsum("ijk,kl,ijl->ij", differences, B, differences)


def centered_by_sklearn(dist):
    return -KernelCenterer().fit_transform(dist**2) / 2


def map_by_sklearn(eigenvalues, V, d):
    distances = np.sqrt(np.maximum(quadratic_form(V @ np.diag(eigenvalues) @ V.T), 0))
    Z = SklearnMDS(n_components=d, metric="precomputed").fit_transform(distances)
    return squareform(pdist(Z, "sqeuclidean"))


def share_by_pca(eigenvalues, d):
    """Of points that have these eigenvalues: the rows of helmert sum to 0 and are orthonormal."""
    points = helmert(len(eigenvalues)).T * np.sqrt(eigenvalues[1:])
    return PCA(d).fit(points).explained_variance_ratio_.sum()


def by_differences(Z, dist):
    """Subtract the first point's equation ‖z − z_i‖² = d_i² from the others: linear in z."""
    squared = (Z**2).sum(axis=1) - dist**2
    return np.linalg.lstsq(2 * (Z[1:] - Z[0]), squared[1:] - squared[0])[0]


QUIZ = {f.__name__: f for f in (shift, steps, five_points, zero, negative, learner)}
EXERCISES = {
    "8.1": quadratic_form,
    "8.2": centered_by_sklearn,
    "8.3": map_by_sklearn,
    "8.4": share_by_pca,
    "8.5": by_differences,
}
