"""Collecting: a class of three, counted by hand, and folders with all kinds of files."""

import csv
import json
import unicodedata
from datetime import UTC, datetime, timedelta

import pytest

from rbflib.lab import collect, progress_file
from rbflib.lab.answers import answer_of, answers_to, as_number
from rbflib.lab.collect import as_cell
from rbflib.lab.course import NAME
from rbflib.lab.kit import memory
from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.quizzes import QUIZZES

CHOICE, NUMBER, ORDER = (
    next(q for q in QUIZZES["02"] if isinstance(q, kind)) for kind in (Choice, Number, Order)
)
RIGHT, WRONG = CHOICE.answer, next(text for text in CHOICE.choices if text != CHOICE.answer)
ITEMS, REVERSED = [*ORDER.items], [*ORDER.items][::-1]
# What each of three students does: predictions, (values, is it right) of each try, and exercises.
DONE = {
    "王小明": (
        {"hypothesis": "it rises", "cover": "=SUM(A1)"},
        {
            CHOICE.key: [([WRONG], False), ([RIGHT], True)],
            ORDER.key: [(REVERSED, False), (ITEMS, True)],
        },
        ["0.1", "2.1"],
    ),
    "=2+3": (
        {"hypothesis": "it rises"},
        {CHOICE.key: [([RIGHT], True)], NUMBER.key: [(["12345.5"], False), (["2.0"], True)]},
        [],
    ),
    "Zoë": (
        {"cover": "one"},
        {
            CHOICE.key: [([WRONG], False)],
            NUMBER.key: [(["−3/−1"], False)],
            ORDER.key: [(REVERSED, False)],
        },
        [],
    ),
}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The folder of the notebooks, with a course file."""
    (tmp_path / NAME).write_text('course = "ML"\nkey = "some words"')
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def a_class(course, monkeypatch):
    """class.csv and questions.csv of what the three have done."""
    for number, (name, (predicted, answers, solved)) in enumerate(DONE.items()):
        monkeypatch.setenv("RBFLIB_DATA", str(course / "data" / str(number)))
        for explorer, choice in predicted.items():
            memory.keep("prediction", explorer, choice)
        for key, tries in answers.items():
            for n, (values, right) in enumerate(tries, start=1):
                answer = {"values": values, "tries": n, "right": right}
                memory.keep("quiz", f"02 {key}", answer)
        for exercise in solved:
            memory.keep("exercise", exercise, "solved")
        saved(name, course / "in")
    assert collect.main([str(course / "in"), "-o", str(course)]) == 0
    return table(course / "class.csv"), table(course / "questions.csv")


def table(path):
    text = path.read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(text.decode("utf-8-sig").splitlines()))


def test_table_of_a_class_has_what_each_student_did(a_class):
    rows = {row["student"]: row for row in a_class[0]}
    columns = ["00 predictions", "01 predictions", "02 answers right", "02 right at first",
               "00 exercises", "02 exercises", "all predictions", "all answers right",
               "all right at first", "all exercises"]  # fmt: skip
    of_student = {
        name: [next(int(n) for head, n in row.items() if head.startswith(c)) for c in columns]
        for name, row in rows.items()
    }
    assert of_student == {
        "王小明": [1, 1, 2, 0, 1, 1, 2, 2, 0, 2],
        "'=2+3": [1, 0, 2, 1, 0, 0, 1, 2, 1, 0],
        "Zoë": [0, 1, 0, 0, 0, 0, 1, 0, 0, 0],
    }
    assert f"02 answers right (of {len(QUIZZES['02'])})" in rows["Zoë"]


def test_statistics_of_each_question_count_students_and_answers(a_class):
    counts = ["students who answered", "first answers known", "right at first", "right in the end"]
    found = {}
    for row in a_class[1]:
        key = f"{row['page']} {row['question']}"
        of_question = found.setdefault(key, ([row[name] for name in counts], {}))
        marks = row["is right"], row["chosen first"], row["chosen ever"]
        of_question[1][row["answer"]] = " ".join(marks).strip()
    others = {text: "no 0 0" for text in CHOICE.choices}
    expected = {
        CHOICE.key: ("3 3 1 2", others | {WRONG: "no 2 2", RIGHT: "yes 1 2"}),
        ORDER.key: ("2 2 0 1", {" < ".join(ITEMS): "yes 0 1", " < ".join(REVERSED): "no 2 2"}),
        NUMBER.key: (
            "2 2 0 1",
            {"2": "yes 0 1", "3": "no 1 1", "4.5": "no 0 0", "1.5": "no 0 0",
             "another number": "no 1 1"},
        ),
    }  # fmt: skip
    for key, (numbers, answers) in expected.items():
        assert found[f"02 {key}"] == (numbers.split(), answers)
    assert found["00 hypothesis"] == (["2", "2", "", ""], {"it rises": "2 2"})
    assert found["01 cover"] == (["2", "2", "", ""], {"'=SUM(A1)": "1 1", "one": "1 1"})
    assert found["02 e_in"][0] == ["0"] * 4
    assert len(found) == sum(map(len, QUIZZES.values())) + 2


def test_names_are_in_the_order_of_their_letters(course):
    names = ["a,b;c", "Ana García", "Ångström", "O'Neill", 'Quote "Q"', "Zoë Müller", "Олена"]
    names += ["عمر", "さくら", "李小龍", "王小明"]
    for name in reversed(names):
        saved(name, course / "in")
    assert collect.main([str(course / "in")]) == 0
    assert [row["student"] for row in table(course / "in" / "class.csv")] == names


def saved(name, folder, at=None):
    """A progress file that is signed; `at`: hours from now at which it says it was saved."""
    folder.mkdir(exist_ok=True)
    path = progress_file.save(name, folder)
    if at is not None:
        change(path, saved=(datetime.now(UTC) + timedelta(hours=at)).isoformat())
    return path


def change(path, key="some words", **entries):
    """Change entries of a file, and sign it again with this key; with None, do not."""
    printed = json.loads(path.read_text("utf-8")) | entries
    if key is not None:
        printed["signature"] = progress_file.signature(printed, key)
    path.write_text(json.dumps(printed), "utf-8")


BAD = {
    "no JSON": (lambda p: p.write_text("{"), "is damaged"),
    "binary": (lambda p: p.write_bytes(b"\xff\x00\xfe"), "is damaged"),
    "deep": (lambda p: p.write_text("[" * 100_000), "is damaged"),
    "a list": (lambda p: p.write_text("[1, 2]"), "no progress file"),
    "other JSON": (lambda p: p.write_text('{"name": 1}'), "no progress file"),
    "forged": (lambda p: change(p, None, student="Somebody else"), "wrong signature"),
    "no text as signature": (lambda p: change(p, None, signature=["x"]), "wrong signature"),
    "half a sign": (lambda p: change(p, None, signature="\ud800"), "wrong signature"),
    "another key": (lambda p: change(p, "other"), "saved with another key"),
    "no course": (lambda p: change(p, ""), "no course file was found"),
    "a later format": (lambda p: change(p, format=2), "is of format 2"),
    "no name": (lambda p: change(p, student=" "), "lacks entries"),
    "no time": (lambda p: change(p, saved="yesterday"), "lacks entries"),
    "no time zone": (lambda p: change(p, saved="2026-12-01T00:00:00"), "lacks entries"),
    "events that are none": (lambda p: change(p, done=[{"when": None}]), "lacks entries"),
    "done is no list": (lambda p: change(p, done=7), "lacks entries"),
    "a kind that is none": (
        lambda p: change(p, done=[{"when": None, "kind": [], "name": "x", "value": 1}]),
        "lacks entries",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_file_that_cannot_be_used_is_named_and_the_rest_goes_on(course, capsys, fault):
    make, words = BAD[fault]
    bad = saved("Bad", course / "in")
    make(bad)
    saved("Good", course / "in")
    assert collect.main([str(course / "in")]) == 0
    printed = capsys.readouterr().out
    [line] = [line for line in printed.splitlines() if line.startswith(bad.name)]
    assert words in line
    assert line.endswith("It is left out.")
    assert [row["student"] for row in table(course / "in" / "class.csv")] == ["Good"]


def test_file_of_any_depth_is_no_more_than_damaged(course):
    path = saved("Bad", course / "in")
    for depth in range(600, 1000, 2):
        path.write_text('{"format": 1, "signature": "", "done": ' + "[" * depth + "]" * depth + "}")
        with pytest.raises(progress_file.NotRead, match=r"is damaged|wrong signature"):
            progress_file.read(path, "some words")


def test_other_files_are_named_and_hidden_and_own_ones_are_not(course, capsys):
    folder = course / "in"
    saved("Good", folder)
    (folder / "notes.txt").write_text("to do")
    (folder / "week 1").mkdir(exist_ok=True)
    (folder / "week 1" / "photo.json").write_bytes(b"\x89PNG\r\n")
    (folder / ".DS_Store").write_bytes(b"\x00")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX" / "._x.json").write_bytes(b"\x00")
    (folder / NAME).write_text('key = "some words"')
    for _ in range(2):  # the second time its own tables are there
        assert collect.main([str(folder)]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert [line.split(". ")[0].split(":")[0] for line in printed[:-1]] == [
            "notes.txt is no progress file",
            "week 1/photo.json is damaged",
        ]


def test_of_two_files_of_one_student_the_newest_is_taken_and_that_is_said(course, capsys):
    folder = course / "in"
    saved("Zoe\u0308", folder, at=-5).rename(folder / "rbflib-progress-old.json")
    saved("Zoë", folder, at=-1).rename(folder / "rbflib-progress-new.json")
    saved("ZOË", folder, at=-3).rename(folder / "a.json")
    collect.main([str(folder)])
    printed = capsys.readouterr().out
    assert printed.count("Zoë has two files") + printed.count("ZOË has two files") == 2
    [row] = table(folder / "class.csv")
    assert row["file"] == "rbflib-progress-new.json"
    assert row["student"] == unicodedata.normalize("NFC", "Zoë")


def test_answers_that_no_question_has_any_more_are_said_and_not_counted(course, capsys):
    path = saved("Ana", course / "in")
    gone = [
        {"when": None, "kind": "quiz", "name": "02 gone", "value": {}},
        {"when": None, "kind": "exercise", "name": "77.1", "value": "solved"},
        {"when": None, "kind": "prediction", "name": "hypothesis", "value": 7},
        {"when": None, "kind": "exercise", "name": "2.1", "value": "solved"},
    ]
    change(path, done=gone, rbflib="0.0.1")
    collect.main([str(course / "in")])
    assert "saved with rbflib 0.0.1, has 3 entries" in capsys.readouterr().out
    [row] = table(course / "in" / "class.csv")
    assert row["all exercises"] == "1"


def test_first_answer_that_was_not_remembered_is_not_counted_as_a_first(course):
    answer = {"values": [RIGHT], "tries": 2, "right": True}
    memory.keep("quiz", f"02 {CHOICE.key}", answer)
    saved("Ana", course / "in")
    collect.main([str(course / "in")])
    rows = table(course / "in" / "questions.csv")
    row = next(r for r in rows if r["question"] == CHOICE.key and r["is right"] == "yes")
    counts = ["students who answered", "first answers known", "right at first", "chosen first"]
    assert [row[name] for name in counts] == ["1", "0", "0", "0"]
    assert row["right in the end"] == row["chosen ever"] == "1"


def test_folder_without_progress_files_or_none_at_all_is_said(course, capsys):
    assert "There is no folder" in collect.main([str(course / "gone")])
    (course / "in").mkdir()
    assert "No table is written" in collect.main([str(course / "in")])
    assert list((course / "in").iterdir()) == []
    assert "There is no folder" in collect.main([str(course / NAME)])


def test_tables_that_cannot_be_written_and_a_wrong_course_file_are_said(course, capsys):
    saved("Ana", course / "in")
    (course / "in" / "class.csv").mkdir()
    assert "Is one of them open?" in collect.main([str(course / "in")])
    (course / "in" / "class.csv").rmdir()
    assert collect.main([str(course / "in"), "-o", str(course / "out")]) == 0
    assert {path.name for path in (course / "out").iterdir()} == {"class.csv", "questions.csv"}
    (course / "other.toml").write_text("key")
    printed = collect.main([str(course / "in"), "--course", str(course / "other.toml")])
    assert "not valid TOML" in printed
    assert "no signature can be checked" in printed


def test_without_a_key_the_table_is_made_and_what_that_means_is_said(course, capsys):
    (course / NAME).unlink()
    saved("Ana", course / "in")
    assert collect.main([str(course / "in")]) == 0
    assert "no key of a course" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("\t=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("-2+3", "'-2+3"),
        ("-inf", "'-inf"),
        ("-2.5", "-2.5"),
        ("a=b", "a=b"),
        (7, 7),
    ],
)
def test_no_cell_is_a_formula(text, cell):
    assert as_cell(text) == cell


def test_answers_are_counted_under_the_number_that_the_browser_takes_them_for():
    # Typed -> what kit/js/number.js gives: its own test has the same pairs.
    pairs = {"0,5": 0.5, "−1": -1.0, "1/4": 0.25, "1,000": 1000.0, "０．５": 0.5, "2²": None}
    assert {typed: as_number(typed) for typed in pairs} == pairs
    assert [as_number(text) for text in ("", "x", "1/0", "1/2/3", "0x10", "1_000")] == [None] * 6
    numbers = [q for questions in QUIZZES.values() for q in questions if isinstance(q, Number)]
    for question in numbers:
        texts = [text for text, _ in answers_to(question)]
        assert len(set(texts)) == len(texts) == len(question.wrong) + 2
        listed = [answer_of(question, [repr(x)]) for x in (question.answer, *question.wrong)]
        assert listed == texts[:-1]
        assert answer_of(question, ["98765"]) == texts[-1]
