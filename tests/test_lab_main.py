"""`python -m rbflib.lab` copies the pages, and opens them in JupyterLab."""

import sys

import pytest

from rbflib.lab import __main__ as command


@pytest.fixture
def started(monkeypatch):
    """Commands that were started."""
    commands = []
    monkeypatch.setattr(command.subprocess, "call", lambda line: commands.append(line) or 0)
    return commands


def test_pages_are_copied_and_opened_with_further_options(started, tmp_path):
    folder = tmp_path / "with spaces and umlauts äöü"
    assert command.main([str(folder), "--no-browser"]) == 0
    assert {path.name for path in folder.iterdir()} == {
        p.name for p in command.SOURCE.glob("*.ipynb")
    }
    assert started == [[sys.executable, "-m", "jupyterlab", folder, "--no-browser"]]


def test_what_a_reader_has_written_stays(started, tmp_path, capsys):
    page = tmp_path / "02_full_network.ipynb"
    page.write_text("mine")
    command.main([str(tmp_path)])
    assert page.read_text() == "mine"
    assert "02_full_network.ipynb" in capsys.readouterr().out


def test_folder_that_cannot_be_made_is_named(started, tmp_path):
    (tmp_path / "file").touch()
    assert "Choose another folder" in command.main([str(tmp_path / "file" / "pages")])
    assert started == []


def test_where_jupyterlab_is_missing_it_is_said_how_to_install_it(started, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    assert 'pip install "rbflib[lab]"' in command.main([str(tmp_path / "pages")])
    assert started == list(tmp_path.iterdir()) == []
