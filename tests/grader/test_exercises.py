"""Each check is fed the reference, the usual mistakes, and garbage."""

import ast
import copy
import inspect
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import jupytext
import numpy as np
import pytest
from independent import PAGES
from tried import TRIED

from rbflib.lab.exercises import EXERCISES, _hints_shown, check, hint, solution
from rbflib.lab.grader import sandbox
from rbflib.lab.grader.construction import Construction
from rbflib.lab.grader.exercise import Exercise, is_stub, verdict
from rbflib.lab.grader.worker import attempt

SOURCE = Path(__file__).parents[2] / "notebooks" / "source"
FUNCTIONS = {name: e for name, e in EXERCISES.items() if isinstance(e, Exercise)}
EACH = pytest.mark.parametrize("exercise", FUNCTIONS.values(), ids=FUNCTIONS)
EXPECTED = {name: f for page in PAGES.values() for name, f in page.EXERCISES.items()}
FOREVER = 1e6  # seconds
NOTHING = "nothing to check yet. Write the function above, run its cell, then this one."


@pytest.fixture(autouse=True)
def tried(monkeypatch):
    """Exercises that no page has can be checked, too."""
    for name, exercise in TRIED.items():
        monkeypatch.setitem(EXERCISES, name, exercise)


def student(code):
    """The function that a student's cell defines."""
    names = {"__name__": "__main__", "np": np}
    exec(code, names)
    return names["f"]


def report(function, exercise):
    """What is said, without a process of its own: for functions that can be trusted."""
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


@pytest.mark.parametrize(
    ("name", "words"),
    [(e.name, words) for e in FUNCTIONS.values() for words in e.mistakes],
)
def test_usual_mistake_is_named(name, words):
    exercise = EXERCISES[name]
    right, text = report(exercise.mistakes[words], exercise)
    assert not right
    assert f"\n  A usual mistake: {words}" in text


def test_usual_mistake_that_gives_no_number_is_named():
    def root(x):
        return np.sqrt(x**2)

    def no_square(x):
        with np.errstate(invalid="ignore"):
            return np.sqrt(x)

    inputs = [(np.array([-1.0, 2.0]),), (np.array([-4.0]),)]
    exercise = Exercise("0.0", root, lambda: inputs, {"the square is forgotten.": no_square}, ())
    assert "A usual mistake: the square is forgotten." in report(no_square, exercise)[1]


@EACH
def test_inputs_are_several_small_first_and_always_the_same(exercise):
    once, again = exercise.inputs(), exercise.inputs()
    assert len(once) >= 4
    assert all(np.size(x) <= 12 for x in once[0])
    for first, second in zip(once, again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


@EACH
def test_page_has_text_stub_and_check(exercise):
    page, _ = exercise.name.split(".")
    [path] = SOURCE.glob(f"{page:0>2}_*.md")
    text = path.read_text(encoding="utf-8")
    function = exercise.reference.__name__
    arguments = ", ".join(exercise.parameters)
    assert f"\n### {exercise.name} " in text
    assert f"def {function}({arguments}):\n    ...\n" in text
    assert f'check("{exercise.name}", {function})' in text
    assert len(exercise.solution.splitlines()) <= 10


def test_page_keeps_two_functions_and_something_to_make():
    kinds = {name: type(e) for name, e in EXERCISES.items() if name not in TRIED}
    for number in {name.split(".")[0] for name in kinds}:
        page = [kind for name, kind in kinds.items() if name.split(".")[0] == number]
        assert page.count(Exercise) <= 3
        assert Construction in page


def same_names(tree):
    """The code of a tree with its names in the order in which they come, but for modules."""
    names = {}
    for node in ast.walk(tree):
        for field in ("id", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name != "np" and not isinstance(node, ast.keyword):
                setattr(node, field, names.setdefault(name, f"n{len(names)}"))
    return ast.dump(tree)


def final(statements):
    """Statements as they are, and what the last of them computes."""
    *rest, last = copy.deepcopy(statements)
    value = getattr(last, "value", None)
    return same_names(ast.Module([*rest, ast.Expr(value)], [])) if value else None


def copied(exercise, cells):
    """The cells of code in which the whole of the reference stands, perhaps under other names."""
    body = ast.parse(inspect.getsource(exercise.reference)).body[0].body
    wanted, found = final(body), []
    for cell in cells:
        nodes = list(ast.walk(ast.parse(cell)))
        blocks = [node.body for node in nodes if isinstance(getattr(node, "body", None), list)]
        windows = [b[i : i + len(body)] for b in blocks for i in range(len(b) - len(body) + 1)]
        if len(body) == 1:
            windows += [[ast.Expr(node)] for node in nodes if isinstance(node, ast.expr)]
        found += [cell] * any(final(window) == wanted for window in windows)
    return found


@EACH
def test_exercise_is_not_solved_by_copying_a_cell(exercise):
    [path] = SOURCE.glob(f"{exercise.name.split('.')[0]:0>2}_*.md")
    cells = jupytext.read(path, fmt="md:myst").cells
    assert copied(exercise, [cell.source for cell in cells if cell.cell_type == "code"]) == []


@pytest.mark.parametrize(
    ("cell", "is_copy"),
    [
        ("d = ((a[:, None, :] - b) ** 2).sum(axis=2)\nl = d.argmin(axis=1)", True),
        ("d = ((a[:, None, :] - b) ** 2).sum(axis=2)\nl = d.argmin(axis=0)", False),
        ("d = ((a[:, None, :] - b) ** 2).sum(axis=2)", False),
    ],
)
def test_copy_is_noticed_under_other_names(cell, is_copy):
    assert bool(copied(TRIED["99.1"], [cell])) == is_copy


# The whole way, through a process of its own.


def test_check_says_right(capsys):
    code = "def f(X, centers): return ((X[:, None] - centers) ** 2).sum(2).argmin(1)"
    check("99.1", student(code))
    assert capsys.readouterr().out == "✓ 99.1: right on all 6 inputs.\n"


def test_function_may_use_other_functions_of_the_notebook(capsys):
    code = """
def square(x): return x**2
def f(X, centers): return square(X[:, None] - centers).sum(2).argmin(1)
"""
    check("99.1", student(code))
    assert capsys.readouterr().out == "✓ 99.1: right on all 6 inputs.\n"


def test_wrong_answer_is_shown_on_a_small_input(capsys):
    check("99.2", student("def f(X, labels, k): return np.stack([X.mean(axis=0)] * k)"))
    assert (
        capsys.readouterr().out
        == """\
✗ 99.2: right on 0 of 4 inputs. The first that fails:

  X = np.array([[0., 0.],
                [2., 0.],
                [4., 6.]])
  labels = np.array([0, 0, 1])
  k = 2

  It must give  [[1., 0.],
                 [4., 6.]]
  It gives      [[2., 2.],
                 [2., 2.]]

  A usual mistake: the mean is over the wrong set: over all samples. \
Take those of the set, labels == m.
"""
    )


@EACH
@pytest.mark.parametrize("masked", [True, False])
def test_right_values_are_right_unless_they_are_masked(exercise, masked):
    def hidden(*args):
        return np.ma.array(exercise.reference(*args), mask=masked)

    right, said = report(hidden, exercise)
    assert right != masked
    assert ("masked" in said) == masked


def test_array_where_one_number_is_asked_for_is_told(capsys):
    check("99.3", student("def f(X, centers): return X[:1, 0]"))
    assert "It must be one number, and is an array of shape (1,)." in capsys.readouterr().out


GARBAGE = {
    "def f(X, centers): return X.shade": "It raises     AttributeError: ",
    "def f(X, centers):\n    a = 1\n    return a / 0": (
        "It raises     ZeroDivisionError: division by zero\n  in its line 3"
    ),
    "def f(X, centers): return f(X, centers)": "It raises     RecursionError: ",
    "def f(X, centers): import sys; sys.exit(1)": "It raises     SystemExit: 1",
    "def f(X, centers): raise KeyboardInterrupt": "It raises     KeyboardInterrupt",
    "def f(X, centers): import os; os._exit(1)": "But it ends the Python process",
    "def f(X, centers): return input()": "It raises     EOFError",
    "def f(X, centers): return np.ones(10**13)": "It raises     ",
    "def f(X, centers): return np.ones(10**7)": "an array of shape (10000000,), far too large.",
    "def f(X, centers): return [1, [2, 3]]": "But it gives a list whose 2 parts differ in shape.",
    "def f(X, centers): return 'nearest'": "But it gives a str that holds no numbers.",
    "def f(X, centers): return X, 1": "But it gives a tuple whose 2 parts differ in shape.",
    "def f(X, centers): return (x for x in X)": "But it gives a generator.",
    "def f(X, centers): return np.array([0, 1, 0], dtype=object)": (
        "But it gives a ndarray that holds Python objects, not NumPy numbers."
    ),
    "def f(X, centers): return np.ma.masked": "But it gives a MaskedConstant with masked entries.",
    "def f(X, centers): return np.ma.array([0, 1, 0], mask=[0, 0, 1])": (
        "But it gives a MaskedArray with masked entries."
    ),
    "def f(X, centers): return X ^ 2": "in Python x ^ 2 is no power. Write x ** 2.",
    "def f(X, centers): return 1.5 ^ 2": "A usual mistake: in Python x ^ 2 is no power.",
    "def f(X, centers): return f": "But it gives a function.",
    "def f(X, centers): return X[:, :1]": "must be (3,), and is an array of shape (3, 1).",
    "def f(X, centers): return X[:, 0] / 0": "not a number (nan) or infinite",
    "def f(X, centers): x = 1": "But it returns nothing. Does it end with `return`?",
    "def f(X, centers): print(X)": "But it prints and returns nothing. Write `return`",
    "def f(X, centers):\n    print('here')\n    return X": "It printed:\n    here\n",
    "def f(X, centers):\n    centers += 1\n    return X": "It changes its argument `centers`.",
}


@pytest.mark.parametrize("code", GARBAGE)
def test_garbage_is_told_in_words(code, capsys):
    check("99.1", student(code))
    said = capsys.readouterr().out
    assert said.startswith("✗ 99.1: right on 0 of 6 inputs. The first that fails:\n")
    assert GARBAGE[code] in said
    assert len(said) < 1500


@pytest.mark.parametrize(
    "body",
    [
        "while time.time() < end: pass",
        "while time.time() < end:\n        try: sum(range(10**5))\n        except: pass",
        "while time.time() < end: print('x' * 1000)",
        "return np.linalg.eigvals(np.random.default_rng(0).normal(size=(6000, 6000)))",
    ],
    ids=["loop", "catches all", "prints", "inside NumPy"],
)
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is the clock only")
def test_what_computes_without_end_is_ended_by_the_time_it_computes(body, monkeypatch, capsys):
    monkeypatch.setattr(sandbox.run_apart, "__defaults__", (0.5, FOREVER))
    start = "import time\ndef f(X, centers):\n    end = time.time() + 60\n    "
    check("99.1", student(start + body))
    assert "But it does not end. Is there a loop that nothing stops?" in capsys.readouterr().out


def test_what_sleeps_without_end_is_ended_by_the_clock(monkeypatch, capsys):
    monkeypatch.setattr(sandbox.run_apart, "__defaults__", (FOREVER, 0.5))
    check("99.1", student("import time\ndef f(X, centers): time.sleep(20)"))
    assert "But it does not end. Is there a loop that nothing stops?" in capsys.readouterr().out


def test_without_a_timer_of_computing_the_clock_has_its_limit(monkeypatch):
    monkeypatch.delattr(signal, "setitimer", raising=False)
    function = student("import time\ndef f(x): time.sleep(20)")
    [outcome] = sandbox.run_apart(function, [(1,)], 0.5, FOREVER)
    assert outcome.kind == "endless"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is the clock only")
def test_slow_right_answer_is_right_as_long_as_it_computes_little():
    function = student("import time\ndef f(x): time.sleep(0.6); return x")
    outcomes = sandbox.run_apart(function, [(1,), (2,)], 0.3, FOREVER)
    assert [outcome.value for outcome in outcomes] == [1, 2]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is the clock only")
def test_each_input_has_its_own_time_to_compute():
    code = """
def f(x):
    end = time.process_time() + 0.4
    while time.process_time() < end: pass
    return x
"""
    outcomes = sandbox.run_apart(student("import time" + code), [(1,), (2,), (3,)], 0.8, FOREVER)
    assert [outcome.value for outcome in outcomes] == [1, 2, 3]


def test_right_values_from_changed_arguments_are_not_right(capsys):
    code = """
def f(X, centers):
    labels = ((X[:, None] - centers) ** 2).sum(2).argmin(1)
    X -= 1
    return labels
"""
    check("99.1", student(code))
    assert capsys.readouterr().out == (
        "✗ 99.1: the values are right.\n\n"
        "  It changes its argument `X`. Work on a copy, such as x.copy().\n"
    )


@pytest.mark.parametrize("kind", ["list", "tuple", "matrix"])
def test_right_values_in_a_list_are_not_right(kind, capsys):
    code = (
        "matrix = lambda rows: np.asmatrix(list(rows))\n"
        f"def f(X, labels, k): return {kind}(X[labels == m].mean(axis=0) for m in range(k))"
    )
    check("99.2", student(code))
    assert capsys.readouterr().out == (
        "✗ 99.2: the values are right.\n\n"
        f"  They come as a {kind}, and an array is asked for: np.array(...).\n"
    )


def test_function_is_never_run_in_this_process(capsys):
    here = []
    function = student("def f(X, centers): seen.append(1); np.random.seed(0); return X")
    function.__globals__["seen"] = here
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    check("99.1", function)
    assert here == []
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("import threading\nheld = threading.Lock()\ndef f(X, centers): return held", "`held`"),
        ("held = open(1, 'w', closefd=False)\ndef f(X, centers): return f(held, held)", "`held`"),
        (
            "def make(held):\n    def f(X, centers): return next(held)\n    return f\n"
            "f = make(x for x in 'ab')",
            "`held`",
        ),
        ("def f(X, centers, held=open(1, 'w', closefd=False)): return held", "something"),
        ("class F:\n    held = (x for x in 'ab')\n    def __call__(self, X, centers): 0\nf = F()",
         "something"),
    ],
    ids=["lock", "file", "closure", "default", "object"],
)  # fmt: skip
def test_function_that_cannot_be_carried_over_is_told_without_words_of_pickle(code, used, capsys):
    check("99.1", student(code))
    assert capsys.readouterr().out == (
        f"✗ 99.1: The function uses {used} from the notebook, which cannot be copied to the "
        "process that checks it. Let it use its arguments only.\n"
    )


WRITES_LATER = ["sh", "-c", "sleep 5; echo survived"]


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
        ("subprocess.Popen(writes, stdout=out)", "return x"),
        ("subprocess.Popen(writes, stdout=out, start_new_session=True)", "return x"),
        ("subprocess.Popen(writes, stdout=out)", "os._exit(1)"),
        ("subprocess.Popen(writes, stdout=out)", "while True: pass"),
        ("subprocess.Popen(['sh', '-c', f'({writes[2]}) &'], stdout=out).wait()", "return x"),
        ("if not os.fork(): os.execvp('sh', ['sh', '-c', f'({writes[2]}) > {out.name}'])",
         "return x"),
    ],
)  # fmt: skip
def test_what_a_function_starts_ends_with_its_check(start, end, pipe):
    path, reader = pipe
    code = f"""
import os, subprocess
def f(x):
    writes, out = {WRITES_LATER!r}, open({str(path)!r}, "w")
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
    while not (said := reader.readline()):
        pass  # nobody has opened it for writing yet
    kernel.kill()
    kernel.wait()
    assert said + reader.read() == "running\n"


def test_copy_of_its_process_that_a_function_makes_says_nothing():
    function = student("import os\ndef f(x): os.fork(); return x")
    outcomes = sandbox.run_apart(function, [(1,), (2,), (3,)])
    assert [outcome.value for outcome in outcomes] == [1, 2, 3]


@pytest.mark.parametrize(
    "stub",
    [
        "def f(X, centers):\n    ...",
        "def f(X, centers):\n    pass",
        "def f(X, centers):\n    return ...",
        "def f(X, centers):\n    return None",
        'def f(X, centers):\n    """Nearest centers."""\n    ...  # here',
        "f = lambda X, centers: ...",
        "f = None",
        "f = ...",
    ],
)
def test_stub_is_no_mistake(stub, capsys):
    check("99.1", student(stub))
    assert capsys.readouterr().out == f"· 99.1: {NOTHING}\n"


@pytest.mark.parametrize(
    "code",
    ["def f(x): return x", "def f(x): return 3", "def f(x): x = 1", "def f(x): return -x",
     "def f(x):\n    while True: pass", "f = np.sum"],
)  # fmt: skip
def test_function_with_a_body_is_no_stub(code):
    assert not is_stub(student(code))


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (np.zeros(3), "`check` needs the function itself, without brackets after its name"),
        (lambda X: X, "The function must take 2 arguments: (X, centers)."),
    ],
)
def test_what_cannot_be_called_is_told(function, said, capsys):
    check("99.1", function)
    assert said in capsys.readouterr().out


def test_hints_come_one_by_one_and_begin_again(capsys):
    _hints_shown.clear()
    for _ in range(4):
        hint("99.1")
    first, second, third, fourth = capsys.readouterr().out.splitlines()
    assert first.startswith("Hint 1 of 3: ")
    assert second.startswith("Hint 2 of 3: ")
    assert third.startswith("Hint 3 of 3: ")
    assert fourth == first


@EACH
def test_solution_is_a_right_answer(exercise, capsys):
    solution(exercise.name)
    text = capsys.readouterr().out
    names = {"np": np}
    exec(text, names)
    assert report(names[re.match(r"def (\w+)", text)[1]], exercise)[0]


@pytest.mark.parametrize("number", [99.1, np.float64(99.1)])
def test_number_in_place_of_a_name_is_taken(number, capsys):
    _hints_shown.clear()
    check(number, student("def f(X, centers): return X"))
    hint(number)
    solution(number)
    said = capsys.readouterr().out
    assert said.startswith("✗ 99.1: ")
    assert "Hint 1 of 3" in said
    assert "def assign(" in said


@pytest.mark.parametrize("ask", [hint, solution, lambda number: check(number, len)])
def test_number_that_may_be_one_of_two_names_is_asked_for_as_text(ask, monkeypatch):
    monkeypatch.setitem(EXERCISES, "99.10", EXERCISES["99.1"])
    with pytest.raises(ValueError, match=r'may be "99\.1" or "99\.10"\. Write it in quotes'):
        ask(99.10)


@pytest.mark.parametrize("name", [4, 99.9, None, len, ["4.1"], "4,1"])
@pytest.mark.parametrize("ask", [hint, solution, lambda name: check(name, len)])
def test_what_is_no_name_is_said(ask, name):
    with pytest.raises(ValueError, match=r"There is no exercise .*There are 0\.1, 0\.2"):
        ask(name)


def test_unknown_exercise_is_said():
    with pytest.raises(ValueError, match=r"no exercise '9\.9'\. There are 0\.1, 0\.2"):
        check("9.9", len)
