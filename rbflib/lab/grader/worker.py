"""Runs a student's function in a Python process of its own, input by input.

Only a process can be ended whatever it does: in an endless loop, also inside of NumPy or asleep. A
thread cannot be ended; an exception from a signal does not come while NumPy computes, and is
taken by the first `except:` around it, as is that of a trace function, which is in a debugger's
way too. What the function does to its process is gone with the process. The process has a session
of its own, so what the function starts ends with it, and it ends with its parent.

A timer of the system ends this process when a call has computed for too long: on a busy machine a
right answer may take many times as long on the clock. Windows has no such timer; there, and where
a function sleeps, the parent's clock ends it.

This file is run as a program with the seconds that a call may compute, and does not import
rbflib, which takes a second. It reads from stdin, in pickles: the path of modules, the function,
and the arguments of one call after the other; and writes to stdout, in pickles: "ready", then one
outcome a call.
"""

import builtins
import copy
import io
import os
import pickle
import signal
import sys
import threading
import time
import types
import warnings
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

MAX_MEMORY = 4 * 2**30  # bytes of address space, where the system can limit it
MAX_SIZE = 10**6  # numbers in a result
MAX_TEXT = 400  # characters of what is printed, or of an error's message


@dataclass
class Outcome:
    """What one call came to.

    kind is "value" (an array), "nothing" (None or ...), "strange" (described in words), "endless"
    or "error" (described in words, with the line of the function, counted from its first).
    """

    kind: str
    value: np.ndarray | None = None
    words: str = ""
    line: int | None = None
    printed: str = ""
    changed: tuple[int, ...] = ()  # numbers of the arguments that the function has changed
    sequence: str = ""  # "list", "tuple" or "matrix" where the value came as one


def attempt(function, args, seconds=None):
    """Call the function with copies of the arguments, whatever it does.

    After so many seconds, if given, it is ended at its next step: kind "endless".
    """
    given = copy.deepcopy(args)
    screen = _Screen()
    stdout, stderr, stdin = sys.stdout, sys.stderr, sys.stdin
    sys.stdout, sys.stderr, sys.stdin = screen, _Screen(), io.StringIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcome = _outcome_of(_called(function, given, seconds))
    except _Overtime:
        outcome = Outcome("endless")
    except BaseException as error:  # sys.exit() too
        outcome = _error(function, error)
    finally:
        sys.stdout, sys.stderr, sys.stdin = stdout, stderr, stdin
    outcome.printed = screen.text
    pairs = zip(given, args, strict=True)
    outcome.changed = tuple(i for i, pair in enumerate(pairs) if _differ(*pair))
    return outcome


class _Overtime(BaseException):
    """No `except Exception` of the function takes it."""


def _called(function, given, seconds):
    """The clock is read at each step: that needs neither processes, nor threads, nor signals."""
    if seconds is None:
        return function(*given)
    end, before = time.monotonic() + seconds, sys.gettrace()

    def look(frame, _event, _argument):
        frame.f_trace_opcodes = True  # a loop in one line has no further lines
        if time.monotonic() > end:
            raise _Overtime
        return look

    sys.settrace(look)
    try:
        return function(*given)
    finally:
        sys.settrace(before)


class _Screen(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    text = ""

    def writable(self):
        return True

    def write(self, text):
        self.text += text[: MAX_TEXT - len(self.text)]
        return len(text)


def _outcome_of(result):
    if result is None or result is Ellipsis:
        return Outcome("nothing")
    if callable(result) or hasattr(result, "__next__"):
        return Outcome("strange", words=f"a {type(result).__name__}")
    if np.ma.is_masked(result):  # what a mask hides need not be what the function means
        return Outcome("strange", words=f"a {type(result).__name__} with masked entries")
    try:
        value = np.asarray(result)
    except Exception:
        words = f"a {type(result).__name__} whose {len(result)} parts differ in shape"
        return Outcome("strange", words=words)
    if value.dtype.kind not in "biufc":
        held = "Python objects, not NumPy numbers" if value.dtype == object else "no numbers"
        return Outcome("strange", words=f"a {type(result).__name__} that holds {held}")
    if value.size > MAX_SIZE:
        return Outcome("strange", words=f"an array of shape {value.shape}, far too large")
    sequence = type(result).__name__ if isinstance(result, list | tuple | np.matrix) else ""
    # A plain array, whatever its class was.
    return Outcome("value", value=np.array(value), sequence=sequence)


def _error(function, error):
    if isinstance(error, NotImplementedError):
        return Outcome("nothing")
    line, code = None, getattr(function, "__code__", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code is code:
            line = trace.tb_lineno - code.co_firstlineno
        trace = trace.tb_next
    message = str(error).strip() or "without a message"
    return Outcome("error", words=f"{type(error).__name__}: {message}"[:MAX_TEXT], line=line)


def _differ(given, kept):
    if not isinstance(kept, np.ndarray):
        return False
    return given.shape != kept.shape or not np.array_equal(given, kept)


def main(time_limit):
    """Read the work, write the outcomes."""
    process, parent = os.getpid(), os.getppid()
    if hasattr(os, "killpg"):
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for what prints without asking Python
    _limit_memory()
    sys.path[:] = pickle.load(source)
    builtins.display = print  # a notebook has it everywhere

    def say(message):
        if os.getpid() != process:  # a copy that the function has made of its process
            os.kill(os.getpid(), signal.SIGKILL)
        pickle.dump(message, sink)
        sink.flush()

    try:
        function = pickle.load(source)
    except Exception:  # whatever a thing of the notebook raises
        return say("unread")
    say("ready")
    with suppress(EOFError):  # nothing comes any more
        while True:
            args = pickle.load(source)
            _set_timer(time_limit)
            outcome = attempt(function, args)
            _set_timer(0)
            say(vars(outcome))
    return None


def _end_with(parent):
    """End this process, and all that it has started, when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(os.getpid(), signal.SIGKILL)


def _set_timer(seconds):
    """End this process once it has computed so long; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # no Python between the signal and the end
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory():
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Windows has no such limit, and macOS may refuse: the time limit stays


if __name__ == "__main__":
    # What a notebook calls by name, such as `main`, must not be what is written here.
    sys.modules["__main__"] = types.ModuleType("__main__")
    main(float(sys.argv[1]))
