"""What nbgrader makes of the assignments: it is in `.venv-nbgrader`, by `make test-nbgrader`.

Three students hand in an assignment. One is right. One calls the references. The other returns
what the example expects, whatever the arguments are, in every first and third function, and leaves
the second as it came.
"""

import json
import os
import subprocess
from pathlib import Path

import nbformat
import pytest

from teaching.nbgrader.__main__ import main
from teaching.nbgrader.assignment import assignment_name, cell_of, function_exercises

NBGRADER = Path(__file__).parents[2] / ".venv-nbgrader/bin"
PAGE = "03"  # stands for all: it has three functions, and takes a minute
NAME = assignment_name(PAGE)

SCORES = """
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    found = [
        (s.student.id, grade.cell.name, grade.score, grade.max_score)
        for assignment in book.assignments
        for s in book.assignment_submissions(assignment.name)
        for notebook in s.notebooks
        for grade in notebook.grades
    ]
print(json.dumps(found))
"""


def nbgrader(folder, *words, status=0, modules=NBGRADER.parents[1]):
    path = f"{NBGRADER}{os.pathsep}{os.environ['PATH']}"  # it calls alembic by its name
    done = subprocess.run(
        [NBGRADER / words[0], *words[1:]],
        cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PATH": path, "HOME": str(folder), "OPENBLAS_NUM_THREADS": "1",
                          "PYTHONPATH": str(modules)},
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def is_left(exercise):
    return exercise.name.endswith("2")


def answer(student, exercise, cell, example):
    """What a student writes into the cell of a function."""
    if student == "right":
        return exercise.solution
    if student == "caller":
        called = f"from rbflib.lab.exercises import EXERCISES\n{exercise.reference.__name__} = "
        return f'{called}EXERCISES["{exercise.name}"].reference'
    if is_left(exercise):
        return cell
    line = next(s for s in example.splitlines() if s.startswith("expected = "))
    call = ", ".join(exercise.parameters)
    value = line.removeprefix("expected = ")
    return f"def {exercise.reference.__name__}({call}):\n    return {value}"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course's folder, with an assignment generated and submissions graded."""
    if not (NBGRADER / "nbgrader").exists():
        pytest.skip("nbgrader is not installed: make .venv-nbgrader/test.done")
    folder = tmp_path_factory.mktemp("course")
    assert main([PAGE, "-o", str(folder)]) == 0
    nbgrader(folder, "nbgrader", "generate_assignment", NAME)
    for student in ("right", "caller", "other"):
        hand_in(folder, student)
    nbgrader(folder, "nbgrader", "autograde", NAME, "--create")
    return folder


def hand_in(folder, student):
    released = nbformat.read(folder / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    for exercise in function_exercises(PAGE):
        number = exercise.name.replace(".", "-")
        cell = cell_of(released, f"function-{number}")
        example = cell_of(released, f"example-{number}").source
        cell.source = answer(student, exercise, cell.source, example)
    place = folder / "submitted" / student / NAME
    place.mkdir(parents=True)
    nbformat.write(released, place / f"{NAME}.ipynb")


@pytest.fixture(scope="module")
def scores(course):
    """(student, cell) -> (points, most points)."""
    rows = json.loads(nbgrader(course, "python", "-c", SCORES))
    return {tuple(row[:2]): tuple(row[2:]) for row in rows}


def test_what_students_get_has_no_solution_and_no_hidden_test(course):
    text = (course / "release" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "assert_right" not in text
    assert "HIDDEN" not in text
    for exercise in function_exercises(PAGE):
        last = exercise.solution.splitlines()[-1].strip()
        assert last not in text
    assert text.count("raise NotImplementedError()") >= len(function_exercises(PAGE))


def test_right_functions_get_all_points_and_wrong_ones_fail_the_hidden_tests(scores):
    for exercise in function_exercises(PAGE):
        number = exercise.name.replace(".", "-")
        other = ("other", int(not is_left(exercise)), 0)
        for student, shown, hidden in [("right", 1, 3), ("caller", 1, 0), other]:
            assert scores[student, f"example-{number}"] == (shown, 1)
            assert scores[student, f"tests-{number}"] == (hidden, 3)


def test_kernel_without_the_library_grades_nobody_and_says_so(course, tmp_path):
    (tmp_path / "rbflib.py").touch()
    autograde = ("nbgrader", "autograde", NAME, "--student", "right", "--force")
    said = nbgrader(course, *autograde, status=1, modules=tmp_path)
    assert "The grading kernel lacks rbflib[lab]: No module named 'rbflib.lab'" in said
