"""What a reader has done, kept from day to day: predictions, quiz answers, passed exercises.

It is one small SQLite file in the user's data folder, and is sent nowhere. The environment
variable RBFLIB_DATA names another folder. Where the file cannot be read or written, that is said
once, and the pages go on without it.
"""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import platformdirs

_TABLE = "CREATE TABLE IF NOT EXISTS done (kind, name, value, PRIMARY KEY (kind, name))"
_told = []


def where():
    """The path of the file, which need not exist yet."""
    folder = os.environ.get("RBFLIB_DATA") or platformdirs.user_data_path("rbflib")
    return Path(folder) / "done.sqlite"


def keep(kind, name, value):
    """Remember a value, of what JSON can hold, in place of the former one of this kind and name."""
    try:
        where().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _cannot(error)
    else:
        _ask("INSERT OR REPLACE INTO done VALUES (?, ?, ?)", kind, name, json.dumps(value))


def recall(kind):
    """Name -> value of all that was kept of a kind."""
    if not where().exists():
        return {}
    rows = _ask("SELECT name, value FROM done WHERE kind = ?", kind)
    try:
        return {name: json.loads(value) for name, value in rows}
    except (TypeError, ValueError):
        _set_aside()
        return {}


def forget(kind, name):
    """Forget one thing."""
    if where().exists():
        _ask("DELETE FROM done WHERE kind = ? AND name = ?", kind, name)


def forget_everything():
    """Forget all, on all pages."""
    if where().exists():
        _ask("DELETE FROM done")


def told():
    """What was said of the file since the kernel's start, such as where a damaged one lies."""
    return list(_told)


def _ask(question, *values):
    try:
        with closing(sqlite3.connect(where(), timeout=5)) as file, file:
            file.execute(_TABLE)
            return file.execute(question, values).fetchall()
    except sqlite3.OperationalError as error:  # no room, no right to write, busy for too long
        _cannot(error)
    except sqlite3.DatabaseError:
        _set_aside()
    return []


def _cannot(error):
    _tell(f"What you have done cannot be remembered on this computer: {error}.")


def _set_aside():
    aside = where().with_suffix(".damaged")
    where().replace(aside)
    _tell(f"The file of what you have done was damaged. It lies aside now, as {aside.name}.")


def _tell(words):
    if words not in _told:
        _told.append(words)
        print(words)
