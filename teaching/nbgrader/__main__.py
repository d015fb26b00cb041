"""Convert the function exercises of a page into an assignment of nbgrader.

    python -m teaching.nbgrader 04 -o FOLDER             FOLDER/source/04_kmeans/04_kmeans.ipynb
    python -m teaching.nbgrader all -o FOLDER            of all pages that have such exercises
    python -m teaching.nbgrader 04 -o FOLDER --seed 7    with other inputs in the hidden tests

FOLDER is the folder of the course: `nbgrader generate_assignment 04_kmeans` is run in it. A
notebook that is there already is replaced.
"""

import argparse
import sys
from pathlib import Path

import nbformat

from rbflib.lab.pages import PAGES
from teaching.nbgrader.assignment import assignment, assignment_name, function_exercises


def pages_with_functions():
    """Numbers of the pages that ask for functions."""
    numbers = (f"{n:02d}" for n in range(len(PAGES)))
    return [number for number in numbers if function_exercises(number)]


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m teaching.nbgrader", description="Make assignments for nbgrader."
    )
    parser.add_argument("page", help="such as 04, or all")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the course")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs of hidden tests")
    options = parser.parse_args(arguments)
    known = pages_with_functions()
    pages = known if options.page == "all" else [options.page.zfill(2)]
    if not set(pages) <= set(known):
        return f"Page {options.page!r} asks for no function. These do: {', '.join(known)}."
    if options.seed < 0:
        return f"A seed is not negative, as {options.seed} is."
    for page in pages:
        name = assignment_name(page)
        path = options.output / "source" / name / f"{name}.ipynb"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(assignment(page, options.seed), path)
        except OSError as error:
            return f"{path} cannot be written: {error.strerror}. Choose another folder with -o."
        print(f"{path}: {', '.join(e.name for e in function_exercises(page))}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
