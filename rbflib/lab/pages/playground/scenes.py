"""The scene of page 09: any model on any data, beside a state that was kept; and its notebook."""

import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import ipywidgets as widgets
import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, steps_slider
from rbflib.lab.kit.plane import PlaneDrawing, level_line, on_grid
from rbflib.lab.kit.stage import Scene
from rbflib.lab.pages.playground.recipe import (
    CLICKS,
    CONTROLS,
    DRAWN,
    MAX_ADDED,
    MAX_KEPT,
    REAL_DATA,
    Recipe,
    Sample,
    Session,
    as_csv,
    choice_that_uses,
    code_of,
    fit,
    from_json,
    samples_of,
    to_json,
    used_settings,
)

PLANE_WIDTH, PLANE_HEIGHT = 3.9, 3.1  # inches
FILE = "playground.json"
REACH = 2.6  # half the width of the plane for toy and drawn samples
# Class and role of the sample that a click adds.
CLICK_MEANS = dict(
    zip(CLICKS, [(1, "train"), (-1, "train"), (1, "test"), (-1, "test")], strict=True)
)


@lru_cache(maxsize=64)
def frame_of(recipe):
    """Limits (x0, x1), (y0, y1) and axis labels. All samples of real data lie inside."""
    data = recipe["data"]
    if data not in REAL_DATA:
        half = REACH * PLANE_HEIGHT / PLANE_WIDTH
        return (-REACH, REACH), (-half, half), ("x₁", "x₂")
    base = samples_of(Recipe(recipe.settings))
    X = np.vstack([base.X, base.X_test])
    middle, spans = (X.max(axis=0) + X.min(axis=0)) / 2, np.ptp(X, axis=0)
    shape = np.array([PLANE_WIDTH, PLANE_HEIGHT])
    half = 0.53 * (spans / shape).max() * shape
    labels = tuple(f"{recipe[name]}, scaled" for name in REAL_DATA[data].settings)
    (x0, y0), (x1, y1) = middle - half, middle + half
    return (x0, x1), (y0, y1), labels


class Surface(NamedTuple):
    """What a model draws over the plane."""

    positive: np.ndarray  # (Gy, Gx), where it decides for +1
    colors: np.ndarray
    boundary: np.ndarray


class Pane(PlaneDrawing):
    """The plane with a model of any kind, and its two errors above it."""

    def __init__(self, figure, left, moving):
        axes = style.add_axes(
            figure, (left, 0.9, PLANE_WIDTH, PLANE_HEIGHT), xlabel="x₁", ylabel="x₂",
            xlim=(-REACH, REACH),
            ylim=(-REACH * PLANE_HEIGHT / PLANE_WIDTH, REACH * PLANE_HEIGHT / PLANE_WIDTH),
        )  # fmt: skip
        super().__init__(axes)
        marks = {"ls": "", "ms": 7, "mew": 1.4, "animated": True, "zorder": 5}
        self.added = {
            (sign, role): axes.plot(
                [], [], marker=look["marker"], mec=style.INK if role == "train" else look["color"],
                mfc=look["color"] if role == "train" else "white", **marks,
            )[0]
            for sign, look in style.CLASS_STYLE.items()
            for role in ("train", "test")
        }  # fmt: skip
        self.added[-1, "train"].set_label("added by hand")
        self.added[1, "test"].set_label("added for testing")
        self.errors = axes.set_title("", loc="right", color=style.INK, size=10, animated=True)
        self.advice = axes.text(
            0.5, 0.9, "Add training samples of both classes.", transform=axes.transAxes,
            ha="center", color=style.MUTED, animated=True,
        )  # fmt: skip
        self.surface_of = lru_cache(maxsize=64)(self._surface_of)
        if not moving:
            for artist in axes.findobj(lambda artist: artist.get_animated()):
                artist.set_animated(False)

    def show_frame(self, recipe):
        xlim, ylim, (xlabel, ylabel) = frame_of(recipe)
        now = (self.axes.get_xlim(), self.axes.get_ylim(), self.axes.get_xlabel())
        if (xlim, ylim, xlabel) != now or ylabel != self.axes.get_ylabel():
            self.axes.set(xlim=xlim, ylim=ylim, xlabel=xlabel, ylabel=ylabel)
            self.x, self.y = self.surface.grid()

    def show_recipe(self, name, recipe):
        """Samples and, where there are two classes to learn from, the model. Returns `Surface`."""
        samples = samples_of(recipe)
        title = f"{name}: {recipe['model']}"
        if title != self.axes.get_title(loc="left"):
            self.axes.set_title(title, loc="left")
        self.show_frame(recipe)
        self.show_samples(samples.X, samples.y)
        for (sign, role), marks in self.added.items():
            points = [s[:2] for s in recipe.added if (s.y, s.role) == (sign, role)]
            marks.set_data(*np.reshape(points, (-1, 2)).T)
        for artist in (self.surface, self.boundary, *self.centers):
            artist.set_visible(samples.can_be_learned)
        self.advice.set_visible(not samples.can_be_learned)
        self.errors.set_text("")
        return self._show_model(recipe) if samples.can_be_learned else None

    def _show_model(self, recipe):
        surface, result = self.surface_of(recipe), fit(recipe)
        self.surface.set_colors(surface.colors)
        self.boundary.set_data(*surface.boundary)
        if result.network:
            self.show_centers(result.network.centers, result.network.weights)
        else:
            self.show_centers(np.empty((0, 2)), np.empty(0))
        e_out = "–" if result.e_out is None else f"{result.e_out:.3f}"
        self.errors.set_text(f"E_in {result.e_in:.3f}   E_out {e_out}")
        return surface

    def _surface_of(self, recipe):
        result, x, y = fit(recipe), self.x, self.y
        coarse = not (result.network and np.ndim(result.network.gamma) < 2)
        if coarse:  # nothing but one bump after the other, or one query after the other
            x, y = x[::2], y[::2]
            points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
            h = result.h(points).reshape(len(y), len(x))
        else:
            h = on_grid(result.network, x, y)
        # Where every bump is too small for a float, h = 0 is no boundary.
        boundary = level_line(x, y, np.where(h == 0, np.nan, h))
        if coarse:
            h = h.repeat(2, axis=0).repeat(2, axis=1)[: len(self.y), : len(self.x)]
        return Surface(h > 0, style.surface_colors(0.99 * h), boundary)


class PlaygroundScene(Scene):
    """The present state on the left; on the right one that was kept, standing still."""

    def __init__(self):
        self.figure = style.new_figure()
        self.now = Pane(self.figure, 0.65, moving=True)
        self.kept = Pane(self.figure, 5.25, moving=False)
        style.add_legend(
            self.now.axes, loc="upper left", bbox_to_anchor=(-0.02, -0.16), ncols=6, borderpad=0,
            columnspacing=1.0, handlelength=1.4, handletextpad=0.5,
        )  # fmt: skip
        self._build_click_mark()
        self.added = {}  # name of the data -> tuple of samples
        self.past = []
        self.beside = None  # (number, recipe) of the state on the right
        self.advice = self.figure.text(
            0.77, 0.55, "Keep this state: it stands here, beside the next one.", ha="center",
            color=style.MUTED, size=11,
        )  # fmt: skip
        self._show_beside()

    def _build_click_mark(self):
        axes = self.now.axes
        look = {"transform": axes.transAxes, "clip_on": False, "ls": "", "ms": 8, "mew": 1.4}
        axes.text(
            0.955, -0.125, "click adds", transform=axes.transAxes, ha="right", va="center",
            color=style.INK, size=9.5,
        )  # fmt: skip
        self.click_marks = {
            click: axes.plot(
                0.98, -0.125, marker=style.CLASS_STYLE[sign]["marker"],
                mec=style.CLASS_STYLE[sign]["color"],
                mfc=style.CLASS_STYLE[sign]["color"] if role == "train" else "white",
                animated=True, **look,
            )[0]
            for click, (sign, role) in CLICK_MEANS.items()
        }  # fmt: skip

    def recipe(self, values):
        """The recipe of these values of the controls, with the samples added to its data."""
        return Recipe.of(values, self.added.get(values["data"], ()))

    def update(self, **values):
        recipe = self.recipe(values)
        if self.beside != self.shown_beside:
            self._show_beside()
        surface = self.now.show_recipe("now", recipe)
        for click, mark in self.click_marks.items():
            mark.set_visible(click == values["click"])
        numbers = self._count_samples(recipe)
        if surface is None:
            return numbers | {"add training samples of both classes": ""}
        result = fit(recipe)
        numbers = result.errors | {result.counted: result.size} | numbers
        return numbers | self._compare(recipe, surface) | {note: "" for note in result.notes}

    def _count_samples(self, recipe):
        """Samples that were added, and those that the picture does not show."""
        X, (xlim, ylim, _) = samples_of(recipe).X, frame_of(recipe)
        low, high = np.transpose([xlim, ylim])
        outside = int(np.sum((X.clip(low, high) != X).any(axis=1)))
        counts = {"added by hand": len(recipe.added), "outside of the picture": outside}
        return {name: count for name, count in counts.items() if count}

    def _compare(self, recipe, surface):
        if self.beside is None:
            return {}
        number, kept = self.beside
        errors = fit(kept).errors
        numbers = {f"beside it state {number}: E_in": errors["E_in"], "its E_out": errors["E_out"]}
        if frame_of(kept) == frame_of(recipe):
            alike = np.mean(surface.positive == self.kept_surface.positive)
            numbers["the two agree on % of the plane"] = 100 * alike
        return numbers

    def _show_beside(self):
        """The kept state on the right; it stands still until another takes its place."""
        self.shown_beside = self.beside
        self.kept.axes.set_visible(self.beside is not None)
        self.advice.set_visible(self.beside is None)
        if self.beside is not None:
            number, recipe = self.beside
            self.kept_surface = self.kept.show_recipe(number, recipe)

    def click(self, axes, point, state):
        if axes is self.now.axes:
            sign, role = CLICK_MEANS[state["click"]]
            sample = Sample(*(round(float(x), 2) for x in point), sign, role)
            before = self.added.get(state["data"], ())
            if len(before) == MAX_ADDED:
                raise ValueError(f"{MAX_ADDED} samples were added; no more are taken.")
            self.change_added(self.added | {state["data"]: (*before, sample)})
        return {}

    def change_added(self, added):
        self.past.append(self.added)
        self.added = added

    def undo(self):
        if self.past:
            self.added = self.past.pop()


class PlaygroundExplorer(Explorer):
    """An explorer with a table of kept states beneath, their code, and a file.

    Attributes
    ----------
    kept : list of Recipe
        The table's states; state 1 is the first.
    beside : ipywidgets.Dropdown
        Number of the kept state that is shown on the right, or 0.
    file : ipywidgets.Text
        Where `save` writes and `load` reads.
    """

    def __init__(self, scene, controls, presets, kept):
        self.kept, self._first_kept = list(kept), list(kept)
        self._build_table()
        super().__init__(scene, controls, presets)
        self._show_kept(len(self.kept))

    @property
    def in_use(self):
        state = self.state
        return [*used_settings(state["data"], state["model"]), "click"]

    def set(self, **values):
        """Set several controls; the picture is drawn once.

        A control that the data and the model do not use chooses ones that do.
        """
        values = self._checked(values)
        super().set(**self._choices_for(values), **values)

    def _choices_for(self, values):
        state = self.state | values
        used = {"click", *used_settings(state["data"], state["model"])}
        choices = dict(choice_that_uses(name) for name in values if name not in used)
        return {name: value for name, value in choices.items() if name not in values}

    def _refresh(self, change=None):
        if change and not self._held:
            name = next(n for n, control in self.controls.items() if control is change.owner)
            choices = self._choices_for({name: change.new})
            if choices:
                super().set(**choices)
                return
        super()._refresh()

    def _draw(self):
        used = set(self.in_use)
        for name, control in self.controls.items():
            control.layout.display = None if name in used else "none"
        super()._draw()

    def restore(self, preset):
        """Go to the state of a preset, without samples added to its data; undo brings them back."""
        data = self.presets[preset]["data"]
        if self.scene.added.get(data):
            self.scene.change_added(self.scene.added | {data: ()})
        super().restore(preset)

    # The table

    def keep(self):
        """Add the present state to the table, and show it on the right."""
        recipe = self.scene.recipe(self.state)
        if not samples_of(recipe).can_be_learned:
            raise ValueError("There is nothing to keep: add training samples of both classes.")
        if len(self.kept) == MAX_KEPT and recipe not in self.kept:
            raise ValueError(f"The table holds {MAX_KEPT} states; remove one first.")
        if recipe not in self.kept:
            self.kept.append(recipe)
        number = self.kept.index(recipe) + 1
        self._show_kept(number)
        return f"This is state {number}."

    def go_to_beside(self):
        """Set the controls, and the added samples, to the state on the right."""
        recipe = self._chosen()
        data = recipe["data"]
        if self.scene.added.get(data, ()) != recipe.added:
            self.scene.change_added(self.scene.added | {data: recipe.added})
        self.set(**dict(recipe.settings))
        return f"Now state {self.beside.value} is on both sides."

    def remove_beside(self):
        """Remove the state on the right from the table."""
        recipe = self._chosen()
        self.kept.remove(recipe)
        self._show_kept(min(self.beside.value, len(self.kept)))
        return "The state was removed. The others have moved up."

    def undo(self):
        """Take back the last change of the samples added by hand."""
        self.scene.undo()
        self.set()
        return ""

    def remove_added(self):
        """Remove all samples that were added to the present data."""
        data = self.state["data"]
        self.scene.change_added(self.scene.added | {data: ()})
        self.set()
        return f"All samples added to {data} were removed. Undo brings them back."

    def _chosen(self):
        if not self.beside.value:
            raise ValueError('Choose a state in "beside it" first.')
        return self.kept[self.beside.value - 1]

    def _show_kept(self, number):
        """Write the table, and put state `number` on the right."""
        self._follow_beside(False)
        numbers = range(1, len(self.kept) + 1)
        self.beside.options = [("nothing", 0), *((f"state {i}", i) for i in numbers)]
        self.beside.value = number
        self._follow_beside(True)
        self._show_beside()

    def _follow_beside(self, follow):
        # While its options change, the list passes through states that nobody chose.
        change = self.beside.observe if follow else self.beside.unobserve
        change(self._show_beside, names="value")

    def _show_beside(self, _change=None):
        number = self.beside.value
        self.scene.beside = (number, self.kept[number - 1]) if number else None
        self.table.value = as_html(self.kept, number)
        self.set()

    # Code and files

    @property
    def code(self):
        """The present state as Python code, which prints E_in and E_out."""
        return "\n".join(code_of(self.scene.recipe(self.state)))

    @property
    def csv(self):
        """The table as comma-separated values."""
        return as_csv(self.kept)

    def save(self):
        """Write everything to a JSON file; a file that is there already is not touched."""
        added = {data: samples for data, samples in self.scene.added.items() if samples}
        session = Session(self.state, added, self.kept, self.beside.value)
        path, said = self._write(".json", to_json(session))
        self.file.value = path.name if path.parent == Path() else str(path)
        return said

    def save_csv(self):
        """Write the table to a CSV file; a file that is there already is not touched."""
        return self._write(".csv", self.csv)[1]

    @property
    def _typed_path(self):
        return Path(self.file.value.strip() or FILE)

    def _write(self, suffix, text):
        wanted = _with_ending(self._typed_path, suffix)
        path = _free(wanted)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ValueError(
                f"{wanted} cannot be written: {error.strerror}. Write another file name."
            ) from None
        kept = f" {wanted.name} was there already and is as it was." if path != wanted else ""
        return path, f"Saved to {path.resolve()}.{kept}"

    def load(self):
        """Read what `save` wrote. States of the table that are not in the file stay in it."""
        saved = _with_ending(self._typed_path, ".json")
        path = saved if saved.exists() else self._typed_path
        try:
            session = from_json(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ValueError(
                f"{path} cannot be read: {error.strerror}. Write the name of a file in the folder "
                f"of this page, {Path().resolve()}."
            ) from None
        except UnicodeDecodeError:
            raise ValueError(f"{path} is not text. Load a file that Save has written.") from None
        except ValueError as error:
            raise ValueError(f"{path} was not loaded. {error}") from None
        own = [] if self.kept == self._first_kept else self.kept
        self.kept = session.kept + [recipe for recipe in own if recipe not in session.kept]
        self.scene.change_added(session.added)
        super().set(**session.controls)
        self._show_kept(session.beside)
        return f"Loaded from {path.resolve()}."

    # What is on the screen

    def _build_table(self):
        self.beside = widgets.Dropdown(
            options=[("nothing", 0)], value=0, description="beside it", layout={"width": "210px"}
        )
        self.file = widgets.Text(FILE, description="file", layout={"width": "330px"})
        self._follow_beside(True)
        self.table, self.message = widgets.HTML(), widgets.HTML()

    def view(self):
        box = super().view()
        wrap = widgets.Layout(flex_flow="row wrap", max_width="960px", margin="10px 0 0")
        state = [
            self._button("Keep this state", self.keep),
            self.beside,
            self._button("Go to it", self.go_to_beside),
            self._button("Remove it", self.remove_beside),
            self._button("Undo click", self.undo),
            self._button("Remove clicks", self.remove_added),
        ]
        file = [
            self.file,
            self._button("Save", self.save),
            self._button("Load", self.load),
            self._button("Save table as CSV", self.save_csv),
        ]
        state[0].style.font_weight = "bold"
        rows = [widgets.HBox(row, layout=wrap) for row in (state, file)]
        box.children = (*box.children, rows[0], self.table, rows[1], self.message)
        return box

    def _button(self, label, action):
        button = widgets.Button(description=label, layout=widgets.Layout(width="auto"))
        button.on_click(lambda _button: self._answer(action))
        return button

    def _answer(self, action):
        """Do it, and say what came of it."""
        try:
            said = action()
        except ValueError as error:
            said = str(error)
        self.message.value = f'<div role="status">{escape(said)}</div>'


def _with_ending(path, suffix):
    """The path with this ending in place of one that `save` or `save_csv` gives, or behind it."""
    ours = path.suffix.lower() in (".json", ".csv")
    return path.with_suffix(suffix) if ours else Path(f"{path}{suffix}")


def _free(path):
    """The path itself, or the next one with a number that is not taken: name-2, name-3, …"""
    stem = re.sub(r"-\d+$", "", path.stem)
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{stem}-{number}{path.suffix}")
    return free


def as_html(kept, beside):
    """The table of kept states, each with its code to unfold."""
    if not kept:
        return '<div class="rbflib-table">The table is empty.</div>'
    heads = ["state", "data", "model", "settings", "E_in", "E_out", "size"]
    rows = ["<tr>", *(f'<th scope="col">{head}</th>' for head in heads), "</tr>"]
    for number, recipe in enumerate(kept, start=1):
        rows += _html_rows(number, recipe, number == beside)
    text = escape(as_csv(kept))
    return (
        f'<div class="rbflib-table"><table>{"".join(rows)}</table>'
        f"<details><summary>the table as CSV</summary><pre>{text}</pre></details></div>"
    )


def _html_rows(number, recipe, is_beside):
    result = fit(recipe)
    settings = recipe.in_words()
    if recipe.added:
        settings += f", {len(recipe.added)} added by hand"
    e_out = "–" if result.e_out is None else f"{result.e_out:.3f}"
    size = f"{result.size} {result.counted}"
    cells = [number, recipe["data"], recipe["model"], settings, f"{result.e_in:.3f}", e_out, size]
    row = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
    code = escape("\n".join(code_of(recipe)))
    mark = ' class="rbflib-beside"' if is_beside else ""
    return [
        f"<tr{mark}>{row}</tr>",
        f'<tr><td></td><td colspan="6"><details><summary>code of state {number}</summary>'
        f"<pre>{code}</pre></details></td></tr>",
    ]


def playground():
    """Page 09: every model of the series on any data, states kept and compared."""
    controls = {name: _control(setting) for name, setting in CONTROLS.items()}
    presets = {
        "The start": {},
        "SVM": {"model": "Gaussian SVM", "gamma": 0.5, "C": 10.0},
        "Full, ridge": {"model": "full network", "gamma": 1.6, "alpha": 1.0},
        "ELM": {"model": "ELM", "n_hidden": 50, "alpha": 1.0},
        "Full, exact": {"model": "full network", "gamma": 2.5, "alpha": 0.0},
        "One neighbor": {"model": "nearest neighbors", "n_neighbors": 1},
        "Six centers": {"model": "OLS network", "gamma": 2.0, "n_centers": 6},
        "SVM, C = 100": {"model": "Gaussian SVM", "C": 100.0},
        "Wine": {"data": "wine", "wine_x": "total phenols"},
        "Draw": {"data": DRAWN},
    }
    first = {name: setting.first for name, setting in CONTROLS.items()}
    votes = Recipe.of(first | {"model": "uniform votes"})
    return PlaygroundExplorer(PlaygroundScene(), controls, presets, [votes])


def _control(setting):
    if isinstance(setting.values[0], str):
        return choice(setting.label, list(setting.values), setting.first)
    options = [(f"{value:g}", value) for value in setting.values]
    return steps_slider(setting.label, options, setting.first)
