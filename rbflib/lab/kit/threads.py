"""Threads: one for libraries, which is faster beside a browser; and one for what a browser asks."""

import asyncio
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps

from threadpoolctl import ThreadpoolController


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
    """

    @wraps(method)
    def handed_over(self, *message):
        thread, loop = self.made_on
        if loop is None or thread is threading.current_thread():
            method(self, *message)
        else:
            loop.call_soon_threadsafe(answer, self, *message)

    def answer(self, *message):
        with kernel_says_busy(), interruptible():
            method(self, *message)

    return handed_over


@contextmanager
def kernel_says_busy():
    """The front end hears from the kernel that it works, as of a message of its own."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)

    def say(state):
        if kernel:
            kernel.send_response(kernel.iopub_socket, "status", {"execution_state": state})

    say("busy")
    try:
        yield
    finally:
        say("idle")


@contextmanager
def interruptible():
    """Outside of its messages a kernel ignores interrupts. Here one ends what is done."""
    before = signal.getsignal(signal.SIGINT)
    with suppress(KeyboardInterrupt):
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def thread_and_loop():
    """The present thread, and its event loop if one is running."""
    return threading.current_thread(), running_loop()


def running_loop():
    """The event loop that runs on this thread, as in a kernel, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
