"""Page 08: maps from distances, against plain linear algebra and scikit-learn."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS as PeerMDS

from rbflib import great_circle_distances, world_cities
from rbflib.lab.kit import style
from rbflib.lab.pages.multidimensional_scaling.cities import nearest_cities
from rbflib.lab.pages.multidimensional_scaling.city_names import CityNames
from rbflib.lab.pages.multidimensional_scaling.digits_map import N_NEW, digit_samples
from rbflib.lab.pages.multidimensional_scaling.flat_maps import (
    COLUMNS,
    NOT_CENTERED,
    POINTS_CODE,
    points,
)
from tests.pages.conftest import opened
from tests.pointer_events import click
from tests.seeds import thorough


def torgerson(table, d):
    """The map by plain linear algebra, for scikit-learn refuses tables of great circles."""
    centering = np.eye(len(table)) - 1 / len(table)
    eigenvalues, V = np.linalg.eigh(-0.5 * centering @ table**2 @ centering)
    return V[:, : -d - 1 : -1] * np.sqrt(eigenvalues[: -d - 1 : -1]), eigenvalues[::-1]


@pytest.mark.parametrize(("home", "n", "d"), [("London", 33, 2), ("Lima", 12, 2), ("Tokyo", 9, 1)])
def test_map_of_cities_is_that_of_scikit_learn_in_another_unit(home, n, d):
    explorer = opened("city_map", home=home, n=n, d=d)
    names, latitude, longitude = world_cities()
    everywhere = great_circle_distances(latitude, longitude)
    chosen = np.argsort(everywhere[names.index(home)])[:n]
    table = everywhere[np.ix_(chosen, chosen)]
    peer, _ = torgerson(table, d)
    drawing = explorer.scene.mds_map
    drawn = [dots.get_xydata() for dots in (drawing.home, drawing.near, drawing.far)]
    ratio = pdist(np.concatenate(drawn)) / pdist(peer)
    assert_allclose(ratio, ratio.mean(), rtol=1e-6)


def test_eigenvalues_drawn_are_those_of_the_centered_table():
    explorer = opened("city_map", n=20, d=2)
    table = great_circle_distances(*(x[nearest_cities("London", 20)] for x in world_cities()[1:]))
    _, eigenvalues = torgerson(table, 2)
    share, scene = eigenvalues / eigenvalues[0], explorer.scene
    drawn = [dots.get_xydata() for dots in (scene.used, scene.positive, scene.negative)]
    assert [len(dots) for dots in drawn] == [2, 18 - np.sum(share < -1e-4), np.sum(share < -1e-4)]
    assert_allclose(np.concatenate(drawn)[:, 1], share, atol=1e-9)


def test_true_map_has_longitude_to_the_east_and_latitude_to_the_north():
    drawing = opened("city_map", home="Cairo", n=15).scene.true_map
    latitude, longitude = (x[nearest_cities("Cairo", 15)] for x in world_cities()[1:])
    drawn = np.concatenate([drawing.home.get_xydata(), drawing.near.get_xydata()])
    assert np.corrcoef(drawn[:, 0], longitude)[0, 1] == pytest.approx(1)
    assert np.corrcoef(drawn[:, 1], latitude)[0, 1] == pytest.approx(1)
    degree = np.ptp(drawn, axis=0) / [np.ptp(longitude), np.ptp(latitude)]
    assert degree[0] / degree[1] == pytest.approx(np.cos(np.radians(latitude.mean())))


def shown_percent(text):
    return float(text.removesuffix("%"))


def test_new_digits_and_what_is_kept_are_those_of_principal_components():
    explorer = opened("digits_map", digits="0 1 2 3 4 5 6 7 8 9", n_fitted=150, d=6)
    samples, _ = digit_samples("0 1 2 3 4 5 6 7 8 9")
    X, X_new = samples[N_NEW : N_NEW + 150], samples[:N_NEW]
    peer = PCA(2).fit(X)
    expected, drawn = peer.transform(X_new), explorer.scene.rings.get_xydata()
    assert_allclose(drawn * np.sign((drawn * expected).sum(axis=0)), expected, atol=1e-8)
    dots = np.concatenate([glyphs.get_xydata() for glyphs in explorer.scene.fitted])
    assert np.sum(dots**2) == pytest.approx(np.sum(peer.transform(X) ** 2))
    peer = PCA(6).fit(X)
    Z = peer.transform(X)
    true, seen = cdist(X_new, X), cdist(peer.transform(X_new), Z)
    kept = np.sum(pdist(Z) ** 2) / np.sum(pdist(X) ** 2), np.sum(seen**2) / np.sum(true**2)
    shown = [explorer.numbers[name] for name in ("squared distance kept", "of the new")]
    assert shown == [f"{100 * share:.1f}%" for share in kept]


# The square and the tetrahedron have equal eigenvalues: their maps may be turned in any way.
UNTIED = ["random points", "a feature twice", "shifted by 10", "iris flowers"]


def drawn_points(explorer):
    """Dots of the map from distances, (n, 2)."""
    marks = [mark for mark in explorer.scene.points if mark.get_visible()]
    return np.concatenate([mark.get_xydata() for mark in marks])


@pytest.mark.parametrize("data", UNTIED)
@pytest.mark.parametrize("d", [2, *thorough(1)])
def test_map_is_that_of_scikit_learn_from_the_table_of_distances(data, d):
    table = squareform(pdist(points(data)))
    peer = PeerMDS(n_components=d, metric="precomputed").fit_transform(table)
    explorer = opened("distances_to_map", data=data, d=d)
    assert_allclose(pdist(drawn_points(explorer)), pdist(peer), atol=1e-9)


@pytest.mark.parametrize("data", POINTS_CODE)
def test_bars_are_the_shares_of_principal_components(data):
    explorer = opened("distances_to_map", data=data, d=3)
    X = points(data)
    share = np.zeros(4)
    share[: X.shape[1]] = PCA().fit(X).explained_variance_ratio_
    heights = [bar.get_height() for bar in explorer.scene.left_out]
    assert_allclose(heights, share, atol=1e-12)
    shown = shown_percent(explorer.numbers["squared distance on the map"])
    assert shown == pytest.approx(100 * min(1, share[:3].sum()), abs=0.05)


@pytest.mark.parametrize("data", ["random points", "iris flowers"])
@pytest.mark.parametrize("d", [2, *thorough(1, 3)])
def test_features_kept_are_the_best_of_all_choices(data, d):
    X = points(data)
    explorer = opened("distances_to_map", data=data, way=COLUMNS, d=d)
    ways = combinations(range(X.shape[1]), d)
    best = max(np.sum(pdist(X[:, way]) ** 2) for way in ways) / np.sum(pdist(X) ** 2)
    shown = shown_percent(explorer.numbers["squared distance on the map"])
    assert shown == pytest.approx(100 * best, abs=0.051)
    filled = [bar.get_height() > 0 for bar in explorer.scene.used]
    named = ", ".join(str(i + 1) for i in np.flatnonzero(filled))
    assert explorer.numbers["map made of"] == f"features {named}"


def test_not_centered_is_the_eigenvalue_problem_of_the_raw_inner_products():
    X = points("shifted by 10")
    eigenvalues, V = np.linalg.eigh(X @ X.T)
    Z = V[:, :-3:-1] * np.sqrt(eigenvalues[:-3:-1])
    drawn = drawn_points(opened("distances_to_map", data="shifted by 10", way=NOT_CENTERED))
    assert_allclose(pdist(drawn), pdist(Z), atol=1e-9)
    centered = drawn_points(opened("distances_to_map", data="shifted by 10"))
    assert np.sum(pdist(drawn) ** 2) < 0.9 * np.sum(pdist(centered) ** 2)


def n_kept_short_and_long(scene):
    return [len(lines.get_segments()) for lines in (scene.kept, scene.short, scene.long)]


def parts_within_5_percent(change):
    return [np.sum(np.abs(change) <= 0.05), np.sum(change < -0.05), np.sum(change > 0.05)]


@pytest.mark.parametrize(("point", "right", "up"), [(3, 0.5, -0.25), (8, -0.7, 0.4)])
def test_lines_of_a_moved_point(point, right, up):
    still = drawn_points(opened("distances_to_map"))
    explorer = opened("distances_to_map", point=point, right=right, up=up)
    scene, Z = explorer.scene, drawn_points(explorer)
    assert_allclose(Z[point - 1] - still[point - 1], [right, up])
    assert_allclose(np.delete(Z, point - 1, axis=0), np.delete(still, point - 1, axis=0))
    given, seen = pdist(points("random points")), pdist(Z)
    assert n_kept_short_and_long(scene) == parts_within_5_percent(seen / given - 1)
    i, j = np.transpose(np.triu_indices(8, 1))[np.abs(seen - given).argmax()]
    assert_allclose(scene.worst.get_xydata()[[0, -1]], Z[[i, j]])


TEN = nearest_cities("London", 10)
TABLE = great_circle_distances(*(x[TEN] for x in world_cities()[1:]))
NAMES = [world_cities()[0][city] for city in TEN]


def in_km(explorer):
    """Where the dots are drawn, (10, 2), in km."""
    return explorer.scene.dots.get_xydata() * -explorer.controls["x0"].bounds[0]


def bars(explorer):
    """Change of each distance as its bar shows it, (10, 10) below the diagonal, in km."""
    shown = np.zeros((10, 10))
    table = explorer.scene.table
    for line in table.short.get_segments() + table.long.get_segments():
        (x, y), (end, _) = line
        shown[int(y), int(x)] = (end - x) / 0.46 * 1000
    return shown


@pytest.mark.parametrize("preset", ["In a circle", "One is wrong", "By the formula", "Turned"])
def test_bars_and_lines_are_those_of_the_drawn_distances(preset):
    explorer = opened("map_by_hand", preset, city="Rome")
    change = squareform(pdist(in_km(explorer))) - TABLE
    assert_allclose(bars(explorer), np.tril(np.clip(change, -1000, 1000)), atol=1e-6)
    rome, scene = NAMES.index("Rome"), explorer.scene
    share = np.delete(change[rome] / np.maximum(TABLE[rome], 1), rome)
    assert n_kept_short_and_long(scene) == parts_within_5_percent(share)


def test_a_click_chooses_a_city_and_another_one_puts_it():
    explorer = opened("map_by_hand", "In a circle")
    before = in_km(explorer)
    rome, paris = NAMES.index("Rome"), NAMES.index("Paris")
    for place in (before[rome] / 3200, (0.1, 0.2), before[paris] / 3200):
        click(explorer, explorer.scene.map, place)
    assert in_km(explorer)[rome] == pytest.approx([320, 640], abs=1)
    assert_allclose(np.delete(in_km(explorer), rome, 0), np.delete(before, rome, 0))
    assert explorer.city == "Paris"


def test_map_by_the_formula_is_torgersons_to_the_kilometer():
    formula = in_km(opened("map_by_hand", "By the formula"))
    assert_allclose(pdist(formula), pdist(torgerson(TABLE, 2)[0]), atol=1.5)
    assert np.corrcoef(formula[:, 0], world_cities()[2][TEN])[0, 1] > 0.98  # east is at the right


@pytest.mark.parametrize("scale", [1.5, 2])
def test_names_of_cities_grow_with_the_picture(scale):
    widths = []
    for dpi in (style.DPI, scale * style.DPI):
        figure = style.new_figure(3, 3)
        names = CityNames(figure.add_axes((0, 0, 1, 1), frameon=False, xticks=[], yticks=[]))
        figure.dpi = dpi
        names.set_animated(False)
        names.shown = [(0, (0.2, 0.2))]
        figure.canvas.draw()
        dark = np.asarray(figure.canvas.buffer_rgba())[..., :3].max(axis=2) < 100
        widths.append(np.ptp(np.flatnonzero(dark.any(axis=0))))
    assert_allclose(widths[1], scale * widths[0], rtol=0.1)  # letters stand at whole pixels
