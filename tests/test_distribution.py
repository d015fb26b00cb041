"""The built distribution holds all files, and works outside of the source tree."""

import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.make_venv import install, run, uv

ROOT = Path(__file__).parents[1]
HERE = """
from pathlib import Path
import rbflib
assert Path.cwd() in Path(rbflib.__file__).parents, rbflib.__file__
"""
EXPLORE = """
import rbflib.lab
for name, build in rbflib.lab.EXPLORERS.items():
    assert build().frame, name
"""

COPY = """
from rbflib.lab.__main__ import copy_pages
copy_pages(Path("pages"))
"""
COLLECT = """
from rbflib.lab import collect, progress
from rbflib.lab.export.__main__ import main as export
assert export([]) == 0
Path("class").mkdir()
progress().save("Ana", Path("class"))
assert collect.main(["class"]) == 0
"""
WITHOUT_JUPYTER = """
import sys
from rbflib import FullRBFRegressor, make_wave
X, y = make_wave(20, random_state=0)
assert FullRBFRegressor(gamma=1000).fit(X, y).predict(X).shape == (20,)
assert not {"IPython", "ipywidgets", "jupyterlab", "matplotlib"} & set(sys.modules)
"""

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the sdist, as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--python", sys.executable, "--out-dir", folder, ROOT)
    [path] = folder.glob("rbflib-*.whl")
    return path


@pytest.fixture
def python_with(wheel, tmp_path):
    """From an extra to a Python in an empty folder that has the wheel and what it requires."""

    def make(extra=""):
        constraints = ROOT / "constraints.txt"
        python = install(tmp_path / "elsewhere", "--constraint", constraints, f"{wheel}{extra}")
        return lambda code: run(python, "-I", "-W", "error", "-c", code, cwd=tmp_path)

    return make


def readme_example():
    [code] = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    return code


def test_wheel_holds_the_package_and_the_pages_and_no_other_file(wheel):
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("rbflib/")}
    files = {path.relative_to(ROOT) for path in ROOT.glob("rbflib/**/*") if path.is_file()}
    left_out = {"__pycache__", "js"}  # what the browser runs is in kit/static
    package = {path.as_posix() for path in files if not left_out & set(path.parts)}
    kinds = ("ipynb", "md", "png")
    pages = {path.name for kind in kinds for path in ROOT.glob(f"notebooks/*.{kind}")}
    assert packed == package | {f"rbflib/lab/notebooks/{name}" for name in pages}
    assert {".py", ".typed", ".csv", ".js", ".css"} <= {Path(name).suffix for name in packed}


def test_wheel_changes_no_jupyterlab(wheel):
    assert [name for name in ZipFile(wheel).namelist() if ".data/" in name] == []


def test_example_of_the_readme_runs_with_what_the_wheel_requires(python_with):
    python_with()(HERE + readme_example() + "assert network(X).shape == (100,)")


def test_explorers_draw_and_pages_are_copied_where_the_wheel_is_installed(python_with, tmp_path):
    python_with("[lab]")(HERE + EXPLORE + COPY + COLLECT)
    assert {path.name for path in (tmp_path / "quizzes").iterdir()} == {"moodle.xml", "qti.zip"}
    copied = {path.name for path in (tmp_path / "pages").iterdir()}
    assert copied == {path.name for path in ROOT.glob("notebooks/*.ipynb")}


def test_nothing_of_jupyter_is_needed_to_fit_and_predict(python_with):
    python_with()(HERE + WITHOUT_JUPYTER)
