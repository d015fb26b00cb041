"""Pages in a student's folder are copied once, and what the student wrote stays."""

import json

import copies
import pytest


def page(words):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": words}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def course_page(tmp_path):
    path = tmp_path / "course" / "02_page.ipynb"
    path.parent.mkdir()
    path.write_text(page("old"))
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "anna"


def test_page_is_copied_once(course_page, folder):
    assert copies.give([course_page], folder) == ["02_page.ipynb"]
    assert copies.give([course_page], folder) == []
    assert (folder / "02_page.ipynb").read_text() == page("old")


def test_what_the_student_wrote_is_never_overwritten(course_page, folder):
    copies.give([course_page], folder)
    own = folder / "02_page.ipynb"
    own.write_text(page("mine"))
    assert copies.give([course_page], folder) == []
    for version in ("new", "newer"):
        course_page.write_text(page(version))
        copies.give([course_page], folder)
    assert own.read_text() == page("mine")
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    assert names == ["02_page.ipynb", "02_page_newer.ipynb", "02_page_newer_2.ipynb"]


def test_newer_page_says_that_it_is_one(course_page, folder):
    copies.give([course_page], folder)
    course_page.write_text(page("new"))
    assert copies.give([course_page], folder) == ["02_page_newer.ipynb"]
    first, second = json.loads((folder / "02_page_newer.ipynb").read_text())["cells"]
    assert "newer version" in first["source"]
    assert "(02_page.ipynb)" in first["source"]
    assert second["source"] == "new"
    assert copies.give([course_page], folder) == []


def test_record_that_is_lost_or_damaged_costs_no_work(course_page, folder):
    copies.give([course_page], folder)
    (folder / "02_page.ipynb").write_text(page("mine"))
    (folder / copies.RECORD).write_text("no JSON")
    assert copies.give([course_page], folder) == ["02_page_newer.ipynb"]
    assert (folder / "02_page.ipynb").read_text() == page("mine")


def test_page_that_was_deleted_comes_again(course_page, folder):
    copies.give([course_page], folder)
    (folder / "02_page.ipynb").unlink()
    assert copies.give([course_page], folder) == ["02_page.ipynb"]
