"""Ten cities, the table of their distances, and a map drawn by hand."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

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
    NAMES,
    map_of_cities,
    nearest_cities,
    turned_for_reading,
)
from rbflib.lab.pages.multidimensional_scaling.city_names import CityNames, free_corners
from rbflib.lab.pages.multidimensional_scaling.mileage_table import MileageTable
from rbflib.lab.pages.multidimensional_scaling.wrong_distances import (
    LONG,
    SHORT,
    TOLERANCE,
    worst_in_words,
)

TEN = nearest_cities("London", 10)
TEN_NAMES = [NAMES[city] for city in TEN]
TRUE = CITY_DISTANCES[np.ix_(TEN, TEN)]
EDGE = 3200  # km from the middle of the map to its edge
TALL = 0.85  # height of the map over its width
REACH = 0.08  # of a click on a city


class MapByHandScene(Scene):
    """The table, the map drawn so far, and the nine distances of the city that was moved last."""

    hint = "drag the cities, or click one and then its place"

    def __init__(self):
        self.figure = style.new_figure()
        self.table = MileageTable(self.figure, (4.6, 0.3, 4.52, 4.05), TEN_NAMES, TRUE)
        self._add_map()

    def _add_map(self):
        look = {"xlim": (-1, 1), "ylim": (-TALL, TALL)}
        self.map = map_axes(self.figure, (0.1, 0.42, 4.35, 3.7), "Your map", leads=True, **look)
        self.click_axes = [self.map]
        self.kept = moving_segments(self.map, color=style.MUTED, lw=1.2, label="within 5%")
        self.short = moving_segments(self.map, lw=1.8, label="too short", **SHORT)
        self.long = moving_segments(self.map, lw=2, label="too long", **LONG)
        self.dots = moving(self.map.plot([], [], "o", color=style.INK, ms=7, zorder=4))
        ring = {"ms": 14, "mfc": "none", "mec": style.CENTER, "mew": 2, "zorder": 5}
        self.ring = moving(self.map.plot([], [], "o", **ring))
        self.names = CityNames(self.map)
        style.add_key(self.map, self.kept, self.short, self.long)

    def update(self, city, **places):
        place = as_points(places)
        chosen = TEN_NAMES.index(city)
        change = squareform(pdist(place)) - TRUE
        self.table.show(change, chosen)
        self._show_map(place / EDGE, chosen)
        self._show_strands(place / EDGE, chosen, change[chosen] / np.maximum(TRUE[chosen], 1))
        true, seen = squareform(TRUE, checks=False), pdist(place)
        right = np.sum(np.abs(seen - true) <= TOLERANCE * true)
        return {
            "mean error in km": f"{np.abs(seen - true).mean():.0f}",
            "within 5%": f"{right} of {len(true)}",
            "worst pair in km": worst_in_words(true, seen, TEN_NAMES, ".0f"),
        }

    def code(self, city, **places):
        points = np.array2string(as_points(places), separator=", ", threshold=100)
        near = """
            import numpy as np
            from scipy.spatial.distance import pdist, squareform
            from rbflib import great_circle_distances, world_cities

            names, latitude, longitude = world_cities()
            km = great_circle_distances(latitude, longitude)
            ten = np.argsort(km[names.index("London")], kind="stable")[:10]
            true = squareform(km[np.ix_(ten, ten)], checks=False)
        """
        measured = f"""
            error = np.abs(seen - true)
            print("mean error in km:", f"{{error.mean():.0f}}")
            print("within 5%:", f"{{np.sum(error <= {TOLERANCE} * true)}} of {{len(true)}}")
            pair = np.argmax(error.round(6))
            i, j = (ten[ends[pair]] for ends in np.triu_indices(10, 1))
            drawn = f"{{true[pair]:.0f}} drawn as {{seen[pair]:.0f}}"
            print("worst pair in km:", f"{{names[i]}}–{{names[j]}}, {{drawn}}")
        """
        return lines(near, f"place = np.array({points})\nseen = pdist(place)", measured)

    def _show_map(self, place, chosen):
        self.dots.set_data(*place.T)
        self.ring.set_data(*place[chosen, :, None])
        order = np.argsort(np.arange(len(place)) != chosen, kind="stable")
        gaps = np.where(order == chosen, 0.07, 0.042)  # outside the ring
        corners = free_corners(place[order], self.names.sizes[TEN[order]], TALL, gaps)
        shown = zip(TEN[order], corners, strict=True)
        self.names.shown = [(city, corner) for city, corner in shown if corner is not None]

    def _show_strands(self, place, chosen, change):
        others = np.delete(np.arange(len(place)), chosen)
        strands = np.stack([np.broadcast_to(place[chosen], (9, 2)), place[others]], axis=1)
        change = change[others]
        self.kept.set_segments(strands[np.abs(change) <= TOLERANCE])
        self.short.set_segments(strands[change < -TOLERANCE])
        self.long.set_segments(strands[change > TOLERANCE])

    def handles(self, **state):
        place = as_points(state) / EDGE

        def moved(n):
            return lambda x, y: {"city": TEN_NAMES[n], f"x{n}": EDGE * x, f"y{n}": EDGE * y}

        step = (50 / EDGE, 50 / EDGE)
        return [Handle(TEN_NAMES[n], self.map, place[n], moved(n), step) for n in range(10)]

    def click(self, axes, point, state):
        """A click on a city chooses it; elsewhere it puts the chosen one there."""
        handles = self.handles(**state)
        far = [np.hypot(*(handle.at - point)) for handle in handles]
        if min(far) < REACH:
            return {"city": TEN_NAMES[np.argmin(far)]}
        return handles[TEN_NAMES.index(state["city"])].move(*point)


def as_points(places):
    """Places (10, 2) in km from the controls' values x0, y0, x1, …"""
    return np.array([(places[f"x{n}"], places[f"y{n}"]) for n in range(10)], float)


def as_values(points):
    """The controls' values of points (10, 2)."""
    whole = np.round(points).astype(int).tolist()
    return {f"{axis}{n}": whole[n][i] for n in range(10) for i, axis in enumerate("xy")}


def in_a_circle():
    """The cities in the order of the table, clockwise, London at the top."""
    angle = 2 * np.pi * np.arange(10) / 10
    return 2200 * np.column_stack([np.sin(angle), np.cos(angle)])


def by_formula():
    return turned_for_reading(map_of_cities("London", 10)[0][:, :2], "London", TEN)


def turned(points, degrees=145):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return points @ np.array([[c, s], [-s, c]])


def one_wrong():
    """The map by the formula, but for Istanbul."""
    points = by_formula()
    points[TEN_NAMES.index("Istanbul")] += (-700, -900)
    return points


@explorer(page="multidimensional_scaling")
def map_by_hand():
    """Page 08: ten cities around London, to be put where their distances say."""
    start = as_values(in_a_circle())
    controls = {"city": Choice("city", TEN_NAMES)}
    for n, name in enumerate(TEN_NAMES):
        for axis, way in (("x", "to the right"), ("y", "up")):
            key = f"{axis}{n}"
            controls[key] = LinearSlider(f"{name}, {way}", start[key], -EDGE, EDGE, 1, shown=False)
    formula = by_formula()
    presets = {
        "In a circle": {},
        "One is wrong": as_values(one_wrong()),
        "By the formula": as_values(formula),
        "Turned": as_values(turned(formula)),
        "Mirrored": as_values(formula * (-1, 1)),
    }
    return Explorer(MapByHandScene, controls, presets)
