"""A quiz: the questions of a page on the screen. The browser judges answers: kit/js/judge.js."""

import html
import json
import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from random import choice
from xml.etree import ElementTree

import traitlets
from latex2mathml import converter

from rbflib.lab.kit.bundle import bundled, packed
from rbflib.lab.kit.display import WidgetBehindText
from rbflib.lab.kit.question import Choice, Number, Order, lettered
from rbflib.lab.record import store

convert = lru_cache(maxsize=4096)(converter.convert)  # variants have most formulas in common
LOW, HIGH = dict(zip("0123456789mn", "₀₁₂₃₄₅₆₇₈₉ₘₙ", strict=True)), {"2": "²", "+": "⁺", "*": "*"}


class Quiz(WidgetBehindText):
    """Questions with what is right and why, a score, and the same questions with other numbers.

    It needs no kernel; a kernel remembers the answers: name of a question -> what was checked, its
    "values" as they were chosen or typed, its "tries", and whether it is "right".

    Parameters
    ----------
    questions : dict of str to Question
        By their names in the record.
    title : str
        What the score is of; without one, there is none.
    variants : dict of str to dict of str to Question
        Name of a question -> the same question with other numbers, by their names.
    shown : int
        So many of the questions, first those that the reader got wrong at first; 0 for all.
    forms : sequence of str
        Of a test, each with an equal part of the questions: one is drawn for the reader.
    feedback : {"each", "none", "end"}
        Whether an answer is said to be right or wrong: at once, never, or after the last one.
    """

    _esm = packed("quiz.js")
    _css = bundled("quiz.css")
    title = traitlets.Unicode().tag(sync=True)
    questions = traitlets.List().tag(sync=True)
    shown = traitlets.Int().tag(sync=True)
    wrong = traitlets.List(traitlets.Unicode()).tag(sync=True)  # names without seeds
    form = traitlets.Unicode().tag(sync=True)
    feedback = traitlets.Unicode().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)  # a message about the memory

    def __init__(self, questions, title="", variants=None, shown=0, forms=(), feedback="each"):
        done = store.recall("quiz")
        every = questions | dict(chain(*(of.items() for of in (variants or {}).values())))
        super().__init__(
            **traits_of(questions, title, variants, shown, forms, feedback),
            answers={n: done[n] for n, q in every.items() if fits(done.get(n), q)},
            notice=" ".join(store.notices()),
        )
        if shown:
            self.wrong = wrong_at_first(store.events())
        if forms:
            self.form = form_of(forms, done)
        of_form = (of["name"] for of in self.questions if of["form"] == self.form)
        self._questions = [questions[name] for name in of_form]
        self.observe(self._remember, names="answers")

    def _remember(self, change):
        before, now = change["old"], change["new"]
        for name in before.keys() - now.keys():
            store.keep("quiz", name, None)
        for name, answer in now.items():
            if answer != before.get(name):
                store.keep("quiz", name, answer)
        self.notice = " ".join(store.notices())

    def __repr__(self):
        right = sum(bool(answer["right"]) for answer in self.answers.values())
        n = len(self.answers)
        counts = f"{n} answered, {right} right" if n else "none answered yet"
        return f"{self.title or 'Question'}: {len(self._questions)} questions, {counts}."

    def as_text(self):
        """The questions in Markdown, to be read where nothing can be clicked."""
        if self.form:
            return f"*Run the page for the {len(self._questions)} questions.*"
        lines, shown = [], self._questions[: self.shown or None]
        for number, question in enumerate(shown, start=1):
            place = f"**{number}.** " if len(shown) > 1 else ""
            lines += [f"{place}{question.ask}", ""]
            if not isinstance(question, Number):
                texts = question.listed if isinstance(question, Order) else question.choices
                lines += [*lettered(texts), ""]
        return "\n".join([*lines, "*Run the page to answer, and to see why.*"])


def wrong_at_first(events):
    """Names of questions, without seeds, whose first answer was wrong."""
    first = {}
    for event in events:
        if event["kind"] == "quiz" and event["value"]:
            first.setdefault(event["name"], event["value"].get("right"))
    return [name for name, right in first.items() if not right]


def form_of(forms, names):
    """The form of the first test: the one that was answered, or not in the second, or a draw."""
    for name in names:
        match name.split(" "):
            case ["before", form, _] if form in forms:
                return form
            case ["after", form, _] if form in forms:
                return next(other for other in forms if other != form)
    return choice(forms)


def traits_of(questions, title="", variants=None, shown=0, forms=(), feedback="each"):
    """What everybody gets of a quiz, also a page of the book."""
    described = descriptions(questions, variants or {})
    size = len(described) // len(forms) if forms else 0
    for n, question in enumerate(described):
        question["form"] = forms[n // size] if forms else ""
    return {"title": title, "questions": described, "shown": shown, "feedback": feedback}


def descriptions(questions, variants):
    """The questions for the browser: name, description as JSON, and what its variants change."""
    found = []
    for name, question in questions.items():
        text = json.dumps(description(name, question))
        others = [edits(text, json.dumps(description(*v))) for v in variants.get(name, {}).items()]
        found.append({"name": name, "text": text, "variants": others})
    return found


def edits(before, after):
    """What makes one text of another: a line of letters to keep, to drop and to put in for each."""
    # Tags in one: two texts of few parts are soon compared.
    parts = [re.findall(r"(?:<[^>]*>)+|\w+|\W+", text) for text in (before, after)]
    lines, kept = [], 0
    for tag, *ends in SequenceMatcher(None, *parts).get_opcodes():
        old, new = ("".join(of[a:b]) for of, a, b in zip(parts, ends[::2], ends[1::2], strict=True))
        if tag == "equal":
            kept = len(old)
        else:
            lines.append(f"{kept} {len(old)} {new}")
            kept = 0
    return "\n".join(lines)


def description(name, question):
    """A question for the browser: HTML of its texts, what is right, and the feedback."""
    common = {
        "name": name,
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
            sides = (side if side.isalnum() else f"({side})" for side in (above, below))
            return "½" if (above, below) == ("1", "2") else "/".join(sides)
        case "msqrt", *inside:
            return f"√{''.join(inside)}"
        case "msub", base, sub:
            return base + (f"_{sub}" if set(sub) - set(LOW) else sub.translate(str.maketrans(LOW)))
        case "msup", base, sup:
            return base + HIGH.get(sup, f"^({sup})")
    return "".join(parts)
