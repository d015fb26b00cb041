"""What the class predicts, as bars on the teacher's screen.

classroom("02", "interpolation")    the question of page 02 that stands before `interpolation`

It needs a class server: the folder `server` has one.
"""

import base64
import json
import os
import threading
from html import escape
from urllib.parse import quote

import ipywidgets as widgets

from rbflib.lab.kit import style
from rbflib.lab.kit.ballot import Refused, ask

PERIOD = 1  # seconds between two requests to the class server
COLORS = {"before": style.MUTED, "after": style.METHOD_STYLE["network"]["color"]}
# State of a question -> how the teacher reads it, and the next button: its text and new state.
STEPS = {
    "waiting": ("Not open yet.", "Open", "before"),
    "before": ("Open: before the explorer.", "Ask again, after the explorer", "after"),
    "after": ("Open: after the explorer.", "Close", "over"),
    "over": ("Closed.", "Open again, after the explorer", "after"),
}


class Classroom:
    """One question's bars and buttons.

    The bars are hidden until they are revealed: until then the class server sends no counts.
    """

    def __init__(self, question):
        self.question = question
        self.bars, self.words, self.file = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.step = widgets.Button(button_style="primary", layout={"width": "auto"})
        self.reveal = widgets.Button()
        self.step.on_click(lambda _button: self._put(state=STEPS[self.status["state"]][2]))
        self.reveal.on_click(lambda _button: self._put(revealed=not self.status["revealed"]))
        self.status = json.loads(ask("GET", f"question/{quote(question)}"))
        self.show()
        self.ended = threading.Event()

    def watch(self):
        """Ask for the answers once per second, until `ended` is set."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _put(self, **status):
        self._ask("PUT", status)

    def _watch(self):
        while not self.ended.wait(PERIOD):
            self._ask("GET")

    def _ask(self, method, status=None):
        try:
            self.status = json.loads(ask(method, f"question/{quote(self.question)}", status))
            self.show()
        except Refused as refused:
            self.words.value = escape(str(refused))

    def show(self):
        """Draw the class server's last answer."""
        status = self.status
        state, self.step.description, _ = STEPS[status["state"]]
        self.reveal.description = "Hide the bars" if status["revealed"] else "Reveal the bars"
        counted = " and ".join(f"{n} {when}" for when, n in status["answers"].items())
        self.words.value = f"<b>{state}</b> Answers: {counted}."
        self.bars.value = as_bars(status)
        self.file.value = self._as_link() if status["revealed"] else ""

    def _as_link(self):
        table = base64.b64encode(ask("GET", f"csv/{quote(self.question)}").encode()).decode()
        name = f"{self.status['page']}_{self.question}.csv".replace(" ", "_")
        return f'<a download="{name}" href="data:text/csv;base64,{table}">Download {name}</a>'

    def view(self):
        buttons = widgets.HBox([self.step, self.reveal, self.file])
        return widgets.VBox([self.words, self.bars, buttons]).add_class("rbflib-classroom")

    def __repr__(self):
        return f"The class's predictions for {self.question}."

    def _repr_mimebundle_(self, **_options):
        return {**self.view()._repr_mimebundle_(), "text/plain": repr(self)}


def as_bars(status):
    """HTML of the class server's answer: a row per choice, a bar per round."""
    counts = status.get("counts", {})
    rounds = [when for when, n in status["answers"].items() if n]
    most = max([1, *(n for row in counts.values() for n in row)])
    rows = []
    for i, choice in enumerate(status["choices"]):
        cells = [_bar(when, counts[when][i], most) for when in rounds] if counts else [_HIDDEN]
        rows.append(f'<tr><th scope="row">{escape(choice)}</th><td>{"".join(cells)}</td></tr>')
    return f"{_STYLE}<table>{''.join(rows)}</table>"


def _bar(when, count, most):
    look = f"width:{70 * count / most:.0f}%;background:{COLORS[when]}"
    return f'<div><i style="{look}"></i> {count} <small>{when}</small></div>'


_HIDDEN = '<div class="hidden">hidden</div>'
_STYLE = """<style>
.rbflib-classroom table { border-spacing: 0 10px; width: 100%; font-size: 18px; }
.rbflib-classroom th { text-align: right; padding-right: 14px; width: 32%; font-weight: normal; }
.rbflib-classroom td { text-align: left; }
.rbflib-classroom td div { display: flex; align-items: center; gap: 8px; line-height: 26px; }
.rbflib-classroom td i { height: 20px; min-width: 2px; transition: width 0.3s; }
.rbflib-classroom a { text-decoration: underline; margin-left: 12px; }
.rbflib-classroom .hidden { opacity: 0.6; border: 1px dashed; padding: 0 12px; width: 60%; }
</style>"""
_shown = {}  # a cell that is run again ends the earlier requests


def classroom(page, question):
    """The class's predictions for a question of a page, such as ("02", "interpolation").

    A question has the name that its `predict(…, about=…)` has.
    """
    if not os.environ.get("RBFLIB_CLASS"):
        raise RuntimeError("There is no class here: classroom(…) needs a class server.")
    if not isinstance(question, str):
        raise TypeError('classroom(…) takes the name of a question, such as "interpolation".')
    shown = Classroom(question)
    if shown.status["page"] != str(page).zfill(2):
        raise ValueError(f"The question {question!r} is on page {shown.status['page']}.")
    if question in _shown:
        _shown[question].ended.set()
    _shown[question] = shown
    shown.watch()
    return shown
