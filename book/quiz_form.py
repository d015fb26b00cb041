"""A quiz as an HTML form: static/quiz.js says of each answer what rbflib.lab.kit.question says."""

import json
import re
from html import escape
from string import ascii_uppercase

from rbflib.lab.kit.question import Choice, Number


def quiz_form(page, questions):
    parts = [question_form(page, i, question) for i, question in enumerate(questions, start=1)]
    again = '<button type="button" class="jupyter-button rbflib-again">Begin anew</button>'
    words = f'<p role="status" class="rbflib-score" data-page="{page}"></p>'
    return f'<div class="rbflib-quiz">{"".join(parts)}{again}{words}</div>'


def question_form(page, number, question):
    name = f"{page} {question.key}"
    answers, reread = escape(json.dumps(said(question))), escape(question.reread)
    ask = f"<b>{number}.</b> {as_html(question.ask)}"
    return (
        f'<form class="rbflib-question" data-key="{name}" data-reread="{reread}" '
        f'data-said="{answers}"><fieldset>'
        f'<legend><span class="rbflib-ask">{ask}</span></legend>{inputs(question, name)}'
        '<button class="jupyter-button">Check</button></fieldset>'
        '<p role="status" class="rbflib-said"></p></form>'
    )


def inputs(question, name):
    if isinstance(question, Choice):
        return "".join(
            f'<label><input type="radio" name="{name}" value="{i}"> {escape(text)}</label>'
            for i, text in enumerate(question.choices)
        )
    if isinstance(question, Number):
        return '<label>answer <input type="text" inputmode="text" placeholder="a number"></label>'
    items = "".join(f"<li>{escape(text)}</li>" for text in question.listed)
    letters = [f"<option>{letter}</option>" for letter in ascii_uppercase[: len(question.items)]]
    options = '<option value="">—</option>' + "".join(letters)
    places = range(1, len(question.items) + 1)
    lists = [f"<label>place {i} <select>{options}</select></label> " for i in places]
    return f'<ol type="A">{items}</ol>{"".join(lists)}'


def said(question):
    """What is right, and what is said of every answer."""
    if isinstance(question, Choice):
        choices = list(question.choices)
        wrong = [as_html(why) for why in question.choices.values()]
        told = {"kind": "choice", "right": choices.index(question.answer), "wrong": wrong}
    elif isinstance(question, Number):
        wrong = [[x, as_html(why)] for x, why in question.wrong.items()]
        told = {
            "kind": "number",
            "right": question.answer,
            "wrong": wrong,
            "tolerance": question.tolerance,
            "otherwise": as_html(question.otherwise),
        }
    else:
        letters = dict(zip(question.listed, ascii_uppercase, strict=False))
        right = "".join(letters[text] for text in question.items)
        wrong = {letters[x]: as_html(f"{x}: {why}") for x, why in question.items.items()}
        told = {"kind": "order", "right": right, "wrong": wrong}
    return told | {"why": as_html(question.why)}


def as_html(text):
    """Text in which `…` is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
