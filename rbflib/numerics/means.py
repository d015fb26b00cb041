"""Means, spreads and units that cost no digits, at any offset and scale of the numbers."""

import numpy as np


def centered(X):
    """X − mean in float64, and the mean: (N, D) -> (N, D), (D,)."""
    # Counted from a sample first, so that an offset of 1e8 costs no digits.
    origin = X[0].astype(np.float64)
    X = X - origin
    mean = X.mean(axis=0)
    X -= mean
    return X, origin + mean


def mean_and_scale(X, weight):
    """Weighted mean and standard deviation of each feature (D,); scale 1 where it is constant."""
    # Counted from a sample and in units of the largest difference, so that a constant feature is
    # exactly 0, and neither an offset of 1e8 nor a unit of 1e-200 costs a digit.
    origin = X[np.argmax(weight > 0)].astype(np.float64)
    X, weight = X[weight > 0] - origin, weight[weight > 0]
    unit = np.abs(X).max(axis=0)
    unit[unit == 0] = 1
    X /= unit
    mean = np.average(X, axis=0, weights=weight)
    scale = np.sqrt(np.average((X - mean) ** 2, axis=0, weights=weight))
    scale[scale == 0] = 1
    return origin + unit * mean, unit * scale


def weighted_centered(columns, weight):
    """Columns (N, M) about their weighted means, and the means (M,)."""
    mean = weight @ columns / weight.sum()
    columns = columns - mean
    rest = weight @ columns / weight.sum()  # what rounding of the sum has left
    columns -= rest
    return columns, mean + rest


def remove_mean(columns, weight, share):
    """Subtract its weighted mean from each column, in place; return the means."""
    # A column that keeps no more than this share of its size is as good as constant: it becomes 0.
    mean = weight @ columns / weight.sum()
    size = column_sizes(columns)
    columns -= mean
    columns[..., column_sizes(columns) <= share * size] = 0
    return mean


def column_sizes(columns):
    """Largest |value| of each column, without another array of their shape: (N, M) -> (M,)."""
    return np.maximum(columns.max(axis=0), -columns.min(axis=0))


def power_of_two(size) -> np.ndarray | np.float64:
    """A power of two as large as each size above 0: dividing by it costs no digit."""
    return np.ldexp(0.5, np.frexp(size)[1])


def precision(dtype, size, y):
    """The dtype for outputs that fit y: float64 where float32 would spoil them."""
    # They are sums of terms of this total size, () or (K,) for y (N,) or (N, K), of which rounding
    # may change 1e-4 of the targets' range.
    info, size = np.finfo(dtype), np.asarray(size)
    fits = (info.eps * size <= 1e-4 * np.ptp(y, axis=0)) & (size <= 1e-8 * info.max)
    fits &= (size >= info.tiny / info.eps) | (size == 0)
    return dtype if fits.all() else np.dtype(np.float64)
