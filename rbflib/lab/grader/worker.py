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
rbflib, which takes a second. It reads from stdin, in pickles: the path of modules and the names of
those that are missing, the function, and the arguments of one call after the other; and writes to
stdout, in pickles: "ready", then one outcome a call.
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
import traceback
import types
import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

MAX_MEMORY = 4 * 2**30  # bytes of address space, where the system can limit it
MAX_SIZE = 10**6  # numbers in a result
FAST = {"numpy", "scipy", "sklearn", "matplotlib", "rbflib"}  # not looked into: they come to an end
MAX_TEXT = 400  # characters of what is printed, or of an error's message


@dataclass
class Outcome:
    """What one call came to.

    kind is "value" (an array, or what the function's own `outcome_of` makes), "nothing" (None or
    ...), "strange" (described in words), "endless" or "error" (described in words, with the line
    of the function, or of a helper of the reader's, counted from its first).
    """

    kind: str
    value: Any = None
    words: str = ""
    line: int | None = None
    helper: str = ""  # whose line it is, where it is not the function's
    printed: str = ""
    changed: tuple[int, ...] = ()  # numbers of the arguments that the function has changed
    sequence: str = ""  # "list", "tuple" or "matrix" where the value came as one

    @property
    def place(self):
        """The line of an error, in words."""
        whose = f"line {{}} of {self.helper}" if self.helper else "its line {}"
        return "" if self.line is None else f"in {whose.format(self.line + 1)}"


def attempt(function, args, seconds=None):
    """Call the function with copies of the arguments, whatever it does.

    After so many seconds, if given, it is ended at its next step: kind "endless". Figures that it
    leaves open are closed.
    """
    given, open_before = copy.deepcopy(args), open_figures()
    screen = _Screen()
    stdout, stderr, stdin = sys.stdout, sys.stderr, sys.stdin
    sys.stdout, sys.stderr, sys.stdin = screen, _Screen(), io.StringIO()
    try:
        with warnings.catch_warnings(action="ignore"):
            result = _called(function, given, seconds)
            outcome = getattr(function, "outcome_of", _outcome_of)(result)
    except _Overtime:
        outcome = Outcome("endless")
    except BaseException as error:  # sys.exit() too
        outcome = _error(function, error)
    finally:
        sys.stdout, sys.stderr, sys.stdin = stdout, stderr, stdin
        for number in open_figures() - open_before:
            sys.modules["matplotlib.pyplot"].close(number)
    outcome.printed = "" if screen.closed else screen.getvalue()
    outcome.changed = tuple(
        i
        for i, (now, before) in enumerate(zip(given, args, strict=True))
        if isinstance(before, np.ndarray) and not np.array_equal(now, before)
    )
    return outcome


def open_figures():
    """Numbers of pyplot's figures."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set(pyplot.get_fignums()) if pyplot else set()


class _Overtime(BaseException):
    """No `except Exception` of the function takes it."""


def _called(function, given, seconds):
    """The clock is read at each step: that needs neither processes, nor threads, nor signals."""
    if seconds is None:
        return function(*given)
    end, before = time.monotonic() + seconds, sys.gettrace()

    def look(frame, _event, _argument):
        if frame.f_globals.get("__name__", "").partition(".")[0] in FAST:
            return None
        frame.f_trace_opcodes = True  # a loop in one line has no further lines
        if time.monotonic() > end:
            raise _Overtime
        return look

    sys.settrace(look)
    try:
        return function(*given)
    finally:
        sys.settrace(before)


class _Screen(io.StringIO):
    """Keeps the beginning of what is printed."""

    def write(self, text):
        super().write(text[: MAX_TEXT - self.tell()])
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
    line, helper, readers = None, "", getattr(function, "readers", function)
    own, beside = (getattr(readers, name, None) for name in ("__code__", "__globals__"))
    for frame, number in traceback.walk_tb(error.__traceback__):
        code, home = frame.f_code, frame.f_globals
        in_notebook = home.get("__name__") == "__main__" and home is not globals()
        if code is own or ((in_notebook or home is beside) and code.co_name.isidentifier()):
            line, helper = number - code.co_firstlineno, "" if code is own else code.co_name
    message = str(error).strip() or "without a message"
    words = f"{type(error).__name__}: {message}"[:MAX_TEXT]
    return Outcome("error", words=words, line=line, helper=helper)


def main(time_limit):
    """Read the work, write the outcomes."""
    process, parent = os.getpid(), os.getppid()
    if hasattr(os, "killpg"):
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for what prints without asking Python
    _limit_memory()
    sys.path[:], missing = pickle.load(source)
    sys.modules.update(dict.fromkeys(missing))  # None: its import raises an error
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
    # Windows has no such limit, and macOS may refuse: the time limit stays.
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    # What a notebook calls by name, such as `main`, must not be what is written here.
    sys.modules["__main__"] = types.ModuleType("__main__")
    main(float(sys.argv[1]))
