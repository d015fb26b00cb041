"""What follows the pages: what teachers need, the figures, and a page per public name."""

import re
import shutil
from functools import cache
from html import escape
from itertools import starmap
from pathlib import Path
from urllib.parse import quote

import rbflib
import rbflib.lab
from book.page import page_of
from rbflib.lab import EXPLORERS

ROOT = Path(__file__).parents[1]
# What `make slides` and `make cards` write -> its line.
OFFERED = {
    "slides/index.html": '<a href="_static/slides/index.html">Slides of every page</a>, '
    "also as PDF and as a handout without answers.",
    "cards.html": '<a href="_static/cards.html">Letters to hold up</a>, one sheet per student, '
    'with five lines on how to use them; <a href="_static/cards.pdf">as PDF</a>.',
}
NOT_BUILT = "This copy of the book has none. `make slides` and `make cards` write them."


def write_appendix(source):
    for path in (*ROOT.glob("notebooks/*.md"), *ROOT.glob("notebooks/*.png")):
        shutil.copyfile(path, source / path.name)
    for path in source.glob("teach*.md"):
        path.write_text(with_states(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copyfile(ROOT / "teaching/nbgrader/README.md", source / "nbgrader.md")
    write_downloads(source, ROOT / "build")
    write_figures(source / "figures")
    write_reference(source / "reference")


def with_states(guide):
    """A guide whose buttons of explorers lead to their states on the pages."""
    explorer = None

    def link(found):
        nonlocal explorer
        code, button = found.groups()
        if code in EXPLORERS:
            explorer = code
        if button is None or explorer is None or button not in presets_of(explorer):
            return found[0]
        address = f"{page_of(explorer)}.html#{explorer}?preset={quote(button)}"
        return f'<a href="{address}"><b>{escape(button)}</b></a>'

    return re.sub(r"`(\w+)`|\*\*([^*|]+)\*\*", link, guide)


@cache
def presets_of(name):
    return set(EXPLORERS[name]().presets)


def write_downloads(source, built):
    """Slides and cards, where they have been built: `make slides` takes as long as the book."""
    if (built / "slides").exists():
        shutil.copytree(built / "slides", source / "_static/slides")
    for path in built.glob("cards.*"):
        shutil.copyfile(path, source / "_static" / path.name)
    lines = [line for path, line in OFFERED.items() if (built / path).exists()]
    text = "\n\n".join(["# Slides and cards", *(lines or [NOT_BUILT])])
    (source / "slides_and_cards.md").write_text(text + "\n", encoding="utf-8")


def write_figures(folder):
    """The figures by item of the lecture, as figures/README.md lists them."""
    shutil.copytree(ROOT / "figures", folder, ignore=shutil.ignore_patterns("*.py", "README.md"))
    text = (ROOT / "figures/README.md").read_text(encoding="utf-8").replace("../notebooks/", "../")
    text = text.replace("`make figures` draws all of them again and writes this page.\n", "")
    text = text.replace("A click on a picture shows it in full size.\n", "")
    text = re.sub(r"\[(<img [^>]*>)\]\([^)]*\)", r"\1", text)
    (folder / "index.md").write_text(text, encoding="utf-8")


def write_reference(folder):
    """A table of every public name, from which autosummary makes a page of each."""
    parts = {"rbflib": rbflib.__all__, "rbflib.lab": sorted({*rbflib.lab.__all__} - {"EXPLORERS"})}
    tables = "\n".join(starmap(table_of, parts.items()))
    text = f"# Reference\n\nEvery public name, and what its docstring says.\n\n{tables}"
    folder.mkdir()
    (folder / "index.md").write_text(text.replace("rbflib.BASES", "rbflib.basis"), encoding="utf-8")


def table_of(module, names):
    rows = "\n".join(f"   {module}.{name}" for name in names)
    table = f".. autosummary::\n   :toctree:\n   :nosignatures:\n\n{rows}\n"
    return f"## {module}\n\n```{{eval-rst}}\n{table}```\n"
