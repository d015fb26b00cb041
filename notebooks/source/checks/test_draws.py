"""A number that a text states of one draw is an ordinary one, or the text says how it varies."""

import ast
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from notebooks.source.stated import expressions, opened, over
from rbflib.lab.kit.draws import DRAW

SOURCES = sorted(Path(__file__).parents[1].glob("*.md"))
# Words with which a text tells readers that the page's draw is no ordinary one.
TOLD = re.compile(r"\b(hard|easy|lucky|unlucky|unusual\w*|(all|of) \S*50\S* draws)\b|over\(")


def stated(text):
    """(arguments, options, result) of each results("explorer", "Preset", x=…)["result"] in it."""
    for node in (n for e in expressions(text) for n in ast.walk(_parsed(e))):
        call = node.value if isinstance(node, ast.Subscript) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "results":
            try:
                options = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
                yield [ast.literal_eval(x) for x in call.args], options, node.slice.value
            except ValueError:  # a variable of the page
                continue


def _parsed(expression):
    """Without the format behind it."""
    return ast.parse(f"f'''{{{expression}}}'''")


@cache
def rank(*given, result, **options):
    """Of 50 draws, how many have a smaller number than draw 0; None where it does not vary."""
    if DRAW not in opened(*given, **options).in_use or options.get(DRAW):
        return None
    values = over(*given, **options).get(result)
    if values is None or np.ptp(values) == 0:
        return None
    return int(np.sum(values < values[0])), int(np.sum(values > values[0]))


def extreme_draws(source):
    """Paragraphs that state an extreme number of draw 0 and do not say so."""
    complaints = []
    for paragraph in source.split("\n\n"):
        if TOLD.search(paragraph):
            continue
        for given, options, result in stated(paragraph):
            ranks = rank(*given, result=result, **options)
            if ranks and max(ranks) > 47:
                complaints.append(
                    f"{given} {options}, {result}: {ranks[0]} below, {ranks[1]} above"
                )
    return complaints


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_stated_numbers_are_of_ordinary_draws(path):
    assert extreme_draws(path.read_text(encoding="utf-8")) == []


def test_rule_complains_of_an_extreme_draw():
    number = """{eval}`results("random_or_chosen")["E_out: this draw"]:.2f`"""
    assert len(extreme_draws(f"Its error is {number}.")) == 1
    assert extreme_draws(f"In this lucky draw its error is {number}.") == []
