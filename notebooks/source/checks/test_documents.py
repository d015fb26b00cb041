"""README, ARCHITECTURE and the contact sheet: what they name exists, what they say is measured."""

import re
from pathlib import Path

import nbformat
import pytest

from rbflib.lab import EXPLORERS

ROOT = Path(__file__).parents[3]
MAKEFILES = ["Makefile", "book/book.mk", "server/server.mk", "teaching/teaching.mk"]
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


def test_readme_lists_every_page_with_its_title():
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        title = nbformat.read(path, as_version=4).cells[0].source.splitlines()[0].lstrip("# ")
        assert f"(notebooks/{path.name})" in README, path.name
        assert title in README, title


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


def test_contact_sheet_shows_every_figure_with_a_caption():
    assert complaints(SHEET, FIGURES) == []
    assert len(complaints(re.sub(r"One neighbor: every sample[^|]*", "", SHEET), FIGURES)) == 1
