"""A CSV file from the reader's disk, opened in the browser and shown in the playground."""

import ipywidgets as widgets
import traitlets

from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.display import WidgetBehindText
from rbflib.lab.kit.table import Table
from rbflib.lab.kit.threads import on_own_thread, thread_and_loop
from rbflib.lab.pages.playground.your_data import YourPlayground


class TableOpener(WidgetBehindText):
    """A button that asks for a file; below it the playground with its table.

    Attributes
    ----------
    table : Table or None
        The one that was opened last.
    explorer : Explorer or None
        The playground that shows it.
    """

    _esm = bundled("open_table.js")
    _css = bundled("predict.css")
    said = traitlets.Unicode("Its first row holds the names of its columns.").tag(sync=True)

    def __init__(self, models):
        self.table = self.explorer = None
        self.models, self.made_on = models, thread_and_loop()
        super().__init__()
        self.box = widgets.VBox([self])
        self.on_msg(self._receive)

    @on_own_thread
    def _receive(self, _widget, message, buffers):
        try:
            table = Table.read(bytes(buffers[0]), name=message["name"])
            explorer = YourPlayground(table, self.models, choose_target=True)
        except ValueError as error:
            self.said = str(error)
            return
        self.table, self.explorer = table, explorer
        rows = len(table.columns[table.target])
        self.said = f"{message['name']}: {rows} rows, {len(table.columns)} columns."
        self.box.children = [self, explorer]

    def as_text(self):
        return "*Open a table*: a button that reads a CSV file from your disk."

    __repr__ = as_text

    def view(self):
        return self.box


def open_table(models=None):
    """A button that reads a CSV file from the reader's disk, and the playground with it.

    Parameters
    ----------
    models : dict of str to estimator, optional
        Models of the reader's, as in `playground`.
    """
    return TableOpener({} if models is None else models)
