"""Numbers that a page's text states: `` {eval}`expression:format` `` and `` {given}`data` ``.

An expression is what stands between the braces of an f-string. It sees the variables of the cells
above it; `results`, what an explorer shows, and `over`, the same for 50 draws; `median`;
`t_95(folds)`, how many standard errors a mean difference over so many folds has to be; and `draws`,
what tests/claims/draws.py measured.
"""

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
from scipy import stats

from rbflib.lab import EXPLORERS

ROLE = re.compile(r"\{(eval|given)\}`([^`]+)`")
DRAWS = Path(__file__).parents[2] / "tests/claims/draws.json"


def opened(explorer, preset=None, **values):
    """An explorer as its page opens it, or in a preset, with some values changed."""
    shown = EXPLORERS[explorer]()
    if preset:
        shown.restore(preset)
    shown.set(**values)
    return shown


@cache
def results(explorer, preset=None, **values):
    """The numbers of an explorer."""
    return opened(explorer, preset, **values).numbers


@cache
def over(explorer, preset=None, **values):
    """The numbers of an explorer over its draws: name -> an array, of which entry 0 is shown."""
    return opened(explorer, preset, **values).draws()


def t_95(folds, comparisons=1):
    """Student's quantile: half the width of an interval of 95%, or of as many at once."""
    return stats.t.isf(0.025 / comparisons, folds - 1)


def expressions(text):
    return [content for role, content in ROLE.findall(text) if role == "eval"]


def evaluated(expression, variables):
    draws = json.loads(DRAWS.read_text(encoding="utf-8"))
    known = {"results": results, "over": over, "median": np.median, "draws": draws, "t_95": t_95}
    number = eval(f"f'''{{{expression}}}'''", {**variables, **known})
    return re.sub(r"^-(?=[.\d])", "−", number)


def filled(text, values):
    """The text with the values of its expressions, in their order, and what is given."""
    values = iter(values)
    return ROLE.sub(lambda m: next(values) if m[1] == "eval" else m[2], text)
