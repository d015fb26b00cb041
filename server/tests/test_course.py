"""class.toml: what it sets, and a sentence for each mistake in it."""

import sys
from datetime import datetime

import pytest
from rbflib_server import course, serve

VALID = 'class_password = "class words"\n[teachers]\nada = "teacher words"\n'


@pytest.fixture
def written(tmp_path):
    def write(text, mode=0o600):
        path = tmp_path / "class.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(mode)
        return path

    return write


def test_example_is_valid(written):
    ours = course.read(written((course.HERE.parent / "class.toml").read_text()))
    assert ours.address == "http://127.0.0.1:8000"
    assert ours.notebooks() == sorted(course.NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("class_password = ", "is not TOML"),
        (VALID.encode("utf-16"), "is not TOML"),
        ('class_password = "class words"', "lacks 'teachers'"),
        ("colour = 1\n" + VALID, "'colour', which is none of"),
        ('students = "anna"\n' + VALID, "should be a list"),
        ("threads = true\n" + VALID, "should be a whole number"),
        ("forkserver = 0\n" + VALID, "should be true or false"),
        ('students = ["../anna"]\n' + VALID, "cannot be used"),
        ('students = ["ada"]\n' + VALID, "both a teacher and a student"),
        (VALID.replace("teacher words", "short"), "8 characters or more"),
        (VALID.replace("teacher words", "class words"), "every student knows"),
        ('pages = ["77"]\n' + VALID, "no page '77'"),
        ('hours = "8 to 6"\n' + VALID, "should be like '08:00-18:00'"),
        ('hours = "18:00-08:00"\n' + VALID, "end before they begin"),
        ("memory_gib = 0.1\n" + VALID, "should be 1 or more"),
        ('address = "https://here"\n' + VALID, "should be like"),
    ],
)
def test_mistake_is_named(written, text, words):
    with pytest.raises(course.SettingsError, match=words):
        course.read(written(text))


def test_root_refuses_a_file_with_passwords_that_others_may_read(written, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(course.SettingsError, match="chmod 600"):
        course.read(written(VALID, mode=0o644))


def test_class_is_open_in_its_hours(written):
    ours = course.read(written('hours = "08:00-18:00"\n' + VALID))
    times = [datetime(2026, 1, 1, hour) for hour in (7, 8, 17, 18)]
    assert [ours.is_open(now) for now in times] == [False, True, True, False]


@pytest.mark.skipif(sys.platform != "linux", reason="it needs Linux")
@pytest.mark.parametrize(("line", "used"), [("", True), ("forkserver = false\n", False)])
def test_fork_server_runs_unless_one_line_turns_it_off(written, tmp_path, line, used):
    path = written(f'folder = "{tmp_path}"\n{line}{VALID}')
    assert ("forkserver" in serve.programs(course.read(path), path)) == used
