"""From a function and inputs to outcomes, in a process that can be ended: see `worker`."""

import inspect
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import cloudpickle

from rbflib.lab.grader.worker import Outcome

WORKER = Path(__file__).with_name("worker.py")
TIME_LIMIT = 3.0  # seconds an input of computing, however busy the machine is with other work
WAIT_LIMIT = 30.0  # seconds an input on the clock, for a function that sleeps or waits
START_LIMIT = 60.0  # seconds until the process is ready: the first start can be slow


class CannotBeSent(Exception):
    """What the function uses and cannot be copied to another process: its name, or "something"."""


def run_apart(function, inputs, time_limit=TIME_LIMIT, wait_limit=WAIT_LIMIT):
    """Outcomes of the function on the inputs, in order.

    They end early where a call does not end in time, or ends the process: with an outcome of
    kind "endless" or "crash"; with "unstarted" where the process could not read its work. Where
    the system has no timer of what a process computes, time_limit is one on the clock.
    """
    work = _packed(function, inputs)
    process = subprocess.Popen(
        [sys.executable, "-P", str(WORKER), str(time_limit)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        start_new_session=True,
    )
    try:
        patience = wait_limit if hasattr(signal, "setitimer") else time_limit
        return _converse(process, work, len(inputs), patience)
    finally:
        _end(process)


def _end(process):
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


def _packed(function, inputs):
    code = _copied(function)
    if code is None:
        raise CannotBeSent(_not_copied(function))
    return pickle.dumps(sys.path) + code + pickle.dumps(inputs)


def _copied(thing):
    try:
        return cloudpickle.dumps(thing)
    except Exception:  # whatever a thing of the notebook raises
        return None


def _not_copied(function):
    """The first name of the function that stands for what cannot be copied."""
    try:
        used = inspect.getclosurevars(function)
    except (TypeError, ValueError):  # an object that can be called
        return "something"
    things = (used.nonlocals | used.globals).items()
    names = (f"`{name}`" for name, x in things if x is not function and _copied(x) is None)
    return next(names, "something")


def _converse(process, work, n_inputs, patience):
    messages = queue.SimpleQueue()
    for task in (_write, process.stdin, work), (_read, process.stdout, messages):
        threading.Thread(target=task[0], args=task[1:], daemon=True).start()
    if _next(messages, START_LIMIT) != "ready":
        return [Outcome("unstarted")]
    outcomes = []
    while len(outcomes) < n_inputs:
        message = _next(messages, patience)
        if isinstance(message, str):
            timed_out = message == "crash" and _ended_by_its_timer(process)
            return [*outcomes, Outcome("endless" if timed_out else message)]
        outcomes.append(Outcome(**message))
    return outcomes


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


def _write(pipe, work):
    try:
        with pipe:
            pipe.write(work)
    except OSError:
        pass  # the process has ended; the reader says so


def _read(pipe, messages):
    try:
        with pipe:
            while True:
                messages.put(pickle.load(pipe))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        messages.put("crash")
