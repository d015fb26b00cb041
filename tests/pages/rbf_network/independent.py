import re

import numpy as np
from scipy.special import softmax
from scipy.stats import norm
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_squared_error
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import KFold, LeaveOneOut, PredefinedSplit

from rbflib import RBFNetworkRegressor, kmeans_centers, make_wave, neighbor_gamma
from rbflib.lab.kit.template import WORDS
from tests.independent import numbers_in


def residual(question):
    """The sum of all residuals of such a fit, less the three that are given."""
    given = numbers_in(question.ask)
    x, y = np.random.default_rng(52).normal(size=(2, 4))
    fit = RBFNetworkRegressor(1, gamma=1.0, random_state=0).fit(x[:, None], y)
    rest = y - fit.predict(x[:, None])
    assert np.abs(rest).max() > 0.1
    right, sum_of_three = rest.sum() - sum(given), np.dot(given, [1, 1, 1])
    mean_of_three, all_zero = np.mean(given), 0
    return locals()


def folds(question):
    """scikit-learn's splits: how many there are, and how many samples the fit sees."""
    if samples := numbers_in(question.ask):
        [(fitted, _), *others] = LeaveOneOut().split(np.zeros(int(*samples)))
        often, n = 1 + len(others), len(fitted)
        right, on_the_fold = f"each on {n} samples", "each on the one sample that is left out"
        on_all = f"each on all {n + 1} samples"
    else:
        word = re.search(r"with (\w+) folds", question.ask)[1]
        often = WORDS[KFold(WORDS.index(word)).get_n_splits()]
        right, on_the_fold = (f"{w} the fold that is left out" for w in ("without", "on"))
        on_all = "on all samples, since it does not see y"
    ways = {"right": right, "on_the_fold": on_the_fold, "on_all": on_all}
    return {way: f"{often} times, {text}" for way, text in ways.items()}


def by_bayes_rule(r2, sigma, share, D):
    """Densities of D equal coordinates whose squares sum to r2, by SciPy."""
    x = np.sqrt(r2 / D)[..., None] * np.ones(D)
    log_joint = norm.logpdf(x, 0, sigma[:, None]).sum(axis=-1) + np.log(share)
    return softmax(log_joint, axis=1)


def by_a_complex_step(Z, y, beta, alpha):
    """Im E(β + ihe) / h has no difference to round off."""

    def error(beta):
        return np.log1p(np.exp(-y * (Z @ beta))).sum() + alpha * beta @ beta

    return np.array([error(beta + 1e-30j * e).imag / 1e-30 for e in np.eye(len(beta))])


def by_cross_val_score(sizes):
    """scikit-learn's cross-validation over given folds, and its linear fits on our centers."""
    X, y = make_wave(60, noise=0.3, random_state=0)

    def score(M):
        errors = []
        for kept, out in PredefinedSplit(np.arange(60) % 5).split():
            mu = kmeans_centers(X[kept], M, random_state=0)
            Z, Z_out = (rbf_kernel(S, mu, neighbor_gamma(X[kept], mu)) for S in (X[kept], X[out]))
            h = LinearRegression().fit(Z, y[kept]).predict(Z_out)
            errors.append(mean_squared_error(y[out], h))
        return sum(errors) / 5

    return [score(M) for M in sizes]


SEEDED = {"residual": residual, "folds": folds}


def looks_away(x, y):
    """scikit-learn's k-means and linear fits; centers chosen one by one, by trying all samples."""
    X, y = np.asarray(x)[:, None], np.asarray(y)
    if len(X) > 60 or len(np.unique(X)) < 4 or np.ptp(y) == 0:
        return False

    def explained(centers):
        Z = rbf_kernel(X, centers, 10.0)
        return LinearRegression().fit(Z, y).score(Z, y)

    found = [SklearnKMeans(3, random_state=s).fit(X).cluster_centers_ for s in range(5)]
    chosen = []
    for _ in range(3):
        trials = [explained(X[[*chosen, i]]) for i in range(len(X))]
        chosen.append(int(np.argmax(trials)))
    return max(map(explained, found)) < 0.2 and max(trials) > 0.9


EXERCISES = {"5.1": by_bayes_rule, "5.2": by_a_complex_step}
CONSTRUCTIONS = {"5.3": looks_away}
CURVES = {"5.7": by_cross_val_score}
