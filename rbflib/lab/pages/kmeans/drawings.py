"""Page 04: k-means, its two halves, its walk, its ends and its failures."""

from itertools import combinations, product

import numpy as np

from rbflib import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import row_of_axes


def _mean_error(X, labels):
    """E_in of a partition, with the mean of each set as its center."""
    means = np.stack([X[labels == m].mean(axis=0) for m in range(3)])
    return np.mean(((X - means[labels]) ** 2).sum(axis=1)), means


@picture("k1")
def every_partition():
    """All 966 ways to split eight samples into three sets, by cluster error, and the ends that
    k-means finds from all starts: the lowest is among them, and so are others.
    """
    X = np.random.default_rng(1).normal(size=(8, 2))
    splits = [np.array(labels) for labels in product(range(3), repeat=8)]
    splits = [labels for labels in splits if len(set(labels)) == 3 and _in_order(labels)]
    errors = np.array([_mean_error(X, labels)[0] for labels in splits])
    best = splits[errors.argmin()]
    figure, (left, right) = row_of_axes(["The best of all", f"All {len(splits)} partitions"])
    left.set(xlabel="x₁", ylabel="x₂", xlim=(-2, 2.4), ylim=(-2, 2))
    for m, look in enumerate(style.SET_STYLE[:3]):
        left.plot(*X[best == m].T, ls="", ms=9, **look)
    hollow = {"mfc": "none", "mec": style.INK, "ms": 11, "ls": ""}
    left.plot(*_mean_error(X, best)[1].T, "D", **hollow, label="centers")
    starts = [X[list(three)] for three in combinations(range(8), 3)]
    ends = np.unique([round(KMeans(3, init=s).fit(X).inertia_ / 8, 6) for s in starts])
    right.hist(errors, 40, color=style.MUTED)
    look = style.points_of("k-means") | {"marker": "^", "ms": 9}
    right.plot(ends, 0 * ends - 2, **look, label="ends of k-means")
    right.axvline(errors.min(), color=style.INK, lw=1.5, ls="--", label="lowest")
    right.set(xlabel="E_in", ylabel="partitions", ylim=(-5, None))
    style.add_key(left)
    style.add_key(right)
    return figure


def _in_order(labels):
    """Whether the sets are numbered by their first sample; so each partition counts once."""
    return list(dict.fromkeys(labels.tolist())) == [0, 1, 2]


@picture("k3")
def mean_is_best():
    """One set fixed: the total squared distance over all places of its center, with its downhill
    slope; the lowest place is the mean.
    """
    titles = ["Positions of the center, and −gradient", "Along the line x₂ = mean"]
    figure, (left, right) = row_of_axes(titles)
    X = np.random.default_rng(8).normal(size=(12, 2)) * [1.0, 0.6]
    mean = X.mean(axis=0)
    a, b = np.meshgrid(np.linspace(-2.4, 2.4, 80), np.linspace(-1.7, 1.7, 80))
    total = ((np.stack([a, b], axis=-1)[..., None, :] - X) ** 2).sum(axis=(-1, -2))
    left.contour(a, b, total, 9, colors=style.MUTED, linewidths=1)
    places = np.array([[-1.8, 1.2], [1.8, 1.2], [-1.8, -1.2], [1.8, -1.2], [1.2, 0.2]])
    downhill = 2 * (X.sum(axis=0) - len(X) * places) / 60
    arrow = {"color": style.INK, "angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.009}
    left.quiver(*places.T, *downhill.T, **arrow)
    left.plot(*X.T, "o", color=style.MUTED, ms=6, label="samples")
    left.plot(*mean, "D", color=style.INK, ms=10, label="mean")
    left.set(xlabel="x₁", ylabel="x₂")
    x = np.linspace(-2, 2, 100)
    along = ((x[:, None] - X[:, 0]) ** 2).sum(axis=1) + ((mean[1] - X[:, 1]) ** 2).sum()
    right.plot(x, along, **style.line_of("E_in"), label="Σ‖x − μ‖²")
    right.plot(x, -2 * (X[:, 0].sum() - len(X) * x), "--", color=style.MUTED, label="slope")
    right.axhline(0, color=style.MUTED, lw=0.8)
    right.axvline(mean[0], color=style.INK, lw=1, ls=":", label="mean")
    right.set_xlabel("μ₁")
    style.add_key(left)
    style.add_key(right)
    return figure
