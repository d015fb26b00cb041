"""The built distribution holds all files, and works outside of the source tree."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

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

pytestmark = pytest.mark.thorough


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    [path] = folder.glob("rbflib-*.whl")
    return path


@pytest.fixture
def python_with(wheel, tmp_path):
    """From an extra to a Python in an empty folder that has the wheel and what it requires."""

    def install(extra=""):
        run(sys.executable, "-m", "venv", tmp_path / "elsewhere")
        python = tmp_path / "elsewhere/bin/python"
        constraints = ROOT / "constraints.txt"
        run(python, "-m", "pip", "install", "--quiet", "-c", constraints, f"{wheel}{extra}")
        return lambda code: run(python, "-I", "-W", "error", "-c", code, cwd=tmp_path)

    return install


def readme_example():
    [code] = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    return code


def test_wheel_holds_every_file_of_the_package_and_no_other(wheel):
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("rbflib/")}
    files = {path.relative_to(ROOT) for path in ROOT.glob("rbflib/**/*") if path.is_file()}
    assert packed == {path.as_posix() for path in files if "__pycache__" not in path.parts}
    assert {".py", ".csv", ".json", ".js", ".css"} <= {Path(name).suffix for name in packed}


def test_wheel_brings_the_settings_of_jupyterlab(wheel):
    target = "data/share/jupyter/lab/settings/overrides.d/rbflib.json"
    assert [name for name in ZipFile(wheel).namelist() if name.endswith(target)]


def test_example_of_the_readme_runs_with_what_the_wheel_requires(python_with):
    python_with()(HERE + readme_example() + "assert network(X).shape == (100,)")


def test_explorers_draw_where_the_wheel_is_installed(python_with):
    python_with("[lab]")(HERE + EXPLORE)
