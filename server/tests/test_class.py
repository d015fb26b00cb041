"""A class server with its students and its teacher: what they see, and what no fault takes away.

`make test-class` runs this in an environment of its own, as root: students are real system users.
"""

import asyncio
import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import load
import pytest
import warm_up
from playwright.sync_api import expect, sync_playwright
from spawner import PREFIX, ROOT, make_home
from student import PATIENCE, Tab

pytestmark = pytest.mark.thorough

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OURS = f"t{os.getpid()}"
ANNA, BO, READER, GONE, FULL = (f"{OURS}-{who}" for who in ("anna", "bo", "reader", "gone", "full"))
STUDENTS = [ANNA, BO, READER, GONE, FULL]
TEACHER = "teacher"
QUESTION = "interpolation"
SETTINGS = 'pages = ["00", "02"]\nidle_minutes = 1\nworkers = 1\n'
PAGE = "02_full_network.ipynb"


def awaited(coroutine):
    """What a coroutine comes to. Playwright has a loop of its own in this thread."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, coroutine).result()


@pytest.fixture(scope="module")
def ours():
    if not ROOT:
        assert not os.environ.get("RBFLIB_DEMAND_BROWSER"), "the class server is to be tested"
        pytest.skip("students are system users: only root can test a class server")
    loaded = load.LoadedClass(STUDENTS, SETTINGS)
    try:
        awaited(loaded.wait())
        yield loaded
    finally:
        loaded.end()


@pytest.fixture(scope="module")
def browser():
    assert CHROMIUM, "Chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Seat(Tab):
    """A tab in which somebody of the class has come in."""

    def __init__(self, browser, ours, name):
        size = {"width": 1366, "height": 768}
        context = browser.new_context(base_url=ours.course.address, viewport=size)
        super().__init__(context.new_page())
        self.name = name

    def come_in(self, own=load.PASSWORD, whole=load.PASSWORD):
        self.goto("/hub/login")
        self.fill("#username_input", self.name)
        self.fill("#password_input", own)
        self.fill("#class_password_input", whole)
        self.click("#login_submit")
        return self

    def at(self, page):
        self.goto(f"/user/{self.name}/lab/tree/{page}?reset")
        self.until_idle()
        return self

    def says(self, code):
        """What a line prints in a new last cell."""
        mark = uuid4().hex
        self.run_code(f"{code}\nprint('{mark}')")
        output = self.locator(".jp-OutputArea-output", has_text=mark).last
        return output.inner_text()

    def run_page(self):
        self.menu("Run", "Run All Cells")
        self.wait_for_function("() => document.querySelector('.rbflib-explorer')")
        expect(self.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=PATIENCE)
        self.until_kernel_rests()


@pytest.fixture(scope="module")
def seat(browser, ours):
    """From a name to the tab of that person, who has come in."""
    seats = {}

    def sit(name):
        if name not in seats:
            own = "password of teacher" if name == TEACHER else load.PASSWORD
            whole = "" if name == TEACHER else load.PASSWORD
            seats[name] = Seat(browser, ours, name).come_in(own, whole)
            seats[name].until_idle()
        return seats[name]

    yield sit
    for tab in seats.values():
        tab.close()


@pytest.fixture(scope="module")
def anna(seat):
    """A student with page 02 open and run."""
    tab = seat(ANNA).at(PAGE)
    tab.run_page()
    return tab


@pytest.fixture(scope="module")
def bo(seat):
    return seat(BO)


@pytest.fixture(scope="module")
def teacher(seat):
    tab = seat(TEACHER)
    tab.run_code(f"from rbflib.lab import classroom\nclassroom('02', '{QUESTION}')")
    tab.locator(".rbflib-classroom").wait_for()
    return tab


@pytest.fixture(scope="module", autouse=True)
def reading(ours, seat):
    """Two servers from the beginning: one with a page that is looked at, one without."""
    awaited(warm_up.warm_up(ours.course, [GONE]))
    began = time.monotonic()
    seat(READER)
    return began


def token_of(tab):
    """The token that a student's kernels have."""
    return tab.says("import os\nprint(os.environ['JUPYTERHUB_API_TOKEN'])").split()[0]


def ask(ours, token, method, path, body=None):
    """The status of a request to the questions; 0 where the line was cut."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{ours.course.port + 3}/services/questions/{path}",
        method=method, data=body, headers={"Authorization": f"token {token}"},
    )  # fmt: skip
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def kernel_of(ours, name):
    """One that was forked, or an ordinary one."""
    words = {
        pid: Path(f"/proc/{pid}/comm").read_text() + Path(f"/proc/{pid}/cmdline").read_text()
        for pid in ours.pids()[name]
    }
    return max(pid for pid, said in words.items() if "kernel" in said)


def end(ours, name):
    """End the hub or the proxy without a word, and wait until there is another."""
    path = ours.course.home / f"{name}.pid"
    old = path.read_text()
    os.kill(int(old), signal.SIGKILL)
    wait_until(lambda: path.read_text() not in ("", old))


def wait_until(holds, seconds=90):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "what was waited for did not come"
        time.sleep(0.2)


def notebook(ours, name):
    path = ours.course.home / "students" / name / "notebooks" / PAGE
    return json.loads(path.read_text())


@pytest.mark.parametrize(
    ("name", "own", "whole", "words"),
    [
        (ANNA, load.PASSWORD, "a guess", "The class password is wrong."),
        (TEACHER, load.PASSWORD, load.PASSWORD, "The password is wrong."),
        ("nobody", load.PASSWORD, load.PASSWORD, "not on the list"),
    ],
)
def test_wrong_password_is_refused_in_a_sentence(browser, ours, name, own, whole, words):
    tab = Seat(browser, ours, name).come_in(own, whole)
    expect(tab.locator("[role=alert]")).to_contain_text(words)
    tab.close()
    assert f"Refused '{name}'" in ours.log.read_text()


def test_page_runs_and_its_slider_moves(anna):
    anna.explorers()[0].moves(lambda: anna.explorers()[0].sliders[0].press("ArrowLeft"))
    anna.assert_no_faults()


def test_prediction_comes_to_the_teachers_bars_without_a_name(anna, teacher, ours):
    predict = anna.locator(".rbflib-prediction").first
    predict.get_by_label("they become larger").check()
    predict.get_by_role("button", name="Commit").click()
    expect(
        anna.locator(".rbflib-prediction [role=status]", has_text="Sent to your class").first
    ).to_be_visible()
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("1 before and 0 after")
    expect(teacher.locator(".rbflib-classroom .hidden")).to_have_count(3)
    teacher.get_by_role("button", name="Open", exact=True).click()
    teacher.get_by_role("button", name="Reveal the bars").click()
    bars = teacher.locator(".rbflib-classroom tr")
    expect(bars.first).to_contain_text(re.compile("they become larger.*1", re.DOTALL))
    assert ANNA.encode() not in (ours.course.home / "votes.sqlite").read_bytes()


def test_prediction_after_the_explorer_stands_beside_the_first(anna, teacher):
    teacher.get_by_role("button", name="Ask again, after the explorer").click()
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("Open: after the explorer.")
    predict = anna.locator(".rbflib-prediction").first
    predict.get_by_role("button", name="Take it back").click()
    predict.get_by_label("they become smaller").check()
    predict.get_by_role("button", name="Commit").click()
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("1 before and 1 after")


def test_who_abstains_is_not_counted(anna, teacher):
    anna.get_by_label("Keep mine out of it").first.check()
    expect(
        anna.locator(".rbflib-prediction [role=status]", has_text="Not sent to your class").first
    ).to_be_visible()
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("1 before and 0 after")


def test_no_student_opens_the_server_of_another(bo, anna):
    other = Tab(bo.context.new_page())
    answer = other.goto(f"/user/{ANNA}/lab")
    assert answer.status == 403
    other.close()


def test_no_student_reads_the_files_of_another(bo, ours):
    home = ours.course.home / "students" / ANNA
    assert notebook(ours, ANNA)
    said = bo.says(
        f"for path in ['{home}', '{home}/notebooks/{PAGE}', '{ours.course.home}/hub.sqlite',\n"
        f"'{ours.file}', '/proc/{kernel_of(ours, ANNA)}/environ']:\n"
        "    try: print(len(open(path).read()) if '.' in path or 'proc' in path else 0)\n"
        "    except (PermissionError, IsADirectoryError) as error: print(type(error).__name__)"
    )
    assert said.split()[1:5] == ["PermissionError"] * 4


def test_forged_token_and_students_at_teachers_routes_are_refused(ours, bo):
    token = token_of(bo)
    assert ask(ours, "forged", "PUT", f"vote/{QUESTION}", b'{"choice": 1}') == 403
    assert ask(ours, token, "GET", f"question/{QUESTION}") == 403
    assert ask(ours, token, "PUT", f"question/{QUESTION}", b'{"state": "over"}') == 403
    assert ask(ours, token, "GET", f"csv/{QUESTION}") == 403
    assert ours.log.read_text().count("refused: Only teachers may do this.") >= 3


def test_a_megabyte_and_a_thousand_predictions_are_refused(ours, bo, anna, teacher):
    token = token_of(bo)
    assert ask(ours, token, "PUT", f"vote/{QUESTION}", b"1" * 2**20) in (400, 0)
    codes = [ask(ours, token, "PUT", f"vote/{QUESTION}", b'{"choice": 0}') for _ in range(1000)]
    assert codes.count(200) < 60
    assert codes.count(200) + codes.count(429) == 1000
    assert "refused: That was too often." in ours.log.read_text()
    # The rest goes on: the one choice of this student is counted once.
    expect(teacher.locator(".rbflib-classroom")).to_contain_text("1 before and 1 after")


def test_too_much_memory_is_an_error_of_the_cell_and_the_page_goes_on(bo):
    said = bo.says(
        "import numpy as np\ntry: np.ones(4 * 2**27)\nexcept MemoryError as error: print(error)"
    )
    assert "Unable to allocate 4.00 GiB" in said
    assert "5050" in bo.says("print(sum(range(101)))")


def test_killed_kernel_comes_back_and_the_notebook_is_whole(anna, ours):
    anna.says("print('written before')")
    os.kill(kernel_of(ours, ANNA), signal.SIGKILL)
    dialog = anna.locator(".jp-Dialog")
    expect(dialog).to_contain_text("appears to have died. It will restart automatically.")
    dialog.get_by_role("button").last.click()
    anna.until_kernel_rests()
    assert "55" in anna.says("print(sum(range(11)))")
    assert "written before" in anna.locator(".jp-NotebookPanel").inner_text()


def test_endless_loop_is_interrupted_and_the_kernel_restarted(bo):
    bo.run_code("kept = 1\nwhile True: pass")
    bo.menu("Kernel", "Interrupt Kernel")
    bo.until_kernel_rests()
    assert "KeyboardInterrupt" in bo.locator(".jp-OutputArea-output").last.inner_text()
    before = bo.says("import os\nprint(kept, os.getpid())").split()
    bo.menu("Kernel", "Restart Kernel…")
    bo.locator(".jp-Dialog").get_by_role("button").last.click()
    bo.until_kernel_rests()
    after = bo.says("import os\nprint('kept' in globals(), os.getpid())").split()
    assert (before[0], after[0]) == ("1", "False")
    assert before[1] != after[1]


def test_sweep_runs_on_the_classs_workers(bo):
    said = bo.says(
        "import os\nfrom dask.distributed import Client\n"
        "client = Client(os.environ['RBFLIB_DASK'], timeout=30)\n"
        "print(client.submit(sum, [1, 2]).result())\nclient.close()"
    )
    assert said.split()[0] == "3"


def parent_of_kernel(tab):
    return int(tab.says("import os\nprint(os.getppid())").split()[0])


def test_settings_are_kept_in_the_students_home(bo, ours):
    home = ours.course.home / "students" / BO
    cookies = {cookie["name"]: cookie["value"] for cookie in bo.context.cookies(bo.url)}
    api, headers = f"/user/{BO}", {"X-XSRFToken": cookies["_xsrf"]}
    themes = "@jupyterlab/apputils-extension:themes"
    saved = bo.request.put(f"{api}/lab/api/settings/{themes}", headers=headers, data={"raw": "{}"})
    assert saved.ok
    assert (home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension").is_dir()


def test_servers_and_kernels_are_children_of_the_nursery(bo, ours):
    assert parent_of_kernel(bo) == ours.nursery()
    lines = {
        int(line.split()[1])
        for pid in ours.pids()[BO]
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("PPid")
    }
    assert lines == {ours.nursery()}


def test_without_a_nursery_pages_go_on_and_kernels_start_all_the_same(anna, bo, ours):
    socket = ours.course.nursery / "socket"
    old = socket.stat().st_mtime_ns
    end(ours, "nursery")
    wait_until(lambda: socket.exists() and socket.stat().st_mtime_ns != old)
    socket.rename(socket.with_name("away"))
    assert "24" in anna.says("print(2 * 3 * 4)")
    bo.menu("Kernel", "Restart Kernel…")
    bo.locator(".jp-Dialog").get_by_role("button").last.click()
    bo.until_kernel_rests()
    assert parent_of_kernel(bo) != ours.nursery()
    socket.with_name("away").rename(socket)


def close(dialog):
    """JupyterLab asks for its folders while there is no proxy, and says that there are none."""
    dialog.get_by_role("button").last.click()


def test_pages_live_on_while_the_hub_is_away_and_after(anna, bo, ours):
    token = token_of(bo)
    end(ours, "hub")
    assert "24" in anna.says("print(2 * 3 * 4)")
    anna.menu("File", "Save Notebook")
    wait_until(lambda: "print(2 * 3 * 4)" in json.dumps(notebook(ours, ANNA)))
    awaited(ours.wait())
    wait_until(lambda: ask(ours, token, "GET", f"csv/{QUESTION}") == 403)


def test_proxy_that_was_restarted_finds_the_pages_again(anna, ours):
    end(ours, "proxy")
    awaited(ours.wait())
    wait_until(lambda: anna.request.get(f"/user/{ANNA}/api/kernels").status == 200)
    anna.add_locator_handler(anna.locator(".jp-Dialog"), close)
    anna.until_kernel_rests()
    assert "120" in anna.says("print(2 * 3 * 4 * 5)")
    anna.menu("File", "Save Notebook")
    wait_until(lambda: "print(2 * 3 * 4 * 5)" in json.dumps(notebook(ours, ANNA)))


@pytest.fixture
def full_disk(ours):
    """A student whose folder is on a small disk of its own."""
    home = ours.course.home / "students" / FULL
    make_home(FULL, home)
    user = PREFIX + FULL
    folder = home / "notebooks"
    folder.mkdir()
    size = sum(path.stat().st_size for path in ours.course.notebooks()) + 3_000_000
    options = f"size={size},uid={user},gid={user},mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_full_disk_costs_no_notebook_and_is_said(seat, ours, full_disk):
    tab = seat(FULL).at(PAGE)
    before = (full_disk / PAGE).read_bytes()
    tab.says("try: open('fill', 'wb').write(bytes(2**26))\nexcept OSError as e: print(e)")
    tab.menu("File", "Save Notebook")
    expect(tab.locator(".jp-Dialog")).to_contain_text("No space left on device")
    assert (full_disk / PAGE).read_bytes() == before


def test_server_without_a_visible_page_ends_and_one_that_is_read_stays(ours, seat, reading):
    wait_until(lambda: not ours.pids()[GONE], seconds=150)
    assert time.monotonic() - reading > 60
    assert ours.pids()[READER]
    assert seat(READER).request.get(f"/user/{READER}/api/kernels").status == 200


@pytest.mark.skipif(not ROOT, reason="only root makes system users")
def test_user_whose_program_still_runs_is_removed():
    user = PREFIX + GONE + "-late"
    subprocess.run(["useradd", user], check=True)
    # As one that dies, it no longer shows what class it is of.
    with subprocess.Popen(["sleep", "60"], user=user, env={}) as program:
        removed = ThreadPoolExecutor().submit(load.remove_user, GONE + "-late")
        assert program.wait(30) == -signal.SIGKILL
    removed.result(30)
    with pytest.raises(KeyError):
        pwd.getpwnam(user)


SAYS_WHY = "import sys\nprint('the cause', flush=True)\n"
ANSWERS_ONLY = """
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
BaseHTTPRequestHandler.do_GET = lambda request: (request.send_response(200), request.end_headers())
port = tomllib.load(open(sys.argv[1], "rb"))["address"].split(":")[-1]
HTTPServer(("127.0.0.1", int(port)), BaseHTTPRequestHandler).serve_forever()
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [("sys.exit(1)", "No class server was started"), (ANSWERS_ONLY, "No student ran the page")],
)
def test_load_says_what_the_log_that_it_deletes_said(program, words, tmp_path, monkeypatch):
    (tmp_path / "serve.py").write_text(SAYS_WHY + program)
    monkeypatch.setattr(load, "HERE", tmp_path)
    options = SimpleNamespace(students=1, warm=False, moves=0, arrive=0, longest=20)
    with pytest.raises(SystemExit, match=f"(?s){words}.*the cause"):
        awaited(load.measure(options))
