"""What all learners share: targets, predictions, classes."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from rbflib.network import RBFNetwork
from rbflib.numerics.checks import check_targets

RandomState: TypeAlias = np.random.RandomState | int | None  # a source of randomness, or its seed

Learner = TypeVar("Learner")
Arguments = ParamSpec("Arguments")
TrainingCheck = Callable[[ArrayLike, ArrayLike], tuple[np.ndarray, np.ndarray]]


def all_or_nothing(
    fit: Callable[Concatenate[Learner, Arguments], Learner],
) -> Callable[Concatenate[Learner, Arguments], Learner]:
    """A `fit` that changes the learner at its end only: interrupted, it leaves all as it was."""

    @wraps(fit)
    def fit_copy(self: Learner, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Learner:
        fitted = object.__new__(type(self))  # `copy` would leave out what is not pickled
        fitted.__dict__.update(self.__dict__)
        fit(fitted, *args, **kwargs)
        self.__dict__ = fitted.__dict__
        return self

    return fit_copy


class MultiOutputRegressor(RegressorMixin):
    """What every regressor shares: targets (N,) or (N, K), and predictions of the same kind."""

    def validate_training(self, X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """X (N, D) as floats and y (N,) or (N, K) as floats of the same kind."""
        X, y = validate_samples(self, X, y, multi_output=True, y_numeric=True)
        return X, check_targets(y, X.dtype)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class NetworkRegressor(MultiOutputRegressor):
    """What every regressor with a `network_` shares: h(x) as prediction."""

    network_: RBFNetwork

    def predict(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,) or (N, K)."""
        check_is_fitted(self)
        return self.network_(validate_features(self, X))


class SignClassifier(ClassifierMixin):
    """What every classifier with a `network_` shares: targets of ±1, and the sign of h(x).

    Two classes have one output, positive for classes_[1]. K > 2 classes have K outputs, each
    +1 for its own class and −1 for the rest; the largest wins.
    """

    network_: RBFNetwork
    classes_: np.ndarray

    def validate_training(self, X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """X (N, D) as floats and the targets ±1, (N,) or (N, K). Sets `classes_`."""
        X, y = validate_samples(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y holds one class only, {self.classes_[0]}; two are needed.")
        targets = np.where(codes[:, None] == np.arange(len(self.classes_)), 1, -1).astype(X.dtype)
        return X, targets[:, 1] if len(self.classes_) == 2 else targets

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """h(x): (N, D) -> (N,), positive for classes_[1]; (N, K) for K > 2 classes."""
        check_is_fitted(self)
        return self.network_(validate_features(self, X))

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Class of each row: by the sign of h(x), or by the largest of K outputs."""
        return self.choose_class(self.decision_function(X))

    def choose_class(self, scores: np.ndarray) -> np.ndarray:
        """Classes (Q,) from scores (Q,), by their sign, or (Q, K), by the largest."""
        winner = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
        return self.classes_[winner]


def validate_samples(learner, X, y, **options) -> tuple[np.ndarray, np.ndarray]:
    """X (N, D) as finite floats, and targets y (N,), or more with `multi_output`."""
    return validate_data(learner, X, y, dtype=[np.float64, np.float32], **options)


def validate_features(learner, X) -> np.ndarray:
    """X (N, D) for a fitted learner: finite floats, with the features seen in fit."""
    return validate_data(learner, X, dtype=[np.float64, np.float32], reset=False)


def check_weights(sample_weight, X) -> np.ndarray:
    """One weight per sample, 0 or more and not all 0, as float64 (N,); None means 1 each."""
    # scikit-learn keeps no public one.
    weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if weight.max() > np.finfo(float).max / len(weight):
        raise ValueError("The sum of the sample weights overflows. Scale them down.")
    return weight


def weights_and_unit(sample_weight, X):
    """Weights of which the largest is near 1, and their unit as a power of two."""
    weight = check_weights(sample_weight, X)
    unit = np.frexp(weight.max())[1]
    scaled = np.ldexp(weight, -unit)
    if scaled[weight > 0].min() < len(weight) * np.finfo(float).tiny:
        raise ValueError(
            f"The smallest sample weight above 0 is {weight[weight > 0].min():g}, the largest "
            f"{weight.max():g}: their sum cannot hold both. Set the smallest ones to 0."
        )
    return scaled, unit
