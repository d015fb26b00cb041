"""The radial basis function network, and the least-squares output layer.

    h(x) = Σ_m β_m φ(γ‖x − μ_m‖²) + b

Every model of the lecture ends in this hypothesis: an `RBFNetwork`. A learner is one way to
choose the centers μ, the widths γ and the weights β.
"""

import sys
from dataclasses import dataclass
from numbers import Real

import numpy as np
from scipy import linalg
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from rbflib.basis import (
    check_basis,
    check_gamma,
    check_points,
    check_same_features,
    design_matrix,
    row_blocks,
    similarity,
    squared_norms,
)

# Targets may be as large as this share of the largest float: room for sums of 10⁸ of them.
MAX_TARGET_SHARE = 1e-8

# When a Gaussian network's sum may go without the distances: see `_GaussianProduct`.
MAX_PRODUCT_ERROR = 1e-13
MIN_PRODUCT_SHARE = 1e-4


@dataclass(frozen=True, eq=False)
class RBFNetwork:
    """h(x) = Σ_m β_m φ(γ‖x − μ_m‖²) + b, as a function that cannot change.

    Parameters
    ----------
    centers : array-like of shape (M, D)
        Centers μ_m.
    weights : array-like of shape (M,) or (M, K)
        Weights β_m: one output, or K outputs.
    bias : float or array-like of shape (K,), default=0.0
        Constant b added to the output.
    gamma : float or array-like of shape (M,), (M, D) or (M, D, D), default=1.0
        Inverse squared width; see `design_matrix`.
    basis : str, default="gaussian"
        A name in `BASES`.

    Raises
    ------
    ValueError
        If shapes do not fit each other, a value is NaN or infinite, gamma is not positive, or
        basis is unknown.

    Notes
    -----
    The arrays are copied and read-only. `dataclasses.replace` makes a changed network.
    Lecture items s1, f1, r1.

    Examples
    --------
    >>> network = RBFNetwork(centers=[[0.0], [2.0]], weights=[1.0, -1.0])
    >>> network([[1.0]])
    array([0.])
    """

    centers: np.ndarray
    weights: np.ndarray
    bias: float | np.ndarray = 0.0
    gamma: float | np.ndarray = 1.0
    basis: str = "gaussian"

    def __post_init__(self):
        check_basis(self.basis)
        centers = check_points(self.centers, "centers")
        dtype = centers.dtype
        weights = _finite(self.weights, "weights", dtype)
        bias = _finite(self.bias, "bias", dtype)
        if weights.ndim not in (1, 2) or len(weights) != len(centers):
            raise ValueError(
                f"weights has shape {weights.shape}, but there are {len(centers)} centers: "
                "it must be (M,) or (M, K), one row a center."
            )
        if bias.shape not in ((), weights.shape[1:]):
            raise ValueError(f"bias has shape {bias.shape}, but an output is {weights.shape[1:]}.")
        gamma = check_gamma(self.gamma, *centers.shape)
        fields = {"centers": centers, "weights": weights, "bias": bias, "gamma": gamma}
        for name, value in fields.items():
            object.__setattr__(self, name, _read_only(value))

    def __reduce__(self):
        # A copied or unpickled array can be written to: build anew, and freeze again.
        return type(self), (self.centers, self.weights, self.bias, self.gamma, self.basis)

    @property
    def n_centers(self):
        """M."""
        return len(self.centers)

    def transform(self, X):
        """Design matrix of X: the similarity to every center, (N, D) -> (N, M)."""
        return design_matrix(X, self.centers, self.gamma, self.basis)

    def __call__(self, X):
        """h(x) of every row of X: (N, D) -> (N,) or (N, K).

        Works through X in blocks of rows; the whole design matrix is never held.
        """
        X = check_points(X, "X")
        check_same_features(X, self.centers)
        phi = check_basis(self.basis)
        h = np.empty((len(X), *self.weights.shape[1:]), np.result_type(X, self.centers))
        blocks = row_blocks(len(X), max(self.centers.shape))
        # In a single block time does not matter: the formula as it stands.
        product = _GaussianProduct(self, blocks[0].stop) if len(blocks) > 1 else None
        for rows in blocks:
            total = product(X[rows]) if product else None
            if total is None:
                Z = similarity(X[rows], self.centers, self.gamma, phi)
                total = Z @ self.weights
            h[rows] = total + self.bias
        return h


class _GaussianProduct:
    """The sum of a Gaussian network with one γ by a matrix product, without the distances.

        Σ_m β_m e^{−γ‖x − μ_m‖²} = e^{−γ‖x‖²} Σ_m (β_m e^{−γ‖μ_m‖²}) e^{2γxᵀμ_m}

    x and μ_m count from the mean of the centers. The exponents on the right are larger than
    those on the left and cancel: rounding changes each term by a share of it, at most

        (D + 4) ε γ (‖x‖ + R)²,    R = max_m ‖μ_m‖

    The product is used where this share is below 1e-13, and where the terms do not cancel to
    less than 1e-4 of Σ|β_m| all over a block: nine digits of its largest output are right then,
    and usually twelve.
    """

    @np.errstate(all="ignore")  # nothing is within reach of infinity or NaN
    def __init__(self, network, n_rows):
        self.reach = 0.0  # the largest ‖x‖ for which the share is below the limit
        if network.basis != "gaussian" or np.ndim(network.gamma) > 0 or network.n_centers == 0:
            return
        D, gamma = network.centers.shape[1], network.gamma
        self.shift = network.centers.mean(axis=0, dtype=np.float64)
        mu = network.centers - self.shift
        mu2 = squared_norms(mu)
        share = (D + 4) * np.finfo(float).eps * gamma
        self.reach = np.sqrt(MAX_PRODUCT_ERROR / share) - np.sqrt(mu2.max())
        if self.reach > 0:
            self.gamma, self.slopes = gamma, 2 * gamma * mu.T
            self.heights = (np.exp(-gamma * mu2) * network.weights.T).T
            self.memory = np.empty((n_rows, len(mu)))  # one block's, used again and again
            self.least = MIN_PRODUCT_SHARE * np.abs(network.weights).sum(axis=0)

    def __call__(self, X):
        """The sum at up to n_rows points, (Q, D) -> (Q,) or (Q, K); None where digits are lost."""
        if not self.reach > 0:
            return None
        with np.errstate(over="ignore"):
            x = X - self.shift
            x2 = squared_norms(x)
        if not np.sqrt(x2.max()) < self.reach:
            return None
        Z = np.matmul(x, self.slopes, out=self.memory[: len(x)])
        np.exp(Z, out=Z)
        total = (np.exp(-self.gamma * x2) * (Z @ self.heights).T).T
        return total if (np.abs(total).max(axis=0) >= self.least).all() else None


class MultiOutputRegressor(RegressorMixin):
    """What every regressor shares: targets (N,) or (N, K), and predictions of the same kind."""

    def _validate_training(self, X, y):
        """X (N, D) as floats and y (N,) or (N, K) as floats of the same kind."""
        X, y = validate_data(
            self, X, y, dtype=[np.float64, np.float32], multi_output=True, y_numeric=True
        )
        y = y.astype(np.float64, copy=False)
        largest, limit = float(np.abs(y).max()), MAX_TARGET_SHARE * float(np.finfo(X.dtype).max)
        if largest > limit:
            raise ValueError(
                f"y holds numbers as large as {largest:g}: sums of numbers beyond {limit:.1g} may "
                f"overflow in {X.dtype}. Scale the targets down."
            )
        return X, y.astype(X.dtype, copy=False)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class NetworkRegressor(MultiOutputRegressor):
    """What every regressor with a `network_` shares: h(x) as prediction."""

    def predict(self, X):
        """h(x): (N, D) -> (N,) or (N, K)."""
        check_is_fitted(self)
        return self.network_(validate_features(self, X))


class SignClassifier(ClassifierMixin):
    """What every classifier with a `network_` shares: targets of ±1, and the sign of h(x).

    Two classes have one output, positive for classes_[1]. K > 2 classes have K outputs, each
    +1 for its own class and −1 for the rest; the largest wins.
    """

    def _validate_training(self, X, y):
        """X (N, D) as floats and the targets ±1, (N,) or (N, K). Sets `classes_`."""
        X, y = validate_data(self, X, y, dtype=[np.float64, np.float32])
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y holds one class only, {self.classes_[0]}; two are needed.")
        targets = np.where(codes[:, None] == np.arange(len(self.classes_)), 1, -1).astype(X.dtype)
        return X, targets[:, 1] if len(self.classes_) == 2 else targets

    def decision_function(self, X):
        """h(x): (N, D) -> (N,), positive for classes_[1]; (N, K) for K > 2 classes."""
        check_is_fitted(self)
        return self.network_(validate_features(self, X))

    def predict(self, X):
        """Class of each row: by the sign of h(x), or by the largest of K outputs."""
        return self._winner(self.decision_function(X))

    def _winner(self, scores):
        winner = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        return self.classes_[winner]


def validate_features(learner, X):
    """X (N, D) for a fitted learner: finite floats, with the features seen in fit."""
    return validate_data(learner, X, dtype=[np.float64, np.float32], reset=False)


def check_weights(sample_weight, X):
    """One weight a sample, 0 or more and not all 0, as float64 (N,); None means 1 each."""
    weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if weight.max() > np.finfo(float).max / len(weight):
        raise ValueError("The sum of the sample weights overflows. Scale them down.")
    return weight


def solve_weights(Z, y, alpha=0.0):
    """Least-squares or ridge weights: the β that minimizes ‖Zβ − y‖² + λ‖β‖².

    For λ > 0 the gradient 2Zᵀ(Zβ − y) + 2λβ vanishes at β = (ZᵀZ + λI)⁻¹Zᵀy. That system is
    solved by Cholesky where it is well conditioned. Otherwise, and for λ = 0, β comes from
    Z = UΣVᵀ as V Σ(Σ² + λ)⁻¹ Uᵀ y, which does not square the condition number; at λ = 0 this
    is the least-squares solution of least norm.

    Parameters
    ----------
    Z : array-like of shape (N, M)
    y : array-like of shape (N,) or (N, K)
    alpha : float, default=0.0
        Ridge penalty λ ≥ 0.

    Returns
    -------
    weights : ndarray of shape (M,) or (M, K)

    Notes
    -----
    Lecture items f5, r4, r5.
    """
    alpha = check_alpha(alpha)
    Z = check_points(Z, "Z")
    y = check_array(y, dtype=[np.float64, np.float32], ensure_2d=False, input_name="y")
    check_consistent_length(Z, y)
    if alpha > 0:
        A = Z.T @ Z
        A.flat[:: len(A) + 1] += alpha
        weights, rcond = solve_positive_definite(A, Z.T @ y)
        # Squaring cost at most half of the digits.
        if rcond > np.sqrt(np.finfo(Z.dtype).eps):
            return weights
    U, sigma, Vt = linalg.svd(Z, full_matrices=False)
    kept = sigma > sigma[:1] * max(Z.shape) * np.finfo(Z.dtype).eps
    U, sigma, Vt = U[:, kept], sigma[kept], Vt[kept]
    shrink = sigma / (sigma**2 + alpha)
    return Vt.T @ (shrink * (U.T @ y).T).T


def solve_positive_definite(A, b, norm=None):
    """A⁻¹b by Cholesky, and an estimate of 1/cond(A); rcond is 0 where A is not positive definite.

    A is overwritten. norm is the largest sum of sizes in a column of A; where it is given, only
    the upper half of A is read.
    """
    if norm is None:
        norm = linalg.norm(A, 1)
    potrf, pocon, potrs = linalg.get_lapack_funcs(("potrf", "pocon", "potrs"), (A, b))
    # The transpose has the memory order that LAPACK works on in place; its lower half is read.
    L, info = potrf(A.T, lower=True, overwrite_a=True, clean=False)
    if info != 0:
        return None, 0.0
    rcond, _ = pocon(L, norm, uplo="L")
    x, _ = potrs(L, b, lower=True)
    return x, rcond


def effective_degrees_of_freedom(Z, alpha=0.0):
    """Effective number of free parameters of a ridge fit: Σ_i σ_i² / (σ_i² + λ).

    σ_i are the singular values of Z (N, M). The sum is the trace of the matrix that turns y
    into the fit. At λ = 0 it is the rank of Z.

    Notes
    -----
    Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*, (3.50).
    Lecture item f10.
    """
    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    if alpha == 0:
        return float(np.linalg.matrix_rank(Z))
    energy = linalg.svdvals(Z) ** 2
    return float((energy / (energy + alpha)).sum())


def check_alpha(alpha):
    if not isinstance(alpha, Real) or not 0 <= alpha <= sys.float_info.max:
        raise ValueError(f"alpha (λ) must be a finite number, 0 or more, got {alpha!r}.")
    return float(alpha)


def _finite(values, name, dtype):
    values = np.asarray(values, dtype=dtype)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds NaN or infinity.")
    return values


def _read_only(value):
    if np.ndim(value) == 0:
        return float(value)
    value = np.array(value)
    value.flags.writeable = False
    return value
