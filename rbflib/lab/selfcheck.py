"""Does this computer have what the notebooks need? One `ok` line a point, or what to do."""

import json
import sysconfig
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

SETTINGS = "share/jupyter/lab/settings/overrides.d/rbflib.json"
REPAIR = 'run `make lab` in the folder of rbflib, or `pip install -e ".[lab]"` in this environment'


def check_environment():
    """Print one line a point: `ok`, or what is wrong and what to do about it."""
    for point, trouble in _points():
        print(f"ok      {point}" if trouble is None else f"NOT OK  {point}: {trouble}")


def _points():
    for text in metadata.requires("rbflib"):
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": "lab"}):
            bound = str(requirement.specifier).removeprefix(">=")
            yield f"{requirement.name} {bound} or newer", _package(requirement)
    yield "sliders answer on the kernel's main thread", _settings()
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
    """The settings file that keeps JupyterLab from answering sliders on a second thread."""
    try:
        settings = json.loads((Path(sysconfig.get_path("data")) / SETTINGS).read_text())
        kernels = settings["@jupyterlab/apputils-extension:kernels-settings"]
        if kernels["commsOverSubshells"] == "disabled":
            return None
    except (OSError, KeyError, json.JSONDecodeError):
        pass
    return f"rbflib's settings for JupyterLab are missing. {REPAIR[0].upper()}{REPAIR[1:]}."


def _explorer():
    try:
        from rbflib.lab import hypothesis

        explorer = hypothesis()
        explorer.set(gamma=1.0)
    except Exception as error:
        return f"{error}. To mend it, {REPAIR}."
    return None if explorer.frame else f"it gave no picture. To mend it, {REPAIR}."
