"""The rules of the house, read from the code of the package.

    numerics  ←  basis  ←  network  ←  learners  ←  the models  ←  lab.kit
    ←  lab.grader  ←  lab.pages  ←  lab

Imports point to a lower floor or stay on their own, and never go in a circle. A name with an
underscore is used in its own file only, and a public name is defined in one file only.
"""

import ast
import re
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# The floor of every module: that of the longest of these names that it begins with.
FLOORS = {
    "rbflib.numerics": 0,
    "rbflib.basis": 1,
    "rbflib.network": 2,
    "rbflib.learners": 3,
    "rbflib": 4,  # the models, and all else
    "rbflib.lab.kit": 5,
    "rbflib.lab.grader": 6,
    "rbflib.lab.pages": 7,
    "rbflib.lab": 8,
}
KIT = "rbflib.lab.kit"
# Rooms side by side in one of these do not import each other.
APART = ("rbflib.lab.pages",)
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
# A page's own words: every page has QUESTIONS, and what a student is to write may stand elsewhere.
OF_A_PAGE = re.compile(r"rbflib\.lab\.pages\.\w+\.(questions|exercises)$")
# A control, and a kind of question.
TWICE = {"Choice"}
# What other packages keep private, and the reason stands where it is used.
FOREIGN = {"_gamma", "_check_sample_weight"}


@cache
def package():
    """Name and syntax tree of every module; a package's holds its lazy imports, from its stub."""
    found = (ROOT / "rbflib").rglob("*.py")
    paths = {path.relative_to(ROOT).with_suffix(""): path for path in found}
    names = {".".join(p.parts).removesuffix(".__init__"): path for p, path in paths.items()}
    return {name: tree_with_stub(path) for name, path in names.items()}


def tree_with_stub(path):
    parts = [path, path.with_suffix(".pyi")]
    return ast.parse("\n".join(p.read_text(encoding="utf-8") for p in parts if p.exists()))


def within(name, prefix):
    return name == prefix or name.startswith(prefix + ".")


def imports(tree, names):
    """(module, imported name or None) of every import of a module of the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield (whole, None) if whole in names else (node.module, alias.name)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)


def floor(name):
    return FLOORS[max((prefix for prefix in FLOORS if within(name, prefix)), key=len)]


def upward(modules):
    """Imports from a higher floor; the package itself, with all models, stands below the lab."""
    for name, tree in modules.items():
        for other, _ in imports(tree, modules):
            if within(other, "rbflib") and (
                floor(other) > floor(name) or (other == "rbflib" and floor(name) < FLOORS[KIT])
            ):
                yield f"{name} imports {other}"


def circles(modules):
    graph = {
        name: {other for other, _ in imports(tree, modules) if other in modules}
        for name, tree in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield " → ".join(error.args[1])


def side_by_side(modules, apart=APART):
    """Imports from the room next door, where rooms are to stand alone."""
    for name, tree in modules.items():
        for other, _ in imports(tree, modules):
            for prefix in apart:
                rooms = {m.removeprefix(prefix + ".").split(".")[0] for m in (name, other)}
                if within(name, prefix) and within(other, prefix) and len(rooms) == 2:
                    yield f"{name} imports {other}"


def is_private(name):
    return name.startswith("_") and not name.endswith("__")


def private_of_others(modules):
    """Names with an underscore that are imported, or used without being defined in the file."""
    for name, tree in modules.items():
        nodes = list(ast.walk(tree))
        own = {node.name for node in nodes if isinstance(node, DEFINITION)}
        attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
        own |= {node.attr for node in attributes if isinstance(node.ctx, ast.Store)}
        used = {node.attr for node in attributes} - own
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                used |= {alias.name for alias in node.names}
        yield from (f"{name} uses {private}" for private in filter(is_private, used - FOREIGN))


def defined_twice(modules):
    """Public functions, classes and constants that more than one file defines."""
    found = Counter()
    for tree in (tree for name, tree in modules.items() if not OF_A_PAGE.match(name)):
        for node in tree.body:
            if isinstance(node, DEFINITION):
                found[node.name] += 1
            elif isinstance(node, ast.Assign):
                found.update(target.id for target in node.targets if isinstance(target, ast.Name))
    twice = {name for name, times in found.items() if times > 1 and not name.startswith("_")}
    return sorted(twice - TWICE)


@pytest.mark.parametrize("rule", [upward, circles, side_by_side, private_of_others, defined_twice])
def test_the_house_keeps_its_rules(rule):
    assert list(rule(package())) == []


def test_all_modules_are_read_each_on_its_floor():
    found = package()
    assert len(found) == len(list((ROOT / "rbflib").rglob("*.py")))
    heights = {
        "numerics.linear": 0,
        "basis": 1,
        "network": 2,
        "learners": 3,
        "ols": 4,
        "lab.kit.scene": 5,
        "lab.pages.kmeans": 6,
        "lab.plot": 7,
    }
    assert all(floor(f"rbflib.{name}") == height for name, height in heights.items())
    assert all(f"rbflib.{name}" in found for name in heights)


def test_lazy_imports_are_read_too():
    found = package()
    assert ("rbflib.kmeans", "KMeans") in set(imports(found["rbflib"], found))
    assert ("rbflib.lab.quizzes", "quiz") in set(imports(found["rbflib.lab"], found))
    assert ("sklearn.cluster", "KMeans") in set(imports(found["rbflib.numerics.mixture"], found))


def house(**files):
    """A package of a few lines per file."""
    return {f"rbflib.{name.replace('__', '.')}": ast.parse(text) for name, text in files.items()}


@pytest.mark.parametrize(
    ("rule", "modules"),
    [
        (upward, house(numerics__linear="from rbflib.basis import BASES", basis="BASES = {}")),
        (upward, house(basis="import rbflib.network", network="")),
        (upward, house(ols="from rbflib import OLSRegressor")),
        (upward, house(ols="def fit():\n    from rbflib.lab import plot", lab__plot="")),
        (circles, house(ols="from rbflib.elm import A", elm="from rbflib.mds import B",
                        mds="import rbflib.ols")),
        (circles, house(ols="def fit():\n    from rbflib.elm import A",
                        elm="def fit():\n    from rbflib.ols import B")),
        (circles, house(numerics__a="from rbflib.numerics import b",
                        numerics__b="from rbflib.numerics.a import C")),
        (private_of_others, house(ols="from rbflib.elm import _draw")),
        (private_of_others, house(ols="import rbflib.elm\nrbflib.elm._draw()")),
        (private_of_others, house(ols="class A(B):\n    def fit(self):\n        self._check()")),
        (defined_twice, house(ols="def solve(): pass", elm="solve = 1")),
        (lambda modules: side_by_side(modules, ("rbflib.lab.pages",)),
         house(lab__pages__ols__trap="from rbflib.lab.pages.elm import band", lab__pages__elm="")),
    ],
)  # fmt: skip
def test_a_broken_rule_is_found(rule, modules):
    assert list(rule(modules))


def test_a_sound_house_breaks_no_rule():
    modules = house(
        numerics__linear="def solve(): pass",
        basis="from rbflib.numerics.linear import solve",
        ols="from rbflib.basis import phi\nclass A:\n    def _f(self): self._f(self.__class__)",
        lab__pages__ols__trap="from rbflib.lab.pages.ols.walk import step",
        lab__pages__ols__walk="from rbflib.ols import A",
    )
    for rule in (upward, circles, private_of_others, defined_twice):
        assert list(rule(modules)) == []
    assert list(side_by_side(modules, ("rbflib.lab.pages",))) == []
