"""A JupyterLab server started as `make lab` starts it, and Debian's Chromium to look at it."""

import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from student import Tab

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DEMANDED = bool(os.environ.get("RBFLIB_DEMAND_BROWSER"))


def pytest_collection_modifyitems(items):
    if CHROMIUM or DEMANDED:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="Chromium is not installed"))


class Lab:
    """A running server, and a folder with copies of the pages to work on.

    Parameters
    ----------
    home : Path
        An empty folder, which the server takes for the user's home.
    options : str
        More options of `jupyter lab`.
    """

    def __init__(self, home, options=""):
        self.home, self.pages = home, home / "notebooks"
        self.pages.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.token = "browser-test"
        options = f"--no-browser --port={port} --IdentityProvider.token={self.token} {options}"
        # Signatures of trusted pages are looked for in this folder.
        self.data = home / "data"
        environment = {
            **os.environ,
            "HOME": str(home),
            "JUPYTER_DATA_DIR": str(self.data),
            "OPENBLAS_NUM_THREADS": "1",
        }
        self.log = home / "server.log"
        with open(self.log, "w") as log:
            self.server = subprocess.Popen(
                ["make", "lab", f"PAGE={self.pages}", f"LAB_ARGS={options}"],
                cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        self._number = itertools.count(1)

    def wait(self):
        for _ in range(600):
            try:
                self.ask("api")
                return
            except OSError:
                if self.server.poll() is not None:
                    break
                time.sleep(0.2)
        pytest.fail(f"`make lab` did not start a server:\n{self.log.read_text()[-3000:]}")

    def end(self):
        os.killpg(self.server.pid, signal.SIGTERM)
        self.server.wait(timeout=60)

    def ask(self, what, method="GET"):
        address = f"{self.address}/{what}?token={self.token}"
        with urllib.request.urlopen(
            urllib.request.Request(address, method=method), timeout=30
        ) as a:
            return json.loads(a.read() or "null")

    def end_kernels(self):
        for session in self.ask("api/sessions"):
            self.ask(f"api/sessions/{session['id']}", method="DELETE")

    def copy(self, name, trusted=False, code=""):
        """A fresh copy of a page, with a last cell of code; the copy's name.

        JupyterLab trusts what it has trusted before, wherever it lies: the number makes it new.
        """
        number = next(self._number)
        page = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
        source = f"{code}\n'this page has run: copy {number}'".strip()
        page.cells.append(nbformat.v4.new_code_cell(source, id=f"last-{number}"))
        copy = self.pages / f"{name}_{number}.ipynb"
        nbformat.write(page, copy)
        if trusted:
            with NotebookNotary(data_dir=str(self.data)) as notary:
                notary.sign(nbformat.read(copy, as_version=4))
        return copy


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    lab = Lab(tmp_path_factory.mktemp("home"))
    try:
        lab.wait()
        yield lab
    finally:
        lab.end()


# Ends with its module: as long as Playwright lives, an event loop counts as running.
@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "Chromium is demanded and not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_tab(chromium, lab):
    """open_tab(copy, **options) opens a copy of a page as a student's browser does."""
    contexts = []

    def open_copy(copy, server=lab, **options):
        options = {"viewport": {"width": 1500, "height": 1000}, **options}
        contexts.append(chromium.new_context(base_url=server.address, **options))
        tab = Tab(contexts[-1].new_page())
        tab.open(copy, server.token)
        return tab

    yield open_copy
    for context in contexts:
        context.close()
    lab.end_kernels()


@pytest.fixture
def unrun(open_tab, lab):
    """unrun(name) opens a page that is not trusted; with trusted=True its widgets live."""
    return lambda name, trusted=False, **options: open_tab(lab.copy(name, trusted), **options)


@pytest.fixture
def run(unrun):
    """run(name) opens a page and runs all of its cells."""

    def open_and_run(name, **options):
        tab = unrun(name, **options)
        tab.run_all()
        return tab

    return open_and_run
