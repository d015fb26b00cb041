"""The reader's function at work: right ones draw, and whatever others do is named."""

import gc
import os

import numpy as np
import pytest

from rbflib.lab import exercises
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.grader import at_work
from rbflib.lab.grader.at_work import Watched
from tests.grader.test_exercises import student

NAMES = [name for name, exercise in EXERCISES.items() if getattr(exercise, "at_work", None)]


# What a notebook defines is sent as code, and needs no import.
RIGHT = {
    n: student(f"{EXERCISES[n].solution}\nf = {EXERCISES[n].reference.__name__}") for n in NAMES
}


MISBEHAVING = {
    "while True: pass": "takes more than 0.1 seconds",
    "raise OSError('not here')": "raises OSError: not here, in its line 2",
}


def scene_with(name, function):
    exercise = EXERCISES[name]
    return exercise.at_work.explorer(function, exercise.reference).scene


def start(scene):
    return {name: control.value for name, control in scene.controls.items()}


def pictures(scene):
    """The pixels of both panels, without their titles: (two, height, width, 4)."""
    pixels = scene.render()
    boxes = [panel.bbox.extents.round().astype(int) for panel in scene.figure.axes[:2]]
    flipped = pixels[::-1]
    return [flipped[y0 + 4 : y1 - 4, x0 + 4 : x1 - 4] for x0, y0, x1, y1 in boxes]


@pytest.fixture(autouse=True)
def limit(monkeypatch):
    """limit(seconds): long enough for a busy machine, or short, where nothing comes."""

    def limit(seconds):
        monkeypatch.setattr(at_work, "LIMIT", seconds)

    limit(60.0)
    return limit


def test_each_page_from_01_to_08_has_one():
    assert {name.split(".")[0] for name in NAMES} == set("12345678")


@pytest.mark.parametrize("name", NAMES)
def test_right_function_draws_what_ours_does(name):
    scene = scene_with(name, RIGHT[name])
    numbers = scene.update(**start(scene))
    assert not any(x == "" for x in numbers.values())
    yours, ours = pictures(scene)
    assert len(np.unique(yours.reshape(-1, 4), axis=0)) > 2
    if EXERCISES[name].at_work.beside is None:
        of_yours = [x for label, x in numbers.items() if label.endswith("yours")]
        assert (
            of_yours
            == [x for label, x in numbers.items() if label.endswith("ours")][: len(of_yours)]
        )
        shades = np.abs(yours.astype(int) - ours).mean()
        assert shades < 6  # of 255: the panels lie at other fractions of a pixel


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("body", "words"), MISBEHAVING.items(), ids=["slow", "failing"])
def test_slow_and_failing_functions_are_named_in_the_place_of_their_picture(
    name, body, words, limit
):
    right = scene_with(name, RIGHT[name])
    right.update(**start(right))
    limit(0.1 if "takes" in words else 60.0)
    scene = scene_with(name, student(f"def f(*_args):\n    {body}"))
    numbers = scene.update(**start(scene))
    assert any(words in text for text in numbers)
    assert words.split()[0] in scene.veil[1].get_text()
    yours, ours = pictures(scene)
    assert yours.min() < 100 < 254 < np.median(yours)  # words on white
    assert np.array_equal(ours, pictures(right)[1])  # ours stays


def test_what_is_named_goes_when_the_function_works_at_the_next_state():
    def fails_at_first(X, squared, drawn):
        assert calls.append(drawn) or len(calls) > 1, "not the first time"
        return right(X, squared, drawn)

    calls, right = [], RIGHT["4.1"]
    scene = scene_with("4.1", fails_at_first)
    assert scene.veil[0].get_visible()
    numbers = scene.update(**start(scene))
    assert not scene.veil[0].get_visible()
    assert "" not in numbers.values()


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x: os._exit(0), "ends the Python process"),
        (lambda x: None, "returns nothing"),
        (lambda x: "three", "returned a str that holds"),
        (lambda x: x * np.nan, "gives nan or infinity"),
        (lambda x: x[:1], r"gives shape \(1,\), and must give \(3,\)"),
        (lambda x: x.__setitem__(0, 9.0) or x + 1, "changes its argument x"),
    ],
)
def test_other_functions_that_fail_say_how(function, words):
    watched = Watched(function, lambda x: x + 1)
    watched.begin()
    given = np.arange(3.0)
    with pytest.raises(at_work.FunctionError, match=words):
        watched(given)
    assert given.tolist() == [0, 1, 2]


def test_what_is_printed_and_what_differs_are_remarks():
    def chatty(x):
        print("so far, so good")
        return x + 2

    watched = Watched(chatty, lambda x: x + 1)
    watched.begin()
    assert watched(np.arange(3.0)).tolist() == [2, 3, 4]
    assert list(watched.remarks) == [
        "It prints: so far, so good",
        "Its values differ from ours here",
    ]


def test_process_stays_for_the_next_state_and_ends_with_its_scene():
    explorer = EXERCISES["4.1"].at_work.explorer(RIGHT["4.1"], RIGHT["4.1"])
    process = explorer.scene.yours.call._process
    explorer.set(draw_number=3)
    assert explorer.scene.yours.call._process is process
    assert process.poll() is None
    explorer.forget_scene()
    gc.collect()
    assert process.returncode is not None


def test_check_shows_it_after_a_right_answer_only(monkeypatch):
    shown = []
    monkeypatch.setattr(exercises, "display", shown.append)
    exercises.check("4.1", lambda X, squared, drawn: squared[:2])
    assert shown == []
    exercises.check("4.1", RIGHT["4.1"])
    question, explorer = shown
    assert EXERCISES["4.1"].at_work.question in question.data
    assert explorer.numbers
