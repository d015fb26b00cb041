"""Every explorer of the pages, for tests that are the same for all.

None is imported for its name: a module that is broken fails the tests of its explorer only.
"""

from itertools import groupby

from rbflib.lab.pages import HERE, PAGES
from tests.seeds import thorough

_MODULES = [path for page in PAGES for path in sorted((HERE / page.name).glob("*.py"))]
_FILES = [path for path in _MODULES if "\n@explorer(" in path.read_text(encoding="utf-8")]
NAMES = [path.stem for path in _FILES]


def a_few():
    """Every explorer; all but three are for `make test-all`."""
    few = NAMES[::16]
    return few + thorough(*(name for name in NAMES if name not in few))


def first_of_each_page():
    """Every explorer; those that are not the first of their page are for `make test-all`."""
    for _, paths in groupby(_FILES, key=lambda path: path.parent):
        first, *others = (path.stem for path in paths)
        yield first
        yield from thorough(*others)
