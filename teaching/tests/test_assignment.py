"""Assignments for nbgrader: what is in them. What nbgrader makes of them is in test_nbgrader."""

import nbformat
import numpy as np
import pytest

from rbflib.lab.exercises import EXERCISES
from teaching.nbgrader.__main__ import main, pages_with_functions
from teaching.nbgrader.assignment import assignment, cell_of, function_exercises

PAGES = pages_with_functions()
EACH = pytest.mark.parametrize("page", PAGES)


@EACH
def test_notebook_has_text_solution_and_two_tests_of_each_exercise(page):
    made = assignment(page)
    nbformat.validate(made)
    ids = [cell.metadata.nbgrader.grade_id for cell in made.cells]
    assert len(set(ids)) == len(ids)
    for exercise in function_exercises(page):
        name = exercise.name.replace(".", "-")
        text = cell_of(made, f"text-{name}").source
        assert text.startswith(f"### {exercise.name} ")
        assert ".ipynb" not in text
        names = {"np": np}
        exec(cell_of(made, f"function-{name}").source, names)
        exec(cell_of(made, f"example-{name}").source, names)
        wrong = {exercise.reference.__name__: lambda *args: np.full(7, np.nan)}
        with pytest.raises(AssertionError):
            exec(cell_of(made, f"example-{name}").source, names | wrong)


def test_pages_with_functions_are_all_those_of_the_exercises():
    named = {e.name for page in PAGES for e in function_exercises(page)}
    assert named == {name for name, e in EXERCISES.items() if hasattr(e, "reference")}


def test_another_seed_makes_other_hidden_tests_only():
    first, other = (assignment("04", seed) for seed in (0, 1))
    pairs = [pair for pair in zip(first.cells, other.cells, strict=True) if pair[0] != pair[1]]
    assert [a.metadata.nbgrader.grade_id for a, _ in pairs] == ["tests-4-1", "tests-4-2"]


def test_page_without_functions_negative_seed_and_folder_in_the_way_are_said(tmp_path):
    assert "asks for no function. These do: 00, 01" in main(["11", "-o", str(tmp_path)])
    assert "not negative" in main(["04", "-o", str(tmp_path), "--seed", "-1"])
    (tmp_path / "file").touch()
    assert "Choose another folder" in main(["04", "-o", str(tmp_path / "file")])
