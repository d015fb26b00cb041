"""The questions for an oral examination, from oral.md."""

import re
from dataclasses import dataclass
from pathlib import Path

from rbflib.lab.kit.question_file import HEAD, joined

ITEM = re.compile(r"(?m)^- (.*(?:\n  (?!> ).*)*)((?:\n  > .*)*)")


@dataclass(frozen=True)
class OralQuestion:
    """A question to open a conversation with.

    Parameters
    ----------
    pages : str
        The pages that it is about.
    ask : str
    good : tuple of str
        What a good answer contains.
    further : tuple of (str, str)
        Questions that may follow, and their answers.
    weak : str
        What a weak answer sounds like, and what to ask then.
    """

    pages: str
    ask: str
    good: tuple[str, ...]
    further: tuple[tuple[str, str], ...]
    weak: str


def _question(heading, text):
    ask, good, further, weak = re.split(r"(?m)^### .+\n", text)
    listed = [
        [(joined(item), joined(answer.replace("  > ", ""))) for item, answer in ITEM.findall(part)]
        for part in (good, further)
    ]
    return OralQuestion(
        pages=heading.removeprefix("pages "),
        ask=joined(ask),
        good=tuple(item for item, _ in listed[0]),
        further=tuple(listed[1]),
        weak=joined(weak),
    )


_, *_parts = HEAD.split((Path(__file__).parent / "oral.md").read_text(encoding="utf-8"))
ORAL = tuple(map(_question, _parts[1::3], _parts[2::3]))
