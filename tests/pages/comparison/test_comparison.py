"""The table of all models, against scikit-learn and plain NumPy on the same folds."""

from itertools import cycle, product

import numpy as np
import pytest
from scipy import stats
from sklearn import model_selection
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rbflib import FullRBFClassifier, make_moons
from rbflib.lab import EXPLORERS, compare_models, comparison_table
from rbflib.lab.pages.comparison.equal_models import data_sets, fold_errors
from rbflib.lab.pages.comparison.models import MODELS
from rbflib.lab.pages.comparison.nested import DATA, errors
from rbflib.lab.pages.comparison.table import results


def test_every_model_is_measured_on_every_data_set():
    assert set(results()) == {(data, name) for data in DATA for name in MODELS}
    assert {row["errors"].shape for row in results().values()} == {(10,)}


@pytest.mark.thorough
def test_neighbors_on_the_moons_are_those_of_scikit_learn():
    X, y = make_moons(200, noise=0.3, random_state=0)
    model = make_pipeline(StandardScaler(), KNeighborsClassifier())
    grid = {
        "kneighborsclassifier__n_neighbors": [1, 3, 5, 9, 15, 25, 41],
        "kneighborsclassifier__weights": ["uniform", lambda d: 1 / d**2],
    }
    inner = model_selection.StratifiedKFold(5, shuffle=True, random_state=1)
    search = model_selection.GridSearchCV(model, grid, cv=inner)
    folds = model_selection.RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
    expected = 1 - model_selection.cross_val_score(search, X, y, cv=folds)
    np.testing.assert_allclose(results()["two moons", "k neighbors"]["errors"], expected, atol=6e-5)


def test_full_network_on_diabetes_is_ridge_regression_with_settings_of_the_inner_folds():
    X, y = load_diabetes(return_X_y=True)

    def fitted(train, at, gamma, alpha):
        scaler, mean, spread = StandardScaler().fit(X[train]), y[train].mean(), y[train].std()
        A, B = scaler.transform(X[train]), scaler.transform(X[at])
        ridge = Ridge(alpha, fit_intercept=False, solver="svd")
        ridge.fit(rbf_kernel(A, gamma=gamma), (y[train] - mean) / spread)
        return mean + spread * ridge.predict(rbf_kernel(B, A, gamma))

    def chosen(train):
        def inner(setting):
            folds = model_selection.KFold(5, shuffle=True, random_state=1).split(train)
            pairs = [(fitted(train[a], train[b], *setting), y[train[b]]) for a, b in folds]
            return np.mean([np.mean((h - t) ** 2) for h, t in pairs])

        gammas = np.array([0.01, 0.03, 0.1, 0.3, 1, 3, 10]) / 10
        return min(product(gammas, [1e-3, 1e-2, 1e-1, 1, 10]), key=inner)

    folds = model_selection.RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    train, test = next(folds.split(X))
    expected = np.mean((fitted(train, test, *chosen(train)) - y[test]) ** 2) / y.var()
    first = results()["diabetes", "full network"]["errors"][0]
    assert first == pytest.approx(expected, abs=6e-5)


def test_standard_errors_are_corrected_for_the_overlap_of_training_parts():
    """Nadeau and Bengio: each test part is a quarter of its training part."""
    explorer = EXPLORERS["all_models"]()
    explorer.set(data="diabetes", model="linear model")
    linear = results()["diabetes", "linear model"]["errors"]
    difference = linear - results()["diabetes", "Gaussian process"]["errors"]
    expected = np.sqrt(difference.var(ddof=1) * (1 / 10 + 1 / 4))
    assert explorer.numbers["its standard error"] == pytest.approx(expected)
    _, found = comparison_table("10").mean_and_error("diabetes", "linear model")
    assert found == pytest.approx(np.sqrt(linear.var(ddof=1) * 0.35))


def test_nobody_is_surely_worse_than_the_best_on_the_moons_and_the_linear_model_nowhere():
    for data, names in {"diabetes": ["linear model"], "two moons": MODELS}.items():
        explorer = EXPLORERS["all_models"]()
        for name in names:
            explorer.set(data=data, model=name)
            assert explorer.numbers["difference"] <= 2 * explorer.numbers["its standard error"]


def test_models_that_solve_for_weights_are_alike_on_diabetes():
    means = [results()["diabetes", name]["errors"].mean() for name in MODELS]
    assert np.sum(np.array(means) < min(means) + 0.02) == 9


def test_most_errors_of_the_svm_on_digits_are_in_one_fold():
    errors_of_fold = results()["digits 3 and 8", "SVM"]["errors"]
    wrong = np.round(errors_of_fold * len(DATA["digits 3 and 8"][0]()[1]) / 5)
    assert (wrong.max(), wrong.sum()) == (7, 10)


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # settings that fit badly warn, and are not chosen
@pytest.mark.parametrize(("name", "data"), [*zip(MODELS, cycle(DATA), strict=False)])
def test_table_is_up_to_date(name, data):
    """Each model on one data set in turn, and there on the first fold: all of them take minutes."""
    found = next(errors(data, name))
    assert results()[data, name]["errors"][0] == pytest.approx(found, abs=0.01)


def test_folds_with_the_same_error_are_ten_circles():
    explorer = EXPLORERS["all_models"]()
    explorer.restore("Digits: the linear model")
    for dots in explorer.scene.folds:
        assert len(np.unique(dots.get_xydata(), axis=0)) == 10


def test_table_of_a_page_ends_with_its_models():
    assert comparison_table("01").names == ["SVM"]
    assert comparison_table(10).names == list(MODELS)
    with pytest.raises(ValueError, match="begins with page 01"):
        comparison_table("00")


LEARNERS = {"ridge": Ridge(), "few": KNeighborsRegressor(5), "many": KNeighborsRegressor(30)}


def test_readers_models_are_compared_as_scikit_learn_and_scipy_do():
    X, y = load_diabetes(return_X_y=True)
    found = compare_models(LEARNERS, X, y, n_splits=4, n_repeats=3, random_state=1)
    folds = model_selection.RepeatedKFold(n_splits=4, n_repeats=3, random_state=1)
    score = {"cv": folds, "scoring": "neg_mean_squared_error"}
    for name, of_model in zip(found.names, found.errors, strict=True):
        scores = model_selection.cross_val_score(LEARNERS[name], X, y, **score)
        np.testing.assert_allclose(of_model, -scores / y.var())
    assert sorted(found.errors.mean(axis=1)) == [*found.errors.mean(axis=1)]
    # Student's interval of 12 differences, of which two are looked at; wider by the correction.
    for d, interval in zip(found.errors[1:] - found.errors[0], found.interval, strict=True):
        plain = stats.ttest_1samp(d, 0).confidence_interval(1 - 0.05 / 2)
        center, wider = np.mean(plain), np.sqrt(1 + 12 / 3)
        np.testing.assert_allclose(interval, center + wider * (np.array(plain) - center))
    row = repr(found).splitlines()[2]
    assert f"{found.interval[0, 0]:.2g} to {found.interval[0, 1]:.2g}" in row
    lines = found.plot().axes[0].get_yticklabels()
    assert [label.get_text() for label in lines] == found.names[1:]


@pytest.mark.parametrize("seed", range(3))
def test_readers_classifiers_are_compared_by_their_wrong_classes(seed):
    X, y = make_moons(80, noise=0.3, random_state=seed)
    models = {"one": KNeighborsClassifier(1), "nine": KNeighborsClassifier(9), "line": Ridge()}
    found = compare_models(models, X, np.where(y > 0, "up", "down"))
    folds = model_selection.RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
    models["line"] = RidgeClassifier()  # the sign of a ridge regression on −1 and 1
    expected = [1 - model_selection.cross_val_score(models[m], X, y, cv=folds) for m in found.names]
    np.testing.assert_allclose(found.errors, expected)


def test_warnings_of_a_model_are_told_once():
    X, y = np.random.default_rng(0).normal(size=(60, 3)), np.repeat([0, 1], 30)
    models = {"line": RidgeClassifier(), "far": FullRBFClassifier(gamma=1e4)}
    with pytest.warns(UserWarning, match="answers near") as said:
        compare_models(models, X, y)
    assert [str(each.message)[:5] for each in said] == ["far: "]


@pytest.mark.parametrize(
    ("models", "words"),
    [
        ({"one": Ridge()}, "two models or more"),
        ([Ridge(), Ridge()], "two models or more"),
        ({"one": Ridge(), "other": KNeighborsClassifier()}, "'one' is a regressor among"),
    ],
)
def test_what_cannot_be_compared_is_refused(models, words):
    with pytest.raises(ValueError, match=words):
        compare_models(models, np.eye(20), np.arange(20.0))


def test_rule_for_all_comparisons_errs_more_often_for_the_winner_than_for_a_model_named_before():
    limit = stats.t.isf(0.025 / 11, 49)
    for draw in range(3):
        errors = fold_errors(draw)
        differences = errors[:, 1:] - errors[:, :1]
        t = differences.mean(axis=-1) / differences.std(axis=-1, ddof=1) / np.sqrt(1 / 50 + 1 / 4)
        named = np.mean(np.abs(t).max(axis=1) > limit)
        explorer = EXPLORERS["equal_models"]()
        explorer.restore("Both")
        explorer.set(draw=draw)
        assert named < 0.1 < explorer.numbers["corrected, t for all"]


@pytest.mark.parametrize(("repeats", "models", "draw"), [(2, 2, 0), (1, 3, 7), (3, 5, 4)])
def test_equal_models_are_judged_as_by_scipy_on_each_data_set(repeats, models, draw):
    x, y = data_sets(draw)
    order = np.random.default_rng(0)
    parts = [p for _ in range(repeats) for p in np.split(order.permutation(40), 5)]

    def error(S, t, test):
        S = np.where(np.isin(np.arange(40), test), 0, S[test])  # of those that are left out
        return np.mean((S @ t / S.sum(axis=1) - t[test]) ** 2)

    def verdicts(s):
        S = [rbf_kernel(x[:, s, [k]], gamma=50) for k in range(models)]
        errors = np.array([[error(one, y[:, s], part) for part in parts] for one in S])
        pairs = np.delete(errors, errors.mean(axis=1).argmin(), axis=0) - min(errors, key=np.mean)
        plain = np.max(stats.ttest_1samp(pairs, 0, axis=1).statistic)
        corrected = plain / np.sqrt(1 + len(parts) / 4)
        p = 2 * stats.t.sf(corrected, len(parts) - 1)
        return plain > 2, corrected > 2, p < 0.05, p < 0.05 / (models - 1)

    explorer = EXPLORERS["equal_models"]()
    explorer.set(repeats=repeats, models=models, draw=draw)
    expected = np.mean([verdicts(s) for s in range(200)], axis=0)
    np.testing.assert_allclose([*explorer.numbers.values()], expected)


def test_equal_models_are_equal_and_only_the_last_rule_says_so():
    errors = np.concatenate([fold_errors(draw).mean(axis=2) for draw in range(20)])
    apart = errors - errors.mean(axis=1, keepdims=True)
    assert np.abs(apart.mean(axis=0) / stats.sem(apart)).max() < stats.norm.isf(0.001 / 24)
    explorer = EXPLORERS["equal_models"]()
    shares = {None: explorer.draws(20)}
    for preset in explorer.presets:
        explorer.restore(preset)
        shares[preset] = explorer.draws(20)
    median = {preset: {k: np.median(v) for k, v in of.items()} for preset, of in shares.items()}
    assert 0.25 < median[None]["naive"] < 0.4 < 0.6 < median["Ten repeats"]["naive"]
    assert max(median[preset]["corrected, t"] for preset in (None, "Ten repeats")) < 0.09
    assert median["Twelve models"]["corrected, t"] > 0.5
    assert median["Twelve models"]["corrected, t for all"] < 0.09
    assert median["Both"]["corrected, t for all"] > 0.12
