"""The book on a plain server, and a reader of it."""

import os
import re
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import expect

from book.build import build
from tests.browser.conftest import DEMANDED
from tests.browser.student import PATIENCE, Explorer, Tab

ROOT = Path(__file__).parents[3]
HAS_NPM = shutil.which("npm") or DEMANDED or (ROOT / "rbflib/lab/kit/js/node_modules").exists()
NEEDS_NPM = pytest.mark.skipif(not HAS_NPM, reason="npm brings what books and slides show")
IN_BOOK = "site/book"  # a folder in a folder: nothing may be looked for at the server's root


def write_book(root, **options):
    """Build the book into a server's folder."""
    mathjax = ROOT / "rbflib/lab/kit/js/node_modules/mathjax"
    assert mathjax.exists(), "`npm ci` brings what the book shows"
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as work:  # index.md finds a page's text from there
        build(root / IN_BOOK, Path(work), level=3, **options)  # of zstd: quick, and larger


# Bytes that a page has asked for until it was loaded; what comes later waits for the reader.
FIRST_BYTES = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const parts = performance.getEntriesByType("resource");
    const first = parts.filter((part) => part.startTime < page.loadEventStart);
    return [page, ...first].reduce((sum, { transferSize }) => sum + transferSize, 0);
}"""


class Plain(SimpleHTTPRequestHandler):
    """A server of files without ranges; it counts what it sends of the engine, and can be away."""

    engine_bytes, is_away = 0, False

    def log_message(self, *_args):
        pass

    def do_GET(self):
        self.close_connection = True
        if not Plain.is_away:
            super().do_GET()

    def copyfile(self, source, output):
        if "/engine/" in self.path:
            Plain.engine_bytes += os.fstat(source.fileno()).st_size
        super().copyfile(source, output)


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

    def read(self, name, state=""):
        self.goto("about:blank")  # a page that differs by its state only is loaded, too
        self.goto(f"{self.address}/{name}.html{state}")
        return self

    @property
    def foreign(self):
        """What was asked of anybody else."""
        ours = ("data:", "blob:", "about:", self.address)
        return [url for url in self.requests if not url.startswith(ours)]

    def assert_no_faults(self):
        assert (self.faults, self.failed, self.foreign) == ([], [], [])

    def assert_little_at_first(self):
        assert 100_000 < self.evaluate(FIRST_BYTES) < 1_500_000

    @contextmanager
    def losing(self, files, answer):
        """While the block lasts, these files get this answer."""
        lost = [True]
        self.route(files, lambda route: answer(route) if lost else route.continue_())
        yield
        lost.clear()  # `unroute` would wait for workers, also for those that have ended

    @property
    def python_line(self):
        return self.locator(".rbflib-python")

    def until_python_is_there(self):
        expect(self.python_line).to_be_hidden(timeout=2 * PATIENCE)

    def explorer_of(self, name):
        """The one of this name, once it is alive."""
        return self.awake(self.locator(f".rbflib-near[data-explorer={name}]"))

    def explorers(self):
        """All of them, also those of folded outputs."""
        self.locator("details").evaluate_all("all => all.forEach((e) => { e.open = true; })")
        return [self.awake(picture) for picture in self.locator(".rbflib-near").all()]

    def awake(self, picture):
        picture.scroll_into_view_if_needed()
        gone = picture.locator("> :is(img, [inert]):visible")  # inert: its Python has ended
        expect(gone).to_have_count(0, timeout=2 * PATIENCE)
        return Explorer(self, picture.locator(".rbflib-explorer:visible"))

    def cell(self, text, which=0):
        """The cell whose code, as the page comes, holds this text; of several one."""
        cells = self.locator("div.cell:has(.rbflib-cell)")
        codes = cells.locator(".cell_input .highlight").all_text_contents()
        number = [i for i, code in enumerate(codes) if text in code][which]
        return Cell(self, cells.nth(number))

    def own_cells(self):
        """The reader's own."""
        own = self.locator("div.cell:has(button:text-is('Delete'))")
        return [Cell(self, own.nth(i)) for i in range(own.count())]


UNFINISHED = re.compile("^(|It .*|Your function runs .*)$")


class Cell:
    """A cell of code."""

    def __init__(self, book, el):
        self.book, self.el = book, el
        self.output = el.locator(".cell_output")
        self.status = el.locator(".rbflib-cell [role=status]")

    def press(self, name):
        # As long as a finger does: what moves away under it meanwhile gets no click.
        self.el.get_by_role("button", name=name, exact=True).click(delay=100)

    def run(self, how="Run"):
        """Run it, and wait until it has run."""
        self.press(how)
        expect(self.status).not_to_have_text(UNFINISHED, timeout=2 * PATIENCE)
        return self.output.inner_text()

    def write(self, code):
        if not self.el.locator(".cm-content").count():
            self.press("Edit")
        self.el.locator(".cm-content").click()
        self.book.keyboard.press("Control+a")
        self.book.keyboard.insert_text(code)

    def write_below(self, code):
        """Into a new cell of the reader's."""
        self.press("New cell")
        expect(self.book.locator(".cm-focused .cm-line")).to_have_text("")
        self.book.keyboard.insert_text(code)
