"""One side of the playground: a plane, the samples in it, and a model of any kind."""

from functools import lru_cache

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.plane import PlaneDrawing, level_line, on_grid
from rbflib.lab.kit.your_data import show_frame
from rbflib.lab.pages.playground.recipe import Recipe, fit, samples_of
from rbflib.lab.pages.playground.settings import REAL_DATA

PLANE_WIDTH, PLANE_HEIGHT = 4.0, 3.3
PLACES = [(*place[:2], PLANE_WIDTH, PLANE_HEIGHT) for place in style.PAIR]
REACH = 2.6  # half the width of the plane for toy and drawn samples
TOP = REACH * PLANE_HEIGHT / PLANE_WIDTH


TOY_FRAME = {"xlim": (-REACH, REACH), "ylim": (-TOP, TOP), "xlabel": "x₁", "ylabel": "x₂"}


@lru_cache(maxsize=64)
def frame_of(recipe):
    """Limits and axis labels. All samples of real data lie inside."""
    data = recipe["data"]
    if data not in REAL_DATA:
        return TOY_FRAME
    base = samples_of(Recipe(recipe.settings))
    X = np.vstack([base.X, base.X_test])
    middle, spans = (X.max(axis=0) + X.min(axis=0)) / 2, np.ptp(X, axis=0)
    shape = np.array([PLANE_WIDTH, PLANE_HEIGHT])
    half = 0.53 * (spans / shape).max() * shape
    xlim, ylim = zip(middle - half, middle + half, strict=True)
    xlabel, ylabel = [f"{recipe[name]}, scaled" for name in REAL_DATA[data].features]
    return {"xlim": xlim, "ylim": ylim, "xlabel": xlabel, "ylabel": ylabel}


# Models whose name in style.METHOD_STYLE is another.
METHOD_OF = {"Gaussian SVM": "SVM", "uniform votes": "votes", "OLS network": "OLS"}


def _method(recipe):
    model = recipe["model"]
    if model == "full network":
        return style.full_network(recipe["alpha"])
    if model == "nearest neighbors":
        return "neighbor" if recipe["vote"] == "uniform" else "weights 1/d²"
    return METHOD_OF.get(model, model.removeprefix("network, "))


class Pane(PlaneDrawing):
    """The plane with a model of any kind, and its two errors above it."""

    def __init__(self, figure, place, stands_still=False):
        axes = style.add_axes(figure, place, **TOY_FRAME)
        axes.locator_params(integer=True, nbins=6)
        super().__init__(axes)
        self.added = {}
        for sign, look in style.CLASS_STYLE.items():
            marks = {"marker": look["marker"], "ls": "", "ms": 7, "mew": 1.4, "zorder": 5}
            colors = {"train": (style.INK, look["color"]), "test": (look["color"], "white")}
            for role, (edge, face) in colors.items():
                self.added[sign, role] = moving(axes.plot([], [], mec=edge, mfc=face, **marks))
        look = {"color": style.INK, "size": style.TYPE, "pad": style.KEY_ROOM}
        self.name = axes.set_title("", loc="left", weight="bold", **look)
        self.errors = moving(axes.set_title("", loc="right", **look))
        advice = "Add training samples of both classes."
        look = {"ha": "center", "color": style.MUTED, "size": style.TYPE}
        self.advice = moving(axes.text(0.5, 0.9, advice, transform=axes.transAxes, **look))
        self.surface_of = lru_cache(maxsize=64)(self._surface_of)
        if stands_still:
            for artist in axes.findobj(lambda artist: artist.get_animated()):
                artist.set_animated(False)

    def show_recipe(self, name, recipe):
        """Samples and, where there are two classes to learn from, the model. Returns its h."""
        samples = samples_of(recipe)
        title = f"{name}: {recipe['model']}"
        if title != self.name.get_text():
            self.name.set_text(title)
        if show_frame(self.axes, recipe, **frame_of(recipe)):
            self.x, self.y = self.surface.grid()
        self.show_samples(samples.X, samples.y)
        for (sign, role), marks in self.added.items():
            points = [s[:2] for s in recipe.added if (s.y, s.role) == (sign, role)]
            marks.set_data(*np.reshape(points, (-1, 2)).T)
        for artist in (self.surface, self.boundary):
            artist.set_visible(samples.can_be_learned)
        for rings in self.centers:
            rings.set_visible(False)
        self.advice.set_visible(not samples.can_be_learned)
        self.errors.set_text("")
        return self._show_model(recipe) if samples.can_be_learned else None

    def _show_model(self, recipe):
        (h, boundary), result = self.surface_of(recipe), fit(recipe)
        self.surface.set_values(h, style.surface_colors)
        self.boundary.set_data(*boundary)
        style.change_look(self.boundary, color=style.METHOD_STYLE[_method(recipe)]["color"])
        if result.network:
            self.show_centers(result.network.centers, result.network.weights)
        e_out = "–" if result.e_out is None else f"{result.e_out:.3f}"
        self.errors.set_text(f"E_in {result.e_in:.3f}   E_out {e_out}")
        return h

    def _surface_of(self, recipe):
        """h (Gy, Gx), with ±1 inside a band of colors, and its boundary."""
        result, x, y = fit(recipe), self.x, self.y
        coarse = not (result.network and np.ndim(result.network.gamma) < 2)
        if coarse:  # nothing but one bump after the other, or one query after the other
            x, y = x[::2], y[::2]
        h = on_grid(result.h if coarse else result.network, x, y)
        # Where every bump is too small for a float, h = 0 is no boundary.
        boundary = level_line(x, y, np.where(h == 0, np.nan, h))
        if coarse:
            h = h.repeat(2, axis=0).repeat(2, axis=1)[: len(self.y), : len(self.x)]
        return 0.99 * h, boundary
