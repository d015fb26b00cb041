import re

import numpy as np
from numpy.linalg import norm
from scipy.linalg import ldl
from scipy.spatial.distance import cdist
from sklearn.metrics import hinge_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from rbflib import make_moons
from tests.independent import numbers_in


def similarity_of(text):
    """The function of X (N, 2) and mu (M, 2) that a choice writes."""
    for sign, code in {"−": "-", "‖²": "‖**2", "²": "**2", "³": "**3", "⁴": "**4"}.items():
        text = text.replace(sign, code)
    for term, code in {"‖x - μ‖": "r", "‖x‖": "a", "‖μ‖": "b", "x·μ": "p", "γ": "0.7"}.items():
        text = text.replace(term, code)
    text = re.sub(r"\(x([₁₂]) - μ[₁₂]\)", lambda d: "uv"["₁₂".index(d[1])], text)
    text = re.sub(r"(?<=[\d)]) (?=[a-z])", "*", text)
    if text.startswith("[x = μ]"):
        text = "r == 0"
    if text.startswith("the cosine"):
        text = "p / (a * b)"

    def similarity(X, mu):
        apart = X[:, None] - mu
        names = {"r": norm(apart, axis=-1), "a": norm(X, axis=1)[:, None], "b": norm(mu, axis=1)}
        names |= {"p": X @ mu.T, "u": apart[..., 0], "v": apart[..., 1]}
        return np.broadcast_to(eval(text, vars(np) | names) * 1.0, (len(X), len(mu)))

    return similarity


def not_radial(question):
    functions = {text: similarity_of(text) for text in question.choices}
    wanted = "is radial" in question.ask
    [right] = [text for text, f in functions.items() if is_radial(f) == wanted]
    k = max(map(float, re.findall(r"(?<=exp\(−)\d+", " ".join(functions))))
    ways = {
        "gaussian": lambda X, mu: rbf_kernel(X, mu, k),
        "inverse_quadratic": lambda X, mu: 1 / (1 + k * cdist(X, mu, "sqeuclidean")),
        "product": lambda X, mu: rbf_kernel(X, mu, k),
        "no_center": lambda X, mu: rbf_kernel(X, 0 * mu, k),
        "one_feature": lambda X, mu: rbf_kernel(X * [1, 0], mu * [1, 0], k),
    }
    text_of = {m: text for text, m in question.methods.items() if m in ways}
    is_so = {m: equal(functions[text], ways[m]) for m, text in text_of.items()}
    return {"right": right} | {m: text for m, text in text_of.items() if is_so[m]}


def equal(f, g):
    X, mu = np.random.default_rng(3).normal(size=(2, 20, 2))
    return np.allclose(f(X, mu), g(X, mu))


def kernel_not_radial(question):
    """Each choice by its matrices, and by what turning and shifting change."""
    edit = "the edit distance of two texts"
    found = {
        text: (is_radial(similarity_of(text)), is_kernel(similarity_of(text)))
        for text in question.choices
        if text != edit
    }
    names = {(True, True): "gaussian", (False, True): "polynomial"}
    names |= {(False, False): "neuron", (True, False): "minus_square"}
    asked = {"but not radial": "polynomial", "but not a Mercer": "minus_square"}
    wanted = next((name for words, name in asked.items() if words in question.ask), "neuron")
    text_of = {names[properties]: text for text, properties in found.items()}
    return text_of | {"right": text_of[wanted]}


def is_kernel(similarity):
    rng = np.random.default_rng(8)
    samples = [rng.normal(size=(6, 2)) * size for size in np.geomspace(0.1, 3, 40)]
    matrices = [similarity(X, X) for X in samples]
    return all(np.linalg.eigvalsh(K)[0] > -1e-9 * np.abs(K).max() for K in matrices)


def is_radial(similarity):
    rng = np.random.default_rng(5)
    X, mu = rng.normal(size=(2, 30, 2))
    turn, shift = np.linalg.qr(rng.normal(size=(2, 2)))[0], rng.normal(size=2)
    ray = mu[0] + np.linspace(0, 5, 100)[:, None] * [0.6, 0.8]
    same = np.allclose(similarity(X, mu), similarity(X @ turn + shift, mu @ turn + shift))
    return same and np.all(np.diff(similarity(ray, mu[:1])[:, 0]) <= 1e-12)


def parameters(question):
    """By counting the entries of arrays."""
    [D] = map(int, numbers_in(question.ask))
    center, matrix, symmetric = np.zeros(D), np.eye(D), len(np.triu_indices(D)[0])
    no_center, squares, one = center.size, matrix.size, center.size + 1
    full, not_symmetric = center.size + symmetric, center.size + matrix.size
    one_per_feature = center.size + np.diag(matrix).size
    right = full if "full" in question.ask else one_per_feature
    return locals()


def needle(question):
    """With the formulas of the page's table."""
    profiles = {
        "Gaussian": lambda r: np.exp(-(r**2)),
        "inverse multiquadric": lambda r: 1 / np.hypot(1, r),
        "inverse quadratic": lambda r: 1 / (1 + r**2),
        "truncated": lambda r: np.where(r <= 1, (1 - r) ** 2, 0),
    }

    def value(item):
        name, _, distance = item.partition(" at distance ")
        return profiles[name](float(distance) if distance else numbers_in(question.ask)[-1])

    [root] = re.findall(r"sqrt\{(.*?)\}", question.why)
    [multiquadric] = (value(item) for item in question.items if "multi" in item)
    assert np.isclose(multiquadric, float(root) ** -0.5)
    return sorted(question.items, key=value)


def cost(K, beta, b, y, C):
    """With features that have these inner products, and scikit-learn's mean hinge loss."""
    s, V = np.linalg.eigh(K)
    Phi = V * np.sqrt(np.maximum(s, 0))
    w = beta @ Phi
    return norm(w) ** 2 / 2 + C * len(y) * hinge_loss(y, Phi @ w + b, labels=[-1, 1])


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


SEEDED = {f.__name__: f for f in (not_radial, kernel_not_radial, parameters, needle)}
EXERCISES = {
    "1.1": cost,
    "1.2": lambda K: np.allclose(K, K.T) and min(np.linalg.eigvals(K).real) > -1e-9 * norm(K, 2),
}
CONSTRUCTIONS = {"1.3": not_a_kernel}
CURVES = {"1.6": score_on_a_line}
