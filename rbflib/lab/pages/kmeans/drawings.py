"""Page 04: k-means, its two halves, its walk, its ends and its failures."""

from itertools import combinations, product

import numpy as np

from rbflib import KMeans, lloyd
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture, state
from rbflib.lab.kit.layout import legend, row_of_axes, row_of_planes
from rbflib.lab.pages.kmeans.groups import WALK_DATA
from rbflib.lab.pages.kmeans.kmeans_walk import e_in, kmeans_walk
from rbflib.lab.pages.kmeans.many_starts import fitted, many_starts
from rbflib.lab.pages.kmeans.palette import palette
from rbflib.lab.pages.kmeans.partition import SetsDrawing
from rbflib.lab.pages.kmeans.ways_to_fail import failure, like_groups


def _mean_error(X, labels):
    """E_in of a partition, with the mean of each set as its center."""
    means = np.stack([X[labels == m].mean(axis=0) for m in range(3)])
    return np.mean(((X - means[labels]) ** 2).sum(axis=1)), means


@picture("k1")
def every_partition():
    """All 966 ways to split eight samples into three sets, by cluster error, and the ends that
    k-means finds from all starts: the lowest is among them, and so are others.
    """
    figure, (left, right) = row_of_axes(["the best of all", "all partitions"])
    X = np.random.default_rng(1).normal(size=(8, 2))
    splits = [np.array(labels) for labels in product(range(3), repeat=8)]
    splits = [labels for labels in splits if len(set(labels)) == 3 and _in_order(labels)]
    errors = np.array([_mean_error(X, labels)[0] for labels in splits])
    best = splits[errors.argmin()]
    left.set(xlabel="x₁", ylabel="x₂", xlim=(-2, 2.4), ylim=(-2, 2))
    for m, look in enumerate(style.SET_STYLE[:3]):
        left.plot(*X[best == m].T, ls="", ms=9, **look)
    left.plot(
        *_mean_error(X, best)[1].T, "D", mfc="none", mec=style.INK, ms=11, ls="", label="centers"
    )
    starts = [X[list(three)] for three in combinations(range(8), 3)]
    ends = np.unique([round(KMeans(3, init=s).fit(X).inertia_ / 8, 6) for s in starts])
    right.hist(errors, 40, color=style.MUTED, label=f"{len(splits)} partitions")
    look = style.points_of("k-means") | {"marker": "^", "ms": 9}
    right.plot(ends, 0 * ends - 2, **look, label="ends of k-means")
    right.axvline(errors.min(), color=style.INK, lw=1.5, ls="--", label="lowest")
    right.set(xlabel="E_in", ylabel="partitions", ylim=(-5, None))
    legend(left)
    legend(right)
    return figure


def _in_order(labels):
    """Whether the sets are numbered by their first sample; so each partition counts once."""
    return list(dict.fromkeys(labels.tolist())) == [0, 1, 2]


state(
    "k2",
    "nearest_center",
    kmeans_walk,
    "k = 4",
    "Centers fixed: every sample joins its nearest center, whose cell is tinted.",
    step=1,
)


@picture("k3")
def mean_is_best():
    """One set fixed: the total squared distance over all places of its center, with its downhill
    slope; the lowest place is the mean.
    """
    figure, (left, right) = row_of_axes(["places of the center", "along the line x₂ = mean"])
    X = np.random.default_rng(8).normal(size=(12, 2)) * [1.0, 0.6]
    mean = X.mean(axis=0)
    a, b = np.meshgrid(np.linspace(-2.4, 2.4, 80), np.linspace(-1.7, 1.7, 80))
    total = ((np.stack([a, b], axis=-1)[..., None, :] - X) ** 2).sum(axis=(-1, -2))
    left.contour(a, b, total, 9, colors=style.MUTED, linewidths=1)
    places = np.array([[-1.8, 1.2], [1.8, 1.2], [-1.8, -1.2], [1.8, -1.2], [1.2, 0.2]])
    downhill = 2 * (X.sum(axis=0) - len(X) * places) / 60
    left.quiver(
        *places.T,
        *downhill.T,
        color=style.INK,
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.009,
        label="−gradient",
    )
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
    legend(left)
    legend(right)
    return figure


state(
    "k4",
    "error_never_rises",
    kmeans_walk,
    "k = 4",
    "The end of the walk, where no set changes any more, and E_in after every half step: it "
    "never rose.",
    step=100,
)


def walk_in_panels(k, draw):
    """Eight moments of a walk: the start, the first half steps, and the end."""
    X = WALK_DATA["four clouds"]()
    steps = KMeans(k, init="random", random_state=draw).fit(X).history_
    shown = [0, 1, 2, 3, 4, 5, len(steps) // 2 + 1, len(steps) - 1]
    figure = style.new_figure(height=5.0)
    words = {"start": "start", "assign": "sets", "update": "means"}
    for i, s in enumerate(shown):
        now, before = steps[s], steps[max(s - 1, 0)]
        title = f"{s}: {words[now.phase]}" + (f", E_in {e_in(now):.2f}" if s else "")
        axes = style.add_axes(
            figure,
            (0.3 + 2.25 * (i % 4), 2.6 - 2.4 * (i // 4), 2.0, 1.95),
            title=title,
            xlim=(-2.6, 2.6),
            ylim=(-2.2, 2.2),
            xticks=[],
            yticks=[],
            xlabel="x₁" if i > 3 else "",
            ylabel="x₂" if i % 4 == 0 else "",
        )
        drawing = SetsDrawing(axes)
        cells = before if now.phase == "update" else now
        drawing.show(X, now.labels, cells.centers if s else None)
        axes.plot(*X[now.labels < 0].T, "o", color=style.MUTED, ms=4, mec="white", mew=0.6)
        drawing.centers.set_data(*now.centers.T)
        for old, new in zip(before.centers, now.centers, strict=True):
            axes.plot(*np.transpose([old, new]), color=style.INK, lw=1.5, zorder=5)
        for markers in drawing.sets:
            markers.set_markersize(0.7 * markers.get_markersize())
        drawing.centers.set_markersize(8)
    return figure


@picture("k5")
def kmeans_walk_k4():
    """The walk for k = 4: samples join the nearest center, centers go to the means, by turns; a
    line leads from where a center was.
    """
    return walk_in_panels(4, 1)


@picture("k5")
def kmeans_walk_k7():
    """The walk for k = 7 on the same samples: the two clouds below are split."""
    return walk_in_panels(7, 1)


@picture("k6")
def two_centers():
    """Centers at (1, 1) and (−1, 1): the sets are split by the sign of the first coordinate."""
    figure, [axes] = row_of_planes(["the nearest of two centers"], columns=2)
    X = np.random.default_rng(3).normal(size=(60, 2)) * [1.1, 0.9]
    step = list(lloyd(X, [[1, 1], [-1, 1]]))[1]
    SetsDrawing(axes).show(X, step.labels, step.centers)
    axes.axvline(0, color=style.INK, lw=1.5)
    for m, place in enumerate([(1, 1), (-1, 1)]):
        axes.text(place[0] + 0.15, place[1] + 0.15, f"μ{'₁₂'[m]}", fontsize=12, zorder=7)
    return figure


state(
    "k7",
    "many_starts",
    many_starts,
    None,
    "Forty starts end in different places: the worst end, and how often each end is reached from "
    "random samples and by k-means++.",
)


@picture("k7")
def sensitive():
    """Sensitive to the start and to k: two ends for k = 4, and an end for k = 7."""
    X = WALK_DATA["four clouds"]()
    fits = [fitted("four clouds", 4, "random", draw) for draw in range(30)]
    cost = [fit.inertia_ for fit in fits]
    ends = [fits[np.argmin(cost)], fits[np.argmax(cost)], fitted("four clouds", 7, "random", 1)]
    titles = [f"k = {len(f.cluster_centers_)}: E_in {f.inertia_ / len(X):.2f}" for f in ends]
    figure, planes = row_of_planes(titles)
    for axes, fit in zip(planes, ends, strict=True):
        SetsDrawing(axes).show(X, fit.labels_, fit.cluster_centers_)
    return figure


FAILURE_STRENGTHS = {
    "wrong k": 4.0,
    "elongated groups": 8.0,
    "unequal spread": 8.0,
    "unequal sizes": 8.0,
}


@picture("k8")
def four_failures():
    """Four ways to fail: above, the groups that made the samples; below, the sets of k-means."""
    figure = style.new_figure(height=5.2)
    for i, (name, strength) in enumerate(FAILURE_STRENGTHS.items()):
        X, groups, found = failure(name, 2, strength)
        order = like_groups(groups, found.labels_, 2)
        sets = order.argsort()[found.labels_]
        rows = [(name, groups, None), ("k-means, k = 2", sets, found.cluster_centers_[order])]
        for row, (title, sets, centers) in enumerate(rows):
            axes = style.add_axes(
                figure,
                (0.65 + 2.17 * i, 2.95 - 2.4 * row, 1.95, 1.8),
                title=title,
                xlim=(-2.6, 2.6),
                ylim=(-2.4, 2.4),
                xlabel="x₁" if row else "",
                ylabel="x₂" if i == 0 else "",
            )
            drawing = SetsDrawing(axes)
            drawing.show(X, sets, centers)
            for markers in drawing.sets:
                markers.set_markersize(4)
    return figure


state(
    "k9",
    "photograph",
    palette,
    "The temple, 64",
    "A photograph in 64 colors: by k-means, and of random pixels.",
)


@picture("k10")
def worked_example():
    """The coordinates of the two sets of the worked example, and their means; a hollow mark is the
    sixth y value, which the document leaves out.
    """
    figure, [axes] = row_of_axes(
        ["a mark for every listed value, a diamond for the mean"],
        margin=1.6,
        xlabel="value",
        xlim=(0, 9),
        ylim=(-0.6, 3.9),
        height=3.5,
    )
    rows = {
        "set 2: y": [3, 4, 5, 5],
        "set 2: x": [5, 7, 7, 8],
        "set 1: y": [8, 7, 6, 5, 4, 1],
        "set 1: x": [3, 3, 3, 4, 4, 5],
    }
    for height, (name, values) in enumerate(rows.items()):
        look = style.SET_STYLE[0 if "1" in name else 1]
        seen = {}
        for value in values:
            seen[value] = seen.get(value, -1) + 1
            axes.plot(
                value,
                height + 0.24 * seen[value],
                ms=8,
                ls="",
                **look,
                mfc="none" if value == 1 else None,
            )
        mean = np.mean(values)
        axes.plot(mean, height, "D", color=style.INK, ms=9)
        axes.text(mean, height - 0.43, f"{mean:.2f}", fontsize=10, ha="center")
    axes.set_yticks(range(4), list(rows))
    axes.grid(axis="y", color=style.PALE)
    return figure
