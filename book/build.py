"""Build the book: all pages as a folder of static files, and the Python that computes in them.

python -m book.build                  all pages, into build/book/
python -m book.build 01 04            these pages only, for a look
python -m book.build --course FILE    with a course's dates, name and key in its Python
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from book.appendix import write_appendix
from book.engine.build import build_engine, bundle
from book.licenses import write_licenses
from book.page import Page
from rbflib.lab.course import read_course

ROOT = Path(__file__).parents[1]
HERE = ROOT / "book"
NODE = ROOT / "rbflib/lab/kit/js/node_modules"


def build(out, work, only=(), level=19, course=None):
    """Write the book to `out`, by way of the folder `work`; `level` is that of zstd."""
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    pages = [Page(path) for path in paths if not only or path.name[:2] in only]
    source = work / "source"
    shutil.rmtree(source, ignore_errors=True)
    copy_tree(HERE / "static", source / "_static")
    copy_tree(HERE / "templates", source / "templates")
    for name in ("conf.py", "index.md"):
        copy(HERE / name, source / name)
    copy_scripts(source / "_static")
    for page in pages:
        page.write(source)
    for name in ("kmeans_walk.webp", "kmeans_walk.png"):
        copy(ROOT / "figures" / name, source / "_static" / name)
    if not only:
        write_appendix(source)
    shutil.rmtree(out, ignore_errors=True)
    names = build_engine(out / "_static/engine", work / "engine", level, course)
    defined = [f"--define:{name}={json.dumps(text)}" for name, text in names.items()]
    bundle_page_scripts(source / "_static", defined)
    write_licenses(source, [source / "book.meta", work / "engine/worker.meta"])
    run_sphinx(source, out, work / "doctrees", whole=not only)
    for page in pages:  # the button at the top of a page downloads what was committed
        copy(ROOT / f"notebooks/{page.name}.ipynb", out / f"_sources/{page.name}.ipynb")
    bundle(HERE / "static/sw.js", "--minify", f"--outfile={out / 'sw.js'}", *defined)
    for path in out.rglob("*.map"):  # of the theme's scripts, for its developers
        path.unlink()
    (out / "files.json").write_text(json.dumps(sorted(kept_files(out))))


def run_sphinx(source, out, doctrees, whole):
    # In a part of the book, links to the other pages lead nowhere.
    options = ["-q", "-n", "-W", "--keep-going"] if whole else ["-Q"]
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", *options]
    subprocess.run([*sphinx, "-d", doctrees, source, out], check=True)


def copy_scripts(static):
    """The widgets of the live pages, and MathJax with its fonts."""
    mathjax = NODE / "mathjax/es5"
    copy(mathjax / "tex-chtml.js", static / "mathjax/tex-chtml.js")
    for folder in ("input/tex/extensions", "output/chtml/fonts/woff-v2"):
        copy_tree(mathjax / folder, static / "mathjax" / folder)
    for file in (ROOT / "rbflib/lab/kit/static").glob("*.*"):
        copy(file, static / "kit" / file.name)
    copy(ROOT / "rbflib/lab/kit/js/element.js", static / "element.js")


def bundle_page_scripts(static, defined):
    """book.js with its imports, and beside it what comes later: with hashes in their names."""
    controls = NODE / "@jupyter-widgets/controls/css/widgets.css"
    bundle(controls, f"--outfile={static / 'widgets.css'}", "--minify")
    files = ["--splitting", f"--outdir={static}", "--minify", "--loader:.css=text"]
    files += [f"--alias:sanitize-html={HERE / 'static/sanitize.js'}"]
    hashes = ["--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]"]
    # The server of a class has another class.js.
    others = ["--external:./class.js", f"--metafile={static.parent / 'book.meta'}"]
    bundle(static / "book.js", *files, *hashes, *defined, *others)


def kept_files(out):
    """What keep.js keeps: parts of Python have a place of their own (engine/kept.js)."""
    for path in out.rglob("*.*"):
        name = path.relative_to(out).as_posix()
        if path.is_file() and "slides/" not in name:
            yield name


def copy(path, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def copy_tree(folder, to):
    shutil.copytree(folder, to, dirs_exist_ok=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the book.")
    parser.add_argument("pages", nargs="*", help="numbers of pages, such as 01; all by default")
    parser.add_argument("--course", type=Path, help="a course file, which its pages obey")
    options = parser.parse_args()
    if options.course and (faults := read_course(options.course).faults):
        sys.exit(" ".join(faults))
    build(ROOT / "build/book", ROOT / "build/book-work", options.pages, course=options.course)
