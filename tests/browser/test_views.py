"""Explorers whose views come and go: run again, moved, deleted, pasted."""

import pytest

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


def last_explorer(tab):
    explorer = Explorer(tab, tab.locator(".rbflib-explorer").last)
    tab.until(lambda: explorer.box.get_attribute("data-drawn"))
    explorer.box_at_rest()
    return explorer
