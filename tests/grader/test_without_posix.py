"""The checking process where signals, process groups and limits of memory are missing: Windows."""

import os
import signal

import pytest

from rbflib.lab.grader import sandbox

LIKE_WINDOWS = f"""
import os, runpy, signal, sys
for module, name in [(os, "killpg"), (os, "fork"), (signal, "setitimer"), (signal, "SIGPROF")]:
    delattr(module, name)
sys.modules["resource"] = None
sys.argv[0] = {str(sandbox.WORKER)!r}
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture
def like_windows(monkeypatch, tmp_path):
    """Neither this process nor the checking one has what only POSIX has."""
    worker = tmp_path / "worker.py"
    worker.write_text(LIKE_WINDOWS)
    monkeypatch.setattr(sandbox, "WORKER", worker)
    for module, name in [(os, "killpg"), (signal, "setitimer"), (signal, "SIGPROF")]:
        monkeypatch.delattr(module, name, raising=False)


@pytest.mark.parametrize(
    ("function", "kind"),
    [(lambda x: 2 * x, "value"), (lambda x: 1 / 0, "error"), (lambda x: os._exit(0), "crash")],
)
def test_functions_are_run_and_judged(like_windows, function, kind):
    assert [outcome.kind for outcome in sandbox.run_apart(function, [(1.0,)])] == [kind]


def test_endless_loop_ends_by_the_clock(like_windows):
    def endless(x):
        while True:
            pass

    assert [o.kind for o in sandbox.run_apart(endless, [(1,), (2,)], 0.3, 1e6)] == ["endless"]
