"""The numbers of the exam bank, each computed in another way than in the bank.

s04_walk(question) gives name -> number, for all numbers that the texts of 04.walk name and that are
not drawn, from the text of the question and what its picture shows: by hand, by scikit-learn, or by
trying everything.
"""

import re
import warnings
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, exp, log, log10, sqrt
from statistics import mean, stdev, variance

import numpy as np
import pytest
from numpy.linalg import matrix_rank
from scipy.linalg import helmert, orthogonal_procrustes
from scipy.optimize import brentq
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.special import expit
from scipy.stats import sem
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics import brier_score_loss, hinge_loss, zero_one_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import (
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestNeighbors,
)
from sklearn.svm import SVC

from rbflib import ELMRegressor, make_wave, wave
from rbflib.lab.kit.template import WORDS
from teaching.exam import page_02
from tests.independent import numbers_in, words_in


def ridge(Z, y, alpha):
    return Ridge(alpha, fit_intercept=False, solver="svd", tol=1e-12).fit(Z, y).coef_


def exact(Z, y):
    return np.linalg.lstsq(Z, y, rcond=None)[0]


def s00_two_bumps(question):
    """Bumps are powers of 1/2."""
    first, second, v, w, b, _, middle, last = numbers_in(question.ask)

    def h(x):
        return v / 2 ** (x - first) ** 2 + w / 2 ** (x - second) ** 2 + b

    return {"middle": middle, "at_middle": h(middle), "at_second": h(last), "far": h(20)}


SIZES = {"inches": 1, "feet": 12, "yards": 36, "millimeters": 1, "centimeters": 10, "meters": 1000}
SIZES |= {"kilometers": 1e6, "minutes": 1 / 60, "hours": 1, "days": 24, "weeks": 168}
SIZES |= {"months": 1, "years": 12, "grams": 1, "kilograms": 1000, "milliliters": 1, "liters": 1000}
SIZES |= {"cents": 1, "dollars": 100}


def s00_centimeters(question):
    small, large = sorted(re.search(r"from (\w+) to (\w+)", question.ask).groups(), key=SIZES.get)
    n = SIZES[large] / SIZES[small]
    return {"large": large, "small": small, "n": n, "share": 1 / n**2}


def s01_score(question):
    """With scikit-learn's Gaussian between the query and the support vectors."""
    ask = question.ask.replace("\\ln 2", "").replace("$+", "$")
    n = numbers_in(ask)
    vectors, classes, alpha = (
        np.reshape([n[i : i + 2] for i in (0, 4, 8)], (3, 2)),
        n[2:12:4],
        n[3:12:4],
    )
    weights, bias = np.multiply(classes, alpha), n[12]
    bumps = rbf_kernel([n[13:15]], vectors, gamma=np.log(2))[0]
    at = bumps @ weights + bias
    chosen, far, other = np.sign([at, bias, at - bias])
    found = {"weights": weights, "first": alpha[0], "at": at, "no_bias": at - bias, "far": far}
    return found | {"chosen": chosen, "other": other, "size": abs(bias), "below": "-+"[bias > 0]}


def s01_unlike_texts(question):
    n = ["Three", "Four", "Five"].index(
        re.search(r"(\w+) texts have the rating", question.ask)[1]
    ) + 3
    r = numbers_in(question.ask)[3]
    K = np.full((n, n), r) + (1 - r) * np.eye(n)
    ratings = np.linspace(-1, 1, 12 * 5 * 2 + 1)
    lowest = [np.linalg.eigvalsh(np.full((n, n), c) + (1 - c) * np.eye(n))[0] for c in ratings]
    return {
        "n": n, "product": K.sum(), "lowest": np.linalg.eigvalsh(K)[0],
        "limit": ratings[np.greater(lowest, -1e-9)][0], "pairs": comb(n, 2),
    }  # fmt: skip


def s01_dominant_diagonal(question):
    K = np.array(numbers_in(re.search(r"\{pmatrix\}(.*?)\\end", question.ask)[1]))
    if len(K) == 4:
        assert np.linalg.eigvalsh(K.reshape(2, 2))[0] > 0
        return {"c": K[1] - 1, "product": 3 - 4 * (K[1] - 1)}
    v, K = np.array([1, -1, 1]), K.reshape(3, 3)
    return {"c": K[0, 1], "product": v @ K @ v}


def points_of(alt, name):
    return np.reshape(numbers_in(re.search(rf"{name}[^:]*: (.*?)\.(?: |$)", alt)[1]), (-1, 2))


def s01_margin(question):
    """Of the machine that scikit-learn finds for these samples; it is that of the picture."""
    alt = question.picture.alt.replace("\n", " ")
    circles, crosses = points_of(alt, "Circles, class"), points_of(alt, "Crosses, class")
    X, y = np.vstack([circles, crosses]), np.repeat([1, -1], 5)
    t, low, high = numbers_in(alt.replace("x₁ = ", "x₁ "))[:3]
    C = numbers_in(question.ask[question.ask.index("$C=") :])[0]
    machine = SVC(kernel="linear", C=C, tol=1e-9).fit(X, y)
    (w, nothing), bias = machine.coef_[0], machine.intercept_[0]
    assert np.allclose([w**2, nothing, -bias / w, t - low, high - t], [1, 0, t, 1, 1], atol=1e-5)
    belongs = "right" if w > 0 else "left"
    assert f"class $+1$ belongs on the {belongs}." in question.ask
    lack = 1 - y * machine.decision_function(X)
    found = {"circle": circles[lack[:5].argmax()], "cross": crosses[lack[5:].argmax()]}
    return found | {
        "by": lack[:5].max(), "cross_by": lack[5:].max(),
        "short": len(X) * hinge_loss(y, machine.decision_function(X)),
        "cost": 1 / 2 + C * np.maximum(lack, 0).sum(), "n_support": np.sum(lack > -1e-6),
        "belongs": belongs, "C": C, "t": t, "seen": re.search(r"\+1: (.*?)\. ", alt)[1],
        "seen_crosses": re.search(r"−1: (.*?)\.$", alt)[1],
    }  # fmt: skip


def s01_units(question):
    """Numbers that can be chosen: the center, and the free entries of a symmetric matrix."""
    seen = question.picture.alt.split("lines. ", 1)[1]
    looks = {look[0]: look for look in re.findall(r"[A-D]: [^.]*(?:\.\d[^.]*)*", seen)}
    words, order = ("along x", "circles", "straight", "lower left", "upper left"), {}
    for name, axes in zip("ABCD", question.picture.figure().axes, strict=True):
        for path in axes.collections[0].get_paths():
            x, y = path.vertices.T  # of an ellipse ax² + bxy + cy² = 1, or of two lines
            squares = np.transpose([x * x, x * y, y * y])
            a, b, c = exact(squares, x**0)
            assert np.allclose(squares @ (a, b, c), 1, atol=0.02)
            round_or_flat = 3 + int(b > 0) if abs(b) > 0.1 else int(abs(a - c) < 0.1)
            kind = 2 if 4 * a * c - b * b < 0.01 * a * a else round_or_flat
            assert words[kind] in looks[name], (name, kind)
            assert kind or f"as wide along {'x₁' if a < c else 'x₂'} as" in looks[name]
        order[min(kind, 3)] = name
    return {
        "order": "".join(order[kind] for kind in range(4)),
        "sizes": [2 + 2, 2 + 1, 2 + 1, 2 + comb(2 + 1, 2)],
        "seen": seen,
    }


def s02_one_center(question):
    n = numbers_in(question.ask.replace("\\ln 2", ""))
    Z, y, lam = np.array([[0.5], [1], [0.5]]), n[3:6], n[7]
    [plain], [weight] = exact(Z, y), ridge(Z, y, lam)
    half = [x for x in np.linspace(1, 2, 3) if np.isclose(2 * ridge(Z, y, x)[0], plain)]
    product = n[3] / 2 + n[4] + n[5] / 2
    return {"energy": half[0], "exact": plain, "ridge": weight, "product": product}


def s02_shares(question):
    *s, target, lam = numbers_in(question.ask)
    Z, y = np.diag(s), np.full(3, target)
    fit = Z @ ridge(Z, y, lam)
    hat = Z @ np.linalg.inv(Z.T @ Z + lam * np.eye(3)) @ Z.T
    kernel = Z @ np.linalg.inv(Z + lam * np.eye(3))
    return {
        "s": s, "share": np.diag(hat), "kernel": np.diag(kernel), "fit": fit, "lam": lam,
        "residuals": y - fit, "squares": (y - fit) ** 2, "error": np.mean((y - fit) ** 2),
        "df": np.trace(hat), "df_kernel": np.trace(kernel),
    }  # fmt: skip


def s02_penalty_curves(question):
    """Of the samples that are drawn, by scikit-learn; the curves of the picture are these."""
    [drawn] = question.picture.draw.args
    deviation = sqrt(numbers_in(question.picture.alt)[-1])
    X, y = make_wave(20, noise=deviation, random_state=drawn["draw"])
    at = np.linspace(0, 1, 200)[:, None]
    (K, far), found = (rbf_kernel(A, X, drawn["gamma"]) for A in (X, at)), []
    for power in range(-6, 3):
        beta = ridge(K, y, 10.0**power)
        e_out = np.mean((far @ beta - wave(at)) ** 2) + deviation**2
        found.append((e_out, np.mean((K @ beta - y) ** 2), 10.0**power))
    (out_best, in_best, best), (out_last, in_last, _) = min(found), found[-1]
    low, high = re.findall(r"Curve ([AB]) starts (?:far|high)", question.picture.alt)
    assert np.allclose(np.transpose(drawn["data"]), np.array(found)[:, 1::-1])
    return {
        "best": best, "noise": deviation**2, "in_best": in_best, "out_best": out_best,
        "in_last": in_last, "out_last": out_last, "low": low, "high": high, "letters": low + high,
    }  # fmt: skip


def s02_twelve_fits(question):
    [drawn] = question.picture.draw.args
    alt, at, found = question.picture.alt.replace("\n", " "), page_02.GRID, []
    for alpha in drawn["penalties"]:
        fits = []
        for seed in range(drawn["first"], drawn["first"] + 12):
            X, y = make_wave(20, noise=0.4, random_state=seed)
            fits.append(rbf_kernel(at, X, 100) @ ridge(rbf_kernel(X, gamma=100), y, alpha))
        bias = np.mean((np.mean(fits, axis=0) - wave(at)) ** 2)
        found += [np.mean([(fit - wave(at)) ** 2 for fit in fits]) - bias, bias]
    names = dict(zip(("variance", "bias_free", "variance_bound", "bias"), found, strict=True))
    free, bound = (re.search(rf"In ([AB]) {words}", alt)[1] for words in ("the lines", "they"))
    return names | {"free": free, "bound": bound, "letters": free + bound}


def s02_units_of_targets(question):
    """The same weights for [[Z], [Z]] and a multiple of λ, found by trying."""
    large, small = re.findall(r"targets (?:are now given )?in (\w+)", question.ask)
    lam = numbers_in(question.ask)[0]
    words = ["every sample twice", "every sample three", "every sample four"]
    copies = next(i for i, text in enumerate(words, 2) if text in question.ask)
    Z, y = np.array([[1, 0.5], [0.5, 1], [0.2, 0.1]]), np.array([1.0, 3, 2])
    again = [ridge(np.tile(Z, (copies, 1)), np.tile(y, copies), k * lam) for k in range(1, 6)]
    [k] = [k for k, beta in enumerate(again, 1) if np.allclose(beta, ridge(Z, y, lam))]
    n = SIZES[large] / SIZES[small]
    return {"large": large, "small": small, "n": n, "copies": k, "lam": lam}


def s02_kernel_gradient(question):
    """The factors of a network of one center, K = 1: the slopes at β = 2, y = 1 for λ = 1."""
    p, q = re.search(r"beta\)=(\d?)\\\|.*\+(\d?)\\lambda", question.ask).groups()
    slopes = [((2.001 - 1) ** 2 - (1.999 - 1) ** 2) / 0.002, (2.001**2 - 1.999**2) / 0.002]
    a, b = (int(x or 1) * slope for x, slope in zip((p, q), slopes, strict=True))
    values = {"a": a / 2, "b": b / 4}
    return values | {name: int(x) if x else x for name, x in (("p", p), ("q", q))}


def s02_eye(question):
    u, v = numbers_in(re.search(r"weights\s\$\((.*?)\)\$", question.ask)[1])
    lam = numbers_in(question.ask.split("`lam = ")[-1])[0]
    beta = np.array([u, v])
    wrong, right = (beta @ A @ beta for A in (np.full((2, 2), lam), lam * np.eye(2)))
    cancel = "nearly cancel cost little" if wrong else "cancel cost nothing"
    return {"wrong": wrong, "right": right, "v": -v, "u": u, "lam": lam, "cancel": cancel}


def s03_three_readings(question):
    """By scikit-learn's neighbors, and by solving for bumps that sum to the prediction."""
    n = numbers_in(question.ask)
    X, y, at = np.reshape(n[:3], (3, 1)), np.array(n[3:6]), [n[6:7]]
    bumps = rbf_kernel(at, X, gamma=np.log(2))[0]
    models = (KNeighborsRegressor(3, weights=w).fit(X, y) for w in ("uniform", "distance"))
    mean_of_three, nearest = (model.predict(at)[0] for model in models)
    kernel = np.average(y, weights=bumps)
    heights = y / bumps.sum()
    assert np.isclose(heights @ bumps, kernel)
    return {"mean": mean_of_three, "b": nearest, "kernel": kernel, "heights": heights}


def s03_overlap(question):
    """By the middles of a thousand cells in each unit."""
    percent, _, end, rest, start, last = numbers_in(question.ask.replace("\\%", ""))[:6]
    x = (np.arange(int(1000 * last)) + 0.5) / 1000
    p, q = percent / 100, rest / 100
    joint = np.stack([p / end * (x < end), q / (last - start) * (x > start)])
    inside = (x > start) & (x < end)
    here = joint[:, inside][:, 0]
    one = np.sum(2 * joint[0] * joint[1] / joint.sum(axis=0)) / 1000
    a_wins, dense_a = bool(here[0] > here[1]), end < last - start
    assert a_wins != dense_a
    return {
        "percent": percent, "rest": rest, "p": p, "q": q, "a": here[0], "b": here[1],
        "bayes": joint.min(axis=0).sum() / 1000, "mass": joint[:, inside].sum() / 1000, "one": one,
        "likely": max(here) / sum(here), "other": min(here) / sum(here),
        "there": one / (joint[:, inside].sum() / 1000), "length": inside.sum() / 1000,
        "border": end if a_wins else start, "by_density": end if dense_a else start,
    }  # fmt: skip


def s03_stairs(question):
    """By sorting the distances, for every k."""
    alt = question.picture.alt.replace("\n", " ")
    samples = re.search(r"\(x, y\): (.*?)\. A stair", alt)[1]
    x, y = np.reshape(numbers_in(samples), (5, 2)).T
    at = np.arange(-1, 11, 0.5) + 0.25  # jumps are at halves
    nearest_first = np.abs(at[:, None] - x).argsort(axis=1)
    h = [y[nearest_first[:, :k]].mean(axis=1) for k in range(1, 6)]
    stairs = re.findall(r"level (\S+) (?:up|beyond)", alt)
    jumps = re.findall(r"up to x = (\S+),", alt)
    ends = np.flatnonzero(np.diff(h[1]))
    pieces = [*h[1][ends], h[1][-1]]
    line, points = question.picture.figure().axes[0].lines
    drawn = line.get_ydata()[np.isfinite(line.get_ydata())]
    assert np.array_equal(points.get_xydata(), np.transpose([x, y]))
    assert np.allclose(drawn[np.flatnonzero(np.diff(drawn, append=np.inf))], pieces)
    assert np.allclose(pieces, [*map(float, stairs)])
    assert np.allclose(at[ends] + 0.25, [*map(float, jumps)])
    assert [k for k in range(5) if np.allclose(h[k][-1], pieces[-1])] == [1]
    assert np.isclose(h[2][0], pieces[0])
    low, high = numbers_in(question.ask)[:2]
    [jump_at] = (j for j in map(float, jumps) if low < j < high)
    nearest = np.abs(x - jump_at)
    ties = [i for i in range(5) if np.isclose(nearest[i], np.sort(nearest)[1])]
    assert ties == [1, 3]
    beside = x[x < jump_at][-1], x[x > jump_at][0]
    unlike = [p for p in pieces if not any(np.isclose(p, h[k]).any() for k in (0, 2, 3, 4))]
    return {
        "x": x, "y": y, "samples": samples, "pieces": pieces, "jumps": [*map(float, jumps)],
        "jump_at": jump_at, "far": h[1][-1], "others": [h[k][-1] for k in (0, 2, 3, 4)],
        "low": low, "high": high, "fall": abs(pieces[1] - pieces[2]), "beside": beside,
        "falls": "falls" if pieces[2] < pieces[1] else "rises", "own": unlike,
    }  # fmt: skip


def s03_votes(question):
    """By scikit-learn's neighbors of the query."""
    alt = question.picture.alt.replace("\n", " ")
    circles, crosses = (re.search(rf"class {c}: (.*?)\. ", alt)[1] for c in ("\\+1", "−1"))
    groups = [np.reshape(numbers_in(points), (-1, 2)) for points in (circles, crosses)]
    X, y = np.vstack(groups), np.repeat([1, -1], [*map(len, groups)])
    order = np.argsort(np.hypot(*X.T))
    d, near = np.hypot(*X.T)[order], y[order]
    assert d[0] < 1 < d[1] < d[2] < 2 < d[3]
    lines = question.picture.figure().axes[0].lines
    radii = [np.hypot(*line.get_xydata().T) for line in lines if line.get_linestyle() == "--"]
    assert np.allclose(np.transpose(radii), [1, 2, 3])
    k3, k5, k7 = (KNeighborsClassifier(k).fit(X, y).predict([[0, 0]])[0] for k in (3, 5, 7))
    chosen = KNeighborsClassifier(3, weights=lambda d: d**-2.0).fit(X, y).predict([[0, 0]])[0]
    return {
        "sign": near[0], "sums": np.cumsum(near)[[2, 4, 6]], "k3": k3, "k5": k5, "k7": k7,
        "chosen": chosen, "circles": circles,
        "crosses": crosses, "d": d[:3], "w": d[:3] ** -2, "total": d[1] ** -2 + d[2] ** -2,
    }  # fmt: skip


def s03_both_unlikely(question):
    """Of the four pairs of classes."""
    p = numbers_in(re.search(r"posterior \$(.*?)\$", question.ask)[1])[0]
    pairs = {
        (a, b): (p if a else 1 - p) * (p if b else 1 - p) for a, b in product((0, 1), repeat=2)
    }
    ratio = Fraction(p).limit_denominator(20)
    plain = 10 % ratio.denominator == 0

    def base(x):
        tex = rf"(\tfrac{{{x.numerator}}}{{{x.denominator}}})"
        return f"{float(x):g}" if plain else tex

    return {
        "p": p, "q": 1 - p, "both_likely": pairs[1, 1], "missed": pairs[0, 0],
        "claimed": 1 - pairs[1, 1], "one_way": pairs[0, 1], "error": pairs[0, 1] + pairs[1, 0],
        "base": base(ratio), "base_q": base(1 - ratio),
    }  # fmt: skip


def s04_walk(question):
    """Sample by sample, from the means of the sets after each update."""
    a, b, c, d = X = numbers_in(question.ask)[:4]
    centers, ends = [a, b], []
    for _ in range(4):
        sets = [[], []]
        for x in X:
            sets[abs(x - centers[0]) > abs(x - centers[1])].append(x)
        centers = [mean(s) for s in sets]
        ends.append(centers)
    assert ends[2] == ends[3]
    squares = [(x - ends[0][1]) ** 2 for x in (b, c, d)]
    found = dict(zip(("a1", "b1", "a2", "b2", "a3", "b3"), np.ravel(ends[:3]), strict=True))
    nearest = mean(min((x - m) ** 2 for m in ends[0]) for x in X)
    return found | {"squares": squares, "e1": sum(squares) / 4, "nearest": nearest}


def s04_plus_plus(question):
    """With SciPy's distances."""
    text = re.sub(r"\$([A-D])=", r"\1 ", question.ask).split("\n\na)")
    X = np.reshape(numbers_in(text[0]), (4, 2))
    second = re.search(r"b\) \$([B-D])\$ was", question.ask)[1]
    squared = squareform(pdist(X, "sqeuclidean"))
    first = squared[0] / squared[0].sum()
    m = "ABCD".index(second)
    near = squared[:, [0, m]].min(axis=1)
    r, s = (n for n in (1, 2, 3) if n != m)
    turned = np.linalg.norm(X[3] - X[1] - X[2]) < 1e-9
    assert np.linalg.solve(X[1:3].T, X[3]).sum() > 1  # beyond the line from B to C
    return {
        "shape": "rectangle" if turned else "quadrilateral",
        "firsts": squared[0, 1:], "p_a": first[1], "p_b": first[2], "p_c": first[3],
        "p_second": first[m], "both": first[m] / 4, "r": "ABCD"[r], "s": "ABCD"[s],
        "near_r": "ABCD"[[0, m][squared[r, [0, m]].argmin()]], "at_r": near[r],
        "near_s": "ABCD"[[0, m][squared[s, [0, m]].argmin()]], "at_s": near[s],
        "then_r": near[r] / (near[r] + near[s]),
    }  # fmt: skip


def s04_next_assignment(question):
    """From the text for those who do not see the picture, with scikit-learn's neighbors."""
    alt = " ".join(question.picture.alt.split())
    found = re.findall(r"([A-H]) \((\d+), (\d+)\)", alt)
    sets = [len(re.findall(r"[A-H] \(", part)) for part in alt.split("Set ")[1:]]
    names, X = "".join(name for name, *_ in found), np.array([p for _, *p in found], dtype=float)
    old = np.repeat([0, 1], sets)
    centers = np.array([X[old == m].mean(axis=0) for m in (0, 1)])
    new = KNeighborsClassifier(1).fit(centers, [0, 1]).predict(X)
    [d], [e] = (np.flatnonzero((old == m) & (new != m)) for m in (1, 0))
    squared = cdist(X, centers, "sqeuclidean")
    normal = centers[1] - centers[0]
    angle = np.degrees(np.arctan2(-normal[0], normal[1])) % 180  # of the bisector
    assert abs(angle - 90) < 27  # steeply
    assert np.abs((X - centers.mean(axis=0)) @ normal).min() > 0.39 * np.linalg.norm(normal)
    return {
        "centers": centers, "x": np.median(centers[:, 0]), "y": np.median(centers[:, 1]),
        "leaves_second": names[d], "leaves_first": names[e], "d_first": squared[d, 0],
        "d_second": squared[d, 1], "e_first": squared[e, 0], "e_second": squared[e, 1],
        "set_1": alt.split("circles: ")[1].split(". ")[0],
        "set_2": alt.split("crosses: ")[1].split(". ")[0],
    }  # fmt: skip


def s04_plain_distances(question):
    samples = re.search(r"samples\s(.*?) on a line", question.ask)[1]
    X = np.array(numbers_in(samples))
    at_mean = np.abs(X - X.mean())
    assert np.abs(X - np.median(X)).sum() < at_mean.sum()
    return {
        "twice": np.median(X), "once": X[2], "mean": X.mean(), "to_mean": at_mean,
        "at_mean": at_mean.sum(), "at_twice": np.abs(X - X[0]).sum(),
    }  # fmt: skip


def s05_neighbor_width(question):
    """With scikit-learn's neighbors."""
    centers = np.reshape(numbers_in(question.ask)[:3], (-1, 1))
    apart = NearestNeighbors(n_neighbors=2).fit(centers).kneighbors()[0]
    sigma = apart.mean()
    assert f"{exp(-0.5):.2f}" in question.answer
    return {
        "total": apart.sum(), "sigma": sigma, "nearest": apart[:, 0].mean(),
        "gamma": 1 / (2 * sigma**2),
    }  # fmt: skip


def s05_bump_and_bias(question):
    z, y = np.array([[1], [0.5], [0.5], [0]]), np.array(numbers_in(question.ask)[6:10])
    model = LinearRegression().fit(z, y)
    fit = model.predict(z)
    assert f"={2 * y[0] + y[1] + y[2]:g}/3$" in question.partial[0][1]
    assert np.isclose(exact(z, y)[0] * 3, 2 * y[0] + y[1] + y[2])
    return {
        "mean": y.mean(), "centered": y - y.mean(), "weight": model.coef_[0],
        "bias": model.intercept_, "fits": fit, "residuals": y - fit,
    }  # fmt: skip


def s05_logistic(question):
    """With SciPy's logistic function, and the distance found by trying."""
    found = re.search(
        r"gamma=(.*?)\\ln 2\$ and the\s+weight \$(-?)4\\ln (\d)\$; its bias is \$(-?)\\ln",
        question.ask,
    )
    share, up, base, down = found.groups()
    [gamma] = numbers_in(share) or [1.0]
    distance = numbers_in(question.ask[question.ask.index("distance") :])[0]

    def score(r):
        bump = exp(-gamma * log(2) * r**2)
        return log(int(base)) * (float(f"{up}4") * bump + float(f"{down}1"))

    half = brentq(score, 0, 10 * distance) / sqrt(2)
    p_at, p_there, p_far = expit([score(0), score(distance), score(1e3)])
    return {
        "up": up, "down": down, "then": down or "+", "gamma": share, "odds": exp(-score(0)),
        "of_root": "" if np.isclose(half, 1) else f"{half:g}",
        "over": "" if gamma == 1 else f"/{1 / gamma:g}", "p_at": p_at, "p_there": p_there,
        "p_far": p_far,
    }  # fmt: skip


def s05_hidden_layers(question):
    """By the centers and outlines of each panel."""
    found = {}
    for name, axes in zip("ABC", question.picture.figure().axes, strict=True):
        X, outline, centers = (line.get_xydata() for line in axes.lines)
        rings = outline.reshape(len(centers), -1, 2)[:, :-1] - centers[:, None]
        shapes = np.sort(np.linalg.norm(rings, axis=2))
        on_samples = np.isclose(cdist(centers, X).min(axis=1), 0)
        if not np.allclose(shapes, shapes[0, 0]):
            found["mixture"] = name
        elif all(on_samples):
            found["chance"] = name
            ends = X[[X[:, 0].argmin(), X[:, 0].argmax()]]
            nearest, next_nearest = np.sort(pdist(centers))[:2]
            assert nearest < 0.4 < next_nearest
            assert cdist(ends, centers).min() > 0.5
        else:
            found["kmeans"] = name
            assert sum(on_samples) <= 1 < shapes[0, 0] * len(centers) / 2
    of = {"kmeans": "circles .* evenly", "mixture": "ellipses", "chance": "circles .* on a sample"}
    alt = " ".join(question.picture.alt.split())
    n = WORDS[len(centers)]
    for way, name in found.items():
        assert re.search(rf"{name}: {n} [^.:]*{of[way]}".replace(" .* ", "[^.:]*"), alt), (way, alt)
    return found | {"n": len(centers), "seen": alt.split("each. ")[1]}


def s05_center_gradient(question):
    """By a small step in numbers of these signs."""
    beta, h, x = re.search(
        r"beta(.)0\$, \$h(.)y\$ and \$x(.)", question.ask.replace("\n", " ")
    ).groups()
    weight, gap = (1.5 if beta == ">" else -1.5), (0.4 if x == ">" else -0.4)

    def output(mu):
        return weight * exp(-0.7 * (gap - mu) ** 2)

    y = output(0) + (1 if h == "<" else -1)
    slope = ((output(1e-6) - y) ** 2 - (output(-1e-6) - y) ** 2) / 2e-6
    mu = 0.01 * slope  # a step with the wrong sign
    assert (abs(output(mu)) < abs(output(0))) == (abs(gap - mu) > abs(gap))
    return {
        "wrong": "<>"[slope < 0],
        "side": "right" if mu > 0 else "left",
        "way": "toward" if abs(gap - mu) < abs(gap) else "away from",
        "size": "larger" if output(mu) > output(0) else "smaller",
    }


def s06_two_columns(question):
    """By QR, and by the errors of least-squares fits."""
    y, phi = (np.array(numbers_in(text)) for text in re.findall(r"=\((.*?)\)", question.ask)[::2])
    Phi = np.column_stack([np.ones(4), phi])
    Q, R = np.linalg.qr(Phi)
    q = Q[:, 1] * R[1, 1]
    left = [np.sum((y - Phi[:, :k] @ exact(Phi[:, :k], y)) ** 2) for k in (1, 2)]
    found = {"yy": np.linalg.norm(y) ** 2, "sum_y": 4 * y.mean(), "sum_phi": 4 * phi.mean()}
    g_a, g_b = Q.T @ y / np.diag(R)
    left_alone = np.sum((y - phi * exact(phi[:, None], y)) ** 2)
    assert left[0] + left_alone < found["yy"]  # less than nothing would be left
    return found | {
        "y": y, "phi": phi, "alpha": R[0, 1] / R[0, 0], "q": q, "qq": R[1, 1] ** 2,
        "products": q * y, "g_a": g_a, "g_b": g_b, "err_a": 1 - left[0] / found["yy"],
        "err_b": (left[0] - left[1]) / found["yy"], "left": left[1] / found["yy"],
    }  # fmt: skip


def s06_stop(question):
    """Center after center."""
    n, energy, *ratios, noise = numbers_in(question.ask)[:8]
    assert sum(ratios) < 1
    mean_energy, left = energy / n, [1.0]
    while left[-1] * mean_energy >= noise - 1e-12:
        left.append(left[-1] - ratios.pop(0))
    return {
        "n": n, "energy": energy, "ratios": numbers_in(question.ask)[2:7], "noise": noise,
        "share": noise / mean_energy, "counts": np.arange(1, len(left)),
        "n_centers": len(left) - 1, "seen": left[1:], "left": left[-1],
        "squared": left[-1] * energy, "e_in": left[-1] * mean_energy,
    }  # fmt: skip


def s06_bars(question):
    """By least squares for every candidate and every pair that contains the first choice."""
    Z, [drawn] = rbf_kernel(np.arange(8)[:, None], gamma=0.4), question.picture.draw.args
    y = drawn["y"]

    def explained(columns):
        return 1 - np.sum((y - Z[:, columns] @ exact(Z[:, columns], y)) ** 2) / (y @ y)

    before = np.array([explained([i]) for i in range(8)])
    first = before.argmax()
    after = np.array([explained([first, *{i} - {first}]) for i in range(8)]) - before[first]
    assert np.allclose([drawn["before"], drawn["after"]], [before, after], atol=1e-9)
    (_, near, *others), (second, follows) = np.argsort(-before), np.argsort(-after)[:2]
    left = 1 - before[first] - after[second]
    assert abs(first - near) == 1
    assert before.min() < 0.02
    assert after[near] < min(0.1, before[near] / 2)
    names = {
        "first": first, "near": near, "second": second, "follows": follows, "lowest": others[-1],
    }  # fmt: skip
    return {name: "ABCDEFGH"[i] for name, i in names.items()} | {
        "err_a": before[first], "err_b": after[second], "near_by": before[near],
        "follows_by": after[follows], "left": left,
        "over": round(1 - before[first] - before[near], 2),
        "below": next(x for x in np.arange(1, 9) / 10 if x >= before[others[0]]),
        "low": max(0, round(left - 0.035, 2)), "high": round(left + 0.035, 2),
    }  # fmt: skip


def s06_energy(question):
    u, v, y = (np.array(numbers_in(t)) for t in re.findall(r"=\(([^a-z]*?)\)", question.ask)[-3:])
    w_a, w_b = np.linalg.solve(np.column_stack([u, v]), y)
    parts = np.linalg.norm([w_a * u, w_b * v], axis=1) ** 2
    total = np.linalg.norm(y) ** 2
    u_left, v_left = (np.linalg.norm(y - x * exact(x[:, None], y)) ** 2 for x in (u, v))
    return {
        "y": y, "w_a": w_a, "w_b": w_b, "uu": np.linalg.norm(u) ** 2,
        "vv": np.linalg.norm(v) ** 2,
        "uv": (np.linalg.norm(u + v) ** 2 - np.linalg.norm(u - v) ** 2) / 4,
        "claimed": parts.sum(), "total": total, "cross": total - parts.sum(),
        "u_first": total - u_left, "v_first": total - v_left, "u_second": v_left,
        "v_second": u_left,
    }  # fmt: skip


def matrices_in(text):
    for rows in re.findall(r"pmatrix\}(.*?)\\end", text):
        yield np.array([numbers_in(row) for row in rows.split(r"\\")])


def s07_shortest(question):
    """By NumPy, and for the check and the length by the other solutions that are near."""
    H, hint = matrices_in(question.ask)
    t, other = (np.array(numbers_in(x)) for x in re.findall(r"\(([-\d,]*)\)", question.ask)[-2:])
    assert np.allclose(hint / 3 @ H @ H.T, np.eye(2))
    assert np.allclose(H @ other, t)
    beta, u = exact(H, t), exact(H.T, exact(H, t))
    steps = np.linspace(-1, 2, 301)[:, None]
    assert np.linalg.norm(beta + steps * (other - beta), axis=1).argmin() == 100
    terms = re.search(r"T=(.*?)=\(", question.answer)[1]
    signs = [float(f"{c or 1}" if c not in "+-" else f"{c}1") for c, _ in TERM.findall(terms)]
    assert np.allclose(signs, u)
    assert [numbers_in(row) for _, row in TERM.findall(terms)] == H.tolist()
    return {
        "matrix": re.search(r"pmatrix\}(.*?)\\end", question.ask)[1], "t": t,
        "shared": H[0] @ H[1], "other": other, "combined": terms, "beta": beta,
        "fits": np.array([(row * beta)[row != 0] for row in H]), "squares": beta**2,
        "length": np.linalg.norm(beta) ** 2, "other_length": np.linalg.norm(other) ** 2,
    }  # fmt: skip


TERM = re.compile(r"([-+]?\d*)(?:\\,)?\(([-\d,]*)\)")


def s07_normal_equations(question):
    [H] = matrices_in(question.ask)
    T = np.array(numbers_in(re.search(r"T=\((.*?)\)", question.ask)[1]))
    lam = numbers_in(re.search(r"lambda=(.*?)\$", question.ask)[1])[0]
    beta, (p, q) = exact(H, T), H.T @ T
    residual = T - LinearRegression(fit_intercept=False).fit(H, T).predict(H)
    d = np.linalg.norm(np.vstack([H, np.sqrt(lam) * np.eye(2)])[:, 0]) ** 2
    return {
        "targets": T, "a": beta[0], "b": beta[1], "p": p, "q": q, "e": residual[0],
        "fit": T - residual, "error": np.sum(residual**2), "d": d,
        "det": np.linalg.det([[d, 1], [1, d]]), "of_unit": "" if lam == 1 else lam,
        "ridge": ridge(H, T, lam),
    }  # fmt: skip


@cache
def errors_of_machines(n, seed, L, alpha):
    """The median of 50 draws, with the nodes of rbflib, but weights by NumPy and scikit-learn."""
    X, T = make_wave(n, noise=0.3, random_state=seed)
    at, errors = np.linspace(0, 1, 200)[:, None], []
    for draw in range(50):
        with warnings.catch_warnings(action="ignore"):  # of its weights, which are not used
            nodes = ELMRegressor(L, "tanh", random_state=draw).fit(X, T)
        H = nodes.hidden_layer(X)
        beta = ridge(H, T, alpha) if alpha else exact(H, T)
        errors.append(np.mean((nodes.hidden_layer(at) @ beta - wave(at)) ** 2))
    return np.median(errors) + 0.09


def s07_peak(question):
    """The curves are computed again where they are lowest and highest."""
    [numbers] = question.picture.draw.args
    n, seed = numbers["data"]
    nodes = [round(n * share) for share in (0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.5, 2, 3, 4)]
    errors, others = numbers["errors"], numbers["others"]
    at = {L: errors_of_machines(n, seed, L, 0) for L in (*nodes[1:4], n)}
    assert [errors[nodes.index(L)] for L in at] == pytest.approx([*at.values()], rel=0.02)
    below = errors_of_machines(n, seed, nodes[others.argmax()], 0.1)
    assert others.max() == pytest.approx(below, rel=1e-6)
    assert others[4] < 1.1 * max(others[3], others[5])  # no peak
    best = nodes[1]
    assert at[best] < 1.01 * min(errors)
    assert at[nodes[2]] < 1.4 * at[best]
    assert nodes[3] == 2 * best
    powers = log10(at[n] / 0.09)
    return {
        "nodes": nodes, "best": best, "next_best": nodes[2], "n_samples": n,
        "powers": next(x for x in np.arange(1, 8, 0.5) if abs(x - powers) <= 0.25),
        "digits": round(at[n] / 10 ** int(log10(at[n])), 1), "power": int(log10(at[n])),
        "about": round(at[n], 1 - int(log10(at[n]))), "worse": round(at[2 * best] / at[best]),
        "highest_ridge": next(x for x in np.arange(100) / 100 if x > below),
        "penalized": "B" if "curve A at its peak" in question.ask else "A",
    }  # fmt: skip


def s07_average_of_machines(question):
    k = WORDS.index(re.search(r"with\s(\w+) seeds", question.ask)[1])
    nodes = re.search(r"\$(\w+)\$ nodes", question.ask)[1]
    return {
        "nodes": nodes if nodes == "L" else int(nodes),
        "total": f"{k}L" if nodes == "L" else sum(int(nodes) for _ in range(k)),
    }


def s07_share(question):
    """The student's share, read off the last step, at a tiny λ."""
    steps, last = question.ask.split("keeps the share")
    [sigma] = numbers_in(re.search(r"sigma_i=(.*?)\$", steps)[1])
    above, below = re.search(r"\{(.*?)\}\{(.*?)\}\$", last).groups()
    square = sigma**2
    values = {r"\sigma_i^2": square, r"\sigma_i": sigma, r"\sigma_i^2+\lambda": square + 1e-12}
    found = values[above] / (values | {r"\sigma_i+\lambda": sigma + 1e-12})[below]
    claimed = found if "sigma_i+" not in steps else 1 / found
    right = (sigma * ridge(np.array([[sigma]]), np.ones(1), 1e-12))[0]
    assert right == pytest.approx(1)
    return {"sigma": sigma, "claimed": claimed}


def s08_on_a_line(question):
    """From points on the line, with their mean at the origin."""
    ab, bc, ac = map(int, numbers_in(question.ask)[:3])
    b = next(b for b in (ab, -ab) if abs(b - ac) == bc)
    at = {"A": 0, "B": b, "C": ac}
    between = sorted(at, key=at.get)[1]
    first, last = sorted({*at} - {between})
    x = np.array([at[name] for name in "ABC"], dtype=float)
    squares, x = (x[:, None] - x) ** 2, x - x.mean()
    names = [{between, last}, {first, between}, {first, last}]
    one, other, whole = ("".join(sorted(name)) for name in names)
    eigenvalues = np.linalg.eigvalsh(np.outer(x, x))
    assert np.sum(eigenvalues > 1e-9) == 1
    return {
        **{"d_ab": ab, "d_bc": bc, "d_ac": ac, "hint": f"{one}+{other}={whole}"},
        **dict(zip(("row_a", "row_b", "row_c"), squares.sum(axis=1), strict=True)),
        **{"table": squares.sum(), "ab": x[0] * x[1], "diagonal": x**2},
        **{"first": first, "between": between, "last": last, "largest": eigenvalues[-1]},
    }


def s08_kept(question):
    """From six points that have these eigenvalues: the rows of helmert sum to 0."""
    eigenvalues = np.array(numbers_in(question.ask)[:6])
    X = helmert(6).T * np.sqrt(eigenvalues[:5])
    squares = [2 * np.sum(pdist(X[:, :d]) ** 2) for d in range(1, 6)]  # each pair twice
    needed = next(d + 1 for d in range(5) if squares[d] / squares[4] > 0.9 - 1e-9)
    lost = squares[4] - squares[1]
    return {
        **dict(zip("klmno", eigenvalues, strict=False)),
        **{"two": squares[1] / squares[4], "needed": needed, "left": lost / 12, "lost": lost},
        **{"enough": 100 * squares[needed - 1] / squares[4], "total": squares[4] / 12},
        **{"before": 100 * squares[needed - 2] / squares[4], "features": matrix_rank(X)},
        **{"per_pair": lost / (6 * 5), "unordered": lost / comb(6, 2)},
    }


def s08_new_point(question):
    """From the differences of the squared distances, in which the unknown square cancels."""
    *places, d, e, f = numbers_in(question.ask)[:6]
    farther = numbers_in(question.ask[question.ask.index("b) ") :])[:3]
    z, distances = np.array(places), np.array([d, e, f])
    found = {
        (s[0] - s[2] - z[0] ** 2 + z[2] ** 2) / 2 / (z[2] - z[0]) for s in (distances**2, farther)
    }
    [new] = {round(x, 9) for x in found}
    height = sqrt(farther[1] - (new - z[1]) ** 2)
    eigenvalue = np.linalg.eigvalsh(np.outer(z, z))[-1]
    assert f"place ${-new:g}$" in question.partial[0][1]
    [terms] = re.findall(r"big\((.*?)\\big", question.answer)
    sum_of_terms = eval(re.sub(r"(\d)\(", r"\1*(", terms))
    assert np.isclose(sum_of_terms / (2 * eigenvalue), new)
    units = {1: "one unit", 2: "two units", 3: "three units"}[round(height)]
    return {
        **{"places": z, "distances": distances, "farther": farther, "units": units},
        **{"height": height, "eigenvalue": eigenvalue, "new": new, "terms": terms},
    }


def s08_maps(question):
    """By the best movement of one map onto another, from the places that the text gives."""
    text = question.picture.alt
    found = np.reshape(numbers_in(text), (3, 5, 2))
    for axes, points in zip(question.picture.figure().axes, found, strict=True):
        assert np.array_equal(axes.lines[0].get_xydata(), points)
    at = dict(zip("ABC", found, strict=True))
    [one, other] = next(
        p for p in combinations("ABC", 2) if np.allclose(*(pdist(at[a]) for a in p))
    )
    [stretched] = {*"ABC"} - {one, other}

    def around(name):
        (x, y), (u, v) = at[name][1] - at[name][0], at[name][2] - at[name][1]
        return x * v - y * u > 0

    first, moved = re.search(r"(.) becomes (.) by", question.answer).groups()
    assert {first, moved} == {one, other}
    assert around(first)
    R, _ = orthogonal_procrustes(*(at[name] - at[name].mean(axis=0) for name in (first, moved)))
    shift = at[moved][0] - at[first][0] @ R
    mirrored = np.linalg.det(R) < 0
    assert mirrored != around(moved)
    x, y = ("-" * int(c.sum() < 0) + "xy"[abs(c).argmax()] for c in R.T.round())
    mapped = ",".join(
        f"{s:g}{c if c[0] == '-' else '+' + c}" for s, c in zip(shift, (x, y), strict=True)
    )
    across, up = at["A"][1] - at["A"][0]
    named = {(1, 0): "east", (-1, 0): "west", (0, 1): "north"}
    names = {"first": first, "moved": moved, "stretched": stretched, "pair": f"{one} and {other}"}
    return names | {
        "confused": " and ".join(sorted((first, stretched))), "mapped": mapped,
        "verdict": "it must be mirrored" if mirrored else "a turn and a shift are enough",
        "sense": "clockwise " if mirrored else "", "st": pdist(at[first])[-1],
        "direction": named.get(tuple(np.sign([across, up])), "south"),
        "st_c": pdist(at[stretched])[-1],
        **{name: text.split(f"{name.upper()}: ")[1].split(". ")[0].rstrip(".") for name in "abc"},
    }  # fmt: skip


def s08_spectrum(question):
    """By the heights of the bars."""
    values = numbers_in(question.picture.alt)
    [axes] = question.picture.figure().axes
    assert [bar.get_height() for bar in axes.patches] == values == sorted(values, reverse=True)
    lowest = min(values)
    small = [value for value in values if abs(value) < -lowest / 1.5]
    assert [value for value in small if value < 0] == [-1]
    large = sum(value > -2 * lowest for value in values)
    assert sum(value > 0 for value in values) == 5 == large + 1 + sum(value > 0 for value in small)
    return {"values": values, "lowest": lowest, "small": max(small), "large": large}


def s09_agreement(question):
    """By sets of samples."""
    n, a, b = map(int, numbers_in(question.ask)[:3])
    both = int(re.search(r"on (\d+) samples both", question.ask)[1])
    wrong, other = {*range(a)}, {*range(a - both, a - both + b)}
    assert len(wrong & other) == both
    inside, apart = {*range(b)}, {*range(a, a + b)}
    found = [1 - len(wrong ^ second) / n for second in (other, inside, apart)]
    return dict(zip(("agree", "most", "least"), found, strict=True)) | {
        "first": len(wrong - other),
        "second": len(other - wrong),
        "both_right": 1 - len(wrong | other) / n,
    }


def s09_luck(question):
    """By the distribution of the smallest number of errors, model by model."""
    models, samples = words_in(question.ask)[:2]
    how_many = re.search(r"model errs on (.*?) of the test", question.ask)[1]
    errors = ("none", "at most one", "at most two", "at most three").index(how_many)
    single = Counter(map(sum, product([0, 1], repeat=samples)))
    smallest = single
    for _ in range(models - 1):
        pairs, smallest = product(smallest.items(), single.items()), Counter()
        for (k, often), (other, ways) in pairs:
            smallest[min(k, other)] += often * ways

    def share(counts):
        return sum(counts[k] for k in range(errors + 1)) / counts.total()

    expected = sum(k * ways for k, ways in smallest.items()) / smallest.total() / samples
    reported = re.search(r"average the reported error is (.*)\. What", question.ask)[1]
    assert numbers_in(reported)[0] == pytest.approx(expected, abs=0.005 * ("about" in reported))
    return {
        "how_many": how_many, "reported": reported, "one": share(single),
        "found": share(smallest), "expected": expected,
    }  # fmt: skip


def s09_regions(question):
    """By the colors of the panels, beside the regions of scikit-learn's models."""
    figure = question.picture.figure()
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., 0]
    x, o = (line.get_xydata() for line in reversed(figure.axes[0].lines[-2:]))
    X, y = np.vstack([o, x]), np.repeat([1, -1], [len(o), len(x)])
    at = np.random.default_rng(0).uniform((-2.6, -1.5), (2, 1.65), (300, 2))
    at = np.vstack([[-2.5, 0], at[cdist(at, X).min(axis=1) > 0.12]])
    K, K_at = rbf_kernel(X, gamma=0.8), rbf_kernel(at, X, gamma=0.8)
    network = ridge(K, y, 1.0)
    peers = [model.fit(X, y) for model in (KNeighborsClassifier(1), SVC(gamma=40, C=1000))]
    regions = np.array([np.sign(K_at @ network), *(peer.predict(at) for peer in peers)])
    names = {}
    for name, axes in zip("ABC", figure.axes, strict=True):
        column, row = axes.transData.transform(at).astype(int).T
        white = np.where(pixels[len(pixels) - 1 - row, column] > 240, 1, -1)
        agree = np.mean(regions == white, axis=1)
        assert sorted(agree)[1] < 0.96 < max(agree)
        names[("full", "nearest", "machine")[agree.argmax()]] = name
    wrong = [np.sum(p != y) for p in (np.sign(K @ network), *(peer.predict(X) for peer in peers))]
    assert wrong[0] > 1 > sum(wrong[1:])
    assert regions[:, 0].tolist() == [1, 1, -1]
    assert all(y[np.argsort(cdist([[-2.5, 0]], X)[0])[:5]] == 1)
    texts = {name: re.search(rf"{name}: (.*?)\.", question.picture.alt)[1] for name in "ABC"}
    assert f"smooth curved boundary; {wrong[0]} samples lie" in texts[names["full"]]
    assert "straight pieces" in texts[names["nearest"]]
    assert "white islands" in texts[names["machine"]]
    exact, white = (
        sorted((names["nearest"], names["machine"])),
        sorted((names["full"], names["nearest"])),
    )
    found = {"exact": " and ".join(exact), "white": " and ".join(white)}
    return names | found | {name.lower(): text for name, text in texts.items()}


def s09_protocol(question):
    """The step without what a right protocol says there; its numbers stand in the text."""
    says = "at random", "it is fitted to", "by cross-validation", "cross-validat", "the test error"
    steps = re.split(r"\n\d\. ", question.ask)[1:]
    [wrong] = [n for n, (a, b) in enumerate(zip(steps, says, strict=True), 1) if b not in a]
    assert question.answer.startswith(f"Step {wrong}: ")
    assert question.marks[0] == (2, f"step {wrong}")
    return {}


def s10_brier(question):
    *p, _, a, b, c, d = numbers_in(question.ask)[:9]  # between them class 1
    y = [a, b, c, d]
    squares = [brier_score_loss([b], [a], labels=[0, 1]) for a, b in zip(p, y, strict=True)]
    worst = int(np.argmax(squares))
    assert sorted(squares)[2] < squares[worst] > 0.4
    found = {"squares": squares, "worst": worst + 1, "others": sum(np.delete(squares, worst))}
    errors = zero_one_loss(y, np.greater(p, 0.5), normalize=False)
    score, coin = (brier_score_loss(y, x) for x in (p, np.full(4, 0.5)))
    return found | {"errors": errors, "score": score, "coin": coin}


def s10_corrected(question):
    x = numbers_in(question.ask)[:5]
    center, fixed = mean(x), sem(x)
    test, train = 20, 80
    larger = stdev(x) * sqrt(1 / 5 + test / train)
    times, with_fifth = center / larger, center / stdev(x) / sqrt(1 / 5 + test / 100)
    assert (times < 2.8) == (with_fifth < 2.8)
    words = ("only", "fewer", "may be chance"), ("still", "more", "is hardly chance")
    return {
        **dict(zip(("only", "compared", "verdict"), words[times > 2.8], strict=True)),
        **{"mean": center, "variance": variance(x), "deviations": np.subtract(x, center)},
        **{"squares": 4 * variance(x), "squared": larger**2, "plain": fixed, "larger": larger},
        **{"times_plain": center / fixed, "times_larger": times, "times_fifth": with_fifth},
    }


def s10_reliability(question):
    """By the lines, and their slopes."""
    asked = numbers_in(question.ask)[1]
    lines = [line for line in question.picture.figure().axes[0].lines if len(line.get_xdata()) == 5]
    shares = {line.get_label(): line.get_xydata() for line in lines}
    text = " ".join(question.picture.alt.split())
    parts = {name: re.search(rf"{name} passes through (.*?)\.( B|$)", text)[1] for name in "AB"}
    for name, part in parts.items():
        assert np.allclose(numbers_in(part), shares[name].ravel())
    slopes = {name: np.diff(points, axis=0).T[1] / 0.2 for name, points in shares.items()}
    [sure] = [name for name, slope in slopes.items() if max(slope) < 1]
    [cautious] = [name for name in slopes if name != sure]
    assert min(slopes[cautious][1:3]) > 1 < slopes[cautious].mean()
    high = {name: 100 * dict(points)[asked] for name, points in shares.items()}
    found = {"sure": sure, "cautious": cautious, "right": high[sure], "asked": 100 * asked}
    return found | {"a_high": high["A"], "b_high": high["B"], "a": parts["A"], "b": parts["B"]}


def s10_folds(question):
    """By the lines of the picture."""
    lines = np.array([100 * line.get_ydata() for line in question.picture.figure().axes[0].lines])
    pairs = question.picture.alt.split("percent: ")[1].rstrip(".")
    assert np.allclose(lines.ravel(), numbers_in(pairs))
    assert min(np.ptp(lines, axis=0)) > 20
    steps = lines[:, 1] - lines[:, 0]
    rising = sum(steps > 0.5)
    assert np.abs(steps).max() < 3.5
    assert lines.max() < 45
    assert abs(mean(steps)) > 3 * sem(steps)
    return {
        "rising": rising, "pairs": pairs, "mean": abs(mean(steps)), "error": sem(steps),
        "most": "Nearly all" if rising in (1, 7) else "All",
        "way": "rise" if rising > 4 else "fall",
    }  # fmt: skip


def s10_always_half(question):
    """By ten samples, of which class 1 has its share."""
    frequency, asked = question.ask.split(" Exactly one")
    share = numbers_in(frequency.replace("\\", ""))[1] / 100
    statements = re.findall(r"(?m)^\d\. (.*)", asked)
    y = np.repeat([1, 0], [round(10 * share), round(10 - 10 * share)])
    of_model = next(n for n, text in enumerate(statements, 1) if "gives every sample" in text)
    said = numbers_in(statements[of_model - 1])[0]
    score = brier_score_loss(y, np.full(10, said))
    holds = {
        "gives every sample the probability": said == y.mean(),
        "lies on the diagonal": said == y.mean(),
        "lies above the diagonal": said < y.mean(),
        "calibrated model has the Brier score": score == 0,
        "calibrated model may have a Brier score above": score > 0,
        "always right and gives": brier_score_loss(y, y) == 0,
        "at $0.5$ are always right": brier_score_loss(y, np.where(y, 0.9, 0.1)) == 0,
    }
    right = [next(h for part, h in holds.items() if part in text) for text in statements]
    [place] = [n for n, h in enumerate(right, 1) if not h]
    reasons = {"above": "The share of class 1", "0.5$ are": "Such a model may be unsure"}
    reason = re.search(r"Statement \d\. (.*?)The model of", question.answer, re.DOTALL)[1]
    expected = [start for part, start in reasons.items() if part in statements[place - 1]]
    assert reason.startswith(*expected) if expected else not reason
    return {
        **dict(zip(("first", "second", "third", "fourth"), statements, strict=True)),
        **{"of_model": of_model, "place": place, "score": score, "reason": reason},
    }


SEEDED = {f"{n[1:3]}.{n[4:]}": f for n, f in [*globals().items()] if n[0] == "s" and n[3:4] == "_"}
