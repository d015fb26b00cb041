"""Answers to a question in words, so that equal ones can be counted."""

import math
import re
import unicodedata
from functools import singledispatch

from rbflib.lab.kit.question import Choice, Number, Order, Question

OTHER = "another number"
BEFORE = " < "  # between two items of an order
_RAISED = re.compile("[²³¹¼-¾⁰-₟⅐-↏]")  # 2² would be 22
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_IN_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])", re.ASCII)


@singledispatch
def answer_of(question: Question, values):
    """The text of an answer, from its values as they were chosen or typed."""
    raise TypeError(f"A question is a Choice, a Number or an Order, and not {question!r}.")


@answer_of.register
def _(question: Choice, values):
    return values[0]


@answer_of.register
def _(question: Order, values):
    return BEFORE.join(values)


@answer_of.register
def _(question: Number, values):
    typed = as_number(values[0])
    listed = (question.answer, *question.wrong)
    near = (x for x in listed if typed is not None and abs(typed - x) <= question.tolerance)
    return _as_text(next(near, None))


def _as_text(number):
    return OTHER if number is None else f"{number:.6g}"


def answers_to(question, given=()):
    """(text, is it right) of the answers that a question foresees, and of those given beside."""
    if isinstance(question, Choice):
        return [(text, text == question.answer) for text in question.choices]
    if isinstance(question, Number):
        numbers = [question.answer, *question.wrong, None]
        return [(_as_text(x), x == question.answer) for x in numbers]
    right = BEFORE.join(question.items)
    return [(right, True), *((text, False) for text in sorted(set(given) - {right}))]


def is_right(question, values):
    """Whether an answer is right, as kit/js/judge.js judges it."""
    return (answer_of(question, values), True) in answers_to(question)


def as_number(text):
    """The finite number that a text says, as kit/js/number.js reads it, or None."""
    parts = unicodedata.normalize("NFKC", text).replace("−", "-").split("/")
    parts = [_with_point(part.strip()) for part in parts]
    if _RAISED.search(text) or len(parts) > 2 or not all(map(_NUMBER.fullmatch, parts)):
        return None
    above, below = map(float, [*parts, "1"][:2])
    number = above / below if below and math.isfinite(below) else math.nan
    return number if math.isfinite(number) else None


def _with_point(text):
    return text.replace(",", "" if _IN_THOUSANDS.match(text) else ".")
