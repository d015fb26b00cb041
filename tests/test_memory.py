"""What is remembered from day to day, and what becomes of a file that cannot be used."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from rbflib.lab import memory


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(memory, "_notices", [])


def test_what_is_kept_is_recalled_by_its_kind():
    memory.keep("exercise", "2.1", "solved")
    memory.keep("prediction", "hypothesis", "it falls")
    memory.keep("prediction", "hypothesis", "it rises ≥ γ")
    assert memory.recall("prediction") == {"hypothesis": "it rises ≥ γ"}
    memory.forget("exercise", "2.1")
    assert memory.recall("exercise") == {}
    memory.forget_everything()
    assert memory.recall("prediction") == {}


@pytest.mark.parametrize(
    "damage", ["not a database", "half of the file", "a value that is no JSON"]
)
def test_damaged_file_is_set_aside_with_a_word(damage, capsys):
    for number in range(60):
        memory.keep("quiz", f"01 question {number}", {"values": ["x" * 50], "tries": 1})
    whole = memory.where().read_bytes()
    if damage == "a value that is no JSON":
        with closing(sqlite3.connect(memory.where())) as file, file:
            file.execute("UPDATE done SET value = '{' WHERE name = '01 question 7'")
    else:
        half = whole[: len(whole) // 2]
        memory.where().write_bytes(half if damage == "half of the file" else b"?" * 5000)
    damaged = memory.where().read_bytes()
    assert memory.recall("quiz") == {}
    assert memory.where().with_suffix(".damaged").read_bytes() == damaged
    assert "done.damaged" in capsys.readouterr().out
    memory.keep("exercise", "1.1", "solved")
    assert memory.recall("exercise") == {"1.1": "solved"}
    assert len(memory.notices()) == 1


def test_without_a_place_to_write_it_is_said_once(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RBFLIB_DATA", str(tmp_path / "file"))
    memory.keep("exercise", "1.1", "solved")
    memory.keep("exercise", "1.2", "solved")
    assert memory.recall("exercise") == {}
    assert capsys.readouterr().out.count("cannot be remembered") == 1


def test_locked_file_is_waited_for_once_and_said_once(monkeypatch, capsys):
    memory.keep("exercise", "1.1", "solved")
    monkeypatch.setattr(memory, "PATIENCE", 0.01)
    tries, connect = [], sqlite3.connect
    with closing(sqlite3.connect(memory.where())) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: tries.append(a) or connect(*a, **k))
        for number in range(3):
            memory.keep("exercise", f"1.{number}", "solved")
            assert memory.recall("exercise") == {}
            memory.forget("exercise", "1.1")
    assert len(tries) == 1
    output = capsys.readouterr().out
    assert output.count("cannot be remembered") == 1
    assert "database is locked" in output
    assert str(memory.where()) in output


@pytest.mark.parametrize("table", ["done (name)", "done (kind, name, value, more)"])
def test_file_of_another_version_is_set_aside(table, capsys):
    memory.where().parent.mkdir(parents=True)
    with closing(sqlite3.connect(memory.where())) as file:
        file.execute(f"CREATE TABLE {table}")
    memory.keep("exercise", "1.1", "solved")
    memory.keep("exercise", "1.2", "solved")
    assert memory.recall("exercise") == {"1.2": "solved"}
    assert "done.damaged" in capsys.readouterr().out


def test_two_pages_that_write_at_once_lose_nothing():
    code = (
        "import sys; from rbflib.lab import memory\n"
        "for i in range(30): memory.keep('quiz', f'{sys.argv[1]} {i}', i)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, name]) for name in ("01", "02")]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(memory.recall("quiz")) == 60
