"""Changes rbflib in one place at a time, and prints the changes that no test notices.

    python tests/mutate.py --count 60 --seed 0 --jobs 2
    python tests/mutate.py --of questions        numbers of questions, and judging

In a copy, the tests nearest to the module are run, and if they pass, all of `TESTS`. If these
pass too, the change has survived. The status is 1 if more than one in twelve have survived.
"""

import argparse
import ast
import os
import random
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns

ROOT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-Bm", "pytest", "-xq", "-p", "no:cacheprovider", "-m", "not thorough"]
NAMED = {f"test_{path.name}" for path in ROOT.glob("rbflib/*.py")}
OF_MODELS = ["tests/test_bad_input.py", "tests/test_estimators.py", "tests/numerics"]
OF_MODELS += ["tests/test_warnings.py", "tests/test_new_basis.py"]
OF_MODELS += sorted(f"tests/{path.name}" for path in ROOT.glob("tests/*.py") if path.name in NAMED)
OF_QUESTIONS = ["tests/pages/test_questions.py", "tests/kit/test_question_file.py"]
OF_QUESTIONS += ["tests/kit/test_quiz.py", "tests/test_learned.py", "teaching/tests/test_exam.py"]
OF_QUESTIONS += ["tests/test_collect.py"]
TESTS = {"models": OF_MODELS, "questions": OF_QUESTIONS}
FILES = {
    "models": ["rbflib/*.py", "rbflib/numerics/*.py"],
    "questions": ["rbflib/lab/pages/*/numbers.py", "teaching/exam/page_*.py",
                  "rbflib/lab/kit/template.py", "rbflib/lab/kit/question_file.py",
                  "rbflib/lab/collect/answers.py", "rbflib/lab/collect/learned.py"],
}  # fmt: skip

# Left alone: names for speed and memory; kinds of nodes; names for messages, imports and data.
SPARED = {
    "BLOCK_SIZE", "MIN_ROWS", "SMALL_TABLE", "MAX_DIRECT_FEATURES", "PRODUCT_ROWS", "PROBES",
    "MIN_TREE_SAMPLES", "MAX_TREE_FEATURES", "MAX_TREE_SHARE", "MIN_LANCZOS_SIZE", "N_PROBES",
    "MAX_LANCZOS_SHARE", "ALWAYS_FREE", "copy", "check_finite", "overwrite_a",
    "row_blocks", "assume_a", "_is_plain", "is_small", "arguments", "JoinedStr", "Raise",
    "warnings", "stacklevel", "estimator", "input_name",
    "strict", "TYPE_CHECKING", "__all__", None,  # the name of **keywords
}  # fmt: skip
# Left alone where a picture is drawn, draw_*: its looks.
LOOKS = SPARED | {
    "squared", "style", "grid", "set_axisbelow", "set_xticks", "set_yticks", "set_ylim",
    "lw", "ms", "ls", "color", "edgecolor", "linewidths", "linestyles", "xlim", "ylim", "width",
    "label", "fontsize",
}  # fmt: skip
SWAPS = {
    ast.Lt: [ast.LtE(), ast.Gt()], ast.LtE: [ast.Lt(), ast.GtE()], ast.Gt: [ast.GtE(), ast.Lt()],
    ast.GtE: [ast.Gt(), ast.LtE()], ast.Eq: [ast.NotEq()], ast.NotEq: [ast.Eq()],
    ast.Add: [ast.Sub()], ast.Sub: [ast.Add()], ast.Mult: [ast.Div()], ast.Div: [ast.Mult()],
    ast.And: [ast.Or()], ast.Or: [ast.And()], "min": ["max"], "max": ["min"],
    "minimum": ["maximum"], "maximum": ["minimum"],
}  # fmt: skip


def nodes_in(node, spared=SPARED):
    """The nodes of a tree that may be changed. Annotations have nothing that could be."""
    names = {type(node).__name__, getattr(node, "arg", "")}
    if isinstance(node, ast.expr | ast.Assign | ast.Expr):  # left alone for any part of it
        found = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.JoinedStr)]
        names |= {getattr(part, "id", "JoinedStr") for part in found}
        if spared is LOOKS:
            names |= {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    if isinstance(node, ast.FunctionDef) and node.name.startswith("draw_"):
        spared = LOOKS
    if names.isdisjoint(spared):
        yield node
        for child in ast.iter_child_nodes(node):
            if child not in getattr(node, "decorator_list", ()):
                yield from nodes_in(child, spared)


def changes(node):
    """Every change of a node: what is replaced, and the text that replaces it."""
    fields = dict(ast.iter_fields(node))
    for name, value in fields.items():
        first, *rest = (value or [None]) if isinstance(value, list) else [value]
        for other in SWAPS.get(first, SWAPS.get(type(first), [])):
            new = {name: [other, *rest] if name == "ops" else other}
            yield node, ast.unparse(type(node)(**(fields | new)))
    match node:
        case ast.Constant(value=x) if type(x) in (int, float):
            others = {0: [1], 1: [0, 2]}.get(x, [4 * x, type(x)(x / 4)])
            yield from ((node, repr(other)) for other in others)
        case ast.UnaryOp(operand=whole) | ast.Call(func=ast.Attribute(value=whole, attr="copy")):
            yield node, ast.unparse(whole)
        case ast.If(test=test) | ast.IfExp(test=test):
            yield from [(test, "True"), (test, "False")]
        case ast.keyword() | ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield node, "**{}" if isinstance(node, ast.keyword) else "pass"  # nothing


def changes_of(path):
    """Every change of a file: a line about it, the file, and its bytes before and after it."""
    source = path.read_bytes()
    lines = source.splitlines(keepends=True)
    # A lone expression of a module is its docstring, or a call for speed.
    parts = [part for part in ast.parse(source).body if not isinstance(part, ast.Expr)]
    allowed = [node for part in parts for node in nodes_in(part)]
    for old, text in (pair for node in allowed for pair in changes(node) if pair[0] in allowed):
        a, b = old.lineno - 1, old.end_lineno
        left, right = lines[a][: old.col_offset], lines[b - 1][old.end_col_offset :]
        new = (f"({text})" if isinstance(old, ast.expr) else text).encode()
        line = f"{path}:{old.lineno}: {ast.unparse(old)} -> {text}"
        yield line, path, source, b"".join([*lines[:a], left, new, right, *lines[b:]])


def enter_copy(folder):
    """A process works in a copy of its own, where Python looks before the installed package."""
    here = f"{folder}/{os.getpid()}"
    os.chdir(copytree(ROOT, here, ignore=ignore_patterns(".*", "__pycache__", "node_modules")))
    os.environ.update(PYTHONPATH=here, TMPDIR=here, OPENBLAS_NUM_THREADS="1")
    resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))  # a changed size may be too large
    resource.setrlimit(resource.RLIMIT_CPU, (300, 300))  # and a loop endless


def nearest_tests(path):
    """What most likely notices a change of a file: the tests of its name, or of its page."""
    named = Path("tests", *path.parts[1:-1], f"test_{path.name}")
    pages = {page.stem[3:]: page.stem[:2] for page in Path("notebooks/source").glob("*.md")}
    if named.exists():
        return [[named]]
    if path.name == "numbers.py":
        return [["tests/pages/test_questions.py", "-k", pages[path.parent.name]]]
    return [["teaching/tests/test_exam.py", "-k", path.stem[-2:]]] if "exam" in path.parts else []


def survives(tests_of, line, path, before, after):
    """Whether all tests pass, in time, after a change of a file; then its line is printed."""
    path.write_bytes(after)
    try:
        for tests in [*nearest_tests(path), tests_of]:
            subprocess.run([*PYTEST, *tests], stdout=subprocess.DEVNULL, timeout=1800, check=True)
    except subprocess.SubprocessError:
        return False
    finally:
        path.write_bytes(before)
    print(line, flush=True)
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option, default in {"--count": 60, "--seed": 0, "--jobs": 2}.items():
        parser.add_argument(option, type=int, default=default)
    parser.add_argument("--of", choices=FILES, default="models")
    asked = parser.parse_args()
    os.chdir(ROOT)
    files = sorted(path for pattern in FILES[asked.of] for path in Path().glob(pattern))
    judge = partial(survives, TESTS[asked.of])
    every = [change for file in files for change in changes_of(file)]
    drawn = random.Random(asked.seed).sample(every, asked.count)
    with tempfile.TemporaryDirectory() as folder:
        pool = ProcessPoolExecutor(asked.jobs, initializer=enter_copy, initargs=[folder])
        _, path, source, _ = drawn[0]
        if not pool.submit(judge, "Without a change all pass.", path, source, source).result():
            sys.exit("Without a change some tests fail, or take too long.")
        survivors = sum(pool.map(judge, *zip(*drawn, strict=True)))
    print(f"{survivors} of {asked.count} changes have survived.")
    sys.exit(survivors > asked.count / 12)
