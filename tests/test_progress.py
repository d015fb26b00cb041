"""progress() and the file that it saves for a course."""

import hashlib
import hmac
import json
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from rbflib.lab import check, exercises, hint, predict, progress, quiz
from rbflib.lab.course import find_course
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.kit.question import Choice
from rbflib.lab.quizzes import QUIZZES
from rbflib.lab.record import database, file, store
from rbflib.lab.record.course_file import NAME

FIRST = next(q for q in QUIZZES["02"] if isinstance(q, Choice))


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(exercises, "_hints_shown", Counter())
    return tmp_path


def checked(text, tries, right):
    """The quiz of page 02, as the browser sends an answer that was checked."""
    quiz("02").set_state({"answers": {f"02 {FIRST.key}": checked_answer(text, tries, right)}})


def checked_answer(text, tries, right):
    return {"values": [text], "tries": tries, "right": right}


def done_something():
    wrong = next(text for text in FIRST.choices if text != FIRST.answer)
    predict("it falls", "it rises", about="hypothesis").set_state({"committed": 1})
    checked(wrong, 1, False)
    checked(FIRST.answer, 2, True)
    check("0.1", EXERCISES["0.1"].reference)
    hint("0.1")
    return wrong


def test_file_holds_what_was_done_in_its_order_with_times(in_a_folder, capsys):
    (in_a_folder / NAME).write_text('course = "ML"\nkey = "some words"')
    wrong = done_something()
    path = progress().save("  Ana  García\t")
    assert path == in_a_folder / "rbflib-progress-Ana_García.json"
    assert "does not prove" in capsys.readouterr().out
    content = json.loads(path.read_text("utf-8"))
    assert (content["student"], content["course"], content["format"]) == ("Ana García", "ML", 2)
    assert "does not prove" in content["holds"]
    assert [(e["kind"], e["name"], e["value"]) for e in content["done"]] == [
        ("prediction", "hypothesis", "it rises"),
        ("quiz", f"02 {FIRST.key}", checked_answer(wrong, 1, False)),
        ("quiz", f"02 {FIRST.key}", checked_answer(FIRST.answer, 2, True)),
        ("exercise", "0.1", "solved"),
        ("hint", "0.1", 1),
    ]
    times = [event["when"] for event in content["done"]] + [content["saved"]]
    assert times == sorted(times)
    assert all(store.as_time(time) for time in times)


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
    read, whose = file.read(path, key)
    assert (read["student"], whose) == ("李小龍", "course" if key else "no key")
    assert file.read(path, key + "?")[1] == ("another key" if key else "no key")


def test_answers_of_a_quiz_that_was_begun_anew_stay_and_all_can_be_forgotten():
    wrong = done_something()
    quiz("02").set_state({"answers": {}})
    checked(FIRST.answer, 1, True)
    values = [e["value"] and e["value"]["values"] for e in store.events() if e["kind"] == "quiz"]
    assert values == [[wrong], [FIRST.answer], None, [FIRST.answer]]
    store.forget_everything()
    assert [e["kind"] for e in store.events()] == ["forgotten"]


def test_file_of_an_older_version_is_carried_over():
    database.where().parent.mkdir(parents=True)
    first, third = (json.dumps(checked_answer(FIRST.answer, n, True)) for n in (1, 3))
    with closing(sqlite3.connect(database.where())) as old, old:
        old.execute("CREATE TABLE done (kind, name, value, PRIMARY KEY (kind, name))")
        rows = [
            ("quiz", f"02 {FIRST.key}", third),  # before there was a history
            ("exercise", "0.1", '"solved"'),
            ("forgotten", "5000000000", "null"),
            ("history", "6000000000 exercise 0.1", '"solved"'),
            ("history", "7000000000 quiz 04 gone", first),  # and begun anew
        ]
        old.executemany("INSERT INTO done VALUES (?, ?, ?)", rows)
    assert quiz("02").answers == {f"02 {FIRST.key}": json.loads(third)}
    assert [(e["when"] and e["when"][17:19], e["kind"], e["name"]) for e in store.events()] == [
        (None, "quiz", f"02 {FIRST.key}"),
        ("05", "forgotten", ""),
        ("06", "exercise", "0.1"),
        ("07", "quiz", "04 gone"),
        ("07", "quiz", "04 gone"),
    ]
    assert store.recall("quiz").keys() == {f"02 {FIRST.key}"}


def at(second, value):
    """What was chosen in the prediction of hypothesis, in a second of a minute."""
    when = f"2026-11-20T10:00:{second:02d}Z"
    return {"when": when, "kind": "prediction", "name": "hypothesis", "value": value}


def test_saved_file_is_opened_again_and_the_earlier_answer_stays_the_first(in_a_folder, capsys):
    wrong = done_something()
    store.merge([at(5, "it rises")])
    path = file.save("Ana", find_course())
    store.forget_everything()
    checked(FIRST.answer, 1, True)
    store.merge([at(3, "it falls"), at(7, None)])
    here = progress()
    here.open(path)
    assert "The file of Ana: 6 of its 6 entries are new here." in capsys.readouterr().out
    assert here.name.value == "Ana"
    kept = store.events()
    assert [e["value"] for e in kept if e["name"] == "hypothesis"] == [
        "it falls", "it rises", None, "it rises",
    ]  # fmt: skip
    tries = [e["value"]["tries"] for e in store.with_tries(kept, "quiz")]
    values = [e["value"]["values"] for e in kept if e["kind"] == "quiz"]
    assert (tries, values) == ([1, 2, 3], [[wrong], [FIRST.answer], [FIRST.answer]])
    upload = {"name": "a.json", "type": "", "size": 1, "last_modified": 0}
    here.upload.set_state({"value": [upload | {"content": memoryview(path.read_bytes())}]})
    assert "0 of its 6 entries are new here" in here.saved.value
    assert store.events() == kept
    path.write_text("{")
    with pytest.raises(file.NotRead, match="is damaged"):
        here.open(path)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Zoe\u0308", "Zoë"),
        ("\ud800a\x00b\n", "a b"),
        ("\u202eevil\u2066", "evil"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        (4711, "4711"),
        ("../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_name_is_composed_and_its_file_stays_in_the_folder(in_a_folder, typed, name):
    path = file.save(typed, find_course())
    assert path.parent == in_a_folder
    assert file.read(path, "")[0]["student"] == name


@pytest.mark.parametrize("script", ["王" * 100, "👩🏽‍🎓" * 25, "x" * 100])
def test_long_name_of_any_script_fits_into_a_file_name(script):
    assert file.save(script, find_course()).exists()


@pytest.mark.parametrize("typed", ["", "  \n", "x" * 101])
def test_without_a_name_that_can_be_one_nothing_is_written(in_a_folder, typed):
    with pytest.raises(file.NotSaved, match="Type your name"):
        progress().save(typed)
    assert list(in_a_folder.iterdir()) == []


def test_file_that_cannot_be_written_or_signed_is_said(in_a_folder):
    with pytest.raises(file.NotSaved, match="cannot be written"):
        progress().save("Ana", in_a_folder / "gone")
    (in_a_folder / NAME).write_text("key = ")
    with pytest.raises(file.NotSaved, match=r"not valid TOML.*cannot be signed"):
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
