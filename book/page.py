"""A notebook as a page of the book: what asks a kernel in it is given another form.

An explorer becomes its picture, which a script brings to life when the reader comes near it. A
prediction and a quiz become forms that the page answers itself.
"""

import base64
import json
import re
from html import escape
from io import BytesIO

from PIL import Image
from quiz_form import quiz_form

from rbflib.lab.glossary import glossary_terms, page_table
from rbflib.lab.quizzes import QUIZZES

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
LIVE = (
    "Here you read the tasks. To write your answers and have them checked, open the page live: "
    "the button with an arrow at its top downloads it as a notebook for JupyterLab."
)
SORTED = "Click on the head of a column to sort by it."
MORE = "What you have predicted, answered and solved is shown here where the page is open live."


class Page:
    """A committed notebook.

    Attributes
    ----------
    name : str
        Such as "03_nearest_neighbor".
    notebook : dict
    models : dict
        The widgets' states by id.
    """

    def __init__(self, path):
        self.name = path.stem
        self.notebook = json.loads(path.read_text(encoding="utf-8"))
        state = self.notebook["metadata"].pop("widgets", {STATE: {"state": {}}})
        self.models = state[STATE]["state"]

    @property
    def explorers(self):
        """Names of the explorers that the page shows."""
        return {m["state"]["explorer"] for m in self.models.values() if m["state"].get("explorer")}

    def write(self, folder):
        """Write the page's text, and into `_static` what it loads later."""
        shown = [self._in_the_book(cell, folder) for cell in self.notebook["cells"]]
        roots = re.findall('data-model="([0-9a-f]+)"', "".join(shown))
        models = self._reached_from(*roots)
        state = {"version_major": 2, "version_minor": 0, "state": models}
        (folder / "_static/explorers").mkdir(parents=True, exist_ok=True)
        to_load = folder / f"_static/explorers/{self.name}.json"
        to_load.write_text(json.dumps(state, separators=(",", ":")), encoding="utf-8")
        text = json.dumps(self.notebook)
        (folder / f"{self.name}.ipynb").write_text(text, encoding="utf-8")

    def _in_the_book(self, cell, folder):
        """Change a cell; the HTML of its explorer, if it has one."""
        if cell["cell_type"] == "markdown":
            cell["source"] = with_ways_to_run(text_of(cell["source"]))
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            cell["metadata"]["tags"] = ["remove-input"]
        for number, output in enumerate(cell.get("outputs", [])):
            data = output.get("data", {})
            if "glossary()" in text_of(cell["source"]):
                data["text/markdown"] = one_table()
            if VIEW not in data:
                continue
            if "image/png" in data:
                name = f"{cell['id']}_{number}"
                html = self._explorer(name, data, folder / "_static/stills")
                output["data"] = {"text/html": html}
                return html
            output["data"] = {"text/html": self._form(cell, data)}
        return ""

    def _explorer(self, name, data, folder):
        """The picture of an explorer, and which widget stands for it later."""
        folder.mkdir(parents=True, exist_ok=True)
        image = Image.open(BytesIO(base64.b64decode(data["image/png"])))
        image.save(folder / f"{name}.webp", lossless=True)
        words, model = escape(text_of(data["text/plain"])), data[VIEW]["model_id"]
        parts = self._reached_from(model).values()
        explorer = next(part["state"]["explorer"] for part in parts if "explorer" in part["state"])
        width, height = image.size
        return (
            f'<div class="rbflib-near" data-page="{self.name}" data-model="{model}" '
            f'data-explorer="{explorer}">'
            f'<img src="_static/stills/{name}.webp" alt="{words}" width="{width}" '
            f'height="{height}"></div>'
        )

    def _form(self, cell, data):
        """A prediction or a quiz, without a kernel."""
        model = self.models[data[VIEW]["model_id"]]["state"]
        if "choices" in model:
            choices = escape(json.dumps(model["choices"]))
            listed = "".join(f"<li>{escape(text)}</li>" for text in model["choices"])
            return (
                f'<div class="rbflib-prediction" data-key="{cell["id"]}" data-choices="{choices}">'
                f"<noscript>Your prediction:<ul>{listed}</ul></noscript></div>"
            )
        asked = re.search(r'quiz\("(\d\d)"\)', text_of(cell["source"]))
        return quiz_form(asked[1], QUIZZES[asked[1]]) if asked else f"<p>{MORE}</p>"

    def _reached_from(self, *roots):
        """These models and all that they are made of."""
        to_do, reached = list(roots), {}
        while to_do:
            model = to_do.pop()
            if model not in reached:
                reached[model] = self.models[model]
                to_do += re.findall('"IPY_MODEL_([0-9a-f]+)"', json.dumps(self.models[model]))
        return reached


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


def text_of(lines):
    return lines if isinstance(lines, str) else "".join(lines)
