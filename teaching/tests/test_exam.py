"""The exam bank: its rules, its numbers, and that it stays with the teachers."""

import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import nbformat
import numpy as np
import pytest

from teaching.exam import document, page_08, page_09
from teaching.exam.__main__ import build, files
from teaching.exam.bank import BANK, QUESTIONS
from teaching.exam.papers import PAPERS
from teaching.exam.question import KINDS, Question, fill, names_in, written
from teaching.tests.independent import BY_HAND, COMPUTED

ROOT = Path(__file__).parents[2]
PAGES = [f"{number:02}" for number in range(1, 11)]
PICTURED = [question for question in QUESTIONS if question.picture]
ALONG = 9  # words in a row that no question shares with a page


def test_every_page_has_six_questions_of_all_four_kinds_and_no_key_occurs_twice():
    for page in PAGES:
        kinds = [question.kind for question in QUESTIONS if question.page == page]
        assert len(kinds) >= 6
        assert set(kinds) == set(KINDS)
    assert len(BANK) == len(QUESTIONS)
    assert {question.kind for question in QUESTIONS} <= set(KINDS)
    assert [question.page for question in QUESTIONS] == sorted(q.page for q in QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.key)
def test_marks_add_up_errors_earn_fewer_and_only_pictures_have_a_picture(question):
    assert sum(points for points, _ in question.marks) == question.points
    assert all(points > 0 for points, _ in question.marks)
    assert all(0 <= points < question.points for points, _ in question.partial)
    assert (question.kind == "picture") == bool(question.picture)


def test_every_computed_question_has_an_independent_computation():
    keys = [question.key for question in QUESTIONS if question.numbers()]
    assert sorted([*BY_HAND, *COMPUTED]) == sorted(keys)
    for question in QUESTIONS:
        assert names_in(question) <= set(question.numbers()), question.key


@pytest.mark.parametrize("key", [*BY_HAND, *COMPUTED])
def test_numbers_are_right(key):
    numbers = BANK[key].numbers()
    expected = BY_HAND[key] if key in BY_HAND else COMPUTED[key]()
    for name, number, right in zip(numbers, numbers.values(), expected, strict=True):
        # The weights at the peak of page 07 magnify rounding, and are shown without decimals.
        tolerance = 0.02 if key == "07.peak" else 1e-6
        assert float(number) == pytest.approx(float(right), rel=tolerance, abs=1e-9), name


def test_choices_that_texts_name_in_words_follow_from_the_numbers():
    numbers = {key: BANK[key].numbers() for key in BANK}
    assert numbers["03.votes"] == {"k1": -1, "k3": 1, "k5": -1, "k7": -1, "weighted": -1}
    bars = numbers["06.bars"]
    assert ("ABCDEFGH"[bars["first"] - 1], "ABCDEFGH"[bars["second"] - 1]) == ("D", "G")
    regions = numbers["09.regions"]
    assert regions["a"] > 0 == regions["b"] == regions["c"]
    maps = numbers["08.maps"]
    assert maps["ab_as_a"] == pytest.approx(0)
    assert maps["ab_as_c"] > 1
    assert np.allclose(page_08.TURNED, [(2 - y, 3 - x) for x, y in page_08.FIRST_MAP])
    assert 4.3 < numbers["07.peak"]["powers"] < 4.6
    predicted = [model.predict([[-2.5, 0.0]])[0] for model in page_09.three_models()[2].values()]
    assert predicted == [1, 1, -1]
    spread = numbers["02.twelve_fits"]
    assert spread["variance_a"] > 10 * spread["variance_b"]
    assert spread["bias_b"] > 10 * spread["bias_a"]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_a_paper_has_all_kinds_and_tasks_of_nine_points_and_one_page_each(paper):
    chosen = [BANK[key] for key in paper.keys]
    pages = Counter()
    for question in chosen:
        pages[question.page] += question.points
    assert sorted(pages) == PAGES
    assert set(pages.values()) == {9}  # any of them may be left out
    kinds = Counter(question.kind for question in chosen)
    assert min(kinds[kind] for kind in KINDS) >= 3
    for _, keys in paper.tasks:
        assert len({BANK[key].page for key in keys}) == 1


def test_no_question_is_used_twice_in_the_papers():
    used = Counter(key for paper in PAPERS for key in paper.keys)
    assert set(used.values()) == {1}


def runs(text):
    """All runs of words of a text; formulas and code are left out, since they have to agree."""
    prose = re.sub(r"```.*?```|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", " ", text, flags=re.DOTALL)
    words = re.findall(r"[a-z0-9]+", prose.lower())
    return {tuple(words[i : i + ALONG]) for i in range(len(words) - ALONG + 1)}


@pytest.fixture(scope="module")
def what_students_read():
    """Runs of words of the pages, their quizzes, exercises and drawings, and the guide."""
    paths = [*ROOT.glob("rbflib/lab/pages/*/*.py"), ROOT / "notebooks/teachers_guide.md"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    for path in ROOT.glob("notebooks/*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        texts.append("\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown"))
    return set().union(*map(runs, texts))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.key)
def test_no_question_stands_on_a_page(question, what_students_read):
    texts = question.texts()
    assert not runs(texts["ask"]) & what_students_read
    assert not runs(texts["answer"]) & what_students_read


def test_a_question_that_stands_on_a_page_is_noticed(what_students_read):
    copied = "Forty homes were sold. For a house of 2,000 square feet an agent quotes the mean"
    assert runs(copied) & what_students_read


@pytest.mark.parametrize("question", PICTURED, ids=lambda q: q.key)
def test_a_picture_is_gray_small_and_whole_and_has_a_text(question):
    figure = question.picture.figure()
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert np.ptp(pixels.astype(int), axis=-1).max() == 0
    assert len(np.unique(pixels)) > 10
    assert len(document.picture_of(question.key)) < 300_000
    assert len(question.texts()["alt"].split()) >= 10
    low, high = figure.get_tightbbox().get_points() * figure.dpi
    assert np.all(low >= 0)
    assert np.all(high <= figure.bbox.size)


@pytest.fixture(scope="module")
def texts():
    return files()


def test_files_are_complete_in_themselves(texts):
    assert len(texts) == 2 + 2 * len(PAPERS)
    for text in texts.values():
        assert re.findall(r"(?:src|href)\s*=\s*[\"']?(?!data:|[\"'])[^\"'>]*", text) == []
        assert re.findall(r"<(?:script|link|iframe)\b|url\(", text) == []
        pictures = re.findall(r"<img\b[^>]*>", text)
        assert [picture for picture in pictures if not re.search(r'alt="[^"]', picture)] == []
        assert "[[" not in re.sub(r"<code.*?</code>", "", text, flags=re.DOTALL)
        assert "$" not in text
        assert "merror" not in text


def test_no_number_at_the_beginning_of_a_line_has_become_a_list():
    for question in QUESTIONS:
        assert "<ol" not in document.html_of(question.texts()["answer"]), question.key
        items = document.html_of(question.texts()["ask"]).count("<li>")
        assert items == 0 or items >= 4, question.key


def test_a_paper_gives_no_answer_away(texts):
    for paper in PAPERS:
        text = texts[f"{paper.key}.html"]
        assert 'class="answer"' not in text
        assert not any(key in text for key in paper.keys)
        solved = texts[f"{paper.key}_answers.html"]
        for answer in (document.html_of(BANK[key].texts()["answer"]) for key in paper.keys):
            assert answer not in text
            assert answer in solved


def test_files_are_written_into_a_folder_that_is_made(tmp_path, texts):
    written = build(tmp_path / "here")
    assert sorted(written) == sorted((tmp_path / "here").iterdir())
    assert {path.name: path.read_text(encoding="utf-8") for path in written} == texts


def test_numbers_are_written_as_one_writes_them():
    assert [written(x, "frac") for x in (-2.875, 3.0)] == [r"-\tfrac{23}{8}", "3"]
    assert [written(x, "g") for x in (-0.0, 0.125)] == ["0", "0.125"]
    assert written(1e-12, ".2f") == "0.00"


def test_a_name_without_a_number_is_an_error():
    with pytest.raises(KeyError):
        fill("$[[missing]]$", {})
    lacking = Question("02.x", "compute", 1, "[[a]]", "[[b:.2f]]", ((1, "[[c:frac]]"),))
    assert names_in(lacking) == {"a", "b", "c"}


def test_bold_greek_letters_are_characters_of_their_own():
    html = document.html_of(r"$\boldsymbol\mu$ and $\mathbf{1}$")
    assert chr(0x1D741) in html
    assert chr(0x1D7CF) in html
    assert "mathvariant" not in html


def test_students_get_nothing_of_this_folder():
    """The wheel's files are listed by name in tests/test_distribution.py."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert "teaching" not in build["targets"]["wheel"]["only-include"]
    assert "/teaching" in build["targets"]["sdist"]["exclude"]
    command = ["git", "grep", "-l", "teaching[./]exam", "--", "rbflib", "server", "book"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == ""
