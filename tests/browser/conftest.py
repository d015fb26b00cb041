"""A JupyterLab server started as `make lab` starts it, and Debian's Chromium to look at it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# The pages with pictures; test_glossary_page.py looks at the one without.
PAGES = sorted({path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - {"10_glossary"})
DEMANDED = bool(os.environ.get("RBFLIB_DEMAND_BROWSER"))

# Appended to each copied page: the bare echo that pictures are compared with, and the thread.
ECHO_CELL = """
import threading
import ipywidgets
echo = ipywidgets.IntSlider(50, description="echo")
answer = ipywidgets.Label("none").add_class("echo-answer")
def reply(change):
    main = threading.current_thread() is threading.main_thread()
    answer.value = f"{change.new} on the {'main' if main else 'other'} thread"
echo.observe(reply, names="value")
ipywidgets.VBox([echo, answer]).add_class("echo-box")
"""


def pytest_collection_modifyitems(items):
    if CHROMIUM or DEMANDED:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="Chromium is not installed"))


class Lab(NamedTuple):
    address: str
    pages: Path
    environment: dict


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The server: its address, environment and a folder with copies of the pages to work on."""
    home = tmp_path_factory.mktemp("home")
    pages = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", pages)
    for path in pages.glob("*.ipynb"):
        append_code(path, ECHO_CELL)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"--no-browser --port={port} --IdentityProvider.token=browser-test"
    environment = {**os.environ, "HOME": str(home), "OPENBLAS_NUM_THREADS": "1"}
    with open(home / "server.log", "w") as log:
        server = subprocess.Popen(
            ["make", "lab", f"PAGE={pages}/00_start_here.ipynb", f"LAB_ARGS={options}"],
            cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, server, home / "server.log")
        yield Lab(address, pages, environment)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)


def append_code(path, code):
    page = json.loads(path.read_text(encoding="utf-8"))
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    page["cells"].append(cell | {"id": f"added-{len(page['cells'])}", "source": code})
    path.write_text(json.dumps(page), encoding="utf-8")


def wait_for(address, server, log):
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/api", timeout=5)
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.2)
    pytest.fail(f"`make lab` did not start a server:\n{log.read_text()[-3000:]}")


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
def tab(chromium, lab):
    """A fresh browser tab of a student's screen; `tab.faults` collects the page's errors."""
    context = chromium.new_context(viewport={"width": 1500, "height": 1000}, base_url=lab.address)
    tab = context.new_page()
    tab.faults = []
    tab.on("pageerror", lambda error: tab.faults.append(str(error)))
    yield tab
    context.close()
