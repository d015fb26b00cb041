"""Collecting: a simulated class, counted another way, and folders with all kinds of files."""

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from rbflib.lab import check, exercises, predict, progress, quiz
from rbflib.lab.collect.__main__ import main
from rbflib.lab.collect.answers import answer_of, answers_to, as_number
from rbflib.lab.collect.students import LEARNED, TABLES, collect
from rbflib.lab.collect.tables import as_cell
from rbflib.lab.course import find_course
from rbflib.lab.grader import sandbox
from rbflib.lab.grader.worker import attempt
from rbflib.lab.kit.question import Choice, Number, Order
from rbflib.lab.kit.quiz import description
from rbflib.lab.quizzes import PREDICTIONS as ASKED
from rbflib.lab.quizzes import QUIZZES
from rbflib.lab.record import file, store
from rbflib.lab.record.course_file import NAME
from tests.kit.test_quiz import in_node

PREDICTIONS = {name: of["choices"] for name, of in ASKED.items()}
PREDICTIONS |= {"cover": ["one", "two", "=SUM(A1)"]}
FIRST = next(q for q in QUIZZES["02"] if isinstance(q, Choice))
SOLVABLE = ["0.1", "2.1", "3.2"]  # none of them begins an explorer
NAMES = [
    "Ana García", "Ångström", "Zoë Müller", "王小明", "李小龍", "さくら", "Олена", "عمر", "=2+3",
    "-Minus", "+Plus", "@at", "0815", "O'Neill", 'Quote "Q"', "a,b;c",
]  # fmt: skip
NAMES += [f"student {n}" for n in range(30 - len(NAMES))]


def in_course(folder, patch):
    """Run notebooks in this folder, which gets a course file."""
    (folder / NAME).write_text('course = "ML"\nkey = "some words"')
    patch.chdir(folder)
    return folder


@pytest.fixture
def course(tmp_path, monkeypatch):
    return in_course(tmp_path, monkeypatch)


def some_values(rng, question):
    """An answer as it is chosen or typed."""
    if isinstance(question, Choice):
        return [str(rng.choice([*question.choices]))]
    if isinstance(question, Order):
        return [str(text) for text in rng.permutation([*question.items])]
    listed = [question.answer, *question.wrong]
    typed = [repr(float(x)) for x in listed] + ["12345.5", f"{listed[0]:g}/1", "−77"]
    return [str(rng.choice(typed))]


def a_plan(rng):
    """What one student will do: predictions, and values of each try at some questions."""
    asked = [(page, q) for page in ("00", "02", "06") for q in QUIZZES[page]]
    answers = {
        (page, q.key): [some_values(rng, q) for _ in range(rng.integers(1, 4))]
        for page, q in asked
        if rng.random() < 0.7
    }
    predicted = {n: str(rng.choice(of)) for n, of in PREDICTIONS.items() if rng.random() < 0.8}
    return predicted, answers, [name for name in SOLVABLE if rng.random() < 0.5]


QUESTION = {(page, q.key): q for page, questions in QUIZZES.items() for q in questions}


def with_verdicts(plans):
    """The plans, each try as (values, is it right) by the browser's judge."""
    tries = [(key, v) for _, answers, _ in plans for key, given in answers.items() for v in given]
    verdicts = iter(
        in_node("judge.js", "judge", [(description("", QUESTION[k]), v) for k, v in tries])
    )
    return [
        (
            predicted,
            {k: [(v, next(verdicts)[0]) for v in given] for k, given in answers.items()},
            names,
        )
        for predicted, answers, names in plans
    ]


def live(plan):
    """Do what is planned, through what the pages call."""
    predicted, answers, solved = plan
    for name, choice in predicted.items():
        shown = predict(*PREDICTIONS[name], about=name)
        shown.set_state({"committed": PREDICTIONS[name].index(choice)})
    quizzes = {page: quiz(page) for page in {page for page, _ in answers}}
    for (page, key), tries in answers.items():
        shown = quizzes[page]
        for n, (values, right) in enumerate(tries, start=1):
            answer = {"values": values, "tries": n, "right": right}
            shown.set_state({"answers": shown.answers | {f"{page} {key}": answer}})
    for name in solved:
        check(name, exercises.EXERCISES[name].reference)


@pytest.fixture(scope="module")
def a_class(tmp_path_factory):
    """(name -> what this student did, class.csv, questions.csv) of thirty progress files."""
    folder, rng = tmp_path_factory.mktemp("class"), np.random.default_rng(35)
    plans = with_verdicts([a_plan(rng) for _ in NAMES])
    with pytest.MonkeyPatch.context() as patch:
        in_course(folder, patch)
        # Not in a process of its own: that takes a second.
        patch.setattr(sandbox, "start", lambda f, ins, then: then([attempt(f, x) for x in ins]))
        for number, (name, plan) in enumerate(zip(NAMES, plans, strict=True)):
            patch.setenv("RBFLIB_DATA", str(folder / "data" / str(number)))
            live(plan)
            place = folder / "handed in" / str(number)
            place.mkdir(parents=True)
            progress().save(name, place)
        assert main([str(folder / "handed in"), "-o", str(folder)]) == 0
        assert collect(folder / "handed in", find_course())[1] == []
    tables = [table(folder / name) for name in ("class.csv", "questions.csv")]
    return dict(zip(NAMES, plans, strict=True)), *tables


def table(path):
    text = path.read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(text.decode("utf-8-sig").splitlines()))


def plain(cell):
    return cell.removeprefix("'") if cell[1:2] and cell[1] in "=+-@0" else cell


def test_table_of_a_class_has_what_each_of_thirty_did(a_class):
    plans, class_rows, _ = a_class
    rows = {plain(row["student"]): row for row in class_rows}
    assert rows.keys() == plans.keys()
    for name, (predicted, answers, solved) in plans.items():
        row, of_02 = rows[name], [t for (page, _), t in answers.items() if page == "02"]
        got = {k.split(" (")[0]: v for k, v in row.items()}
        for page in ("00", "06", "09"):
            of_page = [name for name in predicted if ASKED[name]["page"] == page]
            assert got[f"{page} predictions"] == str(len(of_page))
        assert got["02 answers right"] == str(sum(any(r for _, r in t) for t in of_02))
        assert got["02 answers wrong"] == str(sum(not any(r for _, r in t) for t in of_02))
        assert got["02 right at first"] == str(sum(t[0][1] for t in of_02))
        assert got["02 exercises"] == str(sum(name[0] == "2" for name in solved))
        assert got["all predictions"] == str(len(predicted))
        assert got["all exercises"] == str(len(solved))
        assert got["all answers right"] == str(sum(any(r for _, r in t) for t in answers.values()))
    assert f"02 answers right (of {len(QUIZZES['02'])})" in row


def test_statistics_of_each_question_are_those_of_the_thirty(a_class):
    plans, _, rows = a_class
    for (page, key), question in QUESTION.items():
        tries = [answers[page, key] for _, answers, _ in plans.values() if (page, key) in answers]
        of_it = [row for row in rows if (row["page"], row["question"]) == (page, key)]
        for row in of_it:
            assert row["students who answered"] == str(len(tries))
            assert row["right at first"] == str(sum(t[0][1] for t in tries))
            assert row["right in the end"] == str(sum(any(r for _, r in t) for t in tries))
        # Each student's first answer is one row's.
        assert sum(int(row["chosen first"]) for row in of_it) == len(tries)
        right = [row for row in of_it if row["is right"] == "yes"]
        assert [row["chosen first"] for row in right] == [str(sum(t[0][1] for t in tries))]
        if isinstance(question, Choice):
            assert [plain(row["answer"]) for row in of_it] == [*question.choices]
            for row in of_it:
                values = [plain(row["answer"])]
                firsts = [t[0][0] for t in tries].count(values)
                ever = sum(values in [v for v, _ in t] for t in tries)
                assert (row["chosen first"], row["chosen ever"]) == (str(firsts), str(ever))
    of_cover = [row for row in rows if row["question"] == "prediction cover"]
    chosen = [plan[0].get("cover") for plan in plans.values()]
    counts = {choice: str(chosen.count(choice)) for choice in PREDICTIONS["cover"]}
    got = {plain(row["answer"]): row["chosen first"] for row in of_cover}
    assert got == dict.fromkeys(ASKED["cover"]["choices"], "0") | counts
    assert [r["answer"] for r in of_cover if r["is right"] == "yes"] == [ASKED["cover"]["answer"]]


def test_names_are_in_the_order_of_their_letters(a_class):
    _, class_rows, _ = a_class
    names = [plain(row["student"]) for row in class_rows]
    latin = [name for name in names if name[0].isalpha() and name < "ɐ"]
    assert latin[:4] + latin[-1:] == ["a,b;c", "Ana García", "Ångström", "O'Neill", "Zoë Müller"]


def saved(name, folder, at=None):
    """A progress file that is signed; `at`: hours from now at which it says it was saved."""
    folder.mkdir(parents=True, exist_ok=True)
    path = file.save(name, find_course(), folder)
    if at is not None:
        change(path, saved=(datetime.now(UTC) + timedelta(hours=at)).isoformat())
    return path


def change(path, key="some words", **entries):
    """Change entries of a file, and sign it again with this key; with None, do not."""
    printed = json.loads(path.read_text("utf-8")) | entries
    if key is not None:
        printed["signature"] = file.signature(printed, key)
    path.write_text(json.dumps(printed), "utf-8")


BAD = {
    "no JSON": (lambda p: p.write_text("{"), "is damaged"),
    "binary": (lambda p: p.write_bytes(b"\xff\x00\xfe"), "is damaged"),
    "deep": (lambda p: p.write_text("[" * 100_000), "is damaged"),
    "a list": (lambda p: p.write_text("[1, 2]"), "no progress file"),
    "other JSON": (lambda p: p.write_text('{"name": 1}'), "no progress file"),
    "a later format": (lambda p: change(p, format=3), "is of format 3"),
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
    assert main([str(course / "in")]) == 0
    printed = capsys.readouterr().out
    [line] = [line for line in printed.splitlines() if line.startswith(bad.name)]
    assert words in line
    assert line.endswith("It is left out.")
    assert [row["student"] for row in table(course / "in" / "class.csv")] == ["Good"]


def test_file_of_any_depth_is_no_more_than_damaged(course):
    path = saved("Bad", course / "in")
    for depth in range(600, 1000, 2):
        path.write_text('{"format": 1, "signature": "", "done": ' + "[" * depth + "]" * depth + "}")
        with pytest.raises(file.NotRead, match=r"is damaged|lacks entries"):
            file.read(path, "some words")


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
        assert main([str(folder)]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert [line.split(". ")[0].split(":")[0] for line in printed[:-1]] == [
            "notes.txt is no progress file",
            "week 1/photo.json is damaged",
        ]


SIGNED = {
    "changed by hand": (lambda p: change(p, None, student="Bo"), "another key"),
    "no text as signature": (lambda p: change(p, None, signature=["x"]), "another key"),
    "half a sign": (lambda p: change(p, None, signature="\ud800"), "another key"),
    "another course": (lambda p: change(p, "other"), "another key"),
    "no course": (lambda p: change(p, ""), "no key"),
    "this course": (lambda p: None, "course"),
}


@pytest.mark.parametrize("make", SIGNED)
def test_whose_key_signs_a_file_is_a_column_and_no_refusal(course, capsys, make):
    SIGNED[make][0](saved("Ana", course / "in"))
    main([str(course / "in")])
    [row] = table(course / "in" / "class.csv")
    assert row["signed"] == SIGNED[make][1]
    assert ("1 not signed" in capsys.readouterr().out) == (row["signed"] != "course")


def event(kind, name, value, hour):
    """What was done at this hour of a day."""
    when = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(hours=hour)
    return {"when": when.isoformat(), "kind": kind, "name": name, "value": value}


def solved(name, hour):
    return event("exercise", name, "solved", hour)


def answer(question, right, hour, rng=None):
    """A first try, as a file says it; a wrong one is drawn, or the first."""
    wrong = [text for text in getattr(question, "choices", "?") if text != question.answer]
    text = str(rng.choice(wrong)) if rng else wrong[0]
    value = {"values": [question.answer if right else text], "tries": 1, "right": bool(right)}
    page = next(page for page, questions in QUIZZES.items() if question in questions)
    return event("quiz", f"{page} {question.key}", value, hour)


def work(name, folder, moments):
    """A file of exercises that were solved at these hours of a day."""
    change(saved(name, folder), done=[solved("2.1", hour) for hour in moments])


def test_copied_work_is_named_and_times_of_work_are_in_the_table(course, capsys):
    folder = course / "in"
    for name, moments in [("Ana", [1, 2, 3]), ("Bo", [1, 2, 3, 9]), ("Cem", [3.5, 4])]:
        work(name, folder, moments)
    main([str(folder)])
    printed = capsys.readouterr().out
    assert (
        "Ana (rbflib-progress-Ana.json) and Bo (rbflib-progress-Bo.json) have 3 entries" in printed
    )
    assert "Cem" not in printed
    of_bo = table(folder / "class.csv")[1]
    assert (of_bo["first work (UTC)"], of_bo["last work (UTC)"]) == (
        "2026-11-20 01:00",
        "2026-11-20 09:00",
    )


def test_number_of_a_student_keeps_its_zeros_and_digits_in_a_spreadsheet(course):
    for number in ("0815", "1234567890123456", "815"):
        saved(number, course / "in")
    main([str(course / "in")])
    names = {row["student"] for row in table(course / "in" / "class.csv")}
    assert names == {"'0815", "'1234567890123456", "815"}


def test_two_students_of_one_name_have_two_rows(course, capsys):
    work("Ana", course / "in" / "1", [1, 2])
    work("Ana", course / "in" / "2", [5])
    main([str(course / "in")])
    assert "a name that another student has, too" in capsys.readouterr().out
    assert [row["student"] for row in table(course / "in" / "class.csv")] == ["Ana", "Ana"]


def test_files_of_one_student_count_as_one_whichever_was_saved_last(course, capsys):
    folder = course / "in"
    for name, at, right in [("Zoe\u0308", -1, False), ("ZOË", -3, True), ("Zoë", -5, False)]:
        path = saved(name, folder, at)
        change(path, done=[answer(FIRST, right, hour=-at), solved("2.1", 1)])
        path.rename(folder / f"{-at}.json")
    main([str(folder)])
    assert capsys.readouterr().out.count("they count as one") == 2
    [row] = table(folder / "class.csv")
    got = {k.split(" (")[0]: v for k, v in row.items()}
    assert (row["student"], row["file"]) == ("Zoë", "5.json + 3.json + 1.json")
    assert got["02 right at first"] == "0"  # at the first hour, whatever the files say of tries
    assert (got["02 answers right"], got["all exercises"]) == ("1", "1")


def test_right_is_judged_anew_and_only_what_was_done_in_time_counts(course):
    path, numbers = saved("Ana", course / "in"), [q for q in QUIZZES["02"] if isinstance(q, Number)]
    nonsense = answer(numbers[0], True, 1)
    nonsense["value"]["values"] = ["nonsense"]
    change(path, done=[nonsense, answer(FIRST, True, 13), solved("2.1", 36)])
    counts = {}
    for until in ("2026-11-20T12:00+00:00", "2026-11-20", "2026-11-30"):
        assert main([str(course / "in"), "--until", until]) == 0
        [row] = table(course / "in" / "class.csv")
        counts[until] = row["all answers right"], row["all answers wrong"], row["all exercises"]
    assert [*counts.values()] == [("0", "1", "0"), ("1", "1", "0"), ("1", "1", "1")]


def test_file_of_the_future_is_remarked(course, capsys):
    saved("Ana", course / "in", at=0.5)
    saved("Bo", course / "in", at=30)
    main([str(course / "in")])
    remark, _count = capsys.readouterr().out.splitlines()
    assert remark.startswith("Bo (rbflib-progress-Bo.json) has times of the future")


def test_shifted_times_and_equal_wrong_answers_are_remarked(course, capsys):
    rng, folder = np.random.default_rng(57), course / "in"
    asked = [q for q in QUESTION.values() if isinstance(q, Choice)]
    hours = [np.sort(rng.uniform(0, 20, len(asked))) for _ in range(12)]
    rights = [rng.random(len(asked)) < 0.6 for _ in range(12)]

    def hand_in(name, hours, rights, seed):
        draw = np.random.default_rng(seed)
        done = [answer(q, r, h, draw) for q, r, h in zip(asked, rights, hours, strict=True)]
        change(saved(name, folder), done=done)

    for n in range(12):
        hand_in(f"student {n}", hours[n], rights[n], n)
    hand_in("shifted", hours[0] + 17 / 3600, rights[0], 0)
    hand_in("typed", np.sort(rng.uniform(0, 20, len(asked))), rights[1], 1)
    assert main([str(folder)]) == 0
    shift, typed = capsys.readouterr().out.splitlines()[:-1]
    assert "0:00:17 apart" in shift
    assert all(name in shift for name in ("shifted", "student 0"))
    assert "17 equal wrong answers in the same order" in typed
    assert all(name in typed for name in ("typed", "student 1"))


def test_who_forgot_everything_before_a_second_first_answer_is_seen(course):
    store.keep("exercise", "2.1", "solved")
    store.forget_everything()
    store.keep("exercise", "2.2", "solved")
    saved("Ana", course / "in")
    main([str(course / "in")])
    [row] = table(course / "in" / "class.csv")
    assert row["forgot what was before (UTC)"].startswith(f"{datetime.now(UTC):%Y-}")
    assert row["all exercises"] == "1"


def test_answers_that_no_question_has_any_more_are_said_and_not_counted(course, capsys):
    path = saved("Ana", course / "in")
    gone = [
        {"when": None, "kind": "quiz", "name": "02 gone", "value": {}},
        {"when": None, "kind": "exercise", "name": "77.1", "value": "solved"},
        {"when": None, "kind": "prediction", "name": "hypothesis", "value": 7},
        {"when": None, "kind": "exercise", "name": "2.1", "value": "solved"},
    ]
    change(path, done=gone, rbflib="0.0.1")
    main([str(course / "in")])
    assert "saved with rbflib 0.0.1, has 3 entries" in capsys.readouterr().out
    [row] = table(course / "in" / "class.csv")
    assert row["all exercises"] == "1"


def test_first_answer_that_was_not_remembered_is_not_counted_as_a_first(course):
    question = next(q for q in QUIZZES["02"] if isinstance(q, Choice))
    answer = {"values": [question.answer], "tries": 2, "right": True}
    change(
        saved("Ana", course / "in"),
        done=[{"when": None, "kind": "quiz", "name": f"02 {question.key}", "value": answer}],
    )
    main([str(course / "in")])
    rows = table(course / "in" / "questions.csv")
    row = next(r for r in rows if r["question"] == question.key and r["is right"] == "yes")
    counts = ["students who answered", "first answers known", "right at first", "chosen first"]
    assert [row[name] for name in counts] == ["1", "0", "0", "0"]
    assert row["right in the end"] == row["chosen ever"] == "1"


def test_folder_without_progress_files_or_none_at_all_is_said(course, capsys):
    assert "There is no folder" in main([str(course / "gone")])
    (course / "in").mkdir()
    assert "No table is written" in main([str(course / "in")])
    assert list((course / "in").iterdir()) == []
    assert "There is no folder" in main([str(course / NAME)])


def test_tables_that_cannot_be_written_and_a_wrong_course_file_are_said(course, capsys):
    saved("Ana", course / "in")
    (course / "in" / "class.csv").mkdir()
    assert "Is one of them open?" in main([str(course / "in")])
    (course / "in" / "class.csv").rmdir()
    assert main([str(course / "in"), "-o", str(course / "out")]) == 0
    assert {path.name for path in (course / "out").iterdir()} == {*TABLES, LEARNED}
    (course / "other.toml").write_text("key")
    printed = main([str(course / "in"), "--course", str(course / "other.toml")])
    assert "not valid TOML" in printed
    assert "no signature can be checked" in printed


def test_without_a_key_the_table_is_made_and_what_that_means_is_said(course, capsys):
    (course / NAME).unlink()
    saved("Ana", course / "in")
    assert main([str(course / "in")]) == 0
    assert "no key of a course" in capsys.readouterr().out


def test_no_cell_is_a_formula():
    formulas = ["=HYPERLINK(1)", "@SUM(A1)", "＝1", "-2+3", "-inf"]
    assert [as_cell(text) for text in formulas] == [f"'{text}" for text in formulas]
    assert [as_cell(x) for x in ("\t=1+1", "-2.5", "a=b", 7)] == ["'=1+1", "-2.5", "a=b", 7]


def test_answers_are_counted_under_the_number_that_the_browser_takes_them_for():
    typed = json.loads((Path(__file__).parent / "js" / "numbers.json").read_text("utf-8"))
    assert {text: as_number(text) for text in typed["numbers"]} == typed["numbers"]
    assert {text: as_number(text) for text in typed["none"]} == dict.fromkeys(typed["none"])
    numbers = [q for questions in QUIZZES.values() for q in questions if isinstance(q, Number)]
    for question in numbers:
        texts = [text for text, _ in answers_to(question)]
        assert len(set(texts)) == len(texts) == len(question.wrong) + 2
        listed = [answer_of(question, [repr(x)]) for x in (question.answer, *question.wrong)]
        assert listed == texts[:-1]
        assert answer_of(question, ["98765"]) == texts[-1]


def test_items_are_the_first_answers_and_of_a_test_the_last_with_the_method_of_a_wrong_one(course):
    keep, half = store.keep, "multiply it by 2"
    for tries, number in enumerate(("0.5", "0.9"), start=1):
        keep("quiz", "04 next_draw", {"values": [number], "tries": tries, "right": tries == 2})
    keep("quiz", "04 next_draw 3", {"values": ["1"], "tries": 1, "right": False})
    for choice in ("divide it by 4", half):
        name = "before A gamma_and_width"
        keep("quiz", name, {"values": [choice], "tries": 1, "right": True})
    keep("prediction", "kmeans_walk", "from all")
    keep("seen", "kmeans_walk", "from most, but not all")
    keep("quiz", "04 kmeans_walk", {"values": ["at 0, 1 and 15.5"], "tries": 1, "right": True})
    (course / "in").mkdir()
    progress().save("007", course / "in")
    assert main([str(course / "in"), "--anonymous"]) == 0
    head, *rows = list(csv.reader((course / "in/items.csv").read_text("utf-8-sig").splitlines()))
    found = {tuple(row[1:8]) for row in rows}
    assert head[0] == "student"
    assert {row[0] for row in rows} == {"1"}
    assert found == {
        ("04", "kmeans_walk", "predicted", "", "from all", "", "no"),
        ("04", "kmeans_walk", "seen", "", "from most, but not all", "", "yes"),
        ("04", "kmeans_walk", "transfer", "", "at 0, 1 and 15.5", "", "yes"),
        ("04", "next_draw", "quiz", "", "0.5", "evenly_of_two", "no"),
        ("04", "next_draw", "again", "3", "1", "farthest", "no"),
        ("", "gamma_and_width", "before", "A", half, "gamma is the width", "no"),
    }
    assert "Fewer than 10 students" in (course / "in/learned.html").read_text("utf-8")
