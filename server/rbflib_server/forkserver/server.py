"""One process that has imported what students' programs need, and forks them from itself.

    python class/nursery.py FOLDER GIB

Each student's server and kernel would import the same: seconds of time, and 200 MiB that no other
shares. What is forked shares all memory that it does not change. The nursery listens at
FOLDER/socket for messages of `forked.ask`: what to run, with which arguments, environment, folder.

**A student gets programs of that student's user and of no other**, whatever the message says: the
system tells who has connected. Only root, which the hub is, may name a user. What is forked
inherits all that the nursery knows, so it knows no secret: it reads no settings, and nothing of
the hub's is in its environment. It has one thread, since no other would go on in a fork.
"""

import ctypes
import gc
import importlib.util
import json
import multiprocessing
import os
import pwd
import re
import resource
import selectors
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import rbflib.lab

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LONGEST = 2**16  # bytes of a message
PATIENCE = 2  # seconds until a line on which nothing is said is closed
LINES = PROGRAMS = 12  # of one user at the same time
GIB = 2**30
END_WITH_PARENT, SET_DUMPABLE = 1, 4  # of prctl

# Beside what the pages import.
SERVERS = ("student_server", "jupyterlab.labapp", "tornado.platform.asyncio", "anyio.to_thread")
KERNELS = ("ipykernel.kernelapp", "ipykernel.debugger", "pdb")  # the debugger is in every kernel


def _server():
    sys.modules["student_server"].main()


def _kernel():
    app = sys.modules["ipykernel.kernelapp"].IPKernelApp.instance()
    app.initialize()
    # What widgets do at their import, if there is a kernel then: it answers who connects again.
    sys.modules["ipywidgets"].register_comm_target(app.kernel)
    app.start()


RUN = {"server": _server, "kernel": _kernel}


@dataclass
class Program:
    """What a process becomes that was just forked."""

    user: int
    said: dict
    line: socket.socket
    memory: int

    def run(self):
        Path("/proc/self/comm").write_text(self.said["program"])  # its name in `top`
        os.setsid()
        become(self.user, self.memory)
        os.makedirs(self.said["folder"], exist_ok=True)
        os.chdir(self.said["folder"])
        self._tell()
        # Else the system goes on to hide the program's own /proc from it.
        ctypes.CDLL(None).prctl(SET_DUMPABLE, 1, 0, 0, 0)
        os.environ.clear()
        os.environ.update(self.said["environment"])
        sys.argv = self.said["arguments"]
        forget_the_others()
        if self.said["program"] == "kernel":
            threading.Thread(target=self._end_with_its_server, daemon=True).start()
        else:
            self.line.close()  # a server outlives the hub that asked for it
        RUN[self.said["program"]]()

    def _tell(self):
        """Its number, and a handle by which its end is seen; while only root may meddle with it.

        The hub, which is root, sends its signals to this number.
        """
        own = os.getpid()
        handle = os.pidfd_open(own)
        socket.send_fds(self.line, [str(own).encode()], [handle])
        os.close(handle)

    def _end_with_its_server(self):
        """Whoever asked for a kernel holds the other end until it is no longer needed."""
        self.line.setblocking(True)
        while self.line.recv(1):
            pass
        os._exit(1)


def become(user, memory):
    """A student's program for good: of that user, behind the hub, with so much memory."""
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    os.nice(5)
    if os.geteuid() == 0:
        entry = pwd.getpwuid(user)
        os.initgroups(entry.pw_name, entry.pw_gid)
        os.setresgid(*3 * (entry.pw_gid,))
        os.setresuid(*3 * (user,))


def forget_the_others():
    """New random numbers and keys: those of the nursery are in every program that it forks.

    `random`, `uuid` and `tempfile` see to theirs.
    """
    np.random.seed()  # noqa: NPY002
    multiprocessing.current_process().authkey = os.urandom(32)
    gc.enable()


class Nursery:
    """Answers at a listening socket that keeps packets whole, one after the other."""

    def __init__(self, listener, memory):
        self.listener, self.memory = listener, memory
        self.lines = {}  # one on which nothing has been said -> its user, until when it may
        self.programs = {}  # process id -> its user
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ)

    def serve(self):
        """Only a process that was forked comes back, with the Program that it is to be."""
        while True:
            for key, _ in self.selector.select(1):
                if key.fileobj is self.listener:
                    self._admit()
                elif program := self._hear(key.fileobj):
                    return program
            self._hang_up()
            self._reap()

    def _admit(self):
        with suppress(OSError):  # who has gone again
            line, _ = self.listener.accept()
            user = _peer(line)
            if [its for its, _ in self.lines.values()].count(user) >= LINES:
                line.close()
                return
            line.setblocking(False)
            self.lines[line] = user, time.monotonic() + PATIENCE
            self.selector.register(line, selectors.EVENT_READ)

    def _hear(self, line):
        user = self._forget(line)
        try:
            said = json.loads(line.recv(LONGEST))
            user = self._whose(user, said)
            if said["program"] not in RUN:
                raise ValueError("there is no such program")
            pid = os.fork()
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            print(f"Nursery: user {user} gets nothing: {error!r}", file=sys.stderr, flush=True)
        else:
            if pid == 0:
                self._close()
                return Program(user, said, line, self.memory)
            self.programs[pid] = user
        line.close()
        return None

    def _whose(self, user, said):
        """The user whose program it will be; ValueError says why there is none."""
        if user == 0:
            user = pwd.getpwnam(said["user"]).pw_uid
        if user == 0 or os.geteuid() not in (0, user):
            raise ValueError("programs of this user are not started")
        if list(self.programs.values()).count(user) >= PROGRAMS:
            raise ValueError(f"{PROGRAMS} programs are the most")
        return user

    def _hang_up(self):
        now = time.monotonic()
        for line in [line for line, (_, until) in self.lines.items() if until < now]:
            self._forget(line)
            line.close()

    def _reap(self):
        with suppress(ChildProcessError):  # there are none
            while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                self.programs.pop(pid, None)

    def _forget(self, line):
        self.selector.unregister(line)
        return self.lines.pop(line)[0]

    def _close(self):
        """In a program that was forked: what only the nursery needs."""
        for line in [*self.lines, self.listener]:
            line.close()
        self.selector.close()


def _peer(line):
    _, user, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return user


def listen(folder):
    """A socket in a folder of its own; everyone may connect."""
    path = folder / "socket"
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
    listener.bind(str(path))
    path.chmod(0o666)
    listener.listen(1000)
    return listener


def import_all():
    """What servers and kernels do, what the notebooks' cells name, and all of rbflib.

    rbflib's names come last: some are both a function's and that of the module which it is in.
    """
    lazy = [(of, name) for of in (rbflib, rbflib.lab) for name in set(of.__all__) - set(vars(of))]
    names = {*SERVERS, *KERNELS}
    for page in NOTEBOOKS.glob("*.ipynb"):
        names |= set(re.findall(r'^ *"(?:from|import) (\w[\w.]*)', page.read_text("utf-8"), re.M))
    for name in filter(importlib.util.find_spec, names):
        importlib.import_module(name)
    for package, name in lazy:
        package.__getattr__(name)
    list(rbflib.lab.EXPLORERS)


def main(folder, gib):
    # However `serve.py` ends. What is forked does not inherit this.
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM, 0, 0, 0)
    listener = listen(folder)  # who comes during the imports waits
    gc.disable()  # else it would move through the memory that is to be shared
    import_all()
    del sys.path[0]  # this folder: students have modules of their own
    gc.collect()
    gc.freeze()
    Nursery(listener, int(gib * GIB)).serve().run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
