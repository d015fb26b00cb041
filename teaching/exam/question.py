"""Questions of the exam bank, from page_NN.md with the numbers and drawings of page_NN.py.

    ## 04.walk · compute by hand · 5 points      key, kind and points; below it what is asked
    ### Answer                                   the model answer
    ### Marks                                    - 2: points, and the step that earns them
    ### If instead                               - 4: points for a whole answer that is wrong so
    ### Picture                                  what a reader needs who does not see it

Texts are Markdown with $…$ and $$…$$ for LaTeX, and places for numbers: see
`rbflib.lab.kit.template`. The function `walk` gives the numbers; `draw_walk`, of the numbers, the
picture. Numbers called `answers` must differ: those of the right way and of the wrong ones.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from matplotlib.figure import Figure

from rbflib.lab.kit.question_file import NotRead, joined
from rbflib.lab.kit.template import fill

KINDS = ("compute by hand", "read a picture", "explain", "find the error")
HEADING = re.compile(rf"({'|'.join(KINDS)}) · (\d+) points")
ROW = re.compile(r"(?m)^- (\d+): (.*(?:\n  .*)*)")


@dataclass(frozen=True)
class Picture:
    """A drawing of a question, and its text for who does not see it."""

    figure: Callable[[], Figure]
    alt: str


@dataclass(frozen=True)
class Question:
    """One question with its model answer and marking scheme."""

    key: str  # the page and a short name, such as "02.one_center"
    kind: str  # one of `KINDS`
    points: int  # also the minutes that it should take
    ask: str
    answer: str
    marks: tuple[tuple[int, str], ...]  # points, and the step of the answer that earns them
    partial: tuple[tuple[int, str], ...]  # points for a whole answer that is wrong so
    picture: Picture | None

    @property
    def page(self):
        """The number of the page, such as "02"."""
        return self.key[:2]


def maker(module, where, key, heading, text):
    """What makes an exam question of its numbers: see `question_file.templates_of`."""
    found = HEADING.fullmatch(heading)
    if not found:
        raise NotRead(
            f"{where}: {heading!r} is not a kind, one of {', '.join(KINDS)}, with points."
        )
    _, *named = re.split(r"(?m)^### (.+)\n", f"### Ask\n{text}")
    parts = dict(zip(named[::2], named[1::2], strict=True))
    if unlike := (parts.keys() - {"Ask", "If instead", "Picture"}) ^ {"Answer", "Marks"}:
        raise NotRead(f"{where}: there should be Answer and Marks, and not {sorted(unlike)}.")

    def make(values):
        answers = values.get("answers", ())
        if len({*answers}) < len(answers):
            return None

        def filled(part):
            return fill(parts.get(part, "").strip(), values, where)

        draw = getattr(module, f"draw_{key[3:]}", None)
        return Question(
            key=key,
            kind=found[1],
            points=int(found[2]),
            ask=filled("Ask"),
            answer=filled("Answer"),
            marks=rows(filled("Marks")),
            partial=rows(filled("If instead")),
            picture=Picture(partial(draw, values), filled("Picture")) if draw else None,
        )

    return make


def rows(text):
    return tuple((int(points), joined(step)) for points, step in ROW.findall(text))
