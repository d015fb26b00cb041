"""Each check is fed the reference, the usual mistakes, and garbage."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from rbflib.lab.exercises import EXERCISES, _hints_shown, check, hint, solution
from rbflib.lab.grader import sandbox
from rbflib.lab.grader.construction import Construction
from rbflib.lab.grader.exercise import Exercise, is_stub, verdict
from rbflib.lab.grader.worker import attempt
from tests.example_answers import EXAMPLES
from tests.independent import PAGES

SOURCE = Path(__file__).parents[2] / "notebooks" / "source"
FUNCTIONS = {name: e for name, e in EXERCISES.items() if isinstance(e, Exercise)}
EACH = pytest.mark.parametrize("exercise", FUNCTIONS.values(), ids=FUNCTIONS)
EXPECTED = {name: f for page in PAGES.values() for name, f in page.EXERCISES.items()}
FOREVER = 1e6  # seconds
NOTHING = "nothing to check yet. Write the function above, run its cell, then this one."


@pytest.fixture(autouse=True)
def example_exercises(monkeypatch):
    """An exercise that no page has can be checked, too."""
    for name, exercise in EXAMPLES.items():
        monkeypatch.setitem(EXERCISES, name, exercise)


def student(code):
    """The function that a student's cell defines."""
    names = {"__name__": "__main__", "np": np}
    exec(code, names)
    return names["f"]


def report(function, exercise):
    """The output, without a process of its own: for functions that can be trusted."""
    outcomes = [attempt(function, args) for args in exercise.inputs()]
    return verdict(exercise, function, outcomes)


@EACH
def test_reference_is_right(exercise):
    for args in exercise.inputs():
        expected = EXPECTED[exercise.name](*args)
        np.testing.assert_allclose(exercise.reference(*args), expected, rtol=1e-6, atol=1e-9)
    n = len(exercise.inputs())
    assert report(exercise.reference, exercise) == (
        True,
        f"✓ {exercise.name}: right on all {n} inputs.",
    )


# Some of their usual mistakes are of shapes, and NumPy raises. Elsewhere that is a slip of ours.
OF_SHAPES = {"2.2", "3.2", "8.3"}


@EACH
def test_usual_mistakes_are_named(exercise):
    for words, mistake in exercise.mistakes.items():
        kinds = {attempt(mistake, args).kind for args in exercise.inputs()}
        assert kinds == {"value"} or exercise.name in OF_SHAPES
        right, text = report(mistake, exercise)
        assert not right
        assert f"\n  A usual mistake: {words}" in text


def test_page_keeps_two_functions_and_something_to_make():
    kinds = {name: type(e) for name, e in EXERCISES.items() if name not in EXAMPLES}
    for number in {name.split(".")[0] for name in kinds}:
        page = [kind for name, kind in kinds.items() if name.split(".")[0] == number]
        assert page.count(Exercise) <= 3
        assert Construction in page


RIGHT = "((X[:, None] - centers) ** 2).sum(2).argmin(1)"


def test_check_says_right(capsys):
    code = """
def square(x): return x**2
def f(X, centers): return square(X[:, None] - centers).sum(2).argmin(1)
"""
    check("99.1", student(code))
    assert capsys.readouterr().out == "✓ 99.1: right on all 6 inputs.\n"


@pytest.mark.parametrize(
    "code",
    [
        "import functools\n@functools.cache\ndef two(): return 2",
        "import functools\n@functools.lru_cache(maxsize=9)\n"
        "def fib(i): return i if i < 2 else fib(i - 1) + fib(i - 2)\n"
        "def two(): return fib(80) % 3 + 2",
        "import functools\n@functools.cache\ndef main(): return 2\ntwo = main",
        "import functools\n@functools.cache\ndef attempt(): return 2\ndef two(): return attempt()",
        "import sklearn.svm\nfrom scipy.special import expit\ndef two(): return 4 * expit(0.0)",
        "import typing\nCount = typing.NewType('Count', int)\ndef two() -> Count: return Count(2)",
        "def two(): display('here'); return 2",
    ],
)
def test_whatever_a_notebook_defines_travels(code, monkeypatch):
    """What pickle looks for by name: caches, ufuncs, new types, names that the worker has, too."""
    function = student(f"{code}\ndef f(X, centers): n = two(); return {RIGHT} * n // 2")
    notebook = ModuleType("__main__")
    vars(notebook).update(function.__globals__)
    for name in ("__main__", "__mp_main__"):  # the second is from joblib, or multiprocessing
        monkeypatch.setitem(sys.modules, name, notebook)
    outcomes = sandbox.run_apart(function, EXERCISES["99.1"].inputs())
    assert verdict(EXERCISES["99.1"], function, outcomes)[0]


def test_values_in_a_list_are_right_with_a_remark_and_what_was_printed(capsys):
    check(" 99.1 ", student(f"def f(X, centers): print('seen'); return list({RIGHT})"))
    assert capsys.readouterr().out == (
        "✓ 99.1: right on all 6 inputs.\n"
        "  They come as a list. To compute with them, make it an array: np.array(...).\n"
        "\n  It printed:\n    seen\n"
    )


def test_wrong_answer_is_shown_on_a_small_input(capsys):
    check("99.1", student(f"def f(X, centers): return {RIGHT} + 1"))
    output = capsys.readouterr().out
    assert output.startswith("✗ 99.1: right on 0 of 6 inputs. The first that fails:\n\n  X = ")
    for words in ("It must give  [0, 1, 1]", "It gives      [1, 2, 2]"):
        assert words in output
    assert "A usual mistake: the sets are counted from 1." in output


MESSAGES = {
    "def f(X, centers):\n    a = 1\n    return a / 0": "division by zero\n  in its line 3",
    "def f(X, centers): return f(X, centers)": "It raises     RecursionError: ",
    "def f(X, centers): import os; os._exit(1)": "But it ends the Python process",
    "def f(X, centers): return input()": "It raises     EOFError",
    "def f(X, centers): return np.ones(10**7)": "an array of shape (10000000,), far too large.",
    "def f(X, centers): return X, 1": "But it gives a tuple whose 2 parts differ in shape.",
    "def f(X, centers): return (x for x in X)": "But it gives a generator.",
    f"def f(X, centers): return np.ma.array({RIGHT}, mask=True)": "with masked entries.",
    "def f(X, centers): return X ^ 2": "in Python x ^ 2 is no power. Write x ** 2.",
    "def f(X, centers): return X[:, :1]": "must be (3,), and is an array of shape (3, 1).",
    "def f(X, centers): return X[:, 0] / 0": "not a number (nan) or infinite",
    "def f(X, centers): print(X)": "But it prints and returns nothing. Write `return`",
    f"def f(X, centers): labels = {RIGHT}; X -= 1; return labels": "It changes its argument `X`.",
    "held = open(1, 'w', closefd=False)\ndef f(X, centers): return held": "`held` from the note",
    "class A:\n    def __reduce__(self): return int, ('x',)\n"
    "held = A()\ndef f(X, centers): return held": "`held` from the notebook, which cannot be",
    "def f(X, centers): get_ipython().system('ls')": "A line that begins with ! or % is for the",
    "f = np.zeros(3)": "`check` needs the function itself, without brackets after its name",
    "def f(X): return X": "The function must take 2 arguments: (X, centers).",
}


@pytest.mark.parametrize("code", MESSAGES)
def test_what_is_wrong_is_said_in_words(code, capsys):
    check("99.1", student(code))
    output = capsys.readouterr().out
    assert output.startswith("✗ 99.1: ")
    assert MESSAGES[code] in output
    assert len(output) < 1500


@pytest.mark.parametrize(
    ("limits", "body"),
    [
        ((0.5, FOREVER), "\n    while time.time() < end:\n        try: sum(range(10**5))"
                         "\n        except: pass"),
        ((0.5, FOREVER), "np.linalg.eigvals(np.random.default_rng(0).normal(size=(6000, 6000)))"),
        ((FOREVER, 0.5), "time.sleep(20)"),
    ],
    ids=["computes", "inside NumPy", "sleeps"],
)  # fmt: skip
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is the clock only")
def test_what_does_not_end_is_ended(limits, body, monkeypatch, capsys):
    monkeypatch.setattr(sandbox.run_apart, "__defaults__", limits)
    check("99.1", student(f"import time\nend = time.time() + 60\ndef f(X, centers): {body}"))
    assert "But it does not end. Is there a loop that nothing stops?" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is the clock only")
def test_each_input_has_its_own_time_to_compute():
    code = """
def f(x):
    end = time.process_time() + 0.2
    while time.process_time() < end: pass
    return x
"""
    outcomes = sandbox.run_apart(student("import time" + code), [(1,), (2,), (3,)], 0.4, FOREVER)
    assert [outcome.value for outcome in outcomes] == [1, 2, 3]


@pytest.mark.parametrize(
    "body",
    [
        "\n    while True: pass",
        "return sum(iter(lambda: 1, 0))",
        "\n    while True: time.sleep(0.01)",
    ],
)
def test_look_at_the_clock_ends_a_call_where_there_are_no_processes(body):
    before = sys.gettrace()
    trace = lambda *_args: None  # noqa: E731  of a debugger
    sys.settrace(trace)
    try:
        assert attempt(student(f"import time\ndef f(x): {body}"), (1,), 0.1).kind == "endless"
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


@pytest.fixture
def pipe(tmp_path):
    """A named pipe, and what is read from it until all who write have closed it."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK)) as reader:
        os.set_blocking(reader.fileno(), True)
        yield path, reader


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("subprocess.Popen(writes, stdout=out, start_new_session=True)", "return x"),
        ("subprocess.Popen(writes, stdout=out)", "os._exit(1)"),
        ("subprocess.Popen(writes, stdout=out)", "while True: pass"),
    ],
)
def test_what_a_function_starts_ends_with_its_check(start, end, pipe):
    path, reader = pipe
    code = f"""
import os, subprocess
def f(x):
    writes, out = ["sh", "-c", "sleep 5; echo survived"], open({str(path)!r}, "w")
    {start}
    {end}
"""
    sandbox.run_apart(student(code), [(1,)], 0.5, FOREVER)
    assert reader.read() == ""


def test_function_that_runs_ends_with_the_kernel(pipe):
    path, reader = pipe
    code = f"""
from rbflib.lab.grader.sandbox import run_apart
def f(x):
    import time
    with open({str(path)!r}, "w") as out:
        print("running", file=out, flush=True)
        time.sleep(5)
        print("survived", file=out)
run_apart(f, [(1,)])
"""
    kernel = subprocess.Popen([sys.executable, "-c", code])
    os.set_blocking(reader.fileno(), True)
    while not (output := reader.readline()):
        pass  # nobody has opened it for writing yet
    kernel.kill()
    kernel.wait()
    assert output + reader.read() == "running\n"


def test_stub_is_no_mistake(capsys):
    for body in ("...", "pass", "return None", '\n    """Nearest centers."""\n    ...  # here'):
        check("99.1", student(f"def f(X, centers): {body}"))
        assert capsys.readouterr().out == f"· 99.1: {NOTHING}\n"
    assert not is_stub(student("def f(x): return 3"))


@pytest.mark.parametrize("name", ["0.1", " 0.1 ", "00.1", 0.1])
def test_names_are_read_as_people_write_them(name, capsys):
    _hints_shown.clear()
    hint(name)
    assert "squared distance on a line" in capsys.readouterr().out


def test_hints_come_one_by_one_and_begin_again(capsys):
    _hints_shown.clear()
    for _ in range(4):
        hint(99.1)  # a number is taken for a name
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"Hint {n} of 3" for n in (1, 2, 3, 1)]


@EACH
def test_solution_is_a_right_answer(exercise, capsys):
    solution(exercise.name)
    text = capsys.readouterr().out
    names = {"np": np}
    exec(text, names)
    assert report(names[re.match(r"def (\w+)", text)[1]], exercise)[0]


@pytest.mark.parametrize("ask", [hint, solution, lambda name: check(name, len)])
def test_what_is_no_name_is_said(ask, monkeypatch):
    for name in (99.9, None, "4,1"):
        with pytest.raises(ValueError, match=r"There is no exercise .*There are 0\.1, 0\.2"):
            ask(name)
    monkeypatch.setitem(EXERCISES, "99.10", EXERCISES["99.1"])
    with pytest.raises(ValueError, match=r'may be "99\.1" or "99\.10"\. Write it in quotes'):
        ask(99.10)
