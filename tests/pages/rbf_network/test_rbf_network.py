"""Page 05: the two stages, against scikit-learn and normal equations."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, RepeatedKFold

from rbflib import (
    OLSRegressor,
    RBFNetwork,
    RBFNetworkRegressor,
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    make_trap,
    make_wave,
    mixture_gamma,
    wave,
)
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.kit.plane import outlines, plane_data
from rbflib.lab.pages.rbf_network.error_surface import CrossValidation
from tests.claims.draws import exact_e_cv
from tests.copied_code import assert_code_prints_the_numbers
from tests.pages.conftest import opened


def test_every_recorded_step_is_drawn_as_it_is():
    explorer = opened("backprop_steps", step=17, draw=3)
    scene = explorer.scene
    X, y = scene.data(3)
    network = scene.history("least squares", "all parameters", "lbfgs", 3)[17].network
    phi = np.exp(-network.gamma * (X - network.centers[:, 0]) ** 2)
    e_in = np.mean((phi @ network.weights + network.bias - y) ** 2)
    assert explorer.numbers["E_in"] == pytest.approx(e_in)
    assert scene.now.get_xydata() == pytest.approx(np.array([[17, e_in]]))
    assert len(scene.so_far.get_xdata()) == 18
    assert scene.centers.get_xdata() == pytest.approx(network.centers[:, 0])
    left, right = np.array(scene.bars.get_segments())[:, :, 0].T
    assert right - left == pytest.approx(2 / np.sqrt(2 * network.gamma))
    curve = scene.drawing.curve.get_xydata()
    assert curve[:, 1] == pytest.approx(network(curve[:, :1]))


@pytest.mark.parametrize("mean", [0.0, 6.0])
def test_with_and_without_bias_is_linear_regression_with_and_without(mean):
    explorer = opened("bias_on_off", mean=mean, n_centers=5, draw=3)
    X, y = make_wave(40, 0.15, random_state=SEED + 3)
    y = y - y.mean() + mean
    mu, gamma = kmeans_centers(X, 5, random_state=0), explorer.state["gamma"]
    Z = rbf_kernel(X, mu, gamma)
    for title, bias in [("with bias", True), ("without bias", False)]:
        peer = LinearRegression(fit_intercept=bias).fit(Z, y)
        curve = explorer.scene.panels[title][0].curve.get_xydata()
        expected = peer.predict(rbf_kernel(curve[:, :1], mu, gamma))
        assert curve[:, 1] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("gamma", [3.0, 30.0])
def test_density_trap_measures_least_squares_on_three_choices(gamma):
    explorer = opened("density_trap", n_centers=9, gamma=gamma, draw=3)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    (X, y), (X_test, y_test) = make_trap(random_state=6), make_trap(1000, random_state=7)
    chosen = {
        "k-means": kmeans_centers(X, 9, random_state=0),
        "by hand": np.linspace(0.2, 1.8, 9)[:, None],
        "OLS": X[OLSRegressor(9, tol=0.0, gamma=gamma).fit(X, y).selected_],
    }
    for name, mu in chosen.items():
        Z, Z_test = rbf_kernel(X, mu, gamma), rbf_kernel(X_test, mu, gamma)
        # OLS takes neighbors: LinearRegression's default would leave their difference out.
        peer = LinearRegression(tol=1e-12).fit(Z, y)
        e_out = np.mean((peer.predict(Z_test) - y_test) ** 2)
        assert np.sort(scene.rows[name].get_xdata()) == pytest.approx(np.sort(mu[:, 0]))
        assert scene.now[name].get_ydata() == pytest.approx([e_out], rel=1e-3)
    assert explorer.numbers["k-means centers where y is flat"] == np.mean(chosen["k-means"] < 0)


@pytest.mark.filterwarnings("ignore:At gamma=")  # the narrowest say so
def test_cross_validated_errors_are_those_of_grid_search():
    scene = opened("error_surface").scene
    for _ in scene.in_steps(5, 10.0, False, 3):
        pass  # a browser asks for one after the other
    folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    grid = {"n_centers": [1, 5, 13], "gamma": [10**2.0, 10**2.8]}
    model = RBFNetworkRegressor(random_state=0)
    peer = GridSearchCV(model, grid, cv=folds, scoring="neg_mean_squared_error")
    peer.fit(*make_wave(60, 0.3, random_state=SEED + 3))
    measured = scene.errors[3][np.ix_([0, 4, 12], [20, 28])].T.ravel()
    assert measured == pytest.approx(-peer.cv_results_["mean_test_score"], rel=1e-6)


@pytest.mark.parametrize(("k", "gamma"), [(30, 1), (33, 50), (5, 6.3), (5, 10_000), (33, 1000)])
def test_a_note_tells_which_cells_stand_on_rounding(k, gamma):
    explorer = opened("error_surface", k=k, gamma=gamma)
    X, y = make_wave(60, 0.3, random_state=SEED)
    Z = rbf_kernel(X, kmeans_centers(X, k, random_state=0), explorer.gamma)
    beta = np.linalg.pinv(Z - Z.mean(axis=0), rcond=1e-14) @ (y - y.mean())
    huge = np.abs(beta).max() > 1e6 * np.ptp(y)
    assert huge == (gamma in (1, 50))
    assert ("Note: The design matrix has the numerical rank" in explorer.summary) == huge
    assert explorer.summary.count("Note: ") == huge


@pytest.mark.parametrize(("k", "sure"), [(10, True), (13, False)])
def test_an_error_has_digits_where_those_of_exact_arithmetic_are_the_same(k, sure):
    """Weights are huge in both; the columns of the one are independent."""
    folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    X, y = make_wave(60, 0.3, random_state=SEED)
    exact = exact_e_cv(X, y, folds.split(X), k, 1)
    by_solver = [
        np.mean((LinearRegression().fit(Z[kept], y[kept]).predict(Z[out]) - y[out]) ** 2)
        for kept, out in folds.split(X)
        for Z in [rbf_kernel(X, kmeans_centers(X[kept], k, random_state=0), 1)]
    ]
    explorer = opened("error_surface", k=k, gamma=1)
    shown = list(explorer.numbers.values())[:3]
    if sure:
        assert shown[0] == pytest.approx(exact, rel=1e-3)
    else:
        assert np.mean(by_solver) < exact / 2
        assert shown == ["no reliable digit"] * 3
    red, green, blue, _ = explorer.scene.colors(np.array([CrossValidation(0).error(k, 1)]))[0]
    gray = red == green == blue
    assert gray == (not sure)
    assert_code_prints_the_numbers(explorer, left_out=["cells computed"])


def test_all_cells_move_the_star(monkeypatch):
    monkeypatch.setattr(CrossValidation, "error", lambda self, k, gamma: abs(k - 6) + 1 + gamma)
    fresh = EXPLORERS["error_surface"]()
    fresh.set(all_cells=True)
    assert fresh.numbers["cells computed"] == "1353 of 1353"
    assert fresh.scene.best.get_xydata().tolist() == [[0, 6]]


def test_error_against_the_number_of_centers_is_that_of_ridge_regression():
    explorer = opened("full_or_few", n_centers=8, gamma=100, alpha=0.1, noise=0.2, draw=3)
    X, y = make_wave(40, 0.2, random_state=SEED + 3)
    mu, gamma = kmeans_centers(X, 8, random_state=0), explorer.state["gamma"]
    few = Ridge(alpha=0.1).fit(rbf_kernel(X, mu, gamma), y)
    e_out = np.mean((few.predict(rbf_kernel(X_TEST, mu, gamma)) - wave(X_TEST)) ** 2) + 0.2**2
    assert dict(explorer.scene.e_out.get_xydata())[8] == pytest.approx(e_out)
    assert explorer.scene.now.get_xydata()[0] == pytest.approx([8, e_out])


def test_outlines_are_one_sigma_away(rng):
    X = rng.normal(size=(60, 2))
    mu = kmeans_centers(X, 4, random_state=0)
    for gamma in (0.7, cluster_gamma(X, mu)):
        lines = outlines(mu, gamma).T.reshape(4, -1, 2)
        assert np.isnan(lines[:, -1]).all()
        network = RBFNetwork(mu, np.ones(4), gamma=gamma)
        for m, line in enumerate(lines[:, :-1]):
            assert network.transform(line)[:, m] == pytest.approx(np.exp(-0.5))


def test_widths_of_a_mixture_are_its_own_and_others_say_so():
    explorer = opened(
        "network_plane", centers="Gaussian mixture", width="mixture", n_centers=4, draw=3
    )
    X, *_ = plane_data("two moons", draw=3)
    mu, *mixture = fit_mixture(X, 4, random_state=0)
    expected = outlines(mu, mixture_gamma(X, mu, *mixture))
    drawn = np.array(explorer.scene.outlines.get_data())
    assert drawn == pytest.approx(expected, nan_ok=True)
    assert explorer.scene.centers.get_xydata() == pytest.approx(mu)
    assert explorer.numbers["parameters of the network"] == 4 * 5 + 4 + 1
    explorer.set(centers="k-means")
    assert "own cluster, as only a mixture" in explorer.summary
