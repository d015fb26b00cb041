"""A class of students without browsers: how long they wait, what they cost, how fast a slider is.

    python -m rbflib_server.load --students 30               each logs in and runs page 02
    python -m rbflib_server.load --students 30 --warm        servers and kernels are started before
    python -m rbflib_server.load --students 5 --moves 30     then each moves a slider every second
    python -m rbflib_server.load --settings "forkserver = false"

It runs a class of its own on free ports, in a temporary folder; as root it adds system users, and
deletes them. A student who has not finished within --timeout seconds is missing from the figures.
"""

import argparse
import asyncio
import json
import os
import pwd
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import aiohttp
import psutil
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import deserialize_binary_message
from yarl import URL

from rbflib_server import course, warm_up
from rbflib_server.spawner import PREFIX

PAGE = "02_full_network.ipynb"
CONTROL = "gamma"
PASSWORD = "password of load"
SERVE = [sys.executable, "-P", "-m", "rbflib_server.serve"]


class TemporaryClass:
    """A class server for a measurement or a test; `settings` are added to its class.toml."""

    def __init__(self, names, settings=""):
        self.names = [*names, "teacher"]
        self.folder = Path(tempfile.mkdtemp(prefix="rbflib-class-"))
        self.folder.chmod(0o755)
        self.file = self.folder / "class.toml"
        self.file.write_text(
            f'class_password = "{PASSWORD}"\n'
            f'address = "http://127.0.0.1:{_free_port()}"\n'
            f'folder = "{self.folder / "kept"}"\n'
            f"students = {json.dumps(names)}\n{settings}\n"
            '[teachers]\nteacher = "password of teacher"\n'
        )
        self.file.chmod(0o600)
        self.course = course.read(self.file)
        self.log = self.folder / "log"
        with open(self.log, "w") as log:
            self.program = subprocess.Popen([*SERVE, self.file], stdout=log, stderr=log)

    async def wait(self):
        async with aiohttp.ClientSession() as session:
            for _ in range(600):
                if self.program.poll() is not None:
                    break
                with suppress(aiohttp.ClientError):
                    async with session.get(f"{self.course.address}/hub/login") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.2)
        sys.exit(f"The class server did not start. {self.log_end()}")

    def log_end(self):
        """The end of the log, which is deleted with the folder."""
        return f"The log of the class server ends:\n{self.log.read_text()[-4000:]}"

    def pids(self):
        """Processes of the students: name -> process ids."""
        students = self.course.home / "students"
        homes = {str(students / name / "notebooks"): name for name in self.names}
        found = {name: [] for name in self.names}
        for process in psutil.process_iter(["cwd"]):
            if name := homes.get(process.info["cwd"]):
                found[name].append(process.pid)
        return found

    def pid_of(self, program):
        """Of the proxy, the hub or the fork server."""
        return int((self.course.home / f"{program}.pid").read_text())

    def end(self):
        self.program.send_signal(signal.SIGTERM)
        self.program.wait(60)
        for name in self.names:
            remove_user(name)
        while pids := [pid for found in self.pids().values() for pid in found]:
            for pid in pids:  # a server that still runs starts its kernel again
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_user(name):
    """End all processes of a student and delete the system user, if there is one."""
    try:
        pwd.getpwnam(PREFIX + name)
    except KeyError:
        return
    # A killed process is still its user's until its parent has reaped it.
    of_user = {"username": PREFIX + name}
    while processes := [p for p in psutil.process_iter(["username"]) if p.info == of_user]:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(0.05)
    subprocess.run(["userdel", PREFIX + name], check=True)


def _free_port():
    """The first of four free ports."""
    while True:
        first = random.randrange(20000, 60000)
        try:
            for port in range(first, first + 4):
                with socket.socket() as free:
                    free.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


class Student:
    """Logs in, opens the page, runs all its cells, moves a slider."""

    def __init__(self, address, name):
        self.address, self.name = address, name
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.base = f"{address}/user/{name}"
        self.sliders = {}  # model id of an explorer -> the marks of its slider
        self.pending = {}  # id of a request -> future time at which the kernel has dealt with it
        self.moves = []

    def _xsrf(self, path):
        cookies = self.session.cookie_jar.filter_cookies(URL(self.address + path))
        return cookies["_xsrf"].value if "_xsrf" in cookies else ""

    async def log_in(self):
        async with self.session.get(f"{self.address}/hub/login") as answer:
            token = re.search(r'name="_xsrf" value="([^"]+)"', await answer.text())[1]
        form = {"username": self.name, "password": PASSWORD, "class_password": PASSWORD}
        form["_xsrf"] = token
        async with self.session.post(f"{self.address}/hub/login", data=form) as answer:
            answer.raise_for_status()
        while True:
            async with self.session.get(f"{self.base}/lab") as answer:
                if answer.status == 200 and str(answer.url).startswith(f"{self.base}/lab"):
                    return
            await asyncio.sleep(0.5)

    async def open_page(self):
        async with self.session.get(f"{self.base}/api/contents/{PAGE}") as answer:
            self.page = (await answer.json())["content"]
        body = {"path": PAGE, "name": PAGE, "type": "notebook", "kernel": {"name": "python3"}}
        headers = {"X-XSRFToken": self._xsrf(f"/user/{self.name}/")}
        async with self.session.post(
            f"{self.base}/api/sessions", json=body, headers=headers
        ) as answer:
            answer.raise_for_status()
            kernel = (await answer.json())["kernel"]["id"]
        self.socket = await self.session.ws_connect(
            f"{self.base}/api/kernels/{kernel}/channels", max_msg_size=0
        )
        self.reader = asyncio.create_task(self._read())

    async def _read(self):
        async for frame in self.socket:
            is_text = frame.type == aiohttp.WSMsgType.TEXT
            message = (json.loads if is_text else deserialize_binary_message)(frame.data)
            kind, content = message["header"]["msg_type"], message["content"]
            parent = message["parent_header"].get("msg_id")
            if kind == "comm_open":
                description = content["data"].get("state", {}).get("_description", {})
                if marks := description.get("controls", {}).get(CONTROL, {}).get("marks"):
                    self.sliders[content["comm_id"]] = marks
            elif content.get("execution_state") == "idle" and parent in self.pending:
                self.pending.pop(parent).set_result(time.perf_counter())

    async def _ask(self, kind, content):
        """Send a request; the time when the kernel has dealt with it."""
        message = Session().msg(kind, content) | {"channel": "shell"}
        done = asyncio.get_running_loop().create_future()
        self.pending[message["msg_id"]] = done
        await self.socket.send_str(json.dumps(message, default=json_default))
        return await done

    async def run_page(self):
        for cell in self.page["cells"]:
            if cell["cell_type"] == "code":
                content = {"code": cell["source"], "silent": False, "stop_on_error": False}
                await self._ask("execute_request", content)

    async def move(self, seconds):
        """One step of the first slider per second: ms until the kernel has sent its picture."""
        model, marks = next(iter(self.sliders.items()))
        await asyncio.sleep(random.random())
        for n in range(seconds):
            state = {CONTROL: marks[len(marks) // 2 + n % 2]}
            began = time.perf_counter()
            data = {"method": "update", "state": state, "buffer_paths": []}
            answered = await self._ask("comm_msg", {"comm_id": model, "data": data})
            self.moves.append(1000 * (answered - began))
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    async def leave(self):
        if hasattr(self, "reader"):
            self.reader.cancel()
        await self.session.close()


async def lesson(student, delay):
    """Seconds from the student's arrival until JupyterLab is there, and until all cells ran."""
    await asyncio.sleep(delay)
    arrived = time.monotonic()
    await student.log_in()
    logged_in = time.monotonic()
    await student.open_page()
    await student.run_page()
    return logged_in - arrived, time.monotonic() - arrived


def cpu_seconds(pids):
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)


def memory_mib(pids):
    """The proportional set size of processes: each one's share of the memory that it shares."""
    return sum(psutil.Process(pid).memory_full_info().pss for pid in pids) / 2**20


def page_alone():
    """CPU seconds of one kernel that runs the page, by itself: the speed of this machine."""
    before = os.times()
    with tempfile.TemporaryDirectory() as folder:
        page = shutil.copy(course.NOTEBOOKS / PAGE, folder)
        command = [Path(sys.executable).with_name("jupyter-execute"), "--allow-errors", page]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        subprocess.run(command, check=True, capture_output=True, env=environment)
    return sum(os.times()[2:4]) - sum(before[2:4])


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def measure(options):
    names = [f"load-{os.getpid()}-{n}" for n in range(options.students)]
    rows = {"CPU seconds of the page run alone": f"{page_alone():.1f}"} if options.alone else {}
    loaded = TemporaryClass(names, options.settings)
    students = []
    try:
        await loaded.wait()
        if options.warm:
            began = time.monotonic()
            await warm_up.warm_up(loaded.course, names, PAGE[:2])
            rows["warm-up, s"] = f"{time.monotonic() - began:.0f}"
        students = [Student(loaded.course.address, name) for name in names]
        await lessons(options, students, rows, loaded)
        costs(loaded, rows)
        if options.moves:
            await moves(options, students, rows)
    except Exception:
        print(loaded.log_end(), file=sys.stderr)
        raise
    finally:
        for student in students:
            await student.leave()
        loaded.end()
    return rows


async def lessons(options, students, rows, loaded):
    pace = options.arrive / max(1, len(students))
    tasks = [asyncio.create_task(lesson(s, n * pace)) for n, s in enumerate(students)]
    done, late = await asyncio.wait(tasks, timeout=options.timeout)
    for task in late:
        task.cancel()
    for task in done:
        if task.exception():
            print("A student failed:", repr(task.exception()), file=sys.stderr)
    times = [task.result() for task in done if not task.exception()]
    rows["students who ran the page"] = f"{len(times)} of {len(students)}"
    if not times:
        sys.exit(f"No student ran the page. {loaded.log_end()}")
    if len(times) < len(students):
        print(loaded.log_end(), file=sys.stderr)
    login, whole = zip(*times, strict=True)
    rows["login to JupyterLab, p50 / max, s"] = f"{statistics.median(login):.1f} / {max(login):.1f}"
    rows["login to all cells run, p50 / p95 / max, s"] = " / ".join(
        f"{x:.1f}" for x in (statistics.median(whole), quantile(whole, 0.95), max(whole))
    )


def costs(loaded, rows):
    pids = [found for found in loaded.pids().values() if found]
    rows["CPU seconds per student"] = f"{statistics.mean(map(cpu_seconds, pids)):.1f}"
    rows["MiB per student, server and kernel"] = f"{statistics.mean(map(memory_mib, pids)):.0f}"
    if loaded.course.forkserver_folder:
        rows["MiB of the fork server, once"] = f"{memory_mib([loaded.pid_of('forkserver')]):.0f}"


async def moves(options, students, rows):
    ready = [student for student in students if student.sliders]
    await asyncio.gather(*(student.move(options.moves) for student in ready))
    times = [ms for student in ready for ms in student.moves]
    if times:
        shown = f"{quantile(times, 0.5):.0f} / {quantile(times, 0.95):.0f}"
        rows[f"slider move answered, p50 / p95, ms, {len(times)} moves"] = shown


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--students", type=int, default=5)
    parser.add_argument("--warm", action="store_true", help="warm up before")
    parser.add_argument("--alone", action="store_true", help="first run the page without a class")
    parser.add_argument("--moves", type=int, default=0, help="moves of each, one per second")
    parser.add_argument("--arrive", type=float, default=60, help="seconds in which all log in")
    parser.add_argument("--timeout", type=float, default=300, help="seconds to wait for the pages")
    parser.add_argument("--settings", default="", help="a line for class.toml")
    options = parser.parse_args()
    rows = asyncio.run(measure(options))
    print(f"| {options.students} students{', servers warm' * options.warm} | |\n|---|---|")
    for name, value in rows.items():
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
