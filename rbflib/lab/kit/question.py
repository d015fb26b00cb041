"""The kinds of questions: a choice, a number, an order.

In their texts, $…$ is LaTeX and `…` is code. Choices and items are plain text, since the browser
draws them.
"""

from dataclasses import dataclass, replace
from random import Random

LETTERS = "ABCDEFGHIJ"  # of choices, wherever they are shown


@dataclass(frozen=True)
class Question:
    """What every kind of question has.

    Parameters
    ----------
    key : str
        A short name, unique on its page.
    ask : str
    why : str
        Shown after the right answer.
    reread : str
        Heading of the section of the page that has the answer.
    """

    key: str
    ask: str
    why: str
    reread: str


@dataclass(frozen=True)
class Choice(Question):
    """One of several texts is right.

    Parameters
    ----------
    answer : str
        The right one.
    choices : dict of str to str
        Text -> why it is wrong, in the order in which they are shown; "" for the right one.
    in_order : bool
        The choices have an order of their own, in which they stay.
    """

    answer: str
    choices: dict[str, str]
    in_order: bool = False

    def with_answer_at(self, place):
        """The same question with the right choice at this place, from 0."""
        texts = [text for text in self.choices if text != self.answer]
        texts.insert(place, self.answer)
        return replace(self, choices={text: self.choices[text] for text in texts})


@dataclass(frozen=True)
class Number(Question):
    """A number is asked for.

    Parameters
    ----------
    answer : float
    wrong : dict of float to str
        Usual wrong answers -> why they are wrong.
    otherwise : str
        Shown after any other number.
    tolerance : float
        So far from the answer is still right.
    """

    answer: float
    wrong: dict[float, str]
    otherwise: str
    tolerance: float = 0.005


@dataclass(frozen=True)
class Order(Question):
    """Texts are to be put in order.

    Parameters
    ----------
    items : dict of str to str
        In the right order: text -> why it has this place.
    shown : tuple of int
        The order in which they are listed, as numbers of `items`.
    """

    items: dict[str, str]
    shown: tuple[int, ...]

    @property
    def listed(self):
        return [list(self.items)[i] for i in self.shown]


def lettered(texts):
    """Choices as items of a list in Markdown."""
    return [f"- **{letter}** {text}" for letter, text in zip(LETTERS, texts, strict=False)]


def with_places_drawn(page, questions):
    """The questions of a page, with a place drawn for each right choice.

    The draw is the same on every computer, and no page has all of them at one place.
    """
    draw = Random(page)
    free = [q for q in questions if isinstance(q, Choice) and not q.in_order]
    drawn = sorted(range(len(free)), key=lambda _: draw.random())
    placed = {q.key: q.with_answer_at(n % len(q.choices)) for q, n in zip(free, drawn, strict=True)}
    return tuple(placed.get(q.key, q) for q in questions)
