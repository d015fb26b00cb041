"""Two-stage networks: first the hidden layer from X alone, then the weights from X and y.

    1. choose centers μ_m and widths γ from the samples      (centers.py)
    2. compute the design matrix Z[n, m] = φ(γ‖x_n − μ_m‖²)   (basis.py)
    3. fit a linear model on Z: weights β and bias b         (least_squares.py)
    4. return h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )

Weighting a sample is the same as repeating it, in every stage. Source: lecture items r1 to r9;
Bishop, *Neural Networks for Pattern Recognition* (1995), chapter 5.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, softmax
from sklearn.exceptions import NotFittedError
from sklearn.utils.metaestimators import available_if

from rbflib.basis import BasisName, check_basis
from rbflib.centers import CENTERS, WIDTHS
from rbflib.learners import (
    Array,
    NetworkLearner,
    NetworkRegressor,
    Penalty,
    RandomState,
    SignClassifier,
    check_weights,
    fitted_network,
    keep,
    one_gamma,
)
from rbflib.least_squares import SMALLEST_ALPHA, logistic_layer, solve_layer
from rbflib.numerics.checks import check_alpha, check_choice, check_gamma, check_given_centers
from rbflib.numerics.distances import equal_rows
from rbflib.numerics.linear import Problem
from rbflib.numerics.similarities import similarity
from rbflib.numerics.warn import Layer, Solved, warn_of_fit, warn_unsettled
from rbflib.numerics.widths import layer_rounding, matrix_rounding

CentersName: TypeAlias = Literal["random", "kmeans", "gmm"]
WidthName: TypeAlias = Literal["neighbors", "clusters", "gmm", "scale"]


class _TwoStageLearner(NetworkLearner):
    """What both learners share: the parameters and the fit."""

    alpha_: float

    def __init__(
        self,
        n_centers: int = 10,
        *,
        centers: CentersName | Array = "kmeans",
        gamma: WidthName | float | Array = "neighbors",
        alpha: Penalty = 0.0,
        basis: BasisName = "gaussian",
        fit_intercept: bool = True,
        random_state: RandomState = None,
    ) -> None:
        self.n_centers = n_centers
        self.centers = centers
        self.gamma = gamma
        self.alpha = alpha
        self.basis: BasisName = basis
        self.fit_intercept = fit_intercept
        self.random_state = random_state

    def _fit(self, X, y, sample_weight, output="sign"):
        samples, T, found = self.validate_training(X, y)
        weight, unit = check_weights(sample_weight, samples)
        present = weight > 0
        x, t, weight = samples[present], T[present], unit * weight[present]
        if found and (t == t[0]).all():
            raise ValueError("All samples of weight above 0 are of one class; two are needed.")
        mu, *mixture = self._choose_centers(x, weight)
        gamma = check_gamma(self._choose_gamma(x, mu, mixture, weight), *mu.shape)
        bias, double = bool(self.fit_intercept), mu.astype(np.float64)
        layer = partial(similarity, centers=double, gamma=gamma, phi=check_basis(self.basis))
        rounding = layer_rounding(layer, x) + matrix_rounding(gamma)
        if output == "logistic":
            # Newton's steps amplify rounding: repeated and weighted samples must be the same sums.
            first, group = equal_rows(np.column_stack([x, t]))
            x, t, weight = x[first], t[first], np.bincount(group, weight)
            if str(self.alpha) == "loo":
                raise ValueError('alpha="loo" has a closed form for output="sign" only.')
            alpha = check_alpha(self.alpha)
            beta, b, rank, settled = logistic_layer(layer(x), t, alpha, bias, weight, rounding)
        else:
            problem = Problem(layer, x, t, len(mu), bias, weight / unit, rounding)
            beta, b, rank, alpha = solve_layer(problem, self.alpha, unit)
            settled = True
        network = fitted_network(x, t, mu, beta, b, gamma, self.basis)
        if settled:
            rule = self.gamma if isinstance(self.gamma, str) and self.gamma != "scale" else ""
            targets = None if output == "logistic" else t
            solved = Solved(network, beta, targets, rank, bias, alpha, weight.mean())
            warn_of_fit(x, Layer(double, gamma, check_basis(self.basis), rule), solved, 4)
        else:
            warn_unsettled(beta, alpha, SMALLEST_ALPHA, stacklevel=4)
        return keep(self, X, **found, network_=network, alpha_=alpha, _fitted_output=output)

    def _choose_centers(self, X, weight):
        """Centers (M, D); from a mixture, with its covariances and counts behind them."""
        if not isinstance(self.centers, str):
            return [check_given_centers(self.centers, X)]
        check_choice("centers", self.centers, CENTERS, ", or pass an array (M, D)")
        chosen = CENTERS[self.centers](X, self.n_centers, self.random_state, weight)
        return chosen if self.centers == "gmm" else [chosen]

    def _choose_gamma(self, X, centers, mixture, weight):
        """γ itself, or what the rule of this name makes of samples and centers."""
        if np.ndim(self.gamma) > 0:
            return self.gamma
        if not isinstance(self.gamma, str) or self.gamma == "scale":
            return one_gamma(self.gamma, X, weight)
        check_choice("gamma", self.gamma, [*WIDTHS, "scale"], ", or pass a number")
        if self.gamma == "gmm" and not mixture:
            raise ValueError('gamma="gmm" needs centers="gmm": it takes their own covariances.')
        return WIDTHS[self.gamma](X, centers, *(mixture if self.gamma == "gmm" else [weight]))


class RBFNetworkRegressor(NetworkRegressor, _TwoStageLearner):
    """Centers and widths from X alone, then the weights by least squares or ridge.

    Standardize X: a single γ serves all features.

    Raises ValueError in fit, if a value is NaN, infinite or out of range, n_centers > N,
    gamma="gmm" comes without centers="gmm", or a name is not listed below. Warns with UserWarning
    if the widths leave half of the samples out of reach, or, at λ > 0, make all look alike; with
    scipy.linalg.LinAlgWarning if columns of the design matrix are dependent within rounding,
    weights are a million times the targets' range, or values between samples twenty times (see
    `diagnose`); with ConvergenceWarning if X has fewer than M distinct samples for k-means or EM,
    or EM moves after 3000 steps. Lecture items r1 to r6, r8 to r10, r12.

    Parameters
    ----------
    n_centers : int, M, ignored if the centers are given as an array, default=10
    centers : {"random", "kmeans", "gmm"} or array-like of shape (M, D), default="kmeans"
        Random samples, cluster means, means of a Gaussian mixture, or the centers themselves.
    gamma : {"neighbors", "clusters", "gmm", "scale"}, float or array-like, default="neighbors"
        A rule for the widths, made for the Gaussian basis: `neighbor_gamma`, `cluster_gamma`,
        `mixture_gamma` (for centers="gmm" only), or 1/(D·var X). The two with matrices are for up
        to 3 features. Or γ itself, in a shape that `design_matrix` takes.
    alpha : float or "loo", default=0.0
        Penalty λ on the weights, not on the bias. At 0, the least-squares weights of least norm.
        "loo" is that of 1e-10, 10**-9.5, …, 1e4 with the least leave-one-out error, in closed form;
        the hidden layer stays, and a sample is left out with its whole weight. Weights are in units
        of a power of two there, so that the largest is from 1 to 2.
    basis : name in `BASES`, default="gaussian"
    fit_intercept : bool, whether there is a bias b, default=True
    random_state : int, RandomState or None, default=None
        Seed of the random samples, and of the starts of k-means and EM.

    Attributes
    ----------
    network_ : RBFNetwork, with centers (M, D) and weights (M,) or (M, K)
    alpha_ : float, λ of the fit
    n_features_in_ : int

    Examples
    --------
    >>> X = np.linspace(0, 1, 50)[:, None]
    >>> y = np.sin(2 * np.pi * X[:, 0])
    >>> RBFNetworkRegressor(n_centers=6, random_state=0).fit(X, y).score(X, y) > 0.99
    True
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the network from X (N, D), y (N,) or (N, K), and weights (N,) or None."""
        return self._fit(X, y, sample_weight)


class RBFNetworkClassifier(SignClassifier, _TwoStageLearner):
    """Centers and widths from X alone, then a linear classifier on the similarities.

    Standardize X: a single γ serves all features. A fit warns and raises as that of
    `RBFNetworkRegressor`, raises ValueError if y has one class only, and warns if a logistic fit
    has not settled: at λ = 0, classes that the similarities separate have no finite best weights.
    Use alpha > 0 then. Lecture items r1 to r4, r7, r13.

    Parameters
    ----------
    n_centers, centers, gamma, alpha, basis, fit_intercept, random_state
        As in `RBFNetworkRegressor`.
    output : {"sign", "logistic"}, default="sign"
        "sign": least squares or ridge on targets of ±1; the sign of h(x), or the largest of K
        outputs, decides. "logistic": logistic regression with C = 1/(2λ) of scikit-learn; h(x)
        is the log-odds of classes_[1], or K outputs for a softmax, and there is `predict_proba`.

    Attributes
    ----------
    network_, alpha_, n_features_in_ : as in `RBFNetworkRegressor`
        One output for two classes, one per class for more.
    classes_ : ndarray of shape (K,), sorted
    """

    def __init__(
        self,
        n_centers: int = 10,
        *,
        centers: CentersName | Array = "kmeans",
        gamma: WidthName | float | Array = "neighbors",
        alpha: Penalty = 0.0,
        basis: BasisName = "gaussian",
        fit_intercept: bool = True,
        output: Literal["sign", "logistic"] = "sign",
        random_state: RandomState = None,
    ) -> None:
        super().__init__(n_centers, centers=centers, gamma=gamma, alpha=alpha, basis=basis)
        self.fit_intercept = fit_intercept
        self.output = output
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the network from X (N, D), classes y (N,), and weights (N,) or None."""
        output = check_choice("output", self.output, ("sign", "logistic"))
        return self._fit(X, y, sample_weight, output)

    @available_if(lambda self: self.output == "logistic")
    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """Probability of each class, (N, D) -> (N, K): 1/(1 + e^{−h}), or e^{h_k} / Σ_j e^{h_j}."""
        h = self.decision_function(X)
        if self._fitted_output != "logistic":
            raise NotFittedError('Fitted with output="sign", before "logistic" was set: fit again.')
        return softmax(h, axis=1) if h.ndim == 2 else np.column_stack([expit(-h), expit(h)])
