"""A quiz: the questions of a page on the screen, with a score and what to reread."""

import html
import math
import re
from string import ascii_uppercase

import anywidget
import ipywidgets as widgets
import traitlets

from rbflib.lab.kit import memory
from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.question import Choice, Number, Order


class Names(anywidget.AnyWidget):
    """The line of words under a quiz, and names for a screen reader on what stands above it.

    The browser holds values back while the kernel is busy, and clicks it does not. So a check may
    come before the answer that was given before it. A browser that is asked whether it has
    settled replies behind all that it held back.
    """

    _esm = bundled("quiz.js")
    _css = bundled("quiz.css")
    words = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits):
        super().__init__(**traits)
        self.asked = self.settled = 0
        self.on_msg(self._listen)

    def ask_whether_settled(self):
        """The number of this request; `settled` is the last one that was replied to."""
        self.asked += 1
        self.send({"kind": "settled?", "number": self.asked})
        return self.asked

    def _listen(self, _widget, message, _buffers):
        if message["kind"] == "settled":
            self.settled = message["number"]
        else:
            self.send({"kind": message["kind"]})


class Maker:
    """Makes the controls of a quiz, with one layout, and one style per kind, for all of them.

    In the file of a page a layout of its own would take more room than the control.
    """

    def __init__(self):
        self.layout = widgets.Layout(width="auto")
        self.styles = {}

    def __call__(self, kind, **options):
        if kind in self.styles:
            options["style"] = self.styles[kind]
        control = kind(layout=self.layout, **options)
        if hasattr(control, "style"):
            self.styles[kind] = control.style
        return control


class Asked:
    """A question on the screen.

    Attributes
    ----------
    right : bool or None
        None where there is no answer yet.
    tries : int
    widget : ipywidgets.VBox
    """

    def __init__(self, number, question, names, tell, make):
        self.question = question
        self.names = names
        self.tell = tell
        self.on_checked = lambda _asked: None
        self.tries = 0
        self.right = None
        self._checked = 0  # the request that went out with the last check
        self.inputs = _INPUTS[type(question)](question, make)
        self.button = make(widgets.Button, description="Check", tooltip=f"Check question {number}")
        words = f"<b>{number}.</b> {_as_html(question.ask)}{_shown_items(question)}"
        ask = make(widgets.HTMLMath, value=words)
        self.said = make(widgets.HTMLMath)
        parts = [ask.add_class("rbflib-ask"), *self.inputs, self.button, self.said]
        self.said.add_class("rbflib-said")
        self.widget = make(widgets.VBox, children=parts).add_class("rbflib-question")
        if isinstance(question, Order):
            self.widget.add_class("rbflib-order")
        self.button.on_click(lambda _button: self.check())
        for control in self.inputs:
            control.observe(self._forget, names="value")
            if isinstance(control, widgets.Text):  # it comes as a whole, with Enter or the Tab key
                control.observe(self._typed, names="value")

    @property
    def given(self):
        """The answer as it stands: text, number or list of texts; None where it is missing."""
        values = [control.value for control in self.inputs]
        if isinstance(self.question, Order):
            return None if "" in values else values
        return _as_number(values[0]) if isinstance(self.question, Number) else values[0]

    def check(self):
        """Say whether the answer is right, and why."""
        self._checked = self.names.ask_whether_settled()
        if self.right is not None:
            return  # said already
        given = self.given
        if given is None:
            self.said.value = _MISSING[type(self.question)]
            return
        self.tries += 1
        self._judge(given)
        self.on_checked(self)
        self.tell()

    def _judge(self, given):
        self.right, words = self.question.said_of(given)
        words = words if self.right else self._comma_as_read(given) + words
        verdict = "✓ <b>Right.</b>" if self.right else "✗ <b>Not right.</b>"
        self.said.value = f"{verdict} {_as_html(words)}"

    @property
    def done(self):
        """What is remembered of a checked answer: the controls as they stand, and the tries."""
        values = [control.value for control in self.inputs]
        return {"values": values, "tries": self.tries, "right": self.right}

    def restore(self, done):
        """Bring back what was done on another day, where it still fits the question."""
        try:
            for control, value in zip(self.inputs, done["values"], strict=True):
                control.value = value
            tries, given = int(done["tries"]), self.given
        except (KeyError, TypeError, ValueError, traitlets.TraitError):
            given = None
        if given is None:
            self.clear()
        else:
            self._judge(given)
            self.tries = tries

    def _comma_as_read(self, given):
        """Where a typed number has a comma, which may be of thousands or of decimals."""
        typed = self.inputs[0].value
        if not isinstance(self.question, Number) or "," not in typed.translate(_PLAIN):
            return ""
        return f"The comma was read as in {typed.strip()} = {given:g}. "

    def clear(self):
        self._checked = 0
        for control in self.inputs:
            control.value = None if isinstance(control, widgets.RadioButtons) else ""
        self.tries = 0
        self._forget()

    def _forget(self, _change=None):
        """Another answer: what was said of the former one is no longer true."""
        late = self._checked > self.names.settled
        self.tries -= late and self.right is not None
        self.right = None
        self.said.value = ""
        if late:
            self.check()
        self.tell()

    def _typed(self, change):
        if change["new"]:
            self.check()


def _radio(question, make):
    return [make(widgets.RadioButtons, options=list(question.choices), index=None)]


def _box(_question, make):
    look = {"description": "answer", "placeholder": "a number"}
    return [make(widgets.Text, continuous_update=False, **look)]


def _lists(question, make):
    letters = zip(ascii_uppercase, question.listed, strict=False)
    options = [("—", ""), *letters]  # None would be no option
    places = range(1, len(question.items) + 1)
    return [make(widgets.Dropdown, options=options, description=f"place {i}") for i in places]


def _shown_items(question):
    """The items of an order, all at once, with the letters that the lists have for them."""
    if not isinstance(question, Order):
        return ""
    items = "".join(f"<li>{_as_html(text)}</li>" for text in question.listed)
    return f'<ol type="A">{items}</ol>'


_INPUTS = {Choice: _radio, Number: _box, Order: _lists}
_MISSING = {
    Choice: "Choose an answer first.",
    Number: "Type a number first, such as 0.25 or 1/4.",
    Order: "Fill all places first.",
}


class Quiz:
    """The questions of a page, and a line of words: the score, and what to reread.

    Attributes
    ----------
    asked : list of Asked
    summary : str
    """

    def __init__(self, page, questions):
        self.page = page
        self.questions = questions
        self.make = Maker()
        self.names = self.make(Names)
        numbered = enumerate(questions, start=1)
        parts = self.names, self._tell, self.make
        self.asked = [Asked(i, question, *parts) for i, question in numbered]
        self._recall()
        self._tell()

    @property
    def summary(self):
        return self.names.words

    def _tell(self):
        self.names.words = " ".join([self._score(), *memory.told()])

    def _score(self):
        answered = [asked for asked in self.asked if asked.right is not None]
        words = f"Quiz of page {self.page}: {len(self.asked)} questions"
        if not answered:
            return f"{words}, none answered yet."
        right = [asked for asked in answered if asked.right]
        first = sum(asked.tries == 1 for asked in right)
        words += f", {len(right)} right, {first} of them at the first try."
        return " ".join([words, *self._to_reread(answered)])

    def _to_reread(self, answered):
        wrong = [asked.question.reread for asked in answered if not asked.right]
        sections = list(dict.fromkeys(wrong))
        if sections:
            return ["To reread: " + "; ".join(f"“{section}”" for section in sections) + "."]
        return ["All questions are answered."] if len(answered) == len(self.asked) else []

    def _recall(self):
        done = memory.recall("quiz")
        for asked in self.asked:
            if self._name(asked) in done:
                asked.restore(done[self._name(asked)])
            asked.on_checked = lambda asked: memory.keep("quiz", self._name(asked), asked.done)

    def _name(self, asked):
        return f"{self.page} {asked.question.key}"

    def clear(self):
        """Begin anew."""
        for asked in self.asked:
            asked.clear()
            memory.forget("quiz", self._name(asked))

    def __repr__(self):
        return self.summary

    def _repr_mimebundle_(self, **_options):
        # Where the widget cannot live (an unrun or exported page), the text stands for it.
        return {
            **self.view()._repr_mimebundle_(),
            "text/plain": self.summary,
            "text/markdown": self.as_text(),
        }

    def as_text(self):
        """The questions in Markdown, to be read where nothing can be clicked."""
        lines = []
        for number, question in enumerate(self.questions, start=1):
            lines += [f"**{number}.** {question.ask}", ""]
            if not isinstance(question, Number):
                shown = question.listed if isinstance(question, Order) else question.choices
                lines += [*(f"- {text}" for text in shown), ""]
        return "\n".join([*lines, "*Run the page to answer, and to see why.*"])

    def view(self):
        """The widget: the questions, the score, and a button that clears all answers."""
        again = self.make(
            widgets.Button, description="Begin anew", tooltip="Clear all answers of this quiz"
        )
        again.on_click(lambda _button: self.clear())
        parts = [*(asked.widget for asked in self.asked), again, self.names]
        return self.make(widgets.VBox, children=parts).add_class("rbflib-quiz")


# As in book/static/quiz.js; tests/js/numbers.json is read by both. Not all that float() takes.
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# The full-width digits and signs of East Asian keyboards.
_PLAIN = {0xFEE0 + i: i for i in range(0x21, 0x7F)} | {ord("−"): "-"}


def _as_number(text):
    """The finite number that a text says, also as a fraction, or None."""
    over = [_with_point(part.strip()) for part in text.translate(_PLAIN).split("/")]
    if len(over) > 2 or not all(map(_NUMBER.fullmatch, over)):
        return None
    above, below = map(float, [*over, "1"][:2])
    number = above / below if below else math.inf
    return number if math.isfinite(number) and math.isfinite(below) else None


def _with_point(text):
    """The text of a number with a point for its decimals, and without commas for its thousands."""
    in_thousands = re.match(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])", text)
    return text.replace(",", "" if in_thousands else ".")


def _as_html(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
