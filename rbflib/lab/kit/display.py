"""How a widget comes onto a page: behind still outputs, which its script hides where it runs."""

import re
import sys

import anywidget
import traitlets
from IPython.display import display

VIEW = "application/vnd.jupyter.widget-view+json"


def show(widget, stills_of, view):
    """Display stills, then the widget: by its view, what holds it on the screen.

    The book, whose pages have stills, and Colab, whose outputs are undocumented, get none. A page
    that is not run, GitHub and nbconvert show them, and so does a front end without anywidget.
    `kit/js/stills.js` hides them beside a widget that runs, whose `stills` are what each of them
    says, by `words_of`. stills_of() -> [(mimebundle, metadata)].
    """
    bundle, metadata = anywidget.AnyWidget._repr_mimebundle_(widget)
    bundle[VIEW]["model_id"] = view.model_id
    stills = () if "google.colab" in sys.modules or sys.platform == "wasi" else stills_of()
    if stills:
        del bundle["text/plain"]
    widget.stills = [words_of(data) for data, _ in stills]
    for data, about in stills:
        display(data, metadata=about, raw=True)
    display(bundle, metadata=metadata, raw=True)


def words_of(data):
    """Words that stand in a still however its Markdown is drawn; of a picture, none."""
    text = "" if "image/png" in data else data.get("text/markdown", data["text/plain"])
    return max(re.split(r"\$[^$]*\$|`[^`]*`|[^\w ,;?]", text), key=len).strip()


class WidgetBehindText(anywidget.AnyWidget):
    """A widget whose still is a text: a subclass has `as_text()`, in Markdown."""

    stills = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def _ipython_display_(self):
        text = {"text/plain": repr(self), "text/markdown": self.as_text()}
        show(self, lambda: [(text, {})], self)
