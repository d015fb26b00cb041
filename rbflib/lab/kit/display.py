"""How a widget comes onto a page: behind still outputs, which its script hides where it runs."""

import anywidget
import traitlets
from IPython.display import display

VIEW = "application/vnd.jupyter.widget-view+json"


def show(widget, *stills, view=None):
    """Display stills, then the widget.

    A page that is not run, GitHub and nbconvert show the stills, and so does a front end without
    anywidget. `kit/js/stills.js` hides them beside a widget that runs.

    Parameters
    ----------
    widget : AnyWidget
        With a synced trait `stills`, the number of outputs before it.
    *stills : tuple of dict
        A mimebundle and its metadata.
    view : Widget, optional
        What holds the widget; by default the widget itself.
    """
    widget.stills = len(stills)
    for data, metadata in stills:
        display(data, metadata=metadata, raw=True)
    view = {"version_major": 2, "version_minor": 0, "model_id": (view or widget).model_id}
    display({VIEW: view}, raw=True)


class WidgetBehindText(anywidget.AnyWidget):
    """A widget whose still is a text: a subclass has `as_text()`, in Markdown."""

    stills = traitlets.Int().tag(sync=True)

    def _ipython_display_(self):
        show(self, (self._still(), {}))

    def _repr_mimebundle_(self, **_options):
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {VIEW: view, **self._still()}

    def _still(self):
        return {"text/plain": repr(self), "text/markdown": self.as_text()}
