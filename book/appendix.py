"""What follows the pages: what teachers need, the figures, and a page per public name."""

import re
import shutil
from pathlib import Path

import rbflib
import rbflib.lab

ROOT = Path(__file__).parents[1]
NOT_BUILT = "This copy of the book has none. `make slides` and `make cards` write them."
HUSH = "\n```{eval-rst}\n"


def write_appendix(source):
    for name in ("teachers_guide.md", "teaching_a_course.md", "prerequisites.png"):
        shutil.copyfile(ROOT / "notebooks" / name, source / name)
    write_downloads(source, ROOT / "build")
    write_figures(source / "figures")
    write_reference(source / "reference")


def write_downloads(source, built):
    """Slides and cards, where they have been built: `make slides` takes as long as the book."""
    lists = []
    if (built / "slides/index.html").exists():
        shutil.copytree(built / "slides", source / "_static/slides")
        lists.append(
            "## Slides\n\n" + "\n".join(map(slides, sorted(built.glob("slides/*_*.html"))))
        )
    if (built / "cards.html").exists():
        for name in ("cards.html", "cards.pdf"):
            if (built / name).exists():
                shutil.copyfile(built / name, source / "_static" / name)
        lists.append(
            f"## Cards\n\nLetters to hold up, numbered by student: {links('cards', built)}"
        )
    text = "\n\n".join(["# Slides and cards", *(lists or [NOT_BUILT])])
    (source / "slides_and_cards.md").write_text(text + "\n", encoding="utf-8")


def slides(path):
    """A row of the list of slides."""
    title = re.search(r"<title>(.*)</title>", path.read_text(encoding="utf-8"))[1]
    return f"- {title}: {links(f'slides/{path.stem}', path.parents[1])}"


def links(name, built):
    """To the HTML of a file that is not a page of the book, and to its PDF."""
    kinds = [kind for kind in ("html", "pdf") if (built / f"{name}.{kind}").exists()]
    return ", ".join(f'<a href="_static/{name}.{kind}">{kind.upper()}</a>' for kind in kinds)


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
