"""One server per student, as a system user of its own, a few at a time."""

import asyncio
import os
import pwd
import resource
import subprocess
from contextlib import asynccontextmanager

from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid
from jupyterhub.utils import random_port, wait_for_server

from rbflib_server.course import NOTEBOOKS
from rbflib_server.forkserver import client as forkserver_client
from rbflib_server.forkserver.request import Header, Task

ROOT = os.geteuid() == 0
PREFIX = "rbf-"  # of system users: no student is root, or daemon
GIB = 2**30


class SpawnQueue:
    """Students whose server is to start, in the order in which they came."""

    def __init__(self, slots):
        self._slots = asyncio.Semaphore(slots)
        self._waiting = []

    @asynccontextmanager
    async def slot(self, name):
        self._waiting.append(name)
        try:
            await self._slots.acquire()
        finally:
            self._waiting.remove(name)
        try:
            yield
        finally:
            self._slots.release()

    def message(self, name):
        if name not in self._waiting:
            return "Your server is starting."
        n = self._waiting.index(name)
        return f"Many servers are starting. In the queue before you: {n}." if n else "You are next."


class ClassSpawner(LocalProcessSpawner):
    """A student's server. Without root's rights all students are one user: for trying only."""

    course = None
    queue = None

    @property
    def home(self):
        return self.course.home / "students" / self.user.name

    async def start(self):
        async with self.queue.slot(self.user.name):
            await asyncio.to_thread(make_home, self.user.name, self.home)
            ip, port = await self._start_forked() or await super().start()
            # The slot is free when the server answers: what follows is the student's own pace.
            await wait_for_server(ip, port, timeout=self.http_timeout)
            return ip, port

    async def _start_forked(self):
        """Where a server of the fork server will answer; None where there is none."""
        if not (folder := self.course.forkserver_folder):
            return None
        self.port = self.port or random_port()
        user, at = system_user(self.user.name), str(self.home / "notebooks")
        arguments = ["student_server", *self.get_args()]
        request = Header("server", user), Task(arguments, self.get_env(), at)
        try:
            process = await asyncio.to_thread(forkserver_client.start, folder, *request)
        except OSError as error:
            self.log.warning("The server of %s is not forked: %s", user, error)
            return None
        with process:  # it goes on, and is polled by its process id as after a restart of the hub
            self.proc, self.pid = None, process.pid
        return self.ip or "127.0.0.1", self.port

    async def progress(self):
        last = ""
        while True:
            message = self.queue.message(self.user.name)
            if message != last:
                yield {"message": message, "progress": 50 if "starting." in message else 10}
                last = message
            await asyncio.sleep(0.5)

    def make_preexec_fn(self, name):
        become = set_user_setuid(system_user(name)) if ROOT else lambda: os.chdir(self.home)
        limit = int(self.course.memory_gib * GIB)

        def prepare():
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
            os.umask(0o077)
            os.nice(5)  # lower priority than the hub and the proxy
            become()
            os.makedirs("notebooks", exist_ok=True)
            os.chdir("notebooks")

        return prepare

    def user_env(self, env):
        pages = self.course.notebooks()
        if self.user.name in self.course.teachers:
            pages += [*NOTEBOOKS.glob("*.md"), *NOTEBOOKS.glob("*.png")]
        env = env | {
            "USER": system_user(self.user.name),
            "HOME": str(self.home),
            "SHELL": "/bin/sh",
            "RBFLIB_CLASS": f"http://127.0.0.1:{self.course.port + 3}/services/questions",
            "RBFLIB_PAGES": os.pathsep.join(map(str, pages)),
            "RBFLIB_KERNEL_MINUTES": str(self.course.kernel_minutes),
            **self.course.thread_limits(),
        }
        if folder := self.course.forkserver_folder:
            env["RBFLIB_FORKSERVER"] = str(folder)
        return env


def system_user(name):
    """The system user whose processes a student's are."""
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
