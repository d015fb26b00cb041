"""All pages of the book: alive, small, readable, in other browsers and for many readers."""

import json
import re
from contextlib import closing
from urllib.parse import parse_qsl, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from book.page import Page
from book.tests.browser.bookshelf import NEEDS_NPM, ROOT, Book, Plain, served, write_book
from rbflib.lab import EXPLORERS
from tests.browser.webdriver import ARROW_LEFT, ARROW_RIGHT, Firefox, WebKit, opened

PAGES = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
OTHERS = ["index", "teachers_guide", "teaching_a_course", "slides_and_cards"]
OTHERS += ["collecting_and_grading", "nbgrader", "figures/index", "reference/rbflib.RBFNetwork"]

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("whole book"), NEEDS_NPM]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    root = tmp_path_factory.mktemp("book")
    write_book(root)
    with served(root) as address:
        yield address


@pytest.fixture(scope="module", params=[*PAGES[::6], *OTHERS])
def reader(chromium, address, request):
    """A reader of a page who has come near every explorer."""
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    reader = Book(page, address).read(request.param)
    reader.explorers()
    yield reader
    page.close()


def test_page_asks_for_little_at_first(reader):
    reader.assert_little_at_first()


SHOWN = {name: Page(ROOT / f"notebooks/{name}.ipynb").explorers for name in PAGES}
# Another order of the same sums changes the last digit that is shown. Where a matrix is singular to
# the last digit, or iterations are long, it changes all: there the settings alone are compared.
ILL_CONDITIONED = {
    ("eight_models", "Wide bumps"),
    ("interpolation", "Singular in practice"),
    ("backprop_steps", "The end"),
    ("backprop_steps", "Weights and widths"),
}


def test_pages_show_all_explorers():
    assert set().union(*SHOWN.values()) == set(EXPLORERS)


@pytest.mark.parametrize("name", [name for name in PAGES if SHOWN[name]])
def test_explorers_show_after_a_move_and_in_every_second_preset_what_native_python_does(
    chromium, address, name
):
    with closing(
        chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    ) as context:
        reader = Book(context.new_page(), address).read(name)
        for explorer in reader.explorers():
            live = EXPLORERS[explorer.box.evaluate(NAME)]()
            next(explorer.move_back_and_forth())
            live.set(**settings_of(link_to(explorer), live.start_state))
            assert_says(explorer, live.summary)
            for preset in [*live.presets][::2]:
                explorer.button(preset).click()
                live.restore(preset)
                if (live.name, preset) in ILL_CONDITIONED:
                    explorer.says(live.summary.split(" · ")[0])
                else:
                    assert_says(explorer, live.summary)
        reader.assert_no_faults()


NUMBER = re.compile(r"[\d.]+(?:e[-+]?\d+)?")


def assert_says(explorer, summary):
    """The settings as they are, the results with their numbers to one percent, and what is seen."""
    settings, *results = summary.split(" · ")
    in_any_digits = [NUMBER.pattern.join(map(re.escape, NUMBER.split(x))) for x in results]
    label = re.compile(rf"^({' · '.join([re.escape(settings), *in_any_digits])})(\. |$)")
    expect(explorer.canvas).to_have_attribute("aria-label", label)
    shown = label.match(explorer.canvas.get_attribute("aria-label"))[1]
    both = [[float(x.rstrip(".")) for x in NUMBER.findall(text)] for text in (shown, summary)]
    assert both[0] == pytest.approx(both[1], rel=0.01)


def test_playground_keeps_states_and_has_its_name_in_the_cells(chromium, address):
    with closing(chromium.new_page(viewport={"width": 1366, "height": 768})) as page:
        reader = Book(page, address).read("09_playground")
        explorer = reader.explorer_of("playground")
        beside, table = reader.locator(".rbflib-rows select"), reader.locator(".rbflib-table")
        cell = reader.cell("print(play.code")
        cell.write("play.set(model='ELM')")
        cell.run()
        explorer.says("ELM")
        reader.get_by_role("button", name="Keep this state").click()
        expect(beside).to_have_value("state 2")
        expect(table).to_be_hidden()
        reader.get_by_role("button", name="Show table").click()
        expect(table.get_by_text("code of state")).to_have_count(2)
        beside.select_option("state 1")
        reader.get_by_role("button", name="Go to it").click()
        explorer.says("uniform votes")
        reader.assert_no_faults()


# The words of a part of an explorer, as they change once a button is pressed, until the last ones.
PROGRESS = """(box, [button, part, last]) => new Promise((done) => {
    const seen = [];
    const note = () => {
        const words = box.querySelector(part)?.ariaLabel;
        if (words && words !== seen.at(-1)) seen.push(words);
        if (seen.length && new RegExp(last).test(words)) done(seen);
    };
    new MutationObserver(note).observe(box, { subtree: true, childList: true, attributes: true });
    [...box.querySelectorAll("button")].find((e) => e.textContent === button).click();
})"""


def test_all_draws_and_long_work_come_piece_by_piece(chromium, address):
    with closing(chromium.new_page(viewport={"width": 1366, "height": 768})) as page:
        reader = Book(page, address).read("02_full_network")
        explorer = reader.explorer_of("interpolation")
        prediction = reader.locator(".rbflib-prediction").first
        prediction.get_by_role("radio").first.check()
        prediction.get_by_role("button", name="Commit").click()
        strip = ["all 50 draws", ".rbflib-strip svg", "^50 draws"]
        seen = [int(words.split()[0]) for words in explorer.box.evaluate(PROGRESS, strip)]
        assert seen == sorted(seen)
        assert len(seen) > 2
        starts = reader.read("04_kmeans").explorer_of("many_starts")
        picture = ["k = 8", "canvas", "^data = four clouds, k = 8,(?!.*Not complete yet)"]
        *before, _last = starts.box.evaluate(PROGRESS, picture)
        assert any("Not complete yet" in words for words in before)
        reader.assert_no_faults()


NAME = "e => e.closest('[data-explorer]').dataset.explorer"


def link_to(explorer):
    """What *copy link* copies."""
    explorer.button("copy link").click()
    expect(explorer.box.locator(".rbflib-foot")).to_contain_text("copied")
    return explorer.tab.evaluate("navigator.clipboard.readText()")


def settings_of(link, like):
    texts = parse_qsl(urlsplit(link).fragment.partition("?")[2])
    return {k: text if isinstance(like[k], str) else json.loads(text) for k, text in texts}


def faults_of(tab):
    """What axe-core finds in a page."""
    found = Axe().run(tab).response["violations"]
    return [(rule["id"], node["html"][:200]) for rule in found for node in rule["nodes"]]


# Formulas within a line that would have a scroll bar: this browser hides them.
SCROLLED = """[...document.querySelectorAll("span.math:has(mjx-container)")]
    .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_is_named_and_readable(reader, theme):
    reader.page.emulate_media(color_scheme=theme)
    reader.locator(f"html[data-theme={theme}]").wait_for(state="attached")
    reader.wait_for_timeout(500)  # colors have changed by then
    assert faults_of(reader.page) == []
    assert reader.evaluate(SCROLLED) == []


def test_page_fits_a_phone(reader):
    reader.set_viewport_size({"width": 390, "height": 844})
    try:
        reader.explorers()
        assert reader.evaluate("document.documentElement.scrollWidth") <= 390
        reader.assert_terms_tell_their_chinese_names()
    finally:
        reader.set_viewport_size({"width": 1366, "height": 768})


# Once the explorer with this number is awake: takes its first slider, and says which way it can go.
TAKE_SLIDER = """(n) => {
    document.querySelectorAll("details").forEach((e) => { e.open = true; });
    const picture = document.querySelectorAll(".rbflib-near")[n];
    picture?.scrollIntoView();
    if (!picture?.querySelector("[data-drawn]")) return "";
    const sliders = [...picture.querySelectorAll("input[type=range]")];
    const slider = sliders.find((e) => e.offsetParent !== null);
    slider?.focus();
    return !slider ? "nowhere" : Number(slider.value) < Number(slider.max) ? "right" : "left";
}"""
WORDS = "(n) => document.querySelectorAll('.rbflib-near')[n].querySelector('canvas').ariaLabel"
KEYS = {"left": ARROW_LEFT, "right": ARROW_RIGHT}


def test_explorers_answer_in_other_browsers_and_python_is_fetched_once(browser, address):
    for page in ("02_full_network", "00_start_here"):
        Plain.engine_bytes = 0
        browser.go(f"{address}/{page}.html")
        for n in range(len(SHOWN[page])):
            way = browser.until(TAKE_SLIDER, n)
            words = browser.run(WORDS, n)
            if way in KEYS:
                browser.press(KEYS[way])
                browser.until(f"(n, words) => ({WORDS})(n) !== words", n, words)
    assert Plain.engine_bytes < 1_000_000  # of the second page


@pytest.fixture(params=[Firefox, WebKit])
def browser(tmp_path, request):
    with opened(request.param, tmp_path) as browser:
        yield browser
