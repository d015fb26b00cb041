"""What widgets display: stills, and then themselves."""

import sys
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from ipywidgets import Widget

from rbflib.lab import predict
from rbflib.lab.kit.display import VIEW
from tests.frames import unpack
from tests.kit.levels import level_explorer


@pytest.fixture
def displayed(monkeypatch):
    """displayed(widget) -> [(mimebundle, metadata)] of its outputs."""
    display = Mock()
    monkeypatch.setattr("rbflib.lab.kit.display.display", display)

    def outputs(widget):
        widget._ipython_display_()
        assert all(about["raw"] for _, about in display.call_args_list)
        return [(bundle, about["metadata"]) for (bundle,), about in display.call_args_list]

    return outputs


def test_picture_and_words_stand_before_an_explorer(displayed):
    level = level_explorer()
    (picture, more), (words, _), (view, about) = displayed(level)
    assert picture.keys() == {"text/plain", "image/png"}
    assert more == {"image/png": {"alt": level.summary}}
    assert words == {"text/plain": level.summary}
    assert view[VIEW]["model_id"] == level.model_id
    assert (view.keys(), about) == ({VIEW}, {})
    of_picture, of_words = level.stills
    assert of_picture == "" != of_words
    assert of_words in level.summary
    assert np.array_equal(unpack(level.get_state()["_frame"]), level.scene.render())


def test_text_stands_before_a_prediction(displayed):
    shown = predict("it rises", "it falls")
    (data, _), (view, _) = displayed(shown)
    assert view[VIEW]["model_id"] == shown.model_id
    assert shown.stills == ["Your prediction"]
    assert data["text/plain"] == repr(shown) == "Your prediction: it rises, or it falls?"
    assert data["text/markdown"].splitlines()[2:] == ["- **A** it rises", "- **B** it falls"]


def test_explorer_has_a_description_where_its_comm_is_made_before_it_is_opened():
    """As in marimo."""
    Widget.on_widget_constructed(lambda made: setattr(made, "comm", Mock(comm_id="1")))
    try:
        explorer = level_explorer()
    finally:
        Widget.on_widget_constructed(None)
    assert explorer.get_state()["_description"]["controls"].keys() == {"level"}
    assert explorer.get_state()["_answer"]["values"] == {"level": 1}


@pytest.mark.parametrize("build", [level_explorer, lambda: predict("it rises", "it falls")])
def test_colab_gets_the_widget_alone_with_the_manager_of_it(build, displayed, monkeypatch):
    widgets = SimpleNamespace(_installed_url="a manager")
    output = SimpleNamespace(enable_custom_widget_manager=Mock(), _widgets=widgets)
    monkeypatch.setitem(sys.modules, "google.colab", Mock())
    monkeypatch.setitem(sys.modules, "google.colab.output", output)
    widget = build()
    [(bundle, about)] = displayed(widget)
    assert bundle.keys() == {VIEW, "text/plain"}
    assert bundle[VIEW]["model_id"] == widget.model_id
    manager = {"custom_widget_manager": {"url": "a manager"}}
    assert about == {VIEW: {"colab": manager}}
    assert widget.stills == []
