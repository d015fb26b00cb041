"""What the answers in solutions.toml are made of."""

import math
import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import expit
from scipy.stats import sem
from sklearn.cluster import KMeans  # noqa: F401  in an answer

from rbflib.lab.exercises import EXERCISES

ANSWERS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def function_of(name, what):
    given = ", ".join(EXERCISES[name].parameters)
    return eval(f"lambda {given}: {ANSWERS[name][what]}", globals())


def reference(name, *args):
    return EXERCISES[name].reference(*args)


def shares(weights):
    return weights / np.sum(weights)


def slope_between(x, end, mu, beta, gamma):
    h = [beta @ np.exp(-gamma * (place - mu) ** 2) for place in (x, end)]
    return (h[1] - h[0]) / (end - x)


def minors(K, rows):
    """Whether K is symmetric, and has no negative determinant on any of these sets of rows."""
    K = K / abs(K).max()
    return np.allclose(K, K.T) and all(np.linalg.det(K[np.ix_(r, r)]) > -1e-9 for r in rows)


def sets(K, largest):
    return [list(s) for k in range(1, largest + 1) for s in combinations(range(len(K)), k)]


def cholesky_with_a_ridge(K):
    try:
        np.linalg.cholesky(K + 1e-9 * np.linalg.norm(K) * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return np.allclose(K, K.T)


def hat(Z, lam):
    return Z @ np.linalg.solve(Z.T @ Z + lam * np.eye(Z.shape[1]), Z.T)


def ridge_by_rows(A, y, penalty):
    """Least squares with a row √penalty more for each column of A."""
    rows = np.diag(np.sqrt(np.broadcast_to(penalty, A.shape[1])))
    return np.linalg.lstsq(np.vstack([A, rows]), np.append(y, np.zeros(len(rows))))[0]


def centered_ridge(Z, y, lam):
    beta = ridge_by_rows(Z - Z.mean(axis=0), y - y.mean(), lam)
    return [y.mean() - Z.mean(axis=0) @ beta, *beta]


def left_out(X, y, gamma):
    squared = cdist(X, X, "sqeuclidean") + np.diag(np.full(len(X), np.inf))
    return [np.average(y, weights=w) for w in np.exp(-gamma * squared)]


def round_of(X, weight, centers, center):
    """Each center moves to center(its samples, their weights), where they weigh something."""
    sets = [cdist(X, centers).argmin(axis=1) == m for m in range(len(centers))]
    pairs = zip(sets, centers, strict=True)
    return [center(X[s], weight[s]) if weight[s].sum() else c for s, c in pairs]


def joint(r2, sigma, share, D):
    return share * np.exp(-r2 / (2 * sigma**2)) / sigma**D


def left(Z, Q):
    return Z - Q @ np.linalg.lstsq(Q, Z)[0]


def next_column_by_loop(Z, Q, y):
    found = []
    for z in Z.T:
        for q in Q.T:
            z = z - (q @ z) / (q @ q) * q
        found.append(((z @ y) ** 2 / (z @ z), list(z)))
    return max(found)[1]


def gram_schmidt(Z, y, order, earlier=lambda raw, orthogonal: orthogonal):
    raw, orthogonal = [], []
    for z in Z[:, order].T:
        parts = [(q @ z) / (q @ q) * q for q in earlier(raw, orthogonal)]
        orthogonal.append(z - np.sum(parts, axis=0))
        raw.append(z)
    return [(q @ y) ** 2 / (q @ q) / (y @ y) for q in orthogonal]


def machine(X, T, X_new, a, b, fit, layer=expit):
    return layer(X_new @ a.T + b) @ fit(layer(X @ a.T + b), T)


def classes(H, labels, H_new, penalty, off=-1.0):
    T = np.where(labels[:, None] == np.unique(labels), 1.0, off)
    h = H_new @ np.linalg.solve(H.T @ H + penalty, H.T @ T)
    return [np.unique(labels)[row.argmax()] for row in h]


def pipeline(X, y, X_test, y_test, k, relevance, bias=np.mean, ddof=0):
    mean, spread = X.mean(axis=0), X.std(axis=0, ddof=ddof)
    best = np.argsort(relevance(X, (X - mean) / spread, y - y.mean()))[-k:]
    A, A_test = (((S - mean) / spread)[:, best] for S in (X, X_test))
    return np.mean((A_test @ np.linalg.pinv(A) @ (y - y.mean()) + bias(y) - y_test) ** 2)


def pipeline_with_ones(X, y, X_test, y_test, k):
    relevance = [abs(np.corrcoef(x, y)[0, 1]) for x in X.T]
    best = sorted(range(len(relevance)), key=lambda j: -relevance[j])[:k]
    A, A_test = (np.insert(S[:, best], 0, 1, axis=1) for S in (X, X_test))
    return np.mean((A_test @ np.linalg.lstsq(A, y)[0] - y_test) ** 2)


def error(H, y):
    return (H * y[:, None] < 0).mean(axis=0)


def smallest_within(errors, sizes, allowed, mean=np.mean):
    means = mean(errors, axis=1)
    good = means <= means.min() + allowed(sem(errors, axis=1), means.argmin())
    return np.argmin(np.where(good, sizes, np.inf))


def smallest_by_loop(errors, sizes):
    means, found = [sum(row) / len(row) for row in errors], None
    squares = sum((e - min(means)) ** 2 for e in errors[means.index(min(means))])
    limit = min(means) + math.sqrt(squares / (len(errors[0]) - 1) / len(errors[0]))
    for k, mean in enumerate(means):
        if mean <= limit and (found is None or sizes[k] < sizes[found]):
            found = k
    return found
