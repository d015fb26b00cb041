"""A notebook as a page of the book: its outputs stay, and its script says what they become.

An explorer's picture stands until the page's own Python (book/engine) draws it. Predictions and
quizzes are the live pages' own widgets, on a model that the browser remembers.
"""

import ast
import json
import re
from urllib.parse import quote, urlencode

import nbformat

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.quiz import traits_of
from rbflib.lab.kit.registry import REGISTRY
from rbflib.lab.pages import PAGES
from rbflib.lab.quizzes import parts
from rbflib.lab.short_path import ROUTE, stays_open

LIVE = (
    "Edit a cell, run it, then run the one that checks it; below that are a cell for your lines "
    "and a hint. What you write stays in this browser; **Save as a notebook**, at the top, gives "
    "the page as a notebook for JupyterLab, and **Open a notebook** brings it back."
)
SCRATCH = "# Your own lines"
MORE = (
    "What you have predicted and answered stays in this browser. "
    '<button class="rbflib-forget jupyter-button" type="button">Forget everything</button>'
)
NEEDS = (
    "The pictures stand still: they need a current browser, scripts, and a web server that brings "
    "the book. README says how to start one."
)


class Page:
    """A committed notebook.

    Attributes
    ----------
    name : str
        Such as "03_nearest_neighbor".
    notebook : dict
    """

    def __init__(self, path):
        self.name = path.stem
        self.notebook = nbformat.read(path, as_version=4)

    @property
    def codes(self):
        return [cell for cell in self.notebook["cells"] if cell["cell_type"] == "code"]

    @property
    def explorers(self):
        """Names of the explorers that the page shows."""
        return {explorer_in(cell) for cell in self.codes} - {None}

    def write(self, folder):
        """Write the page's text."""
        self._add_scratch_cells()
        script = as_script(self.name, list(map(described, self.codes)), self._short_path())
        for cell in self.notebook["cells"]:
            put_into_the_book(cell)
        self.notebook["cells"] += [script] if self.codes else []
        text = json.dumps(self.notebook)
        (folder / f"{self.name}.ipynb").write_text(text, encoding="utf-8")

    def _add_scratch_cells(self):
        """Name each cell's exercise, and put a cell for the reader's lines after each check."""
        exercise, cells = "", []
        for cell in self.notebook["cells"]:
            headings = re.findall(r"(?m)^#+ (\d+\.\d+)?", cell["source"])
            if headings and cell["cell_type"] == "markdown":
                exercise = headings[-1]
            cell["metadata"]["exercise"] = exercise
            cells.append(cell)
            if "check" in calls_in(cell):
                name = f"{self.name}-scratch-{exercise.replace('.', '-')}"
                scratch = nbformat.v4.new_code_cell(SCRATCH, id=name)
                scratch["metadata"] = {"exercise": exercise, "hint": True}
                cells.append(scratch)
        self.notebook["cells"] = cells

    def _short_path(self):
        """Places among the page's sections of those on the short path; none if it passes by."""
        page = self.name[:2]
        if page not in ROUTE:
            return []
        texts = [c["source"] for c in self.notebook["cells"] if c["cell_type"] == "markdown"]
        headings = re.findall(r"^## (.+)$", "\n".join(texts), re.MULTILINE)
        return [i for i, heading in enumerate(headings) if stays_open(page, heading)]


def described(cell):
    """What the page's script needs of a cell of code: see book/static/book.js."""
    name, source = explorer_in(cell), cell["source"]
    if name:  # it is run when the reader comes near, whatever has become of its name by then
        source = "import rbflib.lab\n" + source.replace(f"{name}(", f"rbflib.lab.{name}(")
    data = {"id": cell["id"], "source": source, "hidden": is_hidden(cell)}
    data |= {key: cell["metadata"].get(key) for key in ("exercise", "hint")}
    return data | {"explorer": name, "widget": widget_in(cell)}


def is_hidden(cell):
    return cell["metadata"].get("jupyter", {}).get("source_hidden", False)


QUIZ = {"answers": {}, "notice": "", "form": "", "wrong": []}


def widget_in(cell):
    """The prediction or quiz of a cell, as book/static/widgets.js makes it; None without."""
    calls = calls_in(cell)
    if "predict" in calls:
        choices, about, answer = predicted(calls["predict"])
        start = {"committed": -1, "seen": -1, "poll": ""}
        right = choices.index(answer) if answer else -1
        traits = {"choices": choices, "answer": right, **start}
        return {"kind": "prediction", "key": f"prediction {about}", "traits": traits}
    if "quiz" in calls:
        name = calls["quiz"].args[0].value
        return {"kind": "quiz", "key": f"quiz {name}", "traits": traits_of(**parts(name)) | QUIZ}
    return None


def put_into_the_book(cell):
    """Give a cell the form that myst-nb shows: its script follows at the end of the page."""
    if cell["cell_type"] == "markdown":
        cell["source"] = with_ways_to_run(cell["source"])
        return
    if is_hidden(cell):
        cell["metadata"]["tags"] = ["remove-input"]
    if "progress" in calls_in(cell):
        data = {"text/html": f"<p>{MORE}</p>"}
        cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": data}]
    if explorer_in(cell):
        del cell["outputs"][1:]  # what the widget itself leaves
    for output in cell["outputs"]:
        picture = output.get("metadata", {}).get("image/png", {})
        if "alt" in picture:  # of each cell there is one picture at most
            cell["metadata"]["mystnb"] = {"image": {"alt": picture["alt"]}}


def as_script(page, cells, short_path):
    """The cells of code as data at the end of the page, and what stands there without scripts."""
    data = json.dumps({"page": page, "cells": cells, "shortPath": short_path})
    data = data.replace("<", "\\u003c")
    text = f'<p class="rbflib-needs">{NEEDS}</p>'
    text += f'<script type="application/json" class="rbflib-cells">{data}</script>'
    source = f"```{{raw}} html\n{text}\n```"
    return {"cell_type": "markdown", "id": "cells", "metadata": {}, "source": source}


def calls_in(cell):
    """Name of a function -> its last call in a cell of code."""
    tree = ast.parse(cell["source"] if cell["cell_type"] == "code" else "")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {call.func.id: call for call in calls if isinstance(call.func, ast.Name)}


def explorer_in(cell):
    """The name of the explorer that a cell shows; None without."""
    shows = any("image/png" in output.get("data", {}) for output in cell["outputs"])
    return next((name for name in calls_in(cell) if shows and name in EXPLORERS), None)


def predicted(call):
    """The choices of a prediction, what it is about, and the right choice."""
    words = {word.arg: word.value.value for word in call.keywords}
    return [choice.value for choice in call.args], words["about"], words.get("answer")


def page_of(explorer):
    """The page that shows the explorer of this name, such as "03_nearest_neighbor"."""
    names = [page.name for page in PAGES]
    number = names.index(REGISTRY[explorer].page)
    return f"{number:02d}_{names[number]}"


def address(shown):
    """That of an explorer's state, as `book/static/address.js` reads it."""
    start = shown.start_state
    moved = {key: shown.all_values[key] for key in start if shown.all_values[key] != start[key]}
    texts = {k: x if isinstance(x, str) else json.dumps(x) for k, x in moved.items()}
    state = f"?{urlencode(texts, quote_via=quote)}" if texts else ""
    return f"{page_of(shown.name)}.html#{shown.name}{state}"


def with_ways_to_run(text):
    """A page's text, with what holds in the book in place of what holds in JupyterLab."""
    text = re.sub(r"(?m)^Choose \*\*Run ▸ Run All Cells\*\*.*$", "", text)
    return re.sub(r"(?m)^(## Exercises)\n", rf"\1\n\n*{LIVE}*\n", text + "\n").rstrip("\n")


def slug(title):
    """The name of a heading in links, as JupyterLab has it."""
    return title.strip().replace(" ", "-")
