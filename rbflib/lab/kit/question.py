"""The kinds of questions: a choice, a number, an order.

In their texts, $…$ is LaTeX and `…` is code. Choices and items are plain text, since the browser
draws them.
"""

from dataclasses import dataclass, field, replace
from random import Random

LETTERS = "ABCDEFGHIJ"  # of choices, wherever they are shown


@dataclass(frozen=True)
class Question:
    """What every kind of question has."""

    key: str  # a short name, unique on its page
    ask: str
    why: str  # shown after the right answer
    reread: str  # heading of the section of the page that has the answer
    # An answer in words -> the name of the way to it, which is the same for all seeds.
    methods: dict[str, str] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True)
class Choice(Question):
    """One of several texts is right."""

    answer: str
    choices: dict[str, str]  # text -> why it is wrong, or "", in the order in which they are shown
    in_order: bool = False  # the choices have an order of their own, in which they stay

    def with_answer_at(self, place):
        """The same question with the right choice at this place, from 0."""
        texts = [text for text in self.choices if text != self.answer]
        texts.insert(place, self.answer)
        return replace(self, choices={text: self.choices[text] for text in texts})


@dataclass(frozen=True)
class Number(Question):
    """A number is asked for."""

    answer: float
    wrong: dict[float, str]  # usual wrong answers -> why they are wrong
    otherwise: str  # shown after any other number
    tolerance: float = 0.005  # so far from the answer is still right


@dataclass(frozen=True)
class Order(Question):
    """Texts are to be put in order."""

    items: dict[str, str]  # in the right order: text -> why it has this place
    shown: tuple[int, ...]  # the order in which they are listed, as numbers of `items`

    @property
    def listed(self):
        return [list(self.items)[i] for i in self.shown]


def by_template(questions):
    """Key of a template -> the questions made of it: their keys end with a seed, or have none."""
    found = {}
    for question in questions:
        found.setdefault(question.key.partition(" ")[0], []).append(question)
    return found


def lettered(texts):
    """Choices as items of a list in Markdown."""
    return [f"- **{letter}** {text}" for letter, text in zip(LETTERS, texts, strict=False)]


def with_places_drawn(page, questions):
    """The questions of a page, with a place drawn for each right choice.

    The draw is the same on every computer, and no page has all of them at one place.
    """
    draw = Random(page)
    free = [q for q in questions if isinstance(q, Choice) and not q.in_order]
    drawn, first = sorted(range(len(free)), key=lambda _: draw.random()), draw.randrange(12)
    places = ((first + n) % len(q.choices) for q, n in zip(free, drawn, strict=True))
    placed = {q.key: q.with_answer_at(place) for q, place in zip(free, places, strict=True)}
    return tuple(placed.get(q.key, q) for q in questions)
