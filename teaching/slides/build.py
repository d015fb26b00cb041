"""Write the slides of every page, with all that they load, and print them.

python -m teaching.slides.build                  all pages, into build/slides/
python -m teaching.slides.build 01 04            these pages only
"""

import argparse
import re
import shutil
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

from teaching.printing import print_all
from teaching.slides import words
from teaching.slides.deck import deck

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NODE = ROOT / "rbflib/lab/kit/js/node_modules"
PARTS = [
    HERE / "slides.css",
    NODE / "mathjax/es5/tex-svg-full.js",
    NODE / "reveal.js/dist/reveal.css",
    NODE / "reveal.js/dist/reveal.js",
    NODE / "reveal.js/dist/plugin/notes.js",
]
AS_PAGES = {"query": "?print-pdf", "ready": "document.body.hasAttribute('data-printable')"}
HANDOUT = AS_PAGES | {"query": "?print-pdf&handout", "name": "{}_handout.pdf"}
LAST = "10"  # the pages after it are a glossary and an appendix


def build(out, only=()):
    """Write the slides of these pages to a folder; their paths."""
    (out / "parts").mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        shutil.copyfile(part, out / "parts" / part.name)
    pages = [path for path in pages_with_slides() if not only or path.name[:2] in only]
    written = [write(path, out) for path in pages]
    (out / "index.html").write_text(index(out), encoding="utf-8")
    return written


def pages_with_slides():
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return [path for path in paths if path.name[:2] <= LAST]


def write(path, out):
    """Write the slides of a page; their path."""
    page = nbformat.read(path, as_version=4)
    slides = deck(page)
    slides.metadata.title, _ = words.title_and_question(page.cells[0].source)
    exporter = SlidesExporter(template_name="template", extra_template_basedirs=[str(HERE)])
    html, _ = exporter.from_notebook_node(slides)
    to = out / f"{path.stem}.html"
    to.write_text(html, encoding="utf-8")
    return to


def index(folder):
    """The list of all slides in a folder."""
    rows = "\n".join(map(row, sorted(folder.glob("[0-9]*.html"))))
    return INDEX.replace("{rows}", rows)


def row(path):
    title = re.search("<title>(.*)</title>", path.read_text(encoding="utf-8"))[1]
    return (
        f'<li><a href="{path.name}">{title}</a> (<a href="{path.stem}.pdf">PDF</a>, '
        f'<a href="{path.stem}_handout.pdf">handout</a>)</li>'
    )


INDEX = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slides</title>
<style>
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 18px/1.5 sans-serif; }
</style>
</head>
<body>
<h1>Slides</h1>
<ul>
{rows}
</ul>
<p>The space bar goes on: down a column, then to the right. → skips the rest of a column.
Esc shows all slides, S what the speaker says, F fills the screen.</p>
</body>
</html>
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the slides.")
    parser.add_argument("pages", nargs="*", help="numbers of pages, such as 01; all by default")
    written = build(ROOT / "build" / "slides", parser.parse_args().pages)
    for form in (AS_PAGES, HANDOUT):
        print_all(written, **form)
