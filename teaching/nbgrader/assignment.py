"""A page's function exercises as one notebook that nbgrader understands.

Each exercise has three cells: its text, a cell to be solved, and a cell of tests. The first test
can be seen by students: the smallest input of the exercise, with the right result. The hidden ones
compare the function with the reference on random inputs that no page has.
"""

import re
from pathlib import Path

import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from rbflib.lab.exercises import EXERCISES
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.pages import PAGES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SCHEMA = 3  # of nbgrader's metadata
POINTS_SHOWN, POINTS_HIDDEN = 1, 3
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LINK = re.compile(r"\[([^]]+)\]\([^)]*\.ipynb[^)]*\)")


def function_exercises(page):
    """The exercises of a page, such as "04", that ask for a function."""
    of_page = (e for name, e in EXERCISES.items() if name.split(".")[0] == str(int(page)))
    return [exercise for exercise in of_page if isinstance(exercise, Exercise)]


def assignment_name(page):
    """The name of the assignment, and of its notebook: the page's own, such as 04_kmeans."""
    return f"{page}_{PAGES[int(page)].name}"


def assignment(page, seed=0):
    """The notebook with the solutions, from which nbgrader makes the students' one.

    Parameters
    ----------
    page : str
        Such as "04".
    seed : int
        Another one makes other inputs for the hidden tests.
    """
    texts = _texts(page)
    cells = [new_markdown_cell(_introduction(page)), new_code_cell("import numpy as np")]
    for cell, name in zip(cells, ("introduction", "imports"), strict=True):
        cell.metadata["nbgrader"] = _metadata(name, cell, locked=True)
    for exercise in function_exercises(page):
        cells += _cells(exercise, texts[exercise.name], seed)
    for cell in cells:
        cell["id"] = cell.metadata.nbgrader.grade_id
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL})


def cell_of(notebook, grade_id):
    """The cell of this name, such as function-4-1."""
    return next(c for c in notebook.cells if c.metadata.nbgrader.grade_id == grade_id)


def _introduction(page):
    return (
        f"# {page} · Exercises on {PAGES[int(page)].title}\n\n"
        "Replace the line `raise NotImplementedError()` of each function. The test below it is one "
        "of several: your function is graded on other inputs, too. It may use NumPy, as `np`. "
        "Before you hand in, choose *Kernel ▸ Restart Kernel and Run All Cells*."
    )


def _texts(page):
    """Name of an exercise -> its section of the page."""
    read = nbformat.read(NOTEBOOKS / f"{assignment_name(page)}.ipynb", as_version=4)
    found = {}
    for cell in read.cells:
        if cell.cell_type == "markdown":
            for part in re.split(r"^(?=### )", cell.source, flags=re.MULTILINE):
                heading = re.match(r"### (\d+\.\d+) ", part)
                if heading:
                    found[heading[1]] = LINK.sub(r"\1", part.strip())
    return found


def _cells(exercise, text, seed):
    name = exercise.name.replace(".", "-")
    described = new_markdown_cell(text)
    described.metadata["nbgrader"] = _metadata(f"text-{name}", described, locked=True)
    solved = new_code_cell(_solution(exercise))
    solved.metadata["nbgrader"] = _metadata(f"function-{name}", solved, solution=True)
    shown = new_code_cell(_shown_test(exercise))
    shown.metadata["nbgrader"] = _metadata(f"example-{name}", shown, points=POINTS_SHOWN)
    hidden = new_code_cell(_hidden_tests(exercise, seed))
    hidden.metadata["nbgrader"] = _metadata(f"tests-{name}", hidden, points=POINTS_HIDDEN)
    return [described, solved, shown, hidden]


def _metadata(grade_id, cell, locked=False, solution=False, points=None):
    """What nbgrader writes into a cell; one that has points is a test."""
    graded = {"points": points} if points is not None else {}
    return {
        "grade_id": grade_id,
        "schema_version": SCHEMA,
        "grade": points is not None,
        "solution": solution,
        "task": False,
        "locked": locked or points is not None,
        "cell_type": cell.cell_type,
        **graded,
    }


def _solution(exercise):
    """The reference: nbgrader replaces what stands between the two marks."""
    first, *body = exercise.solution.splitlines()
    return "\n".join([first, "    ### BEGIN SOLUTION", *body, "    ### END SOLUTION"])


def _shown_test(exercise):
    inputs = exercise.inputs()[0]
    given = [f"{name} = {_code(x)}" for name, x in zip(exercise.parameters, inputs, strict=True)]
    function, call = exercise.reference.__name__, ", ".join(exercise.parameters)
    return "\n".join([
        *given,
        f"expected = {_code(exercise.reference(*inputs))}",
        f"given = {function}({call})",
        "assert given is not None, 'The function returns nothing.'",
        "assert np.shape(given) == np.shape(expected), f'The shape is {np.shape(given)}.'",
        "assert np.allclose(given, expected), f'{given}, and not {expected}'",
    ])  # fmt: skip


def _code(value):
    """A number or an array as Python writes it, with all digits."""
    value = np.asarray(value)
    return f"np.array({value.tolist()!r})" if value.ndim else repr(value.item())


def _hidden_tests(exercise, seed):
    function = exercise.reference.__name__
    seeds = tuple(range(3 * seed, 3 * seed + 3))
    return "\n".join([
        f"# {function} on inputs that are not shown",
        "### BEGIN HIDDEN TESTS",
        "try:",
        "    from rbflib.lab.exercises import EXERCISES",
        "    from rbflib.lab.grader.fresh import assert_right",
        "except ImportError as missing:  # no fault of the student's: nothing is graded",
        "    words = 'The grading kernel lacks rbflib[lab]: %s.'",
        "    get_ipython().kernel.log.critical(words, missing)",
        "    __import__('os')._exit(1)",
        "",
        f'assert_right(EXERCISES["{exercise.name}"], {function}, seeds={seeds})',
        "### END HIDDEN TESTS",
    ])  # fmt: skip
