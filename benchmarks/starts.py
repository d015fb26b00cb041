"""What the book's Python costs a reader: a section of RESULTS.md.

`make bench` calls this after `make book`. A page is opened once, so that its files are in the
browser's cache, and then again: once its text is there, the time until its first explorer has been
drawn by Python. During the first visit the memory of the browser's processes is sampled.
"""

import json
import threading
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from playwright.sync_api import sync_playwright
from results import table, write_section

from book.tests.browser.bookshelf import IN_BOOK, served
from tests.browser.conftest import CHROMIUM
from tests.browser.webdriver import Firefox, WebKit, opened

BOOK = Path(__file__).parents[1] / "build/book"
PAGE = "02_full_network"
ROUNDS = 3
HEAD = """## Python in the book

Written by `benchmarks/starts.py`. Seconds from the moment when a page is loaded, and all files are
in the browser's cache, until its first explorer has been drawn by Python: the least of {rounds}.
Memory is the most that all processes of the browser, and for Chromium those of Playwright, hold
during the first visit; what they share counts once.
"""
# Milliseconds since the page was loaded, once its first explorer is drawn.
DRAWN = """() => {
    const [{ loadEventStart }] = performance.getEntriesByType("navigation");
    const first = document.querySelector(".rbflib-near");
    first?.scrollIntoView();
    return first?.querySelector("[data-drawn]") ? performance.now() - loadEventStart : 0;
}"""


def in_chromium(address, home):
    # With a profile on disk, as readers have: in a private window the store lies in memory.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(
            home, executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        [page] = browser.pages
        for _ in range(1 + ROUNDS):
            page.goto("about:blank")
            page.goto(address)
            yield page.wait_for_function(DRAWN, timeout=120_000).json_value()


def by_webdriver(kind):
    def times(address, home):
        with opened(kind, home) as browser:
            for _ in range(1 + ROUNDS):
                browser.go("about:blank")
                browser.go(address)
                yield browser.until(DRAWN)

    return times


BROWSERS = {
    "Chromium": (in_chromium, 3, 1200),  # goals: seconds, MB
    "Firefox": (by_webdriver(Firefox), 4, 1600),
    "WebKitGTK": (by_webdriver(WebKit), 8, 1600),
}


class MostMemory(threading.Thread):
    """While a block lasts, the most that the processes begun by this one hold, in MB."""

    most = 0

    def __enter__(self):
        self.ended = threading.Event()
        self.start()
        return self

    def __exit__(self, *_args):
        self.ended.set()
        self.join()

    def run(self):
        while not self.ended.wait(0.3):
            held = map(held_by, psutil.Process().children(recursive=True))
            self.most = max(self.most, sum(held) / 1e6)


def held_by(process):
    try:
        return process.memory_full_info().pss
    except psutil.Error:  # it has ended
        return 0


def starts():
    """A row for every browser."""
    with TemporaryDirectory() as folder, served(folder) as address:
        root = Path(folder)
        (root / IN_BOOK).parent.mkdir()
        (root / IN_BOOK).symlink_to(BOOK)
        for name, (times_of, seconds, megabytes) in BROWSERS.items():
            home = root / name
            home.mkdir()
            times = times_of(f"{address}/{PAGE}.html", home)
            with MostMemory() as memory:
                next(times)
            yield [f"start in {name}, s", f"{min(times) / 1000:.1f}", f"{seconds}"]
            yield [f"memory of {name}, MB", f"{memory.most:.0f}", f"{megabytes}"]


def sizes():
    """Rows of what is fetched at the first visit, and of what stands on a server."""
    [manifest] = BOOK.glob("_static/engine/manifest-*.json")
    parts = json.loads(manifest.read_text())["parts"].values()
    first = sum(part["bytes"] for part in chain(*parts))
    everything = sum(path.stat().st_size for path in BOOK.rglob("*") if path.is_file())
    yield ["Python at the first visit, MB", f"{first / 1e6:.0f}", "47"]
    yield ["`build/book`, MB", f"{everything / 1e6:.0f}", "100"]


def main():
    rows = [*sizes(), *starts()]
    section = "\n".join([HEAD.format(rounds=ROUNDS), table(["", "measured", "goal"], rows)])
    print(section)
    write_section(section)


if __name__ == "__main__":
    main()
