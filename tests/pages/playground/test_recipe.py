"""Recipes: their numbers against their own code run alone, and scikit-learn."""

import warnings

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from rbflib.lab.pages.playground.recipe import Recipe, fit, samples_of
from rbflib.lab.pages.playground.settings import MODELS, REAL_DATA, SETTINGS, TOY_DATA
from tests.pages.playground.try_out import ADDED, DRAWING, recipe_of, run
from tests.seeds import thorough


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("data", ["iris", *thorough(*sorted({*TOY_DATA, *REAL_DATA} - {"iris"}))])
def test_code_of_every_model_on_all_data_gives_the_numbers_shown(data, model):
    recipe = recipe_of(data=data, model=model)
    assert run(recipe)[0] == [fit(recipe).e_in, fit(recipe).e_out]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("data", "added"), [("wine", ADDED), ("drawn", DRAWING)])
def test_code_has_the_samples_added_by_hand(model, data, added):
    recipe = recipe_of(added, data=data, model=model)
    [e_in, e_out], names = run(recipe)
    assert (e_in, e_out) == (fit(recipe).e_in, fit(recipe).e_out)
    samples = samples_of(recipe)
    assert np.array_equal(names["X"], np.vstack([samples.X, samples.X_test]))
    assert np.array_equal(names["y"], np.hstack([samples.y, samples.y_test]))


def test_settings_from_end_to_end_are_reproduced():
    rng = np.random.default_rng(0)
    for _ in range(40):
        values = {n: s.values[rng.integers(len(s.values))] for n, s in SETTINGS.items()}
        recipe = Recipe.of(values | {"data": rng.choice([*TOY_DATA, *REAL_DATA])})
        with warnings.catch_warnings(action="ignore"):  # the explorer shows them as notes
            assert run(recipe)[0] == [fit(recipe).e_in, fit(recipe).e_out], recipe


def test_numbers_are_those_of_scikit_learn(explorer):
    samples = samples_of(recipe_of(data="iris"))
    for model, peer in [
        ("Gaussian SVM", SVC(gamma=2.0, C=10.0)),
        ("nearest neighbors", KNeighborsClassifier(7)),
    ]:
        explorer.set(data="iris", model=model, gamma=2.0, C=10.0, n_neighbors=7)
        peer.fit(samples.X, samples.y)
        assert explorer.numbers["E_in"] == pytest.approx(1 - peer.score(samples.X, samples.y))
        e_out = 1 - peer.score(samples.X_test, samples.y_test)
        assert explorer.numbers["E_out"] == pytest.approx(e_out)


def test_real_data_is_scaled_by_its_training_samples():
    for data, source in REAL_DATA.items():
        samples = samples_of(recipe_of(data=data))
        assert samples.X.mean(axis=0) == pytest.approx(np.zeros(2), abs=1e-12)
        assert samples.X.std(axis=0) == pytest.approx(np.ones(2))
        target = source.load().target
        assert np.sum(np.r_[samples.y, samples.y_test] == 1) == np.sum(target == 1)
        assert len(samples.y) + len(samples.y_test) == len(target)


def test_no_more_centers_than_distinct_samples():
    twice = (*DRAWING, *DRAWING)
    result = fit(recipe_of(twice, data="drawn", n_centers=30))
    assert result.size == 4
    assert "centers M is 4 here" in result.notes[0]
