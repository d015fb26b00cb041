"""Accepts connections, identifies their users, and forks.

The kernel says which user has connected (SO_PEERCRED): **a student gets processes of that
student's user and of no other**, whatever the request says. Only root, which the hub is, may name
a user. The server has one thread: a fork would keep no other.
"""

import os
import pwd
import selectors
import socket
import struct
import sys
import time
from contextlib import suppress

from rbflib_server.forkserver.child import Child
from rbflib_server.forkserver.request import MAX_BYTES, Header, InvalidRequest, parse

TIMEOUT = 2  # seconds until a connection without a request is closed
MAX_CONNECTIONS = MAX_PROCESSES = 12  # of one user at the same time


class ForkServer:
    """Serves a listening socket that keeps messages whole, one request after the other."""

    def __init__(self, listener, max_memory):
        self.listener, self.max_memory = listener, max_memory
        self.connections = {}  # without a request so far -> (uid, when it is closed)
        self.processes = {}  # process id -> uid
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ)

    def serve(self):
        """Returns in a forked process only, with the Child that it is to run."""
        while True:
            for key, _ in self.selector.select(1):
                if key.fileobj is self.listener:
                    self._accept()
                elif child := self._answer(key.fileobj):
                    return child
            self._close_expired()
            self._reap()

    def _accept(self):
        with suppress(OSError):  # the client has gone
            connection, _ = self.listener.accept()
            peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            uid = struct.unpack("3i", peer)[1]
            if [of for of, _ in self.connections.values()].count(uid) >= MAX_CONNECTIONS:
                connection.close()
                return
            connection.setblocking(False)
            self.connections[connection] = uid, time.monotonic() + TIMEOUT
            self.selector.register(connection, selectors.EVENT_READ)

    def _answer(self, connection):
        uid = self._forget(connection)
        try:
            header = parse(Header, connection.recv(MAX_BYTES + 1))
            uid = self._owner(uid, header.user)
            pid = os.fork()
        except (OSError, InvalidRequest) as error:
            print(f"Fork server: refused uid {uid}: {error!r}"[:500], file=sys.stderr, flush=True)
        else:
            if pid == 0:
                self._close()
                return Child(uid, header.program, connection, self.max_memory)
            self.processes[pid] = uid
        connection.close()
        return None

    def _owner(self, uid, user):
        """The user whose process it will be; InvalidRequest where nobody may have it."""
        if uid == 0:
            try:
                uid = pwd.getpwnam(user or "").pw_uid
            except KeyError as error:
                raise InvalidRequest("unknown user") from error
        if uid == 0 or os.geteuid() not in (0, uid):
            raise InvalidRequest("no processes for this user")
        if list(self.processes.values()).count(uid) >= MAX_PROCESSES:
            raise InvalidRequest(f"the user has {MAX_PROCESSES} processes")
        return uid

    def _close_expired(self):
        now = time.monotonic()
        for connection in [c for c, (_, until) in self.connections.items() if until < now]:
            self._forget(connection)
            connection.close()

    def _reap(self):
        with suppress(ChildProcessError):  # there are none
            while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                self.processes.pop(pid, None)

    def _forget(self, connection):
        self.selector.unregister(connection)
        return self.connections.pop(connection)[0]

    def _close(self):
        """In a forked process: what belongs to the server only."""
        for each in [*self.connections, self.listener, self.selector]:
            each.close()


def listen(folder):
    """A listening socket in a folder of its own; every user may connect."""
    path = folder / "new"
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
    listener.bind(str(path))
    path.chmod(0o666)
    listener.listen(1000)
    path.rename(folder / "socket")  # who sees it can connect
    return listener
