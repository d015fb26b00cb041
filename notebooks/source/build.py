"""Build the notebooks from their text: run every page, keep its outputs and widgets.

    python notebooks/source/build.py            all pages
    python notebooks/source/build.py 01 02      these pages

A page that raises an error or writes to stderr is not written.
"""

import json
import os
import re
import sys
import tempfile
import uuid
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

from rbflib.lab import EXPLORERS

SOURCE = Path(__file__).parent
NOTEBOOKS = SOURCE.parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# Ends with a call of an explorer or a prediction; what is called may get a name first.
CALL = rf"({'|'.join(EXPLORERS)})\(\)"
SHOWS = rf"(^|\n)({CALL}|(?P<name>\w+) = {CALL}\n(?P=name)|predict\([^()]*\))$"
STATE = "application/vnd.jupyter.widget-state+json"


def build(source):
    """One page: text in, executed notebook out."""
    page = jupytext.read(source, fmt="md:myst")
    page.metadata = {"kernelspec": KERNEL}
    for number, cell in enumerate(page.cells):
        cell.id = f"{source.stem}-{number:02d}"
        cell.metadata = {k: v for k, v in cell.metadata.items() if k == "tags"}
        if "hide-output" in cell.metadata.get("tags", []):  # an answer, for after the prediction
            cell.metadata["jupyter"] = {"outputs_hidden": True}
        if re.search(SHOWS, cell.source):  # what it shows is to be seen, not the call
            cell.metadata["jupyter"] = {"source_hidden": True}
    NotebookClient(
        page,
        timeout=120,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    ).execute()
    refuse_stderr(page, source)
    page.metadata.language_info = {"name": "python"}
    text = with_fixed_widget_ids(nbformat.writes(page), source.stem)
    (NOTEBOOKS / f"{source.stem}.ipynb").write_text(text + "\n", encoding="utf-8")


def refuse_stderr(page, source):
    for cell in page.cells:
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                raise RuntimeError(f"{source.name} writes to stderr:\n{output.text}")


def with_fixed_widget_ids(text, stem):
    """Widget ids are random: number them, so that a page built twice is the same file.

    In the order in which the views refer to them, one widget to the next.
    """
    state = json.loads(text)["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})
    order = {}

    def number(model_id):
        if model_id not in order:
            order[model_id] = uuid.uuid5(uuid.NAMESPACE_URL, f"{stem}/{len(order)}").hex
            content = json.dumps(state.get(model_id), sort_keys=True)
            for other in re.findall(r"IPY_MODEL_([0-9a-f]{32})", content):
                number(other)

    for model_id in re.findall(r'"model_id": "([0-9a-f]{32})"', text):
        number(model_id)
    for model_id in sorted(state, key=lambda name: json.dumps(state[name], sort_keys=True)):
        number(model_id)
    for old, new in order.items():
        text = text.replace(old, new)
    return nbformat.writes(nbformat.reads(text, as_version=4))  # keys in their new order


if __name__ == "__main__":
    os.environ["RBFLIB_DATA"] = tempfile.mkdtemp()  # the pages of a reader who has done nothing yet
    for source in sorted(SOURCE.glob("[0-9]*.md")):
        if not sys.argv[1:] or source.name[:2] in sys.argv[1:]:
            print(source.stem, flush=True)
            build(source)
