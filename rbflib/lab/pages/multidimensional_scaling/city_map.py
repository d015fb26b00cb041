"""Cities of the world on a map that was made from their distances alone."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib.datasets import EARTH_RADIUS
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, slider
from rbflib.lab.kit.stage import Scene, moving, moving_segments
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

MAP_SIZE = (4.25, 2.55)  # inches; both maps are drawn from −1 to 1, in a unit that makes them fit
MAP_TOP = MAP_SIZE[1] / MAP_SIZE[0]


class CitiesScene(Scene):
    """Cities on a longitude-latitude map, and on the map made from their distances alone."""

    def __init__(self):
        self.figure = style.new_figure(height=5.3)
        title = "map from the distances alone (○ far side)"
        self.true_map = CityDrawing(self.figure, 0.2, "true map: longitude and latitude")
        self.mds_map = CityDrawing(self.figure, 4.75, title)
        self.grid = moving_segments(self.true_map.axes, colors="#D8D8D8", lw=0.8, zorder=1)
        self._add_worst_pair()
        self._add_eigenvalues()
        self._add_errors()

    def _add_worst_pair(self):
        axes = self.mds_map.axes
        self.worst = moving(axes.plot([], [], color=style.NEGATIVE, ls="--", lw=1.8))
        look = {"color": style.INK, "clip_on": False}
        self.bar = moving(axes.plot([], [], lw=2, marker="|", **look))
        self.bar_label = moving(axes.text(0, -0.66, "", size=style.TYPE, va="center", **look))

    def _add_eigenvalues(self):
        axes = style.add_axes(
            self.figure,
            (0.75, 0.75, 3.7, 1.1),
            "eigenvalues, as shares of the largest",
            xlim=(0.3, len(NAMES) + 0.7),
            ylim=(-0.36, 1.08),
            yticks=[0, 0.5, 1],
        )
        axes.axhline(0, color=style.MUTED, lw=0.8)
        self.stems = moving(axes.plot([], [], color=style.MUTED, lw=1.2))
        self.used = moving(axes.plot([], [], "o", color=style.POSITIVE, ms=6, label="in the map"))
        hollow = {"mfc": "white", "mec": style.POSITIVE, "ms": 5}
        self.positive = moving(axes.plot([], [], "o", label="left out", **hollow))
        self.negative = moving(axes.plot([], [], "X", color=style.NEGATIVE, ms=6, label="below 0"))
        style.add_legend(axes, below=True)

    def _add_errors(self):
        axes = style.add_axes(
            self.figure,
            (5.4, 0.75, 3.6, 1.1),
            "error of each distance, % of the largest",
            xlabel="true distance, % of the largest",
            xlim=(0, 102),
            ylim=(-90, 45),
            yticks=[-80, -40, 0, 40],
        )
        axes.axhline(0, color=style.MUTED, lw=0.8)
        self.errors = moving(axes.plot([], [], ".", color=style.POSITIVE, ms=3.5))
        self.worst_error = moving(axes.plot([], [], "X", color=style.NEGATIVE, ms=8))

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

    def __init__(self, figure, left, title):
        limits = {"xlim": (-1, 1), "ylim": (-MAP_TOP, MAP_TOP)}
        axes = map_axes(figure, (left, 2.4, *MAP_SIZE), title, **limits)
        hollow = {"mfc": "white", "mec": style.POSITIVE}
        self.axes = axes
        self.home = moving(axes.plot([], [], "*", color=style.NEGATIVE, ms=12, zorder=4))
        self.near = moving(axes.plot([], [], "o", color=style.POSITIVE, ms=4.5, zorder=4))
        self.far = moving(axes.plot([], [], "o", ms=4.5, zorder=4, **hollow))
        self.names = CityNames(axes)

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
        corners = free_corners(place, self.names.sizes[chosen], MAP_TOP)
        shown = zip(chosen, corners, strict=True)
        self.names.shown = [(city, corner) for city, corner in shown if corner is not None]


def fit_into(place, margin=0.87):
    """Middle and unit of points (n, 2) so that they fit into a map."""
    low, high = place.min(axis=0), place.max(axis=0)
    unit = ((high - low) / 2 / np.array([1, MAP_TOP])).max() / margin
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
