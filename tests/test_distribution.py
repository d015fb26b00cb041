"""The built distribution holds all files, and works outside the source tree."""

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
IN_USE = """
from rbflib.lab import EXPLORERS, progress
from rbflib.lab.collect.__main__ import main as collect
from rbflib.lab.__main__ import copy_pages
from rbflib.lab.export.__main__ import main as export
for name, build in EXPLORERS.items():
    assert build().frame, name
copy_pages(Path("pages"))
assert export([]) == 0
Path("class").mkdir()
progress().save("Ana", Path("class"))
assert collect(["class"]) == 0
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


def test_wheel_holds_the_package_and_the_pages_and_no_other_file(wheel):
    names = ZipFile(wheel).namelist()
    packed = {name for name in names if name.startswith("rbflib/")}
    files = {path.relative_to(ROOT) for path in ROOT.glob("rbflib/**/*") if path.is_file()}
    left_out = {"__pycache__", "js"}  # what the browser runs is in kit/static
    package = {path.as_posix() for path in files if not left_out & set(path.parts)}
    kinds = ("ipynb", "md", "png")
    pages = {path.name for kind in kinds for path in ROOT.glob(f"notebooks/*.{kind}")}
    assert packed == package | {f"rbflib/lab/notebooks/{name}" for name in pages}
    assert [name for name in names if ".data/" in name] == []  # what would change JupyterLab
    assert {".py", ".typed", ".csv", ".js", ".css"} <= {Path(name).suffix for name in packed}


README = (ROOT / "README.md").read_text(encoding="utf-8")
OF_LAB, OF_LIBRARY = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_example_of_the_readme_runs_with_what_the_wheel_requires(python_with):
    python_with()(HERE + OF_LIBRARY + "assert network(X).shape == (100,)")


def test_explorers_draw_and_pages_are_copied_where_the_wheel_is_installed(python_with, tmp_path):
    python_with("[lab]")(HERE + IN_USE + OF_LAB)
    assert {path.name for path in (tmp_path / "quizzes").iterdir()} == {"moodle.xml", "qti.zip"}
    copied = {path.name for path in (tmp_path / "pages").iterdir()}
    assert copied == {path.name for path in ROOT.glob("notebooks/*.ipynb")}


def test_nothing_of_jupyter_is_needed_to_fit_and_predict(python_with):
    python_with()(HERE + WITHOUT_JUPYTER)
