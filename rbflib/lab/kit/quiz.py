"""A quiz: the questions of a page on the screen. The browser judges answers: kit/js/judge.js."""

import html
import json
import re
import unicodedata
from difflib import SequenceMatcher
from itertools import chain
from xml.etree import ElementTree

import traitlets
from latex2mathml.converter import convert

from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.display import WidgetBehindText
from rbflib.lab.kit.question import Choice, Number, Order, lettered
from rbflib.lab.record import store

LOW, HIGH = dict(zip("0123456789mn", "₀₁₂₃₄₅₆₇₈₉ₘₙ", strict=True)), {"2": "²", "+": "⁺", "*": "*"}


class Quiz(WidgetBehindText):
    """The questions of a page, with a score and what to reread, and the same with other numbers.

    It needs no kernel; a kernel remembers the answers: key of a question -> what was checked, its
    "values" as they were chosen or typed, its "tries", and whether it is "right".

    Parameters
    ----------
    page : str
        Such as "02".
    questions : sequence of Question
    variants : dict of str to sequence of Question
        Key of a question -> the same question with other numbers.
    """

    _esm = bundled("quiz.js")
    _css = bundled("quiz.css")
    page = traitlets.Unicode().tag(sync=True)  # such as "02"
    questions = traitlets.List().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)  # a message about the memory

    def __init__(self, page, questions, variants):
        self._questions = questions
        done = store.recall("quiz")
        every = [*questions, *chain(*variants.values())]
        known = [q for q in every if fits(done.get(f"{page} {q.key}"), q)]
        super().__init__(
            page=page,
            questions=descriptions(questions, variants),
            answers={q.key: done[f"{page} {q.key}"] for q in known},
            notice=" ".join(store.notices()),
        )
        self.observe(self._remember, names="answers")

    def _remember(self, change):
        before, now = change["old"], change["new"]
        for key in before.keys() - now.keys():
            store.keep("quiz", f"{self.page} {key}", None)
        for key, answer in now.items():
            if answer != before.get(key):
                store.keep("quiz", f"{self.page} {key}", answer)
        self.notice = " ".join(store.notices())

    def __repr__(self):
        right = sum(bool(answer["right"]) for answer in self.answers.values())
        n = len(self.answers)
        counts = f"{n} answered, {right} right" if n else "none answered yet"
        return f"Quiz of page {self.page}: {len(self.questions)} questions, {counts}."

    def as_text(self):
        """The questions in Markdown, to be read where nothing can be clicked."""
        lines = []
        for number, question in enumerate(self._questions, start=1):
            lines += [f"**{number}.** {question.ask}", ""]
            if not isinstance(question, Number):
                shown = question.listed if isinstance(question, Order) else question.choices
                lines += [*lettered(shown), ""]
        return "\n".join([*lines, "*Run the page to answer, and to see why.*"])


def descriptions(questions, variants):
    """The questions for the browser: key, description as JSON, and what its variants change."""
    found = []
    for question in questions:
        text = json.dumps(description(question))
        others = [edits(text, json.dumps(description(v))) for v in variants[question.key]]
        found.append({"key": question.key, "text": text, "variants": others})
    return found


def edits(before, after):
    """What makes one text of another: a line of letters to keep, to drop and to put in for each."""
    words = [re.findall(r"\w+|\W", text) for text in (before, after)]
    lines, kept = [], 0
    found = SequenceMatcher(None, *words, autojunk=False).get_opcodes()
    for tag, *ends in found:
        old, new = ("".join(of[a:b]) for of, a, b in zip(words, ends[::2], ends[1::2], strict=True))
        if tag == "equal":
            kept = len(old)
        else:
            lines.append(f"{kept} {len(old)} {new}")
            kept = 0
    return "\n".join(lines)


def description(question):
    """A question for the browser: HTML of its texts, what is right, and the feedback."""
    common = {
        "key": question.key,
        "ask": as_html(question.ask),
        "label": as_words(question.ask),
        "why": as_html(question.why),
        "reread": question.reread,
    }
    if isinstance(question, Choice):
        wrong = {text: as_html(why) for text, why in question.choices.items()}
        return common | {"kind": "choice", "right": question.answer, "wrong": wrong}
    if isinstance(question, Number):
        return common | {
            "kind": "number",
            "right": question.answer,
            "wrong": [[x, as_html(why)] for x, why in question.wrong.items()],
            "otherwise": as_html(question.otherwise),
            "tolerance": question.tolerance,
        }
    why = {text: as_html(why) for text, why in question.items.items()}
    right = list(question.items)
    return common | {"kind": "order", "right": right, "wrong": why, "listed": question.listed}


def fits(answer, question):
    """Whether what was kept on another day is an answer to this question."""
    match question, answer:
        case Choice(), {"values": [str(value)], "tries": int(), "right": bool()}:
            return value in question.choices
        case Number(), {"values": [str()], "tries": int(), "right": bool()}:
            return True
        case Order(items=items), {"values": [*values], "tries": int(), "right": bool()}:
            return len(values) == len(items) and all(x in list(items) for x in values)
    return False


def as_html(text):
    """HTML of a text in which `…` is code and $…$ a formula, as MathML."""
    text = re.sub(r"\$(?=[,.;:?!)])", "$\N{WORD JOINER}", text)  # no line begins with a comma
    parts = re.split(r"\$([^$]+)\$", text)
    parts[::2] = [
        re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(part, quote=False))
        for part in parts[::2]
    ]
    parts[1::2] = map(convert, parts[1::2])
    return "".join(parts)


def as_words(text):
    """The text with its formulas in Unicode: browsers leave MathML out of an element's name."""
    parts = re.split(r"\$([^$]+)\$", text.replace("`", ""))
    parts[1::2] = [_linear(ElementTree.fromstring(convert(formula))) for formula in parts[1::2]]
    return "".join(parts)


def _linear(node):
    """A formula's MathML on one line: ½, β₁, E_in, e^(−γd²)."""
    parts = [unicodedata.normalize("NFKC", node.text or ""), *map(_linear, node)]
    match node.tag.rpartition("}")[2], *parts[1:]:
        case "mfrac", above, below:
            return "½" if (above, below) == ("1", "2") else f"({above})/({below})"
        case "msub", base, sub:
            return base + (f"_{sub}" if set(sub) - set(LOW) else sub.translate(str.maketrans(LOW)))
        case "msup", base, sup:
            return base + HIGH.get(sup, f"^({sup})")
    return "".join(parts)
