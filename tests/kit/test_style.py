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


def test_contrast_is_that_of_the_standard():
    assert contrast("black") == pytest.approx(21)
    assert contrast("#767676") == pytest.approx(4.54, abs=0.005)  # the lightest gray for words
    assert contrast("white", style.INK) == contrast(style.INK)


def test_lines_marks_and_words_stand_out_from_white():
    assert [color for color in sorted(MARKS) if contrast(color) < 3] == []
    assert min(map(contrast, (style.INK, style.MUTED, style.CENTER))) >= 4.5  # words


def test_blue_and_orange_are_of_the_classes_alone():
    others = MARKS - {style.POSITIVE, style.NEGATIVE}
    for color in others:
        for own in (style.POSITIVE, style.NEGATIVE):
            assert sum((seen(color) - seen(own)) ** 2) > 20**2, color


def test_colors_are_named_in_one_file():
    color = re.compile(r"#[0-9A-Fa-f]{6}\b")
    files = [path for path in LAB.rglob("*.py") if color.search(path.read_text("utf-8"))]
    assert [path.name for path in files] == ["style.py"]


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


def test_formulas_are_parsed_once_for_all_pictures():
    one, other = (style.new_figure().canvas.get_renderer() for _ in range(2))
    assert one.mathtext_parser is other.mathtext_parser
