"""The first and the second day of a student with Firefox, and of one with WebKit."""

import pytest
from conftest import DEMANDED
from student import assert_fits_itself, is_whole
from webdriver import ARROW_RIGHT, Firefox, WebKit

EXPLORER = ".rbflib-explorer"
CANVAS = f"{EXPLORER} canvas"

IDLE = """() =>
    document.querySelector("#jp-main-statusbar")?.innerText.includes("| Idle") &&
    document.querySelector(".jp-CodeCell") &&
    [...document.querySelectorAll(".jp-OutputArea-output")].every(
        (e) => e.childElementCount || e.textContent)"""
# Only a run gives the last cell an output.
RAN = """() =>
    [...document.querySelectorAll(".jp-CodeCell")].at(-1)
        .querySelector(".jp-OutputArea-output")?.textContent.includes("this page has run") &&
    document.querySelector(".rbflib-asleep") &&
    [...document.querySelectorAll(".rbflib-asleep")].every((e) => e.hidden)"""
COUNT = "(selector) => document.querySelectorAll(selector).length"
WORDS = "(explorer) => document.querySelector(`${explorer} canvas`).ariaLabel"
LOOK = "(canvas) => document.querySelector(canvas).toDataURL()"
ASLEEP = """(explorer) =>
    [...document.querySelectorAll(`${explorer} .rbflib-asleep`)].filter((e) => !e.hidden).length"""
LISTEN = """() => {
    window.faults = [];
    const note = (event) => faults.push(String(event.reason ?? event.message));
    for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, note);
}"""
FAULTS = """() => {
    const text = document.querySelector(".jp-NotebookPanel").innerText;
    const said = ["model not found", "Error displaying widget"].filter((t) => text.includes(t));
    return [...window.faults, ...said];
}"""


@pytest.fixture(params=[Firefox, WebKit])
def browser(request, lab, tmp_path):
    if lacking := request.param.lacking():
        assert not DEMANDED, f"{lacking} are demanded and not installed"
        pytest.skip(f"not installed: {lacking}")
    browser = request.param(tmp_path)
    try:
        yield browser
    finally:
        browser.end()
        lab.end_kernels()


class Visit:
    """A page that is open in a browser."""

    def __init__(self, browser, lab, name):
        self.browser, self.copy = browser, lab.copy(name)
        # A workspace of its own: Chromium's, on the same server, may have other pages open.
        place = f"lab/workspaces/visit/tree/{self.copy.name}"
        browser.go(f"{lab.address}/{place}?reset&token={lab.token}")
        self._until_idle()

    def reopen(self):
        """Come back on the second day, when every explorer is there and waits for its kernel."""
        explorers = self.explorers
        self.browser.reload()
        self._until_idle()
        self.browser.until(lambda: self.browser.run(ASLEEP, EXPLORER) == explorers)

    def _until_idle(self):
        self.browser.run(LISTEN)
        self.browser.until(IDLE)

    def run_all(self):
        self._menu("Run", "Run All Cells")
        self.browser.until(RAN)
        self.browser.until(IDLE)

    def save(self):
        before = self.copy.stat().st_mtime_ns
        self._menu("File", "Save Notebook")
        self.browser.until(lambda: self.copy.stat().st_mtime_ns != before and is_whole(self.copy))

    def _menu(self, menu, item):
        self.browser.click(".lm-MenuBar-itemLabel", menu)
        self.browser.click(".lm-Menu-itemLabel", item)

    @property
    def explorers(self):
        return self.browser.run(COUNT, EXPLORER)

    @property
    def words(self):
        return self.browser.run(WORDS, EXPLORER)

    @property
    def look(self):
        return self.browser.run(LOOK, CANVAS)

    def moves(self, action):
        """Both the first picture and its words must be others after the action."""
        words, look = self.words, self.look
        action()
        self.browser.until(lambda: self.words != words and self.look != look)

    def drag(self):
        """Take hold of the second center of page 00, in the middle, and draw it to the right."""
        x, y, width, height = self.browser.box_at_rest(CANVAS)
        # In one step, so that the words that change are the last ones.
        self.browser.drag(*((x + share * width, y + 0.38 * height) for share in (0.52, 0.67)))

    def assert_no_faults(self):
        assert self.browser.run(FAULTS) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["00_start_here", "02_full_network"])
def test_page_is_run_moved_saved_and_opened_again(browser, lab, name):
    visit = Visit(browser, lab, name)
    visit.run_all()
    visit.moves(lambda: browser.press(f"{EXPLORER} .noUi-handle", ARROW_RIGHT))
    if name == "00_start_here":
        visit.moves(visit.drag)
    words = visit.words
    visit.save()
    assert words in visit.copy.read_text(encoding="utf-8")
    assert_fits_itself(visit.copy)
    visit.assert_no_faults()
    lab.end_kernels()
    visit.reopen()
    assert visit.words == words
    visit.assert_no_faults()
