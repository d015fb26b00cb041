"""What the pages state of many draws, and the table from which their texts take it.

    python -m tests.claims.draws

writes the table; test_claims_of_many_draws.py measures anew. Each function gives numbers by name.
"""

import json
import warnings
from functools import partial
from itertools import combinations, product
from pathlib import Path

import mpmath
import numpy as np
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.metrics import silhouette_score
from sklearn.model_selection import KFold, cross_val_score, train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    ClassicalMDS,
    ELMClassifier,
    ELMRegressor,
    FullRBFClassifier,
    FullRBFRegressor,
    KMeans,
    NadarayaWatsonRegressor,
    NearestNeighborClassifier,
    OLSRegressor,
    RBFNetworkClassifier,
    RBFNetworkRegressor,
    cluster_gamma,
    design_matrix,
    double_centering,
    fit_mixture,
    great_circle_distances,
    kmeans_centers,
    make_moons,
    make_trap,
    make_wave,
    make_xor,
    neighbor_gamma,
    train_by_backprop,
    wave,
    world_cities,
)
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.draws import N_DRAWS
from rbflib.lab.kit.line import SEED
from rbflib.lab.kit.plane import PLANE_DATA, plane_data
from rbflib.lab.pages.comparison.nested import DATA, outer_folds, search
from rbflib.lab.pages.nearest_neighbor.house_prices import homes_sold
from rbflib.lab.pages.rbf_network.density_trap import trap
from tests.claims.page_cells import defined_on

TABLE = Path(__file__).with_suffix(".json")
MEASURED = {}


def measured(function):
    MEASURED[function.__name__] = function
    return function


def spread(values):
    """Of numbers, one per draw."""
    low, q10, median, q90, high = np.quantile(values, [0, 0.1, 0.5, 0.9, 1])
    return {"min": low, "q10": q10, "median": median, "q90": q90, "max": high}


def two_waves(x):
    """A slow wave and a fast one, too fast for bumps with γ = 100 on twenty samples."""
    return np.sin(2 * np.pi * x) + 0.3 * np.sin(24 * np.pi * x)


@measured
def deterministic_noise():
    """Page 02: samples without noise of two waves; mean squared distance of the fit from them."""
    x, errors = np.linspace(0, 1, 400), []
    for draw in range(20):
        X = (np.arange(20) + np.random.default_rng(draw).uniform(size=20)) / 20
        fits = [FullRBFRegressor(100, a).fit(X[:, None], two_waves(X)) for a in (0, 1)]
        errors.append([np.mean((fit.predict(x[:, None]) - two_waves(x)) ** 2) for fit in fits])
    (exact, ridge), worse = np.median(errors, axis=0), np.mean([a > b for a, b in errors])
    return {"exact": exact, "ridge": ridge, "exact is worse": worse}


@measured
def left_out():
    """Page 02: E_out at the λ of the least leave-one-out error, divided by the smallest E_out."""
    penalties, x = 10.0 ** np.arange(-4, 2.25, 0.25), np.linspace(0, 1, 200)[:, None]
    ratios, worse = [], []
    for draw in range(N_DRAWS):
        X, y = make_wave(20, noise=0.3, random_state=SEED + draw)
        fits = [FullRBFRegressor(100, alpha).fit(X, y) for alpha in ("loo", 0.0, *penalties)]
        chosen, exact, *others = (np.mean((h.predict(x) - wave(x)) ** 2) + 0.09 for h in fits)
        ratios.append(chosen / min(others))
        worse.append(exact > chosen)
    return spread(ratios) | {"exact is worse": np.mean(worse)}


@measured
def towns():
    """Page 03: steps of the mean price of the five nearest homes, in thousands of dollars."""
    prices = np.stack([homes_sold(town)[1] for town in range(200)])
    steps = (prices[:, 5:] - prices[:, :-5]) / 5
    return {"size": np.abs(steps).mean(), "down": np.mean(steps < 0)}


@measured
def flips():
    """Page 03: the share of the nearest sample where the vote goes over to its class, in medians.

    Forty samples; the queries are new ones for which all votes together give the other class.
    """
    return {name: np.median(shares_at_the_flip(PLANE_DATA[name][0])) for name in PLANE_DATA}


def shares_at_the_flip(make):
    gamma, shares = np.logspace(-1, 4, 500)[:, None], []
    for draw in range(20):
        X, y = make(140, random_state=draw)
        for r2 in cdist(X[40:], X[:40], "sqeuclidean"):
            votes = np.exp(-gamma * (r2 - r2.min()))
            other = votes @ (y[:40] * y[r2.argmin()]) <= 0
            if other[0]:
                shares.append(1 / votes[np.flatnonzero(other)[-1]].sum())
    return shares


@measured
def digits():
    """Page 03: shares of 20 splits in which one neighbor is as good as three, better than 30."""
    X, y = load_digits(return_X_y=True)
    scores = []
    for draw in range(20):
        A, B, y_A, y_B = train_test_split(X, y, test_size=0.5, random_state=draw)
        scores.append([NearestNeighborClassifier(k).fit(A, y_A).score(B, y_B) for k in (1, 3, 30)])
    one, three, thirty = np.transpose(scores)
    return {"one or three": np.mean(one >= three), "one or thirty": np.mean(one > thirty)}


@measured
def local_lines():
    """Page 03: draws in which local lines beat local means at the ends, and ratios of errors."""
    [local_line] = defined_on("03", "local_line", design_matrix=design_matrix)
    x = np.linspace(0, 1, 201)[:, None]
    at_ends, found = np.abs(x[:, 0] - 0.5) >= 0.4, {}
    for gamma in (100, 400):
        errors = []
        for draw in range(N_DRAWS):
            X, y = make_wave(60, noise=0.3, random_state=1 + draw)
            fits = NadarayaWatsonRegressor(gamma).fit(X, y).predict(x), local_line(X, y, gamma, x)
            squares = (np.array(fits) - wave(x)) ** 2
            errors.append([squares[:, part].mean(axis=1) for part in (at_ends, ~at_ends)])
        means, lines = np.moveaxis(errors, 2, 0)  # (draws, part)
        found[f"ends, γ = {gamma}"] = np.sum(lines < means, axis=0)[0]
        if gamma == 100:
            found["mean / line at the ends"], found["mean / line in between"] = np.median(
                means, axis=0
            ) / np.median(lines, axis=0)
    return found


@measured
def uses():
    """Page 04: draws in which four sets have the best silhouette, and 32 centers beat four."""
    ks, best, better = [2, 4, 8, 16], [], []
    for draw in range(20):
        rng = np.random.default_rng(draw)
        X = 6.0 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]]).repeat(60, axis=0)
        X += rng.normal(size=X.shape)
        y = np.sin(X[:, 0]) * np.cos(X[:, 1]) + 0.3 * rng.normal(size=240)
        sets = [KMeans(k, init="k-means++", n_init=3, random_state=0).fit(X).labels_ for k in ks]
        best.append(ks[np.argmax([silhouette_score(X, labels) for labels in sets])])
        networks = [RBFNetworkRegressor(k, gamma=0.3, alpha=1e-4, random_state=0) for k in (4, 32)]
        four, many = (cross_val_score(network, X, y, cv=5).mean() for network in networks)
        better.append(many > four)
    return {"four sets": np.sum(np.equal(best, 4)), "32 centers": np.sum(better)}


@measured
def single_moves():
    """Page 04: ends of k-means from which Hartigan's moves go on; eight samples, and irises."""
    [hartigan] = defined_on("04", "hartigan")
    lowered, lowest, bad = [], [], []
    for draw in range(20):
        X = np.random.default_rng(draw).normal(size=(8, 2))
        best = min(cost_of(X, np.array((0, *labels))) for labels in product(range(3), repeat=7))
        for start in range(10):
            end = KMeans(3, random_state=start).fit(X)
            cost = cost_of(X, hartigan(X, end.labels_, 3))
            bad.append(end.inertia_ > 1.001 * best)
            lowered.append(cost < 0.999 * end.inertia_)
            lowest.append(bad[-1] and cost < 1.001 * best)
    X = load_iris().data
    ends = [KMeans(9, random_state=start).fit(X) for start in range(40)]
    iris = np.array([cost_of(X, hartigan(X, end.labels_, 9)) / end.inertia_ for end in ends])
    counts = dict(zip(["bad ends", "go on"], np.sum([bad, lowered], axis=1), strict=True))
    counts |= {"to the lowest": np.sum(lowest), "iris, go on": np.sum(iris < 1 - 1e-9)}
    return counts | {"iris, reduction": 1 - iris.mean()}


def cost_of(X, labels):
    """The sum of the squared distances of the samples from the means of their sets."""
    return sum(np.sum((X[labels == m] - X[labels == m].mean(axis=0)) ** 2) for m in set(labels))


def moons(draw, n_train=100):
    X, y = make_moons(n_train + 1000, random_state=draw)
    return X[:n_train], y[:n_train], X[n_train:], y[n_train:]


@measured
def random_or_means():
    """Page 05: errors in percent with four centers, over draws of the centers and of the moons."""
    mean, std = [], []
    for draw in range(20):
        X, y, X_new, y_new = moons(draw)
        errors = [
            [
                100
                * (
                    1
                    - RBFNetworkClassifier(4, centers=way, random_state=s)
                    .fit(X, y)
                    .score(X_new, y_new)
                )
                for s in range(20)
            ]
            for way in ("random", "kmeans")
        ]
        mean.append(np.mean(errors, axis=1))
        std.append(np.std(errors, axis=1))
    ratio = np.divide(*np.transpose(std))
    random, kmeans = np.mean(mean, axis=0)
    return spread(ratio) | {"random": random, "kmeans": kmeans, "larger": np.sum(ratio > 1)}


@measured
def wide_without_rounding():
    """Page 05, cross-validation: least squares on twenty bumps of γ = 1, in 200 digits."""
    x, t = make_wave(60, noise=0.3, random_state=47)
    folds = KFold(5, shuffle=True, random_state=0)
    return {"E_cv": exact_e_cv(x, t, folds.split(x), 20, 1)}


def exact_e_cv(x, t, splits, k, gamma):
    exact, errors = np.vectorize(mpmath.mpf, otypes=[object]), []
    with mpmath.workdps(200):
        for kept, left_out in splits:
            mu = kmeans_centers(x[kept], k, 0)
            s = gamma * np.subtract.outer(exact(x[:, 0]), exact(mu[:, 0])) ** 2
            Z = np.array([[mpmath.mpf(1), *(mpmath.exp(-value) for value in row)] for row in s])
            A, b = Z[kept].T @ Z[kept], Z[kept].T @ exact(t[kept])
            beta = mpmath.lu_solve(mpmath.matrix(A.tolist()), mpmath.matrix(b.tolist()))
            h = Z[left_out] @ np.array(list(beta))
            errors.append(float(np.mean((h - t[left_out]) ** 2)))
    return np.mean(errors)


@measured
def trained_centers():
    """Page 05: errors of four centers, of the same after training, and of ten centers."""
    errors = []
    for draw in range(20):
        X, y, X_new, y_new = moons(draw)
        four = RBFNetworkClassifier(4, random_state=0).fit(X, y).network_
        trained, _ = train_by_backprop(four, X, y, max_steps=50)
        ten = RBFNetworkClassifier(10, gamma=1.0, random_state=0).fit(X, y).network_
        errors.append([np.mean(np.sign(h(X_new)) != y_new) for h in (four, trained, ten)])
    four, trained, ten = np.transpose(errors)
    shares = {
        "trained beats four": np.sum(trained < four),
        "ten beats trained": np.sum(ten < trained),
    }
    return dict(zip(("four", "trained", "ten"), np.mean(errors, axis=0), strict=True)) | shares


def crossing_bars(n_samples, random_state):
    """Two classes, each a narrow bar along one diagonal."""
    rng = np.random.default_rng(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    along, across = rng.normal(size=(2, n_samples)) * [[1.5], [0.15]]
    return np.column_stack([along - across, y * (along + across)]) / np.sqrt(2), y


def split_in_half(load):
    def halves(draw):
        X, y = load(return_X_y=True)
        X, X_new, y, y_new = train_test_split(X, y, test_size=0.5, random_state=draw, stratify=y)
        scaler = StandardScaler().fit(X)
        return scaler.transform(X), y, scaler.transform(X_new), y_new

    return halves


def toy(make):
    def draw_of(draw):
        X, y = make(1100, random_state=draw)
        return X[:100], y[:100], X[100:], y[100:]

    return draw_of


# Data, and how many bumps with full covariances.
SHAPES = {
    "moons": (toy(make_moons), 5),
    "clouds": (toy(make_xor), 5),
    "bars": (toy(crossing_bars), 5),
    "wine": (split_in_half(load_wine), 4),
    "tumors": (split_in_half(load_breast_cancer), 4),
}


def accuracy(X, y, X_new, y_new, centers, gamma):
    """Of a one-hot network with given bumps."""
    T = (y[:, None] == np.unique(y)).astype(float)
    columns = [
        np.column_stack([design_matrix(x, centers, gamma), np.ones(len(x))]) for x in (X, X_new)
    ]
    scores = columns[1] @ np.linalg.lstsq(columns[0], T, rcond=None)[0]
    return np.mean(np.unique(y)[scores.argmax(axis=1)] == y_new)


@measured
def shapes():
    """Page 05: few bumps with the covariances of their clusters against many of one width.

    Both have as many parameters. Wide: the same covariances, times 4D.
    """
    found = {}
    for name, (draw_of, few) in SHAPES.items():
        rows = []
        for draw in range(20):
            X, *_ = data = draw_of(draw)
            D = X.shape[1]
            many = round(few * (D * (D + 3) / 2 + 1) / (D + 1))
            mu, simple = (
                kmeans_centers(X, M, random_state=0) for M in (few, min(many, len(X) // 2))
            )
            gamma = cluster_gamma(X, mu)
            bumps = [(mu, gamma), (mu, gamma / (4 * D)), (simple, neighbor_gamma(X, simple))]
            rows.append([accuracy(*data, *bump) for bump in bumps])
        flexible, wide, many = np.transpose(rows)
        found[f"{name}, flexible"] = flexible.mean()
        found[f"{name}, wide"] = wide.mean()
        found[f"{name}, simple"] = many.mean()
        found[f"{name}, wide wins"] = np.sum(wide > many)
        found[f"{name}, flexible wins"] = np.sum(flexible > many)
    return found


@measured
def mixtures():
    """Page 05: mean log density of the page's moons under mixtures of eight by EM, 20 starts."""
    X, _ = make_moons(100, random_state=0)
    fits = [fit_mixture(X, 8, random_state=s) for s in range(20)]
    moved = [cdist(fit[0], fits[0][0]).min(axis=1).max() for fit in fits[1:]]
    return spread([log_density(X, *fit) for fit in fits]) | {"moved": np.max(moved)}


def log_density(X, means, covariances, counts):
    """By the formula of a normal density."""
    parts = 0
    for mu, S, share in zip(means, covariances, counts / len(X), strict=True):
        r2 = np.einsum("nd,nd->n", (X - mu) @ np.linalg.inv(S), X - mu)
        parts = parts + share * np.exp(-r2 / 2) / np.sqrt(np.linalg.det(2 * np.pi * S))
    return np.log(parts).mean()


@measured
def race():
    """Page 06: the share of the variance that 24 centers by k-means leave, and ten by OLS."""
    kmeans, ols = np.transpose([left_in_race(draw) for draw in range(50)])
    counts = {"more than 10%": np.sum(kmeans > 0.1), "ten by OLS less": np.sum(ols < 0.1)}
    return spread(kmeans) | counts


def left_in_race(draw):
    """24 centers by k-means and ten by OLS, γ = 10, of a draw of samples and of the start."""
    X, y, *new = trap(draw)
    kmeans = RBFNetworkRegressor(24, gamma=10, random_state=draw)
    return [1 - fit.fit(X, y).score(*new) for fit in (kmeans, OLSRegressor(10, tol=0, gamma=10))]


@measured
def patients():
    """Page 06: of 20 halves of the diabetes data, in how many OLS has a smaller error."""
    X, y = load_diabetes(return_X_y=True, scaled=False)
    ahead = {}
    for M in (3, 40):
        scores = []
        for split in range(20):
            X_a, X_b, y_a, y_b = train_test_split(X, y, test_size=0.5, random_state=split)
            scaler = StandardScaler().fit(X_a)
            learners = (
                OLSRegressor(M, tol=0, gamma=0.02),
                RBFNetworkRegressor(M, gamma=0.02, random_state=0),
            )
            fits = [learner.fit(scaler.transform(X_a), y_a) for learner in learners]
            scores.append(
                [
                    [fit.score(scaler.transform(Z), t) for Z, t in ((X_a, y_a), (X_b, y_b))]
                    for fit in fits
                ]
            )
        ols, kmeans = np.moveaxis(scores, 1, 0)
        inside, outside = np.sum(ols > kmeans, axis=0)
        ahead[f"OLS ahead of k-means in training, M = {M}"] = inside
        ahead[f"OLS ahead of k-means, M = {M}"] = outside
    return ahead


@measured
def greedy_misses():
    """Page 06: how often OLS misses the best pair of random columns."""
    return {f"{M} of {N}": np.mean([misses(N, M, draw) for draw in range(200)]) for N, M in PAIRS}


PAIRS = [(50, 7), (8, 20)]


def misses(N, M, draw):
    rng = np.random.default_rng(draw)
    V, t = rng.standard_normal((N, M)), rng.standard_normal(N)
    explained = {}
    for pair in combinations(range(M), 2):
        Q, _ = np.linalg.qr(V[:, pair])
        explained[pair] = np.sum((Q.T @ t) ** 2)
    first = np.argmax((V.T @ t) ** 2 / np.sum(V**2, axis=0))
    return first not in max(explained, key=explained.get)


@measured
def wine_maps():
    """Page 08: accuracies on half of the wines, over 30 splits, from features and from a map."""
    X, y = load_wine(return_X_y=True)
    rows = []
    for split in range(30):
        A, B, y_a, y_b = train_test_split(X, y, test_size=0.5, random_state=split)
        scaler = StandardScaler().fit(A)
        A, B = scaler.transform(A), scaler.transform(B)
        model = ClassicalMDS(2).fit(A)
        maps = model.embedding_, model.transform(B)
        near = [nearest_accuracy(A[:, p], B[:, p], y_a, y_b) for p in PAIRS_OF_WINE]
        own, on_map = decisions = [
            FullRBFClassifier(0.05, 0.1).fit(train, y_a).predict(test)
            for train, test in ((A, B), maps)
        ]
        networks = [np.mean(own != on_map), *(np.mean(found == y_b) for found in decisions)]
        rows.append([nearest_accuracy(*maps, y_a, y_b), max(near), np.mean(near), *networks])
    names = ["map", "best pair", "random pair"]
    names += ["other decisions", "network", "network on the map"]
    return dict(zip(names, np.mean(rows, axis=0), strict=True))


PAIRS_OF_WINE = [list(pair) for pair in combinations(range(13), 2)]


def nearest_accuracy(A, B, y_a, y_b):
    return np.mean(y_a[cdist(B, A).argmin(axis=1)] == y_b)


@measured
def starts_of_smacof():
    """Page 08: of 20 random starts for 33 cities, how many end lower than the classical start."""
    smacof, errors = smacof_of_the_page()
    ways = great_circle_distances(*world_cities()[1:])
    starts = [np.random.default_rng(draw).normal(size=(33, 2)) * 5000 for draw in range(20)]
    starts.append(ClassicalMDS(2, metric="precomputed").fit_transform(ways))
    *random, classical = [errors(ways, smacof(ways, Z))[0] for Z in starts]
    return {"lower": np.sum(np.array(random) < classical - 1e-4)}


def smacof_of_the_page():
    known = {"pdist": pdist, "squareform": squareform, "double_centering": double_centering}
    return defined_on("08", "smacof", "errors", **known)


@measured
def from_two_to_all():
    """Page 05: median errors on new samples of the moons, over 20 draws."""
    models = {str(k): RBFNetworkClassifier(k, random_state=0) for k in (2, 4, 7)}
    models |= {"all": FullRBFClassifier(2, alpha=1), "neighbor": NearestNeighborClassifier()}
    draws = [plane_data("two moons", 100, draw) for draw in range(20)]
    return {
        name: np.median([1 - model.fit(X, y).score(*new) for X, y, *new in draws])
        for name, model in models.items()
    }


@measured
def placed():
    """Page 07: of 12 halves of the diabetes data, in how many ten centers are better than by the
    way before: random nodes, random samples, k-means; medians of 20 draws.
    """
    X, y = load_diabetes(return_X_y=True, scaled=False)
    y = (y - y.mean()) / y.std()
    network = partial(RBFNetworkRegressor, 10, gamma=0.05, fit_intercept=False)
    ways = [partial(ELMRegressor, 10, "rbf"), partial(network, centers="random"), network]
    medians = []
    for split in range(12):
        X_a, X_b, y_a, y_b = train_test_split(X, y, test_size=0.5, random_state=split)
        scaler = StandardScaler().fit(X_a)
        halves = [(scaler.transform(Z), t) for Z, t in ((X_a, y_a), (X_b, y_b))]
        scores = [
            [way(random_state=s).fit(*halves[0]).score(*halves[1]) for s in range(20)]
            for way in ways
        ]
        medians.append(np.median(scores, axis=1))
    better = np.sum(np.diff(medians, axis=1) > 0, axis=0)
    return dict(zip(["random samples", "k-means"], better, strict=True))


@measured
def sheets():
    """Page 08: correlation of a curved sheet's distances with those on maps, over 20 draws."""
    [along] = defined_on("08", "along")
    rows, in_pieces = [], 0
    for draw in range(20):
        flat = np.random.default_rng(draw).uniform(size=(200, 2)) * [5, 3]
        sheet = np.column_stack([np.sin(flat[:, 0]), np.cos(flat[:, 0]), flat[:, 1]])
        tables = [along(sheet, k) for k in (3, 10, 40)]
        in_pieces += np.isinf(tables[0]).any()
        maps = [ClassicalMDS(2, metric="precomputed").fit_transform(t) for t in tables[1:]]
        maps.append(ClassicalMDS(2).fit_transform(sheet))
        rows.append([np.corrcoef(pdist(Z), pdist(flat))[0, 1] for Z in maps])
    names = ["k = 10", "k = 40", "straight"]
    low, high = np.min(rows, axis=0), np.max(rows, axis=0)
    found = {f"{name}, min": r for name, r in zip(names, low, strict=True)}
    found |= {f"{name}, max": r for name, r in zip(names, high, strict=True)}
    return found | {"k = 3 in pieces": in_pieces}


def moons_and_plane(draw):
    """The playground's moons: training, test samples, and points all over the picture."""
    X, y = make_moons(500, noise=0.3, random_state=draw)
    across, up = np.meshgrid(np.linspace(-2.6, 2.6, 131), np.linspace(-2.15, 2.15, 108))
    return X[:100], y[:100], X[100:], y[100:], np.column_stack([across.ravel(), up.ravel()])


@measured
def agreement():
    """Page 09: on what shares of the plane and of new samples an ELM and an SVM decide alike."""
    play = EXPLORERS["playground"]()
    play.restore("SVM")
    play.keep()
    play.restore("ELM")
    shares, alike = play.draws()["the two agree, % of the plane"] / 100, []
    for draw in range(N_DRAWS):
        X, y, X_test, _ = plane_data("two moons", 100, draw)
        models = SVC(gamma=0.5, C=10), ELMClassifier(50, alpha=1.0, random_state=0)
        svm, elm = (model.fit(X, y).predict(X_test) for model in models)
        alike.append(np.mean(svm == elm))
    on_tests = {f"tests, {name}": share for name, share in spread(alike).items()}
    return spread(shares) | {"page": shares[0]} | on_tests


@measured
def wrong_sample():
    """Page 09: the share of the plane that one wrong sample changes, narrow bumps and C = 10."""
    shares = []
    for draw in range(40):
        X, y, *_, plane = moons_and_plane(draw)
        before = SVC(gamma=100, C=10).fit(X, y).predict(plane)
        X, y = np.vstack([X, [-1, 0.7]]), np.append(y, -1)
        shares.append(np.mean(SVC(gamma=100, C=10).fit(X, y).predict(plane) != before))
    return spread(shares) | {"most of it": np.sum(np.array(shares) > 0.5)}


@measured
def fewest_centers():
    """Page 09: in how many draws of the moons a method alone needs the fewest centers."""
    needed = []
    for draw in range(N_DRAWS):
        X, y, X_test, y_test = plane_data("two moons", 100, draw)

        def reaches(model, X=X, y=y, X_test=X_test, y_test=y_test):
            h = model.fit(X, y).predict(X_test)
            return np.mean(np.where(h > 0, 1, -1) != y_test) <= 0.14

        two_stage = partial(RBFNetworkClassifier, gamma=2.0, alpha=0.001, random_state=draw)
        ways = [
            partial(two_stage, centers="random"),
            two_stage,
            partial(OLSRegressor, tol=0, gamma=2.0),
        ]
        needed.append([next((M for M in range(1, 41) if reaches(way(M))), 99) for way in ways])
    alone = np.sum(np.sort(needed)[:, :1] == needed, axis=1) == 1
    first = np.argmin(needed, axis=1)[alone]
    return dict(zip(["random", "k-means", "OLS"], np.bincount(first, minlength=3), strict=True))


@measured
def sensor_and_patients():
    """Page 09: R² in five-fold cross-validation, medians of 20 shuffles."""
    sensor = make_trap(400, noise=0.02, random_state=0)
    X, y = (part[:100] for part in load_diabetes(return_X_y=True, scaled=False))
    patients = StandardScaler().fit_transform(X), y - y.mean()
    cases = {
        "sensor, OLS": (OLSRegressor(12, tol=0, gamma=10), sensor),
        "sensor, k-means": (RBFNetworkRegressor(12, gamma=10, random_state=0), sensor),
        "patients, ridge": (FullRBFRegressor(0.01, 1.0), patients),
        "patients, OLS": (OLSRegressor(12, tol=0, gamma=0.01), patients),
        "patients, exact": (FullRBFRegressor(0.01), patients),
    }
    found = {}
    for name, (model, data) in cases.items():
        folds = [KFold(5, shuffle=True, random_state=shuffle) for shuffle in range(20)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the exact network is ill-conditioned
            found[name] = np.median([cross_val_score(model, *data, cv=f).mean() for f in folds])
    return found


@measured
def elm_seeds():
    """Page 10: the error of the ELM on the moons by nested cross-validation, four seeds."""
    load, classes = DATA["two moons"]
    X, y = load()
    found = []
    for seed in range(4):
        model = search("ELM", classes, 2)
        model.estimator.set_params(elmclassifier__random_state=seed)
        right = cross_val_score(model, X, y, cv=outer_folds(classes))
        found.append(1 - right.mean())
    return {"min": np.min(found), "max": np.max(found)}


def written():
    return json.loads(TABLE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    table = {name: measure() for name, measure in sorted(MEASURED.items())}
    table = {name: {k: float(f"{x:.4g}") for k, x in row.items()} for name, row in table.items()}
    text = json.dumps(table, indent=1)
    TABLE.write_text(text + "\n", encoding="utf-8")
