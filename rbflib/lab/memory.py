"""What a reader has done, kept from day to day: predictions, quiz answers, passed exercises.

It is one small SQLite file in the user's data folder, and is sent nowhere. The environment
variable RBFLIB_DATA names another folder. Where the file cannot be read or written, a message
says so once, and the pages go on without it.
"""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic, time_ns

import platformdirs

PATIENCE = 5  # seconds for another program that writes; who has waited so long waits no more
_TABLE = "CREATE TABLE IF NOT EXISTS done (kind, name, value, PRIMARY KEY (kind, name))"
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_notices = []
_slow = set()  # files that are not used any more until the kernel ends


def where():
    """The path of the file, which need not exist yet."""
    folder = os.environ.get("RBFLIB_DATA") or platformdirs.user_data_path("rbflib")
    return Path(folder) / "done.sqlite"


def keep(kind, name, value):
    """Remember a value, of what JSON can hold: as the newest of its name, and in "history"."""
    text, then = json.dumps(value), f"{time_ns()} {kind} {name}"
    rows = kind, name, text, "history", then, text
    _ask("INSERT OR REPLACE INTO done VALUES (?, ?, ?), (?, ?, ?)", *rows, create=True)


def recall(kind):
    """Name -> value of all that was kept of a kind; "nanoseconds kind name" in "history"."""
    try:
        rows = _ask("SELECT name, value FROM done WHERE kind = ?", kind)
        return {name: json.loads(value) for name, value in rows}
    except (TypeError, ValueError):
        _set_aside()
        return {}


def forget(kind, name):
    """Forget one thing."""
    _ask("DELETE FROM done WHERE kind = ? AND name = ?", kind, name)


def forget_everything():
    """Forget all, on all pages, but for the moment at which this was done."""
    _ask("DELETE FROM done")
    _ask("INSERT INTO done VALUES (?, ?, ?)", "forgotten", str(time_ns()), "null")


def notices():
    """Messages about the file since the kernel's start, such as where a damaged one lies."""
    return list(_notices)


def _ask(question, *values, create=False):
    path, began, rows, fault = where(), monotonic(), [], None
    if path in _slow or not (create or os.path.exists(path)):
        return rows
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as file, file:
            file.execute(_TABLE)
            rows = file.execute(question, values).fetchall()
    except (OSError, sqlite3.Error) as error:
        fault = error
    if monotonic() - began >= PATIENCE:
        _slow.add(path)
        fault = fault or "it is too slow"
    # 0xFF: SQLite's error code without its details. SQLITE_ERROR: a table of other columns.
    if getattr(fault, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
        _set_aside()
    elif fault:
        _cannot(fault)
    return rows


def _cannot(fault):
    _tell(
        "What you do now cannot be remembered on this computer: the file "
        f"{where()} cannot be used ({fault}). Once it can, restart the kernel."
    )


def _set_aside():
    aside = where().with_suffix(".damaged")
    try:
        where().replace(aside)
    except OSError as error:
        return _cannot(error)
    return _tell(
        "The file of what you have done was damaged, or is of another version of rbflib. "
        f"It lies aside now, as {aside.name}."
    )


def _tell(words):
    if words not in _notices:
        _notices.append(words)
        print(words)
