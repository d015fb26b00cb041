"""Cards: a numbered sheet per student, whose letters differ in more than their color."""

import re
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from teaching.cards import build
from teaching.printing import print_one
from tests.color_checks import difference


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    path = tmp_path_factory.mktemp("cards") / "cards.html"
    build.build(path, 3)
    return path


def test_sheets_have_numbers_and_letters_with_colors_that_anybody_can_tell_apart(cards):
    text = cards.read_text(encoding="utf-8")
    _, *sheets = text.split("<svg ")
    assert len(sheets) == 3
    for number, sheet in enumerate(sheets, 1):
        assert re.findall(r'class="number"[^>]*>(\d+)<', sheet) == [str(number)] * 4
        assert re.findall(r'class="letter"[^>]*>(\w)<', sheet) == list("ABCD")
    colors = [re.search(rf"\.{letter} \.even.*?stroke: (#\w+)", text)[1] for letter in "ABCD"]
    assert min(difference(*pair) for pair in combinations(colors, 2)) > 20


@pytest.mark.parametrize("students", [0, -1, 1000])
def test_a_number_of_students_that_cannot_be_is_refused(tmp_path, students):
    with pytest.raises(ValueError, match="from 1 to 999"):
        build.build(tmp_path / "cards.html", students)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_letters_differ_without_color_and_a_sheet_is_a_page_of_the_print(chromium, cards, tmp_path):
    page = chromium.new_page(viewport={"width": 794, "height": 1123})
    page.goto(cards.as_uri())
    page.locator("svg").first.screenshot(path=tmp_path / "sheet.png")
    page.close()
    gray = np.asarray(Image.open(tmp_path / "sheet.png").convert("L")) > 200
    height, width = gray.shape[0] // 2, gray.shape[1] // 2
    above = [  # the part of a frame above its shape
        gray[y + height // 14 : y + height // 5, x + width // 10 : x + width - width // 10]
        for y in (0, height)
        for x in (0, width)
    ]
    assert min(np.mean(a != b) for a, b in combinations(above, 2)) > 0.2
    print_one(chromium, cards)
    printed = cards.with_suffix(".pdf").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1 + 3
    assert set(re.findall(rb"/MediaBox \[([\d. ]+)\]", printed)) <= {b"0 0 594.95996 841.91998"}
