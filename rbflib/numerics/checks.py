"""Bad input becomes an error that says what is wrong, and what to do about it."""

import warnings
from numbers import Integral, Real

import numpy as np
from scipy.linalg import LinAlgWarning, issymmetric
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.validation import check_is_fitted

# Squares of larger numbers, and of smaller ones, come close to the ends of float64.
MAX_MAGNITUDE = 1e140
MIN_MAGNITUDE = 1e-140

# Targets may be as large as this share of the largest float: room for sums of 10⁸ of them.
MAX_TARGET_SHARE = 1e-8

# A matrix may break a rule, such as symmetry, by this share of its size: by rounding. Where
# distances are roots of differences, as √(2 − 2xᵀy), rounding by ε leaves √ε, and more where they
# are small beside the points.
ROUNDING_SHARE = {np.dtype(np.float64): 1e-6, np.dtype(np.float32): 1.5e-3}

# So many bytes are taken without a question about what is free.
ALWAYS_FREE = 2**28


# Points, distances and targets


def check_points(X, name) -> np.ndarray:
    """X as a finite (N, D) array of float32 or float64."""
    if _is_plain(X):  # the full check takes longer than all the work of a small network
        return X
    return check_array(X, dtype=[np.float64, np.float32], input_name=name, ensure_min_samples=0)


def _is_plain(X):
    if type(X) is not np.ndarray or X.dtype not in (np.float64, np.float32):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return X.ndim == 2 and X.shape[1] > 0 and bool(np.isfinite(X.sum()))


def check_magnitude(X, name="X") -> np.ndarray:
    """X, or an error where its squares would overflow."""
    if _largest_size(X) > MAX_MAGNITUDE:
        n, d = np.unravel_index(np.abs(X).argmax(), X.shape)
        raise ValueError(
            f"{name}[{n}, {d}] = {X[n, d]:g} is beyond {MAX_MAGNITUDE:g}: squared distances would "
            "overflow. Scale the features down."
        )
    return X


def check_scale(X) -> np.ndarray:
    """X, or an error where its squares would overflow, or all be 0."""
    largest = _largest_size(X)
    if 0 < largest < MIN_MAGNITUDE:
        raise ValueError(
            f"No number in X is larger than {largest:g}: squared distances would vanish. Scale "
            "the features up."
        )
    return X if largest <= MAX_MAGNITUDE else check_magnitude(X)


def check_distance(distance):
    """The distance, or an error where its square would have few digits, and no inverse."""
    if distance < MIN_MAGNITUDE:
        raise ValueError(
            "Centers or samples lie so close together that squared distances would vanish. Scale "
            "the features up."
        )
    return distance


def _largest_size(X):
    return max(float(X.max(initial=0)), -float(X.min(initial=0)))


def check_same_features(X, centers):
    if X.shape[1] != centers.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} features, but the centers have {centers.shape[1]}. "
            "Pass points from the space that the centers live in."
        )


def check_samples_and_centers(X, centers) -> tuple[np.ndarray, np.ndarray]:
    """X (N, D) and centers (M, D), of as many features, and of a size that can be squared."""
    X = check_scale(check_points(X, "X"))
    centers = check_magnitude(check_points(centers, "centers"), "centers")
    check_same_features(X, centers)
    return X, centers


def check_targets(y, dtype):
    """Targets (N,) or (N, K) as floats of this kind, or an error where they leave the floats."""
    y = y.astype(np.float64, copy=False)
    largest, limit = float(np.abs(y).max()), MAX_TARGET_SHARE * float(np.finfo(dtype).max)
    if 0 < largest < float(np.finfo(dtype).tiny) / float(np.finfo(dtype).eps):
        raise ValueError(
            f"No number in y is larger than {largest:g}: {dtype} would lose their digits. Scale "
            "the targets up."
        )
    if largest > limit:
        raise ValueError(
            f"y holds numbers as large as {largest:g}: sums of numbers beyond {limit:.1g} may "
            f"overflow in {dtype}. Scale the targets down."
        )
    return y.astype(dtype, copy=False)


def check_class_targets(T):
    """Targets ±1 of two classes (N,), or of K classes (N, K), that tell the classes apart."""
    if T.ndim == 1 and (len(np.unique(T)) > 2 or (T > 0).all() or (T <= 0).all()):
        raise ValueError(
            "targets (N,) must be +1 for the samples of one class and −1 for those of the other. "
            "For K classes pass a table (N, K), +1 in the column of the sample's class."
        )
    if T.ndim == 2 and T.shape[1] == 1:
        raise ValueError("targets has one column. For two classes pass ±1 of shape (N,).")
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


def check_distance_table(distances):
    """distances (N, N), exactly symmetric, 0 on the diagonal and nowhere negative, or an error.

    Rounding may break these rules a little: see `ROUNDING_SHARE`.
    """
    if distances.shape[0] != distances.shape[1]:
        raise ValueError(
            f"A table of distances must be square, one row and one column per sample; "
            f"got {distances.shape}."
        )
    distances = check_not_negative(distances)
    if distances.diagonal().any():
        i = distances.diagonal().argmax()
        if distances[i, i] > _table_tolerance(distances):
            raise ValueError(
                f"The distance of sample {i} to itself is {distances[i, i]:g}; the diagonal must "
                "be 0. If the table holds similarities, largest on the diagonal, turn them into "
                "distances. If that is rounding, as of √(a² + b² − 2ab) far from the origin, "
                "center the points first."
            )
        distances = distances.copy()
        np.fill_diagonal(distances, 0)
    if not issymmetric(distances):
        difference = np.abs(distances - distances.T)
        if difference.max() > _table_tolerance(distances):
            i, j = np.unravel_index(difference.argmax(), difference.shape)
            raise ValueError(
                f"The table is not symmetric: the distance from sample {i} to {j} is "
                f"{distances[i, j]:g}, and back {distances[j, i]:g}."
            )
        distances = (distances + distances.T) / 2
    return distances


def check_not_negative(distances):
    """distances (Q, N) with 0 where rounding has left a number below, or an error."""
    smallest = distances.min(initial=0)
    if smallest < 0 and smallest < -_table_tolerance(distances):
        q, n = np.unravel_index(distances.argmin(), distances.shape)
        raise ValueError(
            f"Negative values in data: a distance cannot be {smallest:g}, "
            f"as in row {q}, column {n}."
        )
    return np.maximum(distances, 0) if smallest < 0 else distances


def _table_tolerance(distances):
    """What a rule may be broken by, also where all numbers were rounded to float32 before."""
    single = distances.astype(np.float32)
    dtype = single.dtype if (single == distances).all() else distances.dtype
    # All of a table may be rounding, of formulas as 1 − xᵀy.
    return max(ROUNDING_SHARE[dtype] * _largest_size(distances), 8 * np.finfo(dtype).eps)


def check_memory(n_bytes, instead):
    """An error where a fit needs more memory than is free: the system would swap, or end Python."""
    if n_bytes < ALWAYS_FREE:
        return
    import psutil  # late: few fits are as large

    free = psutil.virtual_memory().available
    if n_bytes > free:
        raise MemoryError(
            f"This needs {n_bytes / 1e9:.3g} GB of memory, and {free / 1e9:.3g} GB are free. "
            f"{instead}"
        )


# Parameters


def check_count(name, value):
    """A number of things as an int, 1 or more."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be a whole number, 1 or more, got {value!r}.")
    return int(value)  # sums and products of NumPy's small integers overflow


def as_float(value):
    """A real number of any kind as a float; NaN for anything else."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    try:
        return float(value) if isinstance(value, Real | np.bool_) else np.nan
    except OverflowError:  # of a long int
        return np.inf


def check_finite(name, value) -> float:
    number = as_float(value)
    if not np.isfinite(number):
        raise ValueError(f"{name} must be a finite number, got {value!r}.")
    return number


def check_choice(name, value, choices, instead=""):
    """One of the names to choose from."""
    if not isinstance(value, str) or value not in choices:
        names = ", ".join(choices)
        raise ValueError(f"Unknown {name} {value!r}. Choose one of: {names}{instead}.")
    return value


def check_rule(name, rule, rules, instead):
    """One of the rules to choose from, where a value could stand too."""
    if rule not in rules:
        raise ValueError(f"Unknown {name} {rule!r}. Pass {instead}, or one of: {', '.join(rules)}.")


def check_alpha(alpha) -> float:
    number = as_float(alpha)
    if not 0 <= number < np.inf:
        raise ValueError(f"alpha (λ) must be a finite number, 0 or more, got {alpha!r}.")
    return number


def check_stopping(max_terms, tol, limit, name="max_terms"):
    """max_terms as a number from 1 to limit."""
    if max_terms is not None:
        max_terms = check_count(name, max_terms)
    if not 0 <= as_float(tol) <= 1:
        raise ValueError(f"tol (ρ) is a share of the targets' energy, 0 to 1, got {tol!r}.")
    return limit if max_terms is None else min(max_terms, limit)


def check_gamma(gamma, n_centers, n_features) -> float | np.ndarray:
    """gamma as a float or a float array of one of the four allowed shapes, all positive."""
    try:
        if gamma is None:  # NumPy would make it NaN
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
        raise ValueError(
            f"gamma must be positive, got {gamma.min():g}. It is an inverse squared width: "
            "at 0 every similarity is 1, below 0 it would grow with the distance."
        )
    return gamma if gamma.ndim else float(gamma)


def check_one_gamma(gamma) -> float:
    """gamma as a float, for a model with one width for all of its centers."""
    if np.ndim(gamma) > 0:
        raise ValueError(
            f"gamma has shape {np.shape(gamma)}, but this model has one width for all of its "
            "centers: pass one number."
        )
    return float(check_gamma(gamma, 0, 0))


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


# Parts of a model that must fit together


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


def _finite(values, name, dtype):
    values = np.asarray(values, dtype=dtype)
    if not np.isfinite(values).all():
        raise ValueError(f"{name} holds NaN or infinity.")
    return values


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


def check_given_centers(centers, dtype):
    """One center or more, (M, D), in the precision of the samples."""
    centers = check_points(centers, "centers").astype(dtype)
    if len(centers) == 0:
        raise ValueError("centers is empty: pass at least one center.")
    return centers


def check_own_mixture(mixture):
    """The covariances belong to the centers: both are from one mixture."""
    if not mixture:
        raise ValueError(
            'gamma="gmm" needs centers="gmm": a component\'s covariance is the spread about '
            "its own mean, and says nothing about another center."
        )


def check_n_centers(n_centers, X):
    """n_centers as an int, no more than there are samples."""
    n_centers = check_count("n_centers", n_centers)
    if n_centers > len(X):
        raise ValueError(
            f"n_centers={n_centers} is more than n_samples={len(X)}: "
            "there cannot be more centers than samples."
        )
    return n_centers


def check_enough_samples(n_samples, n_centers):
    if n_centers > n_samples:
        raise ValueError(
            f"{n_centers} centers for only {n_samples} samples: some clusters would be empty. "
            f"Choose n_clusters <= {n_samples}, or give more samples."
        )


def check_start(centers, X, n_clusters):
    centers = check_magnitude(check_points(centers, "init").astype(X.dtype), "init")
    if centers.shape != (n_clusters, X.shape[1]):
        raise ValueError(
            f"init has shape {centers.shape}, but n_clusters={n_clusters} and X has "
            f"{X.shape[1]} features: it must be ({n_clusters}, {X.shape[1]})."
        )
    return centers


def check_neighbors(k, weights, n_samples):
    """k as an int, no more than there are samples; and weights a name that exists."""
    k = check_count("n_neighbors", k)
    if k > n_samples:
        raise ValueError(
            f"n_neighbors={k}, but there are only {n_samples} samples to be neighbors. "
            f"Choose n_neighbors <= {n_samples}, or fit on more samples."
        )
    if not isinstance(weights, str) or weights not in ("uniform", "distance"):
        raise ValueError(f'weights must be "uniform" or "distance", got {weights!r}.')
    return k


def check_n_components(n_components, n_samples):
    """n_components as an int, no more than there are samples."""
    n_components = check_count("n_components", n_components)
    if n_components > n_samples:
        raise ValueError(
            f"n_components={n_components} is more than n_samples={n_samples}: "
            "N points need no more than N dimensions."
        )
    return n_components


def check_candidates(Z, y, max_terms, tol) -> tuple[np.ndarray, np.ndarray, int]:
    """Z (N, M) and y (N,) or (N, K) as float64, and max_terms as a number."""
    Z = check_array(Z, dtype=np.float64, input_name="Z")
    y = check_array(y, dtype=np.float64, input_name="y", ensure_2d=False)
    check_consistent_length(Z, y)
    if y.ndim > 2:
        raise ValueError(f"y has shape {y.shape}; it must be (N,) or (N, K).")
    return Z, y, check_stopping(max_terms, tol, min(Z.shape))


# Warnings to the caller of fit


def warn_why_singular(X, y):
    """The similarity matrix of X is as good as singular."""
    warnings.warn(_why_singular(X, y), LinAlgWarning, stacklevel=4)


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


def warn_if_not_euclidean(smallest, largest, dtype):
    """The table of distances has a negative eigenvalue."""
    # The square root of the rounding unit: distances that were rounded once stay silent.
    if smallest < -np.sqrt(np.finfo(dtype).eps) * max(largest, 0):
        warnings.warn(
            "The distances are not Euclidean: B has the eigenvalue "
            f"{smallest:.3g} beside the largest, {largest:.3g}. No points have exactly these "
            "distances; the map is made from the positive eigenvalues.",
            UserWarning,
            stacklevel=5,
        )


def warn_if_not_positive(positive):
    """Some of the components asked for have no positive eigenvalue."""
    if not positive.all():
        warnings.warn(
            f"Only {positive.sum()} of the {len(positive)} components asked for have a positive "
            "eigenvalue; the other columns of the map are 0.",
            UserWarning,
            stacklevel=6,
        )


def warn_of_empty_clusters(kmeans, n_distinct):
    """Some clusters of this fitted k-means are empty; X holds so many distinct samples."""
    k, n_used = kmeans.n_clusters, len(np.unique(kmeans.labels_))
    if n_distinct < k:
        reason = f"X holds only {n_distinct} distinct samples: choose n_clusters <= {n_distinct}"
    elif kmeans.n_iter_ == kmeans.max_iter:
        reason = f"the run was stopped by max_iter={kmeans.max_iter}: choose a larger one"
    else:
        reason = "some samples lie too close together to be distinguished: choose fewer clusters"
    warnings.warn(
        f"{k - n_used} of n_clusters={k} clusters are empty, because {reason}.",
        ConvergenceWarning,
        stacklevel=4,
    )
