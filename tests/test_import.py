"""What an import brings along, in a fresh process; and lazy names behave like imported ones."""

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import rbflib
import rbflib.lab
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


def names_in_stub(package):
    """Name -> module, of all imports from rbflib in the stub of a package."""
    stub = ast.parse(Path(package.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.name: node.module
        for node in imports
        if node.module.startswith("rbflib.")
        for alias in node.names
    }


def loaded(code):
    """Names of the modules that are loaded after this code, in a process of its own."""
    code = f"{code}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("code", [*list(BRINGS)[:3], *thorough(*list(BRINGS)[3:])])
def test_an_import_does_not_bring_along(code):
    assert loaded(code) & BRINGS[code] == set()


@pytest.mark.thorough
def test_import_works_from_a_zip(tmp_path):
    with zipfile.ZipFile(tmp_path / "rbflib.zip", "w") as archive:
        root = Path(rbflib.__file__).parent
        for file in [*root.rglob("*.py"), *root.rglob("*.pyi"), *root.glob("data/*")]:
            archive.write(file, file.relative_to(root.parent))
    code = "import sys; sys.path[:0] = ['rbflib.zip']; import rbflib; print(rbflib.__file__)"
    code += "; rbflib.KMeans(2).fit([[0.0], [1.0]]); rbflib.world_cities(); import rbflib.lab"
    run = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("rbflib.zip")


@pytest.mark.parametrize("missing", ["psutil", "isal"])
def test_works_without(missing):
    """What a browser's Python lacks is used where it is installed, and replaced elsewhere."""
    code = f"""import sys
sys.modules["{missing}"] = sys.modules["{missing}.isal_zlib"] = None
import numpy as np, rbflib, rbflib.lab
from rbflib.lab.grader.sandbox import run_apart
import zlib
from rbflib.lab.kit.frame import HEAD, pack
from rbflib.numerics.checks import check_memory
check_memory({2**60 if missing == "psutil" else 0}, '')
runs = zlib.decompress(pack(np.zeros((2, 3, 4), np.uint8))[HEAD.size:])
print(run_apart(abs, [(-2,)])[0].value, len(runs))"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["2", "12"]  # two runs: a color and a length each


@pytest.mark.thorough
def test_explorers_are_found_where_python_keeps_no_docstrings():
    code = "from rbflib.lab import interpolation; print(interpolation().gamma)"
    run = subprocess.run(
        [sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True
    )
    assert float(run.stdout) > 0


def test_what_is_used_is_brought_along():
    code = "import rbflib; rbflib.kmeans.lloyd; rbflib.fit_mixture([[0.0], [1.0]], 1)"
    assert {"rbflib.kmeans", "sklearn.base", "sklearn.cluster"} <= loaded(code)


@pytest.mark.parametrize("package", [rbflib, rbflib.lab])
def test_every_name_is_there_and_is_the_one_of_its_module(package):
    names = names_in_stub(package)
    lazy = {name: module for module, some in package._NAMES.items() for name in some}
    assert {name: f"{package.__name__}.{module}" for name, module in lazy.items()} == names
    assert {*names} <= {*package.__all__} <= {*dir(package)}
    everything = {}
    exec(f"from {package.__name__} import *", everything)
    assert {*package.__all__} <= {*everything}
    for name, module in names.items():
        assert getattr(package, name) is getattr(sys.modules[module], name) is everything[name]
