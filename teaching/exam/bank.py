"""All questions of the bank, in the order of the pages."""

from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("page_*.py"))
MODULES = [import_module(f"teaching.exam.{name}") for name in NAMES]
QUESTIONS = tuple(question for module in MODULES for question in module.QUESTIONS)
BANK = {question.key: question for question in QUESTIONS}
