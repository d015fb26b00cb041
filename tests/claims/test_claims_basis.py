"""The lecture on similarities: which ones are radial, which are kernels."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from scipy.special import gamma as gamma_function
from scipy.special import jv
from scipy.stats import ortho_group

from rbflib import BASES, design_matrix, polynomial, tanh_neuron
from tests.seeds import draw_seed


def test_s2_a_neuron_sees_a_direction_and_an_rbf_unit_a_distance(rng):
    mu = rng.standard_normal((1, 3))
    mu /= np.linalg.norm(mu)
    step = np.cross(mu[0], rng.standard_normal(3))  # orthogonal to the center
    line = mu + np.linspace(0, 10, 20)[:, None] * step
    neuron, rbf = tanh_neuron(line, mu)[:, 0], design_matrix(line, mu)[:, 0]
    assert_allclose(neuron, neuron[0], rtol=1e-12)  # the same on the whole plane
    assert (np.diff(rbf[rbf > 1e-300]) < 0).all()  # falls with the distance
    u = rng.standard_normal((50, 3))
    sphere = mu + u / np.linalg.norm(u, axis=1, keepdims=True)
    assert_allclose(design_matrix(sphere, mu), np.exp(-1), rtol=1e-12)  # the same on a sphere
    assert np.ptp(tanh_neuron(sphere, mu)) > 0.01


SIMILARITIES = {
    **{name: lambda X, mu, name=name: design_matrix(X, mu, 0.5, name) for name in BASES},
    "polynomial": polynomial,
    "tanh_neuron": tanh_neuron,
}


@pytest.mark.parametrize("name", SIMILARITIES)
def test_s3_only_the_four_bases_are_radial(name, rng):
    similarity = SIMILARITIES[name]
    X, centers = rng.uniform(-1, 1, (30, 3)), rng.uniform(-1, 1, (5, 3))
    Q, shift = ortho_group.rvs(3, random_state=draw_seed(rng)), rng.uniform(1, 2, 3)
    S = similarity(X, centers)
    assert_allclose(similarity(X @ Q, centers @ Q), S, atol=1e-11)  # every one of them turns
    shifted = np.allclose(similarity(X + shift, centers + shift), S, atol=1e-11)
    r = np.linspace(0, 5, 50)
    ray = similarity(r[:, None] * [[1.0, 0, 0]], np.zeros((1, 3)))[:, 0]
    along = similarity(np.array([[1.0, 0, 0]]) * (1 + r[:, None]), np.array([[1.0, 0, 0]]))[:, 0]
    depends_on_distance_only = shifted and np.allclose(ray, along)
    falls = (np.diff(along) <= 0).all()
    assert (depends_on_distance_only and falls) == (name in BASES)


@pytest.mark.parametrize("D", [1, 2, 3, 8])
def test_s3_gaussian_inverse_and_polynomial_are_mercer_kernels_in_every_dimension(D, rng):
    X = rng.uniform(-2, 2, (50, D))
    for name in ("gaussian", "inverse_quadratic", "inverse_multiquadric", "polynomial"):
        eigenvalues = np.linalg.eigvalsh(SIMILARITIES[name](X, X))
        assert eigenvalues[0] > -1e-13 * 50 * eigenvalues[-1], name


def test_s3_tanh_neuron_is_no_mercer_kernel(rng):
    X = rng.uniform(-2, 2, (50, 2))
    assert np.linalg.eigvalsh(tanh_neuron(X, X))[0] < -0.1


def radial_fourier_transform(phi, omega, D):
    """∫₀¹ φ(r) r^(D−1) Ω(ωr) dr, Ω the mean of a plane wave over the sphere in D dimensions."""
    nodes, node_weights = np.polynomial.legendre.leggauss(200)
    r, node_weights = (nodes + 1) / 2, node_weights / 2
    t = np.outer(omega, r)
    wave_mean = gamma_function(D / 2) * (2 / t) ** (D / 2 - 1) * jv(D / 2 - 1, t)
    return wave_mean @ (node_weights * r ** (D - 1) * phi(r))


def test_s3_truncated_basis_is_a_mercer_kernel_up_to_three_dimensions_only():
    # Bochner: positive definite in D dimensions if and only if the Fourier transform is ≥ 0.
    omega = np.linspace(0.1, 60, 500)
    for D in range(1, 8):
        transform = radial_fourier_transform(lambda r: BASES["truncated"](r**2), omega, D)
        assert (transform.min() > -1e-12) == (D <= 3), D


def test_s3_truncated_with_one_minus_r_squared_is_no_mercer_kernel_in_any_dimension(rng):
    omega = np.linspace(0.1, 60, 500)
    for D in (1, 2, 3):
        assert radial_fourier_transform(lambda r: 1 - r**2, omega, D).min() < -1e-4
        X = rng.uniform(-1, 1, (60, D))
        r = cdist(X, X)
        wrong, right = np.maximum(1 - r**2, 0), np.where(r <= 1, (1 - r) ** 2, 0)
        assert_allclose(design_matrix(X, X, 1.0, "truncated"), right, atol=1e-12)
        assert np.linalg.eigvalsh(right)[0] > -1e-12
        assert np.linalg.eigvalsh(wrong)[0] < -0.01


def test_s4_gaussian_tends_to_the_indicator_of_its_center(rng):
    X = rng.standard_normal((40, 3))
    indicator = np.eye(40)
    gaps = [np.abs(design_matrix(X, X, gamma) - indicator).max() for gamma in (1, 10, 100, 1e4)]
    assert (np.diff(gaps) < 0).all()
    assert_array_equal(design_matrix(X, X, 1e300), indicator)


@pytest.mark.parametrize("D", [1, 2, 3, 4])
def test_s5_number_of_parameters_of_each_shape_of_gaussian(D, rng):
    """The rank of the derivative counts the parameters that change the function."""
    X = rng.standard_normal((60, D))

    def full_matrix(p):
        A = np.eye(D) + 0.2 * p.reshape(D, D)
        return (A @ A.T)[None]

    shapes = {
        "one width": (lambda p: p[:1] ** 2, 1, D + 1),
        "one width per feature": (lambda p: p[None] ** 2, D, 2 * D),
        "full": (full_matrix, D * D, D * (D + 3) // 2),
    }
    for name, (gamma, n_widths, n_parameters) in shapes.items():
        start = rng.uniform(0.5, 1, D + n_widths)

        def exponent(p, gamma=gamma):
            return -np.log(design_matrix(X, p[None, :D], gamma(p[D:]))[:, 0])

        step = 1e-5 * np.eye(len(start))
        J = np.array([(exponent(start + h) - exponent(start - h)) / 2e-5 for h in step])
        assert np.linalg.matrix_rank(J, tol=1e-5) == n_parameters, name
