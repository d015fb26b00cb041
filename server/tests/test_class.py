"""A class server with students and a teacher: what they see, and what no failure takes away.

This needs root: students are real system users.
"""

import asyncio
import os
import re
import signal
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect
from rbflib_server import load, warm_up
from rbflib_server.spawner import PREFIX, ROOT, make_home

from tests.browser.conftest import opened_chromium
from tests.browser.student import Tab

chromium = pytest.fixture(opened_chromium, scope="module")  # others run event loops of their own

NAMES = [f"t{os.getpid()}-{who}" for who in ("anna", "bo", "reader", "gone", "full")]
ANNA, BO, READER, GONE, FULL = NAMES
TEACHER = "teacher"
QUESTION = "interpolation"
PAGE = "02_full_network.ipynb"
SETTINGS = 'pages = ["00", "02"]\nidle_minutes = 1\n'


def wait_until(holds, seconds=90):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "timeout"
        time.sleep(0.2)


class StudentTab(Tab):
    """A browser tab of a student or teacher."""

    def __init__(self, page, running, name):
        super().__init__(page)
        self.running, self.name = running, name

    def log_in(self, own=load.PASSWORD, class_password=load.PASSWORD, address="/hub/login"):
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
        self.until_kernel_rests()

    def output_of(self, code):
        """What code prints in a new last cell."""
        mark = uuid4().hex
        self.run_code(f"{code}\nprint('{mark}')")
        return self.locator(".jp-OutputArea-output", has_text=mark).last.inner_text()

    def run_page(self):
        self.menu("Run", "Run All Cells")
        self.wait_for_function("() => document.querySelector('.rbflib-explorer')")
        expect(self.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0)
        self.until_kernel_rests()

    def restart_kernel(self):
        self.menu("Kernel", "Restart Kernel…")
        self.locator(".jp-Dialog").get_by_role("button").last.click()
        self.until_kernel_rests()

    def saves(self, text, page):
        """Save, and wait until the student's file holds a text."""
        students = self.running.course.home / "students"
        self.menu("File", "Save Notebook")
        file = Path(students, self.name, "notebooks", page)
        wait_until(lambda: text in file.read_text())


def run(coroutine):
    """Its result. Playwright has an event loop in this thread already."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, coroutine).result()


@pytest.fixture(scope="module")
def running():
    if not ROOT:
        assert not os.environ.get("RBFLIB_DEMAND_BROWSER"), "the class server is to be tested"
        pytest.skip("students are system users: this needs root")
    running = load.TemporaryClass(NAMES, SETTINGS)
    try:
        run(running.wait())
        yield running
    finally:
        running.end()


@pytest.fixture(scope="module")
def new_tab(chromium, running):
    """From a name to a tab in a browser of its own."""
    options = {"base_url": running.course.address, "viewport": {"width": 1366, "height": 768}}
    return lambda name: StudentTab(chromium.new_context(**options).new_page(), running, name)


@pytest.fixture(scope="module")
def logged_in(new_tab):
    """From a name to the tab of that person, who has logged in."""
    tabs = {}

    def get(name):
        if name not in tabs:
            own = "password of teacher" if name == TEACHER else load.PASSWORD
            class_password = "" if name == TEACHER else load.PASSWORD
            tabs[name] = new_tab(name).log_in(own, class_password)
            tabs[name].wait_for_page()
        return tabs[name]

    yield get
    for tab in tabs.values():
        tab.close()


@pytest.fixture(scope="module")
def anna(logged_in):
    """A student with page 02 open and run."""
    tab = logged_in(ANNA).open(PAGE)
    tab.run_page()
    return tab


@pytest.fixture(scope="module")
def bo(logged_in):
    return logged_in(BO)


@pytest.fixture(scope="module")
def teacher(logged_in):
    tab = logged_in(TEACHER)
    tab.run_code(f"from rbflib.lab import classroom\nclassroom('02', '{QUESTION}')")
    tab.locator(".rbflib-classroom").wait_for()
    return tab


@pytest.fixture(scope="module", autouse=True)
def since(running, logged_in):
    """When two servers had started: one with a visible page, one without."""
    run(warm_up.warm_up(running.course, [GONE]))
    began = time.monotonic()
    logged_in(READER)
    return began


def ask_for_answers(running, token):
    """The status of a request to the service `questions`; 0 where the connection was closed."""
    address = f"http://127.0.0.1:{running.course.port + 3}/services/questions/csv/{QUESTION}"
    request = urllib.request.Request(address, headers={"Authorization": f"token {token}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except OSError as error:
        return getattr(error, "code", 0)


def kill(running, program):
    """Kill the proxy, the hub or the fork server, and wait until there is another."""
    path = running.course.home / f"{program}.pid"
    old = path.read_text()
    os.kill(int(old), signal.SIGKILL)
    wait_until(lambda: path.read_text() not in ("", old))


def test_login_page_says_why_a_login_is_rejected(new_tab, running):
    tab = new_tab(ANNA).log_in(load.PASSWORD, "a guess")
    expect(tab.locator("[role=alert]")).to_contain_text("The class password is wrong.")
    tab.close()
    assert f"Refused '{ANNA}'" in running.log.read_text()


def test_page_runs_and_its_slider_moves(anna):
    picture = anna.locator(".rbflib-explorer canvas").first
    before = picture.get_attribute("aria-label")
    anna.locator(".rbflib-explorer input[type=range]:visible").first.press("ArrowLeft")
    expect(picture).not_to_have_attribute("aria-label", before)
    assert anna.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert anna.faults == []


def test_prediction_is_counted_without_a_name(anna, teacher, running):
    predict = anna.locator(".rbflib-prediction").first
    predict.get_by_label("they become larger").check()
    predict.get_by_role("button", name="Commit").click()
    sent = anna.locator(".rbflib-prediction [role=status]", has_text="Sent to your class")
    expect(sent.first).to_be_visible()
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("1 before and 0 after")
    expect(teacher.locator(".rbflib-classroom .hidden")).to_have_count(3)
    teacher.get_by_role("button", name="Open", exact=True).click()
    teacher.get_by_role("button", name="Reveal the bars").click()
    bars = teacher.locator(".rbflib-classroom tr")
    expect(bars.first).to_contain_text(re.compile("they become larger.*1", re.DOTALL))
    assert ANNA.encode() not in (running.course.home / "votes.sqlite").read_bytes()


def test_no_student_opens_the_server_or_the_files_of_another(bo, anna, running):
    answer = bo.request.get(f"/user/{ANNA}/lab")
    assert answer.status == 403
    home = running.course.home / "students" / ANNA
    assert (home / "notebooks" / PAGE).exists()
    output = bo.output_of(
        f"for path in ['{home}/notebooks/{PAGE}', '{running.course.home}/hub.sqlite',\n"
        f"'{running.file}']:\n    try: print(len(open(path).read()))\n"
        "    except PermissionError as error: print(type(error).__name__)"
    )
    assert output.split()[:3] == ["PermissionError"] * 3


def test_killed_kernel_restarts_and_the_notebook_is_whole(anna, running):
    anna.output_of("print('written before')")
    folders = {pid: Path(f"/proc/{pid}") for pid in running.pids()[ANNA]}
    texts = {
        pid: (p / "comm").read_text() + (p / "cmdline").read_text() for pid, p in folders.items()
    }
    os.kill(max(pid for pid, text in texts.items() if "kernel" in text), signal.SIGKILL)
    dialog = anna.locator(".jp-Dialog")
    expect(dialog).to_contain_text("appears to have died. It will restart automatically.")
    dialog.get_by_role("button").last.click()
    anna.until_kernel_rests()
    assert "55" in anna.output_of("print(sum(range(11)))")
    assert "written before" in anna.locator(".jp-NotebookPanel").inner_text()


def test_endless_loop_is_interrupted_and_the_kernel_restarted(bo):
    bo.run_code("kept = 1\nwhile True: pass")
    bo.menu("Kernel", "Interrupt Kernel")
    bo.until_kernel_rests()
    assert "KeyboardInterrupt" in bo.locator(".jp-OutputArea-output").last.inner_text()
    before = bo.output_of("import os\nprint(kept, os.getpid())").split()
    bo.restart_kernel()
    after = bo.output_of("import os\nprint('kept' in globals(), os.getpid())").split()
    assert (before[0], after[0]) == ("1", "False")
    assert before[1] != after[1]


def test_student_who_logs_out_in_another_tab_learns_how_to_save(logged_in, running):
    tab = logged_in(READER)
    tab.output_of("print('not saved yet')")
    other = tab.context.new_page()
    other.goto("/hub/logout")
    other.locator("#login_submit").wait_for()
    tab.menu("File", "Save Notebook")
    dialog = tab.locator(".jp-Dialog")
    address = f"{running.course.address}/user/{READER}/"
    expect(dialog).to_contain_text(f"log in at {address} in another tab, and save again")
    dialog.get_by_role("button").last.click()
    again = StudentTab(other, running, READER)
    again.log_in(address=address)
    again.wait_for_page()
    other.close()
    tab.saves("not saved yet", "00_start_here.ipynb")


def parent_of_kernel(tab):
    return int(tab.output_of("import os\nprint(os.getppid())").split()[0])


def test_settings_are_kept_in_the_students_home(bo, running):
    home = running.course.home / "students" / BO
    cookies = {cookie["name"]: cookie["value"] for cookie in bo.context.cookies(bo.url)}
    headers = {"X-XSRFToken": cookies["_xsrf"]}
    themes = f"/user/{BO}/lab/api/settings/@jupyterlab/apputils-extension:themes"
    assert bo.request.put(themes, headers=headers, data={"raw": "{}"}).ok
    assert (home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension").is_dir()


def test_servers_and_kernels_are_children_of_the_fork_server(bo, running):
    forkserver = running.pid_of("forkserver")
    assert parent_of_kernel(bo) == forkserver
    parents = {
        int(line.split()[1])
        for pid in running.pids()[BO]
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("PPid")
    }
    assert parents == {forkserver}


def test_without_a_fork_server_pages_go_on_and_kernels_start(anna, bo, running):
    socket = running.course.forkserver_folder / "socket"
    old = socket.stat().st_mtime_ns
    kill(running, "forkserver")
    wait_until(lambda: socket.exists() and socket.stat().st_mtime_ns != old)
    socket.rename(socket.with_name("away"))
    assert "24" in anna.output_of("print(2 * 3 * 4)")
    bo.restart_kernel()
    assert parent_of_kernel(bo) != running.pid_of("forkserver")
    socket.with_name("away").rename(socket)


def test_pages_go_on_without_the_hub_and_after_its_restart(anna, bo, running):
    token = bo.output_of("import os\nprint(os.environ['JUPYTERHUB_API_TOKEN'])").split()[0]
    kill(running, "hub")
    assert "24" in anna.output_of("print(2 * 3 * 4)")
    anna.saves("print(2 * 3 * 4)", PAGE)
    run(running.wait())
    wait_until(lambda: ask_for_answers(running, token) == 403)


def test_pages_reconnect_after_a_restart_of_the_proxy(anna, running):
    kill(running, "proxy")
    run(running.wait())
    wait_until(lambda: anna.request.get(f"/user/{ANNA}/api/kernels").status == 200)
    # JupyterLab asks for its folders while there is no proxy, and says that there are none.
    dialog = anna.locator(".jp-Dialog")
    anna.add_locator_handler(dialog, lambda shown: shown.get_by_role("button").last.click())
    anna.until_kernel_rests()
    assert "120" in anna.output_of("print(2 * 3 * 4 * 5)")
    anna.saves("print(2 * 3 * 4 * 5)", PAGE)


@pytest.fixture
def full_disk(running):
    """A student whose folder is on a small disk of its own."""
    home = running.course.home / "students" / FULL
    make_home(FULL, home)
    user = PREFIX + FULL
    folder = home / "notebooks"
    folder.mkdir()
    size = sum(path.stat().st_size for path in running.course.notebooks()) + 3_000_000
    options = f"size={size},uid={user},gid={user},mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_full_disk_is_reported_and_damages_no_notebook(logged_in, full_disk):
    tab = logged_in(FULL).open(PAGE)
    before = (full_disk / PAGE).read_bytes()
    tab.output_of("try: open('fill', 'wb').write(bytes(2**26))\nexcept OSError as e: print(e)")
    tab.menu("File", "Save Notebook")
    expect(tab.locator(".jp-Dialog")).to_contain_text("No space left on device")
    assert (full_disk / PAGE).read_bytes() == before


def test_server_without_a_visible_page_ends_and_one_with_a_reader_stays(running, logged_in, since):
    wait_until(lambda: not running.pids()[GONE], seconds=150)
    assert time.monotonic() - since > 60
    assert running.pids()[READER]
    assert logged_in(READER).request.get(f"/user/{READER}/api/kernels").status == 200
