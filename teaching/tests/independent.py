"""The numbers of the exam bank, each computed in another way than in the bank.

By closed forms, by scikit-learn, or by trying everything. Inputs are those of the question's text;
where a picture shows data, they are the bank's own.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, exp, hypot, log, log10, sqrt

import numpy as np
from scipy.optimize import brentq
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.manifold import ClassicalMDS
from sklearn.metrics import brier_score_loss, hinge_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC

from rbflib import ELMRegressor, make_moons, make_wave, wave
from teaching.exam import page_01, page_02, page_03, page_04, page_06, page_07, page_08, page_10


def ridge(Z, y, alpha):
    return Ridge(alpha, fit_intercept=False, solver="svd", tol=1e-12).fit(Z, y).coef_


def exact(Z, y):
    return np.linalg.lstsq(Z, y, rcond=None)[0]


def two_bumps():
    def h(x):
        return 2 * 2 ** -((x + 1) ** 2) - 4 * 2 ** -((x - 1) ** 2) + 1

    return {"at_0": h(0), "at_1": h(1), "far": h(20)}


def centimeters():
    factor = brentq(lambda f: exp(-3 * f * 200**2) - exp(-3 * 2**2), 1e-6, 1)
    return {"factor": factor}


def three_vectors():
    def score(x):
        return rbf_kernel([x], [[0, 0], [2, 0], [2, 1]], log(2))[0] @ [3, -2, -1] - 0.5

    return {"score": score([1, 0]), "far": score([50, 50])}


def unlike_texts():
    def matrix(c):
        return np.array([[1, c, c], [c, 1, c], [c, c, 1]])

    tried = np.linspace(-1, 1, 2001)
    kernels = [c for c in tried if np.linalg.eigvalsh(matrix(c))[0] > -1e-9]
    return {"product": 3 - 6 * 0.6, "lowest": 1 - 2 * 0.6, "limit": min(kernels)}


def margin():
    """Of the machine that scikit-learn finds for these samples; it is that of the picture."""
    X, y = page_01.MARGIN_SAMPLES, page_01.MARGIN_CLASSES
    machine = SVC(kernel="linear", C=2, tol=1e-9).fit(X, y)
    assert np.allclose([*machine.coef_[0], machine.intercept_[0]], [1, 0, 0])
    short = len(X) * hinge_loss(y, machine.decision_function(X))
    width = 1 / np.linalg.norm(machine.coef_)
    cost = np.sum(machine.coef_**2) / 2 + 2 * short
    return {"width": width, "n_support": len(machine.support_), "short": short, "cost": cost}


def units():
    """Numbers that can be chosen: the center, and the free entries of a symmetric matrix."""
    return {"a": 2 + 2, "b": 2 + 1, "c": 2 + 1, "d": 2 + comb(2 + 1, 2)}


def large_entries():
    return {"product": 1 + 1 + 1 - 0.9 - 0.9 - 0.9 - 0.9}


def one_center():
    Z, y = np.array([[0.5], [1], [0.5]]), np.array([1, 5, 7])
    half = brentq(lambda lam: ridge(Z, y, lam)[0] - 3, 0.1, 10)
    return {
        "energy": 0.25 + 1 + 0.25,
        "product": 0.5 + 5 + 3.5,
        "exact": exact(Z, y)[0],
        "ridge": ridge(Z, y, 0.5)[0],
        "half": half,
    }


def shares():
    Z, y = np.diag([3.0, 2, 1]), np.full(3, 10.0)
    fit = Z @ ridge(Z, y, 1.0)
    hat = Z @ np.linalg.inv(Z.T @ Z + np.eye(3)) @ Z.T
    return {
        **dict(zip(("fit_a", "fit_b", "fit_c"), fit, strict=True)),
        "error": np.mean((y - fit) ** 2),
        "df": np.trace(hat),
        "df_kernel": np.trace(Z @ np.linalg.inv(Z + np.eye(3))),
    }


def best_penalty():
    X, y = make_wave(20, noise=0.5, random_state=23)
    at = np.linspace(0, 1, 200)[:, None]
    found = {}
    for power in range(-6, 3):
        beta = ridge(rbf_kernel(X, gamma=100), y, 10.0**power)
        e_in = np.mean((rbf_kernel(X, gamma=100) @ beta - y) ** 2)
        e_out = np.mean((rbf_kernel(at, X, 100) @ beta - wave(at)) ** 2) + 0.25
        found[e_out] = (10.0**power, e_in)
    best, in_best = found[min(found)]
    last = {"in_last": e_in, "out_last": e_out}  # of the largest penalty
    return {"best": best, "noise": 0.25, "in_best": in_best, "out_best": min(found)} | last


def bias_and_variance():
    at, found = page_02.GRID, {}
    for name, alpha in {"a": 1e-4, "b": 30.0}.items():
        fits = []
        for seed in range(12):
            X, y = make_wave(20, noise=0.4, random_state=seed)
            fits.append(rbf_kernel(at, X, 100) @ ridge(rbf_kernel(X, gamma=100), y, alpha))
        squares = np.mean([(fit - wave(at)) ** 2 for fit in fits])
        bias = np.mean((np.mean(fits, axis=0) - wave(at)) ** 2)
        found |= {f"bias_{name}": bias, f"variance_{name}": squares - bias}
    return found


def eye_forgotten():
    return {"wrong": np.array([3, -3]) @ np.ones((2, 2)) @ [3, -3], "right": 3**2 + (-3) ** 2}


def three_readings():
    X, y = [[0], [1], [2]], [2, 4, 10]
    return {
        "kernel": (2 * 0.5 + 4 + 10 * 0.5) / (0.5 + 1 + 0.5),
        "mean": KNeighborsRegressor(3).fit(X, y).predict([[1]])[0],
        "inverse": KNeighborsRegressor(3, weights=lambda d: 1 / (d**2 + 1e-18))
        .fit(X, y)
        .predict([[1]])[0],
        "height_a": 2 / 2,
        "height_b": 4 / 2,
        "height_c": 10 / 2,
        "sum": 1 * 0.5 + 2 * 1 + 5 * 0.5,
    }


def overlap():
    x = (np.arange(500_000) + 0.5) / 100_000  # middles of small cells over [0, 5]
    joint = np.stack([0.8 * 0.25 * (x < 4), 0.2 * 0.5 * (x > 3)])
    both = x[(x > 3) & (x < 4)].size / 100_000 * 0.3
    one = np.sum(2 * joint[0] * joint[1] / joint.sum(axis=0)) / 100_000
    bayes = np.sum(joint.min(axis=0)) / 100_000
    likely = Fraction(2, 10) / Fraction(3, 10)
    return {"bayes": bayes, "mass": both, "likely": likely, "one": one, "ratio": one / bayes}


def stairs():
    X, y = page_03.STAIR_X, page_03.STAIR_Y
    far = {k: sum(y[-k:]) / k for k in range(1, 6)}
    [k] = [k for k in far if far[k] == 3]
    model = KNeighborsRegressor(k).fit(X, y)
    at = np.linspace(4, 5, 2001)
    steps = np.diff(model.predict(at[:, None]))
    [jump] = np.flatnonzero(steps)
    others = {f"far{k}": far[k] for k in (1, 3, 4, 5)}
    return {"k": k, "jump_at": at[jump], "jump": steps[jump], "far": far[k]} | others


def votes():
    X, y = page_03.AROUND, page_03.AROUND_CLASSES
    found = {f"k{k}": KNeighborsClassifier(k).fit(X, y).predict([[0, 0]])[0] for k in (1, 3, 5, 7)}
    by_square = KNeighborsClassifier(3, weights=lambda d: d**-2).fit(X, y)
    return found | {"weighted": by_square.predict([[0, 0]])[0]}


def both_unlikely():
    p = {"likely": Fraction(9, 10), "unlikely": Fraction(1, 10)}
    pairs = {(a, b): p[a] * p[b] for a, b in product(p, p)}
    return {
        "claimed": 1 - pairs["likely", "likely"],
        "right": sum(share for (a, b), share in pairs.items() if a != b),
        "missed": pairs["unlikely", "unlikely"],
    }


def walk():
    """Every partition on the way, in fractions."""
    samples, centers, found = [0, 2, 3, 10], [Fraction(0), Fraction(2)], {}
    for number in (1, 2, 3, 4):
        sets = ([], [])
        for x in samples:
            sets[abs(x - centers[1]) < abs(x - centers[0])].append(x)
        if centers == (centers := [Fraction(sum(s), len(s)) for s in sets]):
            assert number == 4
        found |= {f"a{number}": centers[0], f"b{number}": centers[1]}
        squares = [(x - m) ** 2 for s, m in zip(sets, centers, strict=True) for x in s]
        found[f"e{number}"] = sum(squares) / 4
    return found | {"near": (0 + 4 + 4 + 25) / 4}


def plus_plus():
    corners = {"A": (0, 0), "B": (3, 0), "C": (0, 4), "D": (3, 4)}

    def chances(drawn):
        nearest = {
            name: min((x - corners[d][0]) ** 2 + (y - corners[d][1]) ** 2 for d in drawn)
            for name, (x, y) in corners.items()
        }
        return {name: Fraction(d, sum(nearest.values())) for name, d in nearest.items()}

    second = chances("A")
    return {
        "p_a": second["B"],
        "p_b": second["C"],
        "p_c": second["D"],
        "then_a": chances("AD")["B"],
        "both": Fraction(1, 4) * second["D"],
    }


def moved_samples():
    first, second = ((1 + 1 + 2 + 6) / 4, (1 + 4 + 3 + 1) / 4), ((3 + 7 + 8 + 8) / 4, 14 / 4)
    places = dict(zip(page_04.NAMES, page_04.NAMED, strict=True))
    near = {name: hypot(*(x - first)) < hypot(*(x - second)) for name, x in places.items()}
    d, e = places["D"], places["E"]
    return {
        "n_changed": sum(near[name] != (name in "ABCE") for name in places),
        "d_first": hypot(*(d - first)) ** 2,
        "d_second": hypot(*(d - second)) ** 2,
        "e_first": hypot(*(e - first)) ** 2,
        "e_second": hypot(*(e - second)) ** 2,
    }


def plain_distances():
    return {"mean": (0 + 0 + 9) / 3, "at_mean": 3 + 3 + 6, "at_0": 0 + 0 + 9}


def neighbor_width():
    def gamma(centers):
        nearest = [sorted(abs(a - b) for b in centers)[1:3] for a in centers]
        return 1 / (2 * np.mean(nearest) ** 2)

    return {
        "sigma": sqrt(1 / (2 * gamma([0, 2, 6]))),
        "gamma": gamma([0, 2, 6]),
        "at_sigma": exp(-0.5),
        "scaled": gamma([0, 20, 60]),
    }


def bump_and_bias():
    z, y = np.array([[1], [0.5], [0.5], [0]]), np.array([7, 4, 2, 3])
    model = LinearRegression().fit(z, y)
    fit = model.predict(z)
    return {
        "weight": model.coef_[0],
        "bias": model.intercept_,
        **dict(zip(("h_a", "h_b", "h_c", "h_d"), fit, strict=True)),
        **dict(zip(("r_a", "r_b", "r_c", "r_d"), y - fit, strict=True)),
        "error": (1 + 0 + 4 + 1) / 4,
    }


def logistic():
    """The odds are powers of 3: 3 to the power of 4 times the bump minus 1."""
    model = LogisticRegression()
    model.classes_, model.coef_, model.intercept_ = np.arange(2), [[log(3)]], np.zeros(1)
    powers = [[4 * bump - 1] for bump in (1, 1 / 2, 1 / 4, 0)]
    model.coef_ = np.array(model.coef_)
    p = model.predict_proba(powers)[:, 1]
    return dict(zip(("p_a", "p_b", "p_c", "p_far"), p, strict=True))


def two_columns():
    Phi, y = np.array([[1.0, 1], [1, 1], [1, 3], [1, 3]]), np.array([1.0, 3, 5, 3])
    Q, R = np.linalg.qr(Phi)
    g = (Q.T @ y) / np.diag(R)
    left = [np.sum((y - Phi[:, :k] @ exact(Phi[:, :k], y)) ** 2) / (y @ y) for k in (1, 2)]
    return {
        "alpha": R[0, 1] / R[0, 0],
        **dict(zip(("g_a", "g_b"), g, strict=True)),
        "err_a": 1 - left[0],
        "err_b": left[0] - left[1],
        "left": left[1],
        **dict(zip(("w_a", "w_b"), exact(Phi, y), strict=True)),
    }


def stop():
    left, n_centers = Fraction(1), 0
    for percent in (60, 20, 12, 5, 1):
        left -= Fraction(percent, 100)
        n_centers += 1
        if left < Fraction(6, 80):  # twenty times 0.3, of 80
            break
    return {
        "share": 6 / 80,
        "n_centers": n_centers,
        "left": left,
        "squared": 80 * left,
        "e_in": 4 * left,
        "noise": 0.3,
    }


def chosen():
    """By least squares for every candidate and every pair that contains the first choice."""
    Z, y = rbf_kernel(page_06.PLACES, gamma=0.4), page_06.TARGETS

    def left(columns):
        return np.sum((y - Z[:, columns] @ exact(Z[:, columns], y)) ** 2) / (y @ y)

    first = min(range(8), key=lambda i: left([i]))
    second = min(set(range(8)) - {first}, key=lambda i: left([first, i]))
    return {
        "first": first + 1,
        "second": second + 1,
        "err_a": 1 - left([first]),
        "err_b": left([first]) - left([first, second]),
        "left": left([first, second]),
    }


def cross_term():
    w_b = 1  # the second coordinate of y
    w_a = 3 - w_b
    return {
        "w_a": w_a,
        "w_b": w_b,
        "claimed": w_a**2 * 1 + w_b**2 * 2,
        "energy": 9 + 1,
        "cross": (9 + 1) - (w_a**2 * 1 + w_b**2 * 2),
    }


def shortest():
    """Of all solutions (3 − t, t, −t) the shortest."""
    t = np.linspace(-3, 3, 6001)
    lengths = (3 - t) ** 2 + 2 * t**2
    best = t[lengths.argmin()]
    return {"a": 3 - best, "b": best, "c": -best, "length2": lengths.min(), "other2": lengths[3000]}


def normal_equations():
    H, T = np.array([[1.0, 0], [1, 1], [0, 1]]), np.array([3.0, 2, 2])
    beta, penalized = exact(H, T), ridge(H, T, 1.0)
    return {
        "a": beta[0],
        "b": beta[1],
        "error": np.sum((H @ beta - T) ** 2),
        "ridge_a": penalized[0],
        "ridge_b": penalized[1],
    }


def peak():
    """With the nodes of rbflib, but weights by NumPy and scikit-learn."""
    X, T = make_wave(20, noise=0.3, random_state=4)
    at = page_07.AT

    def e_out(L, alpha, seed):
        nodes = ELMRegressor(L, "tanh", random_state=seed).fit(X, T)
        H = nodes.hidden_layer(X)
        beta = ridge(H, T, alpha) if alpha else exact(H, T)
        return np.mean((nodes.hidden_layer(at) @ beta - wave(at)) ** 2) + 0.09

    free, penalized = (
        np.array([np.median([e_out(L, alpha, s) for s in range(50)]) for L in page_07.NODES])
        for alpha in (0, 0.1)
    )
    return {
        "n_samples": len(X),
        "powers": log10(free.max() / 0.09),
        "best": page_07.NODES[free.argmin()],
        "highest_ridge": penalized.max(),
    }


def wrong_share():
    lam = 1e-12
    return {"claimed": 0.5 / (0.25 + lam), "right": 0.25 / (0.25 + lam)}


def on_a_line():
    """The places are −2, −1 and 3 from their mean."""
    z = np.array([0, 1, 5]) - 2
    return {
        "ab": z[0] * z[1],
        "ac": z[0] * z[2],
        "aa": z[0] ** 2,
        "bb": z[1] ** 2,
        "cc": z[2] ** 2,
        "largest": np.sum(z**2),
        "n_positive": 1,
    }


def kept():
    """From six points that have these eigenvalues."""
    rng = np.random.default_rng(0)
    V = np.linalg.qr(np.column_stack([np.ones(6), rng.normal(size=(6, 5))]))[0][:, 1:5]
    X = V * np.sqrt([50, 30, 15, 5])

    def squares(points):
        return ((points[:, None] - points) ** 2).sum()

    parts = [squares(X[:, :d]) / squares(X) for d in range(1, 5)]
    return {
        "two": parts[1],
        "needed": next(d for d, part in enumerate(parts, start=1) if part > 0.9 - 1e-9),
        "lost": squares(X) - squares(X[:, :2]),
        "per_pair": (squares(X) - squares(X[:, :2])) / 30,
        "features": np.linalg.matrix_rank(X),
    }


def new_point():
    """The only places on the line with these distances, above it or not."""
    tried = np.linspace(-5, 5, 10_001)
    on = [z for z in tried if np.allclose([abs(z + 2), abs(z), abs(z - 2)], [3, 1, 1])]
    above = [z for z in tried if np.allclose([(z + 2) ** 2 + 1, z**2 + 1], [10, 2])]
    model = ClassicalMDS(n_components=1).fit(np.array([[-2.0], [0], [2]]))
    return {"eigenvalue": model.eigenvalues_[0], "place": on[0], "above": above[0]}


def same_table():
    def between(points, i, j):
        return hypot(*(points[i] - points[j]))

    pairs = [(i, j) for i in range(5) for j in range(i)]
    first, turned, stretched = page_08.FIRST_MAP, page_08.TURNED, page_08.STRETCHED
    return {
        "ab_as_a": max(abs(between(turned, *p) - between(first, *p)) for p in pairs),
        "ab_as_c": max(abs(between(stretched, *p) - between(first, *p)) for p in pairs),
        "pq": 3,
        "st": sqrt(8),
        "st_c": sqrt(13),
    }


def spectrum():
    return {"lowest": min(page_08.SPECTRUM)}


def agreement():
    """By sets of samples."""
    a, b = set(range(20)), set(range(8, 32))
    inside, apart = set(range(24)), set(range(20, 44))
    assert len(a & b) == 12
    return {
        "agree": 1 - len(a ^ b) / 200,
        "most": 1 - len(a ^ inside) / 200,
        "least": 1 - len(a ^ apart) / 200,
    }


def luck():
    outcomes = Counter()
    for wrong in product([0, 1], repeat=6):
        outcomes[min(sum(wrong[i : i + 2]) for i in (0, 2, 4))] += Fraction(1, 64)
    return {"none": outcomes[0], "all": outcomes[2], "expected": outcomes[1] / 2 + outcomes[2]}


def training_errors():
    X, y = make_moons(40, noise=0.3, random_state=80)
    K = rbf_kernel(X, gamma=0.8)
    return {
        "a": np.sum(np.sign(K @ ridge(K, y, 1.0)) != y),
        "b": np.sum(KNeighborsClassifier(1).fit(X, y).predict(X) != y),
        "c": np.sum(SVC(gamma=40, C=1000).fit(X, y).predict(X) != y),
    }


def brier():
    p, t = [0.9, 0.7, 0.2, 0.4], [1, 0, 0, 1]
    return {
        "score": brier_score_loss(t, p),
        "errors": sum(round(a) != b for a, b in zip(p, t, strict=True)),
        "coin": brier_score_loss(t, [0.5] * 4),
        "without": (0.01 + 0.04 + 0.36) / 3,
    }


def corrected():
    differences = [4, 0, 3, 1, 2]
    mean = Fraction(sum(differences), 5)
    variance = sum((d - mean) ** 2 for d in differences) / 4
    kept, left_out = next(KFold(5).split(np.zeros(100)))
    plain = sqrt(variance / 5)
    larger = sqrt(variance * (Fraction(1, 5) + Fraction(len(left_out), len(kept))))
    return {
        "mean": mean,
        "variance": variance,
        "plain": plain,
        "larger": larger,
        "times_plain": mean / plain,
        "times_larger": mean / larger,
    }


def reliability():
    [at] = np.flatnonzero(np.isclose(page_10.PREDICTED, 0.9))
    a, b = page_10.OBSERVED.values()
    return {"a_high": 100 * a[at], "b_high": 100 * b[at], "claimed": 90}


def folds():
    pairs = [round(100 * (b - a)) for a, b in page_10.FOLDS.T]
    mean = Fraction(sum(pairs), 8)
    spread = sum((d - mean) ** 2 for d in pairs) / 7
    return {"higher": sum(d > 0 for d in pairs), "mean": mean, "error": sqrt(spread / 8)}


def always_half():
    return {"score": brier_score_loss([0, 1], [0.5, 0.5])}


INDEPENDENT = {
    "00.two_bumps": two_bumps,
    "00.centimeters": centimeters,
    "01.score": three_vectors,
    "01.unlike_texts": unlike_texts,
    "01.margin": margin,
    "01.units": units,
    "01.dominant_diagonal": large_entries,
    "02.one_center": one_center,
    "02.shares": shares,
    "02.penalty_curves": best_penalty,
    "02.twelve_fits": bias_and_variance,
    "02.eye": eye_forgotten,
    "03.three_readings": three_readings,
    "03.overlap": overlap,
    "03.stairs": stairs,
    "03.votes": votes,
    "03.both_unlikely": both_unlikely,
    "04.walk": walk,
    "04.plus_plus": plus_plus,
    "04.next_assignment": moved_samples,
    "04.plain_distances": plain_distances,
    "05.neighbor_width": neighbor_width,
    "05.bump_and_bias": bump_and_bias,
    "05.logistic": logistic,
    "06.two_columns": two_columns,
    "06.stop": stop,
    "06.bars": chosen,
    "06.energy": cross_term,
    "07.shortest": shortest,
    "07.normal_equations": normal_equations,
    "07.peak": peak,
    "07.share": wrong_share,
    "08.on_a_line": on_a_line,
    "08.kept": kept,
    "08.new_point": new_point,
    "08.maps": same_table,
    "08.spectrum": spectrum,
    "09.agreement": agreement,
    "09.luck": luck,
    "09.regions": training_errors,
    "10.brier": brier,
    "10.corrected": corrected,
    "10.reliability": reliability,
    "10.folds": folds,
    "10.always_half": always_half,
}
