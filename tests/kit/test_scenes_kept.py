"""Explorers whose cells are run again: few scenes are kept, and the others come back."""

import gc
from weakref import WeakSet

import pytest

from rbflib.lab.kit.scene_widget import MOST_SCENES
from tests.kit.levels import LevelScene, level_explorer
from tests.pointer_events import answers, drag, inbox, send, set_traits

N_RUNS = 20


@pytest.fixture
def display(monkeypatch):
    """As a page displays it, but nothing is shown."""
    monkeypatch.setattr("rbflib.lab.kit.display.display", lambda *_, **__: None)
    return lambda explorer: explorer._ipython_display_()


def test_few_scenes_are_kept_and_each_explorer_answers_rightly(display, monkeypatch):
    scenes = WeakSet()

    def make_scene():
        scene = LevelScene()
        scenes.add(scene)
        return scene

    explorers = [level_explorer(make_scene) for _ in range(N_RUNS)]
    for explorer in explorers:
        display(explorer)
        explorer.level = 2
    gc.collect()
    assert 0 < len(scenes) <= MOST_SCENES
    expected = level_explorer()
    expected.level = 2
    asks = [
        lambda e: e.numbers, lambda e: e.frame, lambda e: e.summary, lambda e: e.code,
        lambda e: e.scene.render().tolist(),
        lambda e: (display(e), e.get_state()["_frame"]),
        lambda e: drag(e, e.scene.axes, (0.5, 2), (0.5, 3)),
        lambda e: (send(e, "nudge", name="level", right=0, up=1), e.state),
    ]  # fmt: skip
    for forgotten, ask in zip(explorers, asks, strict=False):
        one = level_explorer()
        one.level = 2
        assert ask(forgotten) == ask(one)
    got = inbox(explorers[-12], monkeypatch)
    set_traits(explorers[-12], level=4)
    assert answers(got)[-1]["words"] == "level = 4.00 · half 2"
    gc.collect()
    assert len(scenes) <= MOST_SCENES
