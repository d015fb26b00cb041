"""What is remembered from day to day, and what becomes of a file that cannot be used."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from rbflib.lab.record import database, store


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(database, "_notices", [])


def test_what_is_kept_is_recalled_by_its_kind():
    store.keep("exercise", "2.1", "solved")
    store.keep("prediction", "hypothesis", "it falls")
    store.keep("prediction", "hypothesis", "it rises ≥ γ")
    assert store.recall("prediction") == {"hypothesis": "it rises ≥ γ"}
    store.keep("exercise", "2.1", None)
    assert store.recall("exercise") == {}
    store.forget_everything()
    assert store.recall("prediction") == {}


@pytest.mark.parametrize(
    "damage", ["not a database", "half of the file", "a value that is no JSON"]
)
def test_damaged_file_is_set_aside_with_a_word(damage, capsys):
    for number in range(60):
        store.keep("quiz", f"01 question {number}", {"values": ["x" * 50], "tries": 1})
    whole = database.where().read_bytes()
    if damage == "a value that is no JSON":
        with closing(sqlite3.connect(database.where())) as file, file:
            file.execute("UPDATE events SET value = '{' WHERE name = '01 question 7'")
    else:
        half = whole[: len(whole) // 2]
        database.where().write_bytes(half if damage == "half of the file" else b"?" * 5000)
    damaged = database.where().read_bytes()
    assert store.recall("quiz") == {}
    assert database.where().with_suffix(".damaged").read_bytes() == damaged
    assert "done.damaged" in capsys.readouterr().out
    store.keep("exercise", "1.1", "solved")
    assert store.recall("exercise") == {"1.1": "solved"}
    assert len(store.notices()) == 1


def test_without_a_place_to_write_it_is_said_once(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RBFLIB_DATA", str(tmp_path / "file"))
    store.keep("exercise", "1.1", "solved")
    store.keep("exercise", "1.2", "solved")
    assert store.recall("exercise") == {}
    assert capsys.readouterr().out.count("cannot be remembered") == 1


def test_locked_file_is_waited_for_once_and_said_once(monkeypatch, capsys):
    store.keep("exercise", "1.1", "solved")
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    tries, connect = [], sqlite3.connect
    with closing(sqlite3.connect(database.where())) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: tries.append(a) or connect(*a, **k))
        for number in range(3):
            store.keep("exercise", f"1.{number}", "solved")
            assert store.recall("exercise") == {}
            store.keep("exercise", "1.1", None)
    assert len(tries) == 1
    output = capsys.readouterr().out
    assert output.count("cannot be remembered") == 1
    assert "database is locked" in output
    assert str(database.where()) in output


@pytest.mark.parametrize(
    "table",
    [
        "done (name)",
        "done AS SELECT 'history' AS kind, '?' AS name, 1 AS value",
        "events (name)",
        "events (kind, name, value)",
    ],
)
def test_file_of_another_version_is_set_aside(table, capsys):
    database.where().parent.mkdir(parents=True)
    with closing(sqlite3.connect(database.where())) as file:
        file.execute(f"CREATE TABLE {table}")
    store.keep("exercise", "1.1", "solved")
    store.keep("exercise", "1.2", "solved")
    assert store.recall("exercise") == {"1.2": "solved"}
    assert "done.damaged" in capsys.readouterr().out


def test_two_pages_that_write_at_once_lose_nothing():
    code = (
        "import sys; from rbflib.lab.record import store\n"
        "for i in range(30): store.keep('quiz', f'{sys.argv[1]} {i}', i)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, name]) for name in ("01", "02")]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(store.recall("quiz")) == 60
