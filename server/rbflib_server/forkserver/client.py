"""Asks the nursery for a program, which is then a child of the nursery."""

import json
import os
import select
import signal
import socket
from pathlib import Path

PATIENCE = 10  # seconds: it may just have been started, and be importing


class Forked:
    """A program of the nursery, to whoever asked for it what Popen is to a parent."""

    stdin = stdout = stderr = None

    def __init__(self, pid, handle, line):
        self.pid, self.handle, self.line = pid, handle, line
        self.returncode = None

    def poll(self):
        """None while it runs; its status is not known to others than its parent."""
        if self.returncode is None:
            ended = select.poll()
            ended.register(self.handle, select.POLLIN)
            if ended.poll(0):
                self.returncode = 1
                self.__exit__()
        return self.returncode

    def wait(self):
        while self.poll() is None:
            select.select([], [], [], 0.05)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            signal.pidfd_send_signal(self.handle, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.handle)
        self.line.close()


def ask(folder, program, arguments, environment, at, user=None):
    """A Forked program; OSError where there is no nursery, or none for this one.

    Parameters
    ----------
    folder : str
        Of the nursery's socket.
    program : str
        "server" or "kernel". A kernel ends when nobody holds what is returned.
    arguments : list of str
        As `sys.argv` has them.
    environment : dict
    at : str
        The folder in which it starts.
    user : str
        As root: whose it is. For others it is their own.
    """
    said = {"program": program, "arguments": arguments, "environment": environment}
    said |= {"folder": str(at), "user": user}
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        line.settimeout(PATIENCE)
        line.connect(str(Path(folder) / "socket"))
        line.send(json.dumps(said).encode())
        pid, handles, *_ = socket.recv_fds(line, 100, 1)
        if not handles:
            raise ConnectionError("the nursery gives none")
    except OSError:
        line.close()
        raise
    return Forked(int(pid), handles[0], line)
