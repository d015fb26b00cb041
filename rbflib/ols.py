"""Orthogonal least squares: choose centers one by one, each the best addition to those before.

    y ≈ Z w = Q A w = Q g

The columns of Z (N, M) are the candidates. Those selected, φ_1, φ_2, …, are orthogonalized as
they come in (Gram-Schmidt), so that QᵀQ is diagonal and A is unit upper triangular:

    α_ik  = q_iᵀφ_k / q_iᵀq_i                      (1)
    q_k   = φ_k − Σ_{i<k} α_ik q_i                 (1)
    g_k   = q_kᵀy / q_kᵀq_k                        (2)
    err_k = g_k² q_kᵀq_k / yᵀy                     (3)  share of yᵀy that q_k explains

Each step selects the candidate with the largest err, without orthogonalizing the others: see
`rbflib.numerics.candidates`. As yᵀy = Σ_k g_k² q_kᵀq_k + eᵀe, Σ err = 1 − eᵀe / yᵀy.

Source: lecture items o1 to o7; Chen, Cowan, Grant, "Orthogonal least squares learning algorithm
for radial basis function networks", IEEE Transactions on Neural Networks 2 (1991), 302-309.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rbflib.basis import BasisName, check_basis, design_matrix
from rbflib.learners import Gamma, NetworkRegressor, check_weights, fitted_network, keep, one_gamma
from rbflib.numerics.candidates import EQUAL_GAINS, HALF_OF_DIGITS, Candidates, direction_outside
from rbflib.numerics.checks import check_candidates, check_memory, check_solution, check_stopping
from rbflib.numerics.distances import equal_rows
from rbflib.numerics.means import column_sizes, power_of_two, remove_mean
from rbflib.numerics.warn import Layer, Solved, warn_of_fit, warn_of_path


@dataclass(frozen=True, eq=False)
class OLSPath:
    """The columns that orthogonal least squares selected, M_s of M, in order, and the fit on them.

    Attributes
    ----------
    selected, err : ndarray of shape (M_s,)
        Index of each column, and the share of the targets' energy that it explains.
    weights, g : ndarray of shape (M_s,) or (M_s, K)
        Least-squares weights on the selected columns, w = A⁻¹g, and on the orthogonal ones.
    A, Q : ndarray of shape (M_s, M_s) and (N, M_s)
        Unit upper triangular, and orthogonal columns: Z[:, selected] = QA.
    residual : float
        Share of the targets' energy that is left: 1 − Σ err, or 0 where all targets are 0.
    """

    selected: np.ndarray
    err: np.ndarray
    weights: np.ndarray
    g: np.ndarray
    A: np.ndarray
    Q: np.ndarray
    residual: float


def orthogonal_least_squares(
    Z: ArrayLike, y: ArrayLike, max_terms: int | None = None, tol: float = 0.0
) -> OLSPath:
    """Forward selection of the columns of Z that explain y best, by orthogonalization.

    A column is skipped if less than √ε = 1.5e-8 of its length lies outside the span of those
    selected: weights on it would keep less than half of their digits. The path ends when no other
    column is left or the residual is only rounding. Of columns whose err differ by less than a
    millionth the first is taken. All is computed in float64. Raises ValueError if Z or y is not
    finite, their lengths differ, a parameter is invalid, or w overflows. Lecture items o2 to o6.

    Parameters
    ----------
    Z, y : array-like of shape (N, M) and (N,) or (N, K)
        Candidate columns, and targets. err is summed over outputs: a larger scale counts more.
    max_terms, tol : int or None, default=None, and float, default=0.0
        Stop at this many columns, 1 or more, or as soon as 1 − Σ err < tol, ρ from 0 to 1.
    """
    return _select(*check_candidates(Z, y, max_terms, tol), tol)


def _select(Z, y, max_terms, tol, norm2=None):
    """The same for checked input; norm2 is that of the candidates: see `Candidates`."""
    unit = power_of_two(np.abs(y).max())  # so that no square leaves the floats
    T = y.reshape(len(y), -1) / unit
    Q, e, selected = np.empty((len(Z), max_terms), order="F"), T.copy(), []
    candidates, residual = Candidates(Z, T, norm2), float(T.any())
    while len(selected) < max_terms and residual >= tol and residual > _rounding_share(Z):
        k = candidates.best()  # the largest err
        if k is None:
            break
        Q[:, len(selected)] = q = direction_outside(Q[:, : len(selected)], Z[:, k])  # (1), ‖q‖ = 1
        selected.append(k)
        g = q @ e  # (2)
        e -= np.outer(q, g)
        residual = np.vdot(e, e) / np.vdot(T, T)
        candidates.select(k, Q[:, : len(selected)], g, e)
    Q = Q[:, : len(selected)]
    with np.errstate(over="ignore", invalid="ignore"):  # `check_solution` looks at the weights
        R, T_part = np.triu(Q.T @ Z[:, selected]), Q.T @ T
        length = np.diag(R).copy()
        A, g = R / length[:, None], T_part / length[:, None]  # with ones on the diagonal of A
        err = (T_part**2).sum(axis=1) / np.vdot(T, T)  # (3)
        w = linalg.solve_triangular(A, g, unit_diagonal=True, check_finite=False)
        w, g = (unit * values.reshape(-1, *y.shape[1:]) for values in (w, g))
        Q = Q * length
    check_solution(w)
    return OLSPath(np.array(selected, dtype=np.intp), err, w, g, A, Q, float(residual))


def naive_forward_selection(
    Z: ArrayLike, y: ArrayLike, max_terms: int | None = None, tol: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """The same selection by brute force: a least-squares fit for every candidate at every step.

    For comparison only: step k costs M fits of order Nk² instead of one product. Lecture item o1.

    Parameters and errors are those of `orthogonal_least_squares`; selected and err (M_s,) are as in
    `OLSPath`.
    """
    Z, y, max_terms = check_candidates(Z, y, max_terms, tol)
    Z, y = Z / power_of_two(column_sizes(Z)), y / power_of_two(np.abs(y).max())
    selected, shares = [], [1.0 if y.any() else 0.0]
    while len(selected) < max_terms and shares[-1] > _rounding_share(Z) and not shares[-1] < tol:
        trials = [_residual_share(Z[:, [*selected, k]], y) for k in range(Z.shape[1])]
        gain = shares[-1] - np.array(trials)
        # The first of those that are as good as equal.
        k = int((gain >= gain.max() - EQUAL_GAINS * abs(gain.max())).argmax())
        if trials[k] == np.inf:
            break
        selected.append(k)
        shares.append(trials[k])
    return np.array(selected, dtype=np.intp), -np.diff(shares)


def _rounding_share(Z):
    """A residual of this share of the targets' energy is nothing but rounding."""
    return (max(Z.shape) * np.finfo(float).eps) ** 2


def _residual_share(Z, y):
    """‖Zβ − y‖² / ‖y‖² of the least-squares fit; infinity where the last column is dependent."""
    others, last = Z[:, :-1], Z[:, -1]
    own = last - others @ np.linalg.lstsq(others, last)[0] if others.size else last
    if linalg.norm(own) <= HALF_OF_DIGITS * linalg.norm(last):
        return np.inf
    return np.sum((Z @ np.linalg.lstsq(Z, y)[0] - y) ** 2) / np.sum(y**2)


class OLSRegressor(NetworkRegressor):
    """RBF network whose centers are training samples, selected by orthogonal least squares.

    Standardize X: one width serves all features. The bias is the weight of a constant column that
    is orthogonalized first: means of targets and candidates are subtracted, and constant targets
    need no center. Weighting a sample is the same as repeating it, as an equal column is skipped.
    Samples of weight 0 are no candidates. Memory: N × N candidates in float64, and N × M for the M
    selected, twice at the end.

    Raises ValueError or MemoryError in fit, if a value is NaN or out of range, or more memory is
    needed than is free. Warns with UserWarning if γ leaves half of the samples out of reach of each
    other; with scipy.linalg.LinAlgWarning if the path ends far from `tol` because no column is
    left, or h leaves the targets' range a thousandfold between samples. Lecture items o5 to o7.

    Parameters
    ----------
    max_centers : int or None, the most to select; None or a number above N means N, default=None
    tol : float, default=0.01
        ρ: stop as soon as less than this share of the targets' energy is left. With an intercept
        that energy is the variance, so the fit stops at R² > 1 − ρ on the training set.
    gamma : float, an inverse squared width, or "scale" for 1/(D·var X), default=1.0
    basis : name in `BASES`, default="gaussian"
    fit_intercept : bool, whether the network has a bias b, default=True

    Attributes
    ----------
    selected_, err_ : ndarray of shape (M,)
        Row of X of each center, in the order of selection, and its error-reduction ratio.
    network_ : RBFNetwork, with centers `X[selected_]`, weights (M,) or (M, K), and bias
    n_features_in_ : int
    """

    selected_: np.ndarray
    err_: np.ndarray

    def __init__(
        self,
        max_centers: int | None = None,
        tol: float = 0.01,
        gamma: Gamma = 1.0,
        basis: BasisName = "gaussian",
        fit_intercept: bool = True,
    ) -> None:
        self.max_centers = max_centers
        self.tol = tol
        self.gamma = gamma
        self.basis: BasisName = basis
        self.fit_intercept = fit_intercept

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Select centers for X (N, D), y (N,) or (N, K) and weights (N,) or None; learn β and b."""
        samples, y, _ = self.validate_training(X, y)
        max_terms = check_stopping(self.max_centers, self.tol, len(samples), "max_centers")
        weight, _ = check_weights(sample_weight, samples)
        used = np.flatnonzero(weight)
        x, T, weight = samples[used].astype(np.float64), y[used].copy(), weight[used]
        # Widths of their own would leave the order of selection to the caller: one gamma for all.
        gamma = one_gamma(self.gamma, x, weight)
        check_memory(8 * len(x) ** 2, "Use RBFNetworkRegressor, or select from fewer samples.")
        Z = design_matrix(x, x, gamma, self.basis)
        norm2 = np.einsum("n,nm,nm->m", weight, Z, Z)
        z_mean, t_mean = np.zeros(len(x)), np.zeros(T.shape[1:])
        if self.fit_intercept:
            z_mean = remove_mean(Z, weight, HALF_OF_DIGITS)
            t_mean = remove_mean(T, weight, len(T) * np.finfo(float).eps)
        root = np.sqrt(weight)
        Z *= root[:, None]
        path = _select(Z, (root * T.T).T, min(max_terms, len(x)), self.tol, norm2)
        selected = used[path.selected]
        bias = t_mean - z_mean[path.selected] @ path.weights
        centers = samples[selected]
        network = fitted_network(samples, y, centers, path.weights, bias, gamma, self.basis)
        layer, n_selected = Layer(x, gamma, check_basis(self.basis)), len(path.selected)
        limit = min(max_terms, len(equal_rows(x)[0]) - bool(self.fit_intercept))
        early = n_selected < limit and path.residual >= self.tol
        if not (early and warn_of_path(x, layer, n_selected, path.residual, self.tol, 3)):
            # Weights have a limit here.
            warn_of_fit(x, layer, Solved(network, None, T, n_selected), stacklevel=3)
        return keep(self, X, selected_=selected, err_=path.err, network_=network)
