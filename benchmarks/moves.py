"""What a move costs in the book, and in this Python: a section of RESULTS.md.

`make bench` calls this after `make book`. The same code runs here and in a cell of a page in
Chromium: each slider of each explorer goes to its next mark and back, from every preset, and the
faster of two times counts. Drawing is part of it; the browser's own work is not.
"""

import io
import json
import statistics
from contextlib import redirect_stdout
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from results import table, write_section

from book.tests.browser.bookshelf import IN_BOOK, Book, Cell, served
from tests.browser.conftest import CHROMIUM

BOOK = Path(__file__).parents[1] / "build/book"
PAGE = "10_comparison"
GOAL = 2.0
COLUMNS = ["moves", "this Python, ms", "in the book, ms", "ratio"]
HEAD = """## Moves in the book

Written by `benchmarks/moves.py`. Medians of the time in which an explorer computes and draws what a
slider's next mark shows, from every preset; and the five explorers that take longest.
"""

MOVES = """
import json
from time import perf_counter
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.controls import Slider

def timed(explorer, name, value):
    start = perf_counter()
    setattr(explorer, name, value)
    return perf_counter() - start

def moves(explorer):
    for name, control in explorer.controls.items():
        if name in explorer.in_use and isinstance(control, Slider) and len(control.marks) > 1:
            now = getattr(explorer, name)
            others = [mark for mark in control.marks if mark != now]
            next_mark = min(others, key=lambda mark: abs(mark - now))
            yield min(timed(explorer, name, x) for x in (next_mark, now))

for name in sorted(EXPLORERS):
    explorer, times = EXPLORERS[name](), []
    for preset in explorer.presets:
        explorer.restore(preset)
        times += moves(explorer)
    explorer.close()
    print(json.dumps([name, [round(1e3 * t, 2) for t in times]]))
"""


def native():
    out = io.StringIO()
    with redirect_stdout(out):
        exec(MOVES, {})
    return out.getvalue()


def in_the_book():
    with TemporaryDirectory() as root, served(root) as address, sync_playwright() as playwright:
        (Path(root) / IN_BOOK).parent.mkdir()
        (Path(root) / IN_BOOK).symlink_to(BOOK)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        book = Book(browser.new_page(), address).read(PAGE)
        cell = Cell(book, book.locator("div.cell:has(.rbflib-cell)").first)
        cell.write(MOVES)
        return cell.run(), browser.version


def times_in(text):
    rows = [json.loads(line) for line in text.splitlines() if line.startswith("[")]
    return {name: times for name, times in rows if times}  # some have menus only


def main():
    shown, browser = in_the_book()
    ours, theirs = times_in(native()), times_in(shown)
    medians = {name: [statistics.median(t[name]) for t in (ours, theirs)] for name in ours}
    rows = [[name, *medians[name]] for name in sorted(medians, key=lambda name: -medians[name][1])]
    everything = [statistics.median(chain(*t.values())) for t in (ours, theirs)]
    written = [
        [name, f"{here:.1f}", f"{there:.1f}", f"{there / here:.2f}"]
        for name, here, there in [["all moves", *everything], *rows[:5]]
    ]
    head = f"{HEAD}\nChromium {browser}. Goal of the ratio of all moves: {GOAL:g}.\n"
    section = "\n".join([head, table(COLUMNS, written)])
    print(section)
    write_section(section)


if __name__ == "__main__":
    main()
