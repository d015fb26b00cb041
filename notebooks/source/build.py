"""Build the notebooks from their text: run every page, and keep its outputs but for the widgets.

    python notebooks/source/build.py            all pages
    python notebooks/source/build.py 01 02      these pages

Numbers in the text are evaluated in the page's kernel: stated.py says how they are written.
What is kept of a widget are its stills: pictures, words and questions, which any reader can show.
Running the page brings the widgets. A page that raises an error or writes to stderr is not written.
"""

import ast
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

import jupytext
import nbformat
from jupyter_client import AsyncKernelManager
from nbclient import NotebookClient

from notebooks.source.stated import expressions, filled
from notebooks.source.terms import with_terms
from rbflib.lab import EXPLORERS
from rbflib.lab.pages import PAGES
from rbflib.lab.short_path import ROUTE, in_words

SOURCE = Path(__file__).parent
NOTEBOOKS = SOURCE.parent
REPEATING = [NOTEBOOKS.parent / "README.md", NOTEBOOKS / "teachers_guide.md"]
REPEATING += sorted(SOURCE.glob("[0-9]*.md"))
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# Ends with a call of an explorer or a prediction; what is called may get a name first.
CALL = rf"({'|'.join(EXPLORERS)})\(\)"
SHOWS = rf"(^|\n)({CALL}|(?P<name>\w+) = {CALL}\n(?P=name)|predict\([^()]*\))$"
SKILLS = "**After this page you can**"
KEPT = ("tags", "slideshow")  # metadata of a cell that its page has, too
VIEW = "application/vnd.jupyter.widget-view+json"


def repeat_titles(text, own=""):
    """The text with titles and minutes of pages as `PAGES` has them: in links that begin a heading
    or a row, at the end of such a row, and, in the source of page `own`, in its head.
    """
    for n, (_, short, title, *minutes) in enumerate(PAGES):
        number = f"{n:02d}"
        title = f"{number} · {title}" if n and any(minutes) else title
        link = rf"\]\((?:notebooks/)?{number}_\w+\.ipynb\)"
        changes = {
            rf"^((?:\| |## )\[)[^]*]+({link})": title,
            rf"^(\| \[\*\*)[^]]+(\*\*{link})": f"{number} {short}",
            rf"^(\| \[.+{link}.*\| )\d+ / \d+( \|)$": "{} / {}".format(*minutes),
        }
        if number == own:
            changes[r"\A(# ).+()"] = title
            changes[r"^(About )\d+ minutes, \d+( with)"] = "{} minutes, {}".format(*minutes)
        for old, new in changes.items():
            text = re.sub(old, rf"\g<1>{new}\g<2>", text, flags=re.MULTILINE)
    return text


def write(path):
    """Titles and minutes into a file that repeats them."""
    text = path.read_text(encoding="utf-8")
    path.write_text(repeat_titles(text, own=path.name[:2]), encoding="utf-8")


class Kernel(AsyncKernelManager):
    """On a named socket where there are any: a TCP port may be taken before its use."""

    def __init__(self, **options):
        if sys.platform != "win32":
            options |= {"transport": "ipc", "ip": f"{tempfile.gettempdir()}/kernel-{uuid4()}"}
        super().__init__(**options)


class PageClient(NotebookClient):
    """Runs a page's cells in their order, and fills in the numbers of the text between them."""

    async def async_execute_cell(self, cell, cell_index, *args, **kwargs):
        if wanted := cell.cell_type == "markdown" and expressions(cell.source):
            code = "import json as _j, notebooks.source.stated as _s\n"
            code += f"print(_j.dumps([_s.evaluated(x, globals()) for x in {wanted!r}]))"
            asked = nbformat.v4.new_code_cell(code)
            await super().async_execute_cell(asked, cell_index, store_history=False)
            self.nb.cells[cell_index] = cell
            cell.source = filled(cell.source, json.loads(asked.outputs[0].text))
        elif cell.cell_type == "markdown":
            cell.source = filled(cell.source, [])
        return await super().async_execute_cell(cell, cell_index, *args, **kwargs)


def executed(source):
    """The page of a text, with its outputs, and its numbers filled in."""
    page = jupytext.read(source, fmt="md:myst")
    page.metadata = {"kernelspec": KERNEL}
    has_route = ROUTE.get(source.name[:2], [None, None])[1]
    route = f"{in_words(source.name[:2])}\n\n" if has_route else ""
    for number, cell in enumerate(page.cells):
        cell.id = f"{source.stem}-{number:02d}"
        cell.source = cell.source.replace(SKILLS, f"{route}{SKILLS}")
        cell.metadata = {k: v for k, v in cell.metadata.items() if k in KEPT}
        if re.search(SHOWS, cell.source):  # what it shows is to be seen, not the call
            cell.metadata["jupyter"] = {"source_hidden": True}
        # JupyterLab folds the section, also when all cells run: an answer waits for its prediction.
        if re.match("## Further|### Computed", cell.source):
            cell.metadata["jp-MarkdownHeadingCollapsed"] = True
    PageClient(
        page,
        kernel_manager_class=Kernel,
        timeout=120,
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=False,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    ).execute()
    refuse_stderr(page, source)
    name_terms(page)
    drop_widgets(page)
    number_cells(page)
    page.metadata.language_info = {"name": "python", "file_extension": ".py"}
    return page


def build(source):
    """One page: text in, executed notebook out."""
    text = nbformat.writes(executed(source))
    (NOTEBOOKS / f"{source.stem}.ipynb").write_text(text + "\n", encoding="utf-8")


def refuse_stderr(page, source):
    for cell in page.cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                raise RuntimeError(f"{source.name} writes to stderr:\n{output.text}")


def number_cells(page):
    """As if no numbers had been asked for between them."""
    code = (cell for cell in page.cells if cell.cell_type == "code")
    for number, cell in enumerate(code, start=1):
        for part in (cell, *(o for o in cell.outputs if o.output_type == "execute_result")):
            part.execution_count = number


def name_terms(page):
    texts = [cell for cell in page.cells if cell.cell_type == "markdown"]
    for cell, text in zip(texts, with_terms(c.source for c in texts), strict=True):
        cell.source = text


def drop_widgets(page):
    """Leave of every output what is no widget."""
    for cell in page.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(VIEW, None)
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if output.get("data", True)]


def write_predictions(path):
    """The predictions of all pages, as `rbflib.lab.quizzes` reads them."""
    found = {}
    for source in sorted(SOURCE.glob("[0-9]*.md")):
        for text in re.findall(r"^predict\([^()]*\)$", source.read_text("utf-8"), re.MULTILINE):
            call = ast.parse(text).body[0].value
            words = {word.arg: word.value.value for word in call.keywords}
            choices = [choice.value for choice in call.args]
            place = {"page": source.name[:2], "choices": choices, "answer": words["answer"]}
            found[words["about"]] = place
    text = json.dumps(found, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_predictions(NOTEBOOKS.parent / "rbflib/lab/data/predictions.json")
    os.environ["RBFLIB_DATA"] = tempfile.mkdtemp()  # the pages of a reader who has done nothing yet
    for path in REPEATING:
        write(path)
    for source in sorted(SOURCE.glob("[0-9]*.md")):
        if not sys.argv[1:] or source.name[:2] in sys.argv[1:]:
            print(source.stem, flush=True)
            build(source)
