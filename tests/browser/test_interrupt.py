"""A kernel that works for an explorer says busy, and can be interrupted."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.student import Explorer

START = "00_start_here"
# A function apart, one that cannot be copied to a process, a scene, and a model of a reader.
CODE = """
import threading
import numpy as np
from IPython.display import display
from rbflib.lab import explore, playground
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit import style

kept, lock = 42, threading.Lock()
def apart(a=0):
    while a > 0: pass
    return a
def here(a=0):
    lock.locked()
    while a > 0: pass
    return a
class Endless:
    def __init__(self, loops): self.loops = loops
    def fit(self, X, y):
        while self.loops: pass
    def predict(self, X): return np.zeros(len(X))
class Slow(Scene):
    def __init__(self): self.figure = style.new_figure()
    def update(self, a):
        while a > 0: pass
        return {"result": a}
X = np.random.default_rng(0).normal(size=(90, 2))
models = {"mine": Endless(False), "endless": Endless(True)}
display(
    explore(apart, a=(0, 2), limit=600), explore(here, a=(0, 2)),
    Explorer(Slow, {"a": LinearSlider("a", 0, 0, 2, 1)}),
    playground(X, X[:, 0], models=models, limit=600))
"""

# JupyterLab shows the state of that thread of the kernel which spoke last: all of them are noted.
NOTE_STATES = """() => {
    const bar = document.querySelector("#jp-main-statusbar");
    window.said = [];
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(() => said.push(bar.textContent)).observe(bar, changes);
}"""


@pytest.mark.page(START)
def test_interrupt_ends_what_an_explorer_computes(awake, desk):
    tab = awake(START)
    boxes = tab.locator(".rbflib-explorer")
    before = boxes.count()
    tab.run_code(CODE)
    for i in range(before, before + 4):
        explorer = Explorer(tab, boxes.nth(i))
        tab.until(lambda box=explorer.box: box.get_attribute("data-drawn"))
        tab.until_kernel_rests()  # the cell, too, has ended
        tab.evaluate(NOTE_STATES)
        if i < before + 3:
            explorer.sliders[0].press("ArrowRight")
        else:
            explorer.box.locator("select:visible").last.select_option("endless")
        expect(explorer.asleep).to_be_visible()
        tab.until(lambda: "| Busy" in tab.evaluate("said.join()"))
        tab.menu("Kernel", "Interrupt Kernel")
        tab.until_kernel_rests()
        explorer.says("Stopped. ")
        expect(explorer.box).to_have_class(re.compile("rbflib-dim"))
    tab.run_code("print(f'{kept} is kept')")
    tab.get_by_text("42 is kept").wait_for()
    desk.leave()
