"""Bad input becomes an error that says what is wrong, and what to do about it.

The range of numbers: what learners measure distances between is 0, or from 1e-140 to 1e140 in
size, so that squares are floats; targets are 0, or from 1e-292 to 1e300. γ, λ and the unit of
sample weights may be any float of the right sign.
"""

from numbers import Integral, Real

import numpy as np
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.validation import check_is_fitted

FLOATS = [np.float64, np.float32]

MIN_MAGNITUDE, MAX_MAGNITUDE = 1e-140, 1e140
MAX_TARGET = 1e300  # room for sums of 10⁸ of them
MIN_TARGET = 1e-292  # smaller numbers have fewer digits

# A matrix may break a rule, such as symmetry, by this share of its size: by rounding. Where
# distances are roots of differences, as √(2 − 2xᵀy), rounding by ε leaves √ε, and more where they
# are small beside the points.
ROUNDING_SHARE = {np.dtype(np.float64): 1e-6, np.dtype(np.float32): 1.5e-3}

ABOVE_0 = float(np.nextafter(0, 1))

# So many bytes are taken without a question about what is free.
ALWAYS_FREE = 2**28


def check_points(X, name) -> np.ndarray:
    """X as a finite (N, D) array of float32 or float64."""
    if _is_plain(X):  # the full check takes longer than all the work of a small network
        return X
    return check_array(X, dtype=FLOATS, input_name=name, ensure_min_samples=0)


def _is_plain(X):
    if type(X) is not np.ndarray or X.dtype not in FLOATS:
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return X.ndim == 2 and X.shape[1] > 0 and bool(np.isfinite(X.sum()))


def check_magnitude(X, name="X", least=0.0) -> np.ndarray:
    """X, or an error where its squares would overflow, or its largest number is below the least."""
    largest = max(float(X.max(initial=0)), -float(X.min(initial=0)))
    if largest > MAX_MAGNITUDE:
        n, d = np.unravel_index(np.abs(X).argmax(), X.shape)
        raise ValueError(
            f"{name}[{n}, {d}] = {X[n, d]:g} is beyond {MAX_MAGNITUDE:g}: squared distances would "
            "overflow. Scale the features down."
        )
    if 0 < largest < least:
        raise ValueError(
            f"No number in {name} is larger than {largest:g}: squared distances would vanish. "
            "Scale the features up."
        )
    return X


def check_scale(X) -> np.ndarray:
    """X, or an error where its squares would overflow, or all be 0."""
    return check_magnitude(X, least=MIN_MAGNITUDE)


def check_width(width):
    """The width, or an error where its square would have few digits, and no inverse."""
    if width < MIN_MAGNITUDE:
        close = "Centers or samples lie so close together that squared distances would vanish."
        raise ValueError(f"{close} Scale the features up.")
    return width


def check_samples(X) -> np.ndarray:
    """X (N, D), one sample or more, in the range of numbers."""
    X = check_scale(check_points(X, "X"))
    if len(X) == 0:
        raise ValueError("X holds no samples: pass one row or more.")
    return X


def check_pair(X, centers) -> tuple[np.ndarray, np.ndarray]:
    """X (N, D) and centers (M, D), of as many features, as finite floats."""
    X, centers = check_points(X, "X"), check_points(centers, "centers")
    if X.shape[1] != centers.shape[1]:
        differ = f"X has {X.shape[1]} features, but the centers have {centers.shape[1]}."
        raise ValueError(f"{differ} Pass points from the space that the centers live in.")
    return X, centers


def check_sample_pair(X, centers) -> tuple[np.ndarray, np.ndarray]:
    """The same in the range of numbers, and one sample or more."""
    X, centers = check_pair(X, centers)
    return check_samples(X), check_magnitude(centers, "centers")


def check_system(Z, y, name="y") -> tuple[np.ndarray, np.ndarray]:
    """Z (N, M) and y (N,) or (N, K) as finite floats."""
    Z = check_points(Z, "Z")
    y = check_array(y, dtype=FLOATS, ensure_2d=False, input_name=name)
    check_consistent_length(Z, y)
    if len(Z) == 0 or y.ndim > 2:
        raise ValueError(f"{name} has shape {y.shape}; it must be (N,) or (N, K), with N > 0.")
    return Z, y


def check_candidates(Z, y, max_terms, tol) -> tuple[np.ndarray, np.ndarray, int]:
    """Z (N, M) and y (N,) or (N, K) as float64, and max_terms as a number."""
    Z, y = check_system(check_array(Z, dtype=np.float64, input_name="Z"), y)
    return Z, y.astype(np.float64, copy=False), check_stopping(max_terms, tol, min(Z.shape))


def check_targets(y) -> np.ndarray:
    """Targets (N,) or (N, K) in float64, in the range of numbers."""
    y = y.astype(np.float64, copy=False)
    largest = float(np.abs(y).max())
    if 0 < largest < MIN_TARGET:
        raise ValueError(f"y is at most {largest:g}: it loses digits. Scale the targets up.")
    if largest > MAX_TARGET:
        raise ValueError(f"y holds {largest:g}: sums may overflow. Scale the targets down.")
    return y


def check_class_targets(T) -> np.ndarray:
    """Targets ±1 of two classes (N,), or of K > 2 classes (N, K), that tell the classes apart."""
    own = T > 0 if T.ndim == 2 else np.column_stack([T <= 0, T > 0])
    told_apart = T.shape[1] > 2 if T.ndim == 2 else len(np.unique(T)) == 2
    if not told_apart or not own.any(axis=0).all() or (own.sum(axis=1) != 1).any():
        raise ValueError(
            f"targets of shape {T.shape} must be +1 for the samples of one class and −1 for those "
            "of the other, (N,), or for K > 2 classes a table (N, K) with one +1 in each row, in "
            "the column of the sample's class; and each class needs a sample."
        )
    return T


def check_solution(weights):
    """An error where the weights from a solver have overflown."""
    if not np.isfinite(weights).all():
        raise ValueError(
            "The weights overflow: the columns of the design matrix are so nearly dependent, or so "
            "small, that their weights are far larger than the targets. Scale the targets down, or "
            "the columns up, or use alpha > 0, or a larger gamma."
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


def check_memory(n_bytes, instead):
    """An error where a fit needs more memory than is free: the system would swap, or end Python."""
    if n_bytes < ALWAYS_FREE:
        return
    try:
        import psutil
    except ImportError:  # then nobody can tell
        return
    free = psutil.virtual_memory().available
    if n_bytes > free:
        needs = f"This needs {n_bytes / 1e9:.3g} GB of memory"
        raise MemoryError(f"{needs}, and {free / 1e9:.3g} GB are free. {instead}")


def check_count(name, value, at_most=None):
    """A number of things as an int, from 1 to the number of samples where that is given."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be a whole number, 1 or more, got {value!r}.")
    if at_most is not None and value > at_most:
        few = f"{at_most} samples. Choose {name} <= {at_most}, or give more samples."
        raise ValueError(f"{name}={value}, but there are only {few}")
    return int(value)  # sums and products of NumPy's small integers overflow


def check_choice(name, value, choices, instead=""):
    """One of the names to choose from."""
    if not isinstance(value, str) or value not in choices:
        names = ", ".join(choices)
        raise ValueError(f"Unknown {name} {value!r}. Choose one of: {names}{instead}.")
    return value


def _as_float(value):
    """A real number of any kind as a float; NaN for anything else."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    try:
        return float(value) if isinstance(value, Real | np.bool_) else np.nan
    except OverflowError:  # of a long int
        return np.inf


def check_finite(name, value, least=-np.inf, words="a finite number", more="") -> float:
    """A finite number that is not below the least; `more` is said where it is none."""
    number = _as_float(value)
    if not (least <= number and np.isfinite(number)):
        raise ValueError(f"{name} must be {words}, got {value!r}.{more}")
    return number


def check_alpha(alpha) -> float:
    return check_finite("alpha (λ)", alpha, 0, "a finite number, 0 or more")


def check_stopping(max_terms, tol, limit, name="max_terms"):
    """max_terms as a number from 1 to limit."""
    if max_terms is not None:
        max_terms = check_count(name, max_terms)
    if not 0 <= _as_float(tol) <= 1:
        raise ValueError(f"tol (ρ) is a share of the targets' energy, 0 to 1, got {tol!r}.")
    return limit if max_terms is None else min(max_terms, limit)


WHAT_GAMMA_IS = "It is an inverse squared width: at 0 all similarities are 1, below 0 they grow."


def check_one_gamma(gamma) -> float:
    """gamma as a float, for a model with one width for all of its centers."""
    if np.ndim(gamma) > 0:
        raise ValueError(
            f"gamma has shape {np.shape(gamma)}, but this model has one width for all of its "
            "centers: pass one number."
        )
    words = 'a positive number or "scale"'
    return check_finite("gamma", gamma, ABOVE_0, words, f" {WHAT_GAMMA_IS}")


def check_gamma(gamma, n_centers, n_features) -> float | np.ndarray:
    """gamma as a float or a float array of one of the four allowed shapes, all positive."""
    try:
        if gamma is None or isinstance(gamma, str):  # NumPy would make them numbers
            raise TypeError
        share = ROUNDING_SHARE.get(np.asarray(gamma).dtype, 1e-6)
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
        gamma = _check_positive_definite(gamma, share)
    elif (gamma <= 0).any():
        raise ValueError(f"gamma must be positive, got {gamma.min():g}. {WHAT_GAMMA_IS}")
    return gamma if gamma.ndim else float(gamma)


def _check_positive_definite(gamma, share):
    """The matrices, exactly symmetric, which rounding by this share may have spoiled."""
    for m, Gamma in enumerate(gamma):
        # Rounding in an inverse is relative to the diagonal, however small the entry itself.
        size = np.sqrt(np.abs(np.diag(Gamma)))
        if (np.abs(Gamma - Gamma.T) > share * np.outer(size, size)).any():
            raise ValueError(f"gamma[{m}] is not symmetric. Each Γ must be an inverse covariance.")
        try:
            np.linalg.cholesky(Gamma)
        except np.linalg.LinAlgError:
            raise ValueError(
                f"gamma[{m}] is not positive definite: its smallest eigenvalue is "
                f"{np.linalg.eigvalsh(Gamma)[0]:g}. Each Γ must be an inverse covariance."
            ) from None
    return (gamma + gamma.transpose(0, 2, 1)) / 2


def check_widths(b, scale):
    """γ = b_m / scale_d² (M, D), or an error where that leaves the floats."""
    with np.errstate(over="ignore", divide="ignore"):
        gamma = b[:, None] / np.square(scale, dtype=np.float64)
    if not ((gamma > 0) & (gamma < np.inf)).all():
        span = f"{scale.min():g} to {scale.max():g}. Scale the features."
        raise ValueError(f"network_ cannot hold the widths of features that vary by {span}")
    return gamma


def check_network(centers, weights, bias, gamma):
    """The arrays of a network by name, in the precision of its centers, or an error."""
    centers = check_points(centers, "centers")
    weights = _finite(weights, "weights", centers.dtype)
    bias = _finite(bias, "bias", centers.dtype)
    if weights.ndim not in (1, 2) or len(weights) != len(centers):
        raise ValueError(
            f"weights has shape {weights.shape}, but there are {len(centers)} centers: "
            "it must be (M,) or (M, K), one row per center."
        )
    if bias.shape not in ((), weights.shape[1:]):
        raise ValueError(f"bias has shape {bias.shape}, but an output is {weights.shape[1:]}.")
    gamma = check_gamma(gamma, *centers.shape)
    return {"centers": centers, "weights": weights, "bias": bias, "gamma": gamma}


@np.errstate(under="ignore")
def _finite(values, name, dtype):
    values = np.asarray(values, dtype=dtype)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds NaN or infinity.")
    return values


def check_given_centers(centers, X):
    """One center or more, (M, D), in the precision of the samples X (N, D)."""
    centers = check_points(centers, "centers").astype(X.dtype)
    if len(centers) == 0:
        raise ValueError("centers is empty: pass at least one center.")
    return check_pair(X, centers)[1]


def check_start(centers, X, n_clusters):
    """The k centers (k, D) that k-means is to start from, in the precision of X."""
    centers = check_magnitude(check_points(centers, "init").astype(X.dtype), "init")
    if centers.shape != (n_clusters, X.shape[1]):
        raise ValueError(
            f"init has shape {centers.shape}, but n_clusters={n_clusters} and X has "
            f"{X.shape[1]} features: it must be ({n_clusters}, {X.shape[1]})."
        )
    return centers


def check_gaussian_svc(svc):
    """A fitted SVC with the Gaussian kernel and two classes."""
    from sklearn.svm import SVC  # late: with it come most parts of scikit-learn

    if not isinstance(svc, SVC):
        raise TypeError(
            f"network_from_svc reads a scikit-learn SVC, got {type(svc).__name__}. "
            "From a Pipeline, pass its last step."
        )
    if svc.kernel != "rbf":
        raise ValueError(
            f"This SVC has kernel={svc.kernel!r}; only the Gaussian kernel is a radial basis "
            'function network. Fit SVC(kernel="rbf").'
        )
    check_is_fitted(svc)
    if len(svc.classes_) != 2:
        raise ValueError(
            f"This SVC was fitted on {len(svc.classes_)} classes. It is one network for every "
            "pair of classes; fit it on two classes to read it as one network."
        )
