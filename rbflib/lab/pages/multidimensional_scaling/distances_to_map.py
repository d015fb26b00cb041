"""A table of distances, the map that multidimensional scaling draws, and the share of each
dimension.
"""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving, moving_segments
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.kit.your_data import Opens
from rbflib.lab.pages.multidimensional_scaling.blank_map import map_axes
from rbflib.lab.pages.multidimensional_scaling.flat_maps import (
    COLUMNS,
    MOST,
    N_BARS,
    NOT_CENTERED,
    POINTS_CODE,
    WAY_CODE,
    WAYS,
    flat_map,
    given_of,
    of_distances,
    points,
)
from rbflib.lab.pages.multidimensional_scaling.wrong_distances import (
    LONG,
    SHORT,
    TOLERANCE,
    measure,
    worst_pair,
)


class DistancesScene(Scene):
    """A table of distances, the map made from it, and the distances that it distorts."""

    hint = "drag a point of the map (the ring marks it)"

    n_max = MOST

    def __init__(self):
        self.figure = style.new_figure()
        self._add_map()
        self._add_table()
        self._add_bars()
        self.data = None

    def _add_table(self):
        limits = {"xlim": (0, 1), "ylim": (1, 0), "xticks": [], "yticks": []}
        self.table = style.add_axes(
            self.figure, (5.95, 2.0, 2.1, 2.1), "Distances", rc=style.RC, **limits
        )
        look = {"size": style.TYPE, "color": style.QUIET}
        self.table.text(1.05, 0.5, "on the map", va="center", rotation=270, **look)
        self.table.text(-0.12, 0.5, "given", va="center", ha="right", rotation=90, **look)
        self.cells = Pixels(self.table)
        self.cells_short = self._cell_marks("_", SHORT["color"])
        self.cells_long = self._cell_marks("+", LONG["color"])

    def _cell_marks(self, marker, color):
        """Marks for cells, dark or light: a white ground and the mark on it."""
        grounds = self.table.plot([], [], marker, color="white", ms=12, mew=5.5)
        return moving(grounds), moving(self.table.plot([], [], marker, color=color, ms=9, mew=2.5))

    def _add_map(self):
        limits = {"xlim": (-1.73, 1.73), "ylim": (-1.31, 1.31), "aspect": "equal"}
        self.map = map_axes(self.figure, (0.1, 0.37, 4.85, 3.75), "The map", leads=True, **limits)
        self.kept = self._strands(color=style.MUTED, lw=1.2, label="kept within 5%")
        self.short = self._strands(**SHORT, lw=2, label="too short")
        self.long = self._strands(**LONG, lw=2.2, label="too long")
        shade = {"color": style.INK, "lw": 4.5, "alpha": 0.35, "zorder": 2}
        self.worst = moving(self.map.plot([], [], label="worst pair", **shade))
        ring = {"ms": 23, "mfc": "none", "mec": style.CENTER, "mew": 2, "zorder": 5}
        self.held = moving(self.map.plot([], [], "o", **ring))
        look = {"color": style.INK, "mec": "white", "zorder": 4}
        self.points = [moving(self.map.plot([], [], "o", **look)) for _ in range(self.n_max)]
        look = {"ha": "center", "va": "center", "size": style.TYPE, "weight": "bold", "zorder": 6}
        self.names = [
            moving(self.map.text(0, 0, i + 1, color="white", **look)) for i in range(self.n_max)
        ]
        style.add_key(self.map, self.kept, self.short, self.long, self.worst)

    def _strands(self, **look):
        return moving_segments(self.map, zorder=3, **look)

    def _add_bars(self):
        look = {"xlim": (0.4, N_BARS + 0.6), "ylim": (0, 1), "xticks": range(1, N_BARS + 1)}
        place, title = (5.95, 0.35, 2.1, 1.05), "Share of each dimension (filled: used)"
        axes = style.add_axes(self.figure, place, title, **look)
        axes.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        places = range(1, N_BARS + 1)
        outlines = axes.bar(places, 0, 0.7, fc="none", ec=style.MUTED, lw=1.2)
        self.left_out = [moving(bar) for bar in outlines]
        self.used = [moving(bar) for bar in axes.bar(places, 0, 0.7, fc=style.MUTED)]

    def update(self, data, way, d, point, right, up):
        X = points(data)
        Z, share, used = flat_map(data, way, d)
        Z = Z.copy()
        Z[point - 1, :2] += (right, up if d > 1 else 0)  # a line has no second direction
        self._show_data(data, len(X))
        (given, names), seen = given_of(data), pdist(Z)
        self._show_table(given, seen)
        self._show_strands(Z, given, seen, d)
        self._show_points(Z, point, d)
        self._show_shares(share, used)
        made_of = f"{WAYS[way][0]} {', '.join(str(k + 1) for k in used)}"
        return measure(given, seen, names) | {"map made of": made_of}

    def code(self, data, way, d, point, right, up):
        start = "import numpy as np\nfrom scipy.spatial.distance import pdist"
        moved = f"Z[{point - 1}, 0] += {right}"
        if d > 1:
            moved = f"Z[{point - 1}, :2] += [{right}, {up}]"
        measured = f"""
            given, seen, n = pdist(X), pdist(Z), len(X)
            kept = np.sum(seen**2) / np.sum(given**2)
            print("squared distance on the map:", f"{{100 * kept:.1f}}%")
            stress = np.sqrt(np.sum((seen - given) ** 2) / np.sum(given**2))
            print("stress:", stress)
            distorted = np.sum(np.abs(seen - given) > {TOLERANCE} * given)
            print("pairs distorted:", f"{{distorted}} of {{len(given)}}")
            change = np.abs(seen - given).round(9)
            pair = change.argmax()
            i, j = (ends[pair] + 1 for ends in np.triu_indices(n, 1))
            worst = f"{{i}}–{{j}}, {{given[pair]:.2f}} drawn as {{seen[pair]:.2f}}"
            print("worst pair:", worst if change.any() else "none")
            used = ", ".join(str(k + 1) for k in used)
            print("map made of:", "{WAYS[way][0]}", used)
        """
        made = WAY_CODE[way].format(d=d)
        return lines(start, POINTS_CODE[data], made, "Z = Z - Z.mean(axis=0)", moved, measured)

    def _show_data(self, data, n):
        if data == self.data:
            return
        self.data = data
        middles = (np.arange(n) + 0.5) / n
        self.table.set_xticks(middles, range(1, n + 1))
        self.table.set_yticks(middles, range(1, n + 1))
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

    def disabled_reasons(self, d, **_state):
        return {"up": "a line has no second direction"} if d == 1 else {}

    def handles(self, **state):
        Z = flat_map(state["data"], state["way"], state["d"])[0][:, :2]
        flat = state["d"] > 1
        now = Z.copy()
        now[state["point"] - 1] += (state["right"], state["up"] if flat else 0)

        def moved(n):
            def move(x, y):
                right, up = (x, y) - Z[n]
                return {"point": n + 1, "right": right} | ({"up": up} if flat else {})

            return move

        step = (0.05, 0.05 if flat else 0)
        return [Handle(f"point {n + 1}", self.map, now[n], moved(n), step) for n in range(len(Z))]

    def maxima(self, data, **_state):
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


@explorer(page="multidimensional_scaling")
def distances_to_map(D=None, names=None):
    """Page 08: from distances to a map, which distorts some; from your table D (N, N)."""
    controls = {
        "data": Choice("data", list(POINTS_CODE)),
        "way": Choice("map made by", list(WAYS)),
        "d": LinearSlider("dimensions d′", 2, 1, 3, 1),
        "point": LinearSlider("moved point", 1, 1, MOST, 1),
        "right": LinearSlider("to the right", 0.0, -1.5, 1.5, 0.05),
        "up": LinearSlider("up", 0.0, -1.5, 1.5, 0.05),
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
    opens = Opens(of_distances, (D, names), unused=("way",))
    return Explorer(DistancesScene, controls, presets, opens=opens)
