"""All questions of the bank, in the order of the pages."""

from functools import partial
from importlib import import_module
from pathlib import Path

from rbflib.lab.kit.question_file import templates_of
from teaching.exam.question import maker


def _templates():
    for path in sorted(Path(__file__).parent.glob("page_*.md")):
        module = import_module(f"teaching.exam.{path.stem}")
        yield from templates_of(path, module, partial(maker, module)).items()


TEMPLATES = dict(_templates())


def questions(seed=0):
    """Key -> question with the numbers of a seed."""
    return {key: template.made(seed) for key, template in TEMPLATES.items()}


BANK = questions()
