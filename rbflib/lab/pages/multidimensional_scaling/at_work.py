"""The reader's placing at work: cities that a map was not made from find their places on it."""

import numpy as np

from rbflib.lab.grader.at_work import WorkScene
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.pages.multidimensional_scaling.blank_map import frame
from rbflib.lab.pages.multidimensional_scaling.cities import (
    CITY_DISTANCES,
    nearest_cities,
    turned_for_reading,
)
from rbflib.mds import double_centering

SHOWN = 20  # cities

CONTROLS = {
    "home": Choice("around", ["Paris", "Nairobi", "Tokyo"]),
    "n_fitted": LinearSlider("cities of the map", 8, 3, 19, 1),
    "percent": LinearSlider("distances of the others, %", 100, 50, 150, 5),
}


class PlacedCities(WorkScene):
    """A map of the first cities, and those that the function places on it, by their distances."""

    controls = CONTROLS

    def panel(self, axes):
        frame(axes)
        look = {"ls": "", "ms": 7, "mew": 1.5}
        fitted = axes.plot([], [], "o", color=style.GROUP_COLORS[0], label="on the map", **look)
        look |= {"mfc": "white", "mec": style.CENTER, "label": "placed by the function"}
        placed = axes.plot([], [], "s", **look)
        style.add_key(axes)
        return moving(fitted), moving(placed)

    def draw(self, panel, function, home, n_fitted, percent):
        chosen = nearest_cities(home, SHOWN)
        table = CITY_DISTANCES[np.ix_(chosen, chosen)]
        known, others = np.split(table, [n_fitted])
        eigenvalues, V = np.linalg.eigh(double_centering(known[:, :n_fitted]))
        Z = V[:, :-3:-1] * np.sqrt(eigenvalues[:-3:-1])
        distances = others[:, :n_fitted] * percent / 100
        places = np.array([function(Z, dist) for dist in distances])
        both = turned_for_reading(np.vstack([Z, places]), home, chosen)
        reach = 1.1 * np.abs(both).max()
        fitted, placed = panel
        fitted.axes.set(xlim=(-reach, reach), ylim=(-0.82 * reach, 0.82 * reach))
        fitted.set_data(*both[:n_fitted].T)
        placed.set_data(*both[n_fitted:].T)
        seen = np.linalg.norm(places[:, None] - Z, axis=2)
        return {"distances to the map's cities, off by km": np.abs(seen - distances).mean()}
