r"""Quizzes as Moodle XML.

Formulas are LaTeX between \( and \), which Moodle's MathJax filter draws. A choice becomes a
question of the type `multichoice`, a number one of the type `numerical`. An order becomes
`ordering`, which Moodle has since 4.4 and before as a plugin, or `matching`: every place is matched
with its item. Moodle's `numerical` reads decimals, not fractions such as 1/4.

What a page says after the right answer is the general feedback, beside the section to reread.
"""

import html
import re

from rbflib.lab.kit.question import Choice, Number, Order, by_template
from rbflib.lab.pages import page_title

ORDERS = ("ordering", "matching")


def quiz_xml(quizzes, order="ordering"):
    """One XML text of all quizzes, each in a category of its own.

    Where a question comes with other numbers, too, it has a category of its own in that: a random
    question of it is the question of a student.

    Parameters
    ----------
    quizzes : dict of str to sequence of Question
        Such as QUIZZES, or a part of it; variants follow their question.
    order : str
        "ordering" or "matching".
    """
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for page, questions in quizzes.items():
        parts.append(_category(page))
        for key, (first, *others) in by_template(questions).items():
            alike = [_question(page, question, order) for question in (first, *others)]
            parts += [_category(page, key), *alike, _category(page)] if others else alike
    return "\n".join([*parts, "</quiz>\n"])


def as_html(text):
    r"""HTML of a text in which `…` is code and $…$ a formula: that stands between \( and \)."""
    escaped = html.escape(text, quote=False)
    code = re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)
    return re.sub(r"\$([^$]+)\$", r"\\(\1\\)", code)


def _category(page, *key):
    path = "/".join(["$course$/top/rbflib", page_title(page), *key])
    return f'<question type="category"><category><text>{path}</text></category></question>'


def _question(page, question, order):
    kind = {Choice: "multichoice", Number: "numerical", Order: order}[type(question)]
    lines = [
        f'<question type="{kind}">',
        f"<name><text>{page} {html.escape(question.key)}</text></name>",
        _text("questiontext", _paragraph(question.ask)),
        _text("generalfeedback", _general(page, question)),
        "<defaultgrade>1</defaultgrade>",
        "<penalty>0.3333333</penalty>",
        "<hidden>0</hidden>",
        f"<idnumber>rbflib-{page}-{html.escape(question.key.replace(' ', '-'))}</idnumber>",
        *ANSWERS[kind](question),
        "</question>",
    ]
    return "\n".join(lines)


def _text(tag, content):
    """An element with HTML in it, which XML must not read."""
    return f'<{tag} format="html"><text>{html.escape(content)}</text></{tag}>'


def _paragraph(text):
    return f"<p>{as_html(text)}</p>"


def _general(page, question):
    parts = [_paragraph(question.why)]
    if isinstance(question, Order):
        reasons = [f"<li>{as_html(f'{text}: {why}')}</li>" for text, why in question.items.items()]
        parts.append(f"<ol>{''.join(reasons)}</ol>")
    parts.append(f"<p>Page {page}, section “{html.escape(question.reread, quote=False)}”.</p>")
    return "".join(parts)


def _choice(question):
    yield "<single>true</single>"
    yield "<shuffleanswers>false</shuffleanswers>"  # some choices have an order of their own
    yield "<answernumbering>ABCD</answernumbering>"
    for text, why in question.choices.items():
        fraction = 100 if text == question.answer else 0
        yield _answer(fraction, html.escape(text, quote=False), why)


def _number(question):
    tolerance = f"<tolerance>{question.tolerance!r}</tolerance>"
    yield _answer(100, repr(question.answer), "", tolerance)
    for number, why in question.wrong.items():
        yield _answer(0, repr(number), why, tolerance)
    yield _answer(0, "*", question.otherwise, "<tolerance>0</tolerance>")
    yield "<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty>"
    yield "<showunits>3</showunits><unitsleft>0</unitsleft>"


def _order(question):
    yield "<layouttype>VERTICAL</layouttype>"
    yield f"<selecttype>ALL</selecttype><selectcount>{len(question.items)}</selectcount>"
    yield "<gradingtype>ALL_OR_NOTHING</gradingtype><showgrading>HIDE</showgrading>"
    yield "<numberingstyle>none</numberingstyle>"
    for place, (text, why) in enumerate(question.items.items(), start=1):
        yield _answer(place, html.escape(text, quote=False), why)


def _answer(fraction, text, why, more=""):
    feedback = _text("feedback", _paragraph(why) if why else "")
    # A number is compared as text: it is plain, without HTML.
    kind = "moodle_auto_format" if more else "html"
    return (
        f'<answer fraction="{fraction}" format="{kind}"><text>{html.escape(text)}</text>'
        f"{feedback}{more}</answer>"
    )


def _matching(question):
    """Places to be matched with items: Moodle shuffles the items, and not the places."""
    yield "<shuffleanswers>false</shuffleanswers>"
    for place, text in enumerate(question.items, start=1):
        answer = f"<answer><text>{html.escape(text)}</text></answer>"
        yield f'<subquestion format="html"><text>place {place}</text>{answer}</subquestion>'


ANSWERS = {
    "multichoice": _choice, "numerical": _number, "ordering": _order, "matching": _matching,
}  # fmt: skip
