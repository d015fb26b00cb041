"""The table of all models, against scikit-learn and plain NumPy on the same folds."""

from itertools import product

import numpy as np
import pytest
from sklearn import model_selection
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rbflib import make_moons
from rbflib.lab import EXPLORERS, comparison_table
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
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("data", DATA)
def test_table_is_up_to_date(data, name):
    """On the first of ten folds: all of them take minutes."""
    found = next(errors(data, name))
    assert results()[data, name]["errors"][0] == pytest.approx(found, abs=0.01)


def test_table_of_a_page_ends_with_its_models():
    assert comparison_table("01").names == ["SVM"]
    assert comparison_table(10).names == list(MODELS)
    with pytest.raises(ValueError, match="begins with page 01"):
        comparison_table("00")
