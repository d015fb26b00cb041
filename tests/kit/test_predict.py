"""Predictions: what the browser is given, and what stands for it where no widget can live."""

from unittest.mock import Mock

import pytest

from rbflib.lab import memory, predict


def test_text_stands_before_the_widget(monkeypatch):
    display = Mock()
    monkeypatch.setattr("rbflib.lab.kit.display.display", display)
    shown = predict("it rises", "it falls")
    shown._ipython_display_()
    ((data,), _), ((widget,), _) = display.call_args_list
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == shown.model_id
    assert shown.stills == ["Your prediction"]
    assert data["text/plain"] == repr(shown) == "Your prediction: it rises, or it falls?"
    assert data["text/markdown"].splitlines()[2:] == ["- **A** it rises", "- **B** it falls"]


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
    assert memory.recall("prediction") == {}
