from itertools import combinations

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import binom
from sklearn.datasets import load_wine
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score, mean_squared_error, zero_one_loss
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rbflib import (
    FullRBFClassifier,
    NearestNeighborClassifier,
    OLSRegressor,
    RBFNetworkClassifier,
    make_moons,
    network_from_svc,
)
from tests.independent import numbers_in, words_in


def moons():
    X, y = make_moons(500, noise=0.3, random_state=7)
    return X[:100], y[:100], X[100:], y[100:]


def no_network():
    """A sum of bumps takes as many values on a line as there are points; a vote takes few."""
    X, y, *_ = moons()
    line = np.column_stack([np.linspace(-1.5, 1.5, 500), np.full(500, 0.2)])
    neighbors = NearestNeighborClassifier(5).fit(X, y)
    outputs = {
        "a Gaussian SVM": network_from_svc(SVC(gamma=1.0).fit(X, y)),
        "exact interpolation": FullRBFClassifier(gamma=10.0).fit(X, y).network_,
        "orthogonal least squares": OLSRegressor(6, tol=0, gamma=2.0).fit(X, y).network_,
        "five nearest neighbors": lambda Q: neighbors.predict_proba(Q)[:, 1],
    }
    return [text for text, h in outputs.items() if len(np.unique(h(line))) <= 6]


def sees_targets():
    X, y, *_ = moons()
    exchanged = np.random.default_rng(1).permutation(y)
    ways = {
        "k-means": RBFNetworkClassifier(8, centers="kmeans", gamma=2.0, random_state=0),
        "orthogonal least squares": OLSRegressor(8, tol=0, gamma=2.0),
        "samples at random": RBFNetworkClassifier(8, centers="random", gamma=2.0, random_state=0),
        "a Gaussian mixture, fitted by EM": RBFNetworkClassifier(
            8, centers="gmm", gamma=2.0, random_state=0
        ),
    }

    def centers(model, targets):
        return model.fit(X, targets).network_.centers

    same = {t: np.array_equal(centers(m, y), centers(m, exchanged)) for t, m in ways.items()}
    return [text for text in ways if not same[text]]


def zero_error():
    X, y, X_test, y_test = moons()
    exact = [NearestNeighborClassifier(1), *(FullRBFClassifier(gamma=g) for g in (2.5, 10, 100))]
    assert all(model.fit(X, y).score(X, y) == 1 for model in exact)
    errors = [1 - model.score(X_test, y_test) for model in exact]
    network = RBFNetworkClassifier(8, gamma=1.0, alpha=0.001, random_state=0).fit(X, y)
    small = 0.02 + 1 - network.score(X_test, y_test)
    assert small < 0.4
    open_to_both = min(errors) < small and max(errors) > 0.45
    return ["nothing: it may be small or large"] if open_to_both else []


def where_they_differ():
    X, y, X_test, _ = moons()
    svm = SVC(gamma=0.5, C=10).fit(X, y)
    network = RBFNetworkClassifier(8, gamma=1.0, alpha=0.001, random_state=0).fit(X, y)
    across, up = np.meshgrid(np.linspace(-2.6, 2.6, 131), np.linspace(-2.15, 2.15, 108))
    plane = np.column_stack([across.ravel(), up.ravel()])
    differ = svm.predict(plane) != network.predict(plane)
    assert round(100 * np.mean(~differ)) == 75
    assert round(100 * np.mean(svm.predict(X_test) == network.predict(X_test))) == 97
    near = cdist(plane, X) < 0.3
    both_classes = near[:, y > 0].any(axis=1) & near[:, y < 0].any(axis=1)
    nobody = cdist(plane, np.vstack([X, X_test])).min(axis=1) >= 0.3
    places = {
        "where the two classes overlap": both_classes[differ].mean(),
        "close to the training samples": near.any(axis=1)[differ].mean(),
        "where hardly any samples lie": nobody[differ].mean(),
        # Evenly: as large a share among the places with samples as among those without.
        "evenly, all over the plane": differ[~nobody].mean() / differ[nobody].mean(),
    }
    return [text for text, share in places.items() if share > 0.5]


def coins(question):
    models = numbers_in(question.ask)[0]
    samples = words_in(question.ask.split("There are")[1])[0]
    of_one_model, none, divided = binom.pmf(0, samples, 0.5), 0, models / samples
    right, of_one_sample = models * of_one_model, models * binom.pmf(0, 1, 0.5)
    return locals()


def differ(question):
    """Of many samples in the overlap and few elsewhere, on which the two differ in one place."""
    on_samples, on_plane = numbers_in(question.ask)[:2]
    overlap, empty = "where the two classes overlap", "where hardly any samples lie"
    return {"right": overlap if on_samples < on_plane else empty}


def best_of_many():
    wrong = wrong_of_pairs()
    rng, means = np.random.default_rng(3), []
    for _ in range(300):
        seen, new = np.split(rng.permutation(88), 2)
        best = wrong[:, seen].mean(axis=1).argmin()
        means.append([wrong[best, seen].mean(), wrong[best, new].mean(), wrong[:, new].mean()])
    texts = [f"the chosen pair, on {wines}" for wines in ("the 44 wines", "other new wines")]
    texts.append("all pairs, on new wines")
    return [texts[i] for i in np.mean(means, axis=0).argsort()]


def wrong_of_pairs():
    """Which of 88 wines (88,) the network of each of 78 pairs of features gets wrong."""
    wines, cultivar = load_wine(return_X_y=True)
    order = np.random.default_rng(7).permutation(178)
    y = np.where(cultivar[order] == 1, 1, -1)
    X = StandardScaler().fit(wines[order][:90]).transform(wines[order])
    model = RBFNetworkClassifier(8, gamma=1.0, alpha=0.001, random_state=0)
    pairs = [X[:, pair] for pair in combinations(range(13), 2)]
    return np.array([model.fit(Z[:90], y[:90]).predict(Z[90:]) != y[90:] for Z in pairs])


def standardize():
    """Right: the same wine has one place, and the test samples do not move the training ones."""
    rng = np.random.default_rng(4)
    train, other = 5 + 2 * rng.normal(size=(50, 3)), rng.normal(size=(20, 3))
    scaled, of_train = StandardScaler().fit_transform, StandardScaler().fit(train).transform
    ways = {
        "the same, with their own mean and spread": lambda t: (scaled(train), scaled(t)),
        "the same, with mean and spread of the training samples": lambda t: map(
            of_train, (train, t)
        ),
        "nothing: they have to stay untouched": lambda t: (scaled(train), t),
        "one mean and one spread of all samples, for both parts alike": lambda t: np.split(
            scaled(np.vstack([train, t])), [len(train)]
        ),
    }

    def is_right(way):
        (seen, first_five), (with_other, _) = way(train[:5]), way(other)
        return np.allclose(seen[:5], first_five) and np.allclose(seen, with_other)

    return [text for text, way in ways.items() if is_right(way)]


def pipeline_by_sklearn(X, y, X_test, y_test, k):
    steps = StandardScaler(), SelectKBest(f_regression, k=int(k)), LinearRegression()
    return mean_squared_error(y_test, make_pipeline(*steps).fit(X, y).predict(X_test))


def honest_by_scores(H_val, y_val, H_test, y_test):
    scores = [accuracy_score(y_val, np.where(h > 0, 1, -1)) for h in H_val.T]
    return zero_one_loss(y_test, np.where(H_test[:, np.argmax(scores)] > 0, 1, -1))


ASKED = (no_network, sees_targets, zero_error, where_they_differ, best_of_many, standardize)
QUIZ = {f.__name__: f for f in ASKED}
SEEDED = {"coins": coins, "where_they_differ": differ}
EXERCISES = {"9.1": pipeline_by_sklearn, "9.2": honest_by_scores}


def misleads(X, y):
    """Leave-one-out by scikit-learn; an own neighbor at the same distance may win or lose."""
    if set(y) != {1, -1} or len(y) < 8 or min(np.sum(y == 1), np.sum(y == -1)) < 3:
        return False
    model = KNeighborsClassifier(1)
    exact = model.fit(X, y).score(X, y) == 1
    return exact and cross_val_score(model, X, y, cv=LeaveOneOut()).max() == 0


CONSTRUCTIONS = {"9.3": misleads}
