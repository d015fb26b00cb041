"""All pages of the book: alive, small, readable, in other browsers and for many readers."""

import json
import shutil
import threading
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from bookshelf import FIRST_BYTES, IN_BOOK, MOST_AT_FIRST, ROOT, Book, served, write_book
from conftest import DEMANDED
from recordings import BUDGET
from webdriver import ARROW_LEFT, ARROW_RIGHT, Firefox

import rbflib
from rbflib.lab import EXPLORERS

PAGES = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
OTHERS = ["index", "teachers_guide", "figures/index", "reference/rbflib.RBFNetwork"]
WHOLE = 100_000_000  # bytes of all recordings
HAS_NPM = shutil.which("npm") or DEMANDED or (ROOT / "node_modules").exists()

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.page("whole book"),
    pytest.mark.skipif(not HAS_NPM, reason="npm, which brings what the book shows, is not there"),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("book")
    write_book(root, budget=150_000)
    return root


@pytest.fixture(scope="module")
def address(root):
    with served(root) as address:
        yield address


def read(chromium, address, name, theme="light", width=1366):
    page = chromium.new_page(viewport={"width": width, "height": 768}, color_scheme=theme)
    return Book(page, address).read(name)


@pytest.mark.parametrize("page", PAGES)
def test_every_explorer_of_a_page_moves(chromium, address, page):
    reader = read(chromium, address, page)
    for explorer in reader.explorers():
        next(explorer.move_back_and_forth())
    reader.assert_no_faults()
    reader.close()


@pytest.mark.parametrize("page", [*PAGES, *OTHERS])
def test_pages_are_small(chromium, address, page):
    reader = read(chromium, address, page)
    assert 100_000 < reader.evaluate(FIRST_BYTES) < MOST_AT_FIRST
    reader.close()


def test_recordings_have_room(root):
    assert BUDGET * len(EXPLORERS) < WHOLE
    folders = list((root / IN_BOOK / "_static/recordings").iterdir())
    assert {folder.name for folder in folders} == set(EXPLORERS)


def faults_of(tab):
    """What axe-core finds in a page."""
    found = Axe().run(tab).response["violations"]
    return [(rule["id"], node["html"][:200]) for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", [*PAGES, *OTHERS])
def test_pages_are_named_and_readable(chromium, address, page, theme):
    reader = read(chromium, address, page, theme)
    reader.explorers()
    assert faults_of(reader.page) == []
    reader.close()


@pytest.mark.parametrize("page", [*PAGES, *OTHERS])
def test_pages_fit_a_phone(chromium, address, page):
    reader = read(chromium, address, page, width=390)
    reader.explorers()
    assert reader.evaluate("document.documentElement.scrollWidth") <= 390
    reader.close()


@pytest.mark.parametrize("module", [rbflib, rbflib.lab], ids=lambda m: m.__name__)
def test_every_public_name_has_a_page(root, module):
    for name in set(module.__all__) - {"EXPLORERS"}:
        text = root / IN_BOOK / f"reference/{module.__name__}.{name}.html"
        assert f'id="{module.__name__}.{name}"' in text.read_text(encoding="utf-8")


def test_ten_readers_at_once(root, address):
    folder = root / IN_BOOK / "_static/recordings/hypothesis"
    sizes = json.loads((folder / "index.json").read_text(encoding="utf-8"))["sizes"]
    got = []

    def take():
        for name in sizes:
            url = f"{address}/_static/recordings/hypothesis/{name}"
            with urllib.request.urlopen(url) as answer:
                got.append(len(answer.read()) == sizes[name])

    readers = [threading.Thread(target=take) for _ in range(10)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert got == [True] * 10 * len(sizes)


# Of the explorer with this number.
AWAKE = """(n) => {
    const picture = document.querySelectorAll(".rbflib-near")[n];
    picture.scrollIntoView();
    return picture.querySelector("[data-drawn]") && !picture.querySelector(":scope > img");
}"""
WORDS = "(n) => document.querySelectorAll('.rbflib-near')[n].querySelector('canvas').ariaLabel"
TAKE_SLIDER = """(n) => {
    const handle = document.querySelectorAll(".rbflib-near")[n].querySelector(".noUi-handle");
    handle.focus();
    return Number(handle.ariaValueNow) < Number(handle.ariaValueMax);
}"""
# The first explorer of a page that has a slider, where that is not the first of all.
WITH_SLIDER = {"08_multidimensional_scaling": 1}


@pytest.mark.parametrize("page", PAGES[:-1])
def test_sliders_answer_in_firefox(firefox, address, page):
    n = WITH_SLIDER.get(page, 0)
    firefox.go(f"{address}/{page}.html")
    firefox.until(lambda: firefox.run(AWAKE, n))
    words = firefox.run(WORDS, n)
    firefox.press(ARROW_RIGHT if firefox.run(TAKE_SLIDER, n) else ARROW_LEFT)
    firefox.until(lambda: firefox.run(WORDS, n) != words)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    if lacking := Firefox.lacking():
        assert not DEMANDED, f"{lacking} are demanded and not installed"
        pytest.skip(f"not installed: {lacking}")
    browser = Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.end()
