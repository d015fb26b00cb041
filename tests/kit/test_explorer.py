"""What every explorer does, on small ones: values, pictures, messages, faults."""

import builtins
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from unittest.mock import Mock

import ipywidgets as widgets
import numpy as np
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider, PenaltySlider, Switch
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import Scene
from tests.frames import unpack
from tests.kit.levels import LevelScene, level_explorer, level_slider
from tests.pointer_events import answers, click, inbox, send, set_traits, states


class AnyScene(LevelScene):
    """Takes whatever controls there are."""

    handles = Scene.handles

    def update(self, **state):
        return {}


@pytest.fixture
def level():
    return level_explorer()


@pytest.fixture
def mixed():
    """A control of each kind."""
    controls = {
        "gamma": LogSlider("γ", 1, -1, 3),
        "level": level_slider(),
        "data": Choice("data", ["moons", "rings"]),
        "alpha": PenaltySlider(),
        "on": Switch("on", True),
    }
    return Explorer(AnyScene, controls, {"Small": {"gamma": 0.1}})


def test_picture_follows_before_observers_and_without_them(level):
    seen = []
    level.observe(lambda change: seen.append((change["new"], level.numbers)), names="level")
    level.level = 4
    assert seen == [(4, level.numbers)]
    level.unobserve_all()
    before = level.frame
    level.level = 2
    assert level.frame != before
    assert "2" in level.summary


BAD = [
    ({"gama": 1}, "There is no control 'gama'. There are gamma, level, data, alpha, on."),
    ({"level": "1"}, "level must be a number from 0 to 10, got '1'."),
]


@pytest.mark.parametrize(("values", "words"), BAD)
def test_bad_value_is_refused_and_nothing_is_set(mixed, monkeypatch, values, words):
    (name,) = values
    before, got = mixed.state, inbox(mixed, monkeypatch)
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        mixed.set(**{"level": 2} | values)
    assert mixed.state == before
    if name in before:  # the browser gets the state as it is; traits that are none are not for us
        set_traits(mixed, **{"level": 2} | values)
        assert mixed.state == before
        assert answers(got)[-1]["remarks"] == words
        latest = {key: x for state in states(got) for key, x in state.items()}
        assert (latest[name], latest["level"]) == (before[name], before["level"])
    set_traits(mixed, level=2)
    assert mixed.state == before | {"level": 2}
    assert answers(got)[-1]["remarks"] == ""


def test_value_between_marks_is_kept_and_answered_with_its_text(mixed, monkeypatch):
    got = inbox(mixed, monkeypatch)
    for value, kept, text, mark in [
        (3, 3, "3", 3.2), (37.3, 37.3, "37.3", 40), (1e9, 1000, "1000", 1000)
    ]:  # fmt: skip
        set_traits(mixed, gamma=value)
        assert mixed.gamma == kept
        answer = answers(got)[-1]
        assert (answer["values"]["gamma"], answer["texts"]["gamma"]) == (kept, text)
        assert answer["words"].startswith(f"γ = {text}, ")
        assert mixed.controls["gamma"].marks[answer["places"]["gamma"]] == pytest.approx(mark, 0.02)
    assert [state["gamma"] for state in states(got) if "gamma" in state] == [1000]


def test_every_message_of_the_browser_is_answered_once(level, monkeypatch):
    got = inbox(level, monkeypatch)
    for message in (
        lambda: set_traits(level, level=2),
        lambda: set_traits(level, level=2),  # as it is
        lambda: send(level, "drag", name="level", u=0.5, v=0.5),
        lambda: send(level, "drag", name="nobody", u=0.5, v=0.5),
        lambda: send(level, "nudge", name="level", right=0, up=1),
        lambda: send(level, "click", u=0.5, v=0.5),
    ):
        message()
        assert len(answers(got)) == 1
        got.clear()
    send(level, "hello")
    assert got == [({"method": "custom", "content": {"kind": "hello"}}, None)]


def test_observer_is_called_once_per_move_and_trait(mixed):
    seen = []
    mixed.observe(lambda change: seen.append((change["name"], change["new"])), list(mixed.controls))
    mixed.gamma = 10
    mixed.gamma = 10
    mixed.gamma = 10 + 1e-12  # but for rounding the same
    mixed.set(gamma=100, level=3, on=True)
    set_traits(mixed, level=4, on=False)
    expected = [("gamma", 10), ("gamma", 100), ("level", 3), ("level", 4), ("on", False)]
    assert seen == expected


def test_linked_controls_move_together():
    a, b = level_explorer(), level_explorer()
    widgets.link((a, "level"), (b, "level"))
    a.set(level=3)
    assert b.numbers == {"half": 1.5}
    set_traits(b, level=2)
    assert a.numbers == {"half": 1}
    slider, copy = widgets.FloatLogSlider(1), widgets.FloatText()
    widgets.link((slider, "value"), (a, "level"))
    widgets.dlink((b, "level"), (copy, "value"))
    slider.value = 3.73
    assert (slider.value, a.level, b.level, copy.value) == (3.73, 3.73, 3.73, 3.73)
    assert b.numbers == {"half": 3.73 / 2}
    b.level = 4.2
    assert (slider.value, copy.value) == (4.2, 4.2)


def test_observer_that_raises_leaves_no_control_behind(mixed, monkeypatch, caplog):
    def fail(_change):
        raise RuntimeError("mine")

    got = inbox(mixed, monkeypatch)
    mixed.observe(fail, "gamma")
    with pytest.raises(RuntimeError, match="mine"):
        mixed.set(gamma=100, level=3)
    assert (mixed.gamma, mixed.level) == (100, 3)
    set_traits(mixed, gamma=10, level=4)
    assert "mine" in caplog.text
    assert (mixed.gamma, mixed.level) == (10, 4)
    assert "level = 4.00" in answers(got)[-1]["words"]
    mixed.level = 5
    assert "level = 5.00" in answers(got)[-1]["words"]


def test_last_state_drawn_is_the_newest_where_threads_set_controls():
    a, b = level_explorer(), level_explorer()
    widgets.link((a, "level"), (b, "level"))

    def move(one, values):
        for value in values:
            one.set(level=value)
            set_traits(one, level=value + 0.5)

    values = np.random.default_rng(0).integers(0, 5, (3, 40)) - 0.0
    with ThreadPoolExecutor() as pool:
        others = [pool.submit(move, *pair) for pair in zip((a, b), values, strict=False)]
        for value in values[2]:
            a.level = value
        for other in others:
            other.result(timeout=60)
    for one in (a, b):
        assert one.level == a.level
        assert one.numbers == {"half": one.level / 2}
        assert one.summary.startswith(f"level = {one.level:.2f}")


def test_state_that_cannot_be_drawn_says_so_and_the_next_one_is_drawn(level, monkeypatch):
    got = inbox(level, monkeypatch)
    words = "level = 6.00 · This state cannot be drawn: the level is above 5"
    with pytest.raises(ValueError, match="above 5"):
        level.level = 6
    assert answers(got)[-1]["words"] == words
    got.clear()
    set_traits(level, level=6)
    assert answers(got)[-1]["words"] == words
    assert answers(got)[-1]["handles"] == []
    set_traits(level, level=2)
    assert level.summary == "level = 2.00 · half 1"


class HalfScene(LevelScene):
    """The level goes up to half of the ceiling."""

    def maxima(self, level, ceiling):
        return {"level": ceiling / 2}

    def disabled_reasons(self, level, ceiling):
        return {} if level else {"ceiling": "nothing is below it"}

    def handles(self, ceiling, **state):
        return super().handles(**state)

    def update(self, level, ceiling):
        return super().update(level)


@pytest.fixture
def half():
    return level_explorer(HalfScene, ceiling=LinearSlider("ceiling", 10, 1, 20, 1))


def test_browser_gets_the_end_of_a_slider_and_what_it_moves(half, monkeypatch):
    half.level = 4.5
    got = inbox(half, monkeypatch)
    half.ceiling = 6
    assert half.level == 3
    assert (answers(got)[-1]["maxima"], answers(got)[-1]["ends"]) == ({"level": 3}, {"level": 6})
    assert {"level": 3.0} in states(got)
    half.ceiling = 8  # at its end it stays at the end
    assert half.level == 4


def test_control_without_effect_is_disabled_and_says_why(half, monkeypatch):
    got = inbox(half, monkeypatch)
    half.level = 0
    assert answers(got)[-1]["disabled"] == ["ceiling"]
    assert answers(got)[-1]["remarks"] == "ceiling: nothing is below it"
    half.level = 1
    assert (answers(got)[-1]["disabled"], answers(got)[-1]["remarks"]) == ([], "")


def test_warnings_of_a_scene_stand_beside_the_picture_but_not_those_for_programmers(
    mixed, monkeypatch
):
    def update(**_state):
        warnings.warn("another library is old", DeprecationWarning, stacklevel=1)
        return {"log": np.log(np.zeros(1) - 1)[0]}

    monkeypatch.setattr(mixed.scene, "update", update)
    mixed.level = 3
    assert mixed.summary.endswith("Note: invalid value encountered in log")


class ClickScene(LevelScene):
    """A click goes to the level."""

    @property
    def click_axes(self):
        return [self.axes]

    def click(self, axes, point, state):
        return {"level": point[1]}


def test_click_sets_what_the_scene_says_at_a_point_in_the_axes(level):
    clickable = level_explorer(ClickScene)
    click(clickable, clickable.scene.axes, (0.5, 4.1))
    assert clickable.level == 4
    click(clickable, clickable.scene.axes, (0.5, -0.5))  # below the axes
    assert clickable.level == 4
    click(level, level.scene.axes, (0.5, 4.1))  # cannot be clicked
    assert level.level == 1


def test_browser_gets_the_code_or_a_sentence(level, monkeypatch):
    got = inbox(level, monkeypatch)
    send(level, "code")
    assert got[-1][0]["content"] == {"kind": "code", "text": "print(1.0)\n"}
    for error in (ValueError("no samples"), TypeError("no samples")):
        monkeypatch.setattr(level.scene, "code", Mock(side_effect=error))
        send(level, "code")
        assert got[-1][0]["content"] == {"kind": "code", "fault": "no samples"}


def test_browser_gets_as_many_pixels_as_it_asks_for_up_to_three_times(level, monkeypatch):
    got, size = inbox(level, monkeypatch), np.array(level.scene.render().shape[:2])
    for scale, times in [(1.5, 1.5), (2, 2), (50, 3)]:
        send(level, "scale", scale=scale, view=4, shown=2)
        data, (frame,) = got.pop()
        assert data["content"] == {"kind": "scale", "scale": scale, "view": 4, "shown": 2}
        assert unpack(frame).shape[:2] == pytest.approx(times * size, abs=1)


def test_preset_that_is_not_there_is_said_with_those_that_are(level):
    before = level.state
    with pytest.raises(ValueError, match=r"^There is no preset 'Wide!'\. There are Three\.$"):
        level.restore("Wide!")
    with pytest.raises(ValueError, match=r"^There is no preset \{'level': 1\}\. There are Three"):
        level.restore({"level": 1})
    assert level.state == before


def test_values_without_names_get_a_message_that_names_a_control(level):
    with pytest.raises(TypeError, match=r"^Name the controls, such as set\(level=…\)"):
        level.set({"level": 1})


# Names that a widget has for something else; and two that stay free.
TAKEN = ["open", "close", "set", "keys", "comm", "tooltip", "summary", "traits", "scene", "moved"]
TAKEN += ["controls", "checked", "finish", "in_use", "holds", "layout", "name", "code", "frame"]
TAKEN += ["presets", "observe", "trait_of", "start_state", "_numbers", "_task", "log"]


def test_a_control_may_have_any_name(monkeypatch):
    names = [*TAKEN, "open_", "gamma"]
    controls = {name: LinearSlider(name, 1.0, 0.0, 9.0, 0.5) for name in names}
    explorer = Explorer(AnyScene, controls, {"Three": dict.fromkeys(names, 3)})
    traits = list(explorer.trait_of.values())
    assert traits[0] == "open__"  # a control is called open_
    assert traits[1:] == [*(f"{name}_" for name in TAKEN[1:]), "open_", "gamma"]
    assert explorer.state == dict.fromkeys(names, 1.0)
    seen = []
    explorer.observe(lambda change: seen.append(change["name"]), traits)
    explorer.set(**dict.fromkeys(names, 2))
    assert explorer.state == dict.fromkeys(names, 2)
    assert sorted(seen) == sorted(traits)
    got = inbox(explorer, monkeypatch)
    set_traits(explorer, **dict.fromkeys(traits, 4.25))
    assert explorer.all_values == dict.fromkeys(names, 4.25)
    assert answers(got)[-1]["values"] == dict.fromkeys(traits, 4.25)
    assert "open = 4.25, " in explorer.summary
    set_traits(explorer, keys_="none")
    assert "keys must be a number from 0 to 9" in answers(got)[-1]["remarks"]
    explorer.restore("Three")
    assert explorer.state == dict.fromkeys(names, 3)
    described = explorer.get_state()["_description"]
    assert described["presets"] == [("Three", dict.fromkeys(traits, 3))]
    assert list(described["controls"]) == list(described["start"]) == traits


SWEEPS = [
    ("interpolation", {"gamma": [5, 50.0], "n_samples": (3, 7, 12)}),
    ("many_starts", {"k": np.arange(2, 4), "starts": [1, 200]}),  # in steps
    ("kmeans_walk", {"step": [0, 1, 99], "k": [3]}),  # its end depends on k
    ("playground", {"n_neighbors": [1, 6], "noise": [0.1, 0.33]}),  # chooses another model
    ("svm_bumps", {"data": ["two moons", "breast cancer"]}),
]


@pytest.mark.parametrize(("name", "values"), SWEEPS)
@pytest.mark.parametrize("with_pandas", [True, False])
def test_sweep_has_the_numbers_of_every_state_and_leaves_its_own(
    name, values, with_pandas, monkeypatch
):
    if not with_pandas:  # scikit-learn looks for it among the modules, where None has no DataFrame
        real = builtins.__import__

        def lacking(module, *rest, **options):
            if module == "pandas":
                raise ImportError
            return real(module, *rest, **options)

        monkeypatch.setattr(builtins, "__import__", lacking)
    explorer = EXPLORERS[name]()
    before = explorer.all_values, explorer.numbers, explorer.frame
    got = inbox(explorer, monkeypatch)
    table = explorer.sweep(**values)
    assert got == []
    assert (explorer.all_values, explorer.numbers, explorer.frame) == before
    assert type(table).__name__ == ("DataFrame" if with_pandas else "dict")
    rows = zip(*(list(column) for _, column in table.items()), strict=True)
    for state, row in zip(product(*values.values()), rows, strict=True):
        explorer.set(**before[0])
        explorer.set(**dict(zip(values, state, strict=True)))
        expected = {name: explorer.state[name] for name in values} | explorer.numbers
        found = {n: x for n, x in zip(table, row, strict=True) if n != "remarks" and x == x}
        found = {n: x for n, x in found.items() if x is not None}
        assert found == {n: x for n, x in expected.items() if x != ""}


def test_sweep_says_what_a_state_lacks_and_what_it_does_not_take(level):
    table = level.sweep(level=[4, 6])
    assert list(table["half"].isna()) == [False, True]
    assert list(table["remarks"]) == ["", "This state cannot be drawn: the level is above 5"]
    for values, words in [
        ({"levle": [1]}, "no control 'levle'"),
        ({"level": [6, "7"]}, "level must be a number from 0 to 10, got '7'"),
        ({"level": 3}, r"sweep\(level=…\) takes a list of values, got 3"),
    ]:
        with pytest.raises(ValueError, match=words):
            level.sweep(**values)
