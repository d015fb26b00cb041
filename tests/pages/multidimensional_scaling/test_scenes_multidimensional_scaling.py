"""What the scenes of page 08 draw and measure, against scikit-learn and brute force."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.decomposition import PCA
from sklearn.manifold import ClassicalMDS as PeerMDS
from sklearn.neighbors import KNeighborsClassifier

from rbflib import great_circle_distances, world_cities
from rbflib.datasets import EARTH_RADIUS
from rbflib.lab import EXPLORERS
from rbflib.lab.kit import style
from rbflib.lab.pages.multidimensional_scaling.scenes import (
    COLUMNS,
    N_NEW,
    NOT_CENTERED,
    POINTS,
    digit_samples,
    free_corners,
    map_of_cities,
    name_stamps,
    nearest_cities,
    rows_below,
    seen_from,
    turned_for_reading,
)

# The square and the tetrahedron have equal eigenvalues: their maps may be turned in any way.
UNTIED = ["random points in space", "a feature twice", "shifted by 10", "iris flowers"]


def opened(name, **state):
    explorer = EXPLORERS[name]()
    explorer.set(**state)
    return explorer


def drawn_points(explorer):
    """Dots of the map from distances, (n, 2)."""
    marks = [mark for mark in explorer.scene.points if mark.get_visible()]
    return np.concatenate([mark.get_xydata() for mark in marks])


def shown_percent(text):
    return float(text.removesuffix(" %"))


@pytest.mark.parametrize("data", UNTIED)
@pytest.mark.parametrize("d", [1, 2])
def test_map_is_that_of_scikit_learn_from_the_table_of_distances(data, d):
    table = squareform(pdist(POINTS[data]()))
    peer = PeerMDS(n_components=d, metric="precomputed").fit_transform(table)
    drawn = drawn_points(opened("distances_to_map", data=data, d=d))
    assert_allclose(pdist(drawn), pdist(peer), atol=1e-9)


@pytest.mark.parametrize("data", POINTS)
def test_bars_are_the_shares_of_principal_components(data):
    explorer = opened("distances_to_map", data=data, d=3)
    X = POINTS[data]()
    share = np.zeros(4)
    share[: X.shape[1]] = PCA().fit(X).explained_variance_ratio_
    heights = [bar.get_height() for bar in explorer.scene.left_out]
    assert_allclose(heights, share, atol=1e-12)
    kept = min(100, 100 * share[:3].sum())
    assert shown_percent(explorer.numbers["squared distance on the map"]) == pytest.approx(
        kept, abs=0.05
    )


@pytest.mark.parametrize("data", ["random points in space", "iris flowers"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_features_kept_are_the_best_of_all_choices(data, d):
    X = POINTS[data]()
    explorer = opened("distances_to_map", data=data, way=COLUMNS, d=d)
    ways = combinations(range(X.shape[1]), d)
    best = max(np.sum(pdist(X[:, way]) ** 2) for way in ways) / np.sum(pdist(X) ** 2)
    shown = shown_percent(explorer.numbers["squared distance on the map"])
    assert shown == pytest.approx(100 * best, abs=0.051)
    filled = [bar.get_height() > 0 for bar in explorer.scene.used]
    named = [
        int(x) - 1 for x in explorer.numbers["map made of"].removeprefix("features ").split(", ")
    ]
    assert np.flatnonzero(filled).tolist() == named


def test_not_centered_is_the_eigenvalue_problem_of_the_raw_inner_products():
    X = POINTS["shifted by 10"]()
    eigenvalues, V = np.linalg.eigh(X @ X.T)
    Z = V[:, :-3:-1] * np.sqrt(eigenvalues[:-3:-1])
    drawn = drawn_points(opened("distances_to_map", data="shifted by 10", way=NOT_CENTERED))
    assert_allclose(pdist(drawn), pdist(Z), atol=1e-9)
    centered = drawn_points(opened("distances_to_map", data="shifted by 10"))
    assert np.sum(pdist(drawn) ** 2) < 0.9 * np.sum(pdist(centered) ** 2)


def test_shifted_points_have_the_same_map():
    shifted = drawn_points(opened("distances_to_map", data="shifted by 10"))
    assert_allclose(shifted, drawn_points(opened("distances_to_map")), atol=1e-12)


def test_tetrahedron_becomes_a_square_in_the_plane_and_is_exact_in_space():
    explorer = opened("distances_to_map", data="tetrahedron")
    assert_allclose(pdist(POINTS["tetrahedron"]()), 2)
    assert_allclose(np.sort(pdist(drawn_points(explorer))), 4 * [np.sqrt(2)] + 2 * [2])
    assert explorer.numbers["squared distance on the map"] == "66.7 %"
    assert explorer.numbers["pairs broken"] == "4 of 6"
    assert "2.00 drawn as 1.41" in explorer.numbers["worst pair"]
    explorer.set(d=3)
    assert explorer.numbers["stress"] == pytest.approx(0, abs=1e-12)
    assert explorer.numbers["worst pair"] == "none"


@pytest.mark.parametrize(("point", "right", "up"), [(3, 0.5, -0.25), (8, -0.7, 0.4)])
def test_lines_and_numbers_of_a_moved_point(point, right, up):
    explorer = opened("distances_to_map", point=point, right=right, up=up)
    scene, Z = explorer.scene, drawn_points(explorer)
    still = drawn_points(opened("distances_to_map"))
    assert_allclose(Z[point - 1] - still[point - 1], [right, up])
    assert_allclose(np.delete(Z, point - 1, axis=0), np.delete(still, point - 1, axis=0))
    given, seen = pdist(POINTS["random points in space"]()), pdist(Z)
    change = seen / given - 1
    n_lines = [len(lines.get_segments()) for lines in (scene.kept, scene.short, scene.long)]
    assert n_lines == [
        np.sum(np.abs(change) <= 0.05), np.sum(change < -0.05), np.sum(change > 0.05)
    ]  # fmt: skip
    stress = np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2))
    assert explorer.numbers["stress"] == pytest.approx(stress)
    assert explorer.numbers["pairs broken"] == f"{n_lines[1] + n_lines[2]} of 28"
    i, j = np.transpose(np.triu_indices(8, 1))[np.abs(seen - given).argmax()]
    assert explorer.numbers["worst pair"].startswith(f"{i + 1}–{j + 1}, ")
    assert_allclose(scene.worst.get_xydata()[[0, -1]], Z[[i, j]])


def test_table_shows_given_distances_below_and_drawn_ones_above_its_diagonal():
    explorer = opened("distances_to_map", data="iris flowers", d=1)
    cells, n = explorer.scene.cells, 9
    x, y = cells.grid()
    colors = cells.colors[:: cells.cell, :: cells.cell]
    given = squareform(pdist(POINTS["iris flowers"]()))
    seen = squareform(pdist(drawn_points(explorer)[:, :1]))
    for i, j in [(0, 0), (5, 2), (2, 5), (8, 1), (1, 8)]:
        value = given[i, j] if i > j else seen[i, j]
        at = np.abs(y - (i + 0.5) / n).argmin(), np.abs(x - (j + 0.5) / n).argmin()
        assert_array_equal(colors[at], style.similarity_colors(np.array(value / 2)))
    broken = np.abs(seen - given) > 0.05 * given
    marks = [explorer.scene.cells_short[1], explorer.scene.cells_long[1]]
    assert sum(len(mark.get_xydata()) for mark in marks) == broken.sum() / 2


def test_hand_holds_the_nearest_point_and_lets_the_last_one_spring_back():
    explorer = opened("distances_to_map", point=2, right=0.5)
    scene, at = explorer.scene, drawn_points(explorer)[4]
    moved = scene.drag(scene.map, at + 0.01, at + np.array([0.31, -0.19]), explorer.state)
    assert moved == {"point": 5, "right": pytest.approx(0.3), "up": pytest.approx(-0.2)}
    again = scene.drag(scene.map, drawn_points(explorer)[1], [0, 0], explorer.state)
    still = drawn_points(opened("distances_to_map"))[1]
    assert [again["right"], again["up"]] == pytest.approx(list(-still))
    assert scene.drag(scene.table, [0.5, 0.5], [0.6, 0.6], explorer.state) == {}
    assert "up" not in scene.drag(scene.map, [0, 0], [1, 1], explorer.state | {"d": 1})


def test_names_below_a_line_do_not_cover_each_other(rng):
    x = rng.uniform(-0.5, 0.5, 9)
    row = rows_below(x, 0.2)
    near = np.abs(np.subtract.outer(x, x)) < 0.2
    assert not np.any(near & np.equal.outer(row, row) & ~np.eye(9, dtype=bool))
    assert row.min() == 1
    assert_array_equal(rows_below(np.arange(5.0), 0.2), 1)


def drawn_cities(explorer):
    """Home, the near side and the far side of the map from distances, (n, 2)."""
    drawing = explorer.scene.mds_map
    return np.concatenate([dots.get_xydata() for dots in (drawing.home, drawing.near, drawing.far)])


@pytest.mark.parametrize(("home", "n", "d"), [("London", 33, 2), ("Lima", 12, 2), ("Tokyo", 9, 1)])
def test_map_of_cities_is_that_of_scikit_learn_in_another_unit(home, n, d):
    explorer = opened("city_map", home=home, n=n, d=d)
    names, latitude, longitude = world_cities()
    from_home = great_circle_distances(latitude, longitude)[names.index(home)]
    chosen = np.argsort(from_home)[:n]
    table = great_circle_distances(latitude[chosen], longitude[chosen])
    peer = peer_map(table, d)
    drawn = drawn_cities(explorer)
    assert len(drawn) == n
    ratio = pdist(drawn) / pdist(peer)
    assert_allclose(ratio, ratio.mean(), rtol=1e-6)
    error = np.abs(pdist(peer) - squareform(table, checks=False)).mean()
    assert float(explorer.numbers["mean error in km"]) == pytest.approx(error, abs=0.51)


def peer_map(table, d):
    """Torgerson's map by plain linear algebra: scikit-learn refuses tables like these."""
    centering = np.eye(len(table)) - 1 / len(table)
    eigenvalues, V = np.linalg.eigh(-0.5 * centering @ table**2 @ centering)
    return V[:, : -d - 1 : -1] * np.sqrt(eigenvalues[: -d - 1 : -1])


def test_eigenvalues_drawn_are_those_of_the_centered_table():
    explorer = opened("city_map", n=20, d=2)
    table = great_circle_distances(*(x[nearest_cities("London", 20)] for x in world_cities()[1:]))
    centering = np.eye(20) - 1 / 20
    eigenvalues = np.linalg.eigvalsh(-0.5 * centering @ table**2 @ centering)[::-1]
    share, scene = eigenvalues / eigenvalues[0], explorer.scene
    drawn = [dots.get_xydata() for dots in (scene.used, scene.positive, scene.negative)]
    assert [len(dots) for dots in drawn] == [2, 18 - np.sum(share < -1e-4), np.sum(share < -1e-4)]
    assert_allclose(np.concatenate(drawn)[:, 1], share, atol=1e-9)
    assert explorer.numbers["negative"] == np.sum(share < -1e-4)
    assert explorer.numbers["positive eigenvalues"] == np.sum(share > 1e-4)


def test_cities_seen_from_home_are_apart_by_their_great_circles():
    _, latitude, longitude = world_cities()
    chosen = np.arange(33)
    directions = seen_from("Nairobi", chosen)
    angle = np.arccos(np.clip(directions @ directions.T, -1, 1))
    table = great_circle_distances(latitude, longitude)
    assert_allclose(EARTH_RADIUS * angle, table, atol=1)
    nairobi = world_cities()[0].index("Nairobi")
    assert_allclose(directions[nairobi], [0, 0, 1], atol=1e-12)
    assert directions[latitude > 80].size == 0
    north = directions[world_cities()[0].index("Moscow")]
    assert north[1] > 0.7


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_turning_for_reading_changes_no_distance(d):
    Z, _ = map_of_cities("London", 33)
    turned = turned_for_reading(Z[:, :d], "London", nearest_cities("London", 33))
    assert_allclose(pdist(turned), pdist(Z[:, :d]), rtol=1e-9)


def test_map_in_three_dimensions_is_the_globe():
    chosen = nearest_cities("London", 33)
    Z, _ = map_of_cities("London", 33)
    globe = seen_from("London", chosen)
    globe -= globe.mean(axis=0)
    turned = turned_for_reading(Z[:, :3], "London", chosen)
    assert np.corrcoef(turned.ravel(), globe.ravel())[0, 1] > 0.97


@pytest.mark.parametrize("d", [2, 3])
def test_hollow_cities_of_a_globe_are_those_below_the_horizon(d):
    explorer = opened("city_map", d=d)
    below = seen_from("London", nearest_cities("London", 33))[:, 2] < 0
    assert len(explorer.scene.mds_map.far.get_xydata()) == (below.sum() if d == 3 else 0)


def test_true_map_has_longitude_to_the_east_and_latitude_to_the_north():
    explorer = opened("city_map", home="Cairo", n=15)
    _, latitude, longitude = world_cities()
    chosen = nearest_cities("Cairo", 15)
    drawing = explorer.scene.true_map
    drawn = np.concatenate([drawing.home.get_xydata(), drawing.near.get_xydata()])
    assert np.corrcoef(drawn[:, 0], longitude[chosen])[0, 1] == pytest.approx(1)
    assert np.corrcoef(drawn[:, 1], latitude[chosen])[0, 1] == pytest.approx(1)
    degree = np.ptp(drawn, axis=0) / [np.ptp(longitude[chosen]), np.ptp(latitude[chosen])]
    assert degree[0] / degree[1] == pytest.approx(np.cos(np.radians(latitude[chosen].mean())))


def test_names_stand_apart_and_inside(rng):
    place, sizes = rng.uniform(-0.9, 0.9, (25, 2)) * [1, 0.6], rng.uniform(0.05, 0.3, (25, 2))
    corners = free_corners(place, sizes, top=0.6)
    boxes = [
        np.hstack([corner, corner + size])
        for corner, size in zip(corners, sizes, strict=True) if corner is not None
    ]  # fmt: skip
    assert len(boxes) > 5
    for a, b in combinations(boxes, 2):
        assert np.any(a[2:] <= b[:2]) or np.any(b[2:] <= a[:2])
    assert np.all(np.abs(boxes) <= [1, 0.6, 1, 0.6])


def test_every_name_is_set_in_type():
    heights = {stamp.shape[0] for stamp in name_stamps()}
    assert len(heights) == 1
    assert all(stamp[:, :, 3].any() for stamp in name_stamps())
    widths = {
        name: stamp.shape[1] for name, stamp in zip(world_cities()[0], name_stamps(), strict=True)
    }
    assert widths["Buenos Aires"] > 2 * widths["Rome"]


@pytest.fixture(scope="module")
def ten_digits():
    explorer = opened("digits_map", digits="0 1 2 3 4 5 6 7 8 9", n_fitted=150, d=6)
    X, y = digit_samples("0 1 2 3 4 5 6 7 8 9")
    fitted = slice(N_NEW, N_NEW + 150)
    return explorer, X[fitted], y[fitted], X[:N_NEW], y[:N_NEW]


def test_new_digits_are_placed_as_principal_components_place_them(ten_digits):
    explorer, X, _, X_new, _ = ten_digits
    peer = PCA(2).fit(X)
    expected, drawn = peer.transform(X_new), explorer.scene.rings.get_xydata()
    assert_allclose(drawn * np.sign((drawn * expected).sum(axis=0)), expected, atol=1e-8)
    dots = np.concatenate([glyphs.get_xydata() for glyphs in explorer.scene.fitted])
    assert np.sum(dots**2) == pytest.approx(np.sum(peer.transform(X) ** 2))


def test_every_digit_is_drawn_as_itself(ten_digits):
    explorer, _, y, _, y_new = ten_digits
    for digit in range(10):
        fitted, new = explorer.scene.fitted[digit], explorer.scene.new[digit]
        assert fitted.get_marker() == new.get_marker() == f"${digit}$"
        assert len(fitted.get_xydata()) == np.sum(y == digit)
        assert len(new.get_xydata()) == np.sum(y_new == digit)


def test_errors_of_new_digits_are_those_of_their_distances(ten_digits):
    explorer, X, y, X_new, y_new = ten_digits
    peer = PCA(6).fit(X)
    Z, placed = peer.transform(X), peer.transform(X_new)
    true, seen = cdist(X_new, X), cdist(placed, Z)
    numbers = explorer.numbers
    same = np.sum(true.argmin(axis=1) == seen.argmin(axis=1))
    assert numbers["nearest on the map is nearest by pixels"] == f"{same} of {N_NEW}"
    stress = np.sqrt(np.sum((true - seen) ** 2) / np.sum(true**2))
    assert numbers["stress of the new"] == pytest.approx(stress)
    new_to_fitted = 100 * np.sum(seen**2) / np.sum(true**2)
    assert shown_percent(numbers["new to fitted"]) == pytest.approx(new_to_fitted, abs=0.051)
    kept = 100 * np.sum(pdist(Z) ** 2) / np.sum(pdist(X) ** 2)
    assert shown_percent(numbers["squared distance kept"]) == pytest.approx(kept, abs=0.051)
    assert explorer.scene.kept.get_ydata()[5] == pytest.approx(kept / 100)
    assert explorer.scene.kept_new.get_ydata()[5] == pytest.approx(new_to_fitted / 100)
    for name, fitted, new in [
        ("label of the nearest is right: on the map", Z, placed),
        ("by pixels", X, X_new),
    ]:
        right = KNeighborsClassifier(1).fit(fitted, y).score(new, y_new)
        assert numbers[name] == f"{round(N_NEW * right)} of {N_NEW}"


def test_images_are_the_new_digit_and_its_two_nearest(ten_digits):
    explorer, X, y, X_new, y_new = ten_digits
    explorer.set(look=7)
    peer = PCA(6).fit(X)
    by_map = cdist(peer.transform(X_new[6:7]), peer.transform(X)).argmin()
    by_pixels = cdist(X_new[6:7], X).argmin()
    shown = [(X_new[6], y_new[6]), (X[by_map], y[by_map]), (X[by_pixels], y[by_pixels])]
    scene = explorer.scene
    for (image, label), pixels, caption in zip(shown, scene.images, scene.captions, strict=True):
        assert caption.get_text() == f"a {label}"
        x, y_ = pixels.grid()
        column, row = (
            np.abs(np.subtract.outer(np.arange(8) + 0.5, at)).argmin(axis=1) for at in (x, y_)
        )
        drawn = pixels.colors[:: pixels.cell, :: pixels.cell][np.ix_(row, column)]
        assert_array_equal(drawn, style.similarity_colors(image.reshape(8, 8)))
    assert_allclose(scene.to_pixels.get_xydata()[0], scene.rings.get_xydata()[6])


def test_hand_looks_at_the_nearest_new_digit(ten_digits):
    explorer, *_ = ten_digits
    scene = explorer.scene
    at = scene.rings.get_xydata()[11]
    assert scene.drag(scene.map, [0, 0], at + 1e-6, explorer.state) == {"look": 12}
    assert scene.drag(scene.figure.axes[1], [1, 0.5], [2, 0.5], explorer.state) == {}
