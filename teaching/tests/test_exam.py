"""The exam bank: its rules, its numbers, and that it stays with the teachers."""

import json
import os
import re
import subprocess
import tomllib
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

import nbformat
import numpy as np
import pytest
from matplotlib.text import Annotation

from rbflib.lab.kit.template import PLACE
from teaching.exam import document
from teaching.exam.__main__ import bank_files, build, main
from teaching.exam.bank import BANK, TEMPLATES
from teaching.exam.papers import PAPERS, secret_papers
from teaching.exam.question import KINDS
from teaching.tests.independent import SEEDED

ROOT = Path(__file__).parents[2]
QUESTIONS = tuple(BANK.values())
DRAWN = [key for key, template in TEMPLATES.items() if hasattr(template.numbers, "values")]
PAGES = [f"{number:02}" for number in range(1, 11)]
PICTURED = [question for question in QUESTIONS if question.picture]
ALONG = 9  # words in a row that no question shares with a page
SEEDS = int(os.environ.get("RBFLIB_SEEDS", "25"))  # 200 take three minutes
SEED = "a text that nobody guesses"


def test_every_page_has_six_questions_of_all_four_kinds_and_no_key_occurs_twice():
    for page in PAGES:
        kinds = [question.kind for question in QUESTIONS if question.page == page]
        assert len(kinds) >= 6
        assert set(kinds) == set(KINDS)
    assert [question.page for question in QUESTIONS] == sorted(q.page for q in QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.key)
def test_marks_add_up_errors_earn_fewer_and_only_pictures_have_a_picture(question):
    assert sum(points for points, _ in question.marks) == question.points
    assert all(points > 0 for points, _ in question.marks)
    assert all(0 <= points < question.points for points, _ in question.partial)
    assert (question.kind == "read a picture") == bool(question.picture)


def test_every_computed_question_has_an_independent_computation():
    keys = [key for key, template in TEMPLATES.items() if template.values()]
    assert sorted(SEEDED) == sorted(DRAWN) == sorted(keys)


@cache
def of_seeds(key):
    """(question, its numbers) of the first seeds, or of as many as there are."""
    template = TEMPLATES[key]
    seeds = range(template.count(SEEDS - 1) + 1)
    return [(template.made(seed), template.values(seed)) for seed in seeds]


@pytest.mark.parametrize("key", DRAWN)
def test_numbers_of_every_seed_are_those_of_code_that_reads_the_question(key):
    """Those that are drawn stand in the question; all others that its texts name are computed."""
    drawn = TEMPLATES[key].numbers.page.keys()
    source = SOURCES[key]
    names = {name for place, _ in PLACE.findall(source) for name in re.findall(r"[a-z_]\w*", place)}
    for question, values in of_seeds(key):
        computed = SEEDED[key](question)
        for name in computed.keys() & values.keys() - {"question", "_"}:
            right = computed[name]
            if isinstance(right, str):
                assert values[name] == right, (name, question.ask)
            else:
                number = np.asarray(values[name], dtype=float)
                right = pytest.approx(np.asarray(right, dtype=float), rel=1e-6, abs=1e-9)
                assert number == right, (name, question.ask)
    assert names & values.keys() <= computed.keys() | drawn, key


# Their pictures show fits, whose last digits are those of the machine.
FITTED = {"02.penalty_curves", "02.twelve_fits", "07.peak"}
PINNED = Path(__file__).parent / "first_variants.json"


def test_a_seed_makes_the_same_questions_after_every_release():
    """The text of a secret seed finds the answers again that belong to a paper.

    Where a question itself has changed, its line of the file may, too.
    """
    found = {key: [*map(short_hash, map(TEMPLATES[key].made, range(11)))] for key in DRAWN}
    assert found == json.loads(PINNED.read_text())


def short_hash(question):
    seen = question.picture.alt if question.picture and question.key not in FITTED else ""
    return sha256(f"{question.ask} {seen}".encode()).hexdigest()[:8]


SOURCES = {}  # a heading may come again: all texts of a question
for page in (ROOT / "teaching/exam").glob("page_*.md"):
    for key, text in re.findall(r"(?ms)^## (\S+) (.*?)(?=^## |\Z)", page.read_text("utf-8")):
        SOURCES[key] = SOURCES.get(key, "") + text


@pytest.mark.parametrize("key", DRAWN)
def test_two_seeds_seldom_have_the_same_question(key):
    """Where the text for who does not see a picture has not all of it, `data` is what it shows."""
    found = Counter(
        f"{q.ask}{q.picture and (q.picture.alt, n.get('data'))}" for q, n in of_seeds(key)
    )
    assert max(found.values()) == 1
    assert len(found) >= 20


# Parts of which more than a tenth of two seeds have the same answer, and why.
SAME_ANSWER = {
    "It is explained, and whatever the numbers are": """
        01.margin a, 02.one_center c, 02.units_of_targets a, 04.next_assignment c,
        05.neighbor_width b, 05.hidden_layers c, 07.normal_equations c, 08.maps c, 08.spectrum d,
        09.agreement c, 10.brier b, 10.reliability c, 10.folds c""",
    "It names one of a few panels, curves or marks of a picture": """
        02.penalty_curves a, 02.penalty_curves b, 02.twelve_fits a, 02.twelve_fits c,
        05.hidden_layers a, 05.hidden_layers b, 07.peak a, 08.spectrum b, 09.regions a,
        09.regions b, 09.regions c""",
    "It is a count, or a sum that is simple for few numbers": """
        01.unlike_texts b, 01.margin b, 01.margin d, 02.shares b, 03.votes b,
        05.neighbor_width c, 08.on_a_line b, 08.kept d, 10.folds a, 10.folds b""",
}
EQUAL = {tuple(part.split()) for parts in SAME_ANSWER.values() for part in parts.split(",")}


@pytest.mark.parametrize("key", DRAWN)
def test_two_seeds_seldom_have_the_same_answer_to_a_part(key):
    answers = [re.split(r"(?m)^(?=[b-d]\) )", q.answer) for q, _ in of_seeds(key)]
    equal = set()
    for part, texts in zip("abcd", zip(*answers, strict=True), strict=False):
        n = len(texts)
        if sum(m * (m - 1) for m in Counter(texts).values()) >= 0.1 * n * (n - 1):
            equal.add((key, part))
    assert equal == {of for of in EQUAL if of[0] == key}


@pytest.mark.parametrize("key", [question.key for question in PICTURED])
def test_nothing_of_a_picture_is_cut_off(key):
    for seed in range(5):
        for axes in TEMPLATES[key].made(seed).picture.figure().axes:
            (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
            lines = [line for line in axes.lines if line.get_transform() == axes.transData]
            for x, y in (np.ma.masked_invalid(line.get_data()) for line in lines):
                assert left <= x.min() <= x.max() <= right, (seed, axes.get_title(loc="left"))
                assert low <= y.min() <= y.max() <= high, (seed, axes.get_title(loc="left"))


@pytest.mark.parametrize("key", [question.key for question in PICTURED])
def test_a_letter_of_a_picture_stands_at_a_point_of_what_it_names(key):
    for axes in TEMPLATES[key].made(1).picture.figure().axes:
        points = [
            line.get_xydata() for line in axes.lines if line.get_transform() == axes.transData
        ]
        heights = [
            line.get_ydata() for line in axes.lines if line.get_transform() != axes.transData
        ]
        for letter in (text for text in axes.texts if isinstance(text, Annotation)):
            at = any(np.isclose(of, letter.xy).all(axis=1).any() for of in points)
            assert at or letter.xy[1] in np.ravel(heights), letter


def is_whole(paper):
    """Nine points for each page, so that any may be left out, and all kinds of questions."""
    pages = Counter()
    for question in paper.questions:
        pages[question.page] += question.points
    kinds = Counter(question.kind for question in paper.questions)
    one_page_each = all(len({q.page for q in questions}) == 1 for _, questions in paper.tasks)
    points = sorted(pages) == PAGES and set(pages.values()) == {9}
    return points and one_page_each and min(kinds[kind] for kind in KINDS) >= 3


def test_papers_have_all_pages_and_kinds_and_no_common_question():
    for papers in (PAPERS, *(secret_papers(f"{SEED} {n}") for n in range(3))):
        assert list(map(is_whole, papers)) == [True, True]
        keys = [question.key for paper in papers for question in paper.questions]
        assert len({*keys}) == len(keys)


def test_papers_of_two_seeds_differ_and_those_of_one_are_made_again():
    one, again, other = (secret_papers(seed) for seed in (SEED, SEED, f"{SEED}!"))
    texts = [[document.paper(paper) for paper in papers] for papers in (one, again, other)]
    assert texts[0] == texts[1]
    assert len({paper.title for paper in (*one, *other)}) == 4  # the fingerprint is in it
    for first, second in zip(one, other, strict=True):
        asked, again = (
            {(q.ask, q.picture and q.picture.alt) for q in paper.questions}
            for paper in (first, second)
        )
        assert len(asked & again) <= 5


def test_short_seed_is_refused(capsys):
    assert "at least 12 characters" in main(["--seed", "7"])


def runs(text):
    """All runs of words of a text; formulas and code are left out, since they have to agree."""
    prose = re.sub(r"```.*?```|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", " ", text, flags=re.DOTALL)
    words = re.findall(r"[a-z0-9]+", prose.lower())
    return {tuple(words[i : i + ALONG]) for i in range(len(words) - ALONG + 1)}


@pytest.fixture(scope="module")
def what_students_read():
    """Runs of words of the pages, their quizzes, exercises and drawings, and the guide."""
    kinds = ("py", "md", "toml")
    paths = [p for kind in kinds for p in ROOT.glob(f"rbflib/lab/pages/*/*.{kind}")]
    paths.append(ROOT / "notebooks/teachers_guide.md")
    texts = [path.read_text(encoding="utf-8") for path in paths]
    for path in ROOT.glob("notebooks/*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        texts.append("\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown"))
    return set().union(*map(runs, texts))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.key)
def test_no_question_stands_on_a_page(question, what_students_read):
    assert not runs(question.ask) & what_students_read
    assert not runs(question.answer) & what_students_read


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
    assert len(document.image(question.picture)) < 300_000
    assert len(question.picture.alt.split()) >= 10
    low, high = figure.get_tightbbox().get_points() * figure.dpi
    assert np.all(low >= 0)
    assert np.all(high <= figure.bbox.size)


@pytest.fixture(scope="module")
def texts():
    return bank_files()


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
        assert "<ol" not in document.html_of(question.answer), question.key
        items = document.html_of(question.ask).count("<li>")
        assert items == 0 or items >= 4, question.key


def test_room_for_an_answer_is_on_the_page_of_its_question():
    for question in QUESTIONS:
        assert re.search(r'height: \d+mm"></div></section>$', document.asked(question, "1", room=1))


def test_shares_of_a_picture_add_up_as_they_are_written():
    for question, _ in of_seeds("06.bars"):
        *bars, left = re.findall(r"\d\.\d\d", question.answer.split("b) ")[1])
        assert float(left) == pytest.approx(1 - sum(map(float, bars))), question.answer


def test_a_paper_gives_no_answer_away(texts):
    for paper in PAPERS:
        text = texts[f"{paper.key}.html"]
        assert 'class="answer"' not in text
        assert not any(question.key in text for question in paper.questions)
        solved = texts[f"{paper.key}_answers.html"]
        for answer in (document.html_of(question.answer) for question in paper.questions):
            assert answer not in text
            assert answer in solved


def test_files_are_written_into_a_folder_that_is_made(tmp_path, texts):
    written = build(tmp_path / "here", texts)
    assert sorted(written) == sorted((tmp_path / "here").iterdir())
    assert {path.name: path.read_text(encoding="utf-8") for path in written} == texts


def test_bold_greek_letters_are_characters_of_their_own():
    html = document.html_of(r"$\boldsymbol\mu$ and $\mathbf{1}$")
    assert chr(0x1D741) in html
    assert chr(0x1D7CF) in html
    assert "mathvariant" not in html


def test_minus_after_a_bracket_or_a_comma_belongs_to_its_number():
    assert document.html_of(r"$f=\big(-4(-1-2),\,-3\big)$").count('form="prefix"') == 3


def test_formula_stays_with_the_sign_after_it_and_not_with_the_words_before_it():
    assert '</span> to <span class="kept">' in document.html_of("From $a$ to $b$.")


def test_students_get_nothing_of_this_folder():
    """The wheel's files are listed by name in tests/test_distribution.py."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert "teaching" not in build["targets"]["wheel"]["only-include"]
    assert "/teaching" in build["targets"]["sdist"]["exclude"]
    command = ["git", "grep", "-l", "teaching[./]exam", "--", "rbflib", "server", "book"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == ""
