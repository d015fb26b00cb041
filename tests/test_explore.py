"""An explorer of a reader's own function."""

import re
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

from rbflib import FullRBFClassifier, RBFNetwork, make_moons
from rbflib.lab import explore
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider, OptionSlider, Switch
from rbflib.lab.plot import plot_network

X = np.linspace(-3, 3, 50)


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


def test_a_number_alone_is_shown():
    assert explore(lambda n: n**2, n=(1, 9)).numbers == {"result": 25}


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
