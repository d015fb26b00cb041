"""The teacher's bars: what they show, and what they hide."""

import json
from importlib import import_module

import pytest

from rbflib.lab import classroom
from rbflib.lab.classroom import Classroom, as_bars

STATE = {
    "page": "02",
    "choices": ["up & away", "down"],
    "state": "before",
    "revealed": False,
    "answers": {"before": 3, "after": 0},
}
SHOWN = STATE | {"revealed": True, "counts": {"before": [2, 1], "after": [0, 0]}}


@pytest.fixture
def service(monkeypatch):
    """What the class server says, and what it was asked."""
    state, asked = dict(STATE), []

    def ask(method, path, body=None):
        asked.append((method, path, body))
        state.update(body or {})
        counts = {"counts": SHOWN["counts"]} if state["revealed"] else {}
        return "before,after\n" if path.startswith("csv") else json.dumps(state | counts)

    module = import_module("rbflib.lab.classroom")  # its name in rbflib.lab is the function's
    monkeypatch.setattr(module, "ask", ask)
    monkeypatch.setenv("RBFLIB_CLASS", "http://class")
    return asked


def test_bars_are_as_long_as_there_are_answers():
    assert "hidden" in as_bars(STATE)
    html = as_bars(SHOWN)
    assert "up &amp; away" in html
    assert "width:70%" in html
    assert "width:35%" in html
    assert "after" not in html.split("</style>")[1]


def test_buttons_lead_from_round_to_round(service):
    shown = Classroom("interpolation")
    assert "3 before and 0 after" in shown.words.value
    shown.step.click()
    assert service[-1] == ("PUT", "question/interpolation", {"state": "after"})
    assert shown.step.description == "Close"
    shown.reveal.click()
    assert "width:70%" in shown.bars.value
    assert 'download="02_interpolation.csv"' in shown.file.value
    shown.reveal.click()
    assert "width:70%" not in shown.bars.value
    assert shown.file.value == ""


def test_without_a_class_server_there_is_a_sentence(monkeypatch):
    monkeypatch.delenv("RBFLIB_CLASS", raising=False)
    with pytest.raises(RuntimeError, match="There is no class here"):
        classroom("02", "interpolation")
