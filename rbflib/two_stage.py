"""Two-stage networks: first the hidden layer from X alone, then the weights from X and y.

    1. choose centers μ_m and widths γ from the samples      (centers.py)
    2. compute the design matrix Z[n, m] = φ(γ‖x_n − μ_m‖²)   (basis.py)
    3. fit a linear model on Z: weights β and bias b
    4. return h(x) = output( Σ_m β_m φ(γ‖x − μ_m‖²) + b )

The linear model of step 3:

    least squares    (β, b) = [Z 1]⁺y, the projection of y on the span of Z's columns and 1
    ridge            minimizes ‖Zβ + b − y‖² + λ‖β‖²; the bias is not penalized
    logistic         minimizes −Σ_n log p(y_n | x_n) + λ‖β‖²

Source: lecture items r1 to r9; Bishop, *Neural Networks for Pattern Recognition* (1995), chapter 5.

The learners take no `sample_weight`. Weighting a sample should be the same as repeating it, but
repeating rows changes which ones a random draw picks, and EM takes no weights. To weight samples,
fit a weighted linear model on `network_.transform(X)`, which is Z.
"""

import warnings
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, softmax
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_array
from sklearn.utils.metaestimators import available_if

from rbflib.basis import design_matrix
from rbflib.centers import (
    cluster_gamma,
    fit_mixture,
    kmeans_centers,
    mixture_gamma,
    neighbor_gamma,
    random_centers,
)
from rbflib.learners import NetworkRegressor, RandomState, SignClassifier, all_or_nothing
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import (
    check_alpha,
    check_class_targets,
    check_given_centers,
    check_own_mixture,
    check_points,
    check_rule,
    check_solution,
)
from rbflib.numerics.linear import solve_layer

CENTERS = {"random": random_centers, "kmeans": kmeans_centers, "gmm": fit_mixture}
WIDTHS = {"neighbors": neighbor_gamma, "clusters": cluster_gamma, "gmm": mixture_gamma}

# Beside a smaller λ, the gradient that a logistic fit must bring to 0 is nothing but rounding.
SMALLEST_ALPHA = 1e-12


class _TwoStageLearner(BaseEstimator):
    """What both learners share: the parameters, and the hidden layer from the samples alone."""

    def __init__(
        self,
        n_centers: int = 10,
        centers: str | ArrayLike = "kmeans",
        gamma: str | ArrayLike = "neighbors",
        alpha: float = 0.0,
        basis: str = "gaussian",
        fit_intercept: bool = True,
        random_state: RandomState = None,
    ) -> None:
        self.n_centers = n_centers
        self.centers = centers
        self.gamma = gamma
        self.alpha = alpha
        self.basis = basis
        self.fit_intercept = fit_intercept
        self.random_state = random_state

    def _fit_network(self, X, y, logistic=False):
        """Both stages: (N, D) and (N,) or (N, K) -> RBFNetwork."""
        mu, *mixture = self._choose_centers(X)
        gamma = self._choose_gamma(X, mu, mixture)

        def layer(x):
            return design_matrix(x, mu, gamma, self.basis)

        alpha, bias = check_alpha(self.alpha), self.fit_intercept
        if logistic:
            beta, b = solve_logistic_layer(layer(X), y, alpha, bias)
        else:
            beta, b = solve_layer(layer, X, y, len(mu), alpha, bias)
        check_solution(beta)
        return RBFNetwork(mu, beta, b, gamma, self.basis)

    def _choose_centers(self, X):
        """Centers (M, D); from a mixture, with its covariances and counts behind them."""
        if not isinstance(self.centers, str):
            return [check_given_centers(self.centers, X.dtype)]
        check_rule("centers", self.centers, CENTERS, "an array (M, D)")
        chosen = CENTERS[self.centers](X, self.n_centers, self.random_state)
        return chosen if self.centers == "gmm" else [chosen]

    def _choose_gamma(self, X, centers, mixture):
        """γ itself, or what the rule of this name makes of samples and centers."""
        if not isinstance(self.gamma, str):
            return self.gamma
        check_rule("gamma", self.gamma, WIDTHS, "a number")
        if self.gamma != "gmm":
            return WIDTHS[self.gamma](X, centers)
        check_own_mixture(mixture)
        return mixture_gamma(X, centers, *mixture)


class RBFNetworkRegressor(NetworkRegressor, _TwoStageLearner):
    """Centers and widths from X alone, then the weights by least squares or ridge.

    Parameters
    ----------
    n_centers : int, default=10
        M. Ignored if the centers are given as an array.
    centers : {"random", "kmeans", "gmm"} or array-like of shape (M, D), default="kmeans"
        Random samples, cluster means, means of a Gaussian mixture, or the centers themselves.
    gamma : {"neighbors", "clusters", "gmm"}, float or array-like, default="neighbors"
        A rule for the widths (see `neighbor_gamma`, `cluster_gamma`, `mixture_gamma`), or γ
        itself in a shape that `design_matrix` takes. The rules are made for the Gaussian basis;
        others get the same γ. "gmm" needs centers="gmm": a component's covariance is the spread
        about its own mean, and says nothing about another center.
    alpha : float, default=0.0
        Ridge penalty λ on the weights, not on the bias. At 0, least squares; of all solutions
        the one with the smallest weights.
    basis : str, default="gaussian"
        A name in `BASES`.
    fit_intercept : bool, default=True
        Whether there is a bias: one more unit, which is always 1.
    random_state : int, RandomState or None, default=None
        Seed of the random samples, and of the starts of k-means and EM.

    Attributes
    ----------
    network_ : RBFNetwork
        The fitted network: centers (M, D), weights (M,) or (M, K).
    n_features_in_ : int
        D.

    Raises
    ------
    ValueError
        In fit: if n_centers > N, if gamma="gmm" without centers="gmm", or if a parameter has a
        value that is not listed above.

    Warns
    -----
    ConvergenceWarning
        If X holds fewer distinct samples than k-means or EM should find centers, or if EM is
        still moving after 3000 steps.

    Notes
    -----
    Lecture items r1 to r6, r8 to r10, r12.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(0, 1, 50)[:, None]
    >>> y = np.sin(2 * np.pi * X[:, 0])
    >>> learner = RBFNetworkRegressor(n_centers=6, random_state=0).fit(X, y)
    >>> learner.network_.n_centers, learner.score(X, y) > 0.99
    (6, True)
    """

    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the network from X (N, D) and y (N,) or (N, K)."""
        X, y = self.validate_training(X, y)
        self.network_ = self._fit_network(X, y)
        return self


class RBFNetworkClassifier(SignClassifier, _TwoStageLearner):
    """Centers and widths from X alone, then a linear classifier on the similarities.

    Parameters
    ----------
    n_centers, centers, gamma, alpha, basis, fit_intercept, random_state
        As for `RBFNetworkRegressor`.
    output : {"sign", "logistic"}, default="sign"
        "sign": least squares or ridge on targets of ±1; the sign of h(x), or the largest of K
        outputs, decides. "logistic": logistic regression on Z; h(x) is the log-odds of
        classes_[1], or K outputs go through the softmax, and `predict_proba` is offered.

    Attributes
    ----------
    network_ : RBFNetwork
        One output for two classes, one per class for more.
    classes_ : ndarray of shape (K,)
    n_features_in_ : int
        D.

    Raises
    ------
    ValueError
        In fit: as for `RBFNetworkRegressor`, or if y has one class only.

    Warns
    -----
    ConvergenceWarning
        As for `RBFNetworkRegressor`; and if the logistic fit has not settled. At λ = 0, classes
        that the similarities separate have no finite best weights: use alpha > 0.

    Notes
    -----
    Lecture items r1 to r4, r7, r13.
    """

    def __init__(
        self,
        n_centers: int = 10,
        centers: str | ArrayLike = "kmeans",
        gamma: str | ArrayLike = "neighbors",
        alpha: float = 0.0,
        basis: str = "gaussian",
        fit_intercept: bool = True,
        random_state: RandomState = None,
        output: Literal["sign", "logistic"] = "sign",
    ) -> None:
        super().__init__(n_centers, centers, gamma, alpha, basis, fit_intercept, random_state)
        self.output = output

    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn the network from X (N, D) and classes y (N,)."""
        if self.output not in ("sign", "logistic"):
            raise ValueError(f"Unknown output {self.output!r}. Choose one of: sign, logistic.")
        self._fitted_output = self.output
        X, targets = self.validate_training(X, y)
        self.network_ = self._fit_network(X, targets, logistic=self.output == "logistic")
        return self

    @available_if(lambda self: self.output == "logistic")
    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """Probability of each class, (N, D) -> (N, K): 1/(1 + e^{−h}), or e^{h_k} / Σ_j e^{h_j}."""
        h = self.decision_function(X)
        if self._fitted_output != "logistic":
            raise NotFittedError('Fitted with output="sign", before "logistic" was set: fit again.')
        return softmax(h, axis=1) if h.ndim == 2 else np.column_stack([expit(-h), expit(h)])


def solve_logistic_layer(
    Z: ArrayLike, targets: ArrayLike, alpha: float = 0.0, fit_intercept: bool = True
) -> tuple[np.ndarray, float | np.ndarray]:
    """Weights β and bias b that minimize −Σ_n log p(y_n | x_n) + λ‖β‖².

        two classes    p(+1 | x) = 1 / (1 + e^{−h(x)})
        K classes      p(k | x) = e^{h_k(x)} / Σ_j e^{h_j(x)}

    Parameters
    ----------
    Z : array-like of shape (N, M)
        Design matrix.
    targets : array-like of shape (N,) or (N, K)
        ±1 for two classes; for K, +1 in the column of the sample's class.
    alpha, fit_intercept
        As for `solve_output_layer`, like the results and the errors.

    Warns
    -----
    ConvergenceWarning
        If λ < 1e-12 and the fit has not settled, as where the classes are separated: at λ = 0 no
        weights are the best then.

    Notes
    -----
    scikit-learn's `LogisticRegression` minimizes C Σ_n loss + ½‖β‖², hence C = 1 / 2λ.
    Lecture item r7.
    """
    from sklearn.linear_model import LogisticRegression  # late: with it comes half of scikit-learn

    alpha, Z = check_alpha(alpha), check_points(Z, "Z")
    T = check_class_targets(check_array(targets, ensure_2d=False, input_name="targets"))
    largest = float(np.finfo(Z.dtype).max) ** 0.4  # what scikit-learn can square and add
    C = 1 / (2 * min(alpha, largest)) if alpha > 0 else np.inf
    classes = T > 0 if T.ndim == 1 else T.argmax(axis=1)
    # Where the classes are separated, a small λ shows in the last digits of the gradient only.
    tol = min(1e-6, 1e-3 * max(alpha, SMALLEST_ALPHA)) if alpha > 0 else 1e-6
    # The columns of Z are nearly dependent: Newton takes ten steps where L-BFGS takes thousands.
    model = LogisticRegression(
        C=C, fit_intercept=bool(fit_intercept), solver="newton-cholesky", tol=tol, max_iter=1000
    )
    with warnings.catch_warnings():
        # If Newton cannot go on, scikit-learn does, with L-BFGS: only a failure of that counts.
        warnings.filterwarnings("ignore", "(Line search|The inner solver) of Newton")
        model.fit(Z, classes)
    if alpha < SMALLEST_ALPHA and _still_grows(model, Z, classes):
        warnings.warn(
            f"At alpha = {alpha:g} the logistic fit has not settled: where the similarities "
            "separate the classes, or a few samples of them, ever larger weights fit better. It "
            f"was stopped at weights of {np.abs(model.coef_).max():.3g}. Use alpha > "
            f"{SMALLEST_ALPHA if alpha else 0:g}.",
            ConvergenceWarning,
            stacklevel=2,
        )
    if T.ndim == 1:
        return model.coef_[0], model.intercept_[0]
    return model.coef_.T, model.intercept_


def _still_grows(model, Z, classes):
    """Whether the classes are separated, or one more step of Newton would change the log-odds.

    Where only some samples are separated from the other classes, each step adds about 1 to theirs.
    """
    if (model.predict(Z) == classes).all():
        return True
    longer = clone(model).set_params(warm_start=True, max_iter=1, tol=0)
    longer.coef_, longer.intercept_ = model.coef_, model.intercept_
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one step is not meant to arrive
        longer.fit(Z, classes)
    return np.abs(longer.decision_function(Z) - model.decision_function(Z)).max() > 0.1
