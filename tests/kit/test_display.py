"""What widgets display in front ends that are not JupyterLab."""

import sys
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from ipywidgets import Widget

from rbflib.lab import predict
from rbflib.lab.kit.display import VIEW
from tests.kit.levels import level_explorer


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
def test_colab_gets_the_widget_alone_with_the_manager_that_draws_it(build, monkeypatch):
    widgets = SimpleNamespace(_installed_url="a manager")
    output = SimpleNamespace(enable_custom_widget_manager=Mock(), _widgets=widgets)
    monkeypatch.setitem(sys.modules, "google.colab", Mock())
    monkeypatch.setitem(sys.modules, "google.colab.output", output)
    display = Mock()
    monkeypatch.setattr("rbflib.lab.kit.display.display", display)
    widget = build()
    widget._ipython_display_()
    [((bundle,), about)] = display.call_args_list
    assert bundle.keys() == {VIEW, "text/plain"}
    assert bundle[VIEW]["model_id"] == widget.model_id
    manager = {"custom_widget_manager": {"url": "a manager"}}
    assert about == {"metadata": {VIEW: {"colab": manager}}, "raw": True}
    assert widget.stills == []
