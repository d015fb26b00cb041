"""The lecture on networks: what units can separate and approximate."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.optimize import linprog

from rbflib import design_matrix, make_rings, make_xor, solve_weights
from rbflib.lab.pages.start_here.eight_models import EIGHT, fits_of
from tests.seeds import draw_seed


def linearly_separable(Z, y):
    """Is there a w with y_n (w·z_n) ≥ 1 for all n?"""
    constraints = -np.asarray(y)[:, None] * Z
    return linprog(np.zeros(Z.shape[1]), constraints, -np.ones(len(Z)), bounds=(None, None)).success


@pytest.mark.parametrize("M", [1, 2, 4, 7])
def test_s6_separable_dichotomies_grow_with_the_units_as_cover_counts(M, rng):
    N = 7
    X = rng.uniform(-1, 1, (N, 2))
    Z = design_matrix(X, rng.uniform(-1, 1, (M, 2)), gamma=3.0)
    count = sum(linearly_separable(Z, y) for y in product([-1, 1], repeat=N))
    assert count == 2 * sum(comb(N - 1, k) for k in range(M))


@pytest.mark.parametrize(("third", "count"), [([2, 2, 2], 6), ([2, 2, 3], 8)])
def test_s6_three_points_in_space_are_counted_so_if_they_are_on_no_line(third, count):
    Z = np.column_stack([[[0, 0, 0], [1, 1, 1], third], np.ones(3)])
    assert sum(linearly_separable(Z, y) for y in product([-1, 1], repeat=3)) == count


def test_s6_a_radial_transform_separates_what_no_line_separates(rng):
    for make, centers in ((make_rings, [[0.0, 0.0]]), (make_xor, [[1.0, 1.0], [-1.0, -1.0]])):
        X, y = make(60, noise=0.1, random_state=draw_seed(rng))
        assert not linearly_separable(np.column_stack([X, np.ones(60)]), y)
        Z = design_matrix(X, centers, gamma=1.0)
        assert linearly_separable(np.column_stack([Z, np.ones(60)]), y)


def test_s7_error_of_the_best_fit_falls_as_units_are_added(rng):
    # A continuous target with corners: a random walk, joined by straight lines.
    corners = np.cumsum(rng.standard_normal(12)) / 3
    X = np.linspace(0, 1, 600)[:, None]
    y = np.interp(X[:, 0], np.linspace(0, 1, 12), corners)
    errors = []
    for M in (5, 10, 20, 40, 80, 160):
        Z = design_matrix(X, np.linspace(0, 1, M)[:, None], gamma=M**2 / 2)
        errors.append(np.linalg.norm(Z @ solve_weights(Z, y) - y))
    assert (np.diff(errors) < 0).all()
    assert errors[-1] < 0.1 * errors[0]


@pytest.mark.filterwarnings("ignore:At gamma=")  # the narrowest say so
def test_page_00_errors_of_the_example_report():
    gammas = 10 ** np.arange(-0.5, 2.6, 0.5)
    moons, ring = (
        {name: [fits_of(data, gamma, 0)[name][1] for gamma in gammas] for name in EIGHT}
        for data in ("two moons", "disk in a ring")
    )
    at_3_and_300 = [moons[name][i] for name in ("exact", "OLS") for i in (2, -1)]
    assert at_3_and_300 == pytest.approx([0.46, 0.12, 0.09, 0.455], abs=0.006)
    assert [min(moons["ridge"]), max(moons["ridge"])] == pytest.approx([0.10, 0.16], abs=0.006)
    assert [min(ring["OLS"]), max(ring["OLS"])] == pytest.approx([0, 0.42], abs=0.006)
    assert max(ring["ridge"]) < 0.015
    del moons["ELM"]  # it has widths of its own
    spread = {name: np.ptp(errors) for name, errors in moons.items()}
    assert min(spread, key=spread.get) == "ridge"
    last = [moons[name][-1] for name in ("k-means", "votes", "ridge")]
    assert last == pytest.approx([0.465, 0.115, 0.115], abs=6e-4)
