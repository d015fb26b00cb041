"""What a fit stands on: the numbers that its warnings are made of, for any fitted model.

    nearest similarity     max_m φ(γ_m‖x_n − μ_m‖²) over the centers μ_m ≠ x_n
    numerical rank         singular values of [Z 1] that are more than the rounding of Z
    degrees of freedom     trace of the matrix that takes y to the fit
    leave-one-out error    mean of (y_n − h₋ₙ(x_n))², where h₋ₙ is fitted without sample n

Source: lecture items f10, r3; Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*
(2009), sections 3.4 and 7.10.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.utils.validation import check_is_fitted

from rbflib.basis import BASES, design_matrix
from rbflib.full import FullRBFClassifier, FullRBFRegressor
from rbflib.learners import NOT_FITTED, SignClassifier, class_targets
from rbflib.least_squares import effective_degrees_of_freedom
from rbflib.neighbors import NadarayaWatsonRegressor
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_pair, check_samples, check_system
from rbflib.numerics.leave_one_out import full_loo_errors, loo_errors
from rbflib.numerics.linear import Problem, rank
from rbflib.numerics.warn import BLIND, Solved
from rbflib.numerics.widths import layer_rounding, matrix_rounding, reach
from rbflib.ols import OLSRegressor


@dataclass(frozen=True)
class Diagnosis:
    """What a fit stands on; what a model does not have, or no y tells, is None.

    Attributes
    ----------
    nearest_similarity : tuple of 3 floats or None
        Quartiles over the samples of the similarity to the nearest center but the sample itself.
    n_columns, n_blind, n_samples : int
        Columns of the design matrix, with that of the bias; those below 0.02 at all samples; N.
    rank, weight_ratio : int or None, and float or None
        How many columns are independent beyond rounding; the largest β, in the targets' ranges.
    degrees_of_freedom : float or None, the effective number of free parameters
    loo_error : float or None
        Mean squared leave-one-out error, summed over outputs, where it has a closed form. A sample
        of a full network or of kernel regression goes with its center; other hidden layers stay.
    """

    nearest_similarity: tuple[float, float, float] | None
    n_columns: int
    n_blind: int
    rank: int | None
    weight_ratio: float | None
    degrees_of_freedom: float | None
    n_samples: int
    loo_error: float | None

    def __repr__(self) -> str:
        rows = [
            ("nearest similarity", "{:.2g}, {:.2g}, {:.2g}", self.nearest_similarity or (None,)),
            ("columns", "{}, out of reach of all samples {}", (self.n_columns, self.n_blind)),
            ("numerical rank", "{} of {}", (self.rank, self.n_columns)),
            ("largest |β|", "{:.2g} times the range of y", (self.weight_ratio,)),
            ("degrees of freedom", "{:.4g} of {}", (self.degrees_of_freedom, self.n_samples)),
            ("leave-one-out error", "{:.4g} (mean square)", (self.loo_error,)),
        ]
        return "\n".join(
            f"{name:20} {'none' if None in values else text.format(*values)}"
            for name, text, values in rows
        )


def diagnose(model: Any, X: ArrayLike, y: ArrayLike | None = None) -> Diagnosis:
    """What a fitted model stands on, for the samples that it was fitted on.

    Weights of samples are not known here: each counts once. Raises TypeError or ValueError if model
    is none of these; if a value is NaN or out of range, or X and y do not fit it. Lecture items
    f10, r3, r4.

    Parameters
    ----------
    model : RBFNetwork, or a fitted learner with centers or hidden nodes
    X, y : array-like of shape (N, D), and (N,) or (N, K) or None, default=None
        Samples, and targets or classes: without y there is no weight_ratio and no loo_error.

    Examples
    --------
    >>> X = np.linspace(0, 1, 50)[:, None]
    >>> y = np.sin(2 * np.pi * X[:, 0])
    >>> model = FullRBFRegressor(gamma=50.0, alpha=0.1).fit(X, y)
    >>> round(diagnose(model, X, y).degrees_of_freedom, 1)
    9.4
    """
    X = check_samples(X).astype(np.float64, copy=False)
    if y is not None and isinstance(model, SignClassifier):
        own = np.asarray(y)[:, None] == model.classes_
        if len(own) != len(X) or not own.any(axis=1).all():
            raise ValueError(f"y must hold one of the classes {model.classes_} for each row of X.")
        y = class_targets(own)
    elif y is not None:
        y = check_system(X, y)[1].astype(np.float64)
    if isinstance(model, NadarayaWatsonRegressor):
        return _diagnose_votes(model, X, y)
    network = model if isinstance(model, RBFNetwork) else getattr(model, "network_", None)
    layer, seen, own_rounding = _hidden_layer(model, network, X)
    Z, rounding = layer(X), layer_rounding(layer, X) + own_rounding
    bias, M = bool(getattr(model, "fit_intercept", False)), Z.shape[1]
    weights = getattr(network, "weights", getattr(model, "weights_", None))
    alpha = getattr(model, "alpha_", 0.0 if isinstance(model, OLSRegressor) else None)
    centered = Z - bias * Z.mean(axis=0)
    r, dof, loo = rank(linalg.svdvals(centered), Z.shape, rounding), None, None
    if alpha is not None and getattr(model, "_fitted_output", "sign") == "sign":
        dof = bias + (effective_degrees_of_freedom(centered, alpha) if alpha else r)
        if y is not None and isinstance(model, FullRBFRegressor | FullRBFClassifier):
            loo = full_loo_errors(Z, y, [alpha])[0]
        elif y is not None:
            loo = loo_errors(Problem(layer, X, y, M, bias, np.ones(len(X)), rounding), [alpha])[0]
    near, blind = _in_reach(seen) if seen else (None, int((np.abs(Z).max(axis=0) < BLIND).sum()))
    ratio = None if y is None else Solved(layer, weights, y, r).ratio(weights)
    loo = None if loo is None or np.isinf(loo) else float(loo)
    return Diagnosis(near, M + bias, blind, r + bias, ratio, dof, len(X), loo)


def _hidden_layer(model, network, X):
    """The function from X to Z, how X and the centers see each other, the rounding of matrices."""
    if network is not None:
        centers, gamma = network.centers.astype(np.float64), network.gamma
        check_pair(X, centers)
        layer = partial(design_matrix, centers=centers, gamma=gamma, basis=network.basis)
        return layer, reach(X, centers, gamma, BASES[network.basis]), matrix_rounding(gamma)
    check_is_fitted(model)
    if not hasattr(model, "hidden_layer"):
        raise TypeError(
            f"diagnose takes a model with centers or hidden nodes, got {type(model).__name__}. "
            "From a Pipeline, pass its last step, and X as that step gets it."
        )
    return model.hidden_layer, None, 0.0


def _in_reach(seen) -> tuple[Any, int]:
    """The quartiles of the nearest similarities, and the number of blind columns."""
    near = np.quantile(seen.nearest, [0.25, 0.5, 0.75]).tolist()
    return tuple(near), int((seen.Z.max(axis=0) < BLIND).sum())


def _diagnose_votes(model, X, y):
    """Kernel regression: without sample n, h(x_n) lacks its own term in both sums."""
    check_is_fitted(model, "gamma_", msg=NOT_FITTED)
    seen = reach(X, model.samples_, model.gamma_, BASES[model.basis])
    w = design_matrix(X, model.samples_, model.gamma_, model.basis) * model.sample_weight_
    near, blind = _in_reach(seen) if seen else (None, 0)
    dof = loo = None
    if X.shape == model.samples_.shape:  # with other points nothing is left out
        total = w.sum(axis=1)
        dof = float((w.diagonal() / total).sum())
        np.fill_diagonal(w, 0)
        total = w.sum(axis=1)
        if y is not None and total.all():
            loo = float(((y - ((w @ model.targets_).T / total).T) ** 2).sum() / len(X))
    return Diagnosis(near, w.shape[1], blind, None, None, dof, len(X), loo)
