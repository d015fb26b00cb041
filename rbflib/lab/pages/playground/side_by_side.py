"""The present state on the left, and a kept one beside it."""

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.playground.pane import PLACES, Pane, frame_of
from rbflib.lab.pages.playground.recipe import Recipe, fit, samples_of
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.settings import CLICKS

AGREE = "the two agree, % of the plane"


class PlaygroundScene(Scene):
    """The present state on the left; on the right one that was kept, standing still."""

    hint = "click the left picture: it adds a sample"
    titles_stay = False
    drawn = ("E_in", "E_out", "its E_out", AGREE)

    def __init__(self):
        self.figure = style.new_figure()
        self.now = Pane(self.figure, PLACES[0])
        self.click_axes = [self.now.axes]
        self.kept = Pane(self.figure, PLACES[1], stands_still=True)
        style.add_key(self.now.axes)
        self.click_mark = self._build_click_mark()
        self.shown_beside = ...  # (number, recipe) of the state on the right, or None
        advice = "Keep this state: it stands here,\nbeside the next one."
        look = {"ha": "center", "color": style.MUTED, "size": style.TYPE}
        self.advice = self.figure.text(0.77, 0.55, advice, **look)

    def _build_click_mark(self):
        axes = self.now.axes
        look = {"transform": axes.transAxes, "ha": "right", "va": "center", "color": style.INK}
        axes.text(0.955, -0.125, "click:", size=style.TYPE, **look)
        look = {"transform": axes.transAxes, "clip_on": False, "ls": "", "ms": 8, "mew": 1.4}
        return moving(axes.plot(0.98, -0.125, **look))

    def update(self, added, kept, beside, **values):
        recipe = recipe_of(values, added)
        state = kept[beside - 1] if 0 < beside <= len(kept) else None
        self._show_beside(state and (beside, Recipe.of(state, state["added"])))
        h = self.now.show_recipe("Now", recipe)
        sign, role = CLICKS[values["click"]]
        marker, color = style.CLASS_STYLE[sign]["marker"], style.CLASS_STYLE[sign]["color"]
        self.click_mark.set(marker=marker, mec=color, mfc=color if role == "train" else "white")
        numbers = self._count_samples(recipe)
        if h is None:
            return numbers | {"add training samples of both classes": ""}
        result = fit(recipe)
        numbers = result.errors | {"size": f"{result.size} {result.counted}"} | numbers
        return numbers | self._compare(recipe, h) | {note: "" for note in result.notes}

    def measure(self, kept, draw, **values):
        """Both states in this draw."""
        return self.update(kept=[state | {"draw": draw} for state in kept], draw=draw, **values)

    def code(self, added, **values):
        recipe = recipe_of(values, added)
        if not samples_of(recipe).can_be_learned:
            raise ValueError("There is nothing to learn: add training samples of both classes.")
        return "\n".join(code_of(recipe))

    def _count_samples(self, recipe):
        """Samples that were added, and those that the picture does not show."""
        X, frame = samples_of(recipe).X, frame_of(recipe)
        low, high = np.transpose([frame["xlim"], frame["ylim"]])
        outside = int(np.sum((X.clip(low, high) != X).any(axis=1)))
        counts = {"added by hand": len(recipe.added), "outside the picture": outside}
        return {name: count for name, count in counts.items() if count}

    def _compare(self, recipe, h):
        if self.shown_beside is None:
            return {}
        _, kept = self.shown_beside
        errors = fit(kept).errors
        numbers = {"beside it: E_in": errors["E_in"], "its E_out": errors["E_out"]}
        if frame_of(kept) == frame_of(recipe):
            alike = np.mean((h > 0) == (self.kept_h > 0))
            numbers[AGREE] = 100 * alike
        return numbers

    def _show_beside(self, beside):
        """The kept state on the right; it stands still until another takes its place."""
        if beside == self.shown_beside:
            return
        self.shown_beside = beside
        self.kept.axes.set_visible(beside is not None)
        self.advice.set_visible(beside is None)
        if beside is not None:
            self.kept_h = self.kept.show_recipe(*beside)

    def click(self, axes, point, state):
        sign, role = CLICKS[state["click"]]
        before = state["added"].get(state["data"], [])
        sample = [*point.round(2).tolist(), sign, role]
        return {"added": state["added"] | {state["data"]: [*before, sample]}}


def recipe_of(values, added):
    """The recipe of these values of the controls, with the samples added to its data."""
    return Recipe.of(values, added.get(values["data"], []))
