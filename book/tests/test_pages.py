"""Notebooks as pages of the book: nothing in them waits for a kernel."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from book import appendix, page
from rbflib.lab import EXPLORERS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_asks_a_kernel_has_another_form_and_its_text(path, tmp_path):
    written = page.Page(path)
    names = written.explorers
    written.write(tmp_path)
    text = (tmp_path / path.name).read_text(encoding="utf-8")
    shown = re.findall(r'data-explorer=\\"(\w+)\\"', text)
    assert set(shown) == names
    assert len(shown) == text.count("_static/stills/")
    assert len(list(tmp_path.glob("_static/stills/*.webp"))) == len(shown)
    for cell in json.loads(text)["cells"]:
        pictures = [o for o in cell.get("outputs", []) if "image/png" in o.get("data", {})]
        said = [o["metadata"]["image/png"]["alt"] for o in pictures]
        assert said == [cell["metadata"]["mystnb"]["image"]["alt"] for _ in pictures]
    source = path.read_text(encoding="utf-8")
    assert text.count('data-widget=\\"prediction') == source.count('"Your prediction: ')
    assert text.count('data-widget=\\"quiz') == source.count('"quiz(')
    for words in ("Run the page to answer", "**Run ▸ Run All Cells**"):
        assert words not in text
    assert text.count("Edit a cell, run it") == text.count('"## Exercises')
    codes = [c for c in written.notebook["cells"] if c["cell_type"] == "code"]
    assert text.count("rbflib-cells") == bool(codes)


def test_slides_and_cards_are_offered_where_they_are_built(tmp_path):
    built, source, without = (tmp_path / name for name in ("build", "source", "without"))
    for folder in (built / "slides/parts", source, without):
        folder.mkdir(parents=True)
    for name in ("slides/index.html", "slides/parts/a.js", "cards.html", "slides/02_b.pdf"):
        (built / name).write_text("")
    (built / "slides/02_b.html").write_text("<title>02 · B</title>")
    appendix.write_downloads(source, built)
    text = (source / "slides_and_cards.md").read_text(encoding="utf-8")
    offered = re.findall('href="([^"]+)"', text)
    names = ("slides/02_b.html", "slides/02_b.pdf", "cards.html")
    assert offered == [f"_static/{name}" for name in names]
    assert all((source / name).exists() for name in [*offered, "_static/slides/parts/a.js"])
    assert "02 · B" in text
    appendix.write_downloads(without, tmp_path / "nothing")
    text = (without / "slides_and_cards.md").read_text(encoding="utf-8")
    assert "href" not in text
    assert "make slides" in text


def buttons_of(tmp_path, live):
    """Addresses of the buttons at the top of a page."""
    source = tmp_path / "source"
    source.mkdir(exist_ok=True)
    shutil.copy(ROOT / "book/conf.py", source)
    shutil.copytree(ROOT / "book/static", source / "_static", dirs_exist_ok=True)
    (source / "live.toml").write_text(live, encoding="utf-8")
    (source / "index.md").write_text("# Title\n\n```{toctree}\npage\n```\n")
    cells = [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A page"}]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (source / "page.ipynb").write_text(json.dumps(notebook))
    out = tmp_path / "out"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-E", "-b", "html", source, out]
    subprocess.run(command, check=True)
    text = (out / "page.html").read_text(encoding="utf-8")
    return re.findall(r'<a href="([^"]+)"[^>]*class="btn btn-sm', text)


@pytest.mark.thorough
def test_pages_are_opened_live_where_the_configuration_says(tmp_path):
    default = (ROOT / "book/live.toml").read_text(encoding="utf-8")
    assert buttons_of(tmp_path, default) == ["_sources/page.ipynb"]
    live = (
        'jupyterhub = "https://hub.example.org"\nbinder = "https://binder.example.org"\n'
        'repository = "https://github.com/owner/pages"\nbranch = "lesson"\n'
    )
    found = " ".join(buttons_of(tmp_path, live))
    assert "https://binder.example.org/v2/gh/owner/pages/lesson" in found
    assert "https://hub.example.org/hub/user-redirect/git-pull" in found
    assert "notebooks/page.ipynb" in found


def test_address_of_a_state_names_what_differs_from_the_start():
    explorer = EXPLORERS["kmeans_walk"]()
    assert page.address(explorer) == "04_kmeans.html#kmeans_walk"
    explorer.restore("No groups")
    name, _, query = page.address(explorer).partition("?")
    moved = {k: v for k, v in explorer.all_values.items() if v != explorer.start_state[k]}
    asked = {key: text for key, [text] in parse_qs(query).items()}
    assert name == "04_kmeans.html#kmeans_walk"
    assert asked == {k: v if isinstance(v, str) else json.dumps(v) for k, v in moved.items()}
