"""The numbers of the exam bank, in its order, each computed in another way than in the bank.

By hand, by scikit-learn, or by trying everything. Inputs are those of the question's text; where a
picture shows data, they are the bank's own.

Questions with a seed: s04_walk(question) gives name -> number, for all numbers that the texts of
04.walk name and that are not drawn, from the text of the question and what its picture shows.
"""

import re
import warnings
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, hypot, log10, sqrt
from statistics import mean, stdev, variance

import numpy as np
import pytest
from numpy.linalg import matrix_rank
from scipy.linalg import helmert, orthogonal_procrustes
from scipy.spatial.distance import cdist, pdist
from scipy.stats import sem
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics import brier_score_loss, hinge_loss, zero_one_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC

from rbflib import ELMRegressor, make_wave, wave
from rbflib.lab.kit.template import WORDS
from teaching.exam import page_01, page_02, page_03, page_04, page_06, page_07
from tests.independent import numbers_in, words_in

BY_HAND = {
    "00.two_bumps": (2 / 2 - 4 / 2 + 1, 2 / 2**4 - 4 + 1, 1),  # bumps are powers of 1/2
    "00.centimeters": (2**2 / 200**2,),
    "01.score": (3 / 2 - 2 / 2 - 1 / 4 - 0.5, -0.5),
    # Numbers that can be chosen: the center, and the free entries of a symmetric matrix.
    "01.units": (2 + 2, 2 + 1, 2 + 1, 2 + comb(2 + 1, 2)),
    "01.dominant_diagonal": (1 + 1 + 1 - 0.9 - 0.9 - 0.9 - 0.9,),
    "02.eye": (3 * 3 - 3 * 3 - 3 * 3 + 3 * 3, 3**2 + (-3) ** 2),
    # Half a bump is on either side; the nearest sample, at the query, has all the weight.
    "03.three_readings": ((1 + 4 + 5) / 2, (2 + 4 + 10) / 3, 4, 1, 2, 5, 1 / 2 + 2 + 5 / 2),
    "04.plus_plus": (9 / 50, 16 / 50, 25 / 50, 9 / (9 + 9), 1 / 4 * 25 / 50),
    "04.plain_distances": ((0 + 0 + 9) / 3, 3 + 3 + 6, 0 + 0 + 9),
    # The distances 2, 6; 2, 4; 4, 6 have the mean 4.
    "05.neighbor_width": (4, 1 / (2 * 4**2), exp(-0.5), 1 / (2 * 40**2)),
    "05.logistic": (27 / 28, 3 / 4, 1 / 2, 1 / 4),  # the odds are 3³, 3¹, 3⁰ and 3⁻¹
    # Twenty times 0.3, of 80; 8% are left by three centers, 3% by four.
    "06.stop": (6 / 80, 4, 0.03, 0.03 * 80, 0.03 * 4, 0.3),
    "06.energy": (3 - 1, 1, 2**2 * 1 + 1**2 * 2, 9 + 1, 9 + 1 - (2**2 * 1 + 1**2 * 2)),
    "07.share": (0.5 / 0.25, 0.25 / 0.25),
}


def ridge(Z, y, alpha):
    return Ridge(alpha, fit_intercept=False, solver="svd", tol=1e-12).fit(Z, y).coef_


def exact(Z, y):
    return np.linalg.lstsq(Z, y, rcond=None)[0]


def q01_unlike_texts():
    def lowest(c):
        return np.linalg.eigvalsh([[1, c, c], [c, 1, c], [c, c, 1]])[0]

    limit = min(c for c in np.linspace(-1, 1, 2001) if lowest(c) > -1e-9)
    return 3 - 6 * 0.6, 1 - 2 * 0.6, limit


def q01_margin():
    """Of the machine that scikit-learn finds for these samples; it is that of the picture."""
    X, y = page_01.MARGIN_SAMPLES, page_01.MARGIN_CLASSES
    machine = SVC(kernel="linear", C=2, tol=1e-9).fit(X, y)
    w = machine.coef_[0]
    assert np.allclose([*w, machine.intercept_[0]], [1, 0, 0])
    short = len(X) * hinge_loss(y, machine.decision_function(X))
    return 1 / np.linalg.norm(w), len(machine.support_), short, w @ w / 2 + 2 * short


def q02_one_center():
    Z, y = np.array([[0.5], [1], [0.5]]), np.array([1, 5, 7])
    half = next(lam for lam in np.linspace(0, 5, 51) if np.isclose(ridge(Z, y, lam)[0], 3))
    return 0.25 + 1 + 0.25, 0.5 + 5 + 3.5, *exact(Z, y), *ridge(Z, y, 0.5), half


def q02_shares():
    Z, y = np.diag([3.0, 2, 1]), np.full(3, 10.0)
    fit = Z @ ridge(Z, y, 1.0)
    hat, kernel_hat = Z @ np.linalg.inv(Z.T @ Z + np.eye(3)) @ Z.T, Z @ np.linalg.inv(Z + np.eye(3))
    return *fit, np.mean((y - fit) ** 2), np.trace(hat), np.trace(kernel_hat)


def q02_penalty_curves():
    X, y = make_wave(20, noise=0.5, random_state=23)
    at = np.linspace(0, 1, 200)[:, None]
    found = []
    for power in range(-6, 3):
        beta = ridge(rbf_kernel(X, gamma=100), y, 10.0**power)
        e_in = np.mean((rbf_kernel(X, gamma=100) @ beta - y) ** 2)
        e_out = np.mean((rbf_kernel(at, X, 100) @ beta - wave(at)) ** 2) + 0.25
        found.append((e_out, e_in, 10.0**power))
    (out_best, in_best, best), (out_last, in_last, _) = min(found), found[-1]
    return best, 0.25, in_best, out_best, in_last, out_last


def q02_twelve_fits():
    at, found = page_02.GRID, []
    for alpha in (1e-4, 30.0):
        fits = []
        for seed in range(12):
            X, y = make_wave(20, noise=0.4, random_state=seed)
            fits.append(rbf_kernel(at, X, 100) @ ridge(rbf_kernel(X, gamma=100), y, alpha))
        bias = np.mean((np.mean(fits, axis=0) - wave(at)) ** 2)
        found += [np.mean([(fit - wave(at)) ** 2 for fit in fits]) - bias, bias]
    return found


def q03_overlap():
    x = (np.arange(500_000) + 0.5) / 100_000  # middles of small cells over [0, 5]
    joint = np.stack([0.8 * 0.25 * (x < 4), 0.2 * 0.5 * (x > 3)])
    mass = x[(x > 3) & (x < 4)].size / 100_000 * 0.3
    one = np.sum(2 * joint[0] * joint[1] / joint.sum(axis=0)) / 100_000
    bayes = np.sum(joint.min(axis=0)) / 100_000
    return bayes, mass, 2 / 3, one, one / bayes


def q03_stairs():
    X, y = page_03.STAIR_X, page_03.STAIR_Y
    far = {k: sum(y[-k:]) / k for k in range(1, 6)}
    [k] = [k for k in far if far[k] == 3]
    at = np.linspace(4, 5, 2001)
    steps = np.diff(KNeighborsRegressor(k).fit(X, y).predict(at[:, None]))
    [jump] = np.flatnonzero(steps)
    return k, at[jump], steps[jump], far.pop(k), *far.values()


def q03_votes():
    ways = [(k, "uniform") for k in (1, 3, 5, 7)] + [(3, lambda d: d**-2)]
    models = (KNeighborsClassifier(k, weights=weights) for k, weights in ways)
    fitted = (model.fit(page_03.AROUND, page_03.AROUND_CLASSES) for model in models)
    return [model.predict([[0, 0]])[0] for model in fitted]


def q03_both_unlikely():
    p = {"likely": Fraction(9, 10), "unlikely": Fraction(1, 10)}
    pairs = {(a, b): p[a] * p[b] for a, b in product(p, p)}
    right = sum(share for (a, b), share in pairs.items() if a != b)
    return 1 - pairs["likely", "likely"], right, pairs["unlikely", "unlikely"]


def q04_next_assignment():
    means = ((1 + 1 + 2 + 6) / 4, (1 + 4 + 3 + 1) / 4), ((3 + 7 + 8 + 8) / 4, 14 / 4)
    places = dict(zip(page_04.NAMES, page_04.NAMED, strict=True))
    way = {name: [hypot(*(x - m)) ** 2 for m in means] for name, x in places.items()}
    changed = sum((way[name][0] < way[name][1]) != (name in "ABCE") for name in places)
    return changed, *way["D"], *way["E"]


def q05_bump_and_bias():
    z, y = np.array([[1], [0.5], [0.5], [0]]), np.array([7, 4, 2, 3])
    model = LinearRegression().fit(z, y)
    fit = model.predict(z)
    return *model.coef_, model.intercept_, *fit, *(y - fit), (1 + 0 + 4 + 1) / 4


def q06_two_columns():
    Phi, y = np.array([[1.0, 1], [1, 1], [1, 3], [1, 3]]), np.array([1.0, 3, 5, 3])
    Q, R = np.linalg.qr(Phi)
    left = [np.sum((y - Phi[:, :k] @ exact(Phi[:, :k], y)) ** 2) / (y @ y) for k in (1, 2)]
    errs = 1 - left[0], left[0] - left[1]
    return R[0, 1] / R[0, 0], *(Q.T @ y / np.diag(R)), *errs, left[1], *exact(Phi, y)


def q06_bars():
    """By least squares for every candidate and every pair that contains the first choice."""
    Z, y = rbf_kernel(page_06.PLACES, gamma=0.4), page_06.TARGETS

    def left(columns):
        return np.sum((y - Z[:, columns] @ exact(Z[:, columns], y)) ** 2) / (y @ y)

    first = min(range(8), key=lambda i: left([i]))
    second = min(set(range(8)) - {first}, key=lambda i: left([first, i]))
    by_one, by_two = left([first]), left([first, second])
    return first + 1, second + 1, 1 - by_one, by_one - by_two, by_two


def q07_shortest():
    """Of all solutions (3 − t, t, −t) the shortest."""
    t = np.linspace(-3, 3, 6001)
    lengths = (3 - t) ** 2 + 2 * t**2
    best = t[lengths.argmin()]
    return 3 - best, best, -best, lengths.min(), lengths[3000]


def q07_normal_equations():
    H, T = np.array([[1.0, 0], [1, 1], [0, 1]]), np.array([3.0, 2, 2])
    beta = exact(H, T)
    return *beta, np.sum((H @ beta - T) ** 2), *ridge(H, T, 1.0)


def q07_peak():
    """With the nodes of rbflib, but weights by NumPy and scikit-learn."""
    X, T = make_wave(20, noise=0.3, random_state=4)
    at = page_07.AT

    def e_out(L, alpha, seed):
        with warnings.catch_warnings(action="ignore"):  # of its weights, which are not used
            nodes = ELMRegressor(L, "tanh", random_state=seed).fit(X, T)
        H = nodes.hidden_layer(X)
        beta = ridge(H, T, alpha) if alpha else exact(H, T)
        return np.mean((nodes.hidden_layer(at) @ beta - wave(at)) ** 2) + 0.09

    free, penalized = (
        np.array([np.median([e_out(L, alpha, s) for s in range(50)]) for L in page_07.NODES])
        for alpha in (0, 0.1)
    )
    return len(X), log10(free.max() / 0.09), page_07.NODES[free.argmin()], penalized.max()


COMPUTED = {f"{n[1:3]}.{n[4:]}": f for n, f in [*globals().items()] if n[0] == "q" and n[3] == "_"}


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
    ways = {
        "-y,-x": "a reflection in the line $y=-x$",
        "y,x": "a reflection in the line $y=x$",
        "-x,y": "a reflection in the $y$ axis",
        "y,-x": "a turn of $90$ degrees clockwise",
        "-y,x": "a turn of $90$ degrees counterclockwise",
        "-x,-y": "a turn of $180$ degrees",
    }
    turn, mirror = np.diag([1, 1]), np.diag([1, 1])
    if other_way := re.search(
        r"or by a turn of \$(\d+)\$.*, a reflection from (\w+)", question.answer
    ):
        clockwise = np.array([[0, -1], [1, 0]])  # of rows
        turn = np.linalg.matrix_power(clockwise, int(other_way[1]) // 90)
        mirror = np.diag([-1, 1] if other_way[2] == "left" else [1, -1])
        assert np.allclose(turn @ mirror, R)
    across, up = at["A"][1] - at["A"][0]
    names = {"first": first, "moved": moved, "stretched": stretched, "pair": f"{one} and {other}"}
    return names | {
        "confused": " and ".join(sorted((first, stretched))),
        "verdict": "it must be mirrored" if mirrored else "a turn and a shift are enough",
        "sense": "clockwise " if mirrored else "",
        "kind": "reflection" if mirrored else "turn",
        "which": "line" if mirrored else "angle",
        "way": ways[f"{x},{y}"],
        "mapped": mapped,
        "shift": shift,
        "or_by": re.search(r"mapsto.*?\$(.*?)\.\n", question.answer, re.DOTALL)[1]
        if mirrored
        else "",
        "direction": {(1, 0): "east", (-1, 0): "west", (0, 1): "north"}.get(
            (np.sign(across), np.sign(up)), "south"
        ),
        "st": pdist(at[first])[-1],
        "st_c": pdist(at[stretched])[-1],
        **{name: text.split(f"{name.upper()}: ")[1].split(". ")[0].rstrip(".") for name in "abc"},
    }


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
    bound = re.search(r"reported error is (.*?)\?", question.ask)[1]
    errors = round(numbers_in(bound)[0] * samples)
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
    good, again = "is right on both samples", "is right twice"
    if errors:
        good = again = f"errs on at most {WORDS[errors]} of {WORDS[samples]} samples"
    elif samples > 2:
        good, again = (
            f"is right on all {WORDS[samples]} samples",
            f"is right {WORDS[samples]} times",
        )
    return {
        **{"bound": bound, "reported": reported, "good": good, "again": again},
        **{"one": share(single), "found": share(smallest), "expected": expected},
    }


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
    said = {
        8: "as many lines rise. None falls",
        7: "as many lines rise. One falls",
        1: "one line rises. Seven fall",
        0: "no line rises. Eight fall",
    }
    assert abs(mean(steps)) > 3 * sem(steps)
    return {
        **{"rising": rising, "lines": said[rising], "pairs": pairs},
        **{
            "most": "Nearly all" if rising in (1, 7) else "All",
            "way": "rise" if rising > 4 else "fall",
        },
        **{"mean": abs(mean(steps)), "error": sem(steps)},
    }


def s10_always_half(question):
    """By ten samples, of which class 1 has its share."""
    frequency, asked = question.ask.split(" Exactly one")
    share = 0.5 if "equally" in frequency else numbers_in(frequency)[1] / 100
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
    work = re.search(r"is\s+\$(.*?)=", question.answer)[1]
    assert np.isclose(eval(work.replace("^", "**").replace(r"\cdot", "*")), score)
    costs = {(said - target) ** 2 for target in (0, 1)}
    return {
        **dict(zip(("first", "second", "third", "fourth"), statements, strict=True)),
        **{"frequency": frequency, "of_model": of_model, "place": place, "score": score},
        **{"reason": reason, "work": work},
        "of_which": "for every sample" if len(costs) == 1 else "on average",
    }


SEEDED = {f"{n[1:3]}.{n[4:]}": f for n, f in [*globals().items()] if n[0] == "s" and n[3:4] == "_"}
