"""A playground in a folder of its own."""

import pytest

from rbflib.lab import EXPLORERS


@pytest.fixture
def explorer(tmp_path, monkeypatch):
    """A playground in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return EXPLORERS["playground"]()
