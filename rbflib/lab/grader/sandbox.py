"""From a function and inputs to outcomes, in a process that can be ended: see `worker`."""

import functools
import inspect
import io
import operator
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import typing
import weakref
from contextlib import suppress
from pathlib import Path

import cloudpickle
import numpy as np

from rbflib.lab.grader.worker import Outcome, attempt

WORKER = Path(__file__).with_name("worker.py")
TIME_LIMIT = 3.0  # seconds an input of computing, however busy the machine is with other work
WAIT_LIMIT = 30.0  # seconds an input on the clock, for a function that sleeps or waits
START_LIMIT = 60.0  # seconds until the process is ready: the first start can be slow
MOST_COPIED = 2**28  # bytes of a function with all that it uses


# What a page shows is drawn by another process: there a figure needs no window.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"}


class CannotBeSent(Exception):
    """What the function uses and cannot be copied to another process: its name, or "something"."""


def start(function, inputs, then):
    """Run a function apart, and then(outcomes). A page of the book puts another way here."""
    then(run_apart(function, inputs))


def kept(function, time_limit):
    """The function for many calls, one at a time: a Process, or Here what cannot be copied to one.

    A page of the book puts another way here.
    """
    try:
        return Process(sendable(function), time_limit)
    except CannotBeSent as held:
        return Here(function, f"{held}")


def run_apart(function, inputs, time_limit=TIME_LIMIT, wait_limit=WAIT_LIMIT, *, without=()):
    """Outcomes of the function on the inputs, in order, where the modules `without` are missing.

    They end early where a call does not end in time, or ends the process: with an outcome of
    kind "endless" or "crash"; with "unstarted" where the process did not come up. Where the system
    has no timer of what a process computes, time_limit is one on the clock.
    """
    call, outcomes = Process(sendable(function), time_limit, without), []
    patience = wait_limit if hasattr(signal, "setitimer") else time_limit
    try:
        for args in inputs:
            outcomes.append(call(args, patience))
            if not call.is_running:
                break
    finally:
        call.end()
    if [outcome.kind for outcome in outcomes] == ["unread"]:
        raise CannotBeSent(_first_of(function, lambda x: not _is_read(x, without)))
    return outcomes


class Here:
    """A function in this process, which only an interrupt ends: here(args, seconds) -> Outcome.

    `held` is what it uses that cannot be copied to a process of its own.
    """

    def __init__(self, function, held):
        self.function, self.held = function, held

    def start(self):
        pass

    def __call__(self, args, seconds):
        outcome = attempt(self.function, args)
        if outcome.words.startswith("KeyboardInterrupt"):
            raise KeyboardInterrupt
        return outcome


class Process:
    """A function in a process that stays: process(args, seconds) -> Outcome.

    The function comes as `sendable` gives it. Its process starts with a call, and anew with the
    next one after a call has ended it. A call may compute for `time_limit` seconds, where the
    system has a timer of that.
    """

    held = ""

    def __init__(self, code, time_limit, without=()):
        self.code, self.time_limit, self.without = code, time_limit, without
        self.end = lambda: None

    @property
    def is_running(self):
        return getattr(self.end, "alive", False)

    def __call__(self, args, seconds):
        """Call the function, and wait for so many seconds on the clock."""
        if fault := self.start():
            return Outcome(fault)
        self._to_process.put(pickle.dumps(args))
        try:
            message = _next(self._messages, seconds)
        except KeyboardInterrupt:
            self.end()
            raise
        if not isinstance(message, str):
            return Outcome(**message)
        timed_out = message == "crash" and _ended_by_its_timer(self._process)
        self.end()
        return Outcome("endless" if timed_out else message)

    def start(self):
        """Start the process unless it runs. What is wrong with the start, or None."""
        if self.is_running:
            return None
        self._process = process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER), str(self.time_limit)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | ENVIRONMENT,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,
        )
        self._to_process, self._messages = queue.SimpleQueue(), queue.SimpleQueue()
        self.end = weakref.finalize(self, _end, process, self._to_process)
        ways = (_write, process.stdin, self._to_process), (_read, process.stdout, self._messages)
        for task, *way in ways:
            threading.Thread(target=task, args=way, daemon=True).start()
        self._to_process.put(pickle.dumps((sys.path, self.without)) + self.code)
        first = _next(self._messages, START_LIMIT)
        if first == "ready":
            return None
        self.end()
        return "unread" if first == "unread" else "unstarted"


def _end(process, to_process):
    """End the process and what it has started: its descendants, and orphans in its session."""
    with suppress(ImportError):  # without it, what has left the session goes on
        import psutil

        with suppress(psutil.Error):
            for started in psutil.Process(process.pid).children(recursive=True):
                started.kill()
    if hasattr(os, "killpg"):
        with suppress(OSError):  # none of them is left
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    to_process.put(None)


class _Pickler(cloudpickle.Pickler):
    """Sends what would be looked for by name in the notebook, where a process has only its own."""

    def reducer_override(self, obj):
        if isinstance(obj, _CACHED):
            cached = functools.lru_cache(**obj.cache_parameters())
            return operator.call, (cached, obj.__wrapped__)
        if isinstance(obj, typing.NewType):
            return typing.NewType, (obj.__name__, obj.__supertype__)
        if isinstance(obj, np.ufunc) and (home := _home_of(obj)):
            return getattr, (home, obj.__name__)
        return super().reducer_override(obj)


_CACHED = type(functools.cache(len))


def _home_of(ufunc):
    """A module that has it. Pickle takes any, be it the notebook."""
    homes = (home for name, home in list(sys.modules.items()) if "__m" not in name)
    return next((h for h in homes if vars(h).get(ufunc.__name__) is ufunc), None)


def sendable(function):
    """Bytes from which another Python makes the function, or CannotBeSent."""
    code = _copied(function)
    if code is None:
        raise CannotBeSent(_first_of(function, lambda x: _copied(x) is None))
    return code


class _File(io.BytesIO):
    """It does not take gigabytes: then the kernel has no memory for two of them."""

    def write(self, data):
        if self.tell() + memoryview(data).nbytes > MOST_COPIED:
            raise MemoryError
        return super().write(data)


def _copied(thing):
    file = _File()
    try:
        _Pickler(file).dump(thing)
    except Exception:  # whatever a thing of the notebook raises
        return None
    return file.getvalue()


def _is_read(thing, without):
    """Whether a process of the worker's kind can read it."""
    process = Process(_copied(thing), 0, without)
    try:
        return process.start() is None
    finally:
        process.end()


def _first_of(function, fails):
    """The first name that the function uses for something that fails."""
    try:
        used = inspect.getclosurevars(getattr(function, "readers", function))
    except (TypeError, ValueError):  # an object that can be called
        return "something"
    things = (used.nonlocals | used.globals).items()
    return next((f"`{name}`" for name, x in things if x is not function and fails(x)), "something")


def _ended_by_its_timer(process):
    if not hasattr(signal, "SIGPROF"):
        return False
    try:
        return process.wait(timeout=1) == -signal.SIGPROF
    except subprocess.TimeoutExpired:  # it has closed its end of the pipe only
        return False


def _next(messages, seconds):
    try:
        return messages.get(timeout=seconds)
    except queue.Empty:
        return "endless"


def _write(pipe, messages):
    with suppress(OSError), pipe:  # where the process has ended, the reader says so
        for work in iter(messages.get, None):
            pipe.write(work)
            pipe.flush()


def _read(pipe, messages):
    try:
        with pipe:
            while True:
                messages.put(pickle.load(pipe))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        messages.put("crash")
