import os
import signal
import subprocess
import sys
import threading
import time

from rbflib_server import serve

IGNORES_SIGTERM = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).touch()
time.sleep(600)
"""


def test_program_that_ignores_sigterm_is_killed(tmp_path, monkeypatch):
    ready = tmp_path / "ready"
    commands = {
        "proxy": ([sys.executable, "-c", "import time; time.sleep(600)"], os.environ),
        "hub": ([sys.executable, "-c", IGNORES_SIGTERM, str(ready)], os.environ),
    }
    monkeypatch.setattr(serve, "TIMEOUT", 0.2)

    def interrupt():
        while not ready.exists():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    serve.keep_running(commands, tmp_path)
    signal.signal(signal.SIGTERM, before)
    for name in commands:
        pid = (tmp_path / f"{name}.pid").read_text()
        assert subprocess.run(["kill", "-0", pid], capture_output=True).returncode
