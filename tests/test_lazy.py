"""What an import brings along, in a fresh process; and lazy names behave like imported ones."""

import subprocess
import sys

import pytest

import rbflib
import rbflib.lab
from rbflib.lazy import names_in_stub
from tests.seeds import thorough

# What these need of scikit-learn is in its base. That loads scipy.stats, scipy.optimize and, where
# it is installed, pandas.
HEAVY = {
    f"sklearn.{part}" for part in ("cluster", "datasets", "linear_model", "model_selection", "svm")
}
SCREEN = {"IPython", "PIL", "anywidget", "ipywidgets", "matplotlib"}
BRINGS = {
    "import rbflib.lab": {"numpy", "pandas", "scipy", "sklearn"} | SCREEN,
    "from rbflib.lab import predict, quiz": {"matplotlib", "numpy", "pandas", "scipy", "sklearn"},
    "from rbflib.lab import Explorer, check": {"matplotlib.pyplot", "pandas", "scipy", "sklearn"},
    "from rbflib import *": HEAVY | SCREEN,
    "from rbflib.lab import *": {"matplotlib.pyplot", "sklearn.cluster"},
}


def loaded(code):
    """Names of the modules that are loaded after this code, in a process of its own."""
    code = f"{code}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("code", [*list(BRINGS)[:3], *thorough(*list(BRINGS)[3:])])
def test_an_import_does_not_bring_along(code):
    assert loaded(code) & BRINGS[code] == set()


def test_what_is_used_is_brought_along():
    code = "import rbflib; rbflib.kmeans.lloyd; rbflib.fit_mixture([[0.0], [1.0]], 1)"
    assert {"rbflib.kmeans", "sklearn.base", "sklearn.cluster"} <= loaded(code)


@pytest.mark.parametrize("package", [rbflib, rbflib.lab])
def test_every_name_is_there_and_is_the_one_of_its_module(package):
    names = names_in_stub(package.__file__)
    assert {*names} <= {*package.__all__} <= {*dir(package)}
    everything = {}
    exec(f"from {package.__name__} import *", everything)
    assert {*package.__all__} <= {*everything}
    for name, module in names.items():
        assert getattr(package, name) is getattr(sys.modules[module], name) is everything[name]
