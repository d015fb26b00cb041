"""One server per student, as a system user of its own, started a few at a time."""

import asyncio
import os
import pwd
import resource
import subprocess
import sys
from contextlib import asynccontextmanager

import forked
from course import HERE, NOTEBOOKS
from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from jupyterhub.utils import random_port, wait_for_server

ROOT = os.geteuid() == 0
PREFIX = "rbf-"  # of system users: no student is root, or daemon
GIB = 2**30


class Queue:
    """Those who wait for their server to start, in the order in which they came."""

    def __init__(self, places):
        self._places = asyncio.Semaphore(places)
        self._waiting = []

    @asynccontextmanager
    async def place(self, name):
        self._waiting.append(name)
        try:
            await self._places.acquire()
        finally:
            self._waiting.remove(name)
        try:
            yield
        finally:
            self._places.release()

    def words(self, name):
        if name not in self._waiting:
            return "Your server starts."
        n = self._waiting.index(name)
        return f"Many come at once. Before you: {n}." if n else "You are next."


class ClassSpawner(LocalProcessSpawner):
    """A student's server. Without root's rights all students are one user: for trying only."""

    course = None
    queue = None

    @property
    def home(self):
        return self.course.home / "students" / self.user.name

    async def start(self):
        async with self.queue.place(self.user.name):
            await asyncio.to_thread(make_home, self.user.name, self.home)
            ip, port = await self._forked() or await super().start()
            # The place is free when the server answers: what follows is the student's own pace.
            await wait_for_server(ip, port, timeout=self.http_timeout)
            return ip, port

    async def _forked(self):
        """Where the server will answer, as a child of the nursery; None without a nursery."""
        self.port = self.port or random_port()
        user, at = system_user(self.user.name), self.home / "notebooks"
        said = "server", [*self.cmd[1:], *self.get_args()], self.get_env(), at, user
        try:
            program = await asyncio.to_thread(forked.ask, self.course.nursery, *said)
        except OSError as error:
            self.log.warning("The server of %s is not forked: %s", user, error)
            return None
        with program:  # it does not end with this, and is polled as an earlier hub's
            self.proc, self.pid = None, program.pid
        return self.ip or "127.0.0.1", self.port

    async def progress(self):
        said = ""
        while True:
            words = self.queue.words(self.user.name)
            if words != said:
                yield {"message": words, "progress": 50 if words.startswith("Your") else 10}
                said = words
            await asyncio.sleep(0.5)

    def make_preexec_fn(self, name):
        become = set_user_setuid(system_user(name)) if ROOT else lambda: os.chdir(self.home)
        most = int(self.course.memory_gib * GIB)

        def prepare():
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
            os.umask(0o077)
            os.nice(5)  # behind the hub and the proxy
            become()
            os.makedirs("notebooks", exist_ok=True)
            os.chdir("notebooks")

        return prepare

    def user_env(self, env):
        pages = self.course.notebooks()
        if self.user.name in self.course.teachers:
            pages.append(NOTEBOOKS / "teachers_guide.md")
        workers = self.course.workers
        return env | {
            "USER": system_user(self.user.name),
            "HOME": str(self.home),
            "SHELL": "/bin/sh",
            "RBFLIB_CLASS": f"http://127.0.0.1:{self.course.port + 3}/services/questions",
            "RBFLIB_PAGES": os.pathsep.join(map(str, pages)),
            "RBFLIB_KERNEL_MINUTES": str(self.course.kernel_minutes),
            "RBFLIB_NURSERY": str(self.course.nursery),
            **self.course.thread_limits(),
            **({"RBFLIB_DASK": f"tcp://127.0.0.1:{self.course.port + 4}"} if workers else {}),
        }


def system_user(name):
    """The system user whose programs a student's are."""
    return PREFIX + name if ROOT else pwd.getpwuid(os.getuid()).pw_name


def make_home(name, home):
    """A folder that only its student can open; as root, the system user too."""
    home.mkdir(mode=0o700, exist_ok=True)
    if not ROOT:
        return
    user = system_user(name)
    try:
        entry = pwd.getpwnam(user)
    except KeyError:
        options = ["--no-create-home", "--home-dir", home, "--shell", "/usr/sbin/nologin"]
        subprocess.run(["useradd", "--user-group", *options, user], check=True)
        entry = pwd.getpwnam(user)
    os.chown(home, entry.pw_uid, entry.pw_gid)


def command():
    return [sys.executable, str(HERE / "student_server.py")]


def arguments():
    return [f"--config={HERE / 'student_config.py'}"]
