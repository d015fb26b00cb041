"""The file of a reader's record: see `store`.

It is one small SQLite file in the user's data folder, and is sent nowhere. The environment
variable RBFLIB_DATA names another folder. Where the file cannot be read or written, a message
says so once, and the pages go on without it.
"""

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import platformdirs

PATIENCE = 5  # seconds for another program that writes; who has waited so long waits no more
_COLUMNS = "at, kind, name, value"  # at: its time, or ""; value: JSON
_TABLE = f"CREATE TABLE IF NOT EXISTS events ({_COLUMNS}, PRIMARY KEY ({_COLUMNS}))"
_ADD = "INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)"
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_notices = []
_slow = set()  # files that are not used any more until the kernel ends


def where():
    """The path of the file, which need not exist yet."""
    folder = os.environ.get("RBFLIB_DATA") or platformdirs.user_data_path("rbflib")
    return Path(folder) / "done.sqlite"


def events():
    """All events that are kept."""
    return _ask(_read)


def _read(file):
    rows = file.execute("SELECT * FROM events ORDER BY rowid").fetchall()
    return [
        {"when": at or None, "kind": kind, "name": name, "value": json.loads(value)}
        for at, kind, name, value in rows
    ]


def add(events):
    """Keep more events."""
    rows = [
        (e["when"] or "", e["kind"], e["name"], json.dumps(e["value"], sort_keys=True))
        for e in events
    ]
    _ask(lambda file: file.executemany(_ADD, rows), create=True)


def clear():
    """Delete all events."""
    _ask(lambda file: file.execute("DELETE FROM events"))


def notices():
    """Messages about the file since the kernel's start, such as where a damaged one lies."""
    return list(_notices)


def _ask(action, create=False):
    """What action(file) returns, or [] where there is no file that can be used."""
    path, began, rows, fault = where(), monotonic(), [], None
    if path in _slow or not (create or os.path.exists(path)):
        return rows
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as file, file:
            file.execute(_TABLE)
            _carry_over(file)
            rows = action(file)
    except (OSError, sqlite3.Error, TypeError, ValueError) as error:
        fault = error
    if monotonic() - began >= PATIENCE:
        _slow.add(path)
        fault = fault or "it is too slow"
    # 0xFF: SQLite's error code without its details. SQLITE_ERROR: a table of other columns.
    is_damaged = getattr(fault, "sqlite_errorcode", 0) & 0xFF in _DAMAGED
    if is_damaged or isinstance(fault, TypeError | ValueError):  # or what it holds is not ours
        _set_aside()
    elif fault:
        _cannot(fault)
    return rows


def _carry_over(file):
    """Make events of the table of older versions: the newest of each name, and a history."""
    if not file.execute("SELECT * FROM sqlite_master WHERE name = 'done'").fetchall():
        return
    done = file.execute("SELECT kind, name, value FROM done ORDER BY rowid").fetchall()
    timed = [(*key.split(" ", 2), value) for kind, key, value in done if kind == "history"]
    timed = [(_moment(at), *rest) for at, *rest in timed]
    last = {(kind, name): at for at, kind, name, _ in sorted(timed)}
    newest = {(kind, name): value for kind, name, value in done if kind != "history"}
    forgotten = [name for kind, name in newest if kind == "forgotten"]
    rows = [("", *key, value) for key, value in newest.items() if key not in last]
    rows = [row for row in rows if row[1] != "forgotten"] + timed
    rows += [(_moment(at), "forgotten", "", "null") for at in forgotten]
    rows += [(at, *key, "null") for key, at in last.items() if key not in newest]
    file.executemany(_ADD, rows)
    file.execute("DROP TABLE done")


def _moment(nanoseconds):
    return datetime.fromtimestamp(int(nanoseconds) / 1e9, UTC).isoformat()


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
