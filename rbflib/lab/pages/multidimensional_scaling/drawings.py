"""Page 08: from distances to a map."""

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import scale

from rbflib import ClassicalMDS, double_centering
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture, state
from rbflib.lab.kit.sheet import legend, matrix, row_of_axes
from rbflib.lab.pages.multidimensional_scaling.city_map import city_map
from rbflib.lab.pages.multidimensional_scaling.digits_map import digits_map
from rbflib.lab.pages.multidimensional_scaling.distances_to_map import distances_to_map
from rbflib.lab.pages.multidimensional_scaling.flat_maps import random_points


@picture("m1")
def inner_products():
    """Six points: their squared distances, from which the means of rows and columns are taken, are
    inner products B; blue is positive, orange negative.
    """
    figure = style.new_figure(height=3.7)
    distances = squareform(pdist(random_points()[:6]))
    D2, B = distances**2, double_centering(distances)
    centered = D2 - D2.mean(axis=1, keepdims=True)
    panels = [
        ("dist²", D2),
        ("− the mean of each row", centered),
        ("− of each column, times −½: B", B),
    ]
    for i, (title, values) in enumerate(panels):
        axes = style.add_axes(figure, (0.55 + 2.9 * i, 0.6, 2.6, 2.7), title=title)
        matrix(axes, values, 2, limit=1.3 * np.abs(values).max())
        axes.set_aspect("auto")
        axes.set(xticks=range(6), xticklabels=range(1, 7), yticks=range(6), yticklabels=range(1, 7))
        axes.set(xlabel="point", ylabel="" if i else "point")
    return figure


state(
    "m2",
    "map_and_shares",
    distances_to_map,
    None,
    "A map from distances alone, and the share of every dimension, its eigenvalue among all; "
    "dashed, the pairs that the plane draws too short.",
)


@picture("m3")
def fewer_dimensions():
    """Distances on maps of one, two and three dimensions against the given ones: none is longer,
    and at full rank all are equal.
    """
    X = random_points()
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    left_out = [eigenvalues[d:].sum() / eigenvalues.sum() for d in (1, 2, 3)]
    titles = [f"d′ = {d + 1}: {abs(share):.0%} left out" for d, share in enumerate(left_out)]
    figure, panels = row_of_axes(titles, xlabel="given distance", ylabel="on the map")
    for d, axes in zip((1, 2, 3), panels, strict=True):
        axes.plot([0, 2.1], [0, 2.1], "--", color=style.MUTED, lw=1.5, label="equal")
        axes.plot(
            pdist(X),
            pdist(ClassicalMDS(d).fit_transform(X)),
            "o",
            color=style.INK,
            ms=5,
            label="a pair of points",
        )
        axes.set(xlim=(0, 2.15), ylim=(0, 2.15))
    legend(panels[0])
    return figure


@picture("m3")
def embedding():
    """Samples of three features that lie near a tilted plane, and their map: two dimensions are
    enough. The marks are thirds of x₁.
    """
    figure = style.new_figure(height=3.9)
    rng = np.random.default_rng(5)
    flat = np.column_stack([rng.uniform(-1, 1, 60), rng.uniform(-0.6, 0.6, 60)])
    up = 0.7 * flat[:, 0] - 0.4 * flat[:, 1] + 0.04 * rng.standard_normal(60)
    X = np.column_stack([flat, up])
    Z = ClassicalMDS(2).fit_transform(X)
    Z *= np.sign((Z * flat).sum(axis=0))  # an eigenvector's sign is free
    space = figure.add_axes((0.03, 0.04, 0.46, 0.94), projection="3d")
    space.set(
        xlabel="x₁",
        ylabel="x₂",
        zlabel="x₃",
        xticks=[-1, 0, 1],
        yticks=[-0.5, 0, 0.5],
        zticks=[-1, 0, 1],
    )
    space.view_init(35, -125)
    space.set_box_aspect((1.5, 1.0, 1.0), zoom=0.95)
    plane = style.add_axes(
        figure, (5.35, 0.8, 3.6, 2.6), title="the map", xlabel="z₁", ylabel="z₂", aspect="equal"
    )
    thirds = np.digitize(flat[:, 0], [-0.33, 0.33])
    for m, look in enumerate(style.SET_STYLE[:3]):
        one = thirds == m
        space.plot(*X[one].T, ls="", ms=5, **look)
        plane.plot(*Z[one].T, ls="", ms=6, **look)
    return figure


@picture("m4")
def principal_components():
    """178 wines on a map from their distances (rings), and by principal components (dots): the same
    places.
    """
    figure, [axes] = row_of_axes(
        ["thirteen features in two dimensions"],
        xlabel="first dimension",
        ylabel="second dimension",
        height=4.2,
    )
    wines = scale(load_wine().data)
    by_distances = ClassicalMDS(2, metric="precomputed").fit_transform(squareform(pdist(wines)))
    components = PCA(2).fit_transform(wines)
    components *= np.sign((components * by_distances).sum(axis=0))
    rings, dots = (look["color"] for look in style.SERIES[:2])
    axes.plot(*by_distances.T, "o", mfc="none", mec=rings, ms=9, label="MDS")
    axes.plot(*components.T, "o", color=dots, ms=3.5, label="principal components")
    legend(axes)
    return figure


state(
    "m5",
    "world_cities",
    city_map,
    None,
    "Cities of the world from their great-circle distances: the map in the plane, the eigenvalues "
    "with negative ones among them, and the error of every distance.",
)
state(
    "m6",
    "new_points",
    digits_map,
    None,
    "New digits, ringed, placed on a finished map of 200 others by their distances to those.",
)
state(
    "question 4",
    "tetrahedron",
    distances_to_map,
    "Tetrahedron in the plane",
    "Six equal distances do not fit into the plane: the best projection of a tetrahedron draws "
    "some pairs too short.",
)
state(
    "question 5",
    "feature_twice",
    distances_to_map,
    "A feature twice",
    "Three features of which one repeats another: only two eigenvalues are above 0, and the plane "
    "keeps every distance.",
)
state(
    "question 7",
    "not_centered",
    distances_to_map,
    "Shifted, not centered",
    "Points far from the origin, mapped from inner products that were not centered: the first "
    "dimension is spent on the shift.",
)


@picture("question 8")
def features_or_dimensions():
    """Share of the squared distance between wines that is kept, by dropping features and by MDS, at
    equal dimension.
    """
    figure, [axes] = row_of_axes(
        ["178 wines, 13 standardized features"],
        xlabel="dimensions d′",
        ylabel="share kept",
        ylim=(0, 1.04),
    )
    wines = scale(load_wine().data)
    total = np.sum(wines**2)
    by_mds = np.cumsum(ClassicalMDS(1).fit(wines).eigenvalues_[:13]) / total
    by_features = np.cumsum(np.sort(np.sum(wines**2, axis=0))[::-1]) / total
    d = np.arange(1, 14)
    axes.plot(d, by_mds, **style.SERIES[0], label="MDS")
    axes.plot(d, by_features, **style.SERIES[1], label="features kept")
    legend(axes)
    return figure
