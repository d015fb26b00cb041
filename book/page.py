"""A notebook as a page of the book: what asks a kernel in it is given another form.

An explorer becomes its picture, until the page's own Python (book/engine) draws it.
Predictions and quizzes are the live pages' own widgets, on a model that the browser remembers.
"""

import ast
import base64
import json
import re
from html import escape
from io import BytesIO
from urllib.parse import quote, urlencode

import nbformat
from PIL import Image

from rbflib.lab import EXPLORERS
from rbflib.lab.glossary import glossary_terms, page_table
from rbflib.lab.kit.quiz import description
from rbflib.lab.kit.registry import REGISTRY
from rbflib.lab.pages import PAGES
from rbflib.lab.quizzes import QUIZZES
from rbflib.lab.short_path import ROUTE, stays_open

LIVE = (
    "Edit a cell, run it, then run the one that checks it. What you write stays in this browser; "
    "the button with an arrow at the top downloads the page as a notebook for JupyterLab."
)
SORTED = "Click on the head of a column to sort by it."
MORE = (
    "What you have predicted and answered stays in this browser. "
    '<button class="rbflib-forget jupyter-button" type="button">Forget everything</button>'
)
NEEDS = (
    "This stands still here: it needs a current browser, scripts, and a web server that brings "
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
    def explorers(self):
        """Names of the explorers that the page shows."""
        return {name for cell in self.notebook["cells"] for name in explorers_in(cell)}

    def write(self, folder):
        """Write the page's text, and into `_static` what it loads later."""
        cells = [self._described(cell) for cell in self.notebook["cells"] if is_code(cell)]
        for cell in self.notebook["cells"]:
            self._put_into_the_book(cell, folder)
        if cells:
            self.notebook["cells"].append(as_script(cells, self._short_path()))
        text = json.dumps(self.notebook)
        (folder / f"{self.name}.ipynb").write_text(text, encoding="utf-8")

    def _short_path(self):
        """Places among the page's sections of those on the short path; None if it passes by."""
        number = self.name[:2]
        texts = [c["source"] for c in self.notebook["cells"] if not is_code(c)]
        headings = re.findall(r"^## (.+)$", "\n".join(texts), re.MULTILINE)
        on = [i for i, name in enumerate(headings) if number in ROUTE and stays_open(number, name)]
        return on or None

    def _described(self, cell):
        """What the page needs to run a cell of code."""
        hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        return {"id": cell["id"], "source": cell["source"], "hidden": hidden}

    def _put_into_the_book(self, cell, folder):
        if cell["cell_type"] == "markdown":
            cell["source"] = with_ways_to_run(cell["source"])
            return
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            cell["metadata"]["tags"] = ["remove-input"]
        if "glossary()" in cell["source"]:
            cell["outputs"][0]["data"]["text/markdown"] = one_table()
        for alt in alternatives(cell):
            cell["metadata"]["mystnb"] = {"image": {"alt": alt}}
        html = self._as_html(cell, folder / "_static/stills")
        if html:
            output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}
            cell["outputs"] = [*others_of(cell), output]

    def _as_html(self, cell, folder):
        """What stands for the widget of a cell, if it has one."""
        calls = calls_in(cell)
        if "predict" in calls:
            *choices, about = predicted(calls["predict"])
            traits = {"choices": choices, "committed": -1, "poll": "", "stills": 0}
            text = f'Your prediction:<ol type="A">{as_items(choices)}</ol>'
            return widget("prediction", f"prediction {about}", traits, text)
        if "quiz" in calls:
            page = calls["quiz"].args[0].value
            questions = [description(question) for question in QUIZZES[page]]
            asked = "".join(map(question_text, questions))
            traits = {"page": page, "questions": questions, "answers": {}, "notice": ""}
            return widget("quiz", f"quiz {page}", traits, f"<ol>{asked}</ol>")
        if "progress" in calls:
            return f"<p>{MORE}</p>"
        return "".join(self._explorer(name, cell, folder) for name in explorers_in(cell))

    def _explorer(self, name, cell, folder):
        """The picture of an explorer, and which one stands for it later."""
        (data,) = (d for d in map(data_of, cell["outputs"]) if "image/png" in d)
        folder.mkdir(parents=True, exist_ok=True)
        image = Image.open(BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
        image.save(folder / f"{cell['id']}.webp", lossless=True)
        words = escape(data["text/plain"])
        width, height = image.size
        return (
            f'<div class="rbflib-near" data-explorer="{name}">'
            f'<img src="_static/stills/{cell["id"]}.webp" alt="{words}" width="{width}" '
            f'height="{height}"></div><p class="rbflib-needs">{NEEDS}</p>'
        )


def is_code(cell):
    return cell["cell_type"] == "code"


def as_script(cells, short_path):
    """The cells of code as data at the end of the page, and what the short path's switch needs."""
    data = json.dumps(cells).replace("<", "\\u003c")
    route = f' data-short-path="{short_path}"' if short_path else ""
    text = f'<script type="application/json" class="rbflib-cells"{route}>{data}</script>'
    source = f"```{{raw}} html\n{text}\n```"
    return {"cell_type": "markdown", "id": "cells", "metadata": {}, "source": source}


def widget(kind, key, traits, text):
    """A widget of the live pages, and its text for where no script runs."""
    return (
        f'<div class="rbflib-widget" data-widget="{kind}" data-key="{escape(key)}" '
        f'data-traits="{escape(json.dumps(traits))}">{text}'
        f'<p class="rbflib-needs">{NEEDS}</p></div>'
    )


def question_text(question):
    """What is asked, and what there is to choose from or to order, as an item of a list."""
    texts = question.get("listed") or (question["wrong"] if question["kind"] == "choice" else ())
    listed = f'<ol type="A">{as_items(texts)}</ol>' if texts else ""
    return f"<li>{question['ask']}{listed}</li>"


def as_items(texts):
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def calls_in(cell):
    """Name of a function -> its last call in a cell of code."""
    tree = ast.parse(cell["source"] if cell["cell_type"] == "code" else "")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {call.func.id: call for call in calls if isinstance(call.func, ast.Name)}


def explorers_in(cell):
    shows = any("image/png" in data_of(output) for output in cell.get("outputs", []))
    return [name for name in calls_in(cell) if shows and name in EXPLORERS]


def predicted(call):
    """The choices of a prediction, and what it is about."""
    return [*(choice.value for choice in call.args), *(word.value.value for word in call.keywords)]


def address(shown):
    """That of an explorer's state, as `book/static/address.js` reads it."""
    [page] = [n for n, page in enumerate(PAGES) if page.name == REGISTRY[shown.name].page]
    start = shown.start_state
    moved = {key: shown.all_values[key] for key in start if shown.all_values[key] != start[key]}
    texts = {k: x if isinstance(x, str) else json.dumps(x) for k, x in moved.items()}
    state = f"?{urlencode(texts, quote_via=quote)}" if texts else ""
    return f"{page:02d}_{PAGES[page].name}.html#{shown.name}{state}"


def alternatives(cell):
    """What the pictures of a cell show, in words: of each cell there is one picture at most."""
    found = (output.get("metadata", {}).get("image/png", {}) for output in cell["outputs"])
    return [metadata["alt"] for metadata in found if "alt" in metadata]


def others_of(cell):
    """The outputs of a cell that do not stand for a widget."""
    return [output for output in cell["outputs"] if output["output_type"] == "stream"]


def data_of(output):
    return output.get("data", {})


def one_table():
    """All terms in one table, which the browser can sort by any column."""
    tables = [page_table(term["page"], [term]).splitlines()[2:] for term in glossary_terms()]
    rows = [*tables[0][:2], *(row for _, _, row in tables)]
    return "\n".join(["```{table}", ":class: sortable", "", *rows, "```"])


def with_ways_to_run(text):
    """A page's text, with what holds in the book in place of what holds in JupyterLab."""
    text = re.sub(r"(?m)^Choose \*\*Run ▸ Run All Cells\*\*.*$", "", text)
    text = re.sub(r"(?m)^Write a word of any of the three.*$", SORTED, text)
    return re.sub(r"(?m)^(## Exercises)\n", rf"\1\n\n*{LIVE}*\n", text + "\n").rstrip("\n")


def slug(title):
    """The name of a heading in links, as JupyterLab has it."""
    return title.strip().replace(" ", "-")
