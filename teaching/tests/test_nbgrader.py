"""Assignments for nbgrader: what is in them, and what nbgrader itself makes of them.

The second half needs nbgrader in `.venv-nbgrader`; `make test-nbgrader` makes it.
"""

import json
import os
import subprocess
from pathlib import Path

import nbformat
import numpy as np
import pytest

from rbflib.lab.exercises import EXERCISES
from teaching.nbgrader.__main__ import main, pages_with_functions
from teaching.nbgrader.assignment import assignment, assignment_name, function_exercises

ROOT = Path(__file__).parents[2]
NBGRADER = ROOT / ".venv-nbgrader/bin"
PAGES = pages_with_functions()
EACH = pytest.mark.parametrize("page", PAGES)


def cell_of(notebook, grade_id):
    return next(c for c in notebook.cells if c.metadata.nbgrader.grade_id == grade_id)


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
        with pytest.raises(AssertionError):
            exec(
                cell_of(made, f"example-{name}").source,
                names | {exercise.reference.__name__: lambda *args: np.full(7, np.nan)},
            )


def test_pages_with_functions_are_all_those_of_the_exercises():
    named = {e.name for page in PAGES for e in function_exercises(page)}
    assert named == {name for name, e in EXERCISES.items() if hasattr(e, "reference")}


def test_another_seed_makes_other_hidden_tests_only():
    first, other = (assignment("04", seed) for seed in (0, 1))
    differ = [a.metadata.nbgrader.grade_id for a, b in zip(first.cells, other.cells, strict=True)
              if a.source != b.source]  # fmt: skip
    assert differ == ["tests-4-1", "tests-4-2"]


def test_page_without_functions_negative_seed_and_folder_in_the_way_are_said(tmp_path):
    assert "asks for no function. These do: 00, 01" in main(["11", "-o", str(tmp_path)])
    assert "not negative" in main(["04", "-o", str(tmp_path), "--seed", "-1"])
    (tmp_path / "file").touch()
    assert "Choose another folder" in main(["04", "-o", str(tmp_path / "file")])


# With nbgrader. Students: one who is right, one who returns what the example expects, whatever the
# arguments are, one who hands in the notebook as it came.

SCORES = """
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    found = [
        (s.student.id, s.assignment.name, grade.cell.name, grade.score, grade.max_score)
        for assignment in book.assignments
        for s in book.assignment_submissions(assignment.name)
        for notebook in s.notebooks
        for grade in notebook.grades
    ]
print(json.dumps(found))
"""


def nbgrader(folder, *words):
    path = f"{NBGRADER}{os.pathsep}{os.environ['PATH']}"  # it calls alembic by its name
    done = subprocess.run(
        [NBGRADER / words[0], *words[1:]],
        cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PATH": path, "HOME": str(folder), "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def answer(student, exercise, cell, example):
    """What a student writes into the cell of a function."""
    if student == "right":
        return exercise.solution
    if student == "example":
        line = next(s for s in example.splitlines() if s.startswith("expected = "))
        call = ", ".join(exercise.parameters)
        value = line.removeprefix("expected = ")
        return f"def {exercise.reference.__name__}({call}):\n    return {value}"
    return cell


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course's folder, with assignments generated and three submissions graded."""
    if not (NBGRADER / "nbgrader").exists():
        pytest.skip("nbgrader is not installed: make .venv-nbgrader/test.done")
    folder = tmp_path_factory.mktemp("course")
    assert main(["all", "-o", str(folder)]) == 0
    for page in PAGES:
        name = assignment_name(page)
        nbgrader(folder, "nbgrader", "generate_assignment", name)
        for student in ("right", "example", "empty"):
            hand_in(folder, page, student)
        nbgrader(folder, "nbgrader", "autograde", name, "--create")
    return folder


def hand_in(folder, page, student):
    name = assignment_name(page)
    released = nbformat.read(folder / "release" / name / f"{name}.ipynb", as_version=4)
    for exercise in function_exercises(page):
        number = exercise.name.replace(".", "-")
        cell = cell_of(released, f"function-{number}")
        example = cell_of(released, f"example-{number}").source
        cell.source = answer(student, exercise, cell.source, example)
    place = folder / "submitted" / student / name
    place.mkdir(parents=True)
    nbformat.write(released, place / f"{name}.ipynb")


@pytest.fixture(scope="module")
def scores(course):
    """(student, assignment, cell) -> (points, most points)."""
    rows = json.loads(nbgrader(course, "python", "-c", SCORES))
    return {tuple(row[:3]): tuple(row[3:]) for row in rows}


@EACH
def test_what_students_get_has_no_solution_and_no_hidden_test(course, page):
    name = assignment_name(page)
    text = (course / "release" / name / f"{name}.ipynb").read_text("utf-8")
    assert "assert_right" not in text
    assert "HIDDEN" not in text
    for exercise in function_exercises(page):
        last = exercise.solution.splitlines()[-1].strip()
        assert last not in text
    assert text.count("raise NotImplementedError()") >= len(function_exercises(page))


@EACH
def test_right_functions_get_all_points_and_wrong_ones_fail_the_hidden_tests(scores, page):
    name = assignment_name(page)
    for exercise in function_exercises(page):
        number = exercise.name.replace(".", "-")
        for student, shown, hidden in [("right", 1, 3), ("example", 1, 0), ("empty", 0, 0)]:
            assert scores[student, name, f"example-{number}"] == (shown, 1)
            assert scores[student, name, f"tests-{number}"] == (hidden, 3)
