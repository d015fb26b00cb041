"""What the check of the computer says of JupyterLab's settings, as JupyterLab's own server reads
them."""

import json
import os
import subprocess
import sys
import sysconfig
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from shutil import copytree

import pytest
from jupyter_server import serverapp
from jupyterlab_server.settings_utils import get_settings
from tornado.web import HTTPError

from rbflib.lab import selfcheck

LAB = Path(sysconfig.get_path("data")) / "share/jupyter/lab"
POINT = "sliders answer on the kernel's main thread"


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A folder of settings, and a server that reads them and has started this kernel."""
    for name in ("user", "app", "config"):
        (tmp_path / name).mkdir()
    copytree(LAB / "settings", tmp_path / "app", dirs_exist_ok=True)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.split("?")[0].split("/settings/")[1]
            folders = [str(tmp_path / "app"), str(LAB / "schemas"), str(tmp_path / "user")]
            try:
                status, said = 200, get_settings(*folders, name)[0]
            except HTTPError as error:
                status, said = error.status_code, {"message": error.log_message}
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(said).encode())

        def log_message(self, *_parts):
            """Not on the screen."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    running = {"pid": os.getppid(), "url": f"http://127.0.0.1:{server.server_port}/", "token": ""}
    monkeypatch.setattr(serverapp, "list_running_servers", lambda: [running])
    yield tmp_path
    server.shutdown()
    thread.join()
    server.server_close()


def said(capsys):
    selfcheck.check_environment()
    return next(line for line in capsys.readouterr().out.splitlines() if POINT in line)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def own(lab, text):
    return write(lab / "user" / f"{selfcheck.KERNELS.replace(':', '/')}.jupyterlab-settings", text)


def test_settings_of_ours_are_ok(lab, capsys):
    assert said(capsys).startswith("ok ")


def test_missing_settings_are_those_of_the_installation(lab, capsys):
    (lab / "app/overrides.d/rbflib.json").unlink()
    assert "rbflib's settings for JupyterLab are missing" in said(capsys)


def test_own_setting_is_named_with_the_place_to_change_it(lab, capsys):
    own(lab, '{"commsOverSubshells": "perComm"} // mine')
    words = said(capsys)
    assert words.startswith("NOT OK")
    assert "your own setting “Kernel Comms over subshells” is perComm" in words
    assert "Settings ▸ Settings Editor ▸ Kernels" in words
    assert "make lab" not in words


def test_own_settings_that_cannot_be_read_are_named(lab, capsys):
    own(lab, "{")
    words = said(capsys)
    assert words.startswith("NOT OK")
    assert f"(Failed loading settings ({selfcheck.KERNELS}): " in words
    assert "jupyter lab path" in words
    assert "make lab" not in words


def test_own_setting_of_something_else_is_ok(lab, capsys):
    own(lab, '{"showStatusBarItem": false}')
    assert said(capsys).startswith("ok ")


@pytest.mark.parametrize(
    "place", ["app/overrides.json", "config/labconfig/default_setting_overrides.json"]
)
def test_file_that_overrides_ours_is_named(lab, place, capsys, monkeypatch):
    text = json.dumps({selfcheck.KERNELS: {"commsOverSubshells": "perCommTarget"}})
    path = write(lab / place, text)
    monkeypatch.setattr(selfcheck, "LAB_SETTINGS", lab / "app")
    words = said(capsys)
    assert words.startswith("NOT OK")
    assert str(path) in words
    assert "make lab" not in words


def test_setting_of_matplotlib_is_named_with_the_place_to_change_it():
    code = "from rbflib.lab.selfcheck import check_environment; check_environment()"
    environment = os.environ | {"MPLBACKEND": "nonsense"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    last = run.stdout.splitlines()[-1]
    assert last.startswith("NOT OK  an explorer draws: Key backend: 'nonsense'")
    assert "your variable MPLBACKEND or your file matplotlibrc" in last
