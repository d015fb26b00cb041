"""Who may log in, and what the login page says to all others."""

import pytest
from rbflib_server.authenticator import LoginPolicy, Passwords
from rbflib_server.course import Course

COURSE = {"class_password": "class words", "teachers": {"ada": "teacher words"}}


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def policy(tmp_path, clock):
    def make(**settings):
        passwords = Passwords(tmp_path / "passwords.json")
        return LoginPolicy(Course(**COURSE | settings), passwords, lambda: clock[0])

    return make


def test_first_password_is_needed_at_every_later_login(policy):
    reason = policy().rejection_reason
    assert reason("anna", "my own words", "class words") == ""
    assert reason("anna", "my own words", "") == ""
    assert "wrong" in reason("anna", "other words", "class words")


def test_class_password_opens_no_teachers_account(policy):
    reason = policy().rejection_reason
    assert reason("ada", "teacher words", "") == ""
    assert "wrong" in reason("ada", "my own words", "class words")


@pytest.mark.parametrize(
    ("name", "own", "class_password", "words"),
    [
        ("anna", "my own words", "guess", "class password is wrong"),
        ("anna", "short", "class words", "8 characters"),
        ("Anna B", "my own words", "class words", "lowercase letters"),
        ("bo", "my own words", "class words", "not on the class list"),
    ],
)
def test_rejection_has_a_reason(policy, name, own, class_password, words):
    assert words in policy(students=["anna"]).rejection_reason(name, own, class_password)


def test_passwords_are_hashed_and_the_file_is_private(policy, tmp_path):
    policy().rejection_reason("anna", "my own words", "class words")
    path = tmp_path / "passwords.json"
    assert "my own words" not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0


def test_ten_failures_block_a_name_for_a_minute(policy, clock):
    reason = policy().rejection_reason
    for _ in range(10):
        reason("anna", "my own words", "guess")
    assert "Wait" in reason("anna", "my own words", "class words")
    assert reason("bo", "my own words", "class words") == ""
    clock[0] = 61
    assert reason("anna", "my own words", "class words") == ""


@pytest.mark.parametrize("text", ["", '{"anna": {}}', "[]", "folder"])
def test_damaged_password_file_is_reported_and_lets_nobody_in(policy, tmp_path, text):
    path = tmp_path / "passwords.json"
    path.mkdir() if text == "folder" else path.write_text(text)
    reason = policy().rejection_reason("anna", "my own words", "class words")
    assert "cannot use its file passwords.json" in reason
