"""Does this computer have what the notebooks need? One `ok` line per point, or what to do."""

from importlib import metadata

from packaging.requirements import Requirement

REPAIR = 'run `make lab` in the folder of rbflib, or `pip install -e ".[lab]"` in this environment'


def check_environment():
    """Print one line per point: `ok`, or what is wrong and what to do about it."""
    for point, trouble in _points():
        print(f"ok      {point}" if trouble is None else f"NOT OK  {point}: {trouble}")


def _points():
    for text in _requirements():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": "lab"}):
            yield f"{requirement.name} {requirement.specifier}", _package(requirement)
    yield "an explorer draws", _explorer()


def _requirements():
    try:
        return metadata.requires("rbflib")
    except metadata.PackageNotFoundError:  # a page of the book brings its own Python
        return []


def _package(requirement):
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"not installed. To mend it, {REPAIR}."
    if requirement.specifier.contains(version, prereleases=True):
        return None
    return f"version {version} is installed. To mend it, {REPAIR}."


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
