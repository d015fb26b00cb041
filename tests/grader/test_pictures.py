"""The picture of the first input on which a function fails."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from rbflib.lab import exercises
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.grader.pictures import first_failure, placed_points
from rbflib.lab.grader.worker import attempt

NAMES = [name for name, exercise in EXERCISES.items() if getattr(exercise, "picture", None)]


def drawn(name, function):
    exercise = EXERCISES[name]
    outcomes = [attempt(function, args) for args in exercise.inputs()]
    return first_failure(exercise, outcomes)


@pytest.mark.parametrize("name", NAMES)
def test_every_usual_mistake_is_drawn_otherwise_than_what_is_right(name):
    shown = [drawn(name, mistake) for mistake in EXERCISES[name].mistakes.values()]
    figures = [figure for figure, _ in filter(None, shown)]
    assert figures
    for figure in figures:
        figure.canvas.draw()
        pixels = np.asarray(figure.canvas.buffer_rgba())
        left, right = [axes.bbox.extents.round().astype(int) for axes in figure.axes]
        panels = [pixels[::-1][y0:y1, x0:x1] for x0, y0, x1, y1 in (left, right)]
        width = min(panel.shape[1] for panel in panels)
        assert np.abs(panels[0][:, :width].astype(int) - panels[1][:, :width]).max() > 100


@pytest.mark.parametrize("value", [[1.0, 5.0], [[1.0, 5.0], [2.0, 3.0]]])
def test_points_are_drawn_at_their_places(value):
    axes = Figure().add_subplot()
    placed_points(axes, (np.zeros((4, 2)),), np.array(value))
    [squares] = [line for line in axes.lines if line.get_marker() == "s"]
    assert squares.get_xydata().tolist() == np.atleast_2d(value).tolist()


def test_none_is_drawn_of_right_answers_errors_and_other_shapes():
    assert drawn("4.1", EXERCISES["4.1"].reference) is None
    assert drawn("4.1", lambda X, squared, drawn: X @ np.ones(9)) is None
    assert drawn("4.1", lambda X, squared, drawn: squared[:2]) is None


def test_of_complex_numbers_the_real_part_is_drawn_and_that_is_said():
    figure, words = drawn("2.2", lambda Z, y, lam: np.full(Z.shape[1] + 1, 2 + 3j))
    [points] = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert points.get_ydata().tolist() == [2, 2, 2]
    assert "complex: its real part" in words


def test_nan_is_drawn_as_nothing():
    assert drawn("4.1", lambda X, squared, drawn: squared * np.nan)


def test_check_shows_it_after_its_words(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr(exercises, "display", shown.append)
    exercises.check("4.1", lambda X, squared, drawn: squared)
    assert "✗ 4.1" in capsys.readouterr().out
    assert "what is right" in repr(shown[0])
