"""Long computations: a first picture soon, the rest as the browser asks, all for who asks."""

import pytest

from rbflib.lab.kit import explorer as explorer_module
from rbflib.lab.kit import scene_widget
from tests.kit.levels import LevelScene, level_explorer
from tests.pointer_events import answers, inbox, send, set_traits

N_STEPS = 5


class StepsScene(LevelScene):
    """A line that is as long as there are steps done; it fails in the third one at level 5."""

    log = None

    def in_steps(self, level):
        for self.done in range(1, N_STEPS + 1):
            if level == 5 and self.done == 3:
                raise ValueError("five is too high")
            if self.log is not None:
                self.log.append((level, self.done))
            yield

    def update(self, level):
        self.line.set_data([0, self.done / N_STEPS], [level, level])
        return {"done": self.done}


@pytest.fixture
def explorer(monkeypatch):
    """A picture comes after each step."""
    explorer = level_explorer(StepsScene)
    monkeypatch.setattr(scene_widget.SceneWidget.show_state, "__defaults__", (0,))
    monkeypatch.setattr(explorer_module, "PIECE", 0)
    return explorer


def go_on(explorer, got):
    """Ask as the browser does, until the last answer."""
    while answers(got)[-1]["pending"]:
        send(explorer, "go on")
    return answers(got)[-1]


def test_first_picture_says_so_and_does_not_stay(explorer, monkeypatch):
    explorer.level = 3
    whole = explorer.frame
    explorer.level = 2
    got = inbox(explorer, monkeypatch)
    set_traits(explorer, level=3)
    (first,) = answers(got)
    assert (first["results"], first["remarks"]) == ([["done", "1"]], "Not complete yet")
    last = go_on(explorer, got)
    assert (last["results"], last["remarks"]) == ([["done", "5"]], "")
    assert len(answers(got)) > 2
    assert explorer.frame == whole


def test_new_state_ends_the_work_for_the_old_one(explorer, monkeypatch):
    explorer.scene.log = log = []
    got = inbox(explorer, monkeypatch)
    set_traits(explorer, level=2)
    set_traits(explorer, level=4)
    go_on(explorer, got)
    assert log == [(2, 1), *((4, done) for done in range(1, N_STEPS + 1))]


def test_who_asks_when_all_is_done_is_answered(explorer, monkeypatch):
    """In another browser, which waits for it."""
    assert explorer.numbers == {"done": N_STEPS}
    got = inbox(explorer, monkeypatch)
    send(explorer, "go on")
    assert go_on(explorer, got)["results"] == [["done", "5"]]


@pytest.mark.parametrize("what", ["numbers", "frame", "summary", "code"])
def test_who_asks_gets_the_whole(explorer, monkeypatch, what):
    explorer.level = 4
    expected = getattr(explorer, what)
    got = inbox(explorer, monkeypatch)
    explorer.level = 2
    explorer.level = 4
    assert answers(got)[-1]["remarks"] == "Not complete yet"
    assert getattr(explorer, what) == expected
    assert answers(got)[-1]["remarks"] == ""


def test_fault_of_a_later_step_is_reported_and_the_next_move_draws_again(explorer, monkeypatch):
    got = inbox(explorer, monkeypatch)
    set_traits(explorer, level=5)
    assert go_on(explorer, got)["remarks"] == "This state cannot be drawn: five is too high"
    set_traits(explorer, level=1)
    assert go_on(explorer, got)["results"] == [["done", "5"]]
