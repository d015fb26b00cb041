"""What follows the pages: what teachers need, the figures, and a page per public name."""

import re
import shutil
from pathlib import Path

import rbflib
import rbflib.lab

ROOT = Path(__file__).parents[1]
HUSH = "\n```{eval-rst}\n"


def write_appendix(source):
    for name in ("teachers_guide.md", "teaching_a_course.md", "prerequisites.png"):
        shutil.copyfile(ROOT / "notebooks" / name, source / name)
    write_figures(source / "figures")
    write_reference(source / "reference")


def write_figures(folder):
    """The figures by item of the lecture, as figures/README.md lists them."""
    shutil.copytree(ROOT / "figures", folder, ignore=shutil.ignore_patterns("*.py", "README.md"))
    text = (ROOT / "figures/README.md").read_text(encoding="utf-8").replace("../notebooks/", "../")
    text = text.replace("`make figures` draws all of them again and writes this page.\n", "")
    text = text.replace("A click on a picture shows it in full size.\n", "")
    text = re.sub(r"\[(<img [^>]*>)\]\([^)]*\)", r"\1", text)
    (folder / "index.md").write_text(text, encoding="utf-8")


def write_reference(folder):
    """A page per public name, from its docstring."""
    folder.mkdir()
    parts = {"rbflib": rbflib.__all__, "rbflib.lab": sorted({*rbflib.lab.__all__} - {"EXPLORERS"})}
    lists = [write_part(folder, module, names) for module, names in parts.items()]
    text = "# Reference\n\nEvery public name, and what its docstring says.\n\n" + "\n".join(lists)
    (folder / "index.md").write_text(text, encoding="utf-8")


def write_part(folder, module, names):
    """The pages of a module's names; the list of them."""
    source = __import__(module, fromlist=["*"])
    for name in names:
        text = f"# {name}\n{HUSH}.. {directive(getattr(source, name))}:: {module}.{name}\n```\n"
        (folder / f"{module}.{name}.md").write_text(text, encoding="utf-8")
    listed = "\n".join(f"{module}.{name}" for name in names)
    return f"## {module}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def directive(thing):
    if isinstance(thing, type):
        return "autoclass"
    return "autofunction" if callable(thing) else "autodata"
