import numpy as np
from scipy.linalg import ldl
from sklearn.metrics import hinge_loss
from sklearn.svm import SVC

from rbflib import design_matrix, make_moons


def not_radial():
    def cosine(X, mu):
        return X @ mu.T / np.linalg.norm(X, axis=1)[:, None] / np.linalg.norm(mu, axis=1)

    def minus_square(X, mu):
        return 2 * X @ mu.T - (X**2).sum(axis=1)[:, None] - (mu**2).sum(axis=1)

    functions = {
        "exp(−3 ‖x − μ‖²)": lambda X, mu: design_matrix(X, mu, 3.0),
        "2 x·μ − ‖x‖² − ‖μ‖²": minus_square,
        "[x = μ]: 1 at the center, 0 elsewhere": lambda X, mu: design_matrix(X, mu, 1e9),
        "the cosine of the angle between x and μ": cosine,
    }
    return [text for text, f in functions.items() if not is_radial(f)]


def is_radial(similarity):
    rng = np.random.default_rng(5)
    X, mu = rng.normal(size=(2, 30, 2))
    turn, shift = np.linalg.qr(rng.normal(size=(2, 2)))[0], rng.normal(size=2)
    ray = mu[0] + np.linspace(0, 5, 100)[:, None] * [0.6, 0.8]
    same = np.allclose(similarity(X, mu), similarity(X @ turn + shift, mu @ turn + shift))
    return same and np.all(np.diff(similarity(ray, mu[:1])[:, 0]) <= 1e-12)


def parameters():
    return 4 + len(np.triu_indices(4)[0])


def needle():
    names = ["gaussian", "inverse_multiquadric", "inverse_quadratic", "truncated"]
    return sorted(names, key=lambda name: design_matrix([[3.0]], [[0.0]], 1.0, name)[0, 0])


def cost(K, beta, b, y, C):
    """With features that have these inner products, and scikit-learn's mean hinge loss."""
    s, V = np.linalg.eigh(K)
    Phi = V * np.sqrt(np.maximum(s, 0))
    w = beta @ Phi
    return np.linalg.norm(w) ** 2 / 2 + C * len(y) * hinge_loss(y, Phi @ w + b, labels=[-1, 1])


def not_a_kernel(x):
    """By the inertia of K + c I: how many eigenvalues are below -c, from its factors L D Lᵀ."""
    K = np.array([[max(0.0, 1 - (a - b) ** 2) for b in x] for a in x])

    def below(c):
        _, D, _ = ldl(K + c * np.eye(len(x)))
        return np.sum(np.linalg.eigvals(D).real < 0)

    return len(x) <= 8 and below(0.2505) == 0 < below(0.2495)


def score_on_a_line(x1):
    svm = SVC(gamma=2.0, C=10.0).fit(*make_moons(100, random_state=0))
    return svm.decision_function(np.column_stack([x1, x1]))


QUIZ = {f.__name__: f for f in (not_radial, parameters, needle)}
EXERCISES = {
    "1.1": cost,
    "1.2": lambda K: (
        np.allclose(K, K.T) and min(np.linalg.eigvals(K).real) > -1e-9 * np.linalg.norm(K, 2)
    ),
}
CONSTRUCTIONS = {"1.3": not_a_kernel}
CURVES = {"1.6": score_on_a_line}
