"""A class of students without browsers: how long they wait, what they cost, how quick a move is.

    python class/load.py --students 30                 each comes in and runs page 02
    python class/load.py --students 30 --warm          servers and kernels are started before
    python class/load.py --students 5 --moves 30       then each moves a slider once per second

It makes a class of its own on free ports, in a new folder, and ends it; as root it makes system
users, and deletes them. A figure that is not reached in --longest seconds is printed as missing.
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
import uuid
from contextlib import suppress
from pathlib import Path

import aiohttp
import course
import warm_up
from spawner import PREFIX, ROOT
from yarl import URL

HERE = Path(__file__).resolve().parent
PAGE = "02_full_network.ipynb"
SLIDER = "γ"
PASSWORD = "password of load"


class LoadedClass:
    """A class server for one measurement; `more` is added to its class.toml."""

    def __init__(self, names, more=""):
        self.names = [*names, "teacher"]
        self.folder = Path(tempfile.mkdtemp(prefix="rbflib-class-"))
        self.folder.chmod(0o755)
        self.file = self.folder / "class.toml"
        self.file.write_text(
            f'class_password = "{PASSWORD}"\n'
            f'address = "http://127.0.0.1:{_free_port()}"\n'
            f'folder = "{self.folder / "kept"}"\n'
            f"students = {json.dumps(names)}\n{more}\n"
            '[teachers]\nteacher = "password of teacher"\n'
        )
        self.file.chmod(0o600)
        self.course = course.read(self.file)
        self.log = self.folder / "log"
        with open(self.log, "w") as log:
            command = [sys.executable, HERE / "serve.py", self.file]
            self.program = subprocess.Popen(command, stdout=log, stderr=log)

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
        sys.exit(f"No class server was started. {self.log_end()}")

    def log_end(self):
        """The end of the log, which is deleted with the class."""
        return f"The log of the class server ends:\n{self.log.read_text()[-4000:]}"

    def pids(self):
        """Programs of the students: name -> process ids."""
        students = self.course.home / "students"
        homes = {str(students / name / "notebooks"): name for name in self.names}
        found = {name: [] for name in self.names}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                # Not by the environment: one that was forked shows that of the nursery.
                if name := homes.get(os.readlink(folder / "cwd")):
                    found[name].append(int(folder.name))
        return found

    def nursery(self):
        return int((self.course.home / "nursery.pid").read_text())

    def end(self):
        self.program.send_signal(signal.SIGTERM)
        self.program.wait(60)
        while pids := [pid for found in self.pids().values() for pid in found]:
            for pid in pids:  # a server that is still there starts its kernel again
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if ROOT:
            for name in [*self.names, *["_sweeps"] * (self.course.workers > 0)]:
                remove_user(name)
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_user(name):
    """End what a student runs and delete the system user; no fault if there is none."""
    try:
        number = pwd.getpwnam(PREFIX + name).pw_uid
    except KeyError:
        return
    # A program that was killed is still its user's until its parent has heard of it.
    while pids := [int(found.name) for found in Path("/proc").glob("[0-9]*") if _of(found, number)]:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
    subprocess.run(["userdel", PREFIX + name], check=True)


def _of(process, user):
    with suppress(OSError):
        return process.stat().st_uid == user
    return False


def _free_port():
    """The first of five ports that are free."""
    while True:
        first = random.randrange(20000, 60000)
        try:
            for port in range(first, first + 5):
                with socket.socket() as free:
                    free.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


class Student:
    """Comes in, opens the page, runs all its cells, moves a slider."""

    def __init__(self, address, name):
        self.address, self.name = address, name
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.base = f"{address}/user/{name}"
        self.sliders = {}  # model id of a γ slider -> its value, its step and its largest
        self.idle = {}  # id of a request -> what is done when it has been answered
        self.moves = []

    def _xsrf(self, path):
        cookies = self.session.cookie_jar.filter_cookies(URL(self.address + path))
        return cookies["_xsrf"].value if "_xsrf" in cookies else ""

    async def come_in(self):
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
        said = {"path": PAGE, "name": PAGE, "type": "notebook", "kernel": {"name": "python3"}}
        headers = {"X-XSRFToken": self._xsrf(f"/user/{self.name}/")}
        async with self.session.post(
            f"{self.base}/api/sessions", json=said, headers=headers
        ) as answer:
            answer.raise_for_status()
            kernel = (await answer.json())["kernel"]["id"]
        self.socket = await self.session.ws_connect(
            f"{self.base}/api/kernels/{kernel}/channels", max_msg_size=0
        )
        self.reader = asyncio.create_task(self._read())

    async def _read(self):
        async for got in self.socket:
            said = _message(got)
            kind, content = said["header"]["msg_type"], said["content"]
            parent = said["parent_header"].get("msg_id")
            if kind == "comm_open":
                self._keep_slider(content)
            elif kind == "status" and content["execution_state"] == "idle" and parent in self.idle:
                self.idle.pop(parent).set_result(time.perf_counter())

    def _keep_slider(self, content):
        state = content["data"].get("state", {})
        if state.get("_model_name") == "FloatLogSliderModel" and state["description"] == SLIDER:
            self.sliders[content["comm_id"]] = state["value"], 10 ** state["step"], state["max"]

    def _send(self, kind, content):
        number = uuid.uuid4().hex
        header = {"msg_id": number, "msg_type": kind, "session": self.name, "username": self.name}
        header |= {"version": "5.4", "date": ""}
        said = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        said |= {"channel": "shell", "buffers": []}
        self.idle[number] = asyncio.get_running_loop().create_future()
        return self.socket.send_str(json.dumps(said)), self.idle[number]

    async def run_page(self):
        options = {"silent": False, "store_history": True, "user_expressions": {}}
        options |= {"allow_stdin": False, "stop_on_error": False}
        for cell in self.page["cells"]:
            if cell["cell_type"] == "code":
                send, done = self._send("execute_request", {"code": cell["source"], **options})
                await send
                await done

    async def move(self, seconds):
        """One step of the first slider per second; the time until the kernel has answered all."""
        model, (value, step, largest) = next(iter(self.sliders.items()))
        await asyncio.sleep(random.random())
        for n in range(seconds):
            value = value * step if n % 2 and value * step < 10**largest else value / step
            began = time.perf_counter()
            data = {"method": "update", "state": {"value": value}, "buffer_paths": []}
            send, done = self._send("comm_msg", {"comm_id": model, "data": data})
            await send
            self.moves.append(1000 * (await done - began))
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    async def leave(self):
        if hasattr(self, "reader"):
            self.reader.cancel()
        await self.session.close()


def _message(got):
    """The message of a frame; a binary one holds the JSON after its table of offsets."""
    if got.type == aiohttp.WSMsgType.TEXT:
        return json.loads(got.data)
    n = int.from_bytes(got.data[:4], "big")
    first = int.from_bytes(got.data[4:8], "big")
    second = int.from_bytes(got.data[8:12], "big") if n > 1 else len(got.data)
    return json.loads(got.data[first:second])


async def lesson(student, delay, began):
    """From login to the finished page: seconds from the moment the student came."""
    await asyncio.sleep(delay)
    came = time.monotonic()
    await student.come_in()
    inside = time.monotonic()
    await student.open_page()
    await student.run_page()
    return inside - came, time.monotonic() - came


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
    """What would be free without these processes: each one's share of its pages."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) / 1024
    return total


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def measure(options):
    names = [f"load-{os.getpid()}-{n}" for n in range(options.students)]
    loaded = LoadedClass(names)
    students = []
    rows = {}
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
    began = time.monotonic()
    pace = options.arrive / max(1, len(students))
    tasks = [asyncio.create_task(lesson(s, n * pace, began)) for n, s in enumerate(students)]
    done, late = await asyncio.wait(tasks, timeout=options.longest)
    for task in late:
        task.cancel()
    for task in done:
        if task.exception():
            print("A student failed:", repr(task.exception()), file=sys.stderr)
    times = [task.result() for task in done if not task.exception()]
    rows["page run"] = f"{len(times)} of {len(students)}"
    if not times:
        sys.exit(f"No student ran the page. {loaded.log_end()}")
    if len(times) < len(students):
        print(loaded.log_end(), file=sys.stderr)
    inside, whole = zip(*times, strict=True)
    rows["login to JupyterLab, p50 / max, s"] = (
        f"{statistics.median(inside):.0f} / {max(inside):.0f}"
    )
    rows["login to all cells run, p50 / p95 / max, s"] = " / ".join(
        f"{x:.0f}" for x in (statistics.median(whole), quantile(whole, 0.95), max(whole))
    )


def costs(loaded, rows):
    pids = [found for found in loaded.pids().values() if found]
    rows["CPU seconds per start"] = f"{statistics.mean(map(cpu_seconds, pids)):.1f}"
    rows["MiB per student, server and kernel"] = f"{statistics.mean(map(memory_mib, pids)):.0f}"
    rows["MiB of the nursery, once"] = f"{memory_mib([loaded.nursery()]):.0f}"


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
    parser.add_argument("--moves", type=int, default=0, help="moves of each, one per second")
    parser.add_argument("--arrive", type=float, default=60, help="seconds in which all come")
    parser.add_argument("--longest", type=float, default=300, help="seconds to wait for the pages")
    options = parser.parse_args()
    rows = asyncio.run(measure(options))
    print(f"| {options.students} students{', servers warm' * options.warm} | |\n|---|---|")
    for name, value in rows.items():
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
