"""The numbers of a state for every draw of what is random in it."""

import json

import numpy as np
import pytest

from rbflib.lab.kit import explorer as explorer_module
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.draws import N_DRAWS, draw_slider
from rbflib.lab.kit.scene import NotDrawn
from tests.kit.levels import LevelScene, level_explorer
from tests.pointer_events import inbox, send, set_traits

HAS_NONE, HAS_WORDS = 3, 4  # draws


class DrawnScene(LevelScene):
    """A sum of level, draw and top, which ends at twice the draw, at 2 at least."""

    drawn = ("sum", "top")

    def maxima(self, level, draw, top):
        return {"top": max(2, 2 * draw)}

    def update(self, level, draw, top):
        if draw == HAS_NONE:
            raise NotDrawn("This draw has no picture.")
        numbers = {"sum": level + draw + top, "top": top, "level": level}
        return numbers | ({"sum": "no reliable digit"} if draw == HAS_WORDS else {})


@pytest.fixture
def explorer(monkeypatch):
    monkeypatch.setattr(explorer_module, "SLICE", 0)
    return level_explorer(
        DrawnScene, draw=draw_slider("samples"), top=LinearSlider("top", 1, 0, 98, 1)
    )


def asked(explorer, got):
    """The browser's next reply, as it comes through JSON."""
    send(explorer, "draws")
    return json.loads(json.dumps(got[-1][0]["content"], allow_nan=False))


@pytest.mark.parametrize("top", [1, 2])
def test_each_draw_has_what_is_shown_in_it_and_an_end_stays_the_end(explorer, top):
    explorer.set(level=2, top=top, draw=0)
    state, frame = explorer.state, explorer.frame
    draws = explorer.draws()
    assert list(draws) == ["sum", "top"]
    assert (explorer.state, explorer.frame) == (state, frame)
    for draw in range(N_DRAWS):
        explorer.set(draw=draw)
        for name, values in draws.items():
            shown = explorer.numbers.get(name, "none")
            expected = np.nan if isinstance(shown, str) else shown
            np.testing.assert_equal(values[draw], expected)
    assert np.isnan(draws["sum"]).nonzero()[0].tolist() == [HAS_NONE, HAS_WORDS]
    assert draws["top"][-1] == (1 if top == 1 else 2 * (N_DRAWS - 1))
    assert [len(values) for values in explorer.draws(7).values()] == [7, 7]


@pytest.mark.parametrize("n", [0, N_DRAWS + 1, 2.5, "7"])
def test_a_number_of_draws_that_there_is_not(explorer, n):
    with pytest.raises(ValueError, match="a whole number from 1 to 50, got"):
        explorer.draws(n)


def test_without_its_control_there_are_no_draws():
    with pytest.raises(ValueError, match="no other draws"):
        level_explorer().draws()


def test_draws_come_in_slices_and_begin_anew_with_another_state(explorer, monkeypatch):
    got = inbox(explorer, monkeypatch)
    assert asked(explorer, got)["values"] == {}  # the scene was made
    replies = [asked(explorer, got) for _ in range(12)]
    sizes = [len(reply["values"].get("sum", [])) for reply in replies]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 2
    assert replies[-1]["of"] == explorer.state
    set_traits(explorer, draw=5)
    assert len(asked(explorer, got)["values"]["sum"]) >= sizes[-1]
    set_traits(explorer, level=3)
    reply = asked(explorer, got)
    assert (len(reply["values"]["sum"]), reply["of"]["level"]) == (1, 3)
    while len(values := asked(explorer, got)["values"].get("sum", [])) < N_DRAWS:
        pass
    assert [draw for draw, x in enumerate(values) if x is None] == [HAS_NONE, HAS_WORDS]
    assert values == asked(explorer, got)["values"]["sum"]


def test_an_interrupt_begins_anew(explorer, monkeypatch):
    expected = explorer.draws()["sum"]
    explorer.set(level=3)
    with monkeypatch.context() as now:
        now.setattr(DrawnScene, "measure", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            explorer.draws()
    np.testing.assert_equal(explorer.draws()["sum"], expected + 2)


def _interrupted(_scene, **_state):
    raise KeyboardInterrupt


def test_the_scene_of_the_draws_is_forgotten_with_the_explorer_s(explorer):
    made, make = [], explorer.make_scene
    explorer.make_scene = lambda: made.append(True) or make()
    for _ in range(2):
        explorer.draws()
        explorer.forget_scene()
    assert len(made) == 2
