"""Answers to each exercise, right (✓) and wrong (✗), as students write them.

Each is a function, or an expression in the exercise's arguments. No wrong one is among the usual
mistakes, and no right one is the reference.
"""

import math
from itertools import combinations

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import expit
from scipy.stats import sem
from sklearn.cluster import KMeans  # noqa: F401  in an answer

from rbflib.lab.exercises import EXERCISES

ANSWERS = {}


def function_of(name, what):
    answer, given = ANSWERS[name][what], ", ".join(EXERCISES[name].parameters)
    return answer if callable(answer) else eval(f"lambda {given}: {answer}", globals())


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


ANSWERS["0.1"] = {
    "✗ γ/2": "beta * np.exp(-gamma * (x - mu) ** 2 / 2)",
    "✗ 1/γ": "beta * np.exp(-((x - mu) ** 2) / gamma)",
    "✗ x + μ": "beta * np.exp(-gamma * (x + mu) ** 2)",
    "✓ quotient": "beta / np.exp(gamma * abs(mu - x) ** 2)",
    "✓ product of e": "beta * math.e ** -(gamma * (x * x - 2 * x * mu + mu * mu))",
}

ANSWERS["0.2"] = {
    "✗ sums multiplied": "-2 * gamma * np.sum(x - mu) * (beta @ np.exp(-gamma * (x - mu) ** 2))",
    "✗ mean": "reference('0.2', x, mu, beta, gamma, b) / len(mu)",
    "✗ coarse difference": "slope_between(x, x + 0.001, mu, beta, gamma)",
    "✓ loop": "sum(2 * gamma * w * d * math.exp(-gamma * d**2) for w, d in zip(beta, mu - x))",
    "✓ fine difference": "slope_between(x - 1e-5, x + 1e-5, mu, beta, gamma)",
}

ANSWERS["1.1"] = {
    "✗ squares": "beta @ K @ beta / 2 + C * sum(np.maximum(0, 1 - y * (K @ beta + b)) ** 2)",
    "✗ penalized bias": "reference('1.1', K, beta, b, y, C) + b**2 / 2",
    "✗ β ≠ 0": "beta @ K @ beta / 2 + C * sum(np.maximum(0, 1 - y * (K @ beta + b))[beta != 0])",
    "✗ |β| y": "reference('1.1', K, abs(beta) * y, b, y, C)",
    "✓ loop": "beta @ K @ beta / 2 + C * sum(max(0, 1 - t * (k @ beta + b)) for k, t in zip(K, y))",
    "✓ tables": "np.sum(np.outer(beta, beta) * K) / 2 + C * (1 - y * (beta @ K + b)).clip(0).sum()",
}

ANSWERS["1.2"] = {
    "✗ leading minors": "minors(K, [range(k) for k in range(1, len(K) + 1)])",
    "✗ minors of one row or two": "minors(K, sets(K, 2))",
    "✗ diagonal and determinant": "minors(K, [*sets(K, 1), range(len(K))])",
    "✗ 1% below 0": "np.allclose(K, K.T) and np.ptp(w := np.linalg.eigvalsh(K)) <= 1.01 * w.max()",
    "✓ all minors": "minors(K, sets(K, len(K)))",
    "✓ with a ridge": cholesky_with_a_ridge,
    "✓ trace": "np.allclose(K, K.T) and np.linalg.norm(K, 'nuc') <= K.trace() * (1 + 1e-9)",
}

ANSWERS["2.1"] = {
    "✗ mean of the diagonal": "(y - hat(Z, lam) @ y) / (1 - np.diag(hat(Z, lam)).mean())",
    "✗ divided twice": "(y - hat(Z, lam) @ y) / (1 - np.diag(hat(Z, lam))) ** 2",
    "✗ λN": "reference('2.1', Z, y, lam * len(y))",
    "✓ loop": "[t - z @ ridge_by_rows(np.delete(Z, n, 0), np.delete(y, n), lam) "
    "for n, z, t in zip(range(len(y)), Z, y)]",
    "✓ inverse": "(G := np.linalg.inv(Z @ Z.T + lam * np.eye(len(Z)))) @ y / np.diag(G)",
}

ANSWERS["2.2"] = {
    "✗ 2λ": "reference('2.2', Z, y, 2 * lam)",
    "✗ columns scaled": "reference('2.2', (Z - Z.mean(axis=0)) / Z.std(axis=0), y, lam)",
    "✗ mean less the weights": "[np.mean(y) - sum(beta := centered_ridge(Z, y, lam)[1:]), *beta]",
    "✓ centered": centered_ridge,
    "✓ further rows": "ridge_by_rows(np.insert(Z, 0, 1, 1), y, np.append(0, lam + 0 * Z[0]))",
}

ANSWERS["3.1"] = {
    "✗ 1/(1 + d²)": "np.bincount(labels, shares(1 / (1 + d**2)), n_classes)",
    "✗ Gaussian": "np.bincount(labels, shares(np.exp(-(d**2))), n_classes)",
    "✗ 0 comes first": "np.bincount(labels, shares(d == 0 if d[0] == 0 else d**-2.0), n_classes)",
    "✗ 0 is 1": "np.bincount(labels, shares(np.where(d == 0, 1, d) ** -2.0), n_classes)",
    "✓ table": "shares((d == 0 if 0 in d else (min(d) / d) ** 2) @ np.eye(n_classes)[labels])",
    "✓ loop": "[sum((1 / x**2 if min(d) else x == 0) for x in d[labels == c]) / "
    "sum((1 / x**2 if min(d) else x == 0) for x in d) for c in range(n_classes)]",
}

ANSWERS["3.2"] = {
    "✗ γ/2": "reference('3.2', X, y, gamma / 2)",
    "✗ variance of the errors": "np.var(left_out(X, y, gamma) - y)",
    "✗ N − 1": "sum((left_out(X, y, gamma) - y) ** 2) / (len(y) - 1)",
    "✓ length": "np.linalg.norm(left_out(X, y, gamma) - y) ** 2 / len(y)",
    "✓ loop": "sum((sum(v * t for v, t in zip(w, y)) / sum(w) - target) ** 2 for w, target in "
    "zip(np.exp(-gamma * cdist(X, X) ** 2) - np.eye(len(y)), y)) / len(y)",
}

ANSWERS["3.3"] = {
    "✗ all three are of the other class": "p * (1 - p) ** 3 + (1 - p) * p**3",
    "✗ one of the three is": "1 - p**4 - (1 - p) ** 4",
    "✗ two errors for four": "(r := p * (1 - p)) + 2 * r**2",
    "✓ r + 4r²": "(r := p * (1 - p)) + 4 * r**2",
    "✓ polynomial": "[q + 3 * q**2 - 8 * q**3 + 4 * q**4 for q in p]",
}

ANSWERS["4.1"] = {
    "✗ only not drawn again": "shares(np.where(np.arange(len(X)) == drawn, 0, squared))",
    "✗ city blocks": "shares(np.minimum(squared, abs(X - X[drawn]).sum(axis=1) ** 2))",
    "✗ last sample": "reference('4.1', X, squared, -1)",
    "✓ loop": "shares([min(s, math.dist(x, X[drawn]) ** 2) for x, s in zip(X, squared)])",
    "✓ table": "shares(np.c_[squared, cdist(X, X[[drawn]]) ** 2].min(axis=1))",
}

ANSWERS["4.2"] = {
    "✗ median": "round_of(X, weight, centers, lambda S, w: np.median(S, axis=0))",
    "✗ the heaviest sample": "round_of(X, weight, centers, lambda S, w: S[w.argmax()])",
    "✗ weights up to 1": "round_of(X, np.minimum(weight, 1), centers, "
    "lambda S, w: w @ S / w.sum())",
    "✓ average": "round_of(X, weight, centers, lambda S, w: np.average(S, axis=0, weights=w))",
    "✓ scikit-learn": "round_of(X, weight, centers, "
    "lambda S, w: KMeans(1).fit(S, sample_weight=w).cluster_centers_[0])",
}

ANSWERS["5.1"] = {
    "✗ σ² above the line": "(w := joint(r2 * sigma**4, sigma, share, D)) / w.sum(axis=1)[:, None]",
    "✗ shares afterwards": "share * reference('5.1', r2, sigma, 1, D)",
    "✗ sums as a row": "(w := joint(r2, sigma, share, D)) / w.sum(axis=1)",
    "✓ loop": "[[j / sum(row) for j in row] for row in joint(r2, sigma, share, D)]",
    "✓ quotients": "1 / ((w := joint(r2, sigma, share, D))[:, None] / w[:, :, None]).sum(axis=2)",
}

ANSWERS["5.2"] = {
    "✗ targets for 0 and 1": "Z.T @ (expit(Z @ beta) - y) + 2 * alpha * beta",
    "✗ first weight free": "reference('5.2', Z, y, beta, alpha * np.sign(np.arange(len(beta))))",
    "✗ λN": "reference('5.2', Z, y, beta, alpha * len(y))",
    "✓ loop": "[2 * alpha * w - sum(z * y / (1 + np.exp(y * (Z @ beta)))) "
    "for w, z in zip(beta, Z.T)]",
    "✓ 0 and 1": "(expit(Z @ beta) - (y > 0)) @ Z + 2 * alpha * beta",
    "✓ tanh": "Z.T @ (np.tanh(Z @ beta / 2) - y) / 2 + 2 * alpha * beta",
}

ANSWERS["6.1"] = {
    "✗ last column alone": "reference('6.1', Z, Q[:, -1:], y)",
    "✗ correlation": "max(left(Z, Q).T, key=lambda z: np.corrcoef(z, y)[0, 1] ** 2)",
    "✗ no square above": "max(left(Z, Q).T, key=lambda z: abs(z @ y) / (z @ z))",
    "✓ loop": next_column_by_loop,
    "✓ cosine": "left(Z, Q)[:, abs(1 - cdist(left(Z, Q).T, y[None], 'cosine')).argmax()]",
}

ANSWERS["6.2"] = {
    "✗ raw columns": "gram_schmidt(Z, y, order, lambda raw, orthogonal: raw)",
    "✗ column before alone": "gram_schmidt(Z, y, order, lambda raw, orthogonal: orthogonal[-1:])",
    "✗ backwards": "reference('6.2', Z, y, order[::-1])[::-1]",
    "✓ loop": gram_schmidt,
    "✓ root": "np.linalg.solve(np.linalg.cholesky((A := Z.T[order]) @ A.T), A @ y) ** 2 / (y @ y)",
}

ANSWERS["7.1"] = {
    "✗ (HᵀH)⁻¹": "machine(X, T, X_new, a, b, lambda H, T: np.linalg.inv(H.T @ H) @ H.T @ T)",
    "✗ penalty": "machine(X, T, X_new, a, b, lambda H, T: hat(H.T, 1e-3) @ np.linalg.pinv(H) @ T)",
    "✗ e^z": "machine(X, T, X_new, a, b, lambda H, T: np.linalg.pinv(H) @ T, lambda z: expit(-z))",
    "✓ lstsq": "machine(X, T, X_new, a, b, lambda H, T: np.linalg.lstsq(H, T)[0])",
    "✓ loop": "machine(X, T, X_new, a, b, lambda H, T: np.linalg.pinv(H) @ T, "
    "lambda z: [[1 / (1 + math.exp(-x)) for x in row] for row in z])",
}

ANSWERS["7.2"] = {
    "✗ λ on every entry": classes,
    "✗ λ/2": "reference('7.2', H, labels, H_new, lam / 2)",
    "✗ penalized bias": "classes(np.insert(H, 0, 1, 1), labels, np.insert(H_new, 0, 1, 1), "
    "lam * np.eye(H.shape[1] + 1))",
    "✓ 0 and 1": "classes(H, labels, H_new, lam * np.eye(H.shape[1]), off=0.0)",
    "✓ loop": "[max(set(labels), key=lambda c: h @ ridge_by_rows(H, labels == c, lam)) "
    "for h in H_new]",
}

ANSWERS["8.1"] = {
    "✗ roots too early": "np.sqrt((dist**2).mean(axis=1)) - np.sqrt((dist**2).mean() / 2)",
    "✗ half of its own mean": "np.sqrt((dist**2).mean(axis=1) / 2)",
    "✗ no diagonal": "np.sqrt((dist**2).mean(axis=1) - (dist[dist > 0] ** 2).mean() / 2)",
    "✓ loop": "[math.sqrt(sum(d**2) / len(d) - sum(sum(dist**2)) / len(d) ** 2 / 2) for d in dist]",
    "✓ matrix": "np.sqrt(-np.diag((J := np.eye(len(dist)) - 1 / len(dist)) @ dist**2 @ J) / 2)",
}

ANSWERS["8.2"] = {
    "✗ against the largest": "np.sum(eigenvalues >= share * eigenvalues.max())",
    "✗ above the mean": "np.sum(eigenvalues >= eigenvalues.mean())",
    "✗ share of the positive ones": "math.ceil(share * np.sum(eigenvalues > 0))",
    "✓ loop": "next(n for n in range(1, 99) if sum(eigenvalues[-n:]) >= share * sum(eigenvalues))",
    "✓ search": "1 + np.searchsorted(np.cumsum(eigenvalues[::-1]), share * eigenvalues.sum())",
}

ANSWERS["8.3"] = {
    "✗ nearer ones weigh more": "np.average(Z, axis=0, weights=1 / (1e-9 + dist**2))",
    "✗ variance of a column": "(np.sum(Z**2, axis=1) - dist**2) / 2 @ Z / Z.var(axis=0)",
    "✗ sum of all squares": "(np.sum(Z**2) - dist**2) / 2 @ Z / np.sum(Z**2)",
    "✓ loop": "[c @ [x @ x - d**2 for x, d in zip(Z, dist)] / (2 * c @ c) for c in Z.T]",
    "✓ lstsq": "np.linalg.lstsq(2 * Z, (Z**2).sum(axis=1) - dist**2)[0]",
}

ANSWERS["9.1"] = {
    "✗ sign": "pipeline(X, y, X_test, y_test, k, lambda X, A, t: A.T @ t)",
    "✗ not scaled": "pipeline(X, y, X_test, y_test, k, lambda X, A, t: abs(X.T @ t))",
    "✗ no bias": "pipeline(X, y, X_test, y_test, k, lambda X, A, t: abs(A.T @ t), lambda y: 0)",
    "✓ N − 1": "pipeline(X, y, X_test, y_test, k, lambda X, A, t: (A.T @ t) ** 2, ddof=1)",
    "✓ column of ones": pipeline_with_ones,
}

ANSWERS["9.2"] = {
    "✗ accuracy": "1 - reference('9.2', H_val, y_val, H_test, y_test)",
    "✗ squares": "error(H_test, y_test)[((H_val.T - y_val) ** 2).sum(axis=1).argmin()]",
    "✗ mean output": "error(H_test, y_test)[(y_val @ H_val).argmax()]",
    "✗ larger of both errors": "max(min(zip(error(H_val, y_val), error(H_test, y_test))))",
    "✓ largest sum of signs": "error(H_test, y_test)[(y_val @ np.sign(H_val)).argmax()]",
    "✓ sorted": "min(zip(error(H_val, y_val), error(H_test, y_test)))[1]",
}

ANSWERS["10.1"] = {
    "✗ of a difference": "smallest_within(errors, sizes, lambda se, best: np.hypot(se, se[best]))",
    "✗ two errors": "smallest_within(errors, sizes, lambda se, best: 2 * se[best])",
    "✗ mean error": "smallest_within(errors, sizes, lambda se, best: se.mean())",
    "✗ median": "smallest_within(errors, sizes, lambda se, best: se[best], np.median)",
    "✓ loop": smallest_by_loop,
    "✓ sem": "smallest_within(errors, sizes, lambda se, best: se[best])",
}
