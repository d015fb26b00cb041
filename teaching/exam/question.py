"""A question of the exam bank, and how its numbers get into its text.

Texts are Markdown with $…$ and $$…$$ for LaTeX. Where a number is computed, [[name]] stands for it;
[[name:.2f]] gives its format, and [[name:frac]] writes it as a fraction.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import cleandoc

from matplotlib import rc_context
from matplotlib.figure import Figure

from rbflib.lab.kit import style
from rbflib.lab.kit.settings import our_settings

KINDS = {
    "compute": "compute by hand",
    "picture": "read a picture",
    "explain": "explain",
    "error": "find the error",
}


@dataclass(frozen=True)
class Picture:
    """A drawing of a question.

    Parameters
    ----------
    draw : callable
        Returns the figure.
    alt : str
        What a reader needs to answer without seeing it.
    """

    draw: Callable[[], Figure]
    alt: str

    def figure(self):
        """What it draws, in our type."""
        return our_settings()(rc_context({"font.size": style.TYPE})(self.draw))()


@dataclass(frozen=True)
class Question:
    """One question with its model answer and marking scheme.

    Parameters
    ----------
    key : str
        The page and a short name, such as "02.one_center".
    kind : str
        A key of `KINDS`.
    points : int
        Also the minutes that it should take.
    ask, answer : str
    marks : tuple of (int, str)
        Points, and the step of the answer that earns them.
    partial : tuple of (int, str)
        Points for a whole answer that is wrong in a typical way, and that way.
    numbers : callable
        Returns name -> number, for the texts.
    picture : Picture or None
    """

    key: str
    kind: str
    points: int
    ask: str
    answer: str
    marks: tuple[tuple[int, str], ...]
    partial: tuple[tuple[int, str], ...] = ()
    numbers: Callable[[], dict[str, float]] = field(default=dict)
    picture: Picture | None = None

    @property
    def page(self):
        """The number of the page, such as "02"."""
        return self.key[:2]

    def texts(self):
        """Ask, answer, marks, partial marks and alternative text, with their numbers."""
        numbers = self.numbers()
        return {
            "ask": fill(self.ask, numbers),
            "answer": fill(self.answer, numbers),
            "marks": [(points, fill(text, numbers)) for points, text in self.marks],
            "partial": [(points, fill(text, numbers)) for points, text in self.partial],
            "alt": fill(self.picture.alt, numbers) if self.picture else "",
        }


PLACE = re.compile(r"\[\[([a-z]\w*)(?::([^\]]+))?\]\]")


def names_in(question):
    """Names of the numbers that the texts of a question show."""
    texts = [question.ask, question.answer, *(text for _, text in question.marks)]
    texts += [text for _, text in question.partial]
    texts += [question.picture.alt] if question.picture else []
    return {name for text in texts for name, _ in PLACE.findall(text)}


def fill(text, numbers):
    """Put numbers in their places, and remove the indentation of the source."""
    return PLACE.sub(lambda match: written(numbers[match[1]], match[2] or "g"), cleandoc(text))


def written(number, form):
    """A number as it stands in a text.

    >>> written(-0.25, "frac"), written(3.0, "g"), written(0.125, ".2f")
    ('-\\\\tfrac{1}{4}', '3', '0.12')
    """
    if form != "frac":
        return format(round(float(number), 9) + 0.0, form)
    ratio = Fraction(float(number)).limit_denominator(1000)
    if ratio.denominator == 1:
        return str(ratio.numerator)
    sign = "-" if ratio < 0 else ""
    return rf"{sign}\tfrac{{{abs(ratio.numerator)}}}{{{ratio.denominator}}}"
