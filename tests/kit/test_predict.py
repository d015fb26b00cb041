"""Predictions: what the browser is given, and what stands for it where no widget can live."""

from rbflib.lab import predict


def test_choices_go_to_the_browser_and_nothing_is_committed():
    shown = predict("it rises", "it falls", "it stays")
    assert shown.choices == ["it rises", "it falls", "it stays"]
    assert shown.committed == -1


def test_display_bundle_has_widget_and_text():
    shown = predict("it rises", "it falls")
    data, _ = shown._repr_mimebundle_()
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == shown.model_id
    assert data["text/plain"] == repr(shown) == "Your prediction: it rises, or it falls?"
    assert data["text/markdown"].splitlines()[2:] == ["- it rises", "- it falls"]
