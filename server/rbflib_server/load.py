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
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import suppress
from pathlib import Path

import aiohttp
from yarl import URL

from rbflib_server import course, warm_up
from rbflib_server.spawner import PREFIX, ROOT

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
                try:
                    async with session.get(f"{self.course.address}/hub/login") as answer:
                        if answer.status == 200:
                            return
                except aiohttp.ClientError:
                    pass
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
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                # Not by the environment: a forked process shows that of the fork server.
                if name := homes.get(os.readlink(folder / "cwd")):
                    found[name].append(int(folder.name))
        return found

    def pid_of(self, program):
        """Of the proxy, the hub or the fork server."""
        return int((self.course.home / f"{program}.pid").read_text())

    def end(self):
        self.program.send_signal(signal.SIGTERM)
        self.program.wait(60)
        while pids := [pid for found in self.pids().values() for pid in found]:
            for pid in pids:  # a server that still runs starts its kernel again
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if ROOT:
            for name in self.names:
                remove_user(name)
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_user(name):
    """End all processes of a student and delete the system user, if there is one."""
    try:
        number = pwd.getpwnam(PREFIX + name).pw_uid
    except KeyError:
        return
    # A killed process is still its user's until its parent has reaped it.
    while processes := [each for each in Path("/proc").glob("[0-9]*") if _is_of(each, number)]:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)
        time.sleep(0.05)
    subprocess.run(["userdel", PREFIX + name], check=True)


def _is_of(process, user):
    with suppress(OSError):
        return process.stat().st_uid == user
    return False


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
            message = _message(frame)
            kind, content = message["header"]["msg_type"], message["content"]
            parent = message["parent_header"].get("msg_id")
            if kind == "comm_open":
                description = content["data"].get("state", {}).get("_description", {})
                if marks := description.get("controls", {}).get(CONTROL, {}).get("marks"):
                    self.sliders[content["comm_id"]] = marks
            elif content.get("execution_state") == "idle" and parent in self.pending:
                self.pending.pop(parent).set_result(time.perf_counter())

    def _send(self, kind, content):
        number = uuid.uuid4().hex
        header = {"msg_id": number, "msg_type": kind, "session": self.name, "username": self.name}
        header |= {"version": "5.4", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        message |= {"channel": "shell", "buffers": []}
        self.pending[number] = asyncio.get_running_loop().create_future()
        return self.socket.send_str(json.dumps(message)), self.pending[number]

    async def run_page(self):
        options = {"silent": False, "store_history": True, "user_expressions": {}}
        options |= {"allow_stdin": False, "stop_on_error": False}
        for cell in self.page["cells"]:
            if cell["cell_type"] == "code":
                send, done = self._send("execute_request", {"code": cell["source"], **options})
                await send
                await done

    async def move(self, seconds):
        """One step of the first slider per second: ms until the kernel has sent its picture."""
        model, marks = next(iter(self.sliders.items()))
        await asyncio.sleep(random.random())
        for n in range(seconds):
            state = {CONTROL: marks[len(marks) // 2 + n % 2]}
            began = time.perf_counter()
            data = {"method": "update", "state": state, "buffer_paths": []}
            send, done = self._send("comm_msg", {"comm_id": model, "data": data})
            await send
            self.moves.append(1000 * (await done - began))
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    async def leave(self):
        if hasattr(self, "reader"):
            self.reader.cancel()
        await self.session.close()


def _message(frame):
    """The message of a frame; a binary one holds the JSON after its table of offsets."""
    data = frame.data
    if frame.type == aiohttp.WSMsgType.TEXT:
        return json.loads(data)
    n, first, second = (int.from_bytes(data[i : i + 4], "big") for i in (0, 4, 8))
    return json.loads(data[first : second if n > 1 else len(data)])


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
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    for pid in pids:
        try:
            rest = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += (int(rest[11]) + int(rest[12])) / ticks
    return total


def memory_mib(pids):
    """The proportional set size of processes: each one's share of the memory that it shares."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) / 1024
    return total


def page_alone():
    """CPU seconds of one kernel that runs the page, by itself: the speed of this machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        page = shutil.copy(course.NOTEBOOKS / PAGE, folder)
        command = [Path(sys.executable).with_name("jupyter-execute"), "--allow-errors", page]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    rows["CPU seconds per start"] = f"{statistics.mean(map(cpu_seconds, pids)):.1f}"
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
