"""Threads: one for libraries, which is faster beside a browser; and one for what a browser asks."""

import asyncio
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps

from threadpoolctl import ThreadpoolController

TURN = 1  # seconds until a thread takes a message, even of a busy computer; or else a cell runs


def one_thread():
    """A context in which each library that has come so far keeps to one thread."""
    return _libraries(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)
def _libraries(_n_modules):
    # Looking for them takes milliseconds. With a new module a library may have come.
    return ThreadpoolController()


def on_own_thread(method):
    """A method for messages of a front end, done on the thread that has made the object.

    Jupyter may hand them over on another. But matplotlib's settings and Python's warnings are one
    for all threads: what a cell draws meanwhile would get ours.

    The other thread waits for it, so that the kernel says as long that it is busy; but not where a
    cell runs, which may be waiting for another widget. That is found out once for each cell.
    """
    last = threading.Event()  # the message before has been taken
    last.set()

    @wraps(method)
    def handed_over(self, *message):
        nonlocal last
        thread, loop = self.made_on
        if loop is None or thread is threading.current_thread():
            method(self, *message)
            return
        begun, done = threading.Event(), threading.Event()
        before, last = last, begun
        loop.call_soon_threadsafe(answer, begun, done, self, *message)
        if begun.wait(TURN if before.is_set() else 0):
            done.wait()

    def answer(begun, done, *message):
        begun.set()
        try:
            with interruptible():
                method(*message)
        finally:
            done.set()

    return handed_over


@contextmanager
def interruptible():
    """Outside of its messages a kernel ignores interrupts. Here one ends what is done."""
    if threading.current_thread() is not threading.main_thread():  # it has no signals
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    with suppress(KeyboardInterrupt):
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def running_loop():
    """The event loop that runs on this thread, as in a kernel, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
