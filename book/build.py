"""Build the book: all pages as a folder of static files whose sliders answer without a kernel.

    python book/build.py                  all pages, into build/book/
    python book/build.py 01 04            these pages only, for a look

Explorers are recorded first, where their sources have changed since the last time.
"""

import argparse
import base64
import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import anywidget
from recordings import BUDGET, record_all

ROOT = Path(__file__).parents[1]
HERE = ROOT / "book"
NODE = ROOT / "node_modules"
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


def build(out, work, only=(), budget=BUDGET):
    """Write the book to `out`; `work` keeps what need not be made again."""
    pages = [
        p for p in sorted((ROOT / "notebooks").glob("*.ipynb")) if not only or p.name[:2] in only
    ]
    source = work / "source"
    shutil.rmtree(source, ignore_errors=True)
    copy_tree(HERE / "static", source / "_static")
    copy(HERE / "conf.py", source / "conf.py")
    record_all(work / "recordings", explorers_of(pages), budget)
    for name in explorers_of(pages):
        copy_tree(work / "recordings" / name, source / "_static" / "recordings" / name)
    copy_scripts(source / "_static")
    for page in pages:
        text = json.dumps(with_stills(page, source / "_static" / "stills"))
        (source / page.name).write_text(text, encoding="utf-8")
    write_index(source, pages, guide=not only)
    shutil.rmtree(out, ignore_errors=True)
    # In a part of the book, links to the other pages lead nowhere.
    options = ["-D", "suppress_warnings=myst.xref_missing"] if only else []
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", *options]
    subprocess.run([*sphinx, "-d", work / "doctrees", source, out], check=True)


def explorers_of(pages):
    """Names of the explorers that the pages show."""
    names = set()
    for page in pages:
        state = json.loads(page.read_text(encoding="utf-8"))["metadata"].get("widgets", {})
        models = state.get(STATE, {}).get("state", {}).values()
        names |= {model["state"].get("explorer") for model in models}
    return sorted(filter(None, names))


def copy_scripts(static):
    """The widgets' scripts, and MathJax with its fonts."""
    widgets, mathjax = NODE / "@jupyter-widgets/html-manager/dist", NODE / "mathjax/es5"
    copy(NODE / "requirejs/require.js", static / "require.js")
    copy(Path(anywidget.__file__).parent / "nbextension/index.js", static / "anywidget/index.js")
    for font in widgets.glob("*.wof*"):
        copy(font, static / "widgets" / font.name)
    copy(widgets / "embed-amd.js", static / "widgets" / "embed-amd.js")
    copy(mathjax / "tex-chtml.js", static / "mathjax/tex-chtml.js")
    for folder in ("input/tex/extensions", "output/chtml/fonts/woff-v2"):
        copy_tree(mathjax / folder, static / "mathjax" / folder)


def with_stills(page, folder):
    """The notebook, with the picture of each explorer for readers without JavaScript."""
    notebook = json.loads(page.read_text(encoding="utf-8"))
    for number, cell in enumerate(notebook["cells"]):
        outputs = cell.get("outputs", [])
        for output in [o for o in outputs if {VIEW, "image/png"} <= o.get("data", {}).keys()]:
            name = f"{page.stem}_{number}.png"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(base64.b64decode(output["data"]["image/png"]))
            outputs.append(still(name, text_of(output["data"]["text/plain"])))
    return notebook


def still(name, words):
    html = f'<noscript><img src="_static/stills/{name}" alt="{escape(words)}"></noscript>'
    return {"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}


def text_of(lines):
    return lines if isinstance(lines, str) else "".join(lines)


def write_index(source, pages, guide):
    """The title page, with its list of pages, and what it shows."""
    names = [page.stem for page in pages] + ["teachers_guide"] * guide
    if guide:
        copy(ROOT / "notebooks/teachers_guide.md", source / "teachers_guide.md")
    copy(ROOT / "figures/kmeans_walk.webp", source / "kmeans_walk.webp")
    index = (HERE / "index.md").read_text(encoding="utf-8")
    listed = re.sub(r"(?m)(^:maxdepth: 1\n)", r"\1\n" + "\n".join(names) + "\n", index)
    (source / "index.md").write_text(listed, encoding="utf-8")


def copy(path, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def copy_tree(folder, to):
    shutil.copytree(folder, to, dirs_exist_ok=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the book.")
    parser.add_argument("pages", nargs="*", help="numbers of pages, such as 01; all by default")
    build(ROOT / "build" / "book", ROOT / "build" / "book-work", parser.parse_args().pages)
