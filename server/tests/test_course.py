"""class.toml: what it says, and a sentence for what is wrong with it."""

from datetime import datetime

import course
import pytest

RIGHT = 'class_password = "class words"\n[teachers]\nada = "teacher words"\n'


@pytest.fixture
def written(tmp_path):
    def write(text, mode=0o600):
        path = tmp_path / "class.toml"
        path.write_text(text)
        path.chmod(mode)
        return path

    return write


def test_the_example_is_right(written):
    text = (course.HERE / "class.toml").read_text()
    ours = course.read(written(text))
    assert ours.address == "http://127.0.0.1:8000"
    assert [path.name[:2] for path in ours.notebooks()] == [f"{n:02d}" for n in range(11)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("class_password = ", "is not TOML"),
        ('class_password = "class words"', "lacks 'teachers'"),
        ("colour = 1\n" + RIGHT, "'colour', which is none of"),
        ('students = "anna"\n' + RIGHT, "should be a list"),
        ("threads = true\n" + RIGHT, "should be a whole number"),
        ('students = ["../anna"]\n' + RIGHT, "cannot be used"),
        ('students = ["ada"]\n' + RIGHT, "both a teacher and a student"),
        (RIGHT.replace("teacher words", "short"), "8 characters or more"),
        (RIGHT.replace("teacher words", "class words"), "every student knows"),
        ('pages = ["77"]\n' + RIGHT, "no page '77'"),
        ('hours = "8 to 6"\n' + RIGHT, "should be like '08:00-18:00'"),
        ('hours = "18:00-08:00"\n' + RIGHT, "end before they begin"),
        ("memory_gib = 0.1\n" + RIGHT, "should be 1 or more"),
        ('address = "https://here"\n' + RIGHT, "should be like"),
    ],
)
def test_what_is_wrong_is_said(written, wrong, words):
    with pytest.raises(course.Wrong, match=words):
        course.read(written(wrong))


def test_passwords_that_others_may_read_are_not_taken_by_root(written, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(course.Wrong, match="chmod 600"):
        course.read(written(RIGHT, mode=0o644))


def test_doors_are_open_at_the_hours_of_the_class(written):
    ours = course.read(written('hours = "08:00-18:00"\n' + RIGHT))
    times = [datetime(2026, 1, 1, hour) for hour in (7, 8, 17, 18)]
    assert [ours.is_open(now) for now in times] == [False, True, True, False]


def test_file_that_is_no_text_is_said(tmp_path):
    path = tmp_path / "class.toml"
    path.write_bytes(RIGHT.encode("utf-16"))
    with pytest.raises(course.Wrong, match="is not TOML"):
        course.read(path)
