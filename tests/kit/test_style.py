"""The palette: contrast with white, and colors that can be distinguished."""

import re
from pathlib import Path

import pytest

from rbflib.lab.kit import style
from tests.color_checks import borrowed_class_colors, contrast, faint, seen, too_much_alike

LAB = Path(style.__file__).parents[1]
LOOKS = [*style.METHOD_STYLE.values(), *style.ERROR_STYLE.values(), *style.SERIES]
LOOKS += [*style.SET_STYLE, *style.CLASS_STYLE.values()]
MARKS = {look["color"] for look in LOOKS} | {*style.GROUP_COLORS, style.CENTER, style.BUMP}


# What pictures compare, and what else is drawn there.
def raw_colors(code):
    return re.findall(r"#[0-9A-Fa-f]{6}\b", code)


def is_clear(color, least=3.0):
    return contrast(color) >= least


def test_contrast_is_that_of_the_standard():
    assert contrast("black") == pytest.approx(21)
    assert contrast("#767676") == pytest.approx(4.54, abs=0.005)  # the lightest gray for words
    assert contrast("white", style.INK) == contrast(style.INK)


def test_lines_and_marks_stand_out_from_white():
    assert [color for color in sorted(MARKS) if not is_clear(color)] == []
    assert not is_clear("#56B4E9")


def test_words_stand_out_from_white():
    assert is_clear(style.INK, 4.5)
    assert is_clear(style.MUTED, 4.5)
    assert is_clear(style.CENTER, 4.5)
    assert not is_clear(style.BUMP, 4.5)


def test_blue_and_orange_are_of_the_classes_alone():
    others = MARKS - {style.POSITIVE, style.NEGATIVE}
    for color in others:
        for own in (style.POSITIVE, style.NEGATIVE):
            assert sum((seen(color) - seen(own)) ** 2) > 20**2, color


def test_colors_are_named_in_one_file():
    assert raw_colors('axes.plot(x, y, color="#56B4E9")') == ["#56B4E9"]
    others = [path for path in LAB.rglob("*.py") if path.name != "style.py"]
    assert {path.name: raw_colors(path.read_text("utf-8")) for path in others} == {
        path.name: [] for path in others
    }


def test_faults_of_a_figure_are_noticed():
    figure = style.new_figure(3, 2)
    axes = style.add_axes(figure, (0.5, 0.5, 2, 1))
    for number, color in enumerate((style.CENTER, style.METHOD_STYLE["ELM"]["color"])):
        axes.plot([0, 1], [0, 1], color=color, label=f"line {number}")
    assert (borrowed_class_colors(figure), faint(figure)) == ([], [])
    assert too_much_alike(axes) == [["line 0", "line 1"]]
    axes.plot([0, 1], [0, 1], color="#56B4E9")
    assert [color for _, color in faint(figure)] == ["#56b4e9"]
    axes.plot([0, 1], [0, 1], color=style.POSITIVE)
    assert len(borrowed_class_colors(figure)) == 1
