"""Does this computer have what the notebooks need? One `ok` line per point, or what to do."""

import json
import os
import sysconfig
from importlib import metadata
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from packaging.requirements import Requirement

LAB_SETTINGS = Path(sysconfig.get_path("data")) / "share/jupyter/lab/settings"
RBFLIB_SETTINGS = "overrides.d/rbflib.json"  # in LAB_SETTINGS
KERNELS, KEY = "@jupyterlab/apputils-extension:kernels-settings", "commsOverSubshells"
REPAIR = 'run `make lab` in the folder of rbflib, or `pip install -e ".[lab]"` in this environment'
MISSING = f"rbflib's settings for JupyterLab are missing. {REPAIR[0].upper()}{REPAIR[1:]}."


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
    said = _ask_the_server()
    if said is None:
        point = "rbflib's settings lie in this kernel's environment; no JupyterLab was there to ask"
        return point, None if (LAB_SETTINGS / RBFLIB_SETTINGS).exists() else MISSING
    return "sliders answer on the kernel's main thread", _why_on_subshells(said)


def _ask_the_server():
    """What the JupyterLab that started this kernel says; None where it cannot be asked."""
    try:
        from jupyter_server.serverapp import list_running_servers

        server = next(s for s in list_running_servers() if s["pid"] == os.getppid())
        address = f"{server['url']}lab/api/settings/{KERNELS}?token={server['token']}"
        with build_opener(ProxyHandler({})).open(address, timeout=5) as answer:
            return json.load(answer)
    except HTTPError as error:
        return {"fault": json.load(error)["message"]} if error.code == 500 else None
    except (ImportError, StopIteration, OSError, json.JSONDecodeError):
        return None


def _why_on_subshells(said):
    """Of what the server says: whose setting it is, and where to change it; None if all is well."""
    if "fault" in said:
        return (
            f"JupyterLab cannot read your settings {KERNELS} ({said['fault']}). Mend or delete "
            "that file in the folder of user settings, which `jupyter lab path` shows."
        )
    default, own = said["schema"]["properties"][KEY]["default"], said["settings"].get(KEY)
    if (own or default) == "disabled":
        return None
    if own:
        return (
            f"your own setting “Kernel Comms over subshells” is {own}. Choose Disabled in "
            "Settings ▸ Settings Editor ▸ Kernels, then restart the kernel."
        )
    if file := _file_that_overrides():
        return f'{file} overrides rbflib. Let {KEY} be "disabled" there, and restart JupyterLab.'
    return MISSING


def _file_that_overrides():
    """The first file that JupyterLab reads after ours and that has the setting, or None."""
    try:
        from jupyter_core.paths import jupyter_config_path
    except ImportError:
        return None
    folders = [LAB_SETTINGS, *(Path(folder) / "labconfig" for folder in jupyter_config_path())]
    files = (file for folder in folders for file in sorted(folder.rglob("*.json*")))
    return next(
        (f for f in files if f != LAB_SETTINGS / RBFLIB_SETTINGS and KEY in f.read_text("utf-8")),
        None,
    )


def _explorer():
    try:
        from rbflib.lab import hypothesis

        explorer = hypothesis()
        explorer.set(gamma=1.0)
    except Exception as error:
        return (
            f"{error}. If this is about a setting of matplotlib, mend it in your variable "
            f"MPLBACKEND or your file matplotlibrc. Otherwise {REPAIR}."
        )
    return None if explorer.frame else f"it gave no picture. To mend it, {REPAIR}."
