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
from contextlib import closing
from inspect import signature
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from tests.browser.student import PATIENCE, Tab

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DEMANDED = bool(os.environ.get("RBFLIB_DEMAND_BROWSER"))


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items):
    """Tests of one page follow each other, in one process: they share its tab.

    First those of the page as it comes, then those of the page unrun, then those of the page run,
    and last those that ask for the desk to leave it.
    """
    ours = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.xdist_group(page_of(item)))
    ours = iter(sorted(ours, key=lambda i: (page_of(i), STATES.index(state_of(i)), leaves(i))))
    items[:] = [next(ours) if Path(__file__).parent in i.path.parents else i for i in items]


STATES = ["untrusted", "unrun", "awake", None]


def state_of(item):
    """The state of the page that a test asks for first."""
    return next((state for state in STATES if state in item.fixturenames), None)


def leaves(item):
    return "desk" in signature(item.function).parameters


def page_of(item):
    """The page that a test is about: its parameter `name`, or its mark."""
    if hasattr(item, "callspec") and "name" in item.callspec.params:
        return item.callspec.params["name"]
    mark = item.get_closest_marker("page")
    return mark.args[0] if mark else item.name


class Lab:
    """A running server, whose user's home is an empty folder, and copies of the pages there."""

    def __init__(self, home):
        self.home, self.pages = home, home / "notebooks"
        self.pages.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.token = "browser-test"
        options = f"--no-browser --port={port} --IdentityProvider.token={self.token}"
        # Signatures of trusted pages are looked for in this folder.
        self.data = home / "data"
        ours = {"HOME": str(home), "JUPYTER_DATA_DIR": str(self.data), "OPENBLAS_NUM_THREADS": "1"}
        self.log = home / "server.log"
        with open(self.log, "w") as log:
            self.server = subprocess.Popen(
                self.command(options),
                cwd=ROOT, env=os.environ | ours, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        self._number = itertools.count(1)

    def command(self, options):
        """What starts the server."""
        options += " --LabApp.expose_app_in_browser=True"
        return ["make", "lab", f"PAGE={self.pages}", f"LAB_ARGS={options}"]

    def wait(self):
        for _ in range(600):
            try:
                self.ask("api")
                return
            except OSError:
                if self.server.poll() is not None:
                    break
                time.sleep(0.2)
        pytest.fail(f"no server was started:\n{self.log.read_text()[-3000:]}")

    def close(self):
        if self.server.poll() is None:
            os.killpg(self.server.pid, signal.SIGTERM)
            self.server.wait(timeout=60)

    def ask(self, what, method="GET"):
        address = f"{self.address}/{what}?token={self.token}"
        request = urllib.request.Request(address, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

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
    with closing(Lab(tmp_path_factory.mktemp("home"))) as lab:
        lab.wait()
        yield lab


def opened_chromium():
    from playwright.sync_api import sync_playwright

    if not CHROMIUM:
        assert not DEMANDED, "Chromium is demanded and not installed"
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


chromium = pytest.fixture(opened_chromium, scope="session")


@pytest.fixture(scope="session")
def student(chromium, lab):
    """A student's browser: one window, which keeps what it has loaded."""
    context = chromium.new_context(base_url=lab.address, viewport={"width": 1500, "height": 1000})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


class Desk:
    """The tab that tests of one page share. A test that spoils it says so by `leave`."""

    def __init__(self, student, lab):
        self.student, self.lab = student, lab
        self.name = self.tab = None

    def untrusted(self, name):
        """The page as it comes by mail."""
        return self._open(name, trusted=False)

    def unrun(self, name):
        """The page as its author's computer shows it before a cell is run: still pictures."""
        return self.tab if self.name == (name, "unrun") else self._open(name, trusted=True)

    def awake(self, name):
        """The page with all of its cells run."""
        if self.name == (name, "awake"):
            return self.tab
        tab = self.unrun(name)
        tab.run_all()
        self.name = name, "awake"
        return tab

    def _open(self, name, trusted):
        copy = self.lab.copy(name, trusted)
        if self.tab:
            self.tab.leave()
            self.lab.end_kernels()
            self.tab.turn_to(copy)
        else:
            self.tab = Tab(self.student.new_page())
            self.tab.open(copy, self.lab.token)
        self.name = name, "unrun" if trusted else "untrusted"
        return self.tab

    def leave(self):
        if self.tab:
            self.tab.close()
            self.lab.end_kernels()
        self.name = self.tab = None


@pytest.fixture(scope="session")
def shared_desk(student, lab):
    desk = Desk(student, lab)
    yield desk
    desk.leave()


@pytest.fixture
def desk(shared_desk, request):
    failed = request.session.testsfailed
    yield shared_desk
    if request.session.testsfailed > failed:
        shared_desk.leave()


@pytest.fixture
def untrusted(desk):
    return desk.untrusted


@pytest.fixture
def unrun(desk):
    return desk.unrun


@pytest.fixture
def awake(desk):
    return desk.awake
