"""Questions with a seed: their file, the places in their texts, and how numbers are written."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from rbflib.lab.kit.question_file import NotRead, maker, templates_of
from rbflib.lab.kit.template import NotFilled, Template, drawn, fill, written

RATE = """
## rate · number
Of [[n]] samples [[k]] are wrong. What is the error rate?

- [x] [[rate]]
  $[[k]]/[[n]]$.
- [ ] [[odds]]
  These are the odds.
- [ ] 0 <!-- none -->
  Some are wrong.
- [ ] any other
  Divide by [[n]].

> 1 Errors
"""
SIDE = """
## side · choice · in order
Which holds?

- [ ] x > [[n]] <!-- above -->
  No.
- [x] x < [[n]]
  Yes, since [[n:word]]
  is more.

> 2 Sides
"""
SORTED = """
## sorted · order
Sort.

2. the number [[n]]
  it is the larger one.
1. the number [[k]]
  it is the smaller one.

So it is.

> 3 Order
"""


@drawn(n=range(2, 9), k=range(1, 9))
def rate(n=4, k=1):
    value, odds = Fraction(k, n), Fraction(k, n - k) if n > k else 0
    return {"n": n, "k": k, "rate": value, "odds": odds} if k <= n else None


@drawn(n=[3, 5], k=[2])
def side(n=3, k=2):
    return {"n": n, "k": k, "by": (n, k)}


NUMBERS = SimpleNamespace(rate=rate, side=side, sorted=side)


def read(tmp_path, text):
    (tmp_path / "questions.md").write_text(text)
    return templates_of(tmp_path / "questions.md", NUMBERS, maker)


def test_questions_of_all_kinds_are_read_with_the_numbers_of_the_page(tmp_path):
    made = {key: t.made() for key, t in read(tmp_path, RATE + SIDE + SORTED).items()}
    number, choice, order = made.values()
    assert number.ask == "Of 4 samples 1 are wrong. What is the error rate?"
    assert (number.answer, number.why, number.reread) == (0.25, "$1/4$.", "1 Errors")
    assert number.wrong == {1 / 3: "These are the odds.", 0: "Some are wrong."}
    assert number.methods == {"0.25": "rate", "0.333333": "odds", "0": "none"}
    assert number.otherwise == "Divide by 4."
    assert (choice.answer, choice.why) == ("x < 3", "Yes, since three is more.")
    assert choice.choices == {"x > 3": "No.", "x < 3": ""}
    assert choice.in_order
    assert choice.methods == {"x > 3": "above", "x < 3": "x < [[n]]"}
    assert order.listed == ["the number 3", "the number 2"]
    assert list(order.items) == ["the number 2", "the number 3"]
    assert (order.why, order.items["the number 2"]) == ("So it is.", "it is the smaller one.")


def test_seeds_have_other_numbers_until_all_are_used_and_no_two_equal_answers(tmp_path):
    template = read(tmp_path, RATE)["rate"]
    found = [template.values(seed) for seed in range(template.count(1000) + 1)]
    pairs = {(v["n"], v["k"]) for v in found}
    assert len(pairs) == len(found)
    # Where all are wrong, the odds would be 0, which another answer is.
    assert pairs == {(n, k) for n in range(2, 9) for k in range(1, n)}
    assert template.made(5) == template.made(5) != template.made(6)
    assert template.made(len(found) + 3) == template.made(3)
    secret = {template.made(f"a long text {n}").ask for n in range(40)}
    assert len(secret) > 10
    assert template.made().ask not in secret


def test_heading_that_comes_again_has_another_text(tmp_path):
    plain = SIDE.replace("[[n]]", "3").replace("[[n:word]]", "three").replace("side", "plain")
    template = read(tmp_path, plain + plain.replace("Which holds", "What is true"))["plain"]
    assert [template.made(seed).ask for seed in (0, 1)] == ["Which holds?", "What is true?"]
    assert template.count(9) == 1
    both = read(tmp_path, SIDE + SIDE.replace("Which holds", "What is true"))["side"]
    asked = {(both.made(seed).ask, both.values(seed)["n"]) for seed in range(4)}
    assert len(asked) == both.count(9) + 1 == 4


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("number", "riddle", r"questions\.md ## rate is a 'riddle', and not one of choice"),
        ("- [ ] [[odds]]", "- [x] [[odds]]", r"## rate, a number, has 2 right answers"),
        ("- [ ] any", "- [ ] no", "0 “any other”"),
        ("  These are", "These are", "'These are the odds.' belongs to no answer"),
        ("> 1", "1", "does not say what to reread"),
        ("- [", "* [", "has no answers"),
        ("samples [[k]]", "samples\n4. [[k]]", r"has the numbered answer '4\. \[\[k"),
    ],
)
def test_slip_in_a_file_is_said_with_its_question(tmp_path, before, after, words):
    with pytest.raises(NotRead, match=words):
        read(tmp_path, RATE.replace(before, after))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("[[m]]", r"## rate: \[\[m\]\] cannot be filled: name 'm' is not defined"),
        ("[[k:part]]", r"## rate: \[\[k:part\]\] cannot be written"),
        ("[[__import__('os')]]", "cannot be filled"),
    ],
)
def test_place_that_cannot_be_filled_is_said_with_its_question(tmp_path, place, words):
    with pytest.raises(NotFilled, match=words):
        read(tmp_path, RATE.replace("[[k]] are", f"{place} are"))["rate"].made()


def test_question_with_equal_answers_is_not_asked(tmp_path):
    template = read(tmp_path, SIDE.replace("x > [[n]]", "x < [[n]]"))["side"]
    assert (template.made(), template.count(9)) == (None, 0)
    tied = Template("tied", (lambda values: None if values["n"] == 3 else values["n"],), side)
    assert [tied.made(seed) for seed in (0, 1)] == [None, 5]


def test_limits_without_a_default_are_an_error():
    with pytest.raises(TypeError, match=r"f: no values or no default for \['b'\]"):

        @drawn(a=[1], b=[2])
        def f(a=1):
            return {"a": a}


@pytest.mark.parametrize(
    ("value", "form", "in_words", "in_a_formula"),
    [
        (Fraction(1, 3), "", "1/3", r"\tfrac{1}{3}"),
        (Fraction(-1, 4), "", "−0.25", "-0.25"),
        (Fraction(-23, 8), "/", "−23/8", r"-\tfrac{23}{8}"),
        (Fraction(-1, 8), "", "−1/8", r"-\tfrac{1}{8}"),
        (-0.125, "/", "−1/8", r"-\tfrac{1}{8}"),
        (0.375, "/", "3/8", r"\tfrac{3}{8}"),
        (2.0, "", "2", "2"),
        (-0.0, "", "0", "0"),
        (1e-12, ".2f", "0.00", "0.00"),
        (3, "+", "+3", "+3"),
        (-0.5, "+", "−0.5", "-0.5"),
        ((1, -2, Fraction(1, 2)), "sum", "1−2+0.5", "1-2+0.5"),
        ((1, 2), "", "1, 2", "1,2"),
        ((1, 2, 3), "and", "1, 2 and 3", "1, 2 and 3"),
        (4, "part", "a quarter", "a quarter"),
        (8, "part", "an eighth", "an eighth"),
        (Fraction(2, 3), "share", "two thirds", "two thirds"),
        (2, "Times", "Twice", "Twice"),
        (3, "times", "three times", "three times"),
        (2, "ordinal", "second", "second"),
        (13, "word", "13", "13"),
        ("left", "", "left", "left"),
    ],
)
def test_number_is_written_as_its_place_asks(value, form, in_words, in_a_formula):
    place = f"[[x:{form}]]" if form else "[[x]]"
    assert fill(f"{place} $a{place}$ `[[0, 1]]`", {"x": value}) == (
        f"{in_words} $a{in_a_formula}$ `[[0, 1]]`"
    )


def test_place_may_begin_with_a_digit_and_code_has_none():
    assert fill("[[2*k]] and `A[[0, 1]]`", {"k": 3}) == "6 and `A[[0, 1]]`"


def test_words_end_where_english_has_none():
    for value, form in ((81, "part"), (11, "ordinal"), (Fraction(13, 5), "share")):
        with pytest.raises(LookupError):
            written(value, form)
