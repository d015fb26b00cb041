"""A page that was run, saved and opened again; and kernels that end while it is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.student import Tab, assert_fits_itself

pytestmark = pytest.mark.thorough
FULL, WALK = "02_full_network", "04_kmeans"


@pytest.mark.parametrize("name", [FULL, WALK])
def test_saved_page_is_whole_when_it_is_opened_again(awake, desk, lab, name):
    tab = awake(name)
    explorer, n_explorers = tab.explorer, len(tab.explorers())
    explorer.moves(lambda: explorer.sliders[0].press("ArrowLeft"))
    words = explorer.words
    tab.save()
    assert_fits_itself(tab.copy)
    lab.end_kernels()
    tab.reopen()
    assert_whole(tab, n_explorers, words)
    # Opened, not run, and saved: what no kernel stands behind is not forgotten.
    tab.locator(".jp-MarkdownCell:visible").last.click()
    tab.menu("Edit", "Move Cell Up")
    tab.save()
    assert_fits_itself(tab.copy)
    tab.reopen()
    assert_whole(tab, n_explorers, words)
    desk.leave()


def assert_whole(tab, n_explorers, words):
    expect(tab.locator(".rbflib-explorer")).to_have_count(n_explorers)
    tab.until_pictures_are_visible()
    for explorer in tab.explorers():
        expect(explorer.asleep).to_be_visible()
    assert tab.explorer.words == words
    tab.assert_no_faults()


# anywidget waits 2 s for a widget's file. Here it waits for nothing.
IMPATIENT = """
const { timeout } = AbortSignal;
const over = { addEventListener: (_, giveUp) => giveUp() };
AbortSignal.timeout = (ms) => (ms === 2000 ? over : timeout.call(AbortSignal, ms));
"""


@pytest.mark.page("00_start_here")
def test_explorer_lives_where_the_browser_was_slow_to_load_it(student, lab, desk):
    desk.leave()
    tab = Tab(student.new_page())
    tab.add_init_script(IMPATIENT)
    tab.open(lab.copy("00_start_here", trusted=True), lab.token)
    tab.run_all()
    assert any("Failed to initialize model" in fault for fault in tab.faults)
    explorer = tab.explorer
    explorer.moves(lambda: explorer.sliders[0].press("ArrowLeft"))
    tab.close()
    lab.end_kernels()


# JupyterLab asks a fresh kernel twice which widgets it has: before it reads those of the file, and
# whenever it is connected. Here the first answer is late, and the second makes all outputs give up.
LATE = """
const Socket = window.WebSocket;
let answers = 0;
window.WebSocket = class extends Socket {
    set onmessage(handle) {
        this.addEventListener("message", (event) => {
            const text = typeof event.data === "string" ? event.data
                : new TextDecoder().decode(event.data);
            const late = text.includes("comm_info_reply") && ++answers === 2;
            setTimeout(() => handle.call(this, event), late ? 6000 : 0);
            if (late) setTimeout(() => {
                const context = window.jupyterapp.shell.currentWidget.context.sessionContext;
                context._connectionStatusChanged.emit("connected");
            }, 200);
        });
    }
};
"""


@pytest.mark.page("04_kmeans")
def test_widgets_that_come_after_the_outputs_gave_up_are_drawn(student, lab, desk):
    desk.leave()
    saved = Tab(student.new_page())
    saved.open(lab.copy("04_kmeans"), lab.token)
    saved.run_all()
    saved.save()
    saved.close()
    lab.end_kernels()
    tab = Tab(student.new_page())
    tab.add_init_script(LATE)
    gave_up = []
    tab.on("console", lambda message: gave_up.append("model not found" in message.text))
    tab.open(saved.copy, lab.token)
    tab.until(lambda: sum(gave_up) > 3)
    expect(tab.locator(".rbflib-explorer")).to_have_count(4)
    tab.until_pictures_are_visible()
    expect(tab.locator(".jp-NotebookPanel")).not_to_contain_text("model not found")
    tab.close()
    lab.end_kernels()


@pytest.mark.page("00_start_here")
def test_explorer_says_that_its_kernel_has_ended(awake, desk, lab):
    tab = awake("00_start_here")
    explorer = tab.explorer
    explorer.moves(lambda: explorer.sliders[0].press("ArrowLeft"))
    tab.wait_for_timeout(2_500)  # longer than an explorer waits for its kernel
    expect(explorer.asleep).to_be_hidden()
    lab.end_kernels()
    for explorer in tab.explorers():
        explorer.sliders[0].press("ArrowLeft")
        expect(explorer.asleep).to_be_visible()
        expect(explorer.asleep).to_contain_text("Run ▸ Run All Cells")
    desk.leave()
