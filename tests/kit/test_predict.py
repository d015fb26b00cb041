"""Predictions are remembered."""

import pytest

from rbflib.lab import predict
from rbflib.lab.record import store


def test_commitment_is_found_again_on_another_day():
    predict("it rises", "it falls", about="hypothesis").committed = 1
    again = predict("it stays", "it falls", about="hypothesis")
    assert again.committed == 1
    again.committed = -1
    assert predict("it rises", "it falls", about="hypothesis").committed == -1


def test_commitment_to_a_text_that_is_gone_is_forgotten():
    predict("it rises", "it falls", about="hypothesis").committed = 0
    assert predict("up", "down", about="hypothesis").committed == -1


@pytest.mark.parametrize("about", [3, len, ["hypothesis"]])
def test_what_is_no_name_of_an_explorer_is_said(about):
    with pytest.raises(TypeError, match='such as "hypothesis"'):
        predict("it rises", "it falls", about=about)
    assert store.recall("prediction") == {}


def test_what_was_seen_is_found_again_and_the_answer_is_known():
    shown = predict("it rises", "it falls", about="hypothesis", answer="it falls")
    assert (shown.answer, shown.seen) == (1, -1)
    shown.set_state({"committed": 0, "seen": 1})
    again = predict("it falls", "it rises", about="hypothesis", answer="it falls")
    assert (again.answer, again.committed, again.seen) == (0, 1, 0)
    assert predict("it rises", "it falls").answer == -1
