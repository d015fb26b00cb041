"""Explorers without a browser: every control, every corner, every preset."""

import gc
import re
import threading
import tracemalloc
from functools import cache
from io import BytesIO
from itertools import groupby
from types import SimpleNamespace

import ipywidgets as widgets
import numpy as np
import pytest
from eyes import borrowed_class_colors, faint, too_much_alike
from hand import send
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot
from PIL import Image
from traitlets import TraitError

from rbflib.lab import EXPLORERS, interpolation
from rbflib.lab.kit import past, style
from rbflib.lab.kit.explorer import (
    Explorer,
    choice,
    format_number,
    log_slider,
    penalty_slider,
    said_of,
    slider,
    steps_slider,
    switch,
)
from rbflib.lab.kit.stage import Handle, Scene
from rbflib.lab.pages import explorers

SINGULAR = "The similarity matrix is numerically singular"


def ends(control):
    """Smallest and largest value of a slider; first and last of a list; off and on of a box."""
    if isinstance(control, widgets.Checkbox):
        return False, True
    if hasattr(control, "options"):
        values = [o[1] if isinstance(o, tuple) else o for o in control.options]
        return values[0], values[-1]
    if isinstance(control, widgets.FloatLogSlider):
        return control.base**control.min, control.base**control.max
    return control.min, control.max


def assert_drawn(explorer):
    """A picture and words, without a warning other than that of a singular matrix."""
    assert Image.open(BytesIO(explorer.frame)).size[0] > 300
    _, *notes = explorer.summary.split("Note: ")
    assert all(note.startswith(SINGULAR) for note in notes), explorer.summary
    assert "nan" not in explorer.summary
    for name in explorer.in_use:
        assert explorer.controls[name].description in explorer.summary, name


@cache
def built(name):
    explorer = EXPLORERS[name]()
    return explorer, explorer.state


@pytest.fixture(params=EXPLORERS)
def explorer(request):
    """An explorer at the state in which it comes; tests share it, for building it takes long."""
    explorer, start = built(request.param)
    explorer.set(**start)
    return explorer


def test_name_is_that_of_the_function_that_builds_it(explorer, request):
    assert explorer.name == request.node.callspec.params["explorer"]


MODULES = explorers()


def page_of(name):
    return MODULES[name].rpartition(".")[0]


def first_of_each_page():
    """Every explorer; those that are not the first of their page are for `make test-all`."""
    for _, names in groupby(MODULES, key=page_of):
        first, *others = names
        yield first
        yield from (pytest.param(name, marks=pytest.mark.thorough) for name in others)


# For what takes long and is the work of the kit, the same for all scenes.
FIRST_OF_EACH_PAGE = pytest.mark.parametrize("explorer", list(first_of_each_page()), indirect=True)


def test_first_explorer_of_each_page_is_tried_in_any_case():
    first = [name for name in first_of_each_page() if isinstance(name, str)]
    assert len(first) == len({page_of(name) for name in EXPLORERS})
    assert len(list(first_of_each_page())) == len(EXPLORERS)


def assert_corner_is_drawn(explorer, pairs, high):
    """Controls numbered in `high` stand at their upper ends, the others at their lower ones."""
    values = [pair[i in high] for i, pair in enumerate(pairs)]
    explorer.set(**dict(zip(explorer.controls, values, strict=True)))
    assert_drawn(explorer)


@FIRST_OF_EACH_PAGE
def test_corners_are_drawn_as_one_control_after_the_other_goes_up(explorer):
    assert_drawn(explorer)
    pairs = [ends(control) for control in explorer.controls.values()]
    for n_high in range(len(pairs) + 1):
        assert_corner_is_drawn(explorer, pairs, range(n_high))


@pytest.mark.thorough
def test_corners_are_drawn_in_any_order(explorer):
    pairs = [ends(control) for control in explorer.controls.values()]
    n_corners = 2 ** len(pairs)
    for corner in np.random.default_rng(n_corners).permutation(n_corners)[:40]:
        assert_corner_is_drawn(explorer, pairs, [i for i in range(len(pairs)) if corner >> i & 1])


@FIRST_OF_EACH_PAGE
def test_larger_picture_is_the_same_and_leaves_the_small_one_as_it_was(explorer):
    scene = explorer.scene
    before, still = scene.render().copy(), scene._still
    larger = scene.render_larger(2)
    assert np.abs(np.array(larger.shape[:2]) / before.shape[:2] - 2).max() < 0.01
    assert abs(tiles(larger) - tiles(before)).max() < 20
    assert not scene.figure.stale
    assert scene._still is still
    assert np.array_equal(scene.render(), before)


def tiles(pixels):
    """Mean colors of 16 by 8 tiles: what is left when type and lines are too small to see."""
    picture = Image.fromarray(pixels).convert("RGB").resize((16, 8), Image.Resampling.BOX)
    return np.asarray(picture, float)


def test_colors_mean_one_thing_and_are_clear(explorer):
    figure = explorer.scene.figure
    assert borrowed_class_colors(figure) == []
    assert faint(figure) == []
    assert [too_much_alike(axes) for axes in figure.axes] == [[]] * len(figure.axes)


def test_errors_are_in_ink(explorer):
    for axes in explorer.scene.figure.axes:
        errors = [line for line in axes.lines if re.match("E_(in|out|cv)", line.get_label())]
        joined = [line for line in errors if line.get_linestyle() != "None"]
        assert {line.get_color() for line in errors} <= {style.INK}
        assert len({line.get_linestyle() for line in joined}) == len(joined)


def test_each_control_changes_picture_and_words(explorer):
    start = explorer.state
    for name, control in explorer.controls.items():
        explorer.set(**start)
        frame, summary = explorer.frame, explorer.summary
        low, high = ends(control)
        control.value = low if control.value != low else high
        assert explorer.frame != frame, name
        assert explorer.summary != summary, name


def test_step_of_a_slider_leaves_the_still_parts_as_they_are(explorer):
    """Drawing all parts again takes thirty milliseconds, and the moving ones three."""
    for name, control in explorer.controls.items():
        if hasattr(control, "step"):
            explorer.set(**explorer.presets[next(iter(explorer.presets))])
            explorer.scene.render()
            way = -1 if control.value >= ends(control)[1] else 1
            value = (
                control.value * 10 ** (way * control.step)
                if isinstance(control, widgets.FloatLogSlider)
                else control.value + way * control.step
            )
            explorer.scene.update(**explorer.state | {name: value})
            assert not explorer.scene.figure.stale, name


@FIRST_OF_EACH_PAGE
def test_presets_lead_to_the_same_state_from_anywhere(explorer):
    assert explorer.presets
    seen = {}
    for name in [*explorer.presets, *reversed(explorer.presets)]:
        explorer.set(**explorer.presets[name])
        assert_drawn(explorer)
        assert seen.setdefault(name, explorer.summary) == explorer.summary


def move_to_ends(explorer, times):
    """Move the first control that is no list from one of its ends to the other."""
    control = next(c for c in explorer.controls.values() if not isinstance(c, widgets.Dropdown))
    for value in times * ends(control):
        control.value = value


@FIRST_OF_EACH_PAGE
def test_moves_leave_artists_and_figures_as_they_were(explorer):
    move_to_ends(explorer, 1)
    artists = len(explorer.scene.figure.findobj())
    move_to_ends(explorer, 3)
    assert len(explorer.scene.figure.findobj()) == artists
    assert pyplot.get_fignums() == []


@pytest.mark.thorough
def test_hundred_moves_leave_memory_artists_and_figures_as_they_were(explorer):
    def after(moves):
        move_to_ends(explorer, moves // 2)
        gc.collect()
        artists = len(explorer.scene.figure.findobj())
        return tracemalloc.get_traced_memory()[0], len(gc.get_objects()), artists

    tracemalloc.start()  # makes every allocation slow
    # Python keeps memory of small objects for the next ones, so the first moves fill its stores.
    memory, objects, artists = after(60)
    more_memory, more_objects, same_artists = after(40)
    tracemalloc.stop()
    assert same_artists == artists
    assert more_objects - objects < 10
    assert more_memory - memory < 80_000
    assert pyplot.get_fignums() == []


def test_display_bundle_has_widget_picture_and_words(explorer):
    data, metadata = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(explorer) == explorer.summary
    assert metadata["image/png"]["alt"] == explorer.summary
    assert "0x" not in explorer.summary


@FIRST_OF_EACH_PAGE
def test_built_twice_is_the_same_picture_and_words(explorer, request):
    again = EXPLORERS[request.node.callspec.params["explorer"]]()
    assert again.frame == explorer.frame
    assert again.summary == explorer.summary


def test_rim_of_the_picture_is_empty(explorer):
    """Or a tick's number or a mark in a legend would be cut."""
    pixels = np.asarray(Image.open(BytesIO(explorer.frame)))
    for rim in (pixels[[0, -1]], pixels[:, [0, -1]]):
        assert (rim == 255).all()


class LevelScene(Scene):
    """A line at the height of its one control; fails above 5."""

    def __init__(self):
        self.figure = style.new_figure(3, 2)
        axes = style.add_axes(self.figure, (0.5, 0.5, 2, 1), xlim=(0, 1), ylim=(0, 10))
        (self.line,) = axes.plot([0, 1], [0, 0], animated=True)
        self.pause = threading.Event()
        self.pause.set()

    def update(self, level):
        self.pause.wait(timeout=10)
        if level > 5:
            raise ValueError("the level is above 5")
        self.line.set_ydata([level, level])
        return {"half": level / 2}

    def handles(self, **state):
        (axes,) = self.figure.axes
        return [Handle("level", axes, (0.5, state["level"]), lambda _, y: {"level": y}, (0, 0.5))]


@pytest.fixture
def level():
    return Explorer(
        LevelScene(), {"level": slider("level", 1.0, 0.0, 10.0, 0.5)}, {"Three": {"level": 3}}
    )


class HalfScene(LevelScene):
    """The level goes up to half of the ceiling."""

    def tops(self, level, ceiling):
        return {"level": ceiling / 2}

    def update(self, level, ceiling):
        return super().update(level)


def test_value_beyond_a_slider_s_present_end_is_reached_where_the_end_moves_too():
    controls = {
        "level": slider("level", 1.0, 0, 10, 0.5),
        "ceiling": slider("ceiling", 10, 1, 10, 1),
    }
    explorer = Explorer(HalfScene(), controls)
    explorer.set(ceiling=4, level=2)
    explorer.set(ceiling=10, level=3)
    assert explorer.state == {"level": 3, "ceiling": 10}


def test_picture_goes_to_the_browser_before_what_it_moves_at_the_sliders(monkeypatch):
    level = slider("level", 9.0, 0, 10, 0.5)
    controls = {"level": level, "ceiling": slider("ceiling", 10, 1, 10, 1)}
    explorer = Explorer(HalfScene(), controls)
    sent = []
    monkeypatch.setattr(
        widgets.Widget, "_send", lambda self, message, **_: sent.append((self, message["state"]))
    )
    explorer.controls["ceiling"].value = 6
    assert [widget for widget, _ in sent] == [controls["ceiling"], explorer.stage, level]
    assert list(sent[-1][1].items()) == [("max", 3), ("value", 3)]  # or the browser clips the value


class RestingScene(HalfScene):
    """The ceiling has no effect at level 0."""

    def idle(self, level, ceiling):
        return {} if level else {"ceiling": "nothing is below it"}


def test_control_without_effect_rests_and_says_why():
    controls = {"level": slider("level", 1.0, 0, 10, 0.5), "ceiling": slider("ceiling", 9, 1, 9, 1)}
    explorer = Explorer(RestingScene(), controls)
    assert not controls["ceiling"].disabled
    explorer.set(level=0)
    assert controls["ceiling"].disabled
    assert explorer.stage.said["remarks"] == "ceiling: nothing is below it"
    explorer.set(level=1)
    assert not controls["ceiling"].disabled


def test_words_say_state_and_numbers(level):
    assert level.summary == "level = 1.00 · half 0.5"


def test_fault_of_a_scene_is_shown_and_raised(level):
    with pytest.raises(ValueError, match="above 5"):
        level.controls["level"].value = 6
    assert level.summary == "level = 6.00 · This state cannot be drawn: the level is above 5"
    level.controls["level"].value = 2
    assert level.summary == "level = 2.00 · half 1"


class BadTopScene(HalfScene):
    """Puts the level's end below its begin where the ceiling is 13; finds none where it is 14."""

    def tops(self, level, ceiling):
        if ceiling == 14:
            raise ValueError("no end")
        return {"level": -1 if ceiling == 13 else ceiling / 2}


@pytest.mark.parametrize("ceiling", [13, 14])
def test_explorer_draws_again_after_a_bad_end_of_a_slider(ceiling):
    controls = {
        "ceiling": slider("ceiling", 10, 1, 20, 1),
        "level": slider("level", 1.0, 0, 10, 0.5),
    }
    explorer = Explorer(BadTopScene(), controls)
    for move in (
        lambda: setattr(controls["ceiling"], "value", ceiling),
        lambda: explorer.set(ceiling=ceiling, level=2),
    ):
        with pytest.raises((ValueError, TraitError)):
            move()
        shown = explorer.summary.startswith(f"ceiling = {explorer.state['ceiling']}, ")
        assert shown, "the words tell of another state"
        explorer.set(ceiling=8, level=3)
        assert explorer.summary == "ceiling = 8, level = 3.00 · half 1.5"


def wait_until_drawing(explorer):
    while not explorer._lock.locked():
        threading.Event().wait(0.001)


# What the first thread is drawing when the second one moves; 6 cannot be drawn.
@pytest.mark.parametrize("overtaken", [2, 6])
def test_newest_state_wins_when_a_second_thread_moves_a_control(level, overtaken):
    level.scene.pause.clear()
    slow = threading.Thread(target=lambda: setattr(level.controls["level"], "value", overtaken))
    slow.start()
    wait_until_drawing(level)
    level.controls["level"].value = 4  # returns at once: the other thread is drawing
    level.scene.pause.set()
    slow.join()
    assert level.summary == "level = 4.00 · half 2"


def test_setting_several_controls_draws_once(level):
    drawn = []
    level.stage.observe(lambda change: drawn.append(change), names="frame")
    level.set(level=4)
    assert len(drawn) == 1


class AnyScene(LevelScene):
    """Takes whatever controls there are."""

    handles = Scene.handles

    def update(self, **_state):
        return {}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"gama": 1}, "There is no control 'gama'. There are gamma, level, data, alpha, k, on."),
        ({"gamma": 0}, "gamma must be a number from 0.1 to 1000, got 0."),
        ({"gamma": -2.5}, "gamma must be a number from 0.1 to 1000, got -2.5."),
        ({"gamma": float("inf")}, "gamma must be a number from 0.1 to 1000, got inf."),
        ({"gamma": "1"}, "gamma must be a number from 0.1 to 1000, got '1'."),
        ({"level": float("nan")}, "level must be a number from 0 to 10, got nan."),
        ({"level": None}, "level must be a number from 0 to 10, got None."),
        ({"data": "xor"}, "data must be one of moons, rings, got 'xor'."),
        ({"data": None}, "data must be one of moons, rings, got None."),
        ({"alpha": "small"}, "alpha must be a number from 0 to 100, got 'small'."),
        ({"k": "few"}, "k must be a number from 2 to 8, got 'few'."),
        ({"on": "yes"}, "on must be True or False, got 'yes'."),
    ],
)
def test_bad_value_is_told_and_nothing_is_set(values, words):
    explorer = Explorer(
        AnyScene(),
        {
            "gamma": log_slider("γ", 1, -1, 3),
            "level": slider("level", 1.0, 0.0, 10.0, 0.5),
            "data": choice("data", ["moons", "rings"]),
            "alpha": penalty_slider(),
            "k": steps_slider("k", [2, 4, 8], 4),
            "on": switch("on", True),
        },
    )
    before = explorer.state
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        explorer.set(**{"level": 2} | values)
    assert explorer.state == before


def test_numbers_are_set_to_the_nearest_mark_of_their_slider():
    explorer = Explorer(
        AnyScene(), {"k": steps_slider("k", [("two", 2), ("8", 8)], 2), "alpha": penalty_slider()}
    )
    explorer.set(k=5, alpha=0.03)
    assert explorer.state == {"k": 8, "alpha": 10**-1.5}


# The axes of these scenes span 0.5 to 1.5 of 2 inches: a tenth of their height is 1, and 1 at 0.3.


def test_handle_follows_the_hand(level):
    send(level, "down", (0.5, 0.31))
    send(level, "move", (0.5, 0.36))
    assert level.state["level"] == pytest.approx(2.0)
    send(level, "up", (0.5, 0.36))
    send(level, "move", (0.5, 0.56))
    assert level.state["level"] == pytest.approx(2.0)


def test_handle_far_from_the_hand_comes_to_it(level):
    send(level, "down", (0.5, 0.5))
    send(level, "move", (0.5, 0.45))
    assert level.state["level"] == pytest.approx(4.0)


def test_handle_that_is_named_is_held_wherever_the_hand_is(level):
    send(level, "down", (0.01, 0.01), handle=0)
    send(level, "move", (0.01, 0.06))
    assert level.state["level"] == pytest.approx(2.0)


def test_arrow_keys_move_a_handle_by_steps_within_its_range(level):
    send(level, "nudge", handle=0, right=1, up=2)
    assert level.state["level"] == 2
    send(level, "nudge", handle=0, right=0, up=-9)
    assert level.state["level"] == 0


def test_pointer_outside_of_the_axes_and_beyond_the_range_is_harmless(level):
    send(level, "down", (0.01, 0.01))
    send(level, "move", (0.5, 0.5))
    assert level.state["level"] == 1
    send(level, "down", (0.5, 0.5))
    send(level, "move", (0.5, -5))
    assert level.state["level"] == 0


def test_a_canceled_gesture_changes_nothing(level):
    send(level, "down", (0.5, 0.3))
    send(level, "move", (0.5, 0.4))
    assert level.state["level"] != 1
    assert not level.controls["level"].continuous_update
    send(level, "cancel")
    assert level.state["level"] == 1
    assert level.controls["level"].continuous_update
    send(level, "move", (0.5, 0.6))
    assert level.state["level"] == 1
    level.take_back()
    assert level.state["level"] == 1


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is moved."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(past, "monotonic", lambda: clock.now)
    return clock


def test_moves_of_the_hand_are_taken_back_one_by_one(level, clock):
    for value in (2, 3):  # key after key: one move
        level.controls["level"].value = value
    clock.now += 5
    level.controls["level"].value = 4
    clock.now += 5
    send(level, "down", (0.5, 0.45), handle=0)
    for up in (0.4, 0.35):
        send(level, "move", (0.5, up))
        clock.now += 5
    send(level, "up", (0.5, 0.35))
    assert level.state["level"] == 2
    for value in (4, 3, 1, 1):
        send(level, "undo")
        assert level.state["level"] == value


def test_back_to_the_start_is_a_move_too(level, clock):
    level.set(level=4)
    clock.now += 5
    send(level, "start")
    assert level.state["level"] == 1
    send(level, "undo")
    assert level.state["level"] == 4


@pytest.fixture
def sliders():
    """One of each kind."""
    return Explorer(
        AnyScene(),
        {
            "gamma": log_slider("γ", 1, -1, 3),
            "level": slider("level", 1.0, 0.0, 10.0, 0.5),
            "n": slider("n", 4, 1, 9, 1),
            "alpha": penalty_slider(0.1),
        },
    )


@pytest.mark.parametrize(
    ("name", "text", "value", "word"),
    [
        ("gamma", "50.1", 10**1.7, ""),
        ("gamma", "3", 10**0.5, "γ = 3.2 is the mark nearest to 3."),
        ("gamma", "-1", 0.1, "γ ends at 0.1."),
        ("gamma", "1e9", 1000, "γ ends at 1000."),
        ("level", " 2.5 ", 2.5, ""),
        ("level", "0,5", 0.5, ""),
        ("level", "−3", 0, "level ends at 0.00."),
        ("level", "abc", 1, "“abc” is no number: level stays at 1.00."),
        ("level", "", 1, "“” is no number: level stays at 1.00."),
        ("level", "nan", 1, "“nan” is no number: level stays at 1.00."),
        ("n", "7", 7, ""),
        ("n", "2.4", 2, "n = 2 is the mark nearest to 2.4."),
        ("alpha", "0", 0, ""),
        ("alpha", "3.2e-3", 10**-2.5, ""),
        ("alpha", "0.02", 10**-1.5, "λ = 0.032 is the mark nearest to 0.02."),
        ("alpha", "-1", 0, "λ ends at 0."),
    ],
)
def test_number_typed_at_a_slider_moves_it_to_the_nearest_mark(sliders, name, text, value, word):
    assert sliders.type_in(name, text) == word
    assert sliders.state[name] == pytest.approx(value)


@pytest.mark.parametrize(("name", "marks"), [("gamma", [10**0.3, 10**0.7]), ("level", [2, 3.5])])
def test_last_digits_of_the_browser_are_no_move(sliders, clock, name, marks):
    """The browser answers each value with what it makes of it, which may be the next float."""

    def come_from_the_browser():
        control = sliders.controls[name]
        control.value = np.nextafter(control.value, 0)

    states, drawn = [sliders.state], []
    for mark in marks:
        sliders.controls[name].value = mark
        states.append(sliders.state)
        clock.now += 5
        come_from_the_browser()
        assert sliders.state == states[-1]
    sliders.stage.observe(drawn.append, names="turn")
    come_from_the_browser()
    assert drawn == []
    for state in (states[1], states[0]):
        send(sliders, "undo")
        clock.now += 5
        come_from_the_browser()
        assert sliders.state == state


def test_every_end_of_a_slider_is_a_mark(explorer):
    for name, control in explorer.controls.items():
        if not isinstance(control, widgets.Dropdown):
            for end in ends(control):
                explorer.set(**{name: end})
                assert explorer.state[name] == end or name in explorer.scene.tops(**explorer.state)


def test_each_number_that_is_typed_is_a_move_of_its_own(sliders):
    """However fast one follows the other."""
    sliders.type_in("n", "7")
    sliders.type_in("n", "9")
    sliders.set(n=8)  # by an arrow key, say
    for number in (9, 7):
        sliders.take_back()
        assert sliders.state["n"] == number


@pytest.fixture
def answers(monkeypatch):
    """What a stage sends to the browser beside its frames."""

    def of(explorer):
        sent = []
        monkeypatch.setattr(explorer.stage, "send", lambda message, **_: sent.append(message))
        return sent

    return of


@pytest.mark.parametrize("name", ["hypothesis", "kmeans_walk"])
def test_browser_is_told_of_a_typed_number_and_given_the_code(name, answers):
    explorer = EXPLORERS[name]()
    sent = answers(explorer)
    control = 6 if name == "hypothesis" else 1
    send(explorer, "typed", control=control, text="999")
    label = list(explorer.controls.values())[control].description
    assert sent[0]["kind"] == "told"
    assert sent[0]["text"].startswith(f"{label} ends at ")
    send(explorer, "write")
    assert {"kind": "code", "text": explorer.code + "\n"} in sent


def test_browser_is_told_why_there_is_no_code(answers):
    explorer = EXPLORERS["playground"]()
    sent = answers(explorer)
    explorer.set(data="drawn")
    send(explorer, "write")
    fault = "There is nothing to learn from: add training samples of both classes."
    assert {"kind": "code", "fault": fault} in sent


def test_mark_of_an_even_slider_is_a_short_number():
    explorer = Explorer(AnyScene(), {"noise": slider("noise", 0.2, 0.0, 0.6, 0.05)})
    explorer.move({"noise": 0.151})
    assert str(explorer.state["noise"]) == "0.15"


class PenaltyScene(LevelScene):
    """The penalty's logarithm is the height of its handle, and 10^-10.5 is at 0."""

    def update(self, alpha):
        return super().update(alpha / 100)

    def handles(self, **state):
        (axes,) = self.figure.axes
        return [Handle("α", axes, (0.5, 0), lambda _, y: {"alpha": 10 ** (y - 10.5)}, (0, 1))]


@pytest.mark.parametrize(
    ("up", "alpha"),
    # 0 stands half a power of ten below 1e-8, the smallest of the others.
    [(-9, 0), (2.2, 0), (2.3, 1e-8), (3, 10**-7.5), (5.7, 1e-5), (5.8, 10**-4.5), (99, 100)],
)
def test_drag_of_a_penalty_goes_to_the_nearest_power(up, alpha):
    explorer = Explorer(PenaltyScene(), {"alpha": penalty_slider(0.1)})
    send(explorer, "down", (0.5, 0.25))
    send(explorer, "move", (0.5, 0.25 + 0.05 * up))
    assert explorer.state["alpha"] == alpha


class ChooseScene(AnyScene):
    """A drag chooses from a list and turns a switch."""

    def handles(self, **state):
        (axes,) = self.figure.axes
        chosen = {"mode": "high", "on": not state["on"]}
        return [Handle("all", axes, (0.5, 5), lambda *_: chosen, (1, 1))]


def test_drag_may_choose_from_a_list_and_turn_a_switch():
    controls = {"mode": choice("mode", ["low", "high"]), "on": switch("on", False)}
    explorer = Explorer(ChooseScene(), controls)
    send(explorer, "down", (0.5, 0.5))
    send(explorer, "move", (0.5, 0.5))
    assert explorer.state == {"mode": "high", "on": True}


class ClickScene(LevelScene):
    """The line goes to where it is clicked; it cannot be dragged."""

    handles = Scene.handles

    def click(self, axes, point, state):
        return {"level": round(point[1])}


def test_click_is_a_hand_that_comes_up_where_it_went_down():
    explorer = Explorer(ClickScene(), {"level": slider("level", 1.0, 0.0, 10.0, 0.5)})
    assert explorer.stage.clickable
    assert explorer.stage.handles == []

    def press(*places):
        for kind, place in zip(("down", *["move"] * (len(places) - 2), "up"), places, strict=True):
            send(explorer, kind, place)

    press((0.5, 0.45), (0.5, 0.45))
    assert explorer.state["level"] == 4
    press((0.5, 0.35), (0.505, 0.355), (0.505, 0.355))  # a hand is never quite still
    assert explorer.state["level"] == 2
    press((0.5, 0.3), (0.5, 0.5), (0.5, 0.5))
    press((0.01, 0.01), (0.01, 0.01))
    assert explorer.state["level"] == 2


def test_every_handle_is_in_its_picture_and_moves_it(explorer):
    """By a step of the arrow keys, where it stands; and each has a name of its own."""
    handles = explorer.scene.handles(**explorer.state)
    assert len({handle.name for handle in handles}) == len(handles)
    for number, handle in enumerate(handles):
        explorer.back_to_the_start()
        assert handle.axes.bbox.contains(*handle.pixel), handle.name
        right, up = (int(step > 0) for step in handle.step)
        before = explorer.state
        send(explorer, "nudge", handle=number, right=right, up=up)
        send(explorer, "nudge", handle=number, right=right, up=up)
        assert explorer.state != before, handle.name


def test_logarithmic_slider_stands_on_its_marks():
    control = log_slider("γ", 0.5, -1, 1, step=0.1)
    assert np.log10(control.value) == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (0.0, "0"), (1e-17, "0"), (0.12345, "0.123"), (1.5, "1.5"), (2345.6, "2346"),
     (999.5, "1000"), (99999.5, "1.0e+05"), (9.96e-4, "0.000996"),
     (2e-5, "2.0e-05"), (3.2e7, "3.2e+07"), (4e18, "above 1e+16"), ("yes", "yes")],
)  # fmt: skip
def test_numbers_are_written_short(value, text):
    assert format_number(value) == text


@st.composite
def near_a_border(draw):
    """A number on, or some units in one of its digits away from, a power of ten."""
    border = 10.0 ** draw(st.integers(-11, 17))
    return border * (1 + draw(st.integers(-60, 60)) * 10.0 ** draw(st.integers(-16, -3)))


@given(near_a_border())
def test_number_that_is_read_and_written_again_is_the_same_text(value):
    text = format_number(value)
    if value > 1e16:
        assert (text, format_number(-value)) == ("above 1e+16", "below -1e+16")
        return
    assert format_number(-value) == ("0" if text == "0" else f"-{text}")
    assert format_number(float(text)) == text
    assert float(text) == pytest.approx(value, rel=0.05, abs=1e-10)


def test_results_stand_apart_from_settings_and_remarks_with_the_minus_sign_of_print():
    numbers = {"h(0)": -0.8, "Note: (-3) is two-stage": "", "way": "k-means", "E_out": 4.1e-5}
    assert said_of("β = -1.20", numbers) == {
        "words": "β = −1.20 · h(0) −0.8 · Note: (−3) is two-stage · way k-means · E_out 4.1e-05",
        "results": [["h(0)", "−0.8"], ["way", "k-means"], ["E_out", "4.1e-05"]],
        "remarks": "Note: (−3) is two-stage",
    }


def test_values_given_to_the_function_of_an_explorer_are_led_to_set():
    for build in (interpolation, EXPLORERS["interpolation"]):
        with pytest.raises(TypeError, match=r"e = interpolation\(\); e\.set\(gamma=3\)"):
            build(gamma=3)
        with pytest.raises(TypeError, match=r"^interpolation\(\) takes no values: "):
            build(3)


@pytest.mark.parametrize("name", ["interpolation", "kmeans_walk", "playground"])
def test_preset_that_is_not_there_is_told_with_those_that_are(name):
    explorer, start = built(name)
    explorer.set(**start)
    known = re.escape(f"There is no preset 'Wide!'. There are {', '.join(explorer.presets)}.")
    with pytest.raises(ValueError, match=known):
        explorer.restore("Wide!")
    assert explorer.state == start
