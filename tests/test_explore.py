"""An explorer of a reader's own function."""

import functools
import re
import sys
import threading
from collections import namedtuple
from pathlib import Path

import cloudpickle
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from rbflib import FullRBFClassifier, RBFNetwork, make_moons
from rbflib.lab import explore
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider, OptionSlider, Switch
from rbflib.lab.plot import plot_network
from tests.grader.test_exercises import student

X = np.linspace(-3, 3, 50)
# As what a notebook defines: a process need not import this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def bump(gamma=1.0, n=3, kind="one", level=0.5, flat=False):
    return plot_network(RBFNetwork([[0.0]], [level], gamma=gamma)), {"at 1": np.exp(-gamma)}


def test_arguments_get_controls_after_their_ranges_and_begin_at_their_defaults():
    shown = explore(bump, gamma=(0.01, 100.0), n=(1, 9), kind=["one", "two"], level=[0.5, 2, 4])
    kinds = [type(control) for control in shown.controls.values()]
    assert kinds == [LogSlider, LinearSlider, Choice, OptionSlider, Switch]
    assert shown.state == {"gamma": 1.0, "n": 3, "kind": "one", "level": 0.5, "flat": False}


def test_figure_and_numbers_follow_the_controls():
    shown = explore(bump, {"Narrow": {"gamma": 10}}, gamma=(0.01, 100.0))
    assert shown.numbers == {"at 1": np.exp(-1)}
    before = shown.frame
    shown.restore("Narrow")
    assert shown.numbers["at 1"] == pytest.approx(np.exp(-10))
    assert shown.frame != before


def by_pair(gamma=1.0):
    return X, np.exp(-gamma * X**2)


def by_axes(gamma=1.0):
    _figure, axes = plt.subplots()
    axes.plot(*by_pair(gamma))
    return axes


def by_pyplot(gamma=1.0):
    plt.figure()
    plt.plot(*by_pair(gamma))


@pytest.mark.parametrize("function", [by_pair, by_axes, by_pyplot])
def test_whatever_draws_a_curve_is_shown_once(function):
    open_before = plt.get_fignums()
    shown = explore(function, gamma=(1, 5))
    shown.set(gamma=4)
    [line] = shown.scene.figure.axes[0].get_lines()
    assert np.array_equal(line.get_ydata(), np.exp(-4 * X**2))
    assert plt.get_fignums() == open_before


def test_code_is_the_function_and_a_call():
    names = {"X": X, "np": np}
    shown = explore(by_pair, gamma=(1, 5))
    shown.set(gamma=3)
    exec(shown.code, names)
    assert shown.code.endswith("by_pair(gamma=3)")
    assert names["by_pair"](3)[1][0] == np.exp(-27)


Pair = namedtuple("Pair", "mean spread")
LOCK = threading.Lock()


@pytest.mark.parametrize(
    ("function", "numbers"),
    [
        (lambda a=3: a**2, {"result": 9}),
        (lambda a=3: np.array(a), {"result": 3}),
        (lambda a=3: (a, True), {"result 1": 3, "result 2": True}),
        (lambda a=3: Pair(a, 2.5), {"mean": 3, "spread": 2.5}),
        (lambda a=3: {"mean": np.float32(a), "kind": "odd"}, {"mean": 3, "kind": "odd"}),
        (functools.partial(lambda a, b: a + b, b=1), {"result": 4}),
    ],
)
def test_numbers_are_results_under_their_names(function, numbers):
    assert explore(function, a=[3, 4]).numbers == numbers


def lines_of(shown):
    return [line.get_ydata().tolist() for line in shown.scene.figure.axes[0].get_lines()]


ROWS = np.arange(90.0).reshape(3, 30)


@pytest.mark.parametrize(
    ("function", "curves"),
    [
        (lambda a=1: a * X, [X]),
        (lambda a=1: X.tolist(), [X]),
        (lambda a=1: (X[:30], a * ROWS), ROWS),
        (lambda a=1: (X[:30], a * ROWS.T), ROWS),
        (lambda a=1: ROWS, ROWS),
        (lambda a=1: (X, {"a_$b$": X, "_c": 2 * X}), [X, 2 * X]),
        (lambda a=1: a * ROWS.reshape(-1, 2), [ROWS.ravel()[1::2]]),
        (lambda a=1: plt.plot(X), [X]),
        (lambda a=1: [plt.subplots(1, 2)[1][0].plot(X)[0].axes], [X]),
    ],
)
def test_curves_are_drawn(function, curves):
    shown = explore(function, a=[1, 2])
    assert lines_of(shown) == [curve.tolist() for curve in np.asarray(curves)]
    assert plt.get_fignums() == []


@pytest.mark.parametrize("image", [np.eye(20), np.full((9, 9, 3), 0.2)])
def test_images_are_drawn(image):
    [drawn] = explore(lambda a=1: image, a=[1, 2]).scene.figure.axes[0].get_images()
    assert np.array_equal(drawn.get_array(), image)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda a=1: "1 < 2", "1 &lt; 2"),
        (lambda a=1: pd.DataFrame({"height": [a]}), "<th>height</th>"),
        (lambda a=1: pd.Series([a], name="height"), "<th>height</th>"),
    ],
)
def test_texts_and_tables_stand_below_the_picture(function, words):
    shown = explore(function, a=[1, 2])
    assert words in shown._answer["html"]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda a=1: None, "returned nothing. Return a number"),
        (lambda a=1: a * 1j, "returned complex numbers"),
        (lambda a=1: object(), "returned object"),
        (lambda a=1: [[1], [2, 3]], "a list whose parts differ in shape"),
        (lambda a=1: (np.zeros(3), np.zeros(4)), "curves of 3 and 4 numbers"),
        (lambda a=1: {}[7], "raises KeyError: 7, in its line 1"),
        (lambda a=1: LOCK.locked(), "`LOCK` cannot be copied"),
    ],
)
def test_what_else_comes_is_named(function, words):
    assert words in explore(function, a=[1, 2]).summary


def test_a_state_that_fails_says_where_and_dims_the_last_picture():
    shown = explore(
        student("""
import matplotlib.pyplot as plt
def root(a):
    print("a is", a)
    plt.figure()
    return 1 / (a - 2)
def f(a): return [root(a)]
"""),
        a=[1, 2, 3],
    )
    frame = shown.frame
    shown.set(a=2)
    assert shown.numbers == {
        "f raises ZeroDivisionError: division by zero, in line 4 of root": "",
        "It prints: a is 2": "",
    }
    assert shown._answer["dim"]
    assert shown.frame == frame
    assert plt.get_fignums() == []
    shown.set(a=3)
    assert not shown._answer["dim"]


def test_a_limit_ends_a_call_and_says_how_to_raise_it():
    endless = student("def f(a):\n    while a > 1: pass\n    return a")
    shown = explore(endless, a=[1, 2], limit=0.5)
    shown.set(a=2)
    assert (
        "f takes more than 0.5 seconds. Give it more, such as explore(…, limit=5)" in shown.summary
    )


def test_arguments_may_have_the_names_of_our_own():
    def f(presets=1, limit=2, function=3):
        return presets + limit + function

    shown = explore(f, presets=[1, 5], limit=[2, 3], function=[3, 4])
    shown.set(presets=5, limit=3)
    assert shown.numbers == {"result": 11}


def test_code_of_a_function_without_a_name_is_its_author_s():
    with pytest.raises(ValueError, match="that you wrote"):
        explore(lambda a=1: a, a=[1, 2]).code  # noqa: B018


@pytest.mark.parametrize("wanted", [np.linspace(0, 1, 5), range(5), [1, 0, -1], [5]])
def test_numbers_in_any_order_are_marks(wanted):
    marks = explore(lambda a: a, a=wanted).controls["a"].marks
    assert marks == sorted(float(x) for x in wanted)


@pytest.mark.parametrize(
    ("controls", "words"),
    [
        ({"gama": (1, 2)}, "no argument 'gama'"),
        ({"gamma": 3}, "Say what gamma"),
        ({}, "Say what n"),
    ],
)
def test_what_cannot_be_moved_is_said(controls, words):
    with pytest.raises(TypeError, match=words):
        explore(bump if controls else (lambda n: n), **controls)


def test_the_explorer_with_a_scene_on_page_10_runs():
    page = (Path(__file__).parents[1] / "notebooks/source/10_comparison.md").read_text("utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {}
    exec(code, names)
    X, y = make_moons(100, random_state=0)
    wrong = np.mean(FullRBFClassifier(2.0, 0.1).fit(X, y).predict(X) != y)
    assert names["explorer"].numbers == {"E_in": wrong}
    assert names["explorer"].frame
