"""Does this computer have what the notebooks need? One `ok` line per point, or what to do."""

import json
import os
import sysconfig
from importlib import metadata
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from packaging.requirements import Requirement

JUPYTER_SETTINGS = "share/jupyter/lab/settings/overrides.d/rbflib.json"
KERNELS = "@jupyterlab/apputils-extension:kernels-settings"
REPAIR = 'run `make lab` in the folder of rbflib, or `pip install -e ".[lab]"` in this environment'


def check_environment():
    """Print one line per point: `ok`, or what is wrong and what to do about it."""
    for point, trouble in _points():
        print(f"ok      {point}" if trouble is None else f"NOT OK  {point}: {trouble}")


def _points():
    for text in metadata.requires("rbflib"):
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": "lab"}):
            bound = str(requirement.specifier).removeprefix(">=")
            yield f"{requirement.name} {bound} or newer", _package(requirement)
    yield _settings()
    yield "an explorer draws", _explorer()


def _package(requirement):
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"not installed. To mend it, {REPAIR}."
    if requirement.specifier.contains(version, prereleases=True):
        return None
    return f"version {version} is installed. To mend it, {REPAIR}."


def _settings():
    """Does JupyterLab answer sliders on the kernel's main thread? What was seen, and the trouble.

    A server that can be asked knows best: it may run in another environment than this kernel.
    """
    trouble = f"rbflib's settings for JupyterLab are missing. {REPAIR[0].upper()}{REPAIR[1:]}."
    on_main_thread = _ask_the_server()
    if on_main_thread is None:
        point = "rbflib's settings lie in this kernel's environment; no JupyterLab was there to ask"
        return point, None if (
            Path(sysconfig.get_path("data")) / JUPYTER_SETTINGS
        ).exists() else trouble
    return "sliders answer on the kernel's main thread", None if on_main_thread else trouble


def _ask_the_server():
    """What the JupyterLab that started this kernel says; None where it cannot be asked."""
    try:
        from jupyter_server.serverapp import list_running_servers

        server = next(s for s in list_running_servers() if s["pid"] == os.getppid())
        address = f"{server['url']}lab/api/settings/{KERNELS}?token={server['token']}"
        with build_opener(ProxyHandler({})).open(address, timeout=5) as answer:
            said = json.load(answer)
    except (ImportError, StopIteration, OSError, json.JSONDecodeError):
        return None
    default = said["schema"]["properties"]["commsOverSubshells"]["default"]
    return said["settings"].get("commsOverSubshells", default) == "disabled"


def _explorer():
    try:
        from rbflib.lab import hypothesis

        explorer = hypothesis()
        explorer.set(gamma=1.0)
    except Exception as error:
        return f"{error}. To mend it, {REPAIR}."
    return None if explorer.frame else f"it gave no picture. To mend it, {REPAIR}."
