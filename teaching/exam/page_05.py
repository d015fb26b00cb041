"""Questions of page 05: two stages, widths, the projection, probabilities, the gradient."""

import numpy as np

from rbflib import (
    RBFNetwork,
    RBFNetworkRegressor,
    fit_mixture,
    kmeans_centers,
    make_moons,
    neighbor_gamma,
    random_centers,
)
from rbflib.lab.kit.plane import outlines
from teaching.exam.drawing import CENTER, INK, MUTED, new_figure, panels


def neighbor_width():
    centers = np.array([[0.0], [2.0], [6.0]])
    gamma = neighbor_gamma(centers, centers)
    return {
        "sigma": 1 / np.sqrt(2 * gamma),
        "gamma": gamma,
        "at_sigma": np.exp(-gamma * 4**2),
        "scaled": neighbor_gamma(10 * centers, 10 * centers),
    }


def bump_and_bias():
    X = np.array([[0.0], [1.0], [-1.0], [1000.0]])
    y = np.array([7.0, 4.0, 2.0, 3.0])
    model = RBFNetworkRegressor(centers=[[0.0]], gamma=np.log(2)).fit(X, y)
    network = model.network_
    fit = model.predict(X)
    return {
        "weight": network.weights[0],
        "bias": network.bias,
        **dict(zip(("h_a", "h_b", "h_c", "h_d"), fit, strict=True)),
        **dict(zip(("r_a", "r_b", "r_c", "r_d"), y - fit, strict=True)),
        "error": np.mean((y - fit) ** 2),
    }


def logistic():
    network = RBFNetwork([[0.0]], [4 * np.log(3)], bias=-np.log(3), gamma=np.log(2))
    scores = network(np.array([[0.0], [1.0], [np.sqrt(2)], [1000.0]]))
    p = 1 / (1 + np.exp(-scores))
    return dict(zip(("p_a", "p_b", "p_c", "p_far"), p, strict=True))


def draw_hidden_layers(_numbers):
    X, _ = make_moons(100, noise=0.15, random_state=3)
    means, covariances, _ = fit_mixture(X, 6, random_state=1)
    by_kmeans, by_chance = (
        kmeans_centers(X, 6, random_state=0),
        random_centers(X, 6, random_state=4),
    )
    layers = {
        "A": (by_kmeans, neighbor_gamma(X, by_kmeans)),
        "B": (means, np.array([np.linalg.inv(S) / 2 for S in covariances])),
        "C": (by_chance, neighbor_gamma(X, by_chance)),
    }
    figure = new_figure(9.0, 2.8)
    looks = {"xlim": (-2.8, 3.0), "ylim": (-2.1, 2.1), "aspect": "equal"}
    shown = panels(figure, layers, (2.7, 2.0), left=0.4, bottom=0.4, gap=0.2, **looks)
    for axes, (centers, gamma) in zip(shown, layers.values(), strict=True):
        axes.plot(*X.T, "o", color=MUTED, ms=2.2)
        axes.plot(*outlines(centers, gamma), color=INK, lw=1.2)
        axes.plot(*centers.T, **CENTER | {"ms": 7, "mfc": "none", "mew": 1.4})
    return figure
