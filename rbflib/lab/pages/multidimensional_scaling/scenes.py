"""Scenes of page 08: which distances a map keeps, cities of a round Earth, digits in the plane."""

import warnings
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection
from scipy.linalg import orthogonal_procrustes
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.datasets import load_digits, load_iris
from sklearn.preprocessing import scale

from rbflib.datasets import EARTH_RADIUS, great_circle_distances, world_cities
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, slider
from rbflib.lab.kit.stage import Pixels, Scene
from rbflib.mds import ClassicalMDS

TOLERANCE = 0.05  # a distance is kept if the map changes it by no more than this share


def to_size(X):
    """The same points in a unit that makes their largest distance 2."""
    return 2 * X / pdist(X).max()


def random_points():
    """Eight points in space, the least spread along the third axis."""
    return to_size(np.random.default_rng(345).normal(size=(8, 3)) * [0.55, 0.45, 0.28])


def square():
    return to_size(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))


def tetrahedron():
    """Four points with six equal distances."""
    return to_size(np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]))


def feature_twice():
    """Three features, of which the third repeats the first."""
    X = random_points()[:, :2]
    return to_size(np.column_stack([X, X[:, 0]]))


def shifted_points():
    return random_points() + np.array([0.0, 0.0, 10.0])


def iris_flowers():
    """Three flowers of each kind, four standardized features."""
    return to_size(scale(load_iris().data)[[11, 33, 41, 50, 81, 84, 107, 118, 119]])


POINTS = {
    "random points in space": random_points,
    "square": square,
    "tetrahedron": tetrahedron,
    "a feature twice": feature_twice,
    "shifted by 10": shifted_points,
    "iris flowers": iris_flowers,
}
MDS, COLUMNS, NOT_CENTERED = "MDS", "some features kept", "XXᵀ, not centered"
N_BARS = 4


@cache
def points(data):
    return POINTS[data]()


def by_mds(X, d):
    """The map (N, d), the shares of all dimensions, and which are used."""
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    rank = int((eigenvalues > 1e-9 * eigenvalues[0]).sum())
    # Counted in the largest entry, a regular figure has exactly equal eigenvalues: its map is then
    # turned along its own axes, and not by rounding.
    size = np.abs(X).max()
    Z = size * ClassicalMDS(min(d, rank)).fit_transform(X / size)
    return Z, eigenvalues / eigenvalues.sum(), range(d)


def by_columns(X, d):
    """The d features that keep most of the squared distance."""
    spread = X.var(axis=0)
    ways = combinations(range(X.shape[1]), min(d, X.shape[1]))
    kept = max(ways, key=lambda columns: spread[list(columns)].sum().round(9))
    return X[:, kept], spread / spread.sum(), kept


def not_centered(X, d):
    """The largest eigenvalues of XXᵀ as it stands, without double centering."""
    U, sigma, _ = np.linalg.svd(X, full_matrices=False)
    return (U * sigma)[:, :d], sigma**2 / np.sum(sigma**2), range(d)


# What a map is made by: how, and what its dimensions are called.
WAYS = {
    MDS: (by_mds, "eigenvalues"),
    COLUMNS: (by_columns, "features"),
    NOT_CENTERED: (not_centered, "eigenvalues of XXᵀ"),
}


@cache
def flat_map(data, way, d):
    """The map about its mean, 3 columns wide; shares of N_BARS dimensions; which are used."""
    Z, share, used = WAYS[way][0](points(data), d)
    Z = Z - Z.mean(axis=0)
    share = np.pad(share, (0, N_BARS))[:N_BARS]
    return np.pad(Z, [(0, 0), (0, 3 - Z.shape[1])]), share, used


class DistancesScene(Scene):
    """A table of distances, the map made from it, and the distances that the map breaks."""

    n_max = 9

    def __init__(self):
        self.figure = style.new_figure()
        self._add_table()
        self._add_map()
        self._add_bars()
        self.data = None

    def _add_table(self):
        self.table = style.add_axes(
            self.figure, (0.45, 1.55, 1.9, 1.9), title="distances", xlim=(0, 1), ylim=(1, 0),
            xticks=[], yticks=[],
        )  # fmt: skip
        self.table.text(0, 1.07, "◣ given\n◥ on the map\n− too short, + too long", va="top")
        self.cells = Pixels(self.table)
        self.cells_short = self._cell_marks("_", style.NEGATIVE)
        self.cells_long = self._cell_marks("+", style.SECOND)

    def _cell_marks(self, marker, color):
        """Marks for cells, dark or light: a white ground and the mark on it."""
        look = {"ls": "", "marker": marker, "animated": True}
        (ground,) = self.table.plot([], [], color="white", ms=12, mew=5.5, **look)
        (mark,) = self.table.plot([], [], color=color, ms=9, mew=2.5, **look)
        return ground, mark

    def _add_map(self):
        self.map = style.add_axes(
            self.figure, (2.65, 0.9, 4.1, 3.1), title="the map: drag a point (the ring marks it)",
            xlim=(-1.73, 1.73), ylim=(-1.31, 1.31), aspect="equal", xticks=[], yticks=[],
        )  # fmt: skip
        frame(self.map)
        self.kept = self._strands(color="#B5B5B5", lw=1.2, label="kept within 5 %")
        self.short = self._strands(color=style.NEGATIVE, lw=2, ls="--", label="too short")
        self.long = self._strands(color=style.SECOND, lw=2.2, ls=":", label="too long")
        (self.worst,) = self.map.plot(
            [], [], color=style.INK, lw=4.5, alpha=0.35, animated=True, zorder=2,
            label="worst pair",
        )  # fmt: skip
        (self.held,) = self.map.plot(
            [], [], "o", ms=23, mfc="none", mec=style.CENTER, mew=2, animated=True, zorder=5
        )
        look = {"color": style.POSITIVE, "mec": "white", "animated": True, "zorder": 4}
        self.points = [self.map.plot([], [], "o", **look)[0] for _ in range(self.n_max)]
        self.names = [
            self.map.text(
                0, 0, i + 1, color="white", ha="center", va="center", size=9.5, weight="bold",
                animated=True, zorder=6,
            )
            for i in range(self.n_max)
        ]  # fmt: skip
        style.add_legend(self.map, below=True)

    def _strands(self, **look):
        strands = LineCollection([], animated=True, zorder=3, **look)
        self.map.add_collection(strands, autolim=False)
        return strands

    def _add_bars(self):
        axes = style.add_axes(
            self.figure, (7.35, 1.55, 1.65, 1.9), title="share of each\ndimension",
            xlim=(0.4, N_BARS + 0.6), ylim=(0, 1), xticks=range(1, N_BARS + 1),
        )  # fmt: skip
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        self.left_out = axes.bar(
            range(1, N_BARS + 1), 0, 0.7, fc="none", ec=style.MUTED, lw=1.2, animated=True
        )
        self.used = axes.bar(range(1, N_BARS + 1), 0, 0.7, fc=style.POSITIVE, animated=True)
        axes.text(0.4, -0.24, "filled: in the map", va="top")

    def update(self, data, way, d, point, right, up):
        X = points(data)
        Z, share, used = flat_map(data, way, d)
        Z = Z.copy()
        Z[point - 1, :2] += (right, up if d > 1 else 0)  # a line has no second direction
        self._show_data(data, len(X))
        given, seen = pdist(X), pdist(Z)
        self._show_table(given, seen)
        self._show_strands(Z, given, seen, d)
        self._show_points(Z, point, d)
        self._show_shares(share, used)
        names = [str(i + 1) for i in range(len(X))]
        made_of = f"{WAYS[way][1]} {', '.join(str(k + 1) for k in used)}"
        return measure(given, seen, names) | {"map made of": made_of}

    def _show_data(self, data, n):
        if data == self.data:
            return
        self.data = data
        middles = (np.arange(n) + 0.5) / n
        self.table.set_xticks(middles, range(1, n + 1), size=8)
        self.table.set_yticks(middles, range(1, n + 1), size=8)
        self.table.tick_params(length=0, pad=1, labeltop=True, labelbottom=False)

    def _show_table(self, given, seen):
        given_table, seen_table = squareform(given), squareform(seen)
        n = len(given_table)
        table = np.tril(given_table) + np.triu(seen_table)
        x, y = self.cells.grid()
        row = np.minimum(y * n, n - 1).astype(int)
        column = np.minimum(x * n, n - 1).astype(int)
        self.cells.set_colors(style.similarity_colors(table / 2)[row[:, None], column])
        above = np.triu(np.ones((n, n), bool), 1)
        change = seen_table - given_table
        for marks, wrong in [
            (self.cells_short, change < -TOLERANCE * given_table),
            (self.cells_long, change > TOLERANCE * given_table),
        ]:
            i, j = np.nonzero(wrong & above)
            for mark in marks:
                mark.set_data((j + 0.5) / n, (i + 0.5) / n)

    def _show_strands(self, Z, given, seen, d):
        i, j = np.triu_indices(len(Z), 1)
        t = np.linspace(0, 1, 17)[None, :, None]
        strands = Z[i, None, :2] * (1 - t) + Z[j, None, :2] * t
        if d == 1:  # arcs, or all would lie on one another
            strands[:, :, 1] += 1.5 * np.abs(Z[i, None, 0] - Z[j, None, 0]) * (t - t**2)[:, :, 0]
        change = (seen - given) / given
        self.kept.set_segments(strands[np.abs(change) <= TOLERANCE])
        self.short.set_segments(strands[change < -TOLERANCE])
        self.long.set_segments(strands[change > TOLERANCE])
        pair = worst_pair(given, seen)
        self.worst.set_data(*strands[pair].reshape(-1, 2).T)

    def _show_points(self, Z, point, d):
        self.held.set_data(*Z[point - 1, :2, None])
        drop = 0.13 * rows_below(Z[:, 0]) if d == 1 else np.zeros(len(Z))
        for i, (mark, name) in enumerate(zip(self.points, self.names, strict=True)):
            shown = i < len(Z)
            mark.set_visible(shown)
            name.set_visible(shown)
            if shown:
                mark.set_data(*Z[i, :2, None])
                mark.set_markersize(15 + 6 * np.clip(Z[i, 2], -0.7, 0.7) if d > 1 else 7)
                name.set_position((Z[i, 0], Z[i, 1] - drop[i]))
                name.set_color("white" if d > 1 else style.INK)

    def _show_shares(self, share, used):
        for k, (bar, outline) in enumerate(zip(self.used, self.left_out, strict=True)):
            outline.set_height(share[k])
            bar.set_height(share[k] if k in used else 0)

    def drag(self, axes, start, point, state):
        if axes is not self.map:
            return {}
        Z = flat_map(state["data"], state["way"], state["d"])[0][:, :2]
        flat = state["d"] > 1
        now = Z.copy()
        now[state["point"] - 1] += (state["right"], state["up"] if flat else 0)
        held = np.hypot(*(now - start).T).argmin()
        right, up = now[held] - Z[held] + point - start
        return {"point": held + 1, "right": right} | ({"up": up} if flat else {})

    def tops(self, data, **_state):
        return {"point": len(points(data))}


def rows_below(x, width=0.12):
    """Row of the name of each point at x (N,) on a line, 1 the first, so that none covers another.

    Names nearer than width to each other need different rows.
    """
    row = np.zeros(len(x), int)
    for i in np.argsort(x, kind="stable"):
        taken = row[np.abs(x - x[i]) < width]
        row[i] = np.setdiff1d(np.arange(1, len(x) + 1), taken)[0]
    return row


def frame(axes):
    """A thin line all around a map: it has no axes to read."""
    axes.spines[:].set_visible(True)
    axes.spines[:].set_color("#D8D8D8")


def worst_pair(given, seen):
    """Number of the pair whose distance is the most wrong, as an array (1,); (0,) if all are right.

    The first among equals.
    """
    change = (np.abs(seen - given) / given.max()).round(9)
    return np.array([change.argmax()] if change.any() else [], int)


def measure(given, seen, names):
    """How well the distances seen on a map (P,) keep the given ones (P,), P pairs of names."""
    broken = np.sum(np.abs(seen - given) > TOLERANCE * given)
    return {
        "squared distance on the map": f"{100 * np.sum(seen**2) / np.sum(given**2):.1f} %",
        "stress": np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2)),
        "pairs broken": f"{broken} of {len(given)}",
        "worst pair": worst_in_words(given, seen, names, ".2f"),
    }


def worst_in_words(given, seen, names, form):
    pair = worst_pair(given, seen)
    if not len(pair):
        return "none"
    ends = np.transpose(np.triu_indices(len(names), 1))[pair[0]]
    lengths = [format(distances[pair[0]], form) for distances in (given, seen)]
    return f"{'–'.join(names[end] for end in ends)}, {' drawn as '.join(lengths)}"


def distances_to_map():
    """Page 08: from a table of distances to a map, and the distances that break."""
    controls = {
        "data": choice("data", list(POINTS)),
        "way": choice("map made by", list(WAYS)),
        "d": slider("dimensions d′", 2, 1, 3, 1),
        "point": slider("moved point", 1, 1, 8, 1),
        "right": slider("to the right", 0.0, -1.5, 1.5, 0.05),
        "up": slider("up", 0.0, -1.5, 1.5, 0.05),
    }
    presets = {
        "Tetrahedron in the plane": {"data": "tetrahedron"},
        "Tetrahedron, by hand": {"data": "tetrahedron", "right": 0.3, "up": 0.3},
        "Tetrahedron in space": {"data": "tetrahedron", "d": 3},
        "A feature twice": {"data": "a feature twice"},
        "On a line": {"d": 1},
        "Shifted": {"data": "shifted by 10"},
        "Shifted, not centered": {"data": "shifted by 10", "way": NOT_CENTERED},
        "Iris: two features": {"data": "iris flowers", "way": COLUMNS},
        "Iris: two dimensions": {"data": "iris flowers"},
    }
    return Explorer(DistancesScene(), controls, presets)


NAMES, LATITUDE, LONGITUDE = world_cities()
CITY_DISTANCES = great_circle_distances(LATITUDE, LONGITUDE)
MAP_SIZE = (4.25, 2.55)  # inches; both maps are drawn from −1 to 1, in a unit that makes them fit


def nearest_cities(home, n):
    """Numbers of the n cities nearest to home, home first."""
    return np.argsort(CITY_DISTANCES[NAMES.index(home)], kind="stable")[:n]


@lru_cache(maxsize=64)
def map_of_cities(home, n):
    """Z (n, positive eigenvalues), and all eigenvalues (n,), of the n cities around home.

    An eigenvalue below 1e-4 of the largest counts as 0: the table is known to about a kilometer.
    """
    chosen = nearest_cities(home, n)
    table = CITY_DISTANCES[np.ix_(chosen, chosen)]
    with warnings.catch_warnings():
        # That this is no Euclidean table is what the scene shows.
        warnings.filterwarnings("ignore", "The distances are no Euclidean table")
        eigenvalues = ClassicalMDS(1, metric="precomputed").fit(table).eigenvalues_
        positive = int(np.sum(eigenvalues > 1e-4 * eigenvalues[0]))
        Z = ClassicalMDS(positive, metric="precomputed").fit_transform(table)
    return Z, eigenvalues


def seen_from(home, chosen):
    """Unit vectors (n, 3) from the Earth's middle: east, north and up, as they are at home."""
    h = NAMES.index(home)
    phi, phi_h = np.radians(LATITUDE[chosen]), np.radians(LATITUDE[h])
    lam = np.radians(LONGITUDE[chosen] - LONGITUDE[h])
    east = np.cos(phi) * np.sin(lam)
    north = np.sin(phi) * np.cos(phi_h) - np.cos(phi) * np.sin(phi_h) * np.cos(lam)
    up = np.sin(phi) * np.sin(phi_h) + np.cos(phi) * np.cos(phi_h) * np.cos(lam)
    return np.column_stack([east, north, up])


def on_true_map(chosen):
    """Longitude and latitude in degrees as a flat map (n, 2), in true proportion in its middle.

    Longitudes count from the first city, so that the map is not cut near it.
    """
    east = (LONGITUDE[chosen] - LONGITUDE[chosen[0]] + 180) % 360 - 180
    return np.column_stack([narrowing(chosen) * east, LATITUDE[chosen]])


def narrowing(chosen):
    """Length of a degree of longitude, in degrees of latitude, in the middle of these cities."""
    return np.cos(np.radians(LATITUDE[chosen].mean()))


def turned_for_reading(Z, home, chosen):
    """The map (n, d) turned or mirrored, which changes no distance: (n, 2 or d).

    A map of up to two dimensions is turned towards the true map; one of three or more towards the
    globe as it is seen from above home.
    """
    target = on_true_map(chosen) if Z.shape[1] < 3 else seen_from(home, chosen)
    d = max(2, Z.shape[1])
    Z = np.pad(Z, [(0, 0), (0, d - Z.shape[1])])
    target = np.pad(target - target.mean(axis=0), [(0, 0), (0, d - target.shape[1])])
    return Z @ orthogonal_procrustes(Z, target)[0]


class CitiesScene(Scene):
    """Cities on a longitude-latitude map, and on the map made from their distances alone."""

    def __init__(self):
        self.figure = style.new_figure(height=5.3)
        self.true_map = CityDrawing(
            style.add_axes(
                self.figure, (0.2, 2.4, *MAP_SIZE), title="true map: longitude and latitude"
            )
        )
        self.mds_map = CityDrawing(
            style.add_axes(
                self.figure,
                (4.75, 2.4, *MAP_SIZE),
                title="map from the distances alone (○ far side)",
            )
        )
        self._add_grid()
        self._add_worst_pair()
        self._add_eigenvalues()
        self._add_errors()

    def _add_grid(self):
        self.grid = LineCollection([], colors="#D8D8D8", lw=0.8, animated=True, zorder=1)
        self.true_map.axes.add_collection(self.grid, autolim=False)

    def _add_worst_pair(self):
        axes = self.mds_map.axes
        (self.worst,) = axes.plot([], [], color=style.NEGATIVE, ls="--", lw=1.8, animated=True)
        look = {"color": style.INK, "clip_on": False, "animated": True}
        (self.bar,) = axes.plot([], [], lw=2, marker="|", **look)
        self.bar_label = axes.text(0, -0.66, "", size=9, va="center", **look)

    def _add_eigenvalues(self):
        axes = style.add_axes(
            self.figure, (0.75, 0.75, 3.7, 1.1), title="eigenvalues, as shares of the largest",
            xlim=(0.3, len(NAMES) + 0.7), ylim=(-0.36, 1.08), yticks=[0, 0.5, 1],
        )  # fmt: skip
        axes.axhline(0, color=style.MUTED, lw=0.8)
        look = {"ls": "", "animated": True}
        (self.stems,) = axes.plot([], [], color=style.MUTED, lw=1.2, animated=True)
        (self.used,) = axes.plot(
            [], [], "o", color=style.POSITIVE, ms=6, label="in the map", **look
        )
        (self.positive,) = axes.plot(
            [], [], "o", mfc="white", mec=style.POSITIVE, ms=5, label="left out", **look
        )
        (self.negative,) = axes.plot(
            [], [], "X", color=style.NEGATIVE, ms=6, label="below 0", **look
        )
        style.add_legend(axes, below=True)

    def _add_errors(self):
        axes = style.add_axes(
            self.figure, (5.4, 0.75, 3.6, 1.1), title="error of each distance, % of the largest",
            xlabel="true distance, % of the largest", xlim=(0, 102), ylim=(-90, 45),
            yticks=[-80, -40, 0, 40],
        )  # fmt: skip
        axes.axhline(0, color=style.MUTED, lw=0.8)
        (self.errors,) = axes.plot([], [], ".", color=style.POSITIVE, ms=3.5, animated=True)
        (self.worst_error,) = axes.plot([], [], "X", color=style.NEGATIVE, ms=8, animated=True)

    def update(self, home, n, d):
        chosen = nearest_cities(home, n)
        Z, eigenvalues = map_of_cities(home, n)
        positive = Z.shape[1]
        d = min(d, positive)
        step = self._show_true_map(chosen)
        true = squareform(CITY_DISTANCES[np.ix_(chosen, chosen)], checks=False)
        seen = pdist(Z[:, :d])
        pair = worst_pair(true, seen)
        far = CITY_DISTANCES[chosen[0], chosen] > EARTH_RADIUS * np.pi / 2
        place = turned_for_reading(Z[:, :d], home, chosen)[:, :2]
        self._show_mds_map(place, chosen, far & (d > 2), pair)
        self._show_eigenvalues(eigenvalues / eigenvalues[0], d)
        self._show_errors(true, seen, pair)
        negative = eigenvalues < -1e-4 * eigenvalues[0]
        lowest = min(0, eigenvalues[-1] / eigenvalues[0])
        names = [NAMES[city] for city in chosen]
        return {
            "positive eigenvalues": positive,
            "negative": int(negative.sum()),
            "lowest": f"{100 * lowest:.1f} % of the largest",
            "mean error in km": f"{np.abs(seen - true).mean():.0f}",
            "worst pair in km": worst_in_words(true, seen, names, ".0f"),
            "grid of the true map": f"{step}°",
        }

    def _show_true_map(self, chosen):
        place = on_true_map(chosen)
        middle, unit = fit_into(place)
        self.true_map.show((place - middle) / unit, chosen)
        step = 30 if unit > 40 else 10 if unit > 12 else 5
        meridians = np.arange(-360, 361, step) - LONGITUDE[chosen[0]]
        parallels = np.arange(-90, 91, step)
        x = (narrowing(chosen) * meridians - middle[0]) / unit
        y = (parallels - middle[1]) / unit
        lines = [[(a, y[0]), (a, y[-1])] for a in x[np.abs(x) < 1]]
        lines += [[(-1, b), (1, b)] for b in y[np.abs(y) < 1]]
        self.grid.set_segments(lines)
        return step

    def _show_mds_map(self, place, chosen, far, pair):
        middle, unit = fit_into(place)
        place = (place - middle) / unit
        worst = np.concatenate([ends[pair] for ends in np.triu_indices(len(place), 1)])
        self.mds_map.show(place, chosen, far, worst)
        self.worst.set_data(*place[worst].T)
        length = round_length(0.5 * unit)
        self.bar.set_data([-1, length / unit - 1], [-0.66, -0.66])
        self.bar_label.set_x(length / unit - 0.97)
        self.bar_label.set_text(f"{length:.0f} km")

    def _show_eigenvalues(self, share, d):
        rank = np.arange(1, len(share) + 1)
        stems = np.stack([np.zeros(len(share)), share, np.full(len(share), np.nan)], axis=1)
        self.stems.set_data(np.repeat(rank, 3), stems.ravel())
        below = share < -1e-4
        self.used.set_data(rank[:d], share[:d])
        self.positive.set_data(rank[d:][~below[d:]], share[d:][~below[d:]])
        self.negative.set_data(rank[below], share[below])

    def _show_errors(self, true, seen, pair):
        percent = 100 / true.max()
        error = percent * (seen - true)
        self.errors.set_data(percent * true, error)
        self.worst_error.set_data(percent * true[pair], error[pair])


class CityDrawing:
    """Cities as dots, with the names for which there is room; the home city is a star."""

    def __init__(self, axes):
        self.axes = axes
        height = MAP_SIZE[1] / MAP_SIZE[0]
        axes.set(xlim=(-1, 1), ylim=(-height, height), xticks=[], yticks=[])
        frame(axes)
        look = {"ls": "", "animated": True, "zorder": 4}
        (self.home,) = axes.plot([], [], "*", color=style.NEGATIVE, ms=12, **look)
        (self.near,) = axes.plot([], [], "o", color=style.POSITIVE, ms=4.5, **look)
        (self.far,) = axes.plot([], [], "o", mfc="white", mec=style.POSITIVE, ms=4.5, **look)
        self.names = Names(axes)

    def show(self, place, chosen, far=None, worst=()):
        """Cities at place (n, 2), numbered as chosen (n,), home first; those far (n,) are hollow.

        Home and the worst pair, which are places in this list, get their names before the others.
        """
        far = np.zeros(len(place), bool) if far is None else far
        self.home.set_data(*place[:1].T)
        self.near.set_data(*place[1:][~far[1:]].T)
        self.far.set_data(*place[far].T)
        order = np.array(list(dict.fromkeys([0, *worst, *range(len(place))])))
        place, chosen = place[order], chosen[order]
        corners = free_corners(place, self.names.sizes[chosen], MAP_SIZE[1] / MAP_SIZE[0])
        shown = zip(chosen, corners, strict=True)
        self.names.shown = [(city, corner) for city, corner in shown if corner is not None]


class Names(Artist):
    """Names of cities, set in type once and then stamped: 30 times as fast as text."""

    def __init__(self, axes):
        super().__init__()
        self.shown = []  # number of a city, and the lower left corner of its name
        self.sizes = np.array([stamp.shape[1::-1] for stamp in name_stamps()])
        self.sizes = self.sizes * 2 / axes.bbox.width  # in units of the map
        self.set_animated(True)
        self.set_zorder(5)
        axes.add_artist(self)

    def draw(self, renderer):
        gc = renderer.new_gc()
        for city, corner in self.shown:
            x, y = self.axes.transData.transform(corner)
            renderer.draw_image(gc, round(x), round(y), name_stamps()[city])
        gc.restore()
        self.stale = False


@cache
def name_stamps():
    """Every city's name as uint8 RGBA pixels, lowest row first, all of one height."""
    figure = style.new_figure(1.5, 0.25)
    figure.patch.set_alpha(0)
    text = figure.text(0.02, 0.3, "", size=8, color=style.INK)
    pictures = []
    for name in NAMES:
        text.set_text(name)
        figure.canvas.draw()
        pictures.append(np.array(figure.canvas.buffer_rgba())[::-1])
    ink = [picture[:, :, 3] > 0 for picture in pictures]
    rows = np.flatnonzero(np.any(ink, axis=(0, 2)))
    stamps = []
    for picture, marks in zip(pictures, ink, strict=True):
        columns = np.flatnonzero(marks.any(axis=0))
        stamp = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        stamps.append(np.ascontiguousarray(stamp))
    return stamps


def free_corners(place, sizes, top, gap=0.032):
    """Lower left corners for names of sizes (n, 2) beside dots at place (n, 2), None without room.

    A name goes to the right of its dot, or to the left, above or below, where it covers neither a
    dot nor a name and stays inside of ±1 and ±top. The first name has the first choice.
    """
    (x, y), (width, height) = place.T, sizes.T
    beside, over = y - 0.45 * height, x - width / 2
    left = np.stack([x + gap, x - gap - width, over, over], axis=1)
    bottom = np.stack([beside, beside, y + gap, y - gap - height], axis=1)
    low = np.stack([left, bottom], axis=2)
    boxes = np.concatenate([low, low + sizes[:, None]], axis=2).reshape(-1, 4)  # four a name
    dots = np.hstack([place - 0.012, place + 0.012])
    free = np.all(np.abs(boxes) < [1, top, 1, top], axis=1) & ~overlap(boxes, dots).any(axis=1)
    covered = overlap(boxes, boxes)
    corners = []
    for name in range(len(place)):
        tries = 4 * name + np.flatnonzero(free[4 * name : 4 * name + 4])
        corners.append(boxes[tries[0], :2] if len(tries) else None)
        free &= ~covered[tries[:1]].any(axis=0)
    return corners


def overlap(boxes, others):
    """Which boxes (n, 4) overlap which others (k, 4): left, bottom, right, top. Returns (n, k)."""
    boxes = boxes[:, None]
    return np.all((others[:, :2] < boxes[..., 2:]) & (others[:, 2:] > boxes[..., :2]), axis=2)


def fit_into(place, margin=0.87):
    """Middle and unit of points (n, 2) so that they fit into a map."""
    low, high = place.min(axis=0), place.max(axis=0)
    unit = ((high - low) / 2 / (np.array(MAP_SIZE) / MAP_SIZE[0])).max() / margin
    return (low + high) / 2, unit


def round_length(longest):
    """The largest of 1, 2, 5, 10, 20, … that is not above longest."""
    power = 10.0 ** np.floor(np.log10(longest))
    return power * max(step for step in (1, 2, 5) if step * power <= longest)


def city_map():
    """Page 08: cities, from the great-circle distances between them."""
    controls = {
        "home": choice("around", NAMES, "London"),
        "n": slider("cities", len(NAMES), 4, len(NAMES), 1),
        "d": slider("dimensions d′", 2, 1, 11, 1),
    }
    presets = {
        "Ten around London": {"n": 10},
        "Ten on a line": {"n": 10, "d": 1},
        "The world, flat": {},
        "The world, a globe": {"d": 3},
        "From Tokyo": {"home": "Tokyo", "d": 3},
        "All positive ones": {"d": 11},
    }
    return Explorer(CitiesScene(), controls, presets)


DIGIT_SETS = ["0 1 4 6", "0 1", "3 5 8 9", "0 1 2 3 4 5 6 7 8 9"]
N_NEW = 30
MAX_DIMENSIONS = 19  # twenty digits, the fewest that are fitted, span no more
DIGIT_COLORS = [
    style.POSITIVE, style.NEGATIVE, style.CENTER, style.SECOND, "#B58900",
    "#7A4FBF", "#5C5C5C", "#2A8FBD", "#8C4A1F", "#6B8E23",
]  # fmt: skip


@cache
def digit_samples(digits):
    """Images (N, 64) with ink from 0 to 1, and labels (N,), of the digits named, shuffled."""
    table = load_digits()
    chosen = np.flatnonzero(np.isin(table.target, [int(digit) for digit in digits.split()]))
    chosen = np.random.default_rng(0).permutation(chosen)
    return table.data[chosen] / 16, table.target[chosen]


@lru_cache(maxsize=16)
def placed_digits(digits, n_fitted):
    """Map of the fitted digits (n_fitted, k), the N_NEW new ones placed on it, all eigenvalues."""
    X, _ = digit_samples(digits)
    model = ClassicalMDS(MAX_DIMENSIONS).fit(X[N_NEW : N_NEW + n_fitted])
    return model.embedding_, model.transform(X[:N_NEW]), model.eigenvalues_


class DigitsScene(Scene):
    """Handwritten digits as a map, and new ones placed on it."""

    def __init__(self):
        self.figure = style.new_figure(height=4.5)
        self._add_map()
        self._add_curves()
        self._add_images()

    def _add_map(self):
        self.map = style.add_axes(
            self.figure, (0.2, 0.75, 4.2, 3.4), xlim=(-3.1, 3.1), ylim=(-2.51, 2.51),
            aspect="equal", xticks=[], yticks=[],
            title="the map: drag over it to look at a new digit",
        )  # fmt: skip
        frame(self.map)
        self.fitted = [self._glyphs(digit, color, 6) for digit, color in enumerate(DIGIT_COLORS)]
        self.new = [self._glyphs(digit, style.INK, 7.5) for digit in range(10)]
        look = {"mec": style.INK, "animated": True, "zorder": 5}
        (self.rings,) = self.map.plot(
            [], [], "o", mfc="#FFFFFFB0", ms=13, mew=1, label="a new digit, placed", **look
        )
        look = {"mfc": "none", "mew": 2, "markevery": [1], "animated": True, "zorder": 8}
        (self.to_pixels,) = self.map.plot(
            [], [], "D:", color=style.SECOND, ms=8, label="nearest by pixels", **look
        )
        (self.to_map,) = self.map.plot(
            [], [], "s-", color=style.CENTER, ms=10.5, label="nearest on the map", **look
        )
        (self.looked_at,) = self.map.plot(
            [], [], "o", mfc="none", mec=style.NEGATIVE, mew=2.5, ms=19, animated=True, zorder=7
        )
        style.add_legend(self.map, below=True)

    def _glyphs(self, digit, color, size):
        return self.map.plot(
            [], [], ls="", marker=f"${digit}$", color=color, ms=size, mew=0.4, animated=True,
            zorder=6 if color == style.INK else 3,
        )[0]  # fmt: skip

    def _add_curves(self):
        axes = style.add_axes(
            self.figure, (5.25, 2.85, 3.7, 1.25), title="squared distance kept",
            xlabel="dimensions d′", xlim=(0, MAX_DIMENSIONS + 0.3), ylim=(0, 1.02),
            xticks=[1, 5, 10, 15, 19],
        )  # fmt: skip
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        (self.kept,) = axes.plot(
            [], [], color=style.POSITIVE, animated=True, label="among the fitted"
        )
        (self.kept_new,) = axes.plot(
            [], [], color=style.NEGATIVE, ls="--", animated=True, label="new to fitted"
        )
        self.now = axes.axvline(1, color=style.INK, lw=1, animated=True)
        style.add_legend(axes, loc="lower right")

    def _add_images(self):
        self.images, self.captions = [], []
        for k, title in enumerate(["the new digit", "nearest,\non the map", "nearest,\nby pixels"]):
            axes = style.add_axes(
                self.figure, (5.25 + 1.32 * k, 0.6, 1.1, 1.1), title=title,
                xlim=(0, 8), ylim=(8, 0), xticks=[], yticks=[],
            )  # fmt: skip
            axes.spines[:].set_visible(False)
            self.images.append(Pixels(axes))
            self.captions.append(axes.text(0, 8.4, "", size=10, va="top", animated=True))

    def update(self, digits, n_fitted, d, look):
        X, y = digit_samples(digits)
        Z, placed, eigenvalues = placed_digits(digits, n_fitted)
        X_new, y_new = X[:N_NEW], y[:N_NEW]
        X, y = X[N_NEW : N_NEW + n_fitted], y[N_NEW : N_NEW + n_fitted]
        true, seen = cdist(X_new, X), cdist(placed[:, :d], Z[:, :d])
        by_pixels, by_map = true.argmin(axis=1), seen.argmin(axis=1)
        self._show_map(Z, y, placed, y_new)
        self._show_looked_at(Z, placed[look - 1], by_map[look - 1], by_pixels[look - 1])
        shown = [(X_new, y_new, look - 1), (X, y, by_map[look - 1]), (X, y, by_pixels[look - 1])]
        self._show_images([(images[i], labels[i]) for images, labels, i in shown])
        kept, kept_new = self._show_curves(Z, placed, eigenvalues, true, d)
        return {
            "squared distance kept": f"{100 * kept:.1f} %",
            "new to fitted": f"{100 * kept_new:.1f} %",
            "stress of the new": np.sqrt(np.sum((seen - true) ** 2) / np.sum(true**2)),
            "nearest on the map is nearest by pixels": f"{np.sum(by_map == by_pixels)} of {N_NEW}",
            "label of the nearest is right: on the map": f"{np.sum(y[by_map] == y_new)} of {N_NEW}",
            "by pixels": f"{np.sum(y[by_pixels] == y_new)} of {N_NEW}",
        }

    def _show_map(self, Z, y, placed, y_new):
        for digit in range(10):
            self.fitted[digit].set_data(*Z[y == digit, :2].T)
            self.new[digit].set_data(*placed[y_new == digit, :2].T)
        self.rings.set_data(*placed[:, :2].T)

    def _show_looked_at(self, Z, place, by_map, by_pixels):
        self.looked_at.set_data(*place[:2, None])
        self.to_map.set_data(*np.stack([place[:2], Z[by_map, :2]]).T)
        self.to_pixels.set_data(*np.stack([place[:2], Z[by_pixels, :2]]).T)

    def _show_images(self, shown):
        for (image, label), pixels, caption in zip(shown, self.images, self.captions, strict=True):
            x, y = (np.minimum(place, 7.9).astype(int) for place in pixels.grid())
            colors = style.similarity_colors(image.reshape(8, 8))
            pixels.set_colors(colors[y[:, None], x])
            caption.set_text(f"a {label}")

    def _show_curves(self, Z, placed, eigenvalues, true, d):
        """Kept shares of squared distance at d: among the fitted, and from new to fitted."""
        kept = np.cumsum(eigenvalues[: Z.shape[1]]) / eigenvalues.sum()
        # Σ over new p and fitted z of (p − z)², one dimension at a time; the z sum to 0.
        squares = len(placed) * (Z**2).sum(axis=0) + len(Z) * (placed**2).sum(axis=0)
        kept_new = np.cumsum(squares) / np.sum(true**2)
        dimensions = np.arange(1, Z.shape[1] + 1)
        self.kept.set_data(dimensions, kept)
        self.kept_new.set_data(dimensions, kept_new)
        self.now.set_xdata([d, d])
        return kept[d - 1], kept_new[d - 1]

    def drag(self, axes, start, point, state):
        if axes is not self.map:
            return {}
        placed = placed_digits(state["digits"], state["n_fitted"])[1][:, :2]
        return {"look": 1 + np.hypot(*(placed - point).T).argmin()}


def digits_map():
    """Page 08: handwritten digits in the plane, and new ones placed on the finished map."""
    controls = {
        "digits": choice("digits", DIGIT_SETS),
        "n_fitted": slider("digits fitted", 200, 20, 250, 10),
        "d": slider("dimensions d′", 2, 2, MAX_DIMENSIONS, 1),
        "look": slider("look at new", 1, 1, N_NEW, 1),
    }
    presets = {
        "Two digits": {"digits": "0 1"},
        "Four digits": {},
        "A misread 4": {"look": 18},
        "Look-alikes": {"digits": "3 5 8 9"},
        "All ten": {"digits": DIGIT_SETS[-1]},
        "All ten, 19 dimensions": {"digits": DIGIT_SETS[-1], "d": 19},
        "Few fitted": {"n_fitted": 20},
    }
    return Explorer(DigitsScene(), controls, presets)
