"""What a student does on a page in a browser. All of it waits for states, and never for a time."""

import json
import re
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import expect

SECONDS = 1000  # Playwright counts in milliseconds
LARGEST = 1_500_000  # bytes of a page that a reader has run and saved
PATIENCE = 60 * SECONDS  # a busy computer is slow and not wrong
# Widgets of a trusted page come after the kernel.
IDLE = """() =>
    document.querySelector("#jp-main-statusbar")?.innerText.includes("| Idle") &&
    document.querySelector(".jp-CodeCell") &&
    [...document.querySelectorAll(".jp-OutputArea-output")].every(
        (e) => e.childElementCount || (e.textContent && !e.textContent.startsWith("Loading")))"""
# Only a run gives the last cell an output.
RAN = """() =>
    [...document.querySelectorAll(".jp-CodeCell")].at(-1)
        .querySelector(".jp-OutputArea-output")?.textContent.includes("this page has run") &&
    [...document.querySelectorAll(".rbflib-explorer")].every(
        (e) => e.dataset.drawn > 0 && e.querySelector(".rbflib-asleep").hidden)"""
# Of a term that has the focus: its title, and whether that stands behind it.
TERM = """(term) => {
    const width = () => [...term.getClientRects()].reduce((sum, line) => sum + line.width, 0);
    const before = width();
    term.focus();
    return [term.title, width() > before];
}"""
BOXES = "all => all.map(e => JSON.stringify(e.getBoundingClientRect())).join()"
expect.set_options(timeout=PATIENCE)


class Tab:
    """A browser's tab with a page. What is not defined here is Playwright's page."""

    def __init__(self, page):
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.faults = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def __getattr__(self, name):
        return getattr(self.page, name)

    def open(self, copy, token):
        """Open a copy of a page, and wait until all of it is there and its kernel is ready."""
        self.copy = copy
        self.goto(f"/lab/tree/{copy.name}?reset&token={token}")
        self.until_idle()

    def leave(self):
        """Close the page and stay in JupyterLab."""
        self.evaluate("() => jupyterapp.shell.currentWidget.dispose()")

    def turn_to(self, copy):
        """Open a copy of a page in the JupyterLab that is loaded already."""
        self.copy = copy
        self.faults.clear()
        self.evaluate(
            "path => jupyterapp.commands.execute('docmanager:open', { path }).then(() => {})",
            copy.name,
        )
        self.until_idle()

    def reopen(self):
        assert self.faults == []
        self.reload()
        self.faults.clear()  # what the page that was left was unpacking has broken off
        self.until_idle()

    def until_idle(self):
        self.wait_for_function(IDLE)

    def until_kernel_rests(self):
        self.locator("#jp-main-statusbar", has_text="| Idle").wait_for()

    def menu(self, menu, item):
        self.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{menu}$")).click()
        self.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{item}$")).click()

    def run_all(self):
        self.menu("Run", "Run All Cells")
        self.until_run()
        self.until_kernel_rests()

    def until_run(self):
        self.wait_for_function(RAN, timeout=3 * PATIENCE)

    def run_code(self, code):
        """Insert a cell after the last visible one, type the code, and run it.

        JupyterLab adds cells while it is idle: the last so far may be in a collapsed section.
        """
        self.locator(".jp-CodeCell:visible").last.locator(".jp-InputPrompt").click()
        for key in ("Escape", "b", "Enter"):
            self.keyboard.press(key)
        self.keyboard.insert_text(code)
        self.keyboard.press("Control+Enter")

    def save(self):
        """File ▸ Save Notebook, and wait until the file is another, and whole."""
        before = self.copy.stat().st_mtime_ns
        self.menu("File", "Save Notebook")
        self.until(lambda: self.copy.stat().st_mtime_ns != before and is_whole(self.copy))

    def until(self, holds):
        for _ in range(PATIENCE // 50):
            if holds():
                return
            self.wait_for_timeout(50)
        pytest.fail("what was waited for did not come")

    def at_rest(self, measure):
        """What is measured, once it stays the same."""
        last, since = None, 0
        while since < 5:
            now = measure()
            last, since = now, since + 1 if now == last else 0
            self.wait_for_timeout(60)
        return last

    def resize(self, width, height):
        """Give the window a size, and wait until JupyterLab has moved all explorers."""
        self.set_viewport_size({"width": width, "height": height})
        self.at_rest(lambda: self.locator(".rbflib-explorer").evaluate_all(BOXES))

    def explorers(self):
        return [Explorer(self, box) for box in self.locator(".rbflib-explorer").all()]

    @property
    def explorer(self):
        """The first one with something in its picture that can be dragged, or the first one."""
        held = self.locator(".rbflib-explorer:has(.rbflib-handle)")
        return Explorer(self, (held if held.count() else self.locator(".rbflib-explorer")).first)

    @contextmanager
    def unfolded(self):
        """What explorers fold is shown, until the block ends."""
        for then in ("Hide", "Show"):
            for fold in self.locator(".rbflib-playground .widget-toggle-button").all():
                fold.click()
                expect(fold).to_contain_text(then)
            if then == "Hide":
                yield

    def until_pictures_are_visible(self):
        """Every picture of the outputs has been drawn and is wide enough to be read."""
        self.wait_for_function(
            """() => {
                const all = (selector) => [...document.querySelectorAll(selector)];
                const width = (e) => (e.matches("img") ? e.naturalWidth : e.width);
                const pictures = all(".jp-OutputArea img, .jp-OutputArea canvas").filter(
                    (e) => !e.closest(".rbflib-panels") && e.checkVisibility());
                return pictures.length > 0 &&
                    all(".rbflib-explorer").every((e) => e.dataset.drawn > 0) &&
                    pictures.every((e) => width(e) > 300 && e.clientWidth > 300);
            }"""
        )

    def assert_no_faults(self):
        text = self.locator(".jp-NotebookPanel").inner_text()
        assert "model not found" not in text
        assert "Error displaying widget" not in text
        assert self.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
        assert self.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
        assert self.faults == []

    def assert_terms_tell_their_chinese_names(self):
        for term in self.locator("strong > a.rbflib-term:visible").all():
            title, is_shown = term.evaluate(TERM)
            assert re.search("[\u4e00-\u9fff]", title)
            assert is_shown

    def tab_to(self, selector):
        for _ in range(60):
            self.keyboard.press("Tab")
            if self.evaluate(f"() => document.activeElement.matches('{selector}')"):
                return
        pytest.fail(f"the Tab key does not come to {selector}")


BACK = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}


class Explorer:
    """An explorer of a page."""

    def __init__(self, tab, box):
        self.tab, self.box = tab, box
        self.canvas = box.locator("canvas").first  # the others are parts of it
        self.asleep = box.locator(".rbflib-asleep")

    @property
    def words(self):
        """Settings and results: the picture's alternative text."""
        return self.canvas.get_attribute("aria-label")

    def says(self, text):
        """Wait until the words hold this text."""
        expect(self.canvas).to_have_attribute("aria-label", re.compile(re.escape(text)))

    def says_not(self, text):
        expect(self.canvas).not_to_have_attribute("aria-label", re.compile(re.escape(text)))

    @property
    def look(self):
        """The pixels on the screen, whatever bytes they came in."""
        return self.canvas.evaluate("canvas => canvas.toDataURL()")

    @property
    def sliders(self):
        return self.box.locator("input[type=range]:visible").all()

    def move_back_and_forth(self):
        """Move the first control there and back: a slider, or a list where there is none."""
        if self.sliders:
            control = self.sliders[0]
            there = way_to_go(control)
            keys = there, BACK[there]
        else:
            control, keys = self.box.locator("select:visible").first, ("ArrowDown", "ArrowUp")
        for key in keys:
            self.moves(lambda key=key: control.press(key))
            yield

    def button(self, name):
        return self.box.get_by_role("button", name=name, exact=True)

    def moves(self, action):
        """Both the picture and its words must be others after the action."""
        look, words = self.look, self.words
        action()
        self.tab.until(lambda: self.words != words and self.look != look)

    def box_at_rest(self):
        """Where the picture is, once JupyterLab has stopped scrolling to the cell that ran last.

        Off the screen, a browser keeps the layout for the width that the page had before: the
        picture may still be in parts, which stand in its place.
        """
        self.box.scroll_into_view_if_needed()
        self.canvas.scroll_into_view_if_needed()
        return self.tab.at_rest(self.canvas.bounding_box)

    def handle_places(self):
        """Where the middles of the picture's handles are, as shares of its width and height."""
        box = self.box_at_rest()
        places = [e.bounding_box() for e in self.box.locator(".rbflib-handle:visible").all()]
        return [
            (
                (place["x"] + place["width"] / 2 - box["x"]) / box["width"],
                1 - (place["y"] + place["height"] / 2 - box["y"]) / box["height"],
            )
            for place in places
        ]

    def at(self, right, up):
        """The place on the screen at these shares of the picture's width and height."""
        box = self.box_at_rest()
        return box["x"] + right * box["width"], box["y"] + (1 - up) * box["height"]

    def drag(self, start, end, button="left"):
        """A real drag with the mouse, between shares of width and height from the lower left."""
        mouse = self.tab.mouse
        (x, y), (u, v) = self.at(*start), self.at(*end)
        mouse.move(x, y)
        mouse.down(button=button)
        mouse.move(u, v, steps=6)
        mouse.up(button=button)


def assert_fits_itself(path):
    """The file holds the models of the widgets that its outputs show, and no others."""
    page = json.loads(path.read_text(encoding="utf-8"))
    (state,) = page["metadata"]["widgets"].values()
    views = [
        output["data"]["application/vnd.jupyter.widget-view+json"]["model_id"]
        for cell in page["cells"]
        for output in cell.get("outputs", [])
        if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    parts, reached = list(views), set()
    while parts:
        part = parts.pop()
        if part not in reached:
            reached.add(part)
            parts += re.findall('"IPY_MODEL_([0-9a-f]+)"', json.dumps(state["state"][part]))
    assert reached == set(state["state"])
    assert path.stat().st_size < LARGEST


def is_whole(copy):
    with suppress(json.JSONDecodeError):
        return json.loads(copy.read_text(encoding="utf-8"))


def way_to_go(slider):
    """The arrow key that moves this slider: left if it stands at the right end."""
    now, top = slider.evaluate("e => [Number(e.value), Number(e.max)]")
    return "ArrowLeft" if now >= top else "ArrowRight"
