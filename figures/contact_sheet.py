"""The contact sheet, README.md of this folder: every figure with its caption and its section."""

import re
from pathlib import Path

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.registry import REGISTRY
from rbflib.lab.lecture_map import lecture_items
from rbflib.lab.plot import drawings

PAGES = Path(__file__).parents[1] / "notebooks/source"

HEAD = """# Figures

Every picture here is drawn by the code of this repository.
`make figures` draws all of them again and writes this page.
A click on a picture shows it in full size.

- [Pictures of the lecture](#pictures-of-the-lecture), named by the item that they show.
- [Explorers](#explorers), each as its page opens with it.
- [Moving](#moving): k-means, half a step at a time.

## Pictures of the lecture

[Page 00](../notebooks/00_start_here.ipynb) lists all items, also those without a picture.

| item | picture | what it shows | explained in |
|---|---|---|---|"""

TABLE = """
## Explorers

| explorer | picture | what it shows | on page |
|---|---|---|---|"""

MOVING = """
## Moving

![k-means on page 04, moving half a step at a time.](kmeans_walk.webp)

Samples join their nearest center, centers glide to the means of their sets, and E_in falls.
"""


def contact_sheet():
    """The text of README.md."""
    items = {item["id"]: item for item in lecture_items()}
    order = list(items)
    pictures = sorted(drawings().items(), key=lambda entry: order.index(entry[1].item))
    homes = sorted((home(name), name) for name in EXPLORERS)
    return "\n".join(
        [
            HEAD,
            *(_row(d.item, f"lecture/{name}", d.caption, items[d.item]) for name, d in pictures),
            TABLE,
            *(_row(f"`{n}`", n, REGISTRY[n].caption, _where(*place)) for place, n in homes),
            MOVING,
        ]
    )


def _row(first, name, caption, where):
    page, section = where["page"], where["section"]
    anchor = section.replace(" ", "-")
    picture = f'[<img src="{name}.png" alt="{_alt(name)}" width="420">]({name}.png)'
    link = f"[{page[:2]} · {section}](../notebooks/{page}.ipynb#{anchor})"
    return f"| {first} | {picture} | {caption} | {link} |"


def _alt(name):
    return name.removeprefix("lecture/").replace("_", " ")


def home(explorer):
    """The page that opens an explorer, and the place in its text."""
    call = re.compile(rf"^(\w+ = )?{explorer}\(\)$", re.MULTILINE)
    for path in sorted(PAGES.glob("*.md")):
        if found := call.search(path.read_text(encoding="utf-8")):
            return path.stem, found.start()
    raise LookupError(f"no page opens {explorer}")


def _where(page, place):
    """The page, and the section that holds this place in its text."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    return {"page": page, "section": re.findall(r"^#+ (.*)$", text[:place], re.MULTILINE)[-1]}
