"""What the tests share: how hypothesis searches, and a browser tab of a student."""

import json
import re
import shutil
import time
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright
from rbflib_server.load import PASSWORD

settings.register_profile("server", deadline=None, max_examples=500, derandomize=True)
settings.load_profile("server")
TIMEOUT = 60_000  # ms: a busy computer is slow and not wrong
expect.set_options(timeout=TIMEOUT)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def wait_until(holds, seconds=90):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "timeout"
        time.sleep(0.2)


class StudentTab:
    """A browser tab of a student or teacher. What is not defined here is Playwright's page."""

    def __init__(self, page, running, name):
        self.page, self.running, self.name = page, running, name
        page.set_default_timeout(TIMEOUT)
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def __getattr__(self, name):
        return getattr(self.page, name)

    def log_in(self, own=PASSWORD, class_password=PASSWORD, address="/hub/login"):
        self.goto(address)
        self.fill("#username_input", self.name)
        self.fill("#password_input", own)
        self.fill("#class_password_input", class_password)
        self.click("#login_submit")
        return self

    def open(self, page):
        self.goto(f"/user/{self.name}/lab/tree/{page}?reset")
        self.wait_for_page()
        return self

    def wait_for_page(self):
        self.locator(".jp-NotebookPanel .jp-CodeCell").last.wait_for(state="attached")
        self.wait_for_kernel()

    def wait_for_kernel(self):
        self.locator("#jp-main-statusbar", has_text="| Idle").wait_for()

    def menu(self, menu, item):
        self.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{menu}$")).click()
        self.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{item}$")).click()

    def run_code(self, code):
        """Run code in a new last cell."""
        self.locator(".jp-CodeCell").last.locator(".jp-InputPrompt").click()
        self.keyboard.press("Escape")
        self.keyboard.press("b")
        self.keyboard.press("Enter")
        self.keyboard.insert_text(code)
        self.keyboard.press("Control+Enter")

    def output_of(self, code):
        """What code prints in a new last cell."""
        mark = uuid4().hex
        self.run_code(f"{code}\nprint('{mark}')")
        return self.locator(".jp-OutputArea-output", has_text=mark).last.inner_text()

    def run_page(self):
        self.menu("Run", "Run All Cells")
        self.wait_for_function("() => document.querySelector('.rbflib-explorer')")
        expect(self.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=TIMEOUT)
        self.wait_for_kernel()

    def restart_kernel(self):
        self.menu("Kernel", "Restart Kernel…")
        self.locator(".jp-Dialog").get_by_role("button").last.click()
        self.wait_for_kernel()

    def saves(self, text, page):
        """Save, and wait until the student's file holds a text."""
        students = self.running.course.home / "students"
        self.menu("File", "Save Notebook")
        file = Path(students, self.name, "notebooks", page)
        wait_until(lambda: text in json.dumps(json.loads(file.read_text())))


@pytest.fixture(scope="session")
def browser():
    assert CHROMIUM, "Chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
