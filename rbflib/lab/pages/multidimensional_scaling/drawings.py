"""Page 08: from distances to a map."""

import warnings

import numpy as np
from scipy.sparse.csgraph import shortest_path
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.neighbors import kneighbors_graph
from sklearn.preprocessing import scale

from rbflib import ClassicalMDS, double_centering
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture
from rbflib.lab.kit.layout import SIDE, matrix, row_of_axes
from rbflib.lab.pages.multidimensional_scaling.cities import CITY_DISTANCES, NAMES, nearest_cities
from rbflib.lab.pages.multidimensional_scaling.flat_maps import points
from rbflib.lab.pages.multidimensional_scaling.wrong_distances import LONG, SHORT


@picture("m1")
def triangle():
    """A triangle with sides 3, 4 and 5: its squared distances, the inner products B that double
    centering makes of them, and the vectors from their mean that have these inner products.
    """
    figure = style.new_figure(height=3.7)
    distances = np.array([[0.0, 3, 5], [3, 0, 4], [5, 4, 0]])
    B = double_centering(distances)
    titles = ["Squared distances", "Inner products, in ninths"]
    for i, values in enumerate([distances**2, 9 * B]):
        axes = style.add_axes(figure, (0.5 + 2.75 * i, 0.6, 2.4, 2.6), title=titles[i])
        matrix(axes, values, limit=1.3 * np.abs(values).max())
        for (row, column), value in np.ndenumerate(values):
            axes.text(column, row, f"{value:.0f}".replace("-", "−"), ha="center", va="center")
        axes.set(xticks=range(3), xticklabels="ABC", yticks=range(3), yticklabels="ABC")
        axes.tick_params(length=0)
    _arrows_from_the_middle(figure, B)
    return figure


def _arrows_from_the_middle(figure, B):
    corners = np.array([[3.0, 0], [0, 0], [0, 4]])
    middle = corners.mean(axis=0)
    look = {"xlim": (-1.1, 4.2), "ylim": (-0.6, 4.4), "aspect": "equal", "xticks": [], "yticks": []}
    title = "From the mean: squared lengths"
    axes = style.add_axes(figure, (5.9, 0.4, 3.1, 2.8), title, anchor="W", **look)
    axes.spines[:].set_visible(False)
    axes.fill(*corners.T, fc="none", ec=style.MUTED, lw=1.5)
    for text, x, y in [("3", 1.5, -0.3), ("4", -0.25, 2), ("5", 1.75, 2.15)]:
        axes.text(x, y, text, ha="center", va="center", color=style.MUTED)
    color = style.GROUP_COLORS[0]
    arrow = {"arrowstyle": "-|>", "color": color, "lw": 2, "shrinkA": 0, "shrinkB": 3}
    places = [(3.15, 0.25, "left"), (-0.15, -0.3, "right"), (0.2, 4.1, "left")]
    for name, corner, b, (x, y, side) in zip("ABC", corners, np.diag(B), places, strict=True):
        axes.annotate("", corner, middle, arrowprops=arrow)
        axes.plot(*corner, "o", color=color, ms=6)
        axes.text(x, y, f"{name}: {9 * b:.0f}/9", ha=side, color=color)
    axes.plot(*middle, "o", color=style.INK, ms=5)


@picture("m1")
def inner_products():
    """Six cities: their squared distances, from which the means of rows and columns are taken, are
    inner products B; blue is positive, orange negative. The unit is 1000 km.
    """
    figure = style.new_figure(height=3.7)
    cities = nearest_cities("London", 6)
    distances = CITY_DISTANCES[np.ix_(cities, cities)] / 1000
    D2, B = distances**2, double_centering(distances)
    centered = D2 - D2.mean(axis=1, keepdims=True)
    names = [NAMES[city] for city in cities]
    panels = [
        ("Squared distances", D2),
        ("Minus each row's mean", centered),
        ("Minus each column's, × −½: B", B),
    ]
    for i, (title, values) in enumerate(panels):
        axes = style.add_axes(figure, (1.05 + 2.75 * i, 0.85, 2.5, 2.4), title=title)
        matrix(axes, values, 1, limit=1.3 * np.abs(values).max())
        axes.set_aspect("auto")
        axes.set(xticks=range(6), yticks=range(6), yticklabels=[] if i else names)
        axes.set_xticklabels(names, rotation=35, ha="right", rotation_mode="anchor")
        axes.tick_params(length=0)
    return figure


@picture("question 6")
def coordinates():
    """Eight points in space along each dimension of their map. The squares of coordinate k sum to
    λ_k: the width of its shaded strip is proportional to the root of λ_k.
    """
    figure = style.new_figure(height=3.2)
    model = ClassicalMDS(3).fit(points("random points"))
    total = model.eigenvalues_.sum()
    for k, z in enumerate(model.embedding_.T):
        eigenvalue = model.eigenvalues_[k]
        limits = {"xlim": (-1.25, 1.25), "ylim": (-1, 1), "yticks": [], "xticks": [-1, 0, 1]}
        title = "" if k else "Eight points; shaded from −√(λ/8) to √(λ/8)"
        axes = style.add_axes(figure, (1.4, 2.25 - 0.9 * k, 4.9, 0.65), title, **limits)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.tick_params(length=0, labelbottom=k == 2)
        half = np.sqrt(eigenvalue / len(z))
        color = style.GROUP_COLORS[0]
        axes.fill_between([-half, half], -0.8, 0.8, color=style.lighter(color, 0.2), lw=0)
        axes.axhline(0, color=style.MUTED, lw=0.8)
        axes.plot(z, np.zeros(8), "o", color=color, ms=7)
        axes.text(-1.32, 0, f"dimension {k + 1}", ha="right", va="center")
        share = f"Σ z² = λ{'₁₂₃'[k]} = {eigenvalue:.2f},  {eigenvalue / total:.0%} of all"
        axes.text(1.32, 0, share, va="center")
    return figure


@picture("m3")
def fewer_dimensions():
    """Distances on maps of one, two and three dimensions against the given ones: none is longer,
    and at full rank all are equal.
    """
    X = points("random points")
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    left_out = [eigenvalues[d:].sum() / eigenvalues.sum() for d in (1, 2, 3)]
    titles = [f"d′ = {d + 1}: {abs(share):.0%} left out" for d, share in enumerate(left_out)]
    figure, panels = row_of_axes(titles, xlabel="given distance", ylabel="on the map")
    for d, axes in zip((1, 2, 3), panels, strict=True):
        axes.plot([0, 2.1], [0, 2.1], "--", color=style.MUTED, lw=1.5, label="equal")
        on_map = pdist(ClassicalMDS(d).fit_transform(X))
        axes.plot(pdist(X), on_map, "o", color=style.INK, ms=5, label="a pair of points")
        axes.set(xlim=(0, 2.15), ylim=(0, 2.15))
    style.add_key(panels[0])
    return figure


@picture("m4")
def principal_components():
    """178 wines on a map from their distances (rings), and by principal components (dots): the same
    places.
    """
    figure, [axes] = row_of_axes(["Thirteen features in two dimensions"], height=4.2)
    axes.set(xlabel="first dimension", ylabel="second dimension")
    wines = scale(load_wine().data)
    by_distances = ClassicalMDS(2, metric="precomputed").fit_transform(squareform(pdist(wines)))
    components = PCA(2).fit_transform(wines)
    components *= np.sign((components * by_distances).sum(axis=0))
    rings, dots = (look["color"] for look in style.SERIES[:2])
    axes.plot(*by_distances.T, "o", mfc="none", mec=rings, ms=9, label="MDS")
    axes.plot(*components.T, "o", color=dots, ms=3.5, label="principal components")
    style.add_key(axes)
    return figure


@picture("m7")
def curved_sheet():
    """A sheet of five strips, bent around a cylinder; the map of its straight distances, on which
    both ends are folded back; and that of distances along the sheet, on which it is flat.
    """
    strip, height = np.random.default_rng(0).uniform(size=(200, 2)).T * [[5], [3]]
    sheet = _bent(strip, height)
    neighbors = kneighbors_graph(sheet, 10, mode="distance")
    with warnings.catch_warnings(action="ignore"):  # such distances are not quite Euclidean
        along = ClassicalMDS(2, "precomputed").fit(shortest_path(neighbors, directed=False))
    panels = {
        "The sheet": sheet @ SIDE,
        "Straight distances": ClassicalMDS(2).fit_transform(sheet),
        "Distances along the sheet": along.embedding_,
    }
    figure, row = row_of_axes([*panels], 2.8, 0.1, 0.3, aspect="equal", xticks=[], yticks=[])
    for axes, placed in zip(row, panels.values(), strict=True):
        axes.spines[:].set_visible(False)
        axes.set(xlim=(-3.1, 3.1), ylim=(-2.1, 2.1))
        for number, look in enumerate(style.SET_STYLE[:5]):
            label = f"strip {number + 1}"
            axes.plot(*placed[strip.astype(int) == number].T, ls="", ms=4, label=label, **look)
    for edge in (0, 3):
        row[0].plot(*(_bent(np.linspace(0, 5, 99), edge) @ SIDE).T, color=style.MUTED, lw=1)
    style.add_key(row[0])
    return figure


def _bent(strip, height):
    """Points of a sheet, 5 by 3, around a cylinder that is open in front."""
    angle = strip - 2.5
    return np.column_stack([np.sin(angle), np.cos(angle), height - 1.5 + 0 * angle])


@picture("question 4")
def three_pictures():
    """A tetrahedron with edges of length 1 in the plane: seen along a line through the middles of
    two edges, seen from a corner, and the picture of the least stress that a search has found.
    """
    square = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]]) / 2
    angle = np.radians([90, 210, 330])
    around = np.column_stack([np.cos(angle), np.sin(angle)]) / np.sqrt(3)
    best = square * pdist(square).sum() / np.sum(pdist(square) ** 2)
    corner = np.vstack([around, [0, 0]])
    views = {"From an edge": square, "From a corner": corner, "By search": best}
    titles = [f"{name}: stress {_stress(flat):.2f}" for name, flat in views.items()]
    look = {"aspect": "equal", "xlim": (-0.75, 0.75), "ylim": (-0.75, 0.75)}
    figure, panels = row_of_axes(titles, 3.2, 0.1, 0.3, keyed=False, xticks=[], yticks=[], **look)
    for flat, axes in zip(views.values(), panels, strict=True):
        _sides_with_lengths(axes, flat, beside_middle=flat is not corner)
    return figure


def _sides_with_lengths(axes, flat, beside_middle):
    """All six sides of four points; those between opposite ones may cross in the middle."""
    axes.spines[:].set_visible(False)
    for i, j in zip(*np.triu_indices(4, 1), strict=True):
        length = np.linalg.norm(flat[i] - flat[j])
        kept = {"color": style.MUTED, "ls": "-"}
        axes.plot(*flat[[i, j]].T, **(SHORT if length < 0.95 else LONG if length > 1.05 else kept))
        share = 0.34 if beside_middle and j - i == 2 else 0.5
        x, y = flat[i] + share * (flat[j] - flat[i])
        box = {"fc": "white", "ec": "none", "pad": 1}
        axes.text(x, y, f"{length:.2f}", ha="center", va="center", bbox=box)
    axes.plot(*flat.T, "o", color=style.GROUP_COLORS[0], ms=8, zorder=4)


def _stress(flat):
    return np.sqrt(np.mean((pdist(flat) - 1) ** 2))
