"""Slides: from the cells that are marked, complete, and without a network."""

import re

import nbformat
import pytest

from book.tests.browser.bookshelf import NEEDS_NPM
from rbflib.lab import EXPLORERS
from rbflib.lab.quizzes import QUIZZES
from teaching.slides import build, words
from teaching.slides.deck import deck
from teaching.slides.pictures import states

PATHS = build.pages_with_slides()
OUTSIDE = re.compile(r"""(?:src|href|url|import|from)\b[=(\s]*["'(]?\s*(?:https?:)?//[^"')\s]+""")


def test_all_pages_of_the_course_have_few_columns_of_slides():
    assert [path.name[:2] for path in PATHS] == [f"{page:02}" for page in range(11)]
    for path in PATHS:
        cells = nbformat.read(path, as_version=4).cells
        kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in cells]
        assert {*kinds} - {None} == {"slide", "subslide"}, path.stem
        assert 5 <= kinds.count("slide") <= 18, path.stem


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_numbered_section_stands_on_a_slide(path):
    section, sections, shown = None, set(), set()
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            found = re.findall(r"(?m)^## (.*)$", cell.source)
            sections |= {heading for heading in found if heading[0].isdigit()}
            section = found[-1] if found else section
        if "slideshow" in cell.metadata:
            shown.add(section)
    assert sections - shown == set()


@pytest.fixture(scope="module")
def slides():
    """The last page, as slides and the answers and notes to them."""
    return [cell.source for cell in deck(nbformat.read(PATHS[-1], as_version=4)).cells]


def test_first_is_the_title_and_last_what_to_remember(slides):
    title = nbformat.read(PATHS[-1], as_version=4).cells[0].source.splitlines()[0]
    assert slides[0].startswith(f"{title}\n\n*")
    assert slides[-2].startswith("## What to remember\n\n- ")


@pytest.mark.parametrize("name", ["all_models", "calibration"])
def test_every_preset_is_a_picture_with_its_results(slides, name):
    for preset in EXPLORERS[name]().presets:
        [slide] = [slide for slide in slides if slide.startswith(f"## {preset}\n")]
        explorer = EXPLORERS[name]()
        explorer.restore(preset)
        assert f'alt="{explorer.summary}"' in slide  # for who cannot see it
        assert f'<p class="results">{words.as_html(explorer.summary)}</p>' in slide


def test_questions_of_the_quiz_have_answers_one_step_later_and_remarks_for_the_speaker(slides):
    asked = [n for n, slide in enumerate(slides) if slide.startswith("## Quiz, question")]
    for question, n in zip(QUIZZES["10"], asked, strict=True):
        before, _, after = slides[n].partition('<div class="fragment">')
        assert question.ask in before
        assert question.why in after
        assert question.why not in before
        notes, wrong = slides[n + 1], getattr(question, "choices", {}).values()
        assert all(why in notes for why in wrong)
        assert notes.endswith(f"Read again: {question.reread}")


def test_letters_of_an_answer_are_those_of_the_choices(slides):
    cells = nbformat.read(PATHS[-1], as_version=4).cells
    choices = next(re.findall('"([^"]+)"', c.source) for c in cells if "predict(" in c.source)
    letter = "ABCD"[choices.index("its error is smaller by less than a thirtieth")]
    [answer] = [slide for slide in slides if "</b> Its error is smaller by" in slide]
    assert f">{letter}</b> Its error is smaller by less than a thirtieth." in answer


def test_an_answer_shows_its_own_states_and_begins_with_a_whole_sentence():
    page = nbformat.read(PATHS[2], as_version=4)
    slides = [cell.source for cell in deck(page).cells]
    answers = [slide for slide in slides if "</b> About as far\n" in slide]
    assert "\n**About as far**: to " in answers[0]
    shown = [re.search(r"\*Shown: (.+)\.\*\n", slide)[1] for slide in answers]
    assert shown == ["Only fewer bumps", "Only a penalty"]


def test_results_are_typeset():
    assert words.as_html("E_in < 1.2e-05") == "E<sub>in</sub> &lt; 1.2 × 10<sup>−5</sup>"


def test_what_only_begins_is_also_shown_at_its_end():
    explorer = EXPLORERS["kmeans_walk"]()
    explorer.restore("Another start")
    explorer.set(step=100)
    shown = {title: e.summary for title, e in states("kmeans_walk")}
    assert shown["Another start: the end"] == explorer.summary != shown["Another start"]
    assert len(shown) == 2 * len(explorer.presets)


def test_a_prediction_is_cut_where_the_answer_is_to_be_written():
    asked = "A [b](c.md). Where is d? Commit to an answer, then press **E**."
    parts = words.prediction(f"F.\n\n**Predict, then move.** {asked}")
    assert parts == ("A b.", "Where is d?", "Commit to an answer, then press **E**.")
    assert words.pressed(parts[2]) == ["E"]


def test_a_section_shows_its_question_its_terms_and_its_formulas():
    text = (
        "## 1 One\n\nOld.\n\n## 2 Two\n\nPlain. Is it? Not this. A **term** is new. Then\n\n$$x$$"
        "\n\n<details><summary>More</summary>\n\n**No.**\n\n</details>\n\nIt is. It is a **name**."
    )
    shown, notes = words.section(text)
    question, term = ["Plain.", "*Is it?*"], ["A **term** is new.", "Then", "$$x$$"]
    assert shown == [*question, *term, "It is.", "It is a **name**."]
    assert "Not this." in notes
    assert "Old." not in notes
    assert "No." not in notes
    table = "| a |\n|---|\n| **b** |"
    assert words.section(f"## 3 Three\n\nPlain.\n\n{table}")[0] == [table]
    assert table not in words.section(f"{text}\n\n{table}")[0]


@NEEDS_NPM
def test_nothing_in_a_file_of_slides_leads_outside(tmp_path):
    for bad in ('<script src="https://a.b/c.js">', "url(//a.b/c)", "import x from 'http://a.b'"):
        assert OUTSIDE.search(bad)
    build.build(tmp_path, ["10"])
    texts = [path.read_text("utf-8") for path in tmp_path.glob("*.html")]
    texts += [path.read_text("utf-8") for path in tmp_path.glob("parts/*.css")]
    assert len(texts) == 4
    for text in texts:
        text = re.sub(r"data:image/\w+;base64,[\w+/=]+", "", text)
        assert OUTSIDE.findall(text) == []
        for part in re.findall(r'(?:src|href)="(parts/[^"]+)"', text):
            assert (tmp_path / part).exists()
