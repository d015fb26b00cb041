"""The next step is drawn while the hand rests, and what it shows is what would be drawn."""

import asyncio
import warnings

import ipywidgets as widgets
import numpy as np
import pytest
from test_explorer import first_of_each_page

from rbflib.lab import EXPLORERS
from rbflib.lab.kit import ahead, steps, style
from rbflib.lab.kit.explorer import (
    Explorer,
    format_number,
    log_slider,
    penalty_slider,
    slider,
    steps_slider,
    trait_of,
)
from rbflib.lab.kit.stage import Handle, Scene, moving, name_of, unpack


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(steps, "SOON", 0)


class DotScene(Scene):
    """A dot at (x, y); it warns at y = 8, fails at 9 and 10, and x ends at 5 where y = 5."""

    clickable = True

    def __init__(self):
        self.figure = style.new_figure(4, 3)
        self.axes = style.add_axes(self.figure, (0.5, 0.5, 3, 2), xlim=(0, 10), ylim=(0, 10))
        self.dot = moving(self.axes.plot([], [], "o"))
        self.log = []

    def tops(self, x, y):
        if y == 10:
            raise ValueError("ten is too high")
        return {"x": 5 if y == 5 else 10}

    def update(self, x, y):
        self.log.append((x, y))
        if y == 8:
            warnings.warn("eight is high", stacklevel=2)
        if y == 9:
            raise ValueError("nine is too high")
        self.dot.set_data([x], [y])
        return {"x + y": x + y}

    def handles(self, x, y):
        return [Handle.of("dot", self.axes, {"x": x, "y": y}, "x", "y", 1)]

    def click(self, axes, point, state):
        return {"x": self.dot.get_xdata()[0] + 1}


@pytest.fixture
def explorer():
    return in_a_notebook(DotScene(), {name: slider(name, 2, 0, 10, 1) for name in "xy"})


def in_a_notebook(scene, controls, kind=Explorer):
    """An explorer that is built where a loop of events runs, as in a kernel."""

    async def build():
        explorer = kind(scene, controls)
        await explorer._task
        return explorer

    return asyncio.run(build())


def walk(explorer, *moves, rest=True):
    """Moves by dicts of values, each with time to look ahead, if there is to be a rest."""

    async def use():
        for values in moves:
            explorer.set(**values)
            if rest and not explorer._task.done():
                await explorer._task

    asyncio.run(use())


def test_next_step_is_drawn_before_it_is_asked_for(explorer):
    walk(explorer, {"x": 3}, {"x": 4})
    walk(explorer, {"x": 5}, rest=False)
    assert explorer.scene.log[-3:] == [(3, 2), (4, 2), (5, 2)]
    assert explorer.stage.said["results"] == [["x + y", "7"]]


def test_way_back_is_ready_as_long_as_pictures_are_kept(explorer):
    walk(explorer, *({"x": x} for x in range(11)), rest=False)
    explorer.scene.log.clear()
    walk(explorer, *({"x": x} for x in range(9, -1, -1)), rest=False)
    assert explorer.scene.log == [(x, 2) for x in range(10 - ahead.MOST_READY, -1, -1)]


@pytest.mark.parametrize(("x", "x_then"), [(2, 2), (7, 5), (10, 5)])
def test_step_that_moves_the_end_of_another_slider_is_drawn_ahead(explorer, x, x_then):
    walk(explorer, {"x": x, "y": 3}, {"y": 4})
    assert explorer.scene.log[-1] == (x_then, 5)
    walk(explorer, {"y": 5}, rest=False)
    assert explorer.scene.log[-1] == (x_then, 5)
    assert explorer.scene.log.count((x_then, 5)) == 1
    assert explorer.state == {"x": x_then, "y": 5}


def test_step_on_is_drawn_ahead_where_the_last_one_moved_another_slider(explorer):
    walk(explorer, {"x": 7, "y": 3}, {"y": 4}, {"y": 5})
    assert explorer.scene.log[-1] == (10, 6)  # x stands at its end, and goes on with it


def test_picture_that_is_seen_again_is_kept_as_a_new_one(explorer):
    walk(explorer, *({"x": 2 + x} for x in range(ahead.MOST_READY)), rest=False)
    explorer.scene.log.clear()
    walk(explorer, {"x": 2}, {"x": 0}, {"x": 2}, rest=False)
    assert explorer.scene.log == [(0, 2)]


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ([{"x": 3, "y": 3}], (3, 3)),
        ([{"x": 10}], (10, 2)),
        ([{"x": 1}, {"x": 0}], (0, 2)),
        ([{"y": 5}, {"y": 6}, {"y": 8}], (2, 8)),
    ],
    ids=["two at once", "far", "at an end", "with a warning"],
)
def test_what_is_no_plain_step_is_not_drawn_ahead(explorer, moves, last):
    walk(explorer, *moves)
    assert explorer.scene.log[-1] == last


def test_who_asks_after_a_look_ahead_gets_the_present_state(explorer):
    walk(explorer, {"x": 4})
    assert explorer.scene.log[-1] == (6, 2)
    assert explorer.numbers == {"x + y": 6}
    assert explorer.scene.log[-1] == (4, 2)


def test_larger_picture_after_a_look_ahead_is_of_the_present_state(explorer):
    walk(explorer, {"x": 4})
    small = unpack(explorer.stage.frame)
    turn = explorer.stage.turn
    assert (unpack(explorer._sharper(1)) == small).all()
    assert explorer.stage.turn == turn  # or the browser would forget what it expects


def test_hand_after_a_look_ahead_meets_the_present_state(explorer):
    walk(explorer, {"x": 4})
    u, v = Handle.of("dot", explorer.scene.axes, explorer.state, "x", "y", 1).place
    for kind in ("down", "up"):
        explorer._receive({"kind": kind, "u": u, "v": v})
    assert explorer.state["x"] == 5


def test_nothing_is_drawn_ahead_while_the_hand_drags(explorer):
    async def use():
        for kind, x in (("down", 2), ("move", 3)):
            dot = Handle.of("dot", explorer.scene.axes, {"x": x, "y": 2}, "x", "y", 1)
            explorer._receive({"kind": kind, **dict(zip("uv", dot.place, strict=True))})
        await explorer._task

    asyncio.run(use())
    assert explorer.scene.log[-1] == (3, 2)


def test_change_of_what_is_no_control_is_no_step():
    class Added(Explorer):
        n_added = 0

        def moment(self):
            return self.state | {"added": self.n_added}

    explorer = in_a_notebook(DotScene(), {name: slider(name, 2, 0, 10, 1) for name in "xy"}, Added)
    explorer.n_added = 1
    walk(explorer, {})
    assert set(explorer.scene.log) == {(2, 2)}


def test_warning_comes_again_with_its_state(explorer):
    walk(explorer, {"y": 8}, {"y": 7}, {"y": 8})
    assert explorer.stage.said["remarks"] == "Note: eight is high"


def test_fault_of_the_next_state_is_told_there_and_not_before(explorer):
    walk(explorer, {"y": 6}, {"y": 7})
    walk(explorer, {"y": 3}, {"y": 6})
    assert explorer.scene.log[-1] == (2, 9)
    assert explorer.stage.said["remarks"] == ""
    with pytest.raises(ValueError, match="too high"):
        walk(explorer, {"y": 9})


def test_scene_that_changes_at_one_state_makes_what_was_ready_old(explorer):
    walk(explorer, {"x": 3}, {"x": 4}, {})
    walk(explorer, {"x": 5}, rest=False)
    assert explorer.scene.log.count((5, 2)) == 2


def test_change_that_comes_meanwhile_is_shown(explorer, monkeypatch):
    def update(x, y):
        if (x, y) == (4, 2):
            monkeypatch.undo()
            explorer._refresh()  # as another thread does: the lock is taken
            explorer.controls["y"].value = 7
        return {"x + y": x + y}

    monkeypatch.setattr(steps, "SOON", 0)
    monkeypatch.setattr(explorer.scene, "update", update)
    walk(explorer, {"x": 3})
    assert explorer.stage.said["results"] == [["x + y", "10"]]


@pytest.mark.parametrize(
    ("control", "first", "second"),
    [
        (slider("whole", 3, 1, 9, 2), 5, 7),
        (slider("parts", 0.1, 0.0, 1.0, 0.1), 0.2, 0.3),
        (log_slider("powers", 1.0, -2, 2, 0.5), 10**0.5, 10.0),
        (penalty_slider(0.0, -2, 2), 0.01, 10**-1.5),
        (steps_slider("listed", [1, 5, 25], 1), 5, 25),
    ],
    ids=lambda value: getattr(value, "description", ""),
)
def test_next_mark_of_every_kind_of_slider_is_ready(control, first, second):
    class OneScene(DotScene):
        def tops(self, x):
            return {}

        def update(self, x):
            return super().update(x, 2)

        def handles(self, x):
            return []

    explorer = in_a_notebook(OneScene(), {"x": control})
    walk(explorer, {"x": first})
    explorer.scene.log.clear()
    walk(explorer, {"x": second}, rest=False)
    assert explorer.scene.log == []
    assert explorer.stage.said["results"] == [["x + y", format_number(second + 2)]]


def next_marks(control):
    """Three marks of a slider, one step after the other; down from its upper half."""
    if isinstance(control, widgets.SelectionSlider):
        marks = [option[1] if isinstance(option, tuple) else option for option in control.options]
    else:
        marks = np.arange(control.min, control.max + control.step / 2, control.step).round(12)
        is_log = isinstance(control, widgets.FloatLogSlider)
        # NumPy's powers differ in the last digit from the marks, which are Python's.
        marks = [10 ** float(mark) for mark in marks] if is_log else marks
    at = int(np.argmin(np.abs(np.array(marks) - control.value)))
    marks = marks[at + 1 : at + 4] if at < len(marks) / 2 else marks[max(at - 3, 0) : at][::-1]
    return [type(control.value)(mark) for mark in marks]


def sliders_of(explorer):
    """Names; a list or a box has no next mark, and a walk is played in the browser."""
    names = explorer.shown_controls if explorer.stage.has_trait("frame") else []
    return [name for name in names if hasattr(explorer.controls[name], "readout")]


@pytest.mark.parametrize("name", list(first_of_each_page()))
def test_what_was_ready_is_what_is_drawn(name, monkeypatch):
    monkeypatch.setattr(steps, "FIRST", np.inf)
    explorer, without_loop = EXPLORERS[name](), EXPLORERS[name]()
    start, stage, sent, told = explorer.state, explorer.stage, [], []
    stage.send = lambda message, buffers: told.append(message["steps"])
    n_ready = n_expected = 0

    async def use():
        nonlocal n_ready, n_expected
        for name in sliders_of(explorer):
            control = explorer.controls[name]
            explorer.set(**start)
            marks = next_marks(control)
            for mark in (*marks, *marks[-2:-1]):  # on, and one back
                n_ready += explorer._ahead.at(explorer._after(name, mark)) is not None
                explorer.set(**{name: mark})
                shown = {"said": stage.said, "handles": stage.handles}
                n_expected += (told or [[]])[-1].count(
                    {
                        "move": [name, trait_of(control), getattr(control, trait_of(control))],
                        "frame": name_of(stage.frame),
                        **shown,
                    }
                )
                await explorer._task
                sent.append((explorer.state, stage.frame, *shown.values(), explorer.code))

    asyncio.run(use())
    assert n_expected == n_ready > 0 or not sent
    for state, *shown in sent:
        without_loop.set(**state)
        stage = without_loop.stage
        assert [stage.frame, stage.said, stage.handles, without_loop.code] == shown, state


def test_walk_is_at_its_present_step():
    moves = [{"k": 4, "step": 0}, {"k": 3}, {"k": 4, "step": 2}, {"k": 5}]
    explorer, without_loop = EXPLORERS["kmeans_walk"](), EXPLORERS["kmeans_walk"]()
    for values in moves:
        without_loop.set(**values)
    walk(explorer, *moves)
    assert explorer.stage.said == without_loop.stage.said
    assert explorer.code == without_loop.code


@pytest.mark.parametrize("step", [3, 100])
@pytest.mark.parametrize(
    ("start", "name"),
    [("random", "draw"), ("random", "k"), ("k-means++", "k"), ("by hand", "k")],
)
def test_walk_is_told_as_it_is_sent_then(start, name, step):
    explorer, told = EXPLORERS["kmeans_walk"](), []
    explorer.stage.send = lambda message: told.append(message["steps"])
    explorer._receive({"kind": "sample", "x": 2.0, "y": -2.0})
    explorer._receive({"kind": "center", "m": 0, "x": 1.0, "y": 1.0, "step": 2})

    async def use():
        explorer.set(**{"start": start, "step": step, name: 2})
        for value in (3, 4, 5, 4):
            explorer.set(**{name: value})
            sent = explorer.stage.get_state("walk")["walk"]
            assert not told or {"move": [name, "value", value], "walk": sent} in told.pop()
            await explorer._task
            assert len(told) == 1

    asyncio.run(use())


@pytest.mark.parametrize(("k", "moves"), [(5, [6, 4]), (8, [7])])
def test_only_moves_away_are_told(k, moves):
    explorer, told = EXPLORERS["kmeans_walk"](), []
    explorer.stage.send = told.append
    walk(explorer, {"k": k - 1}, {"k": k})
    assert {move["move"][2] for move in told[-1]["steps"]} == set(moves)
    assert len(told[-1]["steps"]) == len(moves)


def test_nothing_is_told_while_a_walk_is_played():
    explorer, told = EXPLORERS["kmeans_walk"](), []

    async def use():
        explorer.set(k=5)
        await explorer._task
        explorer.stage.send = told.append
        for step in (3, 4, 5):
            explorer.stage._receive(None, {"kind": "step", "step": step}, [])
        await explorer._task

    asyncio.run(use())
    assert told == [{"kind": "step"}] * 3
