"""Radial basis functions, squared distances and the design matrix.

A radial basis function sees a point x only through its distance from a center μ:

    Z[n, m] = φ(s),    s = γ‖x_n − μ_m‖²

Four functions φ are offered. All are 1 at the center and never grow with the distance:

    ====================  ======================  ============================================
    name                  φ(s)                    positive definite in
    ====================  ======================  ============================================
    gaussian              e^{−s}                  every dimension
    inverse_quadratic     1 / (1 + s)             every dimension
    inverse_multiquadric  1 / √(1 + s)            every dimension
    truncated             [√s ≤ 1] (1 − √s)²      D ≤ 3
    ====================  ======================  ============================================

Source: lecture items s3, s5; Fasshauer, *Meshfree Approximation Methods with MATLAB* (2007),
chapters 4 and 5 (positive definiteness; Askey's truncated power function).

Shape letters, here and everywhere in rbflib: N samples, D features, M centers, K outputs,
Q query points.
"""

from numbers import Integral

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.utils import check_array

# Rows are worked on in blocks of about this many distances (1 MB of float64): the block stays in
# the processor's cache, and extra memory stays small however many rows there are. With larger ones
# the C library hands memory back to the system after every block, and takes it anew for the next.
BLOCK_SIZE = 2**17

# With more features a matrix product costs less than direct differences.
MAX_DIRECT_FEATURES = 16

# Squares of larger numbers, and of smaller ones, come close to the ends of float64.
MAX_MAGNITUDE = 1e140
MIN_MAGNITUDE = 1e-140

# e^{−s} beyond this is 0 here: float64 has few digits left for it, and takes ten times as long.
MAX_EXPONENT = 707

# Below this similarity to all samples, a query is answered relative to its nearest sample: long
# before numbers end, at 1e-308, and far beyond where 1 + s and s are the same number.
FAR_SIMILARITY = 1e-100


def gaussian(s):
    """φ(s) = e^{−s}; 0 from s = 707 on."""
    if np.max(s, initial=0) <= MAX_EXPONENT:
        return np.exp(-s)
    return np.exp(-np.clip(s, 0, MAX_EXPONENT)) * (s <= MAX_EXPONENT)


def inverse_quadratic(s):
    """φ(s) = 1 / (1 + s)."""
    return 1 / (1 + s)


def inverse_multiquadric(s):
    """φ(s) = 1 / √(1 + s)."""
    return 1 / np.sqrt(1 + s)


def truncated(s):
    """φ(s) = [√s ≤ 1] (1 − √s)²."""
    return np.maximum(1 - np.sqrt(s), 0) ** 2


BASES = {
    phi.__name__: phi for phi in (gaussian, inverse_quadratic, inverse_multiquadric, truncated)
}


def design_matrix(X, centers, gamma=1.0, basis="gaussian"):
    """Similarity of every sample to every center: Z[n, m] = φ(γ‖x_n − μ_m‖²).

    Parameters
    ----------
    X : array-like of shape (N, D)
        Samples.
    centers : array-like of shape (M, D)
        Centers μ_m.
    gamma : float or array-like of shape (M,), (M, D) or (M, D, D), default=1.0
        Inverse squared width, in 1 / (unit of X)²; larger is narrower. One number for all
        centers; one a center; one a center and feature; or a full symmetric positive definite
        matrix Γ_m a center, with s = (x − μ_m)ᵀ Γ_m (x − μ_m). Parameters a unit, its center
        included: D + 1, D + 1, 2D and D(D + 3)/2.
    basis : {"gaussian", "inverse_quadratic", "inverse_multiquadric", "truncated"}
        The function φ.

    Returns
    -------
    Z : ndarray of shape (N, M)
        float32 if X and centers are float32, float64 otherwise.

    Raises
    ------
    ValueError
        If X or centers hold NaN or infinity or are not two-dimensional, if their numbers of
        features differ, if gamma is not positive or has another shape, or if basis is unknown.

    Notes
    -----
    Lecture items s1, s3, s5, f3.
    """
    X = check_points(X, "X")
    centers = check_points(centers, "centers")
    check_same_features(X, centers)
    phi, gamma = check_basis(basis), check_gamma(gamma, *centers.shape)
    Z = np.empty((len(X), len(centers)), dtype=np.result_type(X, centers))
    for rows in row_blocks(len(X), max(centers.shape)):
        Z[rows] = similarity(X[rows], centers, gamma, phi)
    return Z


def similarity(X, centers, gamma, phi):
    """φ(s) for checked input: (N, D), (M, D) -> (N, M) in float64."""
    with np.errstate(over="ignore"):  # s = ∞ is a good answer: φ(∞) = 0
        return phi(scaled_distances(X, centers, gamma))


def relative_similarity(X, samples, gamma, basis):
    """φ(γ‖x − x_n‖²) but for a factor common to a row, and never all 0: (Q, D), (N, D) -> (Q, N).

    Far from every sample all similarities are 0 in floating point. A common factor changes
    neither a weighted mean nor the winner of a vote, so there they count from the nearest sample,
    at distance r:

        gaussian               exp(−γ(r_n² − r²))
        inverse_quadratic      r² / r_n²
        inverse_multiquadric   r / r_n
        truncated              [r_n = r]: no sample is in reach, the nearest answers
    """
    w = similarity(X, samples, gamma, BASES[basis])
    far = w.max(axis=1) < FAR_SIMILARITY
    if far.any():
        w[far] = _similarity_from_nearest(X[far], samples, gamma, basis)
    return w


def _similarity_from_nearest(X, samples, gamma, basis):
    r2 = squared_distances(X, samples)
    smallest = r2.min(axis=1, keepdims=True)
    if basis == "gaussian":
        excess = _excess_distances(X, samples, samples[r2.argmin(axis=1)])
        with np.errstate(over="ignore"):
            return gaussian(gamma * (excess - excess.min(axis=1, keepdims=True)))
    if basis == "inverse_quadratic":
        return smallest / r2
    if basis == "inverse_multiquadric":
        return np.sqrt(smallest / r2)
    return (r2 == smallest).astype(np.float64)


def _excess_distances(X, samples, nearest):
    """‖x − x_n‖² − ‖x − a‖² for a sample a a query, as (a − x_n)·((x − a) + (x − x_n)).

    The product keeps the digits that the difference of two huge squares has lost.
    """
    X, samples, nearest = (array.astype(np.float64, copy=False) for array in (X, samples, nearest))
    excess = np.zeros((len(X), len(samples)))
    for x, x_n, a in zip(X.T, samples.T, nearest.T, strict=True):
        excess += np.subtract.outer(a, x_n) * np.subtract.outer((x - a) + x, x_n)
    return excess


def squared_distances(X, centers):
    """‖x_n − μ_m‖² of every pair: (N, D), (M, D) -> (N, M) in float64, never negative.

    Few features: by direct differences, exact for equal points. Many features: from
    ‖x‖² + ‖μ‖² − 2xᵀμ about the centers' mean, where the pairs that would lose their digits
    to cancellation are then computed directly, from points that no shift has rounded.
    """
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    if X.shape[1] <= MAX_DIRECT_FEATURES:
        return cdist(X, centers, "sqeuclidean")
    # Infinity minus infinity, where a square overflows, gives NaN: computed directly below.
    with np.errstate(over="ignore", invalid="ignore"):
        r2, size = _expanded_squared_distances(X, centers)
        size *= 1e-4
        n, m = np.nonzero(~(r2 > size))  # written so that NaN counts as lost digits too
    for pairs in row_blocks(len(n), X.shape[1]):
        r2[n[pairs], m[pairs]] = pair_squared_distances(X[n[pairs]], centers[m[pairs]])
    return r2


def _expanded_squared_distances(X, centers):
    """‖x‖² + ‖μ‖² − 2xᵀμ about the centers' mean, and the size ‖x‖² + ‖μ‖² of its terms."""
    shift = centers.mean(axis=0) if len(centers) else 0.0
    X, centers = X - shift, centers - shift
    size = squared_norms(X)[:, None] + squared_norms(centers)
    r2 = X @ centers.T
    r2 *= -2
    r2 += size
    return r2, size


def pair_squared_distances(X, centers):
    """‖x_n − μ_n‖² row by row, from direct differences: (N, D), (N, D) -> (N,)."""
    return squared_norms(X - centers)


def squared_norms(X):
    """‖x_n‖² of every row: (N, D) -> (N,)."""
    return np.einsum("nd,nd->n", X, X)


def scaled_distances(X, centers, gamma):
    """s[n, m] = γ‖x_n − μ_m‖², for any shape of gamma: (N, D), (M, D) -> (N, M) in float64."""
    if np.ndim(gamma) > 1:
        return _elliptic_distances(X, centers, gamma)
    s = squared_distances(X, centers)
    s *= gamma
    return s


def _elliptic_distances(X, centers, gamma):
    """(x − μ_m)ᵀ Γ_m (x − μ_m), with Γ_m diagonal, (M, D), or full, (M, D, D) -> (N, M).

    With Γ = LLᵀ it is ‖Lᵀ(x − μ)‖², a sum of squares, which rounding cannot make negative.
    """
    X, centers = X.astype(np.float64, copy=False), centers.astype(np.float64, copy=False)
    L = np.sqrt(gamma) if gamma.ndim == 2 else np.linalg.cholesky(gamma)
    s = np.empty((len(X), len(centers)))
    for m, mu in enumerate(centers):
        difference = X - mu
        stretched = difference * L[m] if gamma.ndim == 2 else difference @ L[m]
        s[:, m] = squared_norms(stretched)
    return s


def row_blocks(n_rows, n_columns):
    """Slices that cover n_rows, each of about BLOCK_SIZE numbers."""
    step = max(1, BLOCK_SIZE // max(1, n_columns))
    return [slice(start, start + step) for start in range(0, n_rows, step)]


def check_points(X, name):
    """X as a finite (N, D) array of float32 or float64."""
    if _is_plain(X):  # the full check takes longer than all the work of a small network
        return X
    return check_array(X, dtype=[np.float64, np.float32], input_name=name, ensure_min_samples=0)


def _is_plain(X):
    if type(X) is not np.ndarray or X.dtype not in (np.float64, np.float32):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return X.ndim == 2 and X.shape[1] > 0 and bool(np.isfinite(X.sum()))


def check_magnitude(X, name="X"):
    """X, or an error where its squares would overflow."""
    if _largest_size(X) > MAX_MAGNITUDE:
        n, d = np.unravel_index(np.abs(X).argmax(), X.shape)
        raise ValueError(
            f"{name}[{n}, {d}] = {X[n, d]:g} is beyond {MAX_MAGNITUDE:g}: squared distances would "
            "overflow. Scale the features down."
        )
    return X


def check_scale(X):
    """X, or an error where its squares would overflow, or all be 0."""
    largest = _largest_size(X)
    if 0 < largest < MIN_MAGNITUDE:
        raise ValueError(
            f"No number in X is larger than {largest:g}: squared distances would vanish. Scale "
            "the features up."
        )
    return X if largest <= MAX_MAGNITUDE else check_magnitude(X)


def _largest_size(X):
    return max(float(X.max(initial=0)), -float(X.min(initial=0)))


def check_count(name, value):
    """A number of things: a whole number, 1 or more."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be a whole number, 1 or more, got {value!r}.")


def check_same_features(X, centers):
    if X.shape[1] != centers.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} features, but the centers have {centers.shape[1]}. "
            "Pass points from the space that the centers live in."
        )


def check_basis(basis):
    """The function φ with this name."""
    if not isinstance(basis, str) or basis not in BASES:
        raise ValueError(f"Unknown basis {basis!r}. Choose one of: {', '.join(BASES)}.")
    return BASES[basis]


def check_gamma(gamma, n_centers, n_features):
    """gamma as a float or a float array of one of the four allowed shapes, all positive."""
    try:
        if gamma is None:  # NumPy would make it NaN
            raise TypeError
        gamma = np.asarray(gamma, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"gamma must be a number or an array of numbers, got {gamma!r}.") from None
    shapes = [(), (n_centers,), (n_centers, n_features), (n_centers, n_features, n_features)]
    if gamma.shape not in shapes:
        raise ValueError(
            f"gamma has shape {gamma.shape}. With M={n_centers} centers and D={n_features} "
            "features it must be one number, or an array of shape "
            f"(M,), (M, D) or (M, D, D): {', '.join(map(str, shapes[1:]))}."
        )
    if not np.isfinite(gamma).all():
        raise ValueError("gamma holds NaN or infinity. It must be finite and positive.")
    if gamma.ndim == 3:
        _check_positive_definite(gamma)
    elif (gamma <= 0).any():
        raise ValueError(
            f"gamma must be positive, got {gamma.min():g}. It is an inverse squared width: "
            "at 0 every similarity is 1, below 0 it would grow with the distance."
        )
    return gamma if gamma.ndim else float(gamma)


def check_one_gamma(gamma):
    """gamma as a float, for a model with one width for all of its centers."""
    if np.ndim(gamma) > 0:
        raise ValueError(
            f"gamma has shape {np.shape(gamma)}, but this model has one width for all of its "
            "centers: pass one number."
        )
    return check_gamma(gamma, 0, 0)


def _check_positive_definite(gamma):
    for m, Gamma in enumerate(gamma):
        # Rounding in an inverse is relative to the diagonal, however small the entry itself.
        size = np.sqrt(np.abs(np.diag(Gamma)))
        if (np.abs(Gamma - Gamma.T) > 1e-10 * np.outer(size, size)).any():
            raise ValueError(f"gamma[{m}] is not symmetric. Each Γ must be an inverse covariance.")
        try:
            np.linalg.cholesky(Gamma)
        except np.linalg.LinAlgError:
            raise ValueError(
                f"gamma[{m}] is not positive definite: its smallest eigenvalue is "
                f"{np.linalg.eigvalsh(Gamma)[0]:g}. Each Γ must be an inverse covariance."
            ) from None
