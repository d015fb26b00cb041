"""The graph of what each page needs, read from the pages' heads: “you need: … page 02 …”."""

import re
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rbflib.lab.kit import style

PAGES = Path(__file__).parents[1] / "notebooks/source"
SHORT = {
    "00": "start",
    "01": "SVM",
    "02": "full network",
    "03": "neighbors",
    "04": "k-means",
    "05": "RBF network",
    "06": "OLS",
    "07": "ELM",
    "08": "MDS",
    "09": "playground",
    "10": "comparison",
}
PLACES = {"00": (0, 1), "01": (1, 1), "02": (2, 1), "03": (3, 2), "04": (3, 1), "05": (4, 1)}
PLACES |= {"06": (5, 1), "07": (5, 0), "08": (3, 0), "09": (6, 1), "10": (5, 2)}


def needs(part):
    """Numbers of the pages to which a part of a head links; “pages 01 to 07” are seven."""
    numbers = re.findall(r"\]\((\d\d)_\w+\.ipynb\)", part)
    if last := re.search(r"\) to (\d\d)", part):
        numbers = [f"{n:02d}" for n in range(int(numbers[0]), int(last[1]) + 1)]
    return numbers


def prerequisites():
    """{page: (pages that it needs, pages that one of its sections needs)}, by their numbers."""
    graph = {}
    for path in sorted(PAGES.glob("[0-9]*.md")):
        head = re.search(r"you need: (.*?) · words", path.read_text(encoding="utf-8"))
        if head:
            whole, *sections = head[1].split("for section")
            graph[path.name[:2]] = needs(whole), needs("".join(sections))
    return graph


def requires(graph, page, earlier):
    """Whether a page needs an earlier one, directly or by way of others."""
    whole, _ = graph[page]
    return earlier in whole or any(requires(graph, n, earlier) for n in whole)


def arrows():
    """(from, to, dashes) of the graph without those that follow from others.

    Page 09 has none: its experiments draw on all pages from 01 to 07.
    """
    graph = prerequisites()
    for page in graph.keys() - {"09"}:
        whole, sections = graph[page]
        for start in whole:
            if not any(requires(graph, n, start) for n in whole):
                yield start, page, "-"
        for start in sections:
            if not any(requires(graph, n, start) for n in sections):
                yield start, page, (0, (4, 3))


def figure():
    """Boxes from left to right; a dashed arrow where one section alone needs a page."""
    drawn = Figure(figsize=(9.2, 3.0), dpi=100)
    FigureCanvasAgg(drawn)
    axes = drawn.add_axes((0, 0, 1, 1))
    axes.set(xlim=(-0.55, 6.6), ylim=(-0.45, 2.45))
    axes.axis("off")
    look = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": style.INK}
    boxes = {
        page: axes.text(*place, f"{page}\n{SHORT[page]}", ha="center", va="center", bbox=look)
        for page, place in PLACES.items()
    }
    for start, end, dashes in arrows():
        ends = {"patchA": boxes[start].get_bbox_patch(), "patchB": boxes[end].get_bbox_patch()}
        arrow = {"arrowstyle": "-|>", "color": style.MUTED, "linestyle": dashes, **ends}
        axes.annotate("", PLACES[end], PLACES[start], arrowprops=arrow, zorder=4)
    return drawn
