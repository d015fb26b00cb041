"""The course file: what it closes, and the messages about one that is wrong."""

from datetime import UTC, datetime, timedelta

import pytest

from rbflib.lab import solution
from rbflib.lab.course import find_course, read_course
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.record.course_file import NAME, class_address


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """From the text of a course file to its folder, which is the notebook's."""
    monkeypatch.chdir(tmp_path)

    def make(text, folder=tmp_path):
        path = folder / NAME
        path.write_bytes(text) if isinstance(text, bytes) else path.write_text(text, "utf-8")
        return folder

    return make


def shown(capsys, name="2.1"):
    solution(name)
    return capsys.readouterr().out.rstrip("\n")


def test_without_a_course_solutions_are_open_and_the_key_is_empty(beside, capsys):
    assert shown(capsys) == EXERCISES["2.1"].solution
    assert (find_course().name, find_course().key, find_course().faults) == ("", "", [])


@pytest.mark.parametrize(
    ("says", "is_open"),
    [
        ("solutions_from = {before:%Y-%m-%d}", True),
        ("solutions_from = {now:%Y-%m-%d}", True),
        ("solutions_from = {after:%Y-%m-%d}", False),
        ('solutions_from = "{after:%Y-%m-%d}"', False),
        ('[solutions_from]\n"02" = {after:%Y-%m-%d}', False),
        ('[solutions_from]\n2 = {after:%Y-%m-%d}\n"03" = {before:%Y-%m-%d}', False),
        ('[solutions_from]\n"03" = {after:%Y-%m-%d}', True),
        ("solutions_from = {soon:%Y-%m-%dT%H:%M:%S}", False),
        ("solutions_from = {soon_utc:%Y-%m-%dT%H:%M:%SZ}", False),
        ("solutions_from = {past_utc:%Y-%m-%dT%H:%M:%SZ}", True),
        ('course = "ML"\nclass = "https://class.example.org"', True),
    ],
)
def test_solution_is_open_from_its_date_on(beside, capsys, says, is_open):
    now, utc = datetime.now(), datetime.now(UTC)
    days, minutes = timedelta(days=2), timedelta(minutes=5)
    times = {"before": now - days, "now": now, "after": now + days, "soon": now + minutes}
    beside(says.format(**times, soon_utc=utc + minutes, past_utc=utc - minutes))
    printed = shown(capsys)
    assert (printed == EXERCISES["2.1"].solution) is is_open
    if not is_open:
        assert "the solutions of page 02 are open from" in printed
        assert "return" not in printed


def test_course_of_a_folder_above_counts_and_the_nearest_one_first(beside, tmp_path, monkeypatch):
    beside('course = "above"')
    inner = tmp_path / "week 1" / "頁"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert find_course().name == "above"
    beside('course = "here"', inner)
    assert find_course().name == "here"
    assert find_course(tmp_path).name == "above"


def test_course_of_a_book_comes_first_and_its_page_asks_the_class(beside, tmp_path, monkeypatch):
    address = "http://192.168.1.5:8000"
    beside(f'course = "beside"\nclass = "{address}"')
    (tmp_path / "book").mkdir()
    monkeypatch.setenv("RBFLIB_COURSE", str(tmp_path / "book" / NAME))
    assert find_course().name == "beside"
    beside('course = "in the book"', tmp_path / "book")
    assert (find_course().name, class_address()) == ("in the book", "")
    monkeypatch.delenv("RBFLIB_COURSE")
    assert (find_course().name, class_address()) == ("beside", address)


@pytest.mark.parametrize(
    ("says", "named"),
    [
        ("solution_from = 2026-01-01", ["`solution_from`", "Did you mean `solutions_from`?"]),
        ("weeks = 7", ["`weeks`", "course, key, solutions_from"]),
        ('solutions_from = "next week"', ["'next week'", "2026-12-01"]),
        ("solutions_from = 20261201", ["20261201", "no date"]),
        ("solutions_from = 12:30:00", ["no date"]),
        ('[solutions_from]\n"02" = 2026-01-01\n"03" = false', ['"03"', "False", "no date"]),
        ('[solutions_from]\n"kmeans" = 2026-01-01', ['"kmeans"', "no page", "00 to 12"]),
        ("solutions_from = 2026-13-01", ["not valid TOML", "line 1"]),
        (b'course = "\xff\xfe"', ["not valid TOML in UTF-8"]),
        ("course = " + "[" * 5000, ["not valid TOML"]),
        ("course = 7", ["`course` is 7", "quotes"]),
        ("key = 12345", ["`key` is 12345", "quotes"]),
        ('class = "192.168.1.5:8000"', ["`class`", "http://192.168.1.5:8000"]),
        ("class = 8000", ["`class`", "http://192.168.1.5:8000"]),
    ],
)
def test_wrong_course_file_is_named_and_closes_all_solutions(beside, capsys, says, named):
    folder = beside(says)
    printed = shown(capsys)
    for words in [*named, str(folder / NAME), "all solutions are closed"]:
        assert words in printed
    assert "return" not in printed


def test_course_file_that_cannot_be_read_is_said(tmp_path, monkeypatch, capsys):
    (tmp_path / NAME).mkdir()
    monkeypatch.chdir(tmp_path)
    assert "cannot be read (Is a directory)" in shown(capsys)
    assert find_course().key is None
    (tmp_path / NAME).rmdir()
    (tmp_path / NAME).symlink_to(tmp_path / "gone")
    assert "cannot be read (No such file or directory)" in shown(capsys)


def test_windows_editors_mark_of_utf_8_is_no_fault(beside):
    beside('course = "機器學習"\nkey = "k"'.encode("utf-8-sig"))
    assert find_course() == read_course(NAME)
    assert (find_course().name, find_course().key, find_course().faults) == ("機器學習", "k", [])


def test_faults_that_leave_the_key_readable_keep_it(beside):
    beside('key = "words"\nwhen = 1')
    assert find_course().key == "words"
    beside("key = 3")
    assert find_course().key is None
