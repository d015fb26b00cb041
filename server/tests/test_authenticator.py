"""The door: who comes in, and what is said to who does not."""

import pytest
from authenticator import Door, Passwords
from course import Course

COURSE = {"class_password": "class words", "teachers": {"ada": "teacher words"}}


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def door(tmp_path, clock):
    def make(**said):
        passwords = Passwords(tmp_path / "passwords.json")
        return Door(Course(**COURSE | said), passwords, lambda: clock[0])

    return make


def test_first_password_is_the_one_that_opens_later(door):
    at = door()
    assert at.refusal("anna", "my own words", "class words") == ""
    assert at.refusal("anna", "my own words", "") == ""
    assert "wrong" in at.refusal("anna", "other words", "class words")


def test_who_knows_the_class_password_only_gets_no_teachers_name(door):
    at = door()
    assert at.refusal("ada", "teacher words", "") == ""
    assert "wrong" in at.refusal("ada", "my own words", "class words")


@pytest.mark.parametrize(
    ("name", "own", "whole_class", "words"),
    [
        ("anna", "my own words", "guess", "class password is wrong"),
        ("anna", "short", "class words", "8 characters"),
        ("Anna B", "my own words", "class words", "small letters"),
    ],
)
def test_refusal_is_a_sentence(door, name, own, whole_class, words):
    assert words in door().refusal(name, own, whole_class)


def test_list_of_names_is_the_whole_class(door):
    at = door(students=["anna"])
    assert at.refusal("anna", "my own words", "class words") == ""
    assert "not on the list" in at.refusal("bo", "my own words", "class words")


def test_passwords_are_not_kept_and_the_file_is_private(door, tmp_path):
    door().refusal("anna", "my own words", "class words")
    path = tmp_path / "passwords.json"
    assert "my own words" not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0


def test_ten_wrong_tries_close_the_door_for_a_minute(door, clock):
    at = door()
    for _ in range(10):
        at.refusal("anna", "my own words", "guess")
    assert "Wait" in at.refusal("anna", "my own words", "class words")
    assert at.refusal("bo", "my own words", "class words") == ""
    clock[0] = 61
    assert at.refusal("anna", "my own words", "class words") == ""


@pytest.mark.parametrize("text", ["", "{", '{"anna": {}}', "[]", "folder"])
def test_passwords_that_cannot_be_read_are_said_and_let_nobody_in(door, tmp_path, text):
    path = tmp_path / "passwords.json"
    path.mkdir() if text == "folder" else path.write_text(text)
    for name in ("anna", "anna"):
        told = door().refusal(name, "my own words", "class words")
        assert "passwords.json" in told
        assert "Tell your teacher" in told


def test_password_that_cannot_be_kept_is_said(door, tmp_path):
    (tmp_path / "passwords.fresh").mkdir()
    assert "passwords.json" in door().refusal("anna", "my own words", "class words")
