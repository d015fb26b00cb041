"""progress() and the file that it saves for a course."""

import hashlib
import hmac
import json
import sqlite3
from contextlib import closing

import pytest

from rbflib.lab import check, memory, predict, progress, progress_file, quiz
from rbflib.lab.course_file import NAME
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.kit.question import Choice
from rbflib.lab.quizzes import QUIZZES

FIRST = next(q for q in QUIZZES["02"] if isinstance(q, Choice))


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(text, tries, right):
    """The quiz of page 02, as the browser sends an answer that was checked."""
    quiz("02").set_state({"answers": {FIRST.key: checked_answer(text, tries, right)}})


def checked_answer(text, tries, right):
    return {"values": [text], "tries": tries, "right": right}


def done_something():
    wrong = next(text for text in FIRST.choices if text != FIRST.answer)
    predict("it falls", "it rises", about="hypothesis").set_state({"committed": 1})
    checked(wrong, 1, False)
    checked(FIRST.answer, 2, True)
    check("0.1", EXERCISES["0.1"].reference)
    return wrong


def test_file_holds_what_was_done_in_its_order_with_times(in_a_folder, capsys):
    (in_a_folder / NAME).write_text('course = "ML"\nkey = "some words"')
    wrong = done_something()
    path = progress().save("  Ana  García\t")
    assert path == in_a_folder / "rbflib-progress-Ana_García.json"
    assert "does not prove" in capsys.readouterr().out
    content = json.loads(path.read_text("utf-8"))
    assert (content["student"], content["course"], content["format"]) == ("Ana García", "ML", 1)
    assert "does not prove" in content["holds"]
    assert [(e["kind"], e["name"], e["value"]) for e in content["done"]] == [
        ("prediction", "hypothesis", "it rises"),
        ("quiz", f"02 {FIRST.key}", checked_answer(wrong, 1, False)),
        ("quiz", f"02 {FIRST.key}", checked_answer(FIRST.answer, 2, True)),
        ("exercise", "0.1", "solved"),
    ]
    times = [event["when"] for event in content["done"]] + [content["saved"]]
    assert times == sorted(times)
    assert all(progress_file.as_time(time) for time in times)


@pytest.mark.parametrize("key", ["some words", "密碼", ""])
def test_signature_is_the_hmac_of_the_other_entries(in_a_folder, key):
    if key:
        (in_a_folder / NAME).write_text(f'key = "{key}"', "utf-8")
    done_something()
    path = progress().save("李小龍")
    content = json.loads(path.read_text("utf-8"))
    given = content.pop("signature")
    text = json.dumps(content, sort_keys=True, separators=(",", ":")).encode()
    assert given == hmac.HMAC(key.encode(), text, hashlib.sha256).hexdigest()
    assert progress_file.read(path, key)["student"] == "李小龍"
    with pytest.raises(progress_file.NotRead, match=r"wrong signature|no key of the course"):
        progress_file.read(path, key + "?")


def test_answers_of_a_quiz_that_was_begun_anew_stay_and_all_can_be_forgotten():
    wrong = done_something()
    quiz("02").set_state({"answers": {}})
    checked(FIRST.answer, 1, True)
    values = [e["value"]["values"] for e in progress_file.events() if e["kind"] == "quiz"]
    assert values == [[wrong], [FIRST.answer], [FIRST.answer]]
    memory.forget_everything()
    assert progress_file.events() == []


def test_what_an_older_version_has_remembered_is_kept_without_a_time():
    memory.where().parent.mkdir(parents=True)
    answer = checked_answer(FIRST.answer, 3, True)
    with closing(sqlite3.connect(memory.where())) as file, file:
        file.execute("CREATE TABLE done (kind, name, value, PRIMARY KEY (kind, name))")
        rows = [("quiz", f"02 {FIRST.key}", json.dumps(answer)), ("exercise", "0.1", '"solved"')]
        file.executemany("INSERT INTO done VALUES (?, ?, ?)", rows)
    assert quiz("02").answers == {FIRST.key: answer}
    assert [(e["when"], e["name"]) for e in progress_file.events()] == [
        (None, f"02 {FIRST.key}"),
        (None, "0.1"),
    ]
    memory.keep("exercise", "0.1", "solved")
    assert [e["when"] is None for e in progress_file.events()] == [True, False]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Zoe\u0308", "Zoë"),
        ("\ud800a\x00b\n", "a b"),
        (4711, "4711"),
        ("../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_name_is_composed_and_its_file_stays_in_the_folder(in_a_folder, typed, name):
    path = progress_file.save(typed)
    assert path.parent == in_a_folder
    assert progress_file.read(path, "")["student"] == name


@pytest.mark.parametrize("script", ["王" * 100, "👩🏽‍🎓" * 25, "x" * 100])
def test_long_name_of_any_script_fits_into_a_file_name(script):
    assert progress_file.save(script).exists()


@pytest.mark.parametrize("typed", ["", "  \n", "x" * 101])
def test_without_a_name_that_can_be_one_nothing_is_written(in_a_folder, typed):
    with pytest.raises(progress_file.NotSaved, match="Type your name"):
        progress().save(typed)
    assert list(in_a_folder.iterdir()) == []


def test_file_that_cannot_be_written_or_signed_is_said(in_a_folder):
    with pytest.raises(progress_file.NotSaved, match="cannot be written"):
        progress().save("Ana", in_a_folder / "gone")
    (in_a_folder / NAME).write_text("key = ")
    with pytest.raises(progress_file.NotSaved, match=r"not valid TOML.*cannot be signed"):
        progress().save("Ana")


def test_button_writes_the_file_gives_it_to_the_browser_and_says_what_it_holds(in_a_folder):
    shown = progress()
    assert "does not prove" in shown.saved.value
    shown.store.click()
    assert "Type your name" in shown.saved.value
    shown.name.value = "<Ana>"
    shown.store.click()
    [path] = in_a_folder.iterdir()
    assert f'download="{path.name}"' in shown.saved.value
    assert "does not prove" in shown.saved.value
    assert "<Ana>" not in shown.saved.value
