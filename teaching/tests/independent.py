"""The numbers of the exam bank, each computed in another way than in the bank.

s04_walk(question) has all numbers that the texts of 04.walk name and that are not drawn as its
local variables, of the same names. They come from the text of the question and from what its
picture shows: by hand, by scikit-learn, or by trying everything.
"""

import re
import warnings
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, exp, log, log10, sqrt
from statistics import mean as mean_of
from statistics import stdev
from statistics import variance as variance_of

import numpy as np
import pytest
from numpy.linalg import eigvalsh, matrix_rank, norm
from scipy.linalg import helmert, orthogonal_procrustes
from scipy.optimize import brentq
from scipy.spatial.distance import cdist, cityblock, pdist, squareform
from scipy.special import expit
from scipy.stats import binom, sem
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics import brier_score_loss, hinge_loss, zero_one_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from sklearn.svm import SVC

from rbflib import ELMRegressor, lloyd, make_wave, wave
from rbflib.lab.kit.template import WORDS
from teaching.exam import page_02
from tests.independent import numbers_in, words_in


def solved(Z, y, lam=0):
    """The weights of least squares, or of ridge regression by scikit-learn."""
    if lam == 0:
        return np.linalg.lstsq(Z, y)[0]
    return Ridge(lam, fit_intercept=False, solver="svd", tol=1e-12).fit(Z, y).coef_


def left_by(Z, y):
    """What least squares leave of the energy of y."""
    return norm(y - Z @ solved(Z, y)) ** 2


def part(pattern, text):
    return re.search(pattern, text)[1]


def seen_in(question):
    return " ".join(question.picture.alt.split())


def axes_of(question):
    return question.picture.figure().axes


def s00_two_bumps(question):
    """Bumps are powers of 1/2."""
    left, right, v, w, b, _, middle, last = numbers_in(question.ask)
    at_middle, at_second, far = (
        v / 2 ** (x - left) ** 2 + w / 2 ** (x - right) ** 2 + b for x in (middle, last, 20)
    )
    return locals()


SIZES = {"inches": 1, "feet": 12, "yards": 36, "millimeters": 1, "centimeters": 10, "meters": 1000}
SIZES |= {"kilometers": 1e6, "minutes": 1 / 60, "hours": 1, "days": 24, "weeks": 168}
SIZES |= {"months": 1, "years": 12, "grams": 1, "kilograms": 1000, "milliliters": 1, "liters": 1000}
SIZES |= {"cents": 1, "dollars": 100}


def s00_centimeters(question):
    small, large = sorted(re.search(r"from (\w+) to (\w+)", question.ask).groups(), key=SIZES.get)
    n = SIZES[large] / SIZES[small]
    share = 1 / n**2
    if shown := re.search(r"\^2=(.*?)\$", question.answer):
        assert ("frac" in shown[1]) == (n not in (10, 100))  # a power of ten is a decimal
    return locals()


def s01_score(question):
    """With scikit-learn's Gaussian between the query and the support vectors."""
    n = numbers_in(question.ask.replace("\\ln 2", "").replace("$+", "$"))
    vectors, weights, bias = [n[:2], n[4:6], n[8:10]], np.multiply(n[2:12:4], n[3:12:4]), n[12]
    no_bias = rbf_kernel([n[13:15]], vectors, gamma=log(2))[0] @ weights
    first, at, size, below = n[3], no_bias + bias, abs(bias), "-+"[bias > 0]
    chosen, far, other = np.sign([at, bias, no_bias])
    return locals()


def s01_unlike_texts(question):
    n = WORDS.index(part(r"(\w+) texts have the rating", question.ask).lower())
    r, pairs = numbers_in(question.ask)[3], comb(n, 2)
    K = {c: np.full((n, n), c) + (1 - c) * np.eye(n) for c in (r, *np.linspace(-1, 1, 121))}
    lowest, product = eigvalsh(K[r])[0], K[r].sum()
    limit = min(c for c in K if eigvalsh(K[c])[0] > -1e-9)
    return locals()


def s01_dominant_diagonal(question):
    K = np.array(numbers_in(part(r"\{pmatrix\}(.*?)\\end", question.ask)))
    if len(K) == 4:
        assert eigvalsh(K.reshape(2, 2))[0] > 0
        return {"c": K[1] - 1, "product": 3 - 4 * (K[1] - 1)}
    v, K = np.array([1, -1, 1]), K.reshape(3, 3)
    return {"c": K[0, 1], "product": v @ K @ v}


def s01_margin(question):
    """Of the machine that scikit-learn finds for these samples; it is that of the picture."""
    alt = seen_in(question)
    seen, seen_crosses = part(r"\+1: (.*?)\. ", alt), part(r"−1: (.*?)\.$", alt)
    circles, crosses = (np.reshape(numbers_in(text), (5, 2)) for text in (seen, seen_crosses))
    X, y = np.vstack([circles, crosses]), np.repeat([1, -1], 5)
    t, low, high = numbers_in(alt.replace("x₁ = ", "x₁ "))[:3]
    C = numbers_in(question.ask.partition("$C=")[2])[0]
    svm = SVC(kernel="linear", C=C, tol=1e-9).fit(X, y)
    (w, nothing), bias = svm.coef_[0], svm.intercept_[0]
    assert np.allclose([w**2, nothing, -bias / w, t - low, high - t], [1, 0, t, 1, 1], atol=1e-5)
    belongs = "right" if w > 0 else "left"
    assert f"class $+1$ belongs on the {belongs}." in question.ask
    lack = 1 - y * svm.decision_function(X)
    circle, cross = circles[lack[:5].argmax()], crosses[lack[5:].argmax()]
    by, cross_by, n_support = lack[:5].max(), lack[5:].max(), np.sum(lack > -1e-6)
    short = len(X) * hinge_loss(y, svm.decision_function(X))
    cost = 1 / 2 + C * np.maximum(lack, 0).sum()
    return locals()


def s01_units(question):
    """Numbers that can be chosen: the center, and the free entries of a symmetric matrix."""
    seen, found = question.picture.alt.split("lines. ", 1)[1], {}
    said = {text[0]: text for text in re.findall(r"[A-D]: [^.]*(?:\.\d[^.]*)*", seen)}
    words = ("along x", "circles", "straight", "lower left", "upper left")
    for name, axes in zip("ABCD", axes_of(question), strict=True):
        for path in axes.collections[0].get_paths():
            x, y = path.vertices.T  # of an ellipse ax² + bxy + cy² = 1, or of two lines
            squares = np.transpose([x * x, x * y, y * y])
            a, b, c = solved(squares, x**0)
            assert np.allclose(squares @ (a, b, c), 1, atol=0.02)
            round_or_flat = 3 + int(b > 0) if abs(b) > 0.1 else int(abs(a - c) < 0.1)
            kind = 2 if 4 * a * c - b * b < 0.01 * a * a else round_or_flat
            assert words[kind] in said[name], (name, kind)
            assert kind or f"as wide along {'x₁' if a < c else 'x₂'} as" in said[name]
        found[min(kind, 3)] = name
    order, sizes = "".join(found[kind] for kind in range(4)), [4, 3, 3, 2 + comb(3, 2)]
    return locals()


def s02_one_center(question):
    a, b, c, _, lam = numbers_in(question.ask.replace("\\ln 2", ""))[3:8]
    Z, y = np.array([[0.5], [1], [0.5]]), (a, b, c)
    [exact], [ridge] = solved(Z, y), solved(Z, y, lam)
    [energy] = (x for x in np.linspace(1, 2, 3) if np.isclose(2 * solved(Z, y, x)[0], exact))
    product = a / 2 + b + c / 2
    return locals()


def s02_shares(question):
    *s, target, lam = numbers_in(question.ask)
    Z, y = np.diag(s), np.full(3, target)
    fit = Z @ solved(Z, y, lam)
    share = np.diag(Z @ np.linalg.inv(Z.T @ Z + lam * np.eye(3)) @ Z.T)
    kernel = np.diag(Z @ np.linalg.inv(Z + lam * np.eye(3)))
    residuals, squares = y - fit, (y - fit) ** 2
    error, df, df_kernel = squares.mean(), share.sum(), kernel.sum()
    return locals()


def s02_penalty_curves(question):
    """Of the samples that are drawn, by scikit-learn; the curves of the picture are these."""
    [drawn] = question.picture.figure.args
    deviation = sqrt(numbers_in(question.picture.alt)[-1])
    X, y = make_wave(20, noise=deviation, random_state=drawn["draw"])
    grid = np.linspace(0, 1, 200)[:, None]
    (K, K_grid), found = (rbf_kernel(A, X, drawn["gamma"]) for A in (X, grid)), []
    for lam in 10.0 ** np.arange(-6, 3):
        beta = solved(K, y, lam)
        error = np.mean((K_grid @ beta - wave(grid)) ** 2) + deviation**2
        found.append((error, np.mean((K @ beta - y) ** 2), lam))
    (out_best, in_best, best), (out_last, in_last, _) = min(found), found[-1]
    low, high = re.findall(r"Curve ([AB]) starts (?:far|high)", question.picture.alt)
    assert sorted(found)[1][0] > 1.03 * out_best  # the best can be seen
    assert found[0][0] > 1.4 * out_best
    assert found[0][1] < deviation**2 / 4
    assert in_last > 1.3 * deviation**2
    assert np.allclose(drawn["data"], np.transpose(found)[1::-1])
    letters, noise = low + high, deviation**2
    return locals()


def s02_twelve_fits(question):
    [drawn] = question.picture.figure.args
    grid, found = page_02.GRID, []
    for alpha in drawn["penalties"]:
        fits = []
        for seed in range(drawn["first"], drawn["first"] + 12):
            X, y = make_wave(20, noise=0.4, random_state=seed)
            fits.append(rbf_kernel(grid, X, 100) @ solved(rbf_kernel(X, gamma=100), y, alpha))
        error = np.mean((np.mean(fits, axis=0) - wave(grid)) ** 2)
        found += [np.mean([(fit - wave(grid)) ** 2 for fit in fits]) - error, error]
    variance, bias_free, variance_bound, bias = found
    free, bound = (part(f"In ([AB]) {words}", seen_in(question)) for words in ("the lines", "they"))
    letters = free + bound
    return locals()


def s02_units_of_targets(question):
    """The same weights for [[Z], [Z]] and a multiple of λ, found by trying."""
    large, small = re.findall(r"targets (?:are now given )?in (\w+)", question.ask)
    n, lam = SIZES[large] / SIZES[small], numbers_in(question.ask)[0]
    often = WORDS.index(part(r"every sample (\w+)", question.ask).replace("twice", "two"))
    Z, y = np.array([[1, 0.5], [0.5, 1], [0.2, 0.1]]), np.array([1.0, 3, 2])
    again = {k: solved(np.tile(Z, (often, 1)), np.tile(y, often), k * lam) for k in range(1, 6)}
    [copies] = [k for k, beta in again.items() if np.allclose(beta, solved(Z, y, lam))]
    return locals()


def s02_kernel_gradient(question):
    """The factors of a network of one center, K = 1: the slopes at β = 2, y = 1 for λ = 1."""
    p, q = re.search(r"beta\)=(\d?)\\\|.*\+(\d?)\\lambda", question.ask).groups()
    slopes = [((2.001 - 1) ** 2 - (1.999 - 1) ** 2) / 0.002, (2.001**2 - 1.999**2) / 0.002]
    a, b = int(p or 1) * slopes[0] / 2, int(q or 1) * slopes[1] / 4
    return {"a": a, "b": b, "p": p and int(p), "q": q and int(q)}


def s02_eye(question):
    beta = u, opposite = np.array(numbers_in(part(r"weights\s\$\((.*?)\)\$", question.ask)))
    v, lam = -opposite, numbers_in(question.ask.split("`lam = ")[-1])[0]
    wrong, right = (beta @ A @ beta for A in (np.full((2, 2), lam), lam * np.eye(2)))
    cancel = "nearly cancel cost little" if wrong else "cancel cost nothing"
    return locals()


def s03_three_readings(question):
    """By scikit-learn's neighbors, and by solving for bumps that sum to the prediction."""
    n = numbers_in(question.ask)
    X, y, query = np.reshape(n[:3], (3, 1)), np.array(n[3:6]), [n[6:7]]
    bumps = rbf_kernel(query, X, gamma=log(2))[0]
    models = (KNeighborsRegressor(3, weights=w).fit(X, y) for w in ("uniform", "distance"))
    [mean], [b] = (model.predict(query) for model in models)
    kernel, heights = np.average(y, weights=bumps), y / bumps.sum()
    assert np.isclose(heights @ bumps, kernel)
    return locals()


def s03_overlap(question):
    """By the middles of a thousand cells in each unit."""
    percent, _, end, rest, start, last = numbers_in(question.ask.replace("\\%", ""))[:6]
    cells = (np.arange(int(1000 * last)) + 0.5) / 1000
    p, q = percent / 100, rest / 100
    joint = np.stack([p / end * (cells < end), q / (last - start) * (cells > start)])
    inside = (cells > start) & (cells < end)
    a, b = joint[:, inside][:, 0]
    one = np.sum(2 * joint[0] * joint[1] / joint.sum(axis=0)) / 1000
    bayes, mass = joint.min(axis=0).sum() / 1000, joint[:, inside].sum() / 1000
    there, length = one / mass, inside.sum() / 1000
    likely, other = max(a, b) / (a + b), min(a, b) / (a + b)
    assert (a > b) != (end < last - start)  # the denser class is not the likelier one
    border, by_density = (end, start) if a > b else (start, end)
    return locals()


def s03_stairs(question):
    """By sorting the distances, for every k."""
    alt = seen_in(question)
    samples = part(r"\(x, y\): (.*?)\. A stair", alt)
    x, y = np.reshape(numbers_in(samples), (5, 2)).T
    grid = np.arange(-1, 11, 0.5) + 0.25  # jumps are at halves
    nearest_first = np.abs(grid[:, None] - x).argsort(axis=1)
    one, h, *more = (y[nearest_first[:, :k]].mean(axis=1) for k in range(1, 6))
    ends = np.flatnonzero(np.diff(h))
    jumps, pieces = grid[ends] + 0.25, np.append(h[ends], h[-1])
    line, points = axes_of(question)[0].lines
    height = line.get_ydata()[np.isfinite(line.get_ydata())]
    assert np.array_equal(points.get_xydata(), np.transpose([x, y]))
    assert np.allclose(height[np.flatnonzero(np.diff(height, append=np.inf))], pieces)
    assert [*map(float, re.findall(r"level (\S+) (?:up|beyond)", alt))] == pytest.approx(pieces)
    assert [*map(float, re.findall(r"up to x = (\S+),", alt))] == pytest.approx(jumps)
    far, others = h[-1], [other[-1] for other in (one, *more)]
    assert not np.isclose(far, others).any()
    assert np.isclose(more[0][0], pieces[0])
    low, high = numbers_in(question.ask)[:2]
    [jump_at] = (j for j in jumps if low < j < high)
    from_jump = np.abs(x - jump_at)
    assert [*np.flatnonzero(np.isclose(from_jump, np.sort(from_jump)[1]))] == [1, 3]
    beside = x[x < jump_at][-1], x[x > jump_at][0]
    fall, falls = abs(pieces[1] - pieces[2]), "falls" if pieces[2] < pieces[1] else "rises"
    own = [p for p in pieces if not np.isclose(p, [one, *more]).any()]
    return locals()


def s03_votes(question):
    """By scikit-learn's neighbors of the query."""
    alt = seen_in(question)
    circles, crosses = (part(rf"class {c}: (.*?)\. ", alt) for c in ("\\+1", "−1"))
    groups = [np.reshape(numbers_in(points), (-1, 2)) for points in (circles, crosses)]
    samples, classes = np.vstack(groups), np.repeat([1, -1], [*map(len, groups)])
    order = np.argsort(norm(samples, axis=1))
    reach, near = norm(samples, axis=1)[order], classes[order]
    assert reach[0] < 1 < reach[1] < reach[2] < 2 < reach[3]
    lines = axes_of(question)[0].lines
    radii = [norm(line.get_xydata(), axis=1) for line in lines if line.get_linestyle() == "--"]
    assert np.allclose(np.transpose(radii), [1, 2, 3])
    models = [*map(KNeighborsClassifier, (3, 5, 7))]
    models.append(KNeighborsClassifier(3, weights=lambda d: d**-2.0))
    k3, k5, k7, chosen = (model.fit(samples, classes).predict([[0, 0]])[0] for model in models)
    sign, sums, d, w = near[0], np.cumsum(near)[[2, 4, 6]], reach[:3], reach[:3] ** -2
    total = w[1] + w[2]
    return locals()


def s03_both_unlikely(question):
    """Of the four pairs of classes."""
    p = numbers_in(part(r"posterior \$(.*?)\$", question.ask))[0]
    assert 0.5 < p < 1
    (missed, error_a), (one_way, both_likely) = np.outer([1 - p, p], [1 - p, p])
    q, claimed, error = 1 - p, 1 - both_likely, error_a + one_way
    base, base_q = map(as_base, (p, q))
    return locals()


def as_base(x):
    """A number with which a power can begin."""
    ratio = Fraction(x).limit_denominator(20)
    tex = rf"(\tfrac{{{ratio.numerator}}}{{{ratio.denominator}}})"
    return tex if 10 % ratio.denominator else f"{x:g}"


def s04_walk(question):
    """With the steps of rbflib."""
    a, b, c, d = X = numbers_in(question.ask)[:4]
    steps = lloyd(np.reshape(X, (4, 1)), [[a], [b]])
    (a1, b1), (a2, b2), (a3, b3), *_ = (s.centers[:, 0] for s in steps if s.phase == "update")
    squares = [(x - b1) ** 2 for x in (b, c, d)]
    e1, nearest = sum(squares) / 4, mean_of(min((x - m) ** 2 for m in (a1, b1)) for x in X)
    return locals()


def s04_plus_plus(question):
    """With SciPy's distances."""
    text = re.sub(r"\$([A-D])=", r"\1 ", question.ask).split("\n\na)")[0]
    X = np.reshape(numbers_in(text), (4, 2))
    table, second = squareform(pdist(X, "sqeuclidean")), part(r"b\) \$([B-D])\$ was", question.ask)
    firsts, (_, *shares) = table[0, 1:], table[0] / table[0].sum()
    p_a, p_b, p_c = shares
    m = "ABCD".index(second)
    p_second, both = shares[m - 1], shares[m - 1] / 4
    others = [n for n in (1, 2, 3) if n != m]
    r, s = ("ABCD"[n] for n in others)
    near_r, near_s = (("A", second)[n] for n in table[others][:, [0, m]].argmin(axis=1))
    at_r, at_s = table[others][:, [0, m]].min(axis=1)
    then_r = at_r / (at_r + at_s)
    turned = norm(X[3] - X[1] - X[2]) < 1e-9
    shape = "rectangle" if turned else "quadrilateral"
    assert np.linalg.solve(X[1:3].T, X[3]).sum() > 1  # beyond the line from B to C
    return locals()


def s04_next_assignment(question):
    """From the text for those who do not see the picture, with scikit-learn's neighbors."""
    alt = seen_in(question)
    set_1, set_2 = (part(rf"{kind}: (.*?)\. ", alt) for kind in ("circles", "crosses"))
    names, *both = zip(*re.findall(r"([A-H]) \((\d+), (\d+)\)", set_1 + set_2), strict=True)
    places, old = (
        np.array(both, dtype=float).T,
        np.repeat([0, 1], [set_1.count("("), set_2.count("(")]),
    )
    centers = np.array([places[old == m].mean(axis=0) for m in (0, 1)])
    new = KNeighborsClassifier(1).fit(centers, [0, 1]).predict(places)
    [goes], [comes] = (np.flatnonzero((old == m) & (new != m)) for m in (1, 0))
    table = cdist(places, centers, "sqeuclidean")
    (d_first, d_second), (e_first, e_second) = table[[goes, comes]]
    leaves_second, leaves_first = names[goes], names[comes]
    x, y = np.median(centers, axis=0)
    normal = centers[1] - centers[0]
    angle = np.degrees(np.arctan2(-normal[0], normal[1])) % 180  # of the bisector
    assert abs(angle - 90) < 27  # steeply
    assert np.abs((places - centers.mean(axis=0)) @ normal).min() > 0.39 * norm(normal)
    return locals()


def s04_plain_distances(question):
    X = np.array(numbers_in(part(r"samples\s(.*?) on a line", question.ask)))
    twice, mean, once = np.median(X), X.mean(), X[2]
    to_mean = np.abs(X - mean)
    at_mean, at_twice = to_mean.sum(), np.abs(X - X[0]).sum()
    assert np.abs(X - twice).sum() < at_mean
    return locals()


def s05_neighbor_width(question):
    """With scikit-learn's neighbors."""
    centers = np.reshape(numbers_in(question.ask)[:3], (-1, 1))
    apart = NearestNeighbors(n_neighbors=2).fit(centers).kneighbors()[0]
    total, sigma, nearest = apart.sum(), apart.mean(), apart[:, 0].mean()
    gamma = 1 / (2 * sigma**2)
    assert f"{exp(-0.5):.2f}" in question.answer
    return locals()


def s05_bump_and_bias(question):
    z, y = np.array([[1], [0.5], [0.5], [0]]), np.array(numbers_in(question.ask)[6:10])
    model = LinearRegression().fit(z, y)
    fits, [weight], bias = model.predict(z), model.coef_, model.intercept_
    mean, centered, residuals = y.mean(), y - y.mean(), y - fits
    assert f"={2 * y[0] + y[1] + y[2]:g}/3$" in question.partial[0][1]
    assert np.isclose(solved(z, y)[0] * 3, 2 * y[0] + y[1] + y[2])
    return locals()


def s05_logistic(question):
    """With SciPy's logistic function, and the distance found by trying."""
    pattern = r"gamma=(.*?)\\ln 2\$ and the\s+weight \$(-?)4\\ln (\d)\$; its bias is \$(-?)\\ln"
    gamma, up, base, down = re.search(pattern, question.ask).groups()
    base, [steep], then = int(base), numbers_in(gamma) or [1.0], down or "+"
    distance = numbers_in(question.ask.partition("distance")[2])[0]

    def score(r):
        bump = exp(-steep * log(2) * r**2)
        return log(base) * (float(f"{up}4") * bump + float(f"{down}1"))

    half = brentq(score, 0, 10 * distance) / sqrt(2)
    p_at, p_there, p_far = expit([score(0), score(distance), score(1e3)])
    odds, of_root = exp(-score(0)), "" if np.isclose(half, 1) else f"{half:g}"
    over = "" if steep == 1 else f"/{1 / steep:g}"
    return locals()


def s05_hidden_layers(question):
    """By the centers and outlines of each panel."""
    found = {}
    for name, axes in zip("ABC", axes_of(question), strict=True):
        X, outline, centers = (line.get_xydata() for line in axes.lines)
        rings = outline.reshape(len(centers), -1, 2)[:, :-1] - centers[:, None]
        shapes = np.sort(norm(rings, axis=2))
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
    n, alt = len(centers), seen_in(question)
    for way, name in found.items():
        text = rf"{name}: {WORDS[n]} [^.:]*{of[way]}".replace(" .* ", "[^.:]*")
        assert re.search(text, alt), (way, alt)
    return found | {"n": n, "seen": alt.split("each. ")[1]}


def s05_center_gradient(question):
    """By a small step in numbers of these signs."""
    signs = re.search(r"beta(.)0\$,\s\$h(.)y\$\sand\s\$x(.)", question.ask)
    weight, lack, gap = (
        s if sign == ">" else -s for sign, s in zip(signs.groups(), (1.5, 1, 0.4), strict=True)
    )

    def output(mu):
        return weight * exp(-0.7 * (gap - mu) ** 2)

    y = output(0) - lack
    slope = ((output(1e-6) - y) ** 2 - (output(-1e-6) - y) ** 2) / 2e-6
    mu = 0.01 * slope  # a step with the wrong sign
    assert (abs(output(mu)) < abs(output(0))) == (abs(gap - mu) > abs(gap))
    wrong, side = "<>"[slope < 0], "right" if mu > 0 else "left"
    way = "toward" if abs(gap - mu) < abs(gap) else "away from"
    size = "larger" if output(mu) > output(0) else "smaller"
    return locals()


def s06_two_columns(question):
    """By QR, and by the errors of least-squares fits."""
    y, phi = (np.array(numbers_in(text)) for text in re.findall(r"=\((.*?)\)", question.ask)[::2])
    Phi = np.column_stack([np.ones(4), phi])
    Q, R = np.linalg.qr(Phi)
    alpha, q, qq = R[0, 1] / R[0, 0], Q[:, 1] * R[1, 1], R[1, 1] ** 2
    yy, sum_y, sum_phi, products = norm(y) ** 2, 4 * y.mean(), 4 * phi.mean(), q * y
    g_a, g_b = Q.T @ y / np.diag(R)
    by_one, by_both = left_by(Phi[:, :1], y), left_by(Phi, y)
    err_a, err_b, left = 1 - by_one / yy, (by_one - by_both) / yy, by_both / yy
    assert by_one + left_by(phi[:, None], y) < yy  # less than nothing would be left
    return locals()


def s06_stop(question):
    """Center after center."""
    n, energy, *ratios, noise = numbers_in(question.ask)[:8]
    assert sum(ratios) < 1
    seen = []
    while not seen or seen[-1] * energy / n >= noise - 1e-12:
        seen.append((seen or [1])[-1] - ratios[len(seen)])
    n_centers, counts, left = len(seen), np.arange(1, len(seen) + 1), seen[-1]
    share, squared, e_in = noise / (energy / n), left * energy, left * (energy / n)
    return locals()


def s06_bars(question):
    """By least squares for every candidate and every pair that contains the first choice."""
    Z, [drawn] = rbf_kernel(np.arange(8)[:, None], gamma=0.4), question.picture.figure.args
    y = drawn["y"]

    def explained(columns):
        return 1 - left_by(Z[:, columns], y) / (y @ y)

    before = np.array([explained([i]) for i in range(8)])
    best = before.argmax()
    after = np.array([explained([best, *{i} - {best}]) for i in range(8)]) - before[best]
    (_, beside, behind, *_, worst), (then, last) = np.argsort(-before), np.argsort(-after)[:2]
    err_a, near_by, err_b, follows_by = *before[[best, beside]], *after[[then, last]]
    left, over = 1 - round(err_a, 2) - round(err_b, 2), round(1 - err_a - near_by, 2)
    assert abs(best - beside) == 1
    assert before.min() < 0.02
    assert after[beside] < min(0.1, near_by / 2)
    chosen = (best, beside, worst, then, last)
    first, near, lowest, second, follows = ("ABCDEFGH"[i] for i in chosen)
    below = next(x for x in np.arange(1, 9) / 10 if x >= before[behind])
    low, high = max(0, round(left - 0.035, 2)), round(left + 0.035, 2)
    return locals()


def s06_energy(question):
    u, v, y = (np.array(numbers_in(t)) for t in re.findall(r"=\(([^a-z]*?)\)", question.ask)[-3:])
    w_a, w_b = np.linalg.solve(np.column_stack([u, v]), y)
    uu, vv, uv = norm(u) ** 2, norm(v) ** 2, (norm(u + v) ** 2 - norm(u - v) ** 2) / 4
    claimed, total = norm(w_a * u) ** 2 + norm(w_b * v) ** 2, norm(y) ** 2
    cross, v_second, u_second = total - claimed, *(left_by(x[:, None], y) for x in (u, v))
    u_first, v_first = total - v_second, total - u_second
    return locals()


def matrices_in(text):
    for rows in re.findall(r"pmatrix\}(.*?)\\end", text):
        yield np.array([numbers_in(row) for row in rows.split(r"\\")])


def s07_shortest(question):
    """By NumPy, and for the check and the length by the other solutions that are near."""
    H, hint = matrices_in(question.ask)
    t, other = (np.array(numbers_in(x)) for x in re.findall(r"\(([-\d,]*)\)", question.ask)[-2:])
    assert np.allclose(hint / 3 @ H @ H.T, np.eye(2))
    assert np.allclose(H @ other, t)
    beta = solved(H, t)
    steps = np.linspace(-1, 2, 301)[:, None]
    assert norm(beta + steps * (other - beta), axis=1).argmin() == 100
    combined, matrix = (
        part(r"T=(.*?)=\(", question.answer),
        part(r"pmatrix\}(.*?)\\end", question.ask),
    )
    terms = re.findall(r"([-+]?\d*)(?:\\,)?\(([-\d,]*)\)", combined)
    factors = [float(f"{c or 1}" if c not in "+-" else f"{c}1") for c, _ in terms]
    assert np.allclose(factors, solved(H.T, beta))
    assert [numbers_in(row) for _, row in terms] == H.tolist()
    fits, shared, squares = np.array([(row * beta)[row != 0] for row in H]), H[0] @ H[1], beta**2
    length, other_length = norm(beta) ** 2, norm(other) ** 2
    return locals()


def s07_normal_equations(question):
    [H] = matrices_in(question.ask)
    targets = np.array(numbers_in(part(r"T=\((.*?)\)", question.ask)))
    lam = numbers_in(part(r"lambda=(.*?)\$", question.ask))[0]
    (a, b), (p, q) = solved(H, targets), H.T @ targets
    fit = LinearRegression(fit_intercept=False).fit(H, targets).predict(H)
    e, error = (targets - fit)[0], np.sum((targets - fit) ** 2)
    d = norm(np.vstack([H, np.sqrt(lam) * np.eye(2)])[:, 0]) ** 2
    det, of_unit = np.linalg.det([[d, 1], [1, d]]), "" if lam == 1 else lam
    ridge = solved(H, targets, lam)
    return locals()


@cache
def errors_of_machines(n, seed, L, alpha):
    """The median of 50 draws, with the nodes of rbflib, but weights by NumPy and scikit-learn."""
    X, T = make_wave(n, noise=0.3, random_state=seed)
    grid, errors = np.linspace(0, 1, 200)[:, None], []
    for draw in range(50):
        with warnings.catch_warnings(action="ignore"):  # of its weights, which are not used
            nodes = ELMRegressor(L, "tanh", random_state=draw).fit(X, T)
        beta = solved(nodes.hidden_layer(X), T, alpha)
        errors.append(np.mean((nodes.hidden_layer(grid) @ beta - wave(grid)) ** 2))
    return np.median(errors) + 0.09


def s07_peak(question):
    """The curves are computed again where they are lowest and highest."""
    [drawn] = question.picture.figure.args
    n_samples, seed = drawn["data"]
    nodes = [round(n_samples * share) for share in (0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.5, 2, 3, 4)]
    errors, others = drawn["errors"], drawn["others"]
    _, best, next_best, twice, peak, *_ = nodes
    at = {L: errors_of_machines(n_samples, seed, L, 0) for L in (best, next_best, twice, peak)}
    assert [errors[nodes.index(L)] for L in at] == pytest.approx([*at.values()], rel=0.02)
    below = errors_of_machines(n_samples, seed, nodes[others.argmax()], 0.1)
    assert others.max() == pytest.approx(below, rel=1e-6)
    assert others[4] < 1.1 * max(others[3], others[5])  # no peak
    assert at[best] < 1.01 * min(errors)
    assert at[next_best] < 1.4 * at[best]
    assert twice == 2 * best
    power, worse = int(log10(at[peak])), round(at[twice] / at[best])
    digits, about = round(at[peak] / 10**power, 1), round(at[peak], 1 - power)
    powers = next(x for x in np.arange(1, 8, 0.5) if abs(x - log10(at[peak] / 0.09)) <= 0.25)
    highest_ridge = next(x for x in np.arange(100) / 100 if x > below)
    penalized = "B" if "curve A at its peak" in question.ask else "A"
    return locals()


def s07_average_of_machines(question):
    k = WORDS.index(part(r"with\s(\w+) seeds", question.ask))
    nodes = part(r"\$(\w+)\$ nodes", question.ask)
    nodes, total = ("L", f"{k}L") if nodes == "L" else (int(nodes), sum(k * [int(nodes)]))
    return locals()


def s07_share(question):
    """The student's share, read off the last step, at a tiny λ."""
    steps, last = question.ask.split("keeps the share")
    [sigma] = numbers_in(part(r"sigma_i=(.*?)\$", steps))
    above, below = re.search(r"\{(.*?)\}\{(.*?)\}\$", last).groups()
    values = {r"\sigma_i^2": sigma**2, r"\sigma_i": sigma, r"\sigma_i^2+\lambda": sigma**2 + 1e-12}
    found = values[above] / (values | {r"\sigma_i+\lambda": sigma + 1e-12})[below]
    claimed = found if "sigma_i+" not in steps else 1 / found
    assert (sigma * solved(np.array([[sigma]]), np.ones(1), 1e-12))[0] == pytest.approx(1)
    return locals()


def s08_on_a_line(question):
    """From points on the line, with their mean at the origin."""
    d_ab, d_bc, d_ac = map(int, numbers_in(question.ask)[:3])
    b = next(b for b in (d_ab, -d_ab) if abs(b - d_ac) == d_bc)
    places = {"A": 0, "B": b, "C": d_ac}
    between = sorted(places, key=places.get)[1]
    first, last = sorted({*places} - {between})
    one, other, whole = map("".join, map(sorted, (between + last, first + between, first + last)))
    hint = f"{one}+{other}={whole}"
    x = np.array([*places.values()], dtype=float)
    x, squared = x - x.mean(), (x[:, None] - x) ** 2
    row_a, row_b, row_c = squared.sum(axis=1)
    table, ab, diagonal = squared.sum(), x[0] * x[1], x**2
    *zeros, largest = eigvalsh(np.outer(x, x))
    assert max(zeros) < 1e-9
    return locals()


def s08_kept(question):
    """From six points that have these eigenvalues: the rows of helmert sum to 0."""
    k, l, m, n, o, _ = eigenvalues = np.array(numbers_in(question.ask)[:6])  # noqa: E741
    X = helmert(6).T * np.sqrt(eigenvalues[:5])
    table = np.array([2 * np.sum(pdist(X[:, :d]) ** 2) for d in range(1, 6)])  # each pair twice
    needed = 1 + np.argmax(table / table[4] > 0.9 - 1e-9)
    two, lost, total, features = (
        table[1] / table[4],
        table[4] - table[1],
        table[4] / 12,
        matrix_rank(X),
    )
    before, enough = 100 * table[needed - 2 : needed] / table[4]
    left, per_pair, unordered = lost / 12, lost / (6 * 5), lost / comb(6, 2)
    return locals()


def s08_new_point(question):
    """From the differences of the squared distances, in which the unknown square cancels."""
    n, far = numbers_in(question.ask)[:6], numbers_in(question.ask.partition("b) ")[2])[:3]
    places, distances, farther = np.array(n[:3]), np.array(n[3:]), np.array(far)
    (new, again) = (
        (s[0] - s[2] - places[0] ** 2 + places[2] ** 2) / 2 / (places[2] - places[0])
        for s in (distances**2, farther)
    )
    assert np.isclose(new, again)
    height, eigenvalue = (
        sqrt(farther[1] - (new - places[1]) ** 2),
        eigvalsh(np.outer(places, places))[-1],
    )
    assert f"place ${round(-new, 9):g}$" in question.partial[0][1]
    terms = part(r"big\((.*?)\\big", question.answer)
    assert np.isclose(eval(re.sub(r"(\d)\(", r"\1*(", terms)) / (2 * eigenvalue), new)
    units = {1: "one unit", 2: "two units", 3: "three units"}[round(height)]
    return locals()


def s08_maps(question):
    """By the best movement of one map onto another, from the places that the text gives."""
    alt = seen_in(question)
    found = np.reshape(numbers_in(alt), (3, 5, 2))
    for axes, said in zip(axes_of(question), found, strict=True):
        assert np.array_equal(axes.lines[0].get_xydata(), said)
    at = dict(zip("ABC", found, strict=True))
    [alike] = [p for p in combinations("ABC", 2) if np.allclose(*(pdist(at[n]) for n in p))]
    [stretched], pair = {*"ABC"}.difference(alike), " and ".join(alike)

    def around(name):
        return np.linalg.det(np.diff(at[name], axis=0)[:2]) > 0

    first, moved = re.search(r"(.) becomes (.) by", question.answer).groups()
    assert {first, moved} == {*alike}
    assert around(first)
    R, _ = orthogonal_procrustes(*(at[name] - at[name].mean(axis=0) for name in (first, moved)))
    shift = at[moved][0] - at[first][0] @ R
    mirrored = np.linalg.det(R) < 0
    assert mirrored != around(moved)
    turned = ("+-"[int(c.sum() < 0)] + "xy"[abs(c).argmax()] for c in R.T.round())
    mapped = ",".join(f"{s:g}{c}" for s, c in zip(shift, turned, strict=True))
    verdict = "it must be mirrored" if mirrored else "a turn and a shift are enough"
    sense, confused = "clockwise " if mirrored else "", " and ".join(sorted((first, stretched)))
    east, north = np.sign(at["A"][1] - at["A"][0])
    direction = {(1, 0): "east", (-1, 0): "west", (0, 1): "north"}.get((east, north), "south")
    st, st_c = pdist(at[first])[-1], pdist(at[stretched])[-1]
    a, b, c = (part(rf"{name}: (.*?\))\.", alt) for name in "ABC")
    return locals()


def s08_spectrum(question):
    """By the heights of the bars."""
    values = numbers_in(question.picture.alt)
    [axes] = axes_of(question)
    assert [bar.get_height() for bar in axes.patches] == values == sorted(values, reverse=True)
    lowest, near_0 = min(values), [x for x in values if abs(x) < -min(values) / 1.5]
    assert [x for x in near_0 if x < 0] == [-1]
    small, large = max(near_0), sum(x > -2 * lowest for x in values)
    assert sum(x > 0 for x in values) == 5 == large + 1 + sum(x > 0 for x in near_0)
    return locals()


def s09_agreement(question):
    """By sets of samples."""
    n, a, b = map(int, numbers_in(question.ask)[:3])
    both = int(part(r"on (\d+) samples both", question.ask))
    wrong, other, inside, apart = (
        {*range(a)},
        {*range(a - both, a - both + b)},
        {*range(b)},
        {*range(a, a + b)},
    )
    assert len(wrong & other) == both
    agree, most, least = (1 - len(wrong ^ second) / n for second in (other, inside, apart))
    first, second, both_right = len(wrong - other), len(other - wrong), 1 - len(wrong | other) / n
    return locals()


def s09_luck(question):
    """By SciPy's distribution of the errors of one model."""
    models, samples = words_in(question.ask)[:2]
    how_many = part(r"model errs on (.*?) of the test", question.ask)
    errors = ("none", "at most one", "at most two", "at most three").index(how_many)
    more = binom.sf(range(samples), samples, 0.5)
    one, found, expected = 1 - more[errors], 1 - more[errors] ** models, np.mean(more**models)
    reported = part(r"average the reported error is (.*)\. What", question.ask)
    assert numbers_in(reported)[0] == pytest.approx(expected, abs=0.005 * ("about" in reported))
    return locals()


def s09_regions(question):
    """By the colors of the panels, beside the regions of scikit-learn's models."""
    figure = question.picture.figure()
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., 0]
    o, x = (line.get_xydata() for line in figure.axes[0].lines[-2:])
    samples, classes = np.vstack([o, x]), np.repeat([1, -1], [len(o), len(x)])
    at = np.random.default_rng(0).uniform((-2.6, -1.5), (2, 1.65), (300, 2))
    at = np.vstack([[-2.5, 0], at[cdist(at, samples).min(axis=1) > 0.12]])
    weights = solved(rbf_kernel(samples, gamma=0.8), classes, 1.0)
    models = [lambda Q: np.sign(rbf_kernel(Q, samples, gamma=0.8) @ weights)]
    models += [
        m.fit(samples, classes).predict for m in (KNeighborsClassifier(1), SVC(gamma=40, C=1000))
    ]
    regions, names = np.array([model(at) for model in models]), {}
    for name, axes in zip("ABC", figure.axes, strict=True):
        column, row = axes.transData.transform(at).astype(int).T
        shown = np.where(pixels[len(pixels) - 1 - row, column] > 240, 1, -1)
        agree = np.mean(regions == shown, axis=1)
        assert sorted(agree)[1] < 0.96 < max(agree)
        names[agree.argmax()] = name
    n_wrong, *others = (np.sum(model(samples) != classes) for model in models)
    assert n_wrong > 1 > sum(others)
    assert regions[:, 0].tolist() == [1, 1, -1]
    assert all(classes[np.argsort(cdist([[-2.5, 0]], samples)[0])[:5]] == 1)
    full, nearest, machine = (names[n] for n in range(3))
    exact, white = (" and ".join(sorted(two)) for two in ((nearest, machine), (full, nearest)))
    a, b, c = (part(rf"{name}: (.*?)\.", question.picture.alt) for name in "ABC")
    said = dict(zip("ABC", (a, b, c), strict=True))
    assert f"smooth curved boundary; {n_wrong} samples lie" in said[full]
    assert "straight pieces" in said[nearest]
    assert "white islands" in said[machine]
    return locals()


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
    *most, largest = sorted(squares)
    assert max(most) < largest > 0.4
    worst, others = 1 + squares.index(largest), sum(most)
    errors, absolute = zero_one_loss(y, np.greater(p, 0.5), normalize=False), cityblock(p, y) / 4
    score, coin = (brier_score_loss(y, x) for x in (p, np.full(4, 0.5)))
    return locals()


def s10_corrected(question):
    x = numbers_in(question.ask)[:5]
    test, train = 20, 80
    mean, variance, plain, larger = (
        mean_of(x),
        variance_of(x),
        sem(x),
        stdev(x) * sqrt(1 / 5 + test / train),
    )
    deviations, squares, squared = np.subtract(x, mean), 4 * variance, larger**2
    times_plain, times_larger = mean / plain, mean / larger
    times_fifth = mean / stdev(x) / sqrt(1 / 5 + test / 100)
    assert (times_larger < 2.8) == (times_fifth < 2.8)
    words = ("only", "fewer", "may be chance"), ("still", "more", "is hardly chance")
    only, compared, verdict = words[times_larger > 2.8]
    return locals()


def s10_reliability(question):
    """By the lines, and their slopes."""
    asked = numbers_in(question.ask)[1]
    lines = [line for line in axes_of(question)[0].lines if len(line.get_xdata()) == 5]
    shown = {line.get_label(): line.get_xydata() for line in lines}
    a, b = (part(rf"{name} passes through (.*?)\.(?: B|$)", seen_in(question)) for name in "AB")
    for name, said in zip("AB", (a, b), strict=True):
        assert np.allclose(numbers_in(said), shown[name].ravel())
    slopes = {name: np.diff(points, axis=0).T[1] / 0.2 for name, points in shown.items()}
    sure, cautious = sorted(slopes, key=lambda name: max(slopes[name]))
    assert max(slopes[sure]) < 1 < min(slopes[cautious][1:3])
    assert slopes[cautious].mean() > 1
    high = {name: 100 * dict(points)[asked] for name, points in shown.items()}
    right, a_high, b_high, asked = high[sure], high["A"], high["B"], 100 * asked
    return locals()


def s10_folds(question):
    """By the lines of the picture."""
    lines = np.array([100 * line.get_ydata() for line in axes_of(question)[0].lines])
    pairs = question.picture.alt.split("percent: ")[1].rstrip(".")
    assert np.allclose(lines.ravel(), numbers_in(pairs))
    assert min(np.ptp(lines, axis=0)) > 20
    steps = lines[:, 1] - lines[:, 0]
    rising, mean, error = sum(steps > 0.5), abs(mean_of(steps)), sem(steps)
    assert np.abs(steps).max() < 3.5
    assert lines.max() < 45
    assert mean > 3 * error
    most, way = "Nearly all" if rising in (1, 7) else "All", "rise" if rising > 4 else "fall"
    return locals()


def s10_always_half(question):
    """By ten samples, of which class 1 has its share."""
    frequency, asked = question.ask.split(" Exactly one")
    percent = numbers_in(frequency.replace("\\", ""))[1] / 10
    statements = first, second, third, fourth = re.findall(r"(?m)^\d\. (.*)", asked)
    y = np.repeat([1, 0], [round(percent), round(10 - percent)])
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
    right = [next(h for words, h in holds.items() if words in text) for text in statements]
    [place] = [n for n, h in enumerate(right, 1) if not h]
    reasons = {"above": "The share of class 1", "0.5$ are": "Such a model may be unsure"}
    reason = re.search(r"Statement \d\. (.*?)The model of", question.answer, re.DOTALL)[1]
    expected = [start for words, start in reasons.items() if words in statements[place - 1]]
    assert reason.startswith(*expected) if expected else not reason
    return locals()


SEEDED = {f"{n[1:3]}.{n[4:]}": f for n, f in [*globals().items()] if n[0] == "s" and n[3:4] == "_"}
