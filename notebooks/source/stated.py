"""Numbers that a page's text states: `` {eval}`expression:format` `` and `` {given}`data` ``.

An expression is what stands between the braces of an f-string. It sees the variables of the cells
above it; `results`, what an explorer shows; and `draws`, what tests/claims/draws.py measured.
"""

import json
import re
from pathlib import Path

from rbflib.lab import EXPLORERS

ROLE = re.compile(r"\{(eval|given)\}`([^`]+)`")
DRAWS = Path(__file__).parents[2] / "tests/claims/draws.json"


def results(explorer, preset=None, **values):
    """The numbers of an explorer as its page opens it, or in a preset, with some values changed."""
    shown = EXPLORERS[explorer]()
    if preset:
        shown.restore(preset)
    shown.set(**values)
    return shown.numbers


def expressions(text):
    return [content for role, content in ROLE.findall(text) if role == "eval"]


def evaluated(expression, variables):
    draws = json.loads(DRAWS.read_text(encoding="utf-8"))
    number = eval(f"f'''{{{expression}}}'''", {**variables, "results": results, "draws": draws})
    return re.sub(r"^-(?=[.\d])", "−", number)


def filled(text, values):
    """The text with the values of its expressions, in their order, and what is given."""
    values = iter(values)
    return ROLE.sub(lambda m: next(values) if m[1] == "eval" else m[2], text)
