"""Two models on the same samples, side by side, with both errors."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import ipywidgets as widgets

from rbflib.datasets import make_moons
from rbflib.lab.kit.controls import Data
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.table import Table
from rbflib.lab.kit.threads import on_own_thread
from rbflib.lab.pages.playground.kept_table import as_csv, as_table
from rbflib.lab.pages.playground.recipe import Recipe
from rbflib.lab.pages.playground.saved_files import read_session, write_beside_others
from rbflib.lab.pages.playground.session import read_added, read_beside, read_kept, to_json
from rbflib.lab.pages.playground.settings import CONTROLS, SETTINGS, choice_that_uses, used_settings
from rbflib.lab.pages.playground.side_by_side import PlaygroundScene, recipe_of
from rbflib.lab.pages.playground.your_data import LIMIT, YourPlayground

FIRST_NAME = "playground.json"


class PlaygroundExplorer(Explorer):
    """An explorer with a table of kept states beneath, their code, and a file.

    Its state holds three things more than its controls: the samples `added` to each data set; the
    states `kept` in the table, as `Recipe.as_dict`, state 1 the first; and the number of the one
    that is shown `beside` the present one, or 0. `save` writes and `load` reads a `file`.
    """

    def __init__(self, *parts):
        super().__init__(*parts)
        self.list = widgets.Dropdown(description="beside it", layout={"width": "180px"})
        self.file = widgets.Text(FIRST_NAME, description="file", layout={"width": "330px"})
        self.table = widgets.HTML()
        tooltip = "The kept states side by side, and a file for them"
        self.unfold = widgets.ToggleButton(layout={"width": "auto"}, tooltip=tooltip)
        words = {False: "Show table", True: "Hide table"}
        widgets.dlink((self.unfold, "value"), (self.unfold, "description"), words.get)
        self.list.observe(self._choose, names="value")
        self.observe(self._show_kept, names=["kept", "beside"])
        self._show_kept()

    @property
    def in_use(self):
        return [*used_settings(self.state["data"], self.state["model"]), "click"]

    def completed(self, values):
        """A control that the data and the model do not use chooses ones that do."""
        values = super().completed(values)
        state = self.state | values
        used = used_settings(state["data"], state["model"])
        unused = [name for name in values if name in SETTINGS and name not in used]
        return dict(map(choice_that_uses, unused)) | values

    def _on_change(self, name, value):
        values = {} if self.holds else self.completed({name: value})
        if len(values) > 1:  # it was not in use
            self.set(**values)
        else:
            super()._on_change(name, value)

    # The table

    @property
    def recipes(self):
        """The states of the table."""
        return [Recipe.of(state, state["added"]) for state in self.kept]

    @property
    def recipe(self):
        """The present state."""
        return recipe_of(self.state, self.added)

    def keep(self):
        """Add the present state to the table, and show it on the right."""
        state = self.recipe.as_dict
        kept = self.kept if state in self.kept else [*self.kept, state]
        self.set(kept=kept, beside=kept.index(state) + 1)
        return f"This is state {self.beside}."

    def go_to_beside(self):
        """Set the controls, and the added samples, to the state on the right."""
        state = self._chosen()
        self.set(**state | {"added": self.added | {state["data"]: state["added"]}})
        return f"Now state {self.beside} is on both sides."

    def remove_beside(self):
        """Remove the state on the right from the table."""
        self._chosen()
        kept = [values for i, values in enumerate(self.kept, start=1) if i != self.beside]
        self.set(kept=kept, beside=min(self.beside, len(kept)))
        return "The state was removed. The others have moved up."

    def _chosen(self):
        if not 0 < self.beside <= len(self.kept):
            raise ValueError('Choose a state in "beside it" first.')
        return self.kept[self.beside - 1]

    def _show_kept(self, _change=None):
        """Write the table and its list, as the state says."""
        self.list.unobserve(self._choose, names="value")  # meanwhile it passes through others
        numbers = range(1, len(self.kept) + 1)
        self.list.options = [("nothing", 0), *((f"state {i}", i) for i in numbers)]
        self.list.value = min(self.beside, len(self.kept))
        self.list.observe(self._choose, names="value")
        self.table.value = as_table(self.recipes, self.list.value)

    @on_own_thread
    def _choose(self, change):
        self.set(beside=change["new"])

    # Code and files

    @property
    def csv(self):
        """The table as comma-separated values."""
        return as_csv(self.recipes)

    def save(self):
        """Write everything to a JSON file; a file that is there already is not touched."""
        text = to_json(self.state, added=self.added, kept=self.kept, beside=self.beside)
        path, message = write_beside_others(self._typed_path, ".json", text)
        self.file.value = str(path)
        return message

    def save_csv(self):
        """Write the table to a CSV file; a file that is there already is not touched."""
        return write_beside_others(self._typed_path, ".csv", self.csv)[1]

    @property
    def _typed_path(self):
        return Path(self.file.value.strip() or FIRST_NAME)

    def load(self):
        """Read what `save` wrote. States of the table that are not in the file stay in it."""
        path, values = read_session(self._typed_path)
        own = [] if self.kept == self.all_controls["kept"].value else self.kept
        values["kept"] += [state for state in own if state not in values["kept"]]
        self.set(**values)
        return f"Loaded from {path.resolve()}."

    # What is on the screen

    def view(self):
        state = [
            self._button("Keep this state", self.keep),
            self.list,
            self._button("Go to it", self.go_to_beside),
            self._button("Remove it", self.remove_beside),
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
            display = {False: "none", True: None}.get
            widgets.dlink((self.unfold, "value"), (part.layout, "display"), display)
        parts = [self, rows[0], self.table, rows[1]]
        return widgets.VBox(parts).add_class("rbflib-playground")

    def _button(self, label, action):
        button = widgets.Button(description=label, layout=widgets.Layout(width="auto"))
        button.on_click(partial(self._do, action))
        return button

    @on_own_thread
    def _do(self, action, _button):
        """Do it, and say what came of it."""
        try:
            message = action()
        except ValueError as error:
            message = str(error)
        self.to_say.append(message)
        self.show_state()


@explorer(page="playground")
def playground(X=None, y=None, models=None, *, limit=LIMIT):
    """Page 09: every model of the series on any data, states kept and compared.

    Parameters
    ----------
    X : array-like, data frame or Table, optional
        Your samples (N, D), at least two features.
    y : array-like of shape (N,)
        Their classes, of any name, or numbers. A few whole numbers are classes; as numbers:
        `playground(Table.of(X, y).predicting("y", kind="numbers"))`.
    models : dict of str to estimator, optional
        Your models by name: anything with fit(X, y) and predict(X). Each gets copies of the
        samples, in a Python process of its own.
    limit : float, default=20
        Seconds that a model of yours may take. What cannot be copied to another process runs in
        the kernel, without a limit.
    """
    if X is not None or y is not None or models is not None:
        return YourPlayground(_table_of(X, y), models, isinstance(X, Table), limit)
    presets = {
        "The start": {},
        "SVM": {"model": "Gaussian SVM", "gamma": 0.5, "C": 10.0},
        "ELM": {"model": "ELM", "n_hidden": 50, "alpha": 1.0},
        "Full, ridge": {"model": "full network", "gamma": 1.6, "alpha": 1.0},
        "Full, exact": {"model": "full network", "gamma": 2.5, "alpha": 0.0},
        "One neighbor": {"model": "nearest neighbors", "n_neighbors": 1},
        "Three centers": {"model": "OLS network", "gamma": 2.0, "n_centers": 3},
        "SVM, C = 100": {"model": "Gaussian SVM", "C": 100.0},
        "Wine": {"data": "wine", "wine_x": "total phenols"},
    }
    first = {name: control.value for name, control in CONTROLS.items()}
    votes = Recipe.of(first | {"model": "uniform votes"})
    data = {
        "added": Data({}, read_added, clear="Remove added samples"),
        "kept": Data([votes.as_dict], read_kept, in_presets=False),
        "beside": Data(1, read_beside, in_presets=False),
    }
    return PlaygroundExplorer(PlaygroundScene, CONTROLS, presets, data)


def open_table(models=None):
    """The playground with two moons, until "open table" in its foot reads a CSV file of yours.

    Parameters
    ----------
    models : dict of str to estimator, optional
        Models of the reader's, as in `playground`.
    """
    return YourPlayground(_table_of(None, None), models, choose_target=True)


def _table_of(X, y):
    """The reader's table; for models alone, two moons."""
    if isinstance(X, Table):
        return X
    if X is None and y is None:
        moons = "from rbflib import make_moons\nX, y = make_moons(300, noise=0.3, random_state=7)"
        table = Table.of(*make_moons(300, noise=0.3, random_state=7))
        return replace(table, code=f"{moons}\ntable = Table.of(X, y)")
    if X is None or y is None:
        raise ValueError("playground(X, y) takes samples and their targets: classes or numbers.")
    return Table.of(X, y)
