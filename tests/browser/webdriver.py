"""Debian's Firefox and WebKit, moved by the commands of W3C WebDriver.

Playwright needs builds of its own for both. Here nothing is needed but what Debian brings: WebKit
gets the commands over HTTP from its driver, and Firefox over the socket of its Marionette.
"""

import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from tests.browser.conftest import DEMANDED
from tests.browser.student import PATIENCE, SECONDS

ARROW_LEFT, ARROW_RIGHT = "\ue012", "\ue014"  # WebDriver's names of the keys
PATIENT = 3 * PATIENCE / SECONDS
PAUSE = 0.05  # seconds between two looks at what is waited for

MIDDLE = """(selector, text) => {
    const found = [...document.querySelectorAll(selector)].find((e) => e.textContent === text);
    const { x, y, width, height } = found?.getBoundingClientRect() ?? {};
    return width ? [x + width / 2, y + height / 2] : null;
}"""
BOX = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
}"""

# Of WebDriver's commands.
PATHS = {"Navigate": "url", "Refresh": "refresh", "SetWindowRect": "window/rect"}
PATHS |= {"ExecuteScript": "execute/sync", "PerformActions": "actions"}


class Browser:
    """A browser with one window; it takes an empty folder for the user's home."""

    needs = ()  # programs

    def __init__(self, home):
        self.home, self.used = home, ExitStack()
        try:
            self.begin()
            self.send("SetWindowRect", width=1500, height=1000)
        except BaseException:
            self.close()
            raise

    def start(self, *command, display="", **options):
        """Start a process that ends with the browser."""
        ours = {"HOME": str(self.home), "DISPLAY": display, "GDK_BACKEND": "x11"}
        with open(self.home / "browser.log", "a") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | ours, **options,
            )  # fmt: skip
        self.used.callback(end, process)

    def close(self):
        self.used.close()

    def run(self, function, *args):
        """What a JavaScript function of the page returns."""
        script = f"return ({function})(...arguments)"
        return self.send("ExecuteScript", script=script, args=args)

    def until(self, holds, *args):
        """What a function of Python or of JavaScript returns, once that is true."""
        since = time.monotonic()
        while time.monotonic() - since < PATIENT:
            if result := holds() if callable(holds) else self.run(holds, *args):
                return result
            time.sleep(PAUSE)
        pytest.fail(f"this did not become true: {holds}, {args}")

    def go(self, address):
        self.send("Navigate", url=address)

    def reload(self):
        self.send("Refresh")

    def press(self, key):
        """Press a key where the focus is."""
        self._act("key", {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})

    def click(self, selector, text):
        place = self.until(MIDDLE, selector, text)
        self.drag(place, place)

    def drag(self, start, end):
        """Press the first button at a place, and release it at another."""
        move, on = (
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
            for x, y in (start, end)
        )
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self._act("pointer", move, down, on, up)

    def box_at_rest(self, selector):
        """x, y, width and height of an element, once JupyterLab has stopped scrolling."""
        self.run("(s) => document.querySelector(s).scrollIntoView({block: 'center'})", selector)
        box, since = None, 0
        while since < 20:  # a busy computer pauses before it goes on
            now = self.run(BOX, selector)
            box, since = now, since + 1 if now == box else 0
            time.sleep(PAUSE)
        return box

    def _act(self, kind, *steps):
        self.send("PerformActions", actions=[{"type": kind, "id": kind, "actions": steps}])


class Firefox(Browser):
    needs = ("firefox",)

    def begin(self):
        profile = self.home / "profile"
        profile.mkdir()
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')  # any that is free
        self.start("firefox", "--marionette", "--headless", "--profile", profile)
        port = profile / "MarionetteActivePort"
        self.until(lambda: port.exists() and port.read_text())
        address = "127.0.0.1", int(port.read_text())
        self.socket = self.used.enter_context(socket.create_connection(address, PATIENT))
        self.answers = self.used.enter_context(self.socket.makefile("rb"))
        self._answer()  # its greeting
        self.numbers = itertools.count(1)
        self.send("NewSession")

    def send(self, command, **parameters):
        message = json.dumps([0, next(self.numbers), f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._answer()
        if error:
            pytest.fail(f"{command}: {error}")
        return result.get("value")

    def _answer(self):
        length = b""
        while not length.endswith(b":"):
            length += self.answers.read(1) or pytest.fail("Firefox has ended")
        return json.loads(self.answers.read(int(length[:-1])))


class WebKit(Browser):
    needs = ("WebKitWebDriver", "Xvfb")

    def begin(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.start("WebKitWebDriver", f"--port={port}", display=self._screen())
        with socket.socket() as client:
            self.until(lambda: client.connect_ex(("127.0.0.1", port)) == 0)
        self.address = f"http://127.0.0.1:{port}/session"
        session = self._post("", {"capabilities": {}})
        self.address += f"/{session['sessionId']}"

    def _screen(self):
        """A screen that nobody sees: WebKit does not do without one."""
        reading, writing = os.pipe()
        size = ["-screen", "0", "1600x1100x24"]
        self.start("Xvfb", "-displayfd", str(writing), *size, pass_fds=[writing])
        os.close(writing)
        with open(reading) as number:
            return f":{number.readline().strip()}"

    def send(self, command, **parameters):
        return self._post(f"/{PATHS[command]}", parameters)

    def _post(self, path, parameters):
        request = urllib.request.Request(self.address + path, json.dumps(parameters).encode())
        try:
            with urllib.request.urlopen(request, timeout=PATIENT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            pytest.fail(error.read().decode())


@contextmanager
def opened(kind, home):
    """A browser of this kind."""
    if lacking := [program for program in kind.needs if not shutil.which(program)]:
        assert not DEMANDED, f"{lacking} are demanded and not installed"
        pytest.skip(f"not installed: {lacking}")
    with closing(kind(home)) as browser:
        yield browser


def end(process):
    with suppress(ProcessLookupError):  # it may have ended by itself
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=60)
