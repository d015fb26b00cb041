"""Quizzes: every answer explained, the marked ones computed anew, and the widget driven."""

import html
import json
import re
from pathlib import Path

import pytest
from independent import NOTHING_TO_COMPUTE, PAGES

from rbflib.lab import quiz
from rbflib.lab.kit import memory
from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.quizzes import QUIZZES

SOURCE = Path(__file__).parents[2] / "notebooks" / "source"
QUESTIONS = [(page, question) for page, questions in QUIZZES.items() for question in questions]
# What the page and the book read alike: text -> number, and texts that are none.
TYPED = json.loads((Path(__file__).parents[1] / "js/numbers.json").read_text(encoding="utf-8"))
ASKED_OF = pytest.mark.parametrize(
    ("page", "question"), QUESTIONS, ids=[f"{page}-{q.key}" for page, q in QUESTIONS]
)


@ASKED_OF
def test_marked_answer_is_the_computed_one(page, question):
    if (page, question.key) in NOTHING_TO_COMPUTE:
        return
    computed = PAGES[page].QUIZ[question.key]()
    if isinstance(question, Number):
        assert question.answer == pytest.approx(computed)
    elif isinstance(question, Order):
        assert [name.replace(" ", "_").lower() for name in question.items] == [
            name.replace(" ", "_").lower() for name in computed
        ]
    else:
        assert [question.answer] == computed


def test_every_question_is_computed_or_says_that_it_cannot_be():
    computed = {(page, key) for page, module in PAGES.items() for key in module.QUIZ}
    assert {(page, q.key) for page, q in QUESTIONS} == computed | NOTHING_TO_COMPUTE


@ASKED_OF
def test_every_wrong_answer_has_its_own_explanation(page, question):
    if isinstance(question, Choice):
        said = [said for text, said in question.choices.items() if text != question.answer]
        assert question.choices[question.answer] == ""
    elif isinstance(question, Number):
        said = [*question.wrong.values(), question.otherwise]
        assert question.answer not in question.wrong
    else:
        said = list(question.items.values())
        assert sorted(question.shown) == list(range(len(question.items)))
        assert list(question.listed) != list(question.items)
    assert all(said)
    assert len({*said, question.why}) == len(said) + 1


@ASKED_OF
def test_section_to_reread_is_on_the_page(page, question):
    [path] = SOURCE.glob(f"{page}_*.md")
    assert f"\n## {question.reread}\n" in path.read_text(encoding="utf-8")


@ASKED_OF
def test_texts_of_buttons_and_lists_are_plain(page, question):
    texts = getattr(question, "choices", None) or getattr(question, "items", {})
    assert not any(re.search(r"[$`\\]", text) for text in texts)


@pytest.mark.parametrize("page", QUIZZES)
def test_right_choice_is_not_always_in_the_same_place(page):
    choices = [question for question in QUIZZES[page] if isinstance(question, Choice)]
    places = {list(question.choices).index(question.answer) for question in choices}
    assert len(places) > 1


@pytest.mark.parametrize("page", QUIZZES)
def test_quiz_has_four_questions_of_three_kinds(page):
    assert len(QUIZZES[page]) >= 4
    assert {type(question) for question in QUIZZES[page]} == {Choice, Number, Order}
    assert f'quiz("{page}")' in next(SOURCE.glob(f"{page}_*.md")).read_text(encoding="utf-8")


def settle(names):
    """What the browser replies when it has sent all values."""
    names._handle_custom_msg({"kind": "settled", "number": names.asked}, [])


def test_answer_that_comes_behind_its_check_is_checked():
    shown = quiz("01")
    asked = shown.asked[0]
    asked.inputs[0].index = 0
    asked.button.click()
    asked.inputs[0].index = 3
    assert asked.said.value.startswith("✓")
    assert asked.tries == 1
    for place, index in zip(shown.asked[4].inputs, (3, 1, 4), strict=False):
        place.index = index
    shown.asked[4].button.click()  # one place is still empty
    shown.asked[4].inputs[3].index = 2
    assert shown.asked[4].said.value.startswith("✓")
    assert shown.summary.endswith("2 right, 2 of them at the first try.")
    shown.clear()
    assert shown.summary.endswith("none answered yet.")


def test_browser_is_asked_at_every_check_and_greeted_with_its_own_words(monkeypatch):
    shown, said = quiz("01"), []
    monkeypatch.setattr(shown.names, "send", said.append)
    shown.asked[0].button.click()
    shown.names._handle_custom_msg({"kind": "hello"}, [])
    assert said == [{"kind": "settled?", "number": 1}, {"kind": "hello"}]


def answer(asked, given):
    """Give an answer as a hand does, and press the button."""
    if isinstance(asked.question, Order):
        for control, text in zip(asked.inputs, given, strict=True):
            control.value = text
    else:
        asked.inputs[0].value = given
    asked.button.click()
    settle(asked.names)


def right_answer(question):
    if isinstance(question, Order):
        return list(question.items)
    return str(question.answer) if isinstance(question, Number) else question.answer


@pytest.mark.parametrize("page", QUIZZES)
def test_all_right(page):
    shown = quiz(page)
    n = len(shown.asked)
    assert shown.summary == f"Quiz of page {page}: {n} questions, none answered yet."
    for asked in shown.asked:
        answer(asked, right_answer(asked.question))
        assert asked.said.value.startswith("✓ <b>Right.</b> ")
    assert shown.summary == (
        f"Quiz of page {page}: {n} questions, {n} right, {n} of them at the first try. "
        "All questions are answered."
    )
    shown.clear()
    assert shown.summary == quiz(page).summary
    assert all(asked.said.value == "" and asked.given is None for asked in shown.asked)
    assert inputs_of(shown) == inputs_of(quiz(page))


def inputs_of(shown):
    controls = [control for asked in shown.asked for control in asked.inputs]
    return [(getattr(control, "index", None), control.value) for control in controls]


def test_wrong_choice_is_explained_and_its_section_named():
    shown = quiz("02")
    asked = shown.asked[1]
    answer(asked, "it holds zeros where these rows and columns meet")
    assert asked.said.value == (
        "✗ <b>Not right.</b> The distance is 0 there, so the similarity is 1."
    )
    assert shown.summary.endswith(
        "0 right, 0 of them at the first try. To reread: “3 When is there an inverse?”."
    )
    answer(asked, asked.question.answer)
    assert shown.summary.endswith("7 questions, 1 right, 0 of them at the first try.")


def test_another_choice_takes_back_what_was_said():
    shown = quiz("01")
    answer(shown.asked[0], shown.asked[0].question.answer)
    shown.asked[0].inputs[0].index = 0
    assert shown.asked[0].said.value == ""
    assert shown.summary.endswith("none answered yet.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3", "✓ <b>Right.</b> The mean, $(1+2+6)/3$."),
        (" 9/3 ", "✓ <b>Right.</b>"),
        ("3,0", "✓ <b>Right.</b>"),
        ("2", "✗ <b>Not right.</b> This is the median."),
        ("−7", "✗ <b>Not right.</b> The error is a sum of squares."),
        ("nan", "Type a number first, such as 0.25 or 1/4."),
        ("3,000", "✗ <b>Not right.</b> The comma was read as in 3,000 = 3000. "),
        ("2,0", "✗ <b>Not right.</b> The comma was read as in 2,0 = 2. This is the median."),
        ("1,00,0", "Type a number first, such as 0.25 or 1/4."),
        ("three", "Type a number first, such as 0.25 or 1/4."),
        ("1/0", "Type a number first, such as 0.25 or 1/4."),
        ("", "Type a number first, such as 0.25 or 1/4."),
    ],
)
def test_numbers_are_read_as_people_write_them(typed, said):
    asked = quiz("04").asked[1]
    answer(asked, typed)
    assert asked.said.value.startswith(said)


@pytest.mark.parametrize(
    ("typed", "number"), [*TYPED["numbers"].items(), *((text, None) for text in TYPED["none"])]
)
def test_typed_number_is_read_as_in_the_book_or_asked_for_and_not_counted(typed, number):
    asked = quiz("04").asked[1]
    asked.inputs[0].value = typed
    assert asked.given == number
    assert asked.tries == (number is not None)


def test_number_is_checked_once_with_the_enter_key():
    asked = quiz("04").asked[1]
    asked.inputs[0].value = "3"  # as the Enter key sends it
    assert asked.right
    asked.button.click()
    assert asked.tries == 1


def test_wrong_order_says_where():
    asked = quiz("02").asked[2]
    answer(asked, ["γ = 1000", "γ = 30", "γ = 100"])
    assert asked.said.value == (
        "✗ <b>Not right.</b> Place 2 is wrong. γ = 30: these bumps are the widest and look alike: "
        "the condition number is huge."
    )
    answer(asked, ["γ = 1000", "γ = 1000", "γ = 30"])
    assert asked.said.value == "✗ <b>Not right.</b> One of them has two places."


def test_missing_answers_are_asked_for_and_do_not_count():
    shown = quiz("02")
    for asked in shown.asked:
        asked.button.click()
        assert " first" in asked.said.value
        assert asked.tries == 0
    assert shown.summary.endswith("none answered yet.")


@pytest.mark.parametrize("page", QUIZZES)
def test_display_bundle_has_widget_and_text(page):
    shown = quiz(page)
    data = shown._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(shown) == shown.summary
    assert data["text/markdown"] == quiz(page).as_text()
    for number, question in enumerate(QUIZZES[page], start=1):
        assert f"**{number}.** {question.ask}" in data["text/markdown"]
        assert question.why not in data["text/markdown"]


def test_nothing_is_chosen_at_first():
    assert inputs_of(quiz("02")) == [
        (None, ""),
        (None, None),
        *3 * [(0, "")],
        *4 * [(None, None)],
    ]


def test_every_control_has_a_name():
    for asked in quiz("02").asked:
        assert asked.button.tooltip
        if not isinstance(asked.question, Choice):  # radio buttons are named by the question
            assert all(control.description for control in asked.inputs)


@pytest.mark.parametrize("page", [4, "4", "04"])
def test_page_may_be_a_number(page):
    assert quiz(page).summary == quiz("04").summary


@pytest.mark.parametrize("page", ["77", 77, 4.1, None, ["04"]])
def test_unknown_page_is_said(page):
    with pytest.raises(ValueError, match=r"no quiz of page .*\. There are 00, 01"):
        quiz(page)


@pytest.mark.parametrize("page", QUIZZES)
def test_answers_are_found_again_on_another_day(page):
    today = quiz(page)
    for asked in today.asked:
        answer(asked, right_answer(asked.question))
    wrong = next(asked for asked in today.asked if isinstance(asked.question, Choice))
    texts = [text for text in wrong.question.choices if text != wrong.question.answer]
    answer(wrong, texts[0])
    tomorrow = quiz(page)
    assert tomorrow.summary == today.summary
    assert [asked.tries for asked in tomorrow.asked] == [asked.tries for asked in today.asked]
    assert [asked.said.value for asked in tomorrow.asked] == [a.said.value for a in today.asked]
    tomorrow.clear()
    assert quiz(page).summary.endswith("none answered yet.")


@pytest.mark.parametrize(
    "done", [{}, None, 7, {"values": ["gone"], "tries": 1}, {"values": [], "tries": 1}]
)
def test_answer_that_no_longer_fits_its_question_is_forgotten(done):
    for asked in quiz("01").asked:
        memory.keep("quiz", f"01 {asked.question.key}", done)
    assert quiz("01").summary.endswith("none answered yet.")


def test_items_of_an_order_are_seen_all_at_once_and_chosen_by_letter():
    [asked] = [a for a in quiz("01").asked if isinstance(a.question, Order)]
    ask = asked.widget.children[0].value
    places = [ask.index(html.escape(text, quote=False)) for text in asked.question.listed]
    assert places == sorted(places)
    assert [label for label, _ in asked.inputs[0].options][:3] == ["—", "A", "B"]


def test_answer_that_cannot_be_remembered_is_said_below_the_quiz(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "_told", [])
    shown = quiz("04")
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RBFLIB_DATA", str(tmp_path / "file"))
    answer(shown.asked[1], "3")
    assert shown.summary.count("cannot be remembered") == 1
