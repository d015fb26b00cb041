"""What has been done so far: a table of the pages with their marks.

progress()                a table, and buttons: save a file for the course, open one, forget
progress().save("name")   writes that file
progress().open(path)     adds what was done elsewhere: in the book, or on another computer
"""

import base64
from html import escape
from pathlib import Path

import ipywidgets as widgets
from IPython import get_ipython
from IPython.display import HTML, display

from rbflib.lab.collect.tables import names_of_pages
from rbflib.lab.course import find_course
from rbflib.lab.kit.display import VIEW
from rbflib.lab.pages import page_title
from rbflib.lab.record import file, store

_HEADS = ("page", "predictions made", "quiz answers right", "exercises solved")
_AGAIN = "A page that is open shows it when its cells run again."


def marks():
    """Number of a page -> [(done, there are)] of its predictions, quiz answers and exercises."""
    predicted, solved = store.recall("prediction"), store.recall("exercise")
    answers = store.recall("quiz").items()
    right = {name for name, done in answers if isinstance(done, dict) and done.get("right")}
    done = predicted, right, solved
    return {
        number: [_share(*pair) for pair in zip(done, names, strict=True)]
        for number, names in names_of_pages().items()
    }


def _share(done, names):
    return sum(name in done for name in names), len(names)


class Progress:
    """The table on the screen, and the ways to save it for a course and to forget it."""

    def __init__(self):
        self.table = widgets.HTML()
        self.words = widgets.HTML()
        self.name = widgets.Text(
            description="Your name or number", style={"description_width": "auto"}
        )
        self.store = widgets.Button(description="Save for your course", layout={"width": "auto"})
        self.store.on_click(lambda _button: self._store())
        self.upload = widgets.FileUpload(description="Open a saved file", accept=".json")
        self.upload.layout.width = "auto"
        self.upload.observe(lambda change: self._open(change["new"]), names="value")
        self.saved = widgets.HTML(file.HOLDS)
        self.button = widgets.Button(description="Forget everything")
        self.sure = widgets.Button(description="Yes, forget it", button_style="danger")
        self.keep = widgets.Button(description="No, keep it")
        self.button.on_click(lambda _button: self._ask())
        self.sure.on_click(lambda _button: self._forget())
        self.keep.on_click(lambda _button: self._show())
        self.buttons = widgets.HBox()
        self._show()

    def save(self, name, folder=None):
        """Write a file for the course, and return its path.

        Parameters
        ----------
        name : str
            Your name or number, as your course asks for.
        folder : path, optional
            Where to write it; by default, in the folder of the notebook.
        """
        path = file.save(name, find_course(), folder)
        print(f"{path.name} is written. {file.HOLDS}")
        if get_ipython():
            display(HTML(_as_link(path)))  # where its folder is on another computer
        return path

    def open(self, path):
        """Add what a saved file holds to what you have done here; nothing is lost.

        Of two first answers to a question, the earlier one stays the first.

        Parameters
        ----------
        path : path
            Of a file that `save` or the button has written, here or elsewhere.
        """
        print(self._merge(*file.read(Path(path), "")))

    def _merge(self, content, _signed):
        """Whose file it is and how much of it is new, in a sentence."""
        new, student = store.merge(content["done"]), file.as_name(content["student"])
        self.name.value = self.name.value or student
        self._show()
        return f"The file of {student}: {new} of its {len(content['done'])} entries are new here."

    def _open(self, uploads):
        try:
            for upload in uploads:
                words = self._merge(*file.parse(upload["content"], "", upload["name"]))
                self.saved.value = escape(f"{words} {_AGAIN}")
        except file.NotRead as reason:
            self.saved.value = escape(f"{upload['name']} {reason}")

    def _store(self):
        try:
            path = file.save(self.name.value, find_course())
        except file.NotSaved as reason:
            self.saved.value = escape(str(reason))
        else:
            self.saved.value = (
                f"{_as_link(path)} is saved: press its name to download it. {file.HOLDS}"
            )

    def _ask(self):
        self.words.value = "Predictions, answers and solved exercises of all pages?"
        self.buttons.children = (self.sure, self.keep)

    def _forget(self):
        store.forget_everything()
        self._show(f"Forgotten. {_AGAIN}")

    def _show(self, words=""):
        self.table.value = _as_html(marks())
        self.words.value = " ".join([words, *store.notices()])
        self.buttons.children = (self.button,)

    def view(self):
        saving = widgets.HBox([self.name, self.store, self.upload])
        saving.layout.flex_flow = "row wrap"
        parts = [self.table, saving, self.saved, self.buttons, self.words]
        return widgets.VBox(parts).add_class("rbflib-progress")

    def __repr__(self):
        rows = [
            sum(counts) for counts in zip(*[_done(row) for row in marks().values()], strict=True)
        ]
        named = zip(rows, _HEADS[1:], strict=True)
        return "So far: " + ", ".join(f"{n} {name}" for n, name in named) + "."

    def _repr_mimebundle_(self, **_options):
        text = {"text/plain": repr(self), "text/markdown": _as_text(marks())}
        view = {"version_major": 2, "version_minor": 0, "model_id": self.view().model_id}
        return {VIEW: view, **text}


def progress():
    """The pages, and what has been done on each: it is sent nowhere."""
    return Progress()


def _as_link(path):
    """HTML that gives the file to the browser, where the folder is on another computer."""
    data = base64.b64encode(path.read_bytes()).decode()
    name = escape(path.name)
    address = f"data:application/json;base64,{data}"
    return f'<a download="{name}" href="{address}" style="text-decoration: underline">{name}</a>'


def _done(row):
    return [done for done, _ in row]


def _cells(number, row):
    shares = [f"{done} of {n}{' ✓' * (done == n)}" if n else "–" for done, n in row]
    return [page_title(number), *shares]


def _as_html(table):
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    rows = []
    for number, row in table.items():
        first, *rest = _cells(number, row)
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        rows.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    look = 'style="text-align: left; border-spacing: 12px 0"'  # no style sheet sets this table
    return f"<table {look}><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _as_text(table):
    lines = [_HEADS, ["---"] * len(_HEADS), *(_cells(*item) for item in table.items())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
