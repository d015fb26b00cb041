"""Warnings to the caller of a fit: what was wrong, where, and what to do."""

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import LinAlgWarning
from sklearn.exceptions import ConvergenceWarning

from rbflib.numerics.distances import equal_rows
from rbflib.numerics.widths import Reach, between, neighbor_distance, probes, reach

# Half of the samples are less like every center but themselves: they are out of reach. Matrices by
# rule put a sample at s ≈ D/2 from its center; from so many features on, another limit holds.
BLIND, BLIND_BY_RULE, MANY_FEATURES, BY_SPREAD = 0.02, 0.3, 4, ("clusters", "gmm")

# Three of four similarities are larger: all samples look alike. What little is left to tell them
# apart, squares of 1 − φ summed over N samples and M centers, a λ above this share of it takes.
FLAT, FLAT_PENALTY = 0.9, 1e-3

# Weights so many times the targets' range stand on rounding, or nearly so. Less is huge for random
# nodes that meet every sample, and between samples; forward selection may go on into the noise.
HUGE, HUGE_NODES, OVERSHOOT, OVERSHOOT_OF_PATH = 1e6, 1e4, 20, 1000

# The share of the energy above which a path ends early; times N, a λ that tames weights, and does
# little else; how many times as far away as is usual a sample is in other units, or no measurement.
FAR_FROM_TOL, SMALL_PENALTY, OUTLYING = 0.4, 1e-12, 100


class Layer(NamedTuple):
    """Centers (M, D), widths, φ, their rule's name, and whether weights make it interpolate."""

    centers: np.ndarray
    gamma: Any
    phi: Callable[[np.ndarray], np.ndarray]
    rule: str = ""
    interpolates: bool = False

    def __str__(self) -> str:
        if self.rule:
            return f'gamma="{self.rule}"'
        low, high = np.min(self.gamma), np.max(self.gamma)
        return f"gamma={low:.3g}" + (f" to {high:.3g}" if np.ndim(self.gamma) else "")

    def remedy(self, seen: Reach | None = None) -> str:
        """What to choose in place of these widths: bumps that reach their neighbors."""
        # As far as most others where every sample has one, but for interpolation.
        sigma = neighbor_distance(self.centers, some=True)
        if seen is not None:
            every = 2 * len(self.centers) > len(seen.nearest) and not self.interpolates
            sigma = seen.typical / np.sqrt(2) if every else max(sigma, seen.apart)
        serves = f"a gamma such as {0.5 / sigma**2:.2g}" if sigma > 0 else "fewer centers"
        return f'gamma="neighbors", or {serves}' if self.rule in BY_SPREAD else serves


class Solved(NamedTuple):
    """What a solver found, and for what."""

    h: Callable[[np.ndarray], np.ndarray]  # the network: (Q, D) -> (Q,) or (Q, K)
    weights: Any  # (M,) or (M, K); None where they may be large
    targets: np.ndarray | None  # (N,) or (N, K); None where they are no numbers
    rank: int  # of the centered columns, if there is a bias
    bias: bool = False
    alpha: float | None = None  # None where there is no penalty to choose
    mean_weight: float = 1.0  # of the samples

    def ratio(self, values: Any) -> float:
        """The largest of weights, or of other numbers (·,) or (·, K), in ranges of the targets."""
        if self.targets is None or values is None:
            return 0.0
        span, largest = np.ptp(self.targets, axis=0), np.abs(values).max(axis=0, initial=0)
        return float(np.max(largest / np.where(span > 0, span, np.inf)))


def warn_of_fit(X, layer, solved, stacklevel):
    """One sentence at most: weights stand on rounding, or else the width suits nothing."""
    seen, M, alpha = reach(probes(X), *layer[:3]), len(layer.centers), solved.alpha
    spread = len(X) * M * (1 - seen.lower_quartile) ** 2 if seen else np.inf
    most = FLAT_PENALTY * solved.mean_weight * spread
    flat = layer.interpolates or (alpha or 0) > most
    fault = _width_fault(X, layer, seen, flat=flat)
    what = alpha is not None and _dependence(X, solved, M, HUGE, len(equal_rows(layer.centers)[0]))
    what = what or _overshoot(np.vstack([between(X), probes(layer.centers)]), solved)
    if what:
        width = fault or _width_fault(X, layer, seen)
        why = width or f"Some columns are nearly combinations of others. Use {layer.remedy(seen)}."
        why += _other_remedy(X, solved, width and (0 if fault else most))
        _warn_of_weights(solved, M, what, why, stacklevel + 1)
    elif fault:
        warnings.warn(fault, UserWarning, stacklevel=stacklevel)


def warn_of_nodes(X, solved, n_nodes, n_different, stacklevel):
    """The same for nodes of any kind, of which so many can be independent."""
    huge = HUGE_NODES if solved.rank == len(X) else HUGE
    what = _dependence(X, solved, n_nodes, huge, n_different) or _overshoot(between(X), solved)
    if what:
        cause = "The nodes are too many, or too much alike. Use fewer of them."
        cause += _other_remedy(X, solved)
        _warn_of_weights(solved, n_nodes, what, cause, stacklevel + 1)


def _dependence(X, solved, n_columns, huge, n_different):
    """How columns depend: by huge weights, or a rank below the different rows and columns."""
    ratio, n_rows = solved.ratio(solved.weights), len(X) - solved.bias
    if ratio > huge:
        return f"the largest weight is {ratio:.0e} times the range of the targets"
    if solved.rank >= min(n_columns, n_rows):
        return ""
    low = solved.rank < min(n_different, len(equal_rows(X)[0]) - solved.bias)
    return "the weights are the shortest that fit" if low else ""


@np.errstate(under="ignore")
def _overshoot(points, solved):
    """The same where the fit leaves the targets' range far behind, at points like the samples."""
    if solved.targets is None:
        return ""
    ratio = solved.ratio(solved.h(points) - solved.targets.mean(axis=0))
    far = f"between samples, or at centers, the fit is up to {ratio:.1g} times the range of the "
    limit = OVERSHOOT_OF_PATH if solved.alpha is None else OVERSHOOT
    return far + "targets away from them" if ratio > limit else ""


def warn_of_votes(X, layer, stacklevel):
    """The same for votes of all samples, which narrow widths leave to the nearest one."""
    layer = layer._replace(centers=probes(layer.centers))
    fault = _width_fault(X, layer, reach(probes(X), *layer[:3]), blind=False)
    if fault:
        warnings.warn(fault, UserWarning, stacklevel=stacklevel)


def _width_fault(X, layer: Layer, seen: Reach | None, blind=True, flat=True):
    """What is wrong with the widths, and what would serve; None if nothing is."""
    if seen is None:
        return None
    half, mu = np.median(seen.nearest), layer.centers
    many = layer.rule in BY_SPREAD and X.shape[1] >= MANY_FEATURES
    if blind and half < (BLIND_BY_RULE if many else BLIND):
        what = f"half of the samples have a similarity below {max(half, 1e-9):.1g} to every center"
        if many:
            what += f": with {X.shape[1]} features a sample is at s ≈ D/2 from its own"
        elif not ((X.min(axis=0) <= mu) & (mu <= X.max(axis=0))).all(axis=1).any():
            return f"At {layer} {what}: no center lies in the range of X. Give them in its units."
        else:
            what += " but themselves: the network answers near its centers only"
    elif flat and seen.lower_quartile > FLAT:
        what = f"three of four similarities are within {1 - seen.lower_quartile:.1g} of 1: the "
        what += "bumps cannot be told apart"
        away = np.abs(X - np.median(X, axis=0)).max(axis=1)
        if away.max() > OUTLYING * np.median(away):
            what += f", as row {away.argmax()} of X lies far from all others"
    else:
        return None
    scale = "Use " if layer.rule else "Standardize the features (StandardScaler), or use "
    return f"At {layer} {what}. {scale}{layer.remedy()}."


def _other_remedy(X, solved, most=None):
    """A λ that serves, if one does. Wide bumps: the least, as one above `most` leaves nothing."""
    if solved.alpha is None:
        return " Or select fewer."
    # A logistic fit has none in closed form.
    if most is None and solved.alpha == 0 and solved.targets is not None:
        return ' Or use alpha="loo".'
    alpha = max(SMALL_PENALTY * len(X) * solved.mean_weight, 100 * solved.alpha)
    return f" Or use alpha={alpha:.0e}." if most is None or alpha <= most else ""


def _warn_of_weights(solved, n_columns, what, cause, stacklevel):
    """The columns of a design matrix are dependent within rounding, or nearly so."""
    bias, alpha, rank = solved.bias, solved.alpha, solved.rank
    lost = f"alpha={alpha:g} is small beside the columns. " if alpha else ""
    columns = f"{n_columns + bias} columns{' (with that of the bias)' if bias else ''}"
    which = f"The design matrix has the numerical rank {rank + bias} beside {columns}"
    if alpha is None:
        which = f"Of {rank} selected columns some are nearly dependent"
    text = f"{lost}{which}, and {what}: the weights say little. {cause}"
    warnings.warn(text, LinAlgWarning, stacklevel=stacklevel)


def warn_of_path(X, layer, n_selected, residual, tol, stacklevel):
    """Whether forward selection, with no column left, is far from the error asked for."""
    fault = _width_fault(X, layer, reach(probes(X), *layer[:3]))
    far = residual > 2 * tol and bool(fault or residual > FAR_FROM_TOL)
    if far:
        text = f"The path ended at {n_selected} centers with {residual:.0%} of the targets' energy "
        text += f"left (tol={tol:g}): what other columns add is rounding. "
        text += fault or f"Use {layer.remedy()}."
        warnings.warn(text, LinAlgWarning, stacklevel=stacklevel)
    return far


def warn_unsettled(weights, alpha, limit, stacklevel):
    """A logistic fit at (nearly) no penalty whose weights go on growing."""
    text = f"At alpha = {alpha:g} the logistic fit has not settled: where similarities separate "
    text += "the classes, or a few samples of them, ever larger weights fit better. It was stopped "
    text += f"at weights of {np.abs(weights).max():.3g}. Use alpha > {limit if alpha else 0:g}."
    warnings.warn(text, ConvergenceWarning, stacklevel=stacklevel)


def warn_why_singular(X, y, alpha=0.0):
    """The similarity matrix of X is as good as singular, and λ is lost in its rounding."""
    lost = f"alpha={alpha:g} is lost in rounding beside similarities of 1. " if alpha else ""
    more = f"alpha > {(len(X) * np.finfo(float).eps) ** 2 if alpha else 0:.0e}"
    why, remedy = _why_singular(X, y)
    text = f"{lost}{why}. The weights are those of least squares. {remedy} {more}."
    warnings.warn(text.replace("0e+00", "0"), LinAlgWarning, stacklevel=4)


def _why_singular(X, y):
    """The pair of equal rows that is to blame, or a width too large for the spacing; a remedy."""
    first, group = equal_rows(X)
    original = first[group]
    repeated = np.flatnonzero(original != np.arange(len(X)))
    if len(repeated) == 0:
        why = "The similarity matrix is numerically singular: gamma is too small for the spacing"
        gamma = 0.5 / neighbor_distance(X, some=True) ** 2
        return why, f"Use a larger gamma, such as {gamma:.2g}, or"
    differ = (y[repeated] != y[original[repeated]]).reshape(len(repeated), -1).any(axis=1)
    j = repeated[differ.argmax()]  # a contradiction where there is one, else the first pair
    contrary = "but their targets differ, so no exact fit exists"
    targets = contrary if differ.any() else "and have equal targets"
    return f"Rows {original[j]} and {j} of X are equal {targets}", "Merge equal rows, or use"


def warn_if_not_euclidean(smallest, largest, dtype):
    """The table of distances has a negative eigenvalue."""
    # The square root of the rounding unit: distances that were rounded once stay silent.
    if smallest < -np.sqrt(np.finfo(dtype).eps) * max(largest, 0):
        text = f"The distances are not Euclidean: B has the eigenvalue {smallest:.3g} beside the "
        text += f"largest, {largest:.3g}. No points have exactly these distances; the map is made "
        text += "from the positive eigenvalues."
        warnings.warn(text, UserWarning, stacklevel=4)


def warn_if_not_positive(positive):
    """Some of the components asked for have no positive eigenvalue."""
    if not positive.all():
        text = f"Only {positive.sum()} of the {len(positive)} components asked for have a positive "
        text += "eigenvalue; the other columns of the map are 0."
        warnings.warn(text, UserWarning, stacklevel=5)


def warn_of_empty_clusters(labels, k, n_distinct, n_iter, max_iter):
    """Some of k clusters are empty; X holds so many distinct samples."""
    if n_distinct < k:
        reason = f"X holds only {n_distinct} distinct samples: choose n_clusters <= {n_distinct}"
    elif n_iter == max_iter:
        reason = f"the run was stopped by max_iter={max_iter}: choose a larger one"
    else:
        reason = "some samples lie too close together to be distinguished: choose fewer clusters"
    text = f"{k - len(np.unique(labels))} of n_clusters={k} clusters are empty, because {reason}."
    warnings.warn(text, ConvergenceWarning, stacklevel=3)
