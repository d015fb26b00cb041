"""README, ARCHITECTURE and the contact sheet: what they name exists, what they say is measured."""

import re
import runpy
from pathlib import Path

import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.pages import PAGES

ROOT = Path(__file__).parents[3]
BUILD = runpy.run_path(str(ROOT / "notebooks/source/build.py"))
repeat_titles = BUILD["repeat_titles"]
MAKEFILES = ["Makefile", "book/book.mk", "teaching/teaching.mk"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = "".join(map(Path.read_text, map(ROOT.joinpath, MAKEFILES)))
FIGURES = ROOT / "figures"
SHEET = (FIGURES / "README.md").read_text(encoding="utf-8")


def test_commands_of_the_readme_exist():
    commands = re.findall(r"\bmake ([a-z]+)", README)
    assert {"lab", "test"} <= set(commands)
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, flags=re.MULTILINE))
    assert set(commands) <= targets


DOCUMENTS = [
    "README.md",
    ".github/ARCHITECTURE.md",
    ".github/CONTRIBUTING.md",
    "teaching/README.md",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_a_document_names_exist(name):
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not ((ROOT / name).parent / link).exists()] == []


def test_folders_that_the_architecture_names_exist():
    text = (ROOT / ".github/ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:rbflib|tests|notebooks|figures|benchmarks)/[^`<]*)`", text)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_ratios_of_the_readme_are_those_of_the_benchmarks():
    table = README.split("| task | against | ratio |\n|---|---|---|\n")[1].split("\n\n")[0]
    measured = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8").splitlines()
    rows = table.splitlines()
    assert len(rows) >= 5
    assert [row for row in rows if not any(x.startswith(row) for x in measured)] == []


@pytest.mark.parametrize("path", BUILD["REPEATING"], ids=lambda path: path.stem)
def test_titles_and_minutes_are_those_of_the_pages(path):
    text = path.read_text(encoding="utf-8")
    assert repeat_titles(text, path.name[:2]) == text, "run `make notebooks`"


def test_old_titles_and_minutes_are_replaced():
    old = """# 03 · Neighbors

About 1 minutes, 2 with the exercises

| [**03 Old**](03_nearest_neighbor.ipynb) | votes | 1 / 2 |
| [Old](notebooks/03_nearest_neighbor.ipynb) | votes | 1 / 2 |

## [Old](03_nearest_neighbor.ipynb)
"""
    _, short, title, minutes, more = PAGES[3]
    assert (
        repeat_titles(old, "03")
        == f"""# 03 · {title}

About {minutes} minutes, {more} with the exercises

| [**03 {short}**](03_nearest_neighbor.ipynb) | votes | {minutes} / {more} |
| [03 · {title}](notebooks/03_nearest_neighbor.ipynb) | votes | {minutes} / {more} |

## [03 · {title}](03_nearest_neighbor.ipynb)
"""
    )


def test_readme_lists_every_page():
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"](notebooks/{path.name})" in README, path.name


def complaints(sheet, folder):
    """Pictures of a folder that its contact sheet does not show once, or without a sentence."""
    wrong = []
    for path in folder.rglob("*.png"):
        name = path.relative_to(folder).as_posix()
        rows = [line.split(" | ") for line in sheet.splitlines() if f'src="{name}"' in line]
        if [len(row) for row in rows] != [4] or not re.fullmatch(r".{20,}\.", rows[0][2]):
            wrong.append(name)
    return wrong


def test_every_explorer_has_its_figure():
    assert {path.stem for path in FIGURES.glob("*.png")} == set(EXPLORERS)


def stub_complaints(stub):
    """What the stub for type checkers lacks, and what it has too much."""
    declared = set(re.findall(r"(?m)^(?:def )?(\w+)(?:: Opens$|\()", stub))
    lacking, left = sorted({*EXPLORERS} - declared), sorted(declared - {*EXPLORERS})
    return [f"add the line: {name}: Opens" for name in lacking] + [f"remove {x}" for x in left]


def test_type_checkers_know_every_explorer():
    stub = (ROOT / "rbflib/lab/__init__.pyi").read_text(encoding="utf-8")
    assert stub_complaints(stub) == [], "in rbflib/lab/__init__.pyi"
    changed = stub.replace("\ncurse: Opens", "\ncurses: Opens")
    assert stub_complaints(changed) == ["add the line: curse: Opens", "remove curses"]


def test_contact_sheet_shows_every_figure_with_a_caption():
    assert complaints(SHEET, FIGURES) == []
    assert len(complaints(re.sub(r"One neighbor: every sample[^|]*", "", SHEET), FIGURES)) == 1
