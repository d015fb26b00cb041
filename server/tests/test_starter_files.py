import json

import pytest
from rbflib_server.starter_files import RECORD, pull_pages


def notebook(words):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": words}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "course" / "02_page.ipynb"
    path.parent.mkdir()
    path.write_text(notebook("old"))
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "anna"


def test_page_is_copied_once_and_again_after_it_was_deleted(page, folder):
    assert pull_pages([page], folder) == ["02_page.ipynb"]
    assert pull_pages([page], folder) == []
    (folder / "02_page.ipynb").unlink()
    assert pull_pages([page], folder) == ["02_page.ipynb"]
    assert (folder / "02_page.ipynb").read_text() == notebook("old")


@pytest.mark.parametrize("own", ["old", "mine"])
def test_own_page_is_never_overwritten_and_a_newer_one_beside_it_says_so(page, folder, own):
    pull_pages([page], folder)
    (folder / "02_page.ipynb").write_text(notebook(own))
    assert pull_pages([page], folder) == []
    for version, name in [("new", "02_page_newer.ipynb"), ("newer", "02_page_newer_2.ipynb")]:
        page.write_text(notebook(version))
        assert pull_pages([page], folder) == [name]
        first, second = json.loads((folder / name).read_text())["cells"]
        assert "newer version" in first["source"]
        assert "(02_page.ipynb)" in first["source"]
        assert second["source"] == version
        assert pull_pages([page], folder) == []
    assert (folder / "02_page.ipynb").read_text() == notebook(own)


def test_damaged_record_loses_no_work(page, folder):
    pull_pages([page], folder)
    (folder / "02_page.ipynb").write_text(notebook("mine"))
    (folder / RECORD).write_text("no JSON")
    assert pull_pages([page], folder) == ["02_page_newer.ipynb"]
    assert (folder / "02_page.ipynb").read_text() == notebook("mine")
