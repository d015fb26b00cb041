"""Scenes of page 08: which distances a map keeps, cities of a round Earth, digits in the plane."""

import warnings
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from matplotlib.collections import LineCollection
from scipy.linalg import orthogonal_procrustes
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.datasets import load_digits, load_iris
from sklearn.preprocessing import scale

from rbflib.datasets import EARTH_RADIUS, great_circle_distances, world_cities
from rbflib.lab import style
from rbflib.lab.explorer import Explorer, choice, slider
from rbflib.lab.stage import Pixels, Scene
from rbflib.mds import ClassicalMDS

TOLERANCE = 0.05  # a distance is kept if the map changes it by no more than this share


def to_size(X):
    """The same points in a unit that makes their largest distance 2."""
    return 2 * X / pdist(X).max()


def random_points():
    """Eight points in space, the least spread along the third axis."""
    return to_size(np.random.default_rng(345).normal(size=(8, 3)) * [0.55, 0.45, 0.28])


def square():
    return np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def tetrahedron():
    """Four points whose six distances are all 1."""
    return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(8)


def feature_twice():
    """Three features, of which the third repeats the first."""
    X = random_points()[:, :2]
    return to_size(np.column_stack([X, X[:, 0]]))


def shifted_points():
    return random_points() + [0.0, 0.0, 10.0]


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


def by_mds(X, d):
    """The map (N, d), all shares, and what the map is made of."""
    eigenvalues = ClassicalMDS(1).fit(X).eigenvalues_
    rank = int((eigenvalues > 1e-9 * eigenvalues[0]).sum())
    # Counted in the largest entry, a regular figure has exactly equal eigenvalues: its map is then
    # turned along its own axes, and not by rounding.
    size = np.abs(X).max()
    Z = size * ClassicalMDS(min(d, rank)).fit_transform(X / size)
    made_of = f"eigenvalues 1 to {d}" if d > 1 else "eigenvalue 1"
    return Z, eigenvalues / eigenvalues.sum(), made_of


def by_columns(X, d):
    """The d features that keep most of the squared distance."""
    spread = X.var(axis=0)
    ways = combinations(range(X.shape[1]), min(d, X.shape[1]))
    kept = max(ways, key=lambda columns: spread[list(columns)].sum().round(9))
    made_of = ", ".join(str(column + 1) for column in kept)
    return X[:, kept], spread / spread.sum(), f"feature{'s' if len(kept) > 1 else ''} {made_of}"


def not_centered(X, d):
    """The largest eigenvalues of XXᵀ as it stands, without double centering."""
    U, sigma, _ = np.linalg.svd(X, full_matrices=False)
    return (U * sigma)[:, :d], sigma**2 / np.sum(sigma**2), "inner products about the origin"


WAYS = {MDS: by_mds, COLUMNS: by_columns, NOT_CENTERED: not_centered}


@cache
def flat_map(data, way, d):
    """The map about its mean, 3 columns wide; shares of N_BARS dimensions; what it is made of."""
    Z, share, made_of = WAYS[way](POINTS[data](), d)
    Z = Z - Z.mean(axis=0)
    share = np.pad(share, (0, N_BARS))[:N_BARS]
    return np.pad(Z, [(0, 0), (0, 3 - Z.shape[1])]), share, made_of


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
        look = {"color": style.NEGATIVE, "ls": "", "animated": True}
        (self.cell_short,) = self.table.plot([], [], marker="_", ms=8, mew=2.5, **look)
        look["color"] = style.SECOND
        (self.cell_long,) = self.table.plot([], [], marker="+", ms=8, mew=2.5, **look)

    def _add_map(self):
        self.map = style.add_axes(
            self.figure, (2.65, 0.9, 4.1, 3.1), title="the map: drag a point (the ring marks it)",
            xlim=(-1.65, 1.65), ylim=(-1.25, 1.25), aspect="equal", xticks=[], yticks=[],
        )  # fmt: skip
        self.map.spines[:].set_visible(True)
        self.map.spines[:].set_color("#D8D8D8")
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
        self.points = [
            self.map.plot([], [], "o", color=style.POSITIVE, mec="white", animated=True, zorder=4)[
                0
            ]
            for _ in range(self.n_max)
        ]
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
        X = POINTS[data]()
        Z, share, made_of = flat_map(data, way, d)
        Z = Z.copy()
        Z[point - 1, :2] += (right, up if d > 1 else 0)  # a line has no second direction
        self._show_data(data, len(X))
        given, seen = pdist(X), pdist(Z)
        self._show_table(given, seen)
        self._show_strands(Z, given, seen, d)
        self._show_points(Z, point, d)
        self._show_shares(share, way, d, X.shape[1])
        return measure(given, seen, len(X)) | {"map made of": made_of}

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
            (self.cell_short, change < -TOLERANCE * given_table),
            (self.cell_long, change > TOLERANCE * given_table),
        ]:
            i, j = np.nonzero(wrong & above)
            marks.set_data((j + 0.5) / n, (i + 0.5) / n)

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
        self.worst.set_data(*(strands[pair].T if pair is not None else ([], [])))

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

    def _show_shares(self, share, way, d, n_features):
        used = np.arange(N_BARS) < d
        if way == COLUMNS:
            used = np.isin(np.arange(N_BARS), np.argsort(-share.round(9), kind="stable")[:d])
        for bar, outline, height, filled in zip(self.used, self.left_out, share, used, strict=True):
            outline.set_height(height)
            bar.set_height(height if filled else 0)

    def drag(self, axes, start, point, state):
        if axes is not self.map:
            return {}
        Z = flat_map(state["data"], state["way"], state["d"])[0][:, :2].copy()
        now = Z.copy()
        now[state["point"] - 1] += (state["right"], state["up"] if state["d"] > 1 else 0)
        held = np.hypot(*(now - start).T).argmin()
        right, up = now[held] - Z[held] + point - start
        return {"point": held + 1, "right": right, "up": up}

    def tops(self, data, **_state):
        return {"point": len(POINTS[data]())}


def rows_below(x, width=0.12):
    """Row of the name of each point at x (N,) on a line, 1 the first, so that none covers another.

    Names nearer than width to each other need different rows.
    """
    row = np.zeros(len(x), int)
    for i in np.argsort(x, kind="stable"):
        taken = row[np.abs(x - x[i]) < width]
        row[i] = np.setdiff1d(np.arange(1, len(x) + 1), taken)[0]
    return row


def worst_pair(given, seen):
    """Index of the pair whose distance is the most wrong, the first among equals; None if exact."""
    change = np.abs(seen - given).round(9)
    return change.argmax() if change.any() else None


def measure(given, seen, n):
    """How well the distances seen on a map (P,) keep the given ones (P,), P pairs of n points."""
    i, j = np.triu_indices(n, 1)
    pair = worst_pair(given, seen)
    worst = "none"
    if pair is not None:
        worst = f"{i[pair] + 1}–{j[pair] + 1}, {given[pair]:.2f} drawn as {seen[pair]:.2f}"
    broken = np.sum(np.abs(seen - given) > TOLERANCE * given)
    return {
        "squared distance on the map": f"{100 * np.sum(seen**2) / np.sum(given**2):.1f} %",
        "stress": np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2)),
        "pairs broken": f"{broken} of {len(given)}",
        "worst pair": worst,
    }


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
            style.add_axes(self.figure, (0.2, 2.4, *MAP_SIZE), title="true map: longitude and latitude")
        )
        self.mds_map = CityDrawing(
            style.add_axes(
                self.figure, (4.75, 2.4, *MAP_SIZE), title="map from the distances alone (○ far side)"
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
        (self.used,) = axes.plot([], [], "o", color=style.POSITIVE, ms=6, label="in the map", **look)
        (self.positive,) = axes.plot(
            [], [], "o", mfc="white", mec=style.POSITIVE, ms=5, label="left out", **look
        )
        (self.negative,) = axes.plot([], [], "X", color=style.NEGATIVE, ms=6, label="below 0", **look)
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

    def tops(self, home, n, d):
        return {"d": map_of_cities(home, n)[0].shape[1]}

    def update(self, home, n, d):
        chosen = nearest_cities(home, n)
        Z, eigenvalues = map_of_cities(home, n)
        step = self._show_true_map(chosen)
        true = squareform(CITY_DISTANCES[np.ix_(chosen, chosen)], checks=False)
        seen = pdist(Z[:, :d])
        pair = worst_pair(true, seen)
        self._show_mds_map(turned_for_reading(Z[:, :d], home, chosen), chosen, pair)
        self._show_eigenvalues(eigenvalues / eigenvalues[0], d)
        self._show_errors(true, seen, pair)
        i, j = (chosen[k[pair]] for k in np.triu_indices(n, 1))
        negative = eigenvalues < -1e-4 * eigenvalues[0]
        return {
            "negative eigenvalues": int(negative.sum()),
            "lowest": f"{100 * min(0, eigenvalues[-1] / eigenvalues[0]):.1f} % of the largest",
            "mean error": f"{np.abs(seen - true).mean():.0f} km",
            "worst pair": f"{NAMES[i]}–{NAMES[j]}, {true[pair]:.0f} km drawn as {seen[pair]:.0f} km",
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

    def _show_mds_map(self, place, chosen, pair):
        behind = place[:, 2] < place[0, 2] - EARTH_RADIUS if place.shape[1] > 2 else None
        place = place[:, :2]
        middle, unit = fit_into(place)
        place = (place - middle) / unit
        self.mds_map.show(place, chosen, behind)
        i, j = np.triu_indices(len(place), 1)
        self.worst.set_data(*place[[i[pair], j[pair]]].T)
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
        self.worst_error.set_data([percent * true[pair]], [error[pair]])


class CityDrawing:
    """Cities as dots, with the names for which there is room; the home city is a star."""

    def __init__(self, axes):
        self.axes = axes
        height = MAP_SIZE[1] / MAP_SIZE[0]
        axes.set(xlim=(-1, 1), ylim=(-height, height), xticks=[], yticks=[])
        axes.spines[:].set_visible(True)
        axes.spines[:].set_color("#D8D8D8")
        look = {"ls": "", "animated": True, "zorder": 4}
        (self.home,) = axes.plot([], [], "*", color=style.NEGATIVE, ms=12, **look)
        (self.front,) = axes.plot([], [], "o", color=style.POSITIVE, ms=4.5, **look)
        (self.behind,) = axes.plot([], [], "o", mfc="white", mec=style.POSITIVE, ms=4.5, **look)
        self.names = [axes.text(0, 0, name, size=8, animated=True, zorder=5) for name in NAMES]
        renderer = axes.figure.canvas.get_renderer()
        boxes = [name.get_window_extent(renderer) for name in self.names]
        # In units of the map.
        self.sizes = np.array([[box.width, box.height] for box in boxes]) * 2 / axes.bbox.width

    def show(self, place, chosen, behind=None):
        """Cities at place (n, 2), numbered as chosen (n,), home first; behind (n,) are hollow."""
        hollow = np.zeros(len(place), bool) if behind is None else behind.copy()
        hollow[0] = False
        self.home.set_data(*place[:1].T)
        self.front.set_data(*place[1:][~hollow[1:]].T)
        self.behind.set_data(*place[hollow].T)
        for name in self.names:
            name.set_visible(False)
        corners = free_corners(place, self.sizes[chosen], MAP_SIZE[1] / MAP_SIZE[0])
        for city, corner in zip(chosen, corners, strict=True):
            if corner is not None:
                self.names[city].set_position(corner)
                self.names[city].set_visible(True)


def free_corners(place, sizes, top, gap=0.032):
    """Lower left corners for names of sizes (n, 2) beside dots at place (n, 2), None without room.

    A name goes to the right of its dot, or to the left, above or below, where it covers neither a
    dot nor a name and stays inside of ±1 and ±top. The first name has the first choice.
    """
    low, high = list(place - 0.012), list(place + 0.012)
    corners = []
    for (x, y), (width, height) in zip(place, sizes, strict=True):
        beside, over = y - 0.45 * height, x - width / 2
        tries = [(x + gap, beside), (x - gap - width, beside), (over, y + gap), (over, y - gap - height)]
        corner = None
        for a, b in tries:
            if not (-1 < a and a + width < 1 and -top < b and b + height < top):
                continue
            under = np.array(low) < (a + width, b + height)
            if not (under & (np.array(high) > (a, b))).all(axis=1).any():
                corner = (a, b)
                low.append(np.array(corner))
                high.append(np.array([a + width, b + height]))
                break
        corners.append(corner)
    return corners


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
        "d": slider("dimensions d′", 2, 1, 16, 1),
    }
    presets = {
        "Ten around London": {"n": 10},
        "Ten on a line": {"n": 10, "d": 1},
        "The world, flat": {},
        "The world, a globe": {"d": 3},
        "From Tokyo": {"home": "Tokyo", "d": 3},
        "All positive ones": {"d": 16},
    }
    return Explorer(CitiesScene(), controls, presets)
