import re
from itertools import product

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from rbflib import NadarayaWatsonRegressor, NearestNeighborRegressor, make_wave
from rbflib.lab.kit.template import WORDS, written
from tests.independent import numbers_in


def selection(question):
    """By the votes of samples at drawn distances."""
    near, far = (int(x) for x in numbers_in(question.ask.replace("$+", "$"))[:2])
    n = WORDS.index(re.search(r"the next (\w+) are", question.ask)[1])
    d = np.sort(np.random.default_rng(4).uniform(1, 2, n + 1))
    gamma = 1e-6 if r"\to0" in question.ask else 1e6
    vote = np.sign(np.exp(-gamma * (d**2 - d[0] ** 2)) @ [near, *[far] * n])
    [right] = [t for t in question.choices if t.startswith(f"{written(int(vote), '+')} in the end")]
    majority = f"{written(far, '+')} for every γ, since {WORDS[n]} outvote one"
    nearest_alone = f"{written(near, '+')} for every γ, like the nearest sample"
    return locals()


def inverse_square(question):
    """By scikit-learn's neighbors with their own weights."""
    d, y, e, z = numbers_in(question.ask.replace("$1/d^2$", ""))

    ways = (lambda d: d**-2.0, "uniform", "distance", lambda d: d**2)
    models = (KNeighborsRegressor(2, weights=w).fit([[d], [-e]], [y, z]) for w in ways)
    right, plain_mean, not_squared, upside_down = (model.predict([[0]])[0] for model in models)
    not_divided = y / d**2 + z / e**2
    return locals()


def exchange(question):
    """Homes on a line: the first leaves at the border, and the last comes in."""
    k = WORDS.index(question.ask.split()[0].lower())
    left, joins = (int(x) for x in re.findall(r"of (\d+),000", question.ask))
    size = np.array([0, *[3] * (k - 1), 8])[:, None]
    model = NearestNeighborRegressor(k).fit(size, [left, *[1] * (k - 1), joins])
    before, after = model.predict([[3.99], [4.01]])
    right, difference, no_change = round(after - before, 9), joins - left, 0
    other_sign, difference_other_sign = -right, -difference
    words = " ".join(question.wrong.values())
    assert ("cheaper" in words) == ("falls" in words) == (right < 0)
    return locals()


def far_away(question):
    """At places ever farther away; without numbers, of four samples."""
    given = numbers_in(question.ask)
    X, y = np.reshape(given, (2, -1)) if given else ([0, 0.3, 0.6, 1], [5, 2, 3, 4])
    far = np.array([30.0, 300.0]) * (-1 if "left" in question.ask else 1)
    model = NadarayaWatsonRegressor(gamma=2.0).fit(np.reshape(X, (-1, 1)), y)
    h = model.predict(far[:, None])
    assert np.isclose(*h)
    flat = np.average(y, weights=np.exp(-1e-9 * np.square(X)))
    if given:
        return {"right": written(round(h[1], 6)), "mean": written(round(flat, 6))}
    [end] = [name for name, x in (("first", y[0]), ("last", y[-1])) if np.isclose(x, h[1])]
    return {"right": f"the target of the {end} sample", "mean": "the mean of all targets"}


def chain(question):
    """By drawing the class of the sample and that of its neighbor, in all ways."""
    P = np.array(numbers_in(question.ask))
    pairs = np.outer(P, P)
    bayes = min(1 - P)
    errors = {
        "error of the Bayes classifier": bayes,
        "error of the nearest neighbor": pairs.sum() - np.trace(pairs),
        "1 − P(c*|x)²": 1 - pairs.max(),
        "twice the error of the Bayes classifier": 2 * bayes,
        "the most probable class": bayes,
        "the class of the nearest sample": pairs.sum() - np.trace(pairs),
        "one of the three classes, drawn evenly": np.mean(1 - P),
        "the least probable class": max(1 - P),
    }
    assert all(
        np.isclose(numbers_in(why)[-1], errors[item]) for item, why in question.items.items()
    )
    return sorted(question.items, key=errors.get)


def flipped(question):
    """Of all pairs of a hundred new samples and a hundred neighbors."""
    percent, *rest = numbers_in(question.ask)
    own, neighbor = np.indices((100, 100)) < percent
    size = rest[0] if "Of 200" in question.ask else 1
    pairs = own != neighbor, own, own & neighbor, own == neighbor
    right, bayes, both, agree = (size * of.mean() for of in pairs)
    twice = size * (own.mean() + neighbor.mean())
    return locals()


def shares_by_sklearn(d, labels, n_classes):
    """scikit-learn weighs by 1/d: here d is d². A far sample makes each class known."""
    line = np.concatenate([d**2, np.full(n_classes, 1e9)])[:, None]
    classes = np.concatenate([labels, np.arange(n_classes)])
    model = KNeighborsClassifier(len(d), weights="distance").fit(line, classes)
    return model.predict_proba([[0.0]])[0]


def error_by_loop(X, y, gamma):
    """One sample after the other predicted from the rest."""
    similarities = rbf_kernel(X, X, gamma)
    others = ~np.eye(len(y), dtype=bool)
    h = [np.average(y[rest], weights=z[rest]) for z, rest in zip(similarities, others, strict=True)]
    return np.mean(np.square(h - y))


def four_draws(p):
    """All sixteen outcomes of the test sample's class and its three neighbors'."""
    wrong = np.zeros(len(p))
    for own, *three in product([0, 1], repeat=4):
        chance = np.prod([np.where(c, p, 1 - p) for c in (own, *three)], axis=0)
        wrong += chance * (own != (sum(three) > 1))
    return wrong


def hurt_by_more_neighbors(X, y):
    if len(y) < 8 or not np.array_equal(np.unique(y), [-1, 1]):
        return False
    models = KNeighborsClassifier(1), KNeighborsClassifier(3)
    one, three = (cross_val_predict(model, X, y, cv=LeaveOneOut()) for model in models)
    return bool(np.all(one == y) and np.all(three != y))


def errors_of_k(ks):
    """scikit-learn's fits, and its leave-one-out."""
    X, y = make_wave(100, noise=0.3, random_state=0)
    models = [KNeighborsRegressor(k) for k in ks]
    fits = [model.fit(X, y).predict(X) for model in models]
    left_out = [cross_val_predict(model, X, y, cv=LeaveOneOut()) for model in models]
    return [[np.mean((h - y) ** 2) for h in of_one] for of_one in (fits, left_out)]


SEEDED = {f.__name__: f for f in (selection, inverse_square, exchange, far_away, chain, flipped)}
EXERCISES = {"3.1": shares_by_sklearn, "3.2": error_by_loop, "3.3": four_draws}
CONSTRUCTIONS = {"3.4": hurt_by_more_neighbors}
CURVES = {"3.7": errors_of_k}
