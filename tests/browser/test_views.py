"""Explorers whose views come and go: run again, moved, deleted, pasted."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.student import Explorer, way_to_go

START = "00_start_here"


def act(tab, *commands):
    """JupyterLab's commands on the active cell."""
    for command in commands:
        tab.evaluate("name => jupyterapp.commands.execute(name).then(() => {})", command)


RERUN = ["notebook:run-cell"]
WAYS = {
    "run again": RERUN,
    "run three times": 3 * RERUN,
    "moved": ["notebook:move-cell-up"],
    "deleted and taken back": ["notebook:delete-cell", "notebook:undo-cell-action"],
    "pasted, and the first one deleted": [
        "notebook:copy-cell",
        "notebook:paste-cell-below",
        "notebook:move-cursor-up",
        "notebook:delete-cell",
    ],
    "cleared and run": ["notebook:clear-cell-output", *RERUN],
    "saved and reverted": ["docmanager:save", "docmanager:reload"],
}


@pytest.mark.thorough
@pytest.mark.page(START)
def test_an_explorer_lives_however_its_views_come_and_go(awake, desk):
    tab = awake(START)
    tab.run_code("from rbflib.lab import interpolation\ne = interpolation()\ne.set(gamma=10)")
    tab.until_kernel_rests()
    tab.run_code("e")
    for way, commands in WAYS.items():
        explorer = last_explorer(tab)
        act(tab, *commands)
        tab.until_kernel_rests()
        explorer = last_explorer(tab)
        slider = explorer.sliders[0]
        for _ in range(2):
            explorer.moves(lambda s=slider: s.press(way_to_go(s)))
        assert explorer.asleep.is_hidden(), way
    desk.leave()


@pytest.mark.page(START)
def test_a_table_that_is_opened_in_the_foot_comes_into_the_list_of_data(awake, desk):
    tab = awake(START)
    tab.run_code("from rbflib.lab import interpolation\ninterpolation()")
    tab.until_kernel_rests()
    explorer = last_explorer(tab)
    noise = explorer.box.get_by_label("noise", exact=True)
    expect(noise).to_be_visible()
    rows = "".join(f"{i},{(i - 20) ** 2}\n" for i in range(40))
    for content, words in {"some words": "no table", f"time,way\n{rows}": "time: 0 to 1"}.items():
        file = {"name": "table.csv", "mimeType": "text/csv", "buffer": content.encode()}
        with tab.expect_file_chooser() as chooser:
            explorer.button("open table").click()
        chooser.value.set_files(file)
        expect(explorer.box).to_contain_text(words)
    expect(explorer.box.get_by_label("data", exact=True)).to_have_value("yours")
    expect(noise).to_be_hidden()
    explorer.moves(lambda: explorer.sliders[0].press("ArrowLeft"))
    explorer.says("data = yours")
    explorer.moves(lambda: explorer.box.get_by_label("data", exact=True).select_option("wave"))
    expect(noise).to_be_visible()
    tab.assert_no_faults()
    desk.leave()


def last_explorer(tab):
    explorer = Explorer(tab, tab.locator(".rbflib-explorer").last)
    tab.until(lambda: explorer.box.get_attribute("data-drawn"))
    explorer.box_at_rest()
    return explorer


BOXES = """
import ipywidgets as W
from rbflib.lab import interpolation, overfitting
a, b, c = interpolation(), overfitting(), interpolation()
text, shown = W.FloatText(1), W.Output()
W.jslink((text, "value"), (a, "gamma"))
W.jslink((a, "gamma"), (b, "gamma"))
with shown:
    display(c)
rows = [W.HBox([text, a]), W.HBox([a, b]), W.HBox([shown]), W.HBox([W.VBox([W.IntSlider(), b])])]
W.VBox([*rows, W.GridBox([a]), W.Accordion([a], selected_index=0), W.Tab([b])])
"""


@pytest.mark.page(START)
def test_explorers_are_as_wide_as_they_can_be_in_every_box_and_linked_ones_follow(awake, desk):
    tab = awake(START)
    tab.run_code(BOXES)
    tab.until_kernel_rests()
    boxed = tab.locator(".widget-vbox .rbflib-explorer[data-drawn]:visible")
    tab.until(lambda: boxed.count() == 8)
    tab.at_rest(lambda: boxed.evaluate_all("all => all.map((e) => e.offsetWidth).join()"))
    for box in boxed.all():
        assert box.evaluate("e => e.offsetWidth") > 300
        assert max(box.locator("canvas").evaluate_all("all => all.map(e => e.clientWidth)")) > 300
    text = tab.locator(".widget-text input[type=number]")
    text.fill("37.3")
    text.dispatch_event("change")
    first, _, beside = (Explorer(tab, boxed.nth(n)) for n in range(3))
    beside.says("γ = 37.3,")
    first.says("γ = 37.3,")
    field = first.box.locator(".rbflib-value").first
    expect(field).to_have_value("37.3")
    first.sliders[0].press("ArrowLeft")  # it stands at 39.8
    beside.says("γ = 32,")
    expect(field).to_have_value("32")
    expect(text).to_have_value(re.compile(r"^31\.62"))
    desk.leave()
