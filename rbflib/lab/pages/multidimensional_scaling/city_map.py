"""Cities of the world on a map that was made from their distances alone."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib.datasets import EARTH_RADIUS
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.multidimensional_scaling.blank_map import map_axes
from rbflib.lab.pages.multidimensional_scaling.cities import (
    CITY_DISTANCES,
    LONGITUDE,
    NAMES,
    map_of_cities,
    narrowing,
    nearest_cities,
    on_true_map,
    turned_for_reading,
)
from rbflib.lab.pages.multidimensional_scaling.city_names import CityNames, free_corners
from rbflib.lab.pages.multidimensional_scaling.wrong_distances import worst_in_words, worst_pair

MAP_SIZE = (4.4, 2.3)  # inches; both maps are drawn from −1 to 1, in a unit that makes them fit
MAP_TOP = MAP_SIZE[1] / MAP_SIZE[0]
SCALE_AT = -MAP_TOP - 0.06


class CitiesScene(Scene):
    """Cities on a longitude-latitude map, and on the map made from their distances alone."""

    hint = "click a dot: the ring names it on both maps"

    def __init__(self):
        self.figure = style.new_figure(height=5.0)
        self.true_map = CityDrawing(self.figure, 0.1, "True map: longitude and latitude")
        self.mds_map = CityDrawing(self.figure, 4.7, "Map from the distances alone")
        style.add_key(self.true_map.axes, self.true_map.home, self.true_map.ring)
        self.click_axes = [self.true_map.axes, self.mds_map.axes]
        self.grid = moving_segments(self.true_map.axes, colors=style.PALE, lw=0.8, zorder=1)
        look = {"size": style.TYPE, "va": "center", "color": style.INK, "clip_on": False}
        self.grid_label = moving(self.true_map.axes.text(-1, SCALE_AT, "", **look))
        self._add_worst_pair()
        self._add_eigenvalues()
        self._add_errors()

    def _add_worst_pair(self):
        axes = self.mds_map.axes
        dashed = {"color": style.INK, "ls": "--", "lw": 1.8}
        self.worst = moving(axes.plot([], [], label="worst pair", **dashed))
        style.add_key(axes, self.worst, self.mds_map.far)
        look = {"color": style.INK, "clip_on": False}
        self.bar = moving(axes.plot([], [], lw=2, marker="|", **look))
        self.bar_label = moving(axes.text(0, SCALE_AT, "", size=style.TYPE, va="center", **look))

    def _add_eigenvalues(self):
        look = {"xlim": (0.3, len(NAMES) + 0.7), "ylim": (-0.36, 1.2), "yticks": [0, 0.5, 1]}
        place, title = (0.55, 0.6, 3.95, 0.76), "Eigenvalues, as shares of the largest"
        axes = style.add_axes(self.figure, place, title, keyed=True, **look)
        axes.axhline(0, color=style.MUTED, lw=0.8)
        self.stems = moving(axes.plot([], [], color=style.MUTED, lw=1.2))
        self.used = moving(axes.plot([], [], "o", color=style.INK, ms=6, label="in the map"))
        hollow = {"mfc": "white", "mec": style.INK, "ms": 5}
        self.positive = moving(axes.plot([], [], "o", label="left out", **hollow))
        self.negative = moving(axes.plot([], [], "X", color=style.INK, ms=6, label="below 0"))
        style.add_key(axes, self.used, self.positive, self.negative)

    def _add_errors(self):
        look = {"xlabel": "true distance, % of the largest", "xlim": (0, 102), "ylim": (-90, 45)}
        look |= {"yticks": [-80, -40, 0, 40]}
        place, title = (5.2, 0.6, 3.9, 0.76), "Error of each distance, % of the largest"
        axes = style.add_axes(self.figure, place, title, keyed=True, **look)
        axes.axhline(0, color=style.MUTED, lw=0.8)
        self.errors = moving(axes.plot([], [], ".", color=style.MUTED, ms=3.5))
        self.worst_error = moving(axes.plot([], [], "X", color=style.INK, ms=8))

    def update(self, home, n, d, look):
        chosen = nearest_cities(home, n)
        looked_at = np.flatnonzero(chosen == NAMES.index(look))
        Z, eigenvalues = map_of_cities(home, n)
        positive = Z.shape[1]
        d = min(d, positive)
        self._show_true_map(chosen, looked_at)
        true = squareform(CITY_DISTANCES[np.ix_(chosen, chosen)], checks=False)
        seen = pdist(Z[:, :d])
        pair = worst_pair(true, seen)
        far = CITY_DISTANCES[chosen[0], chosen] > EARTH_RADIUS * np.pi / 2
        place = turned_for_reading(Z[:, :d], home, chosen)[:, :2]
        self._show_mds_map(place, chosen, far & (d > 2), pair, looked_at)
        self._show_eigenvalues(eigenvalues / eigenvalues[0], d)
        self._show_errors(true, seen, pair)
        negative = eigenvalues < -1e-4 * eigenvalues[0]
        lowest = min(0, eigenvalues[-1] / eigenvalues[0])
        names = [NAMES[city] for city in chosen]
        ways = [squareform(table)[0, looked_at] for table in (true, seen)]
        return {
            "clearly positive": positive,
            "clearly negative": int(negative.sum()),
            "lowest, % of the largest": 100 * lowest,
            "mean error in km": f"{np.abs(seen - true).mean():.0f}",
            "ring to star in km": " drawn as ".join(f"{way[0]:.0f}" for way in ways if len(way)),
            "worst pair in km": worst_in_words(true, seen, names, ".0f"),
        } | ({} if len(looked_at) else {f"{look} is not on this map": ""})

    def code(self, home, n, d, look):
        shown = NAMES.index(look) in nearest_cities(home, n)
        return lines(
            f"""
            import numpy as np
            from scipy.spatial.distance import pdist, squareform
            from rbflib import ClassicalMDS, great_circle_distances, world_cities

            names, latitude, longitude = world_cities()
            km = great_circle_distances(latitude, longitude)
            near = np.argsort(km[names.index("{home}")], kind="stable")[:{n}]
            table = km[np.ix_(near, near)]
            share = ClassicalMDS(1, metric="precomputed").fit(table).eigenvalues_
            share = share / share[0]
            positive = np.sum(share > 1e-4)
            Z = ClassicalMDS(min({d}, positive), metric="precomputed").fit_transform(table)
            true, seen = squareform(table, checks=False), pdist(Z)
            pair = np.argmax(np.abs(seen - true).round(6))
            i, j = (near[ends[pair]] for ends in np.triu_indices({n}, 1))
            print("clearly positive:", positive)
            print("clearly negative:", np.sum(share < -1e-4))
            print("lowest, % of the largest:", 100 * min(0, share[-1]))
            print("mean error in km:", f"{{np.abs(seen - true).mean():.0f}}")
            drawn = f"{{true[pair]:.0f}} drawn as {{seen[pair]:.0f}}"
            print("worst pair in km:", f"{{names[i]}}–{{names[j]}}, {{drawn}}")
        """,
            f"""
            k = list(near).index(names.index("{look}"))
            ways = table[0, k], np.linalg.norm(Z[0] - Z[k])
            print("ring to star in km:", " drawn as ".join(f"{{way:.0f}}" for way in ways))
        """
            if shown
            else "",
        )

    def _show_true_map(self, chosen, looked_at):
        place = on_true_map(chosen)
        middle, unit = fit_into(place)
        self.true_map.show((place - middle) / unit, chosen, looked_at)
        step = 30 if unit > 40 else 10 if unit > 12 else 5
        meridians = np.arange(-360, 361, step) - LONGITUDE[chosen[0]]
        parallels = np.arange(-90, 91, step)
        x = (narrowing(chosen) * meridians - middle[0]) / unit
        y = (parallels - middle[1]) / unit
        lines = [[(a, y[0]), (a, y[-1])] for a in x[np.abs(x) < 1]]
        lines += [[(-1, b), (1, b)] for b in y[np.abs(y) < 1]]
        self.grid.set_segments(lines)
        self.grid_label.set_text(f"a line every {step}°")

    def _show_mds_map(self, place, chosen, far, pair, looked_at):
        middle, unit = fit_into(place)
        place = (place - middle) / unit
        worst = np.concatenate([ends[pair] for ends in np.triu_indices(len(place), 1)])
        self.mds_map.show(place, chosen, looked_at, far, worst)
        self.worst.set_data(*place[worst].T)
        length = round_length(0.5 * unit)
        self.bar.set_data([-1, length / unit - 1], [SCALE_AT] * 2)
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

    def handles(self, **state):
        chosen = nearest_cities(state["home"], state["n"])
        known = np.flatnonzero(chosen == NAMES.index(state["look"]))
        now = known[0] if len(known) else 0
        maps = {"the true map": self.true_map, "the map from distances": self.mds_map}
        return [
            Handle(
                f"the ring on {name}",
                drawing.axes,
                drawing.place[now],
                lambda x, y, drawing=drawing: {"look": NAMES[chosen[drawing.nearest(x, y)]]},
                (0.15, 0.15),
                (NAMES[chosen[now]],),
            )
            for name, drawing in maps.items()
        ]

    def click(self, axes, point, state):
        chosen = nearest_cities(state["home"], state["n"])
        drawing = self.true_map if axes is self.true_map.axes else self.mds_map
        return {"look": NAMES[chosen[drawing.nearest(*point)]]}


class CityDrawing:
    """Cities as dots, with the names for which there is room; the home city is a star.

    One city is looked at: it has a ring, and its name in any case.
    """

    def __init__(self, figure, left, title):
        limits = {"xlim": (-1, 1), "ylim": (-MAP_TOP, MAP_TOP)}
        axes = map_axes(figure, (left, 2.12, *MAP_SIZE), title, leads=True, **limits)
        hollow = {"mfc": "white", "mec": style.INK}
        self.axes = axes
        star = {"color": style.CENTER, "mec": "white", "ms": 16, "zorder": 4}
        self.home = moving(axes.plot([], [], "*", label="around", **star))
        self.near = moving(axes.plot([], [], "o", color=style.INK, ms=4.5, zorder=4))
        self.far = moving(axes.plot([], [], "o", ms=4.5, zorder=4, label="far side", **hollow))
        ring = {"ms": 13, "mfc": "none", "mec": style.CENTER, "mew": 2, "zorder": 5}
        self.ring = moving(axes.plot([], [], "o", label="look at", **ring))
        self.names = CityNames(axes)

    def show(self, place, chosen, looked_at, far=None, worst=()):
        """Cities at place (n, 2), numbered as chosen (n,), home first; those far (n,) are hollow.

        The city looked at and the worst pair are places in this list. They get their names before
        the others, home after the first.
        """
        far = np.zeros(len(place), bool) if far is None else far
        self.place = place
        self.home.set_data(*place[:1].T)
        self.near.set_data(*place[1:][~far[1:]].T)
        self.far.set_data(*place[far].T)
        self.ring.set_data(*place[looked_at].T)
        order = np.array(list(dict.fromkeys([*looked_at, 0, *worst, *range(len(place))])))
        place, chosen = place[order], chosen[order]
        gaps = np.full(len(place), 0.032)
        gaps[: len(looked_at)] = 0.06  # outside the ring
        corners = free_corners(place, self.names.sizes[chosen], MAP_TOP, gaps)
        shown = zip(chosen, corners, strict=True)
        self.names.shown = [(city, corner) for city, corner in shown if corner is not None]

    def nearest(self, x, y):
        """The city nearest to a point, as a place in the list that is shown."""
        return np.hypot(*(self.place - (x, y)).T).argmin()


def fit_into(place, margin=0.87):
    """Middle and unit of points (n, 2) so that they fit into a map."""
    low, high = place.min(axis=0), place.max(axis=0)
    unit = ((high - low) / 2 / np.array([1, MAP_TOP])).max() / margin
    return (low + high) / 2, unit


def round_length(longest):
    """The largest of 1, 2, 5, 10, 20, … that is not above longest."""
    power = 10.0 ** np.floor(np.log10(longest))
    return power * max(step for step in (1, 2, 5) if step * power <= longest)


@explorer(page="multidimensional_scaling")
def city_map():
    """Page 08: cities, from the great-circle distances between them."""
    controls = {
        "home": Choice("around", NAMES, "London"),
        "n": LinearSlider("cities", len(NAMES), 4, len(NAMES), 1),
        "d": LinearSlider("dimensions d′", 2, 1, 11, 1),
        "look": Choice("look at", NAMES, "Cairo"),
    }
    presets = {
        "Ten around London": {"n": 10},
        "Ten on a line": {"n": 10, "d": 1},
        "Two dimensions": {},
        "Three dimensions": {"d": 3},
        "Eleven dimensions": {"d": 11},
        "From Tokyo": {"home": "Tokyo", "d": 3},
    }
    return Explorer(CitiesScene, controls, presets)
