"""The pages of the collection, and what each holds.

`PAGES` is the one list of them, in their order. All else is found by its name. In the folder of a
page lie

    questions.py    QUESTIONS of its quiz
    exercises.py    EXERCISES, by their names
    drawings.py     still pictures of the lecture
    NAME.py         with a function NAME, decorated by @explorer(page=…): an explorer, as the page
                    shows it. The module's docstring says what its picture shows

and, under names of their own, what several explorers of the page share.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rbflib.lab.kit.registry import REGISTRY

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
    "comparison",
    "glossary",
    "errata",
)


def page_title(number):
    """A page's number and name in words, such as "04 k-means"."""
    name = PAGES[int(number)].replace("kmeans", "k-means").replace("_", " ")
    return f"{number} {name.replace('gaussian svm', 'Gaussian SVM').replace('rbf', 'RBF')}"


def page_modules(kind):
    """Number of a page, such as "02" -> its module of a kind, such as "questions"."""
    names = {f"{n:02d}": f"{__name__}.{page}" for n, page in enumerate(PAGES)}
    return {
        number: import_module(f"{page}.{kind}")
        for number, page in names.items()
        if find_spec(page) and find_spec(f"{page}.{kind}")
    }


class Explorers(Mapping):
    """Name of an explorer -> the function that builds it as its page shows it.

    A module is imported when its explorer is asked for, and all of them where somebody goes
    through all names: that takes a second.
    """

    def __getitem__(self, name):
        for page in PAGES:
            if (HERE / page / f"{name}.py").is_file():
                import_module(f"{__name__}.{page}.{name}")
        return REGISTRY[name].build

    def __iter__(self):
        for page in PAGES:
            for path in sorted((HERE / page).glob("[a-z]*.py")):
                import_module(f"{__name__}.{page}.{path.stem}")
            yield from [name for name, entry in REGISTRY.items() if entry.page == page]

    def __len__(self):
        return sum(1 for _ in self)


EXPLORERS = Explorers()
