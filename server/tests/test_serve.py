"""The programs of a class end with it, also where one of them does not want to."""

import os
import subprocess
import sys
from types import SimpleNamespace

import serve

STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[1], "w").close()
time.sleep(600)
"""


def test_programs_end_where_one_of_them_ignores_that_it_should(tmp_path, monkeypatch):
    ready = tmp_path / "ready"
    commands = {
        "proxy": ([sys.executable, "-c", "import time; time.sleep(600)"], os.environ),
        "hub": ([sys.executable, "-c", STUBBORN, str(ready)], os.environ),
    }
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1]
    )

    def one_second(_seconds):
        while not ready.exists():
            pass
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "PATIENCE", 0.2)
    monkeypatch.setattr(serve, "time", SimpleNamespace(sleep=one_second))
    try:
        serve.keep_running(commands, tmp_path)
        assert [program.poll() is not None for program in started] == [True, True]
    finally:
        for program in started:
            program.kill()
            program.wait()
