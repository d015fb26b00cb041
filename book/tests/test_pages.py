"""Notebooks as pages of the book: nothing in them waits for a kernel."""

import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from book import appendix, page
from book.engine import build as engine
from book.licenses import write_licenses
from rbflib.lab import EXPLORERS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_script_has_what_a_kernel_would_give_and_pictures_have_words(path, tmp_path):
    page.Page(path).write(tmp_path)
    text = (tmp_path / path.name).read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    codes = [cell for cell in cells if cell["cell_type"] == "code"]
    found = re.search(r'rbflib-cells">(.*)</script>', cells[-1]["source"])
    described = json.loads(found[1])["cells"] if found else []
    assert [cell["id"] for cell in described] == [cell["id"] for cell in codes]
    source = path.read_text(encoding="utf-8")
    kinds = [cell["widget"]["kind"] for cell in described if cell["widget"]]
    assert kinds.count("prediction") == source.count('"Your prediction: ')
    assert kinds.count("quiz") == source.count('"quiz(')
    for cell in codes:
        pictures = [o for o in cell["outputs"] if "image/png" in o.get("data", {})]
        said = [o["metadata"]["image/png"]["alt"] for o in pictures]
        assert said == [cell["metadata"]["mystnb"]["image"]["alt"] for _ in pictures]
    assert "**Run ▸ Run All Cells**" not in text
    assert text.count("Edit a cell, run it") == text.count('"## Exercises')


def test_slides_and_cards_are_offered_where_they_are_built(tmp_path):
    built, source = tmp_path / "build", tmp_path / "source"
    names = ("slides/index.html", "cards.html", "cards.pdf")
    for name in (*names, "slides/parts/a.js"):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text("")
    (source / "_static").mkdir(parents=True)
    appendix.write_downloads(source, built)
    text = (source / "slides_and_cards.md").read_text(encoding="utf-8")
    offered = re.findall('href="([^"]+)"', text)
    assert offered == [
        f"_static/{name}" for name in ("slides/index.html", "cards.html", "cards.pdf")
    ]
    assert all((source / name).exists() for name in [*offered, "_static/slides/parts/a.js"])
    appendix.write_downloads(source, tmp_path / "nothing")
    text = (source / "slides_and_cards.md").read_text(encoding="utf-8")
    assert "href" not in text
    assert "make slides" in text


def test_address_of_a_state_names_what_differs_from_the_start():
    explorer = EXPLORERS["kmeans_walk"]()
    assert page.address(explorer) == "04_kmeans.html#kmeans_walk"
    explorer.restore("No groups")
    name, _, query = page.address(explorer).partition("?")
    moved = {k: v for k, v in explorer.all_values.items() if v != explorer.start_state[k]}
    asked = {key: text for key, [text] in parse_qs(query).items()}
    assert name == "04_kmeans.html#kmeans_walk"
    assert asked == {k: v if isinstance(v, str) else json.dumps(v) for k, v in moved.items()}


def test_every_package_in_the_book_has_the_text_of_its_license_there(tmp_path):
    """Of Python's: those of npm are told by esbuild, and none is left out without an error."""
    library = tmp_path / "library"
    engine.write_library(engine.artifact_dir() / "python-stdlib.zip", library)
    files = [*zipfile.ZipFile(library).namelist(), *(path for path, _data in engine.our_files())]
    found = [re.search(r"([^/]+)-[\d.]+\w*\.dist-info/METADATA", path) for path in files]
    names = {match[1].replace("_", "-").lower() for match in found if match}
    assert {"numpy", "ipywidgets"} < names
    metafile = tmp_path / "book.meta"
    metafile.write_text('{"inputs": {"../node_modules/@lumino/widgets/dist/index.js": {}}}')
    write_licenses(tmp_path, [metafile])
    texts = {path.stem: path.read_text("utf-8") for path in tmp_path.glob("_static/licenses/*")}
    assert names | {"cpython", "mathjax", "@lumino widgets", "bootstrap", "rbflib"} <= set(texts)
    assert min(map(len, texts.values())) > 500
    page = (tmp_path / "licenses.md").read_text("utf-8")
    assert all(f'_static/licenses/{name}.txt"' in page for name in texts)
