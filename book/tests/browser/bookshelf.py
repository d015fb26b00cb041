"""The book on a plain server, and a reader of it."""

import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from book.build import build
from tests.browser.conftest import DEMANDED
from tests.browser.student import Explorer, Tab

ROOT = Path(__file__).parents[3]
HAS_NPM = shutil.which("npm") or DEMANDED or (ROOT / "rbflib/lab/kit/js/node_modules").exists()
NEEDS_NPM = pytest.mark.skipif(not HAS_NPM, reason="npm brings what books and slides show")
IN_BOOK = "site/book"  # a folder in a folder: nothing may be looked for at the server's root


def write_book(root, **options):
    """Build the book into a server's folder."""
    mathjax = ROOT / "rbflib/lab/kit/js/node_modules/mathjax"
    assert mathjax.exists(), "`npm ci` brings what the book shows"
    build(root / IN_BOOK, root / "work", **options)


# Bytes that a page has asked for until it was loaded; what comes later waits for the reader.
FIRST_BYTES = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const parts = performance.getEntriesByType("resource");
    const first = parts.filter((part) => part.startTime < page.loadEventStart);
    return [page, ...first].reduce((sum, { transferSize }) => sum + transferSize, 0);
}"""
MOST_AT_FIRST = 1_500_000


class Plain(SimpleHTTPRequestHandler):
    def log_message(self, *_args):
        pass


@contextmanager
def served(root):
    """The address of the book while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{IN_BOOK}"
    finally:
        server.shutdown()
        server.server_close()


class Book(Tab):
    """A tab with a page of the book, which notes what it asks for and what fails."""

    def __init__(self, page, address):
        super().__init__(page)
        self.requests, self.failed, self.address = [], [], address
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("response", lambda r: r.status >= 400 and self.failed.append(r.url))

    def read(self, name):
        self.goto(f"{self.address}/{name}.html")
        return self

    @property
    def foreign(self):
        """What was asked of anybody else."""
        ours = ("data:", "blob:", self.address)
        return [url for url in self.requests if not url.startswith(ours)]

    def assert_no_faults(self):
        assert (self.faults, self.failed, self.foreign) == ([], [], [])

    def explorer_of(self, name):
        """The one of this name, once it is alive."""
        return self.awake(self.locator(f".rbflib-near[data-explorer={name}]"))

    def explorers(self):
        """All of them, also those of folded outputs."""
        self.locator("details").evaluate_all("all => all.forEach((e) => { e.open = true; })")
        return [self.awake(picture) for picture in self.locator(".rbflib-near").all()]

    def awake(self, picture):
        picture.scroll_into_view_if_needed()
        picture.locator("> img").wait_for(state="detached")
        return Explorer(self, picture.locator(".rbflib-explorer"))
