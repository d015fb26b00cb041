"""Two pages of the book on a plain server: without a kernel, sliders answer as live ones do."""

import base64
import json
import runpy
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect
from student import BACK, PATIENCE, Explorer, Tab, way_to_go

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.stage import unpack

ROOT = Path(__file__).parents[2]
NODE = ROOT / "node_modules/@jupyter-widgets"
PAGE = "03_nearest_neighbor"
IN_BOOK = "site/book"  # a folder in a folder: nothing may be looked for at the server's root
BUDGET = 200_000

PIXELS = """canvas => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const letters = Array.from(data, (byte) => String.fromCharCode(byte));
    return { width, height, data: btoa(letters.join("")) };
}"""

pytestmark = [
    pytest.mark.page("book"),
    pytest.mark.skipif(not NODE.exists(), reason="`npm ci` brings what the book shows"),
]


class Plain(SimpleHTTPRequestHandler):
    def log_message(self, *_args):
        pass


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A server's folder, with the book of two pages in it."""
    pytest.importorskip("myst_nb")
    root = tmp_path_factory.mktemp("book")
    build = runpy.run_path(str(ROOT / "book" / "build.py"))["build"]
    build(root / IN_BOOK, root / "work", only=("03", "10"), budget=BUDGET)
    return root


@pytest.fixture(scope="module")
def address(root):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{IN_BOOK}"
    server.shutdown()
    server.server_close()


class Book(Tab):
    """A page of the book, and which requests it has made."""

    def __init__(self, page, address):
        super().__init__(page)
        self.asked, self.address = [], address
        page.on("request", lambda request: self.asked.append(request.url))

    def read(self, name):
        self.goto(f"{self.address}/{name}.html")
        return self

    def explorer_of(self, name):
        """The one below the cell that builds it."""
        cell = self.locator(".cell:has(.rbflib-explorer)", has_text=f"{name}()")
        explorer = Explorer(self, cell.locator(".rbflib-explorer"))
        explorer.canvas.wait_for()
        self.wait_for_function("stage => stage.dataset.drawn", arg=explorer.stage.element_handle())
        return explorer


@pytest.fixture
def reader(chromium, address):
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    book = Book(page, address)
    page.set_default_timeout(PATIENCE)
    yield book
    page.close()


def pixels_on(canvas):
    shown = canvas.evaluate(PIXELS)
    data = np.frombuffer(base64.b64decode(shown["data"]), np.uint8)
    return data.reshape(shown["height"], shown["width"], 4)


def assert_shows(explorer, live):
    """Words and pixels of a live explorer."""
    explorer.says(live.summary)
    assert np.array_equal(pixels_on(explorer.canvas), unpack(live.stage.frame))


@pytest.fixture(scope="module")
def live():
    return EXPLORERS["two_readings"]()


def at_state_in(root, live, words):
    """The live explorer at the recorded state that says these words."""
    folder = root / "work/recordings/two_readings"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for values, *_ in index["states"]:
        for said, value in zip(index["controls"], values, strict=True):
            setattr(live.controls[said["name"]], said["trait"], value)
        if live.summary == words:
            return live
    pytest.fail(f"not recorded: {words}")


def test_keys_lead_to_pictures_and_words_of_a_live_explorer(reader, root, live):
    explorer = reader.read(PAGE).explorer_of("two_readings")
    expect(explorer.stage.locator(".rbflib-foot")).to_contain_text("recorded: open it live")
    for slider in explorer.handles:
        there = way_to_go(slider)
        for key in (there, BACK[there]):
            explorer.moves(lambda slider=slider, key=key: slider.press(key))
            assert_shows(explorer, at_state_in(root, live, explorer.words))
    assert reader.faults == []


def test_presets_show_their_states(reader, live):
    explorer = reader.read(PAGE).explorer_of("two_readings")
    for preset in live.presets:
        explorer.button(preset).click()
        live.restore(preset)
        assert_shows(explorer, live)
    assert reader.faults == []


def test_no_request_leaves_the_book_and_all_are_answered(reader, address):
    failed = []
    reader.on("response", lambda r: r.status >= 400 and failed.append(r.url))
    for name in ("index", PAGE, "10_glossary"):
        reader.read(name)
        reader.wait_for_load_state("networkidle")
    asked = [url for url in reader.asked if not url.startswith(("data:", "blob:"))]
    assert len(asked) > 20
    assert [url for url in asked if not url.startswith(address)] == []
    assert failed == []
    assert reader.faults == []


def test_formulas_of_quiz_and_text_are_typeset(reader):
    reader.read(PAGE)
    reader.locator(".rbflib-quiz").wait_for()
    reader.locator("mjx-container").first.wait_for()
    expect(reader.locator("mjx-merror")).to_have_count(0)
    expect(reader.locator(".rbflib-ask", has_text="$")).to_have_count(0)


def test_broken_chunk_gives_a_sentence_and_the_rest_goes_on(reader, root):
    folder = root / IN_BOOK / "_static/recordings/two_readings"
    kept = root / "kept"
    shutil.copytree(folder, kept)
    for chunk in folder.glob("*.bin"):
        chunk.write_bytes(chunk.read_bytes()[:10])
    try:
        explorer = reader.read(PAGE).explorer_of("two_readings")
        explorer.handles[0].press("ArrowRight")
        expect(explorer.stage.locator(".rbflib-remarks")).to_contain_text(
            "This picture did not come"
        )
        other = reader.explorer_of("house_prices")
        other.moves(lambda: other.handles[0].press("ArrowRight"))
    finally:
        shutil.copytree(kept, folder, dirs_exist_ok=True)
    assert reader.faults == []


def test_without_javascript_picture_words_and_text_are_there(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}.html")
    stills = page.locator(".cell_output img")
    assert stills.count() >= 6
    alts = [image.get_attribute("alt") for image in stills.all()]
    assert EXPLORERS["two_readings"]().summary in alts
    assert all(image.evaluate("e => e.naturalWidth > 300") for image in stills.all())
    context.close()
