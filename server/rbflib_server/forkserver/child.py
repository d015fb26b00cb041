"""What a process does that was just forked: it becomes its user's, then runs its program."""

import ctypes
import gc
import multiprocessing
import os
import pwd
import resource
import socket
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rbflib_server.forkserver.request import MAX_BYTES, InvalidRequest, Task, parse

PR_SET_DUMPABLE = 4


def _run_server():
    sys.modules["rbflib_server.student_server"].main()


def _run_kernel():
    app = sys.modules["ipykernel.kernelapp"].IPKernelApp.instance()
    app.initialize()
    # ipywidgets does this at its import where there is a kernel: browsers ask for it on reconnect.
    sys.modules["ipywidgets"].register_comm_target(app.kernel)
    app.start()


RUN = {"server": _run_server, "kernel": _run_kernel}


@dataclass
class Child:
    """A forked process, with the connection to the client that asked for it."""

    uid: int
    program: str
    connection: socket.socket
    max_memory: int  # bytes of data

    def run(self):
        Path("/proc/self/comm").write_text(self.program)  # its name in `top`
        os.setsid()
        drop_privileges(self.uid, self.max_memory)
        self.connection.settimeout(2)
        try:
            task = parse(Task, self.connection.recv(MAX_BYTES + 1))
            os.makedirs(task.folder, exist_ok=True)
            os.chdir(task.folder)
        except (OSError, InvalidRequest) as error:
            sys.exit(f"Fork server: refused uid {self.uid}: {error!r}"[:500])
        self._send_handle()
        # Without this the process could not read its own /proc.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
        os.environ.clear()
        os.environ.update(task.environment)
        sys.argv = task.arguments
        reseed()
        if self.program == "kernel":
            threading.Thread(target=self._end_with_client, daemon=True).start()
        else:
            self.connection.close()  # a server outlives the hub that asked for it
        RUN[self.program]()

    def _send_handle(self):
        """Its process id and a pidfd, while the user cannot yet interfere with this process."""
        own = os.getpid()
        pidfd = os.pidfd_open(own)
        socket.send_fds(self.connection, [str(own).encode()], [pidfd])
        os.close(pidfd)

    def _end_with_client(self):
        self.connection.setblocking(True)
        while self.connection.recv(1):
            pass
        os._exit(1)


def drop_privileges(uid, max_memory):
    """Become a process of this user for good, with limited memory and a lower priority."""
    resource.setrlimit(resource.RLIMIT_DATA, (max_memory, max_memory))
    os.nice(5)
    if os.geteuid() == 0:
        entry = pwd.getpwuid(uid)
        os.initgroups(entry.pw_name, entry.pw_gid)
        os.setresgid(*3 * (entry.pw_gid,))
        os.setresuid(*3 * (uid,))


def reseed():
    """Random numbers and keys of its own. `random`, `uuid` and `tempfile` see to theirs."""
    np.random.seed()  # noqa: NPY002
    multiprocessing.current_process().authkey = os.urandom(32)
    gc.enable()
