"""What all learners share: checked input, targets, predictions, classes, digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import Tags, check_array, check_X_y
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from rbflib.basis import BasisName
from rbflib.network import RBFNetwork
from rbflib.numerics.checks import (
    FLOATS,
    check_count,
    check_magnitude,
    check_one_gamma,
    check_scale,
    check_targets,
)
from rbflib.numerics.means import power_of_two, precision
from rbflib.numerics.similarities import level_ties

RandomState: TypeAlias = np.random.RandomState | int | None  # a source of randomness, or its seed
Gamma: TypeAlias = float | Literal["scale"]
Penalty: TypeAlias = float | Literal["loo"]  # λ, or the one with the least leave-one-out error
# Numbers beside a choice of names: to a type checker, ArrayLike is any string too.
Array: TypeAlias = np.ndarray | Sequence[float | Sequence[float | Sequence[float]]]
# X (N, D) as floats, targets in float64, and what else a fit keeps.
Training: TypeAlias = tuple[np.ndarray, np.ndarray, dict]
# Also where a fit of an older version, from a pickle, left something else.
NOT_FITTED = "This %(name)s is of another version of rbflib, or not fitted yet. Call 'fit'."


class Learner(BaseEstimator):
    """What every learner shares: a fit tells it the number of features."""

    n_features_in_: int


class NetworkLearner(Learner):
    """What every learner with a `network_` shares. Its role, below, says what targets it takes."""

    network_: RBFNetwork

    def validate_training(self, X: ArrayLike, y: ArrayLike) -> Training:
        raise NotImplementedError


class MultiOutputRegressor(RegressorMixin):
    """What every regressor shares: targets (N,) or (N, K), and predictions of the same kind."""

    def validate_training(self, X: ArrayLike, y: ArrayLike) -> Training:
        """X (N, D) as floats, y (N,) or (N, K) in float64, and nothing else to keep."""
        X, y = validate_samples(self, X, y, multi_output=True, y_numeric=True)
        return X, check_targets(y), {}

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class NetworkRegressor(MultiOutputRegressor, NetworkLearner):
    """What every regressor with a `network_` shares: h(x) as prediction."""

    def predict(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,) or (N, K)."""
        X = validate_features(self, X)
        return self.network_(X)


class SignClassifier(ClassifierMixin, NetworkLearner):
    """What every classifier with a `network_` shares: targets of ±1, and the class from h(x)."""

    classes_: np.ndarray

    def validate_training(self, X: ArrayLike, y: ArrayLike) -> Training:
        """X (N, D) as floats, targets ±1 (N,), or (N, K) for K > 2 classes, and the classes."""
        X, y = validate_samples(self, X, y)
        classes, codes = encode_classes(y)
        if len(classes) < 2:
            raise ValueError(f"y holds one class only, {classes[0]}; two are needed.")
        return X, class_targets(codes[:, None] == np.arange(len(classes))), {"classes_": classes}

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,), positive for classes_[1]; (N, K) for K > 2 classes."""
        X = validate_features(self, X)
        h = self.network_(X)
        # Outputs that differ from the largest by rounding are equal to it: the first class wins.
        return h if h.ndim == 1 else level_ties(h, 1e-12 * np.abs(h).max(axis=1))

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Class of each row: by the sign of h(x), or the first of the largest of K outputs."""
        scores = self.decision_function(X)
        winner = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        return self.classes_[winner]


def validate_samples(learner, X, y, **options) -> tuple[np.ndarray, np.ndarray]:
    """X (N, D) as finite floats, and targets y (N,), or more with `multi_output`."""
    X, y = check_X_y(X, y, dtype=FLOATS, estimator=learner, **options)
    return check_scale(X), y


def validate_features(learner, X, left_by_fit=None) -> np.ndarray:
    """X (N, D) for a fitted learner: finite floats, with the features seen in fit."""
    check_is_fitted(learner, left_by_fit, msg=NOT_FITTED)
    return check_magnitude(validate_data(learner, X, dtype=FLOATS, reset=False))


def validate_points(learner, X) -> np.ndarray:
    """X (N, D) for a fit without targets: finite floats in the range of numbers."""
    return check_scale(check_array(X, dtype=FLOATS, estimator=learner, input_name="X"))


def encode_classes(y) -> tuple[np.ndarray, np.ndarray]:
    """The classes in y (N,), sorted, and each sample's position among them."""
    check_classification_targets(y)
    return np.unique(y, return_inverse=True)


def class_targets(own) -> np.ndarray:
    """±1 for two classes (N,), or for more (N, K), from which one is each sample's own (N, K)."""
    targets = np.where(own, 1.0, -1.0)
    return targets[:, 1] if own.shape[1] == 2 else targets


def keep(learner: Any, X: ArrayLike, **fitted: Any) -> Any:
    """The last step of a fit on X: the learner gets all that was found, and not a part of it."""
    validate_data(learner, X, skip_check_array=True)  # sets n_features_in_ and feature_names_in_
    vars(learner).update(fitted)
    return learner


def fitted_network(
    X, y, centers, weights, bias: Any = 0.0, gamma: Any = 1.0, basis: BasisName = "gaussian"
) -> RBFNetwork:
    """The network of a fit on X and y: in float32 for such an X, if the weights' digits fit in."""
    dtype = precision(X.dtype, np.abs(weights).sum(axis=0) + np.abs(bias), y)
    return RBFNetwork(centers.astype(dtype), weights, bias, gamma, basis)


def one_gamma(gamma, X, weight=None) -> float:
    """γ of a learner with one width: a number, or by "scale" 1/(D·var X), as in scikit-learn."""
    if str(gamma) != "scale":
        return check_one_gamma(gamma)
    weight = None if weight is None else weight / weight.max()  # no sum overflows
    # The variance is that of all numbers in X (N, D).
    mean = np.average(X, axis=0, weights=weight)
    variance = np.average((X - mean.mean()) ** 2, axis=0, weights=weight).mean()
    return float(1 / (X.shape[1] * variance)) if variance > 0 else 1.0


def positive_weights(sample_weight, X) -> np.ndarray:
    """One weight per sample, 0 or more and not all 0, as float64 (N,); None means 1 each."""
    # scikit-learn keeps no public one.
    weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if not weight.any():  # older versions of scikit-learn take zeros
        raise ValueError("Sample weights must contain at least one non-zero number.")
    if weight.max() > np.finfo(float).max / len(weight):
        raise ValueError("The sum of the sample weights overflows. Scale them down.")
    return weight


def check_weights(sample_weight, X) -> tuple[np.ndarray, float]:
    """The same with the largest from 1 to 2, and their unit, a power of two: no digit is lost."""
    weight = positive_weights(sample_weight, X)
    unit = float(power_of_two(weight.max()))
    scaled = weight / unit
    if scaled[weight > 0].min() < len(weight) * np.finfo(float).tiny:
        raise ValueError(
            f"The smallest sample weight above 0 is {weight[weight > 0].min():g}, the largest "
            f"{weight.max():g}: their sum cannot hold both. Set the smallest ones to 0."
        )
    return scaled, unit


def as_counts(weight, unit) -> np.ndarray:
    """Weights with a total of N (those above 0) or more, to 1e12 N: smaller ones are shares."""
    share = np.count_nonzero(weight) / weight.sum()
    return weight * np.clip(unit, share, 1e12 * share)


def count_samples(weight, unit) -> int:
    """N, or the total of the weights where that is more: a weight of 2 is the sample twice."""
    return max(len(weight), int(unit * weight.sum()))


def check_weights_and_count(sample_weight, X, name, count) -> tuple[np.ndarray, float, int]:
    """The weights with their unit, and a count of centers, of which each needs a sample."""
    weight, unit = check_weights(sample_weight, X)
    return weight, unit, check_count(name, count, at_most=count_samples(weight, unit))
