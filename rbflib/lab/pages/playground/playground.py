"""Two models on the same samples, side by side, with both errors."""

from html import escape
from pathlib import Path

import ipywidgets as widgets

from rbflib.lab.kit.explorer import Explorer, choice, steps_slider
from rbflib.lab.pages.playground.kept_table import as_csv, as_html
from rbflib.lab.pages.playground.recipe import Recipe, samples_of
from rbflib.lab.pages.playground.saved_files import read_session, write_beside_others
from rbflib.lab.pages.playground.session import MAX_KEPT, Session, to_json
from rbflib.lab.pages.playground.settings import CONTROLS, choice_that_uses, used_settings
from rbflib.lab.pages.playground.side_by_side import PlaygroundScene

FIRST_NAME = "playground.json"


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
    unfold : ipywidgets.ToggleButton
        Whether the table and the file are shown.
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
        values = self.checked(values)
        super().set(**self._choices_for(values), **values)

    def _choices_for(self, values):
        state = self.state | values
        used = {"click", *used_settings(state["data"], state["model"])}
        choices = dict(choice_that_uses(name) for name in values if name not in used)
        return {name: value for name, value in choices.items() if name not in values}

    def _refresh(self, change=None):
        if change and not self.held:
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

    def begin_preset(self, values):
        """Without the samples added to its data; undo brings them back."""
        data = values["data"]
        if self.scene.added.get(data):
            self.scene.change_added(self.scene.added | {data: ()})

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
    def csv(self):
        """The table as comma-separated values."""
        return as_csv(self.kept)

    def save(self):
        """Write everything to a JSON file; a file that is there already is not touched."""
        added = {data: samples for data, samples in self.scene.added.items() if samples}
        session = Session(self.state, added, self.kept, self.beside.value)
        path, said = write_beside_others(self._typed_path, ".json", to_json(session))
        self.file.value = path.name if path.parent == Path() else str(path)
        return said

    def save_csv(self):
        """Write the table to a CSV file; a file that is there already is not touched."""
        return write_beside_others(self._typed_path, ".csv", self.csv)[1]

    @property
    def _typed_path(self):
        return Path(self.file.value.strip() or FIRST_NAME)

    def load(self):
        """Read what `save` wrote. States of the table that are not in the file stay in it."""
        path, session = read_session(self._typed_path)
        own = [] if self.kept == self._first_kept else self.kept
        self.kept = session.kept + [recipe for recipe in own if recipe not in session.kept]
        self.scene.change_added(session.added)
        super().set(**session.controls)
        self._show_kept(session.beside)
        return f"Loaded from {path.resolve()}."

    # What the hand changed, taken back

    def moment(self):
        return self.state | {"added": self.scene.added}

    def _go_to(self, moment):
        controls = dict(moment)
        self.scene.added = controls.pop("added")
        super().set(**controls)

    # What is on the screen

    def _build_table(self):
        self.beside = widgets.Dropdown(
            options=[("nothing", 0)], value=0, description="beside it", layout={"width": "180px"}
        )
        self.file = widgets.Text(FIRST_NAME, description="file", layout={"width": "330px"})
        self._follow_beside(True)
        self.table, self.message = widgets.HTML(), widgets.HTML()
        self.unfold = widgets.ToggleButton(layout={"width": "auto"})
        widgets.dlink(
            (self.unfold, "value"),
            (self.unfold, "description"),
            lambda shown: f"{'Hide' if shown else 'Show'} table and file",
        )

    def view(self):
        box = super().view()
        state = [
            self._button("Keep this state", self.keep),
            self.beside,
            self._button("Go to it", self.go_to_beside),
            self._button("Remove it", self.remove_beside),
            self._button("Undo click", self.undo),
            self._button("Remove clicks", self.remove_added),
            self.unfold,
        ]
        file = [
            self.file,
            self._button("Save", self.save),
            self._button("Load", self.load),
            self._button("Save table as CSV", self.save_csv),
        ]
        state[0].style.font_weight = "bold"
        rows = [widgets.Box(row).add_class("rbflib-rows") for row in (state, file)]
        for part in (self.table, rows[1]):
            widgets.dlink(
                (self.unfold, "value"),
                (part.layout, "display"),
                lambda shown: None if shown else "none",
            )
        (grid,) = box.children
        grid.children = (*grid.children, rows[0])
        box.children = (grid, self.table, rows[1], self.message)
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


def playground():
    """Page 09: every model of the series on any data, states kept and compared."""
    controls = {name: _control(setting) for name, setting in CONTROLS.items()}
    presets = {
        "The start": {},
        "SVM": {"model": "Gaussian SVM", "gamma": 0.5, "C": 10.0},
        "ELM": {"model": "ELM", "n_hidden": 50, "alpha": 1.0},
        "Full, ridge": {"model": "full network", "gamma": 1.6, "alpha": 1.0},
        "Full, exact": {"model": "full network", "gamma": 2.5, "alpha": 0.0},
        "One neighbor": {"model": "nearest neighbors", "n_neighbors": 1},
        "Six centers": {"model": "OLS network", "gamma": 2.0, "n_centers": 6},
        "SVM, C = 100": {"model": "Gaussian SVM", "C": 100.0},
        "Wine": {"data": "wine", "wine_x": "total phenols"},
    }
    first = {name: setting.first for name, setting in CONTROLS.items()}
    votes = Recipe.of(first | {"model": "uniform votes"})
    return PlaygroundExplorer(PlaygroundScene(), controls, presets, [votes])


def _control(setting):
    if isinstance(setting.values[0], str):
        return choice(setting.label, list(setting.values), setting.first)
    options = [(f"{value:g}", value) for value in setting.values]
    return steps_slider(setting.label, options, setting.first)
