"""Asks a fork server for a process, which is then a child of the fork server."""

import json
import os
import select
import signal
import socket
from functools import partialmethod
from pathlib import Path

TIMEOUT = 30  # seconds: the server may have just been started, and be importing


class ForkedProcess:
    """What `subprocess.Popen` is to a parent, for a process with another parent."""

    stdin = stdout = stderr = None

    def __init__(self, pid, pidfd, connection):
        self.pid, self.pidfd, self.connection = pid, pidfd, connection
        self.returncode = None

    def poll(self, timeout=0):
        """None while it runs. Only its parent learns its exit status: here it is always 1."""
        if self.returncode is None:
            ended = select.poll()
            ended.register(self.pidfd, select.POLLIN)
            if ended.poll(timeout):
                self.returncode = 1
                self.__exit__()
        return self.returncode

    def wait(self):
        return self.poll(None)

    def send_signal(self, number):
        if self.poll() is None:
            signal.pidfd_send_signal(self.pidfd, number)

    terminate = partialmethod(send_signal, signal.SIGTERM)
    kill = partialmethod(send_signal, signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.pidfd)
        self.connection.close()


def start(folder, header, task):
    """A ForkedProcess of the server in this folder; OSError if there is none, or it refuses."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        connection.settimeout(TIMEOUT)
        connection.connect(str(Path(folder) / "socket"))
        for part in (header, task):
            connection.send(json.dumps(vars(part)).encode())
        pid, pidfds, *_ = socket.recv_fds(connection, 100, 1)
        if not pidfds:
            raise ConnectionError("the fork server refused")
    except OSError:
        connection.close()
        raise
    return ForkedProcess(int(pid), pidfds[0], connection)
