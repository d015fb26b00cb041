"""Work in steps: a first picture, the rest at rest, and never the first one for good."""

import asyncio

import pytest

from rbflib.lab.kit import steps, style
from rbflib.lab.kit.explorer import Explorer, slider
from rbflib.lab.kit.stage import Scene, moving

N_STEPS = 5


class StepsScene(Scene):
    """A bar that is as long as there are steps done."""

    def __init__(self):
        self.figure = style.new_figure(4, 3)
        axes = style.add_axes(self.figure, (0.5, 0.5, 3, 2), xlim=(0, N_STEPS), ylim=(-1, 10))
        self.bar = moving(axes.plot([], []))
        self.log = []

    def in_steps(self, height):
        for self.done in range(1, N_STEPS + 1):
            if height == 9 and self.done == 3:
                raise ValueError("nine is too high")
            self.log.append((height, self.done))
            yield

    def update(self, height):
        self.bar.set_data([0, self.done], [height, height])
        return {"done": self.done}


@pytest.fixture
def explorer(monkeypatch):
    """Where something can follow, a picture comes after each step."""
    for name in ("FIRST", "REST", "PIECE", "PAUSE"):
        monkeypatch.setattr(steps, name, 0)
    return Explorer(StepsScene(), {"height": slider("height", 1, 0, 9, 1)})


def in_a_notebook(use):
    """use(), an async function, where a loop of events runs as in a kernel."""
    return asyncio.run(use())


async def at_rest(explorer):
    await asyncio.wait_for(explorer._task, timeout=60)


def test_without_a_loop_all_is_done_at_once(explorer):
    assert explorer.stage.said["results"] == [["done", "5"]]
    explorer.controls["height"].value = 3
    assert explorer.stage.said["results"] == [["done", "5"]]
    assert explorer.stage.said["remarks"] == ""


def test_first_picture_says_so_and_does_not_stay(explorer):
    explorer.set(height=3)
    whole = explorer.stage.frame
    shown = []
    explorer.stage.observe(lambda _: shown.append(explorer.stage.said), names="said")

    async def use():
        explorer.controls["height"].value = 2
        explorer.controls["height"].value = 3
        assert explorer.stage.frame != whole
        await at_rest(explorer)

    in_a_notebook(use)
    assert explorer.stage.frame == whole
    first, *_, last = shown
    assert (first["results"], first["remarks"]) == ([["done", "1"]], "Not complete yet")
    assert (last["results"], last["remarks"]) == ([["done", "5"]], "")


def test_new_state_ends_the_work_for_the_old_one(explorer):
    explorer.scene.log.clear()

    async def use():
        explorer.controls["height"].value = 2
        old = explorer._task
        explorer.controls["height"].value = 4
        await asyncio.gather(old, explorer._task)

    in_a_notebook(use)
    assert explorer.scene.log == [(2, 1), *((4, done) for done in range(1, N_STEPS + 1))]


@pytest.mark.parametrize(
    "ask",
    [
        lambda explorer: explorer.numbers,
        lambda explorer: explorer.frame,
        lambda explorer: explorer.summary,
        lambda explorer: explorer.small_png(),
        lambda explorer: explorer._repr_mimebundle_(),
    ],
    ids=["numbers", "frame", "summary", "small_png", "display"],
)
def test_who_asks_gets_the_whole(explorer, ask):
    explorer.set(height=6)
    expected = ask(explorer)

    async def use():
        explorer.set(height=2)
        explorer.set(height=6)
        assert explorer.stage.said["remarks"] == "Not complete yet"
        answer = ask(explorer)
        assert explorer.stage.said["remarks"] == ""
        return answer

    answer = in_a_notebook(use)
    if isinstance(answer, tuple):  # each view is a new widget
        answer, expected = (bundle["image/png"] for bundle, _ in (answer, expected))
    assert answer == expected


def test_fault_of_a_later_step_is_shown_and_the_next_move_draws_again(explorer):
    async def use():
        explorer.controls["height"].value = 9
        with pytest.raises(ValueError, match="too high"):
            await at_rest(explorer)
        assert "nine is too high" in explorer.stage.said["remarks"]
        explorer.controls["height"].value = 1
        await at_rest(explorer)

    in_a_notebook(use)
    assert explorer.stage.said["results"] == [["done", "5"]]
