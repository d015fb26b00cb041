"""The pages of the collection, and what each holds.

`PAGES` is the one list of them, in their order. All else is found by its name. In the folder of a
page lie

    questions.py    QUESTIONS of its quiz
    exercises.py    EXERCISES, by their names
    drawings.py     still pictures of the lecture
    NAME.py         with a function NAME: an explorer, as the page shows it. The module's docstring
                    says what its picture shows

and, under names of their own, what several explorers of the page share.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent

PAGES = (
    "start_here",
    "gaussian_svm",
    "full_network",
    "nearest_neighbor",
    "kmeans",
    "rbf_network",
    "orthogonal_least_squares",
    "extreme_learning_machine",
    "multidimensional_scaling",
    "playground",
    "glossary",
)


def rooms(kind):
    """Number of a page, such as "02" -> its module of a kind, such as "questions"."""
    names = {f"{n:02d}": f"{__name__}.{page}" for n, page in enumerate(PAGES)}
    return {
        number: import_module(f"{page}.{kind}")
        for number, page in names.items()
        if find_spec(page) and find_spec(f"{page}.{kind}")
    }


def explorers():
    """Name of every explorer -> the name of its module, page by page. Nothing is imported."""
    found = {}
    for page in PAGES:
        for path in sorted((HERE / page).glob("*.py")):
            name = path.stem
            if f"\ndef {name}():" in path.read_text(encoding="utf-8"):
                found[name] = f"{__name__}.{page}.{name}"
    return found
