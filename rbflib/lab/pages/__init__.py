"""The pages of the collection, and what each holds.

`PAGES` is the one list of them, in their order; `make notebooks` writes titles and minutes from it
wherever they are repeated. All else is found by its name. In the folder of a page lie

    questions.md    the questions of its quiz: rbflib/lab/kit/question_file.py
    transfer.md     what follows from its predictions, asked of another state
    numbers.py      the numbers of both, for every seed
    exercises.py    EXERCISES, by their names; what they say is in exercises.toml
    drawings.py     still pictures of the lecture
    NAME.py         with a function NAME, decorated by @explorer(page=…): an explorer, as the page
                    shows it. The module's docstring says what its picture shows

and, under names of their own, what several explorers of the page share.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from rbflib.lab.kit.registry import REGISTRY

HERE = Path(__file__).parent


class Page(NamedTuple):
    """Its folder, its name on the map, its title, and its minutes without and with exercises."""

    name: str
    short: str
    title: str
    minutes: int = 0
    with_exercises: int = 0


PAGES = (
    Page("start_here", "Start here", "Start here", 26, 85),
    Page("gaussian_svm", "Gaussian SVM", "Gaussian SVM, seen as an RBF network", 49, 114),
    Page(
        "full_network",
        "Full network",
        "The full network: interpolation and regularization",
        61,
        128,
    ),
    Page("nearest_neighbor", "Nearest neighbor", "Nearest neighbor and kernel regression", 61, 135),
    Page("kmeans", "k-means", "k-means, step by step", 50, 123),
    Page("rbf_network", "RBF network", "The RBF network via k-means", 66, 140),
    Page(
        "orthogonal_least_squares", "Orthogonal least squares", "Orthogonal least squares", 55, 120
    ),
    Page(
        "extreme_learning_machine", "Extreme learning machine", "Extreme learning machine", 55, 118
    ),
    Page(
        "multidimensional_scaling", "Multidimensional scaling", "Multidimensional scaling", 60, 133
    ),
    Page("playground", "Playground", "Playground", 35, 100),
    Page("comparison", "All models side by side", "All models side by side", 27, 76),
    Page("glossary", "Glossary", "Glossary"),
    Page("errata", "Appendix", "Appendix: where the lecture's documents err or disagree"),
)


def page_title(number):
    """A page's number and name in words, such as "04 k-means"."""
    return f"{number} {PAGES[int(number)].short}"


def page_modules(kind):
    """Number of a page, such as "02" -> its module of a kind, such as "questions"."""
    names = {f"{n:02d}": f"{__name__}.{page.name}" for n, page in enumerate(PAGES)}
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
            if (HERE / page.name / f"{name}.py").is_file():
                import_module(f"{__name__}.{page.name}.{name}")
        return REGISTRY[name].build

    def __iter__(self):
        for page in PAGES:
            for path in sorted((HERE / page.name).glob("[a-z]*.py")):
                import_module(f"{__name__}.{page.name}.{path.stem}")
            yield from [name for name, entry in REGISTRY.items() if entry.page == page.name]

    def __len__(self):
        return sum(1 for _ in self)


EXPLORERS = Explorers()
