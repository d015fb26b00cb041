"""Long computations: a first picture soon, the rest while the page answers, all for who asks."""

import asyncio

import pytest

from rbflib.lab.kit import background
from tests.kit.levels import LevelScene, level_explorer
from tests.pointer_events import answers, inbox, set_traits

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


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Where an event loop runs, a picture comes after each step."""
    for name in ("FIRST", "REST", "PIECE", "PAUSE"):
        monkeypatch.setattr(background, name, 0)


@pytest.fixture
def explorer():
    return level_explorer(StepsScene)


async def last_answer(got, remarks=""):
    """The answer with these remarks, when it has come."""
    async with asyncio.timeout(60):
        while not (shown := answers(got)) or shown[-1]["remarks"] != remarks:
            await asyncio.sleep(0.001)
    return shown[-1]


def test_first_picture_says_so_and_does_not_stay(explorer, monkeypatch):
    explorer.level = 3
    whole = explorer.frame
    explorer.level = 2

    async def use():
        got = inbox(explorer, monkeypatch)
        set_traits(explorer, level=3)
        (first,) = answers(got)
        assert (first["results"], first["remarks"]) == ([["done", "1"]], "Not complete yet")
        last = await last_answer(got)
        assert last["results"] == [["done", "5"]]
        assert len(answers(got)) > 2

    asyncio.run(use())
    assert explorer.frame == whole


def test_new_state_ends_the_work_for_the_old_one(explorer, monkeypatch):
    explorer.scene.log = log = []

    async def use():
        got = inbox(explorer, monkeypatch)
        set_traits(explorer, level=2)
        set_traits(explorer, level=4)
        await last_answer(got)
        await asyncio.sleep(0.02)

    asyncio.run(use())
    assert log == [(2, 1), *((4, done) for done in range(1, N_STEPS + 1))]


@pytest.mark.parametrize("what", ["numbers", "frame", "summary", "code"])
def test_who_asks_gets_the_whole(explorer, monkeypatch, what):
    explorer.level = 4
    expected = getattr(explorer, what)

    async def use():
        got = inbox(explorer, monkeypatch)
        explorer.level = 2
        explorer.level = 4
        assert answers(got)[-1]["remarks"] == "Not complete yet"
        assert getattr(explorer, what) == expected
        assert answers(got)[-1]["remarks"] == ""

    asyncio.run(use())


def test_fault_of_a_later_step_is_reported_and_the_next_move_draws_again(explorer, monkeypatch):
    async def use():
        got, faults = inbox(explorer, monkeypatch), []
        asyncio.get_running_loop().set_exception_handler(lambda *fault: faults.append(fault))
        set_traits(explorer, level=5)
        await last_answer(got, "This state cannot be drawn: five is too high")
        await asyncio.sleep(0.02)
        set_traits(explorer, level=1)
        assert (await last_answer(got))["results"] == [["done", "5"]]

    asyncio.run(use())
