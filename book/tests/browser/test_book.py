"""Two pages of the book on a plain server: without a kernel, sliders answer as live ones do."""

import base64
import json

import numpy as np
import pytest
from playwright.sync_api import expect

from book.states import main_controls
from book.tests.browser.bookshelf import (
    FIRST_BYTES,
    MOST_AT_FIRST,
    NEEDS_NPM,
    Book,
    served,
    write_book,
)
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.frame import unpack
from rbflib.lab.kit.question import Choice, Number
from rbflib.lab.pages.start_here.questions import QUESTIONS
from tests.browser.student import BACK, way_to_go

PAGE, EXPLORER, OTHER = "00_start_here", "hypothesis", "eight_models"
BUDGET = 300_000

PIXELS = """canvas => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const letters = Array.from(data, (byte) => String.fromCharCode(byte));
    return { width, height, data: btoa(letters.join("")) };
}"""

pytestmark = [pytest.mark.xdist_group("book"), NEEDS_NPM]


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A server's folder, with the book of two pages in it."""
    root = tmp_path_factory.mktemp("book")
    write_book(root, only=("00", "11"), budget=BUDGET)
    return root


@pytest.fixture(scope="module")
def address(root):
    with served(root) as address:
        yield address


@pytest.fixture
def reader(chromium, address):
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    yield Book(page, address)
    page.close()


@pytest.fixture(scope="module")
def explorer(chromium, address):
    """An explorer of a page that several tests share."""
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    yield Book(page, address).read(PAGE).explorer_of(EXPLORER)
    page.close()


def pixels_on(canvas):
    shown = canvas.evaluate(PIXELS)
    data = np.frombuffer(base64.b64decode(shown["data"]), np.uint8)
    return data.reshape(shown["height"], shown["width"], 4)


def assert_shows(explorer, live):
    """Words and pixels of a live explorer."""
    explorer.says(live.summary)
    assert np.array_equal(pixels_on(explorer.canvas), unpack(live.get_state()["_frame"]))


@pytest.fixture(scope="module")
def live():
    return EXPLORERS[EXPLORER]()


def at_state_in(root, live, words):
    """The live explorer at the recorded state that says these words."""
    folder = root / "work/recordings" / EXPLORER
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for values, *_ in index["states"]:
        live.set(**dict(zip(index["names"], values, strict=True)))
        if live.summary == words:
            return live
    pytest.fail(f"not recorded: {words}")


def test_keys_lead_to_pictures_and_words_of_a_live_explorer(explorer, root, live):
    expect(explorer.box.locator(".rbflib-foot")).to_contain_text("Recorded: open it live")
    for name in main_controls(live):
        slider = explorer.sliders[list(live.controls).index(name)]
        there = way_to_go(slider)
        for key in (there, BACK[there]):
            explorer.moves(lambda slider=slider, key=key: slider.press(key))
            assert_shows(explorer, at_state_in(root, live, explorer.words))
    explorer.tab.assert_no_faults()


def test_presets_show_their_states(explorer, live):
    for preset in live.presets:
        explorer.button(preset).click()
        live.restore(preset)
        assert_shows(explorer, live)


def test_dragged_handle_goes_to_a_recorded_state(explorer, root, live):
    explorer.button("back to the start").click()
    start = EXPLORERS[EXPLORER]()
    explorer.says(start.summary)
    u, v = explorer.handle_places()[0]
    assert (u, v) == pytest.approx(start.get_state()["_answer"]["handles"][0][1:3], abs=0.005)
    explorer.moves(lambda: explorer.drag((u, v), (u + 0.1, v)))
    assert_shows(explorer, at_state_in(root, live, explorer.words))
    assert explorer.handle_places()[0][0] > u


def test_page_asks_for_little_until_its_explorers_are_near_and_nobody_else(reader):
    reader.set_viewport_size({"width": 1366, "height": 100})
    reader.read(PAGE)
    assert 100_000 < reader.evaluate(FIRST_BYTES) < MOST_AT_FIRST
    assert not [url for url in reader.requests if "recordings/" in url]
    for name in (PAGE, "index", "11_glossary", "search"):
        reader.read(name)
        reader.wait_for_load_state("networkidle")
    assert len(reader.requests) > 20
    reader.assert_no_faults()


def test_what_moves_can_be_stopped_and_a_phone_shows_all_of_it(reader):
    reader.read("index")
    moving, still = (reader.locator(f".rbflib-title img[src$={kind}]") for kind in ("webp", "png"))
    summary = reader.get_by_text("Play k-means")
    for shown, hidden in ((still, moving), (moving, still), (still, moving)):
        expect(shown).to_be_visible()
        expect(hidden).to_be_hidden()
        summary.click()
    reader.set_viewport_size({"width": 320, "height": 640})
    reader.read(PAGE).locator("h1").evaluate("e => { e.textContent = 'x'.repeat(50); }")
    assert reader.evaluate("document.documentElement.scrollWidth") <= 320
    panels = reader.explorer_of(EXPLORER).box.locator(".rbflib-panels > div")
    panels.nth(1).evaluate("e => e.scrollIntoView({ block: 'end' })")
    reader.until(lambda: panels.first.bounding_box()["y"] == 56)  # below the theme's header


def score_of(reader):
    return reader.locator(".rbflib-quiz > [role=status]")


@pytest.mark.thorough
def test_answers_and_predictions_are_remembered(reader):
    reader.read(PAGE)
    prediction = reader.locator(".rbflib-prediction").first
    prediction.get_by_label("all eight").check()
    prediction.get_by_role("button", name="Commit").click()
    for form, question in zip(reader.locator(".rbflib-question").all(), QUESTIONS, strict=True):
        if isinstance(question, Choice):
            form.locator("input").nth(list(question.choices).index(question.answer)).check()
        elif isinstance(question, Number):
            form.locator("input").fill(str(question.answer))
        form.get_by_role("button", name="Check").click()
    score = score_of(reader).text_content()
    reader.reload()
    expect(reader.locator(".rbflib-prediction").first).to_contain_text("You say: all eight.")
    expect(score_of(reader)).to_have_text(score)
    reader.get_by_role("button", name="Start over").click()
    reader.reload()
    expect(score_of(reader)).to_contain_text("none answered yet")


@pytest.mark.thorough
def test_without_javascript_picture_words_and_text_are_there(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}.html")
    stills = page.locator(".cell_output .rbflib-near > img").all()
    assert len(stills) == 2
    alts = [image.get_attribute("alt") for image in stills]
    assert EXPLORERS[EXPLORER]().summary in alts
    for image in stills:
        image.scroll_into_view_if_needed()
        assert image.evaluate("e => e.naturalWidth > 300 && e.complete")
    quiz = page.locator("[data-widget=quiz]")
    assert quiz.locator("ol > li").count() == len(QUESTIONS)
    expect(quiz.locator(".rbflib-needs")).to_be_visible()
    context.close()


OBSTACLES = {
    "old browser": lambda reader: reader.add_init_script("delete window.DecompressionStream;"),
    "broken": lambda reader: reader.route("**/*.bin", lambda route: route.fulfill(body=b"broken")),
}


@pytest.mark.thorough
@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_where_sliders_cannot_come_the_picture_stays_and_a_sentence_says_why(reader, obstacle):
    OBSTACLES[obstacle](reader)
    reader.read(PAGE)
    picture = reader.locator(".rbflib-near").first
    picture.scroll_into_view_if_needed()
    expect(reader.locator(".rbflib-near + p", has_text="sliders of this picture")).to_be_visible()
    assert picture.locator("> img").evaluate("e => e.naturalWidth") > 300
    expect(picture.locator("input")).to_have_count(0)
