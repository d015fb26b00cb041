"""What tests of the kit share."""

import pytest

from rbflib.lab.kit import display


@pytest.fixture
def displayed(monkeypatch):
    """The bundles that widgets display, one after the other."""
    bundles = []
    monkeypatch.setattr(display, "display", lambda data, **_options: bundles.append(data))
    return bundles
