"""What the scenes of page 05 draw and measure, against scikit-learn, closed forms, brute force."""

import ipywidgets as widgets
import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import log_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, RepeatedKFold

from rbflib import (
    OLSRegressor,
    RBFNetwork,
    RBFNetworkRegressor,
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    make_wave,
    mixture_gamma,
    wave,
)
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.line import SEED, X_TEST
from rbflib.lab.kit.plane import outlines, plane_data
from rbflib.lab.pages.rbf_network import scenes as two_stage
from rbflib.lab.pages.rbf_network.scenes import chirp, n_numbers
from rbflib.lab.plot import plot_hidden_layers


@pytest.fixture
def plane():
    return EXPLORERS["network_plane"]()


@pytest.mark.parametrize("M", [3, 10])
def test_plane_measures_a_ridge_fit_on_the_similarities(plane, M):
    plane.set(n_centers=M, gamma=2, alpha=0.1)
    X, y, X_test, y_test = plane_data("two moons")
    mu, gamma = kmeans_centers(X, M, random_state=0), plane.state["gamma"]
    peer = Ridge(alpha=plane.state["alpha"]).fit(rbf_kernel(X, mu, gamma), y)
    for name, (Q, t) in {"E_in": (X, y), "E_out": (X_test, y_test)}.items():
        sign = np.sign(peer.predict(rbf_kernel(Q, mu, gamma)))
        assert plane.numbers[name] == pytest.approx(np.mean(sign != t))
    assert plane.scene.centers.get_xydata() == pytest.approx(mu)
    assert plane.numbers["numbers in the network"] == 2 * M + M + 1 + 1


def test_plane_shows_probabilities_of_logistic_regression(plane):
    plane.set(output="logistic", alpha=0.1)
    X, y, X_test, y_test = plane_data("two moons")
    mu, gamma = kmeans_centers(X, 10, random_state=0), plane.state["gamma"]
    alpha = plane.state["alpha"]
    peer = LogisticRegression(C=1 / (2 * alpha), tol=1e-10, max_iter=10_000)
    peer.fit(rbf_kernel(X, mu, gamma), y)
    loss = log_loss(y_test, peer.predict_proba(rbf_kernel(X_test, mu, gamma)))
    name = "mean −ln p of the test samples' classes"
    assert plane.numbers[name] == pytest.approx(loss, rel=1e-3)


def test_bands_of_a_logistic_network_are_those_of_the_probability(plane, monkeypatch):
    seen = {}

    def record(h):
        seen["h"] = h
        return np.zeros((*h.shape, 4), np.uint8)

    monkeypatch.setattr("rbflib.lab.kit.style.surface_colors", record)
    plane.set(output="sign")
    assert np.abs(seen["h"]).max() > 1
    plane.set(output="logistic", alpha=0.1)
    drawing = plane.scene.drawing
    X, y, *_ = plane_data("two moons")
    mu, gamma = kmeans_centers(X, 10, random_state=0), plane.state["gamma"]
    Z = rbf_kernel(X, mu, gamma)
    peer = LogisticRegression(C=1 / (2 * plane.state["alpha"]), tol=1e-10, max_iter=10_000)
    at = [[drawing.x[5], drawing.y[7]]]
    p = expit(peer.fit(Z, y).decision_function(rbf_kernel(at, mu, gamma)))
    assert seen["h"][7, 5] == pytest.approx(2 * p[0] - 1, abs=1e-3)


def test_outlines_are_one_sigma_away(rng):
    X = rng.normal(size=(60, 2))
    mu = kmeans_centers(X, 4, random_state=0)
    for gamma in (0.7, cluster_gamma(X, mu)):
        lines = outlines(mu, gamma).T.reshape(4, -1, 2)
        assert np.isnan(lines[:, -1]).all()
        network = RBFNetwork(mu, np.ones(4), gamma=gamma)
        for m, line in enumerate(lines[:, :-1]):
            assert network.transform(line)[:, m] == pytest.approx(np.exp(-0.5))


def test_widths_of_a_mixture_are_its_own_and_others_say_so(plane):
    plane.set(centers="Gaussian mixture", width="mixture", n_centers=4)
    X, *_ = plane_data("two moons")
    mu, *mixture = fit_mixture(X, 4, random_state=0)
    expected = outlines(mu, mixture_gamma(X, mu, *mixture))
    drawn = np.array(plane.scene.outlines.get_data())
    assert drawn == pytest.approx(expected, nan_ok=True)
    assert plane.numbers["numbers in the network"] == 4 * 5 + 4 + 1
    plane.set(centers="k-means")
    assert "own cluster, as only a mixture" in plane.summary


def test_numbers_of_a_network_are_counted_by_shape():
    mu, beta = np.zeros((3, 2)), np.ones(3)
    for gamma, widths in [(1.0, 1), (np.ones(3), 3), (np.array(3 * [np.eye(2)]), 9)]:
        assert n_numbers(RBFNetwork(mu, beta, gamma=gamma)) == 6 + 3 + 1 + widths


def test_full_and_few_are_the_normal_equations():
    explorer = EXPLORERS["full_or_few"]()
    explorer.set(n_centers=8, gamma=100, alpha=0.1, noise=0.2)
    X, y = make_wave(40, 0.2, random_state=SEED)
    gamma, truth = explorer.state["gamma"], wave(X_TEST)
    mu = kmeans_centers(X, 8, random_state=0)
    few = Ridge(alpha=0.1).fit(rbf_kernel(X, mu, gamma), y)
    e_out = np.mean((few.predict(rbf_kernel(X_TEST, mu, gamma)) - truth) ** 2) + 0.2**2
    assert explorer.numbers["M centers: E_out"] == pytest.approx(e_out)
    Z = rbf_kernel(X, X, gamma)
    beta = np.linalg.solve(Z.T @ Z + 0.1 * np.eye(40), Z.T @ y)
    e_full = np.mean((rbf_kernel(X_TEST, X, gamma) @ beta - truth) ** 2) + 0.2**2
    assert explorer.numbers["full network: E_out"] == pytest.approx(e_full)
    assert explorer.numbers["full network: E_in"] == pytest.approx(np.mean((Z @ beta - y) ** 2))
    # The curve and its marker say the same.
    curve = dict(explorer.scene.e_out.get_xydata())
    assert curve[8] == pytest.approx(e_out)
    assert explorer.scene.now.get_xydata()[0] == pytest.approx([8, e_out])


@pytest.mark.parametrize("mean", [0.0, 6.0])
def test_with_and_without_bias_is_linear_regression_with_and_without(mean):
    explorer = EXPLORERS["bias_on_off"]()
    explorer.set(mean=mean, n_centers=5)
    X, y = make_wave(40, 0.15, random_state=SEED)
    y = y - y.mean() + mean
    mu, gamma = kmeans_centers(X, 5, random_state=0), explorer.state["gamma"]
    Z = rbf_kernel(X, mu, gamma)
    for title, bias in [("with bias", True), ("without bias", False)]:
        peer = LinearRegression(fit_intercept=bias).fit(Z, y)
        e_in = np.mean((peer.predict(Z) - y) ** 2)
        assert explorer.numbers[f"{title}: E_in"] == pytest.approx(e_in)
        curve = explorer.scene.panels[title][0].curve.get_xydata()
        expected = peer.predict(rbf_kernel(curve[:, :1], mu, gamma))
        assert curve[:, 1] == pytest.approx(expected, abs=1e-6)


@pytest.fixture
def surface():
    return EXPLORERS["error_surface"]()


def test_cross_validated_errors_are_those_of_grid_search(surface):
    scene = surface.scene
    folds = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    grid = {"n_centers": [1, 5, 13], "gamma": [10**2.0, 10**2.8]}
    peer = GridSearchCV(
        RBFNetworkRegressor(random_state=0), grid, cv=folds, scoring="neg_mean_squared_error"
    ).fit(scene.validation.X, scene.validation.y)
    table = -peer.cv_results_["mean_test_score"].reshape(2, 3)
    measured = scene.errors[np.ix_([0, 4, 12], [20, 28])].T
    assert measured == pytest.approx(table, rel=1e-6)


def test_chosen_cell_is_measured_whether_or_not_the_surface_has_it(surface):
    surface.set(k=6, gamma=10**1.3)
    assert np.isnan(surface.scene.errors[5, 13])
    expected = surface.scene.validation.error(6, 10**1.3)
    assert surface.numbers["E_cv"] == expected
    X, y = surface.scene.validation.X, surface.scene.validation.y
    mu = kmeans_centers(X, 6, random_state=0)
    Z = rbf_kernel(X, mu, 10**1.3)
    e_in = np.mean((LinearRegression().fit(Z, y).predict(Z) - y) ** 2)
    assert surface.numbers["E_in"] == pytest.approx(e_in)


def test_surface_is_complete_from_the_start_and_gets_finer(surface):
    scene = surface.scene
    assert not np.isnan(scene.shown).any()
    assert scene.shown[5, 5] == scene.errors[4, 4]
    cells = [(i, j) for i, j, _ in scene.cells(4) + scene.finer_cells()]
    assert len(cells) == len(set(cells)) == scene.errors.size
    for cell in scene.finer_cells():
        i, j, step = cell
        if step == 2 or (i, j) == (5, 5):
            scene.compute(cell)
    assert scene.shown[5, 5] == scene.errors[5, 5] != scene.errors[4, 4]
    known = ~np.isnan(scene.errors)
    assert (scene.shown[known] == scene.errors[known]).all()


def test_work_fills_the_surface_and_moves_the_star(surface, monkeypatch):
    monkeypatch.setattr(
        type(surface.scene.validation), "error", lambda self, k, gamma: abs(k - 6) + 1 + gamma
    )
    surface.scene.begin()
    surface.set()
    frame = surface.frame
    surface.work.start()
    assert not np.isnan(surface.scene.errors).any()
    assert (surface.scene.shown == surface.scene.errors).all()
    assert surface.frame != frame
    assert surface.numbers["at k ="] == 6
    assert surface.scene.best.get_xydata().tolist() == [[0, 6]]
    surface.scene.begin()
    assert np.isnan(surface.scene.errors).any()


def test_click_on_a_cell_chooses_it(surface):
    axes = surface.scene.plane
    place = axes.transData.transform((2.52, 7.3)) / surface.scene.figure.bbox.size
    surface._point("down", *place)
    surface._point("up", *place)
    assert surface.state["k"] == 7
    assert surface.state["gamma"] == pytest.approx(10**2.5)
    assert surface.scene.now.get_xydata() == pytest.approx(np.array([[2.5, 7]]))


def test_click_beside_the_surface_changes_nothing(surface):
    before = surface.state
    axes = surface.scene.drawing.axes
    place = axes.transData.transform((0.5, 0)) / surface.scene.figure.bbox.size
    surface._point("down", *place)
    surface._point("move", *place)
    assert surface.state == before


@pytest.fixture
def backprop():
    return EXPLORERS["backprop_steps"]()


def test_every_recorded_step_is_drawn_as_it_is(backprop):
    scene = backprop.scene
    backprop.set(step=17)
    X, y = scene.X, scene.y
    network = scene.history("least squares", "weights, widths, centers", "lbfgs")[17].network
    phi = np.exp(-network.gamma * (X - network.centers[:, 0]) ** 2)
    e_in = np.mean((phi @ network.weights + network.bias - y) ** 2)
    assert backprop.numbers["E_in"] == pytest.approx(e_in)
    assert scene.now.get_xydata() == pytest.approx(np.array([[17, e_in]]))
    assert len(scene.so_far.get_xdata()) == 18
    assert scene.centers.get_xdata() == pytest.approx(network.centers[:, 0])
    left, right = np.array(scene.bars.get_segments())[:, :, 0].T
    assert right - left == pytest.approx(2 / np.sqrt(2 * network.gamma))
    curve = scene.drawing.curve.get_xydata()
    assert curve[:, 1] == pytest.approx(network(curve[:, :1]))


def test_moving_computes_nothing_once_recorded(backprop, monkeypatch):
    backprop.set(step=100)
    monkeypatch.setattr(two_stage, "train_by_backprop", None)
    for step in (60, 20, 0, 100):
        backprop.set(step=step)
        assert backprop.numbers["E_in"] > 0


def test_gradient_finds_the_least_squares_weights_and_no_more(backprop):
    backprop.set(start="weights 0", train="weights", step=100)
    found = backprop.numbers["E_in"]
    backprop.set(start="least squares", train="weights", step=100)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)
    backprop.set(start="least squares", train="weights", step=0)
    assert backprop.numbers["E_in"] == pytest.approx(found, rel=1e-4)


def test_noise_of_the_samples_is_that_of_e_out(backprop):
    scene = backprop.scene
    assert np.std(scene.y - chirp(scene.X[:, 0])) == pytest.approx(scene.noise, rel=0.2)


def test_buttons_move_the_step(backprop):
    (tools,) = backprop.tools
    back, on = [b for b in tools.children if isinstance(b, widgets.Button)][:2]
    on.click()
    on.click()
    back.click()
    assert backprop.state["step"] == 1
    for _ in range(3):
        back.click()
    assert backprop.state["step"] == 0
    play = tools.children[0]
    assert (play.min, play.max) == (0, 100)
    before = play.interval
    tools.children[-1].click()
    assert play.interval < before


@pytest.mark.parametrize("gamma", [3.0, 30.0])
def test_density_trap_measures_least_squares_on_three_choices(gamma):
    explorer = EXPLORERS["density_trap"]()
    explorer.set(n_centers=9, gamma=gamma)
    scene, gamma = explorer.scene, explorer.state["gamma"]
    X, y = scene.X, scene.y
    chosen = {
        "k-means": kmeans_centers(X, 9, random_state=0),
        "by hand": np.linspace(0.2, 1.8, 9)[:, None],
        "OLS": X[OLSRegressor(9, tol=0.0, gamma=gamma).fit(X, y).selected_],
    }
    for name, mu in chosen.items():
        Z, Z_test = rbf_kernel(X, mu, gamma), rbf_kernel(scene.X_test, mu, gamma)
        # OLS takes neighbors: LinearRegression's default would leave their difference out.
        peer = LinearRegression(tol=1e-12).fit(Z, y)
        e_out = np.mean((peer.predict(Z_test) - scene.y_test) ** 2)
        assert explorer.numbers[f"{name}: E_out"] == pytest.approx(e_out, rel=1e-3)
        assert np.sort(scene.rows[name].get_xdata()) == pytest.approx(np.sort(mu[:, 0]))
        assert scene.now[name].get_ydata() == pytest.approx([e_out], rel=1e-3)
    assert f"{np.mean(chosen['k-means'] < 0):.0%}" in explorer.summary


def test_nine_of_ten_samples_lie_where_the_target_is_flat():
    scene = EXPLORERS["density_trap"]().scene
    assert np.mean(scene.X < 0) == 0.9
    assert np.abs(scene.y[scene.X[:, 0] < 0]).max() < 0.1


def test_hidden_layers_are_drawn_side_by_side(rng):
    X = rng.normal(size=(30, 2))
    mu = kmeans_centers(X, 3, random_state=0)
    layers = {"round": (mu, 1.0), "tilted": (mu, cluster_gamma(X, mu))}
    picture = plot_hidden_layers(X, layers)
    assert [axes.get_title("left") for axes in picture.figure.axes] == ["round", "tilted"]
    assert all(name in picture.alt for name in layers)
    for axes in picture.figure.axes:
        assert axes.lines[-1].get_xydata() == pytest.approx(mu)
