"""Pages in Firefox and in WebKit: unrun, run, moved, their kernel restarted, and opened again."""

import nbformat
import pytest

from tests.browser.student import IDLE, RAN, assert_fits_itself, is_whole
from tests.browser.webdriver import ARROW_LEFT, ARROW_RIGHT, Firefox, WebKit, opened

# Selectors of all explorers.
EXPLORERS = """() => [...document.querySelectorAll(".rbflib-explorer")].map((e, i) => {
    e.id = `explorer-${i}`;
    return `#${e.id}`;
})"""
WORDS = "(explorer) => document.querySelector(`${explorer} canvas`)?.ariaLabel"
# What is answered in steps is whole.
ANSWERED = """() => ![...document.querySelectorAll(".rbflib-explorer canvas")].some((canvas) =>
    canvas.ariaLabel.includes("Not complete yet"))"""
LOOK = "(explorer) => document.querySelector(`${explorer} canvas`)?.toDataURL()"
# Every explorer has a picture and a note that no kernel answers.
ALL_ASLEEP = """() => [...document.querySelectorAll(".rbflib-explorer")].every((explorer) =>
    explorer.dataset.drawn > 0 && !explorer.querySelector(".rbflib-asleep").hidden)"""
# Explorers sleep once a restart begins; a page left before it ends comes back to the old kernel.
HAS_RESTARTED = """() =>
    jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"""
# Gives the focus to an explorer's first slider; whether it can go right.
TAKE_SLIDER = """(explorer) => {
    const sliders = [...document.querySelectorAll(`${explorer} input[type=range]`)];
    const slider = sliders.find((e) => e.checkVisibility());
    slider.focus();
    return Number(slider.value) < Number(slider.max);
}"""
# What anywidget says when a busy computer has needed more than 2 s to load a widget. It goes on.
SLOW = "Error: [anywidget] Failed to initialize model."
LISTEN = """(slow) => {
    window.faults = [];
    const note = (event) => {
        const message = String(event.reason ?? event.message);
        if (message !== slow) faults.push(message);
    };
    for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, note);
}"""
FAULTS = """() => {
    const text = document.querySelector(".jp-NotebookPanel").innerText;
    const errors = ["model not found", "Error displaying widget"].filter((t) => text.includes(t));
    return [...window.faults, ...errors];
}"""


@pytest.fixture
def browser(kind, lab, tmp_path):
    with opened(kind, tmp_path) as browser:
        yield browser
    lab.end_kernels()


class Visit:
    """A page that is open in a browser."""

    def __init__(self, browser, lab, name):
        self.browser, self.copy = browser, lab.copy(name, trusted=True)
        # Each explorer of a page that is not run has a picture, and then words alone.
        cells = nbformat.read(self.copy, as_version=4).cells
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        self.number = sum(set(output.get("data", ())) == {"text/plain"} for output in outputs)
        # A workspace of its own: Chromium's, on the same server, may have other pages open.
        place = f"lab/workspaces/visit/tree/{self.copy.name}"
        browser.go(f"{lab.address}/{place}?reset&token={lab.token}")
        self._until_idle()

    def reopen(self):
        """Come back on the second day, when every explorer is there and waits for its kernel."""
        self.browser.reload()
        self._until_idle()
        self.browser.until(lambda: self.browser.run(EXPLORERS) == self.explorers)
        self.until_asleep()

    def until_asleep(self):
        self.browser.until(ALL_ASLEEP)

    def _until_idle(self):
        self.browser.run(LISTEN, SLOW)
        # WebKit's window may be without focus: JupyterLab has no current page then, nor its kernel.
        self.browser.click(".lm-TabBar-tabLabel", self.copy.name)
        self.browser.until(IDLE)

    def run_all(self):
        self.menu("Run", "Run All Cells")
        self.browser.until(lambda: len(self.browser.run(EXPLORERS)) == self.number)
        self.browser.until(RAN)
        self.browser.until(IDLE)
        self.explorers = self.browser.run(EXPLORERS)

    def save(self):
        before = self.copy.stat().st_mtime_ns
        self.menu("File", "Save Notebook")
        self.browser.until(lambda: self.copy.stat().st_mtime_ns != before and is_whole(self.copy))

    def menu(self, menu, item):
        self.browser.click(".lm-MenuBar-itemLabel", menu)
        self.browser.click(".lm-Menu-itemLabel", item)

    def words(self):
        """Of all explorers, once none of them is computing."""
        self.browser.until(ANSWERED)
        return [self.browser.run(WORDS, explorer) for explorer in self.explorers]

    def moves(self, explorer, action):
        """Both a picture and its words must be others after the action."""
        # A busy JupyterLab may have made a view anew, which has no id yet.
        self.browser.until(lambda: self.browser.run(EXPLORERS) == self.explorers)
        words, look = (self.browser.run(what, explorer) for what in (WORDS, LOOK))
        action(explorer)
        self.browser.until(lambda: self.browser.run(WORDS, explorer) not in (None, words))
        self.browser.until(lambda: self.browser.run(LOOK, explorer) not in (None, look))

    def press_arrow(self, explorer):
        right = self.browser.run(TAKE_SLIDER, explorer)
        self.browser.press(ARROW_RIGHT if right else ARROW_LEFT)

    def drag_handle(self, explorer):
        """To the right, in one step, so that the words that change are the last ones."""
        x, y, width, height = self.browser.box_at_rest(f"{explorer} .rbflib-handle")
        x, y = x + width / 2, y + height / 2
        self.browser.drag((x, y), (x + 60, y))


# A page, a browser, and the number of a picture with a handle to drag.
VISITS = [
    ("04_kmeans", Firefox, 0),
    ("00_start_here", WebKit, 1),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "kind", "handle"), VISITS)
def test_page_is_seen_run_moved_restarted_and_opened_again(browser, lab, name, handle):
    visit = Visit(browser, lab, name)
    visit.run_all()
    visit.moves(visit.explorers[handle], visit.drag_handle)
    for explorer in visit.explorers:
        visit.moves(explorer, visit.press_arrow)
    words = visit.words()
    visit.save()
    assert_fits_itself(visit.copy)
    visit.menu("Kernel", "Restart Kernel…")
    browser.click(".jp-Dialog-buttonLabel", "Restart")
    visit.until_asleep()
    browser.until(HAS_RESTARTED)
    assert browser.run(FAULTS) == []
    visit.reopen()
    assert visit.words() == words
    assert browser.run(FAULTS) == []
