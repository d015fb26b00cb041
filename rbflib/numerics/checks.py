"""Bad input becomes an error that says what is wrong, and what to do about it."""

import sys
import warnings
from numbers import Integral, Real

import numpy as np
from scipy.linalg import LinAlgWarning
from sklearn.utils import check_array, check_consistent_length

# Squares of larger numbers, and of smaller ones, come close to the ends of float64.
MAX_MAGNITUDE = 1e140
MIN_MAGNITUDE = 1e-140


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


def check_alpha(alpha):
    if not isinstance(alpha, Real) or not 0 <= alpha <= sys.float_info.max:
        raise ValueError(f"alpha (λ) must be a finite number, 0 or more, got {alpha!r}.")
    return float(alpha)


def warn_why_singular(X, y):
    """To the caller of `fit`: the similarity matrix of X is as good as singular."""
    warnings.warn(_why_singular(X, y), LinAlgWarning, stacklevel=3)


def _why_singular(X, y):
    """The pair of equal rows that is to blame, or a width too large for the spacing."""
    _, first, inverse = np.unique(X, axis=0, return_index=True, return_inverse=True)
    original = first[inverse]
    repeated = np.flatnonzero(original != np.arange(len(X)))
    remedy = "The weights are those of least squares."
    if len(repeated) == 0:
        return (
            "The similarity matrix is numerically singular: gamma is too small for the spacing "
            f"of the samples. {remedy} Use a larger gamma, or alpha > 0."
        )
    differ = (y[repeated] != y[original[repeated]]).reshape(len(repeated), -1).any(axis=1)
    j = repeated[differ.argmax()]  # a contradiction where there is one, else the first pair
    targets = (
        "but their targets differ, so no exact fit exists"
        if differ.any()
        else "and have equal targets"
    )
    return (
        f"Rows {original[j]} and {j} of X are equal {targets}. {remedy} "
        "Merge equal rows, or use alpha > 0."
    )


def check_finite_rows(values):
    """The values for some rows of X, or an error that names a row where they are not finite."""
    lost = ~np.isfinite(values).reshape(len(values), -1).all(axis=1)
    if lost.any():
        raise ValueError(
            f"Row {lost.argmax()} of X is so far from the training samples that the hidden layer "
            "overflows. Scale the features as for fit."
        )
    return values


def check_choice(name, value, choices):
    """One of the names to choose from."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"Unknown {name} {value!r}. Choose one of: {', '.join(choices)}.")
    return value


def check_feature_widths(b, scale):
    """γ = b_m / scale_d² (M, D), or an error where that leaves the floats."""
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        gamma = b[:, None] / np.square(scale, dtype=np.float64)
    if not ((gamma > 0) & (gamma < np.inf)).all():
        raise ValueError(
            f"network_ cannot hold the widths of features that vary by {scale.min():g} "
            f"to {scale.max():g}. Scale the features."
        )
    return gamma


def check_candidates(Z, y, max_terms, tol):
    """Z (N, M) and y (N,) or (N, K) as float64, and max_terms as a number."""
    Z = check_array(Z, dtype=np.float64, input_name="Z")
    y = check_array(y, dtype=np.float64, input_name="y", ensure_2d=False)
    check_consistent_length(Z, y)
    if y.ndim > 2:
        raise ValueError(f"y has shape {y.shape}; it must be (N,) or (N, K).")
    return Z, y, check_stopping(max_terms, tol, min(Z.shape))


def check_stopping(max_terms, tol, limit, name="max_terms"):
    """max_terms as a number from 1 to limit."""
    if max_terms is not None:
        check_count(name, max_terms)
    if not isinstance(tol, Real) or not 0 <= tol <= 1:
        raise ValueError(f"tol (ρ) is a share of the targets' energy, 0 to 1, got {tol!r}.")
    return limit if max_terms is None else min(max_terms, limit)
