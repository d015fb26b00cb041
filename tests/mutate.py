"""Changes rbflib in one place at a time, and prints the changes that no test notices.

    python tests/mutate.py --count 60 --seed 0 --jobs 2

In a copy of the package, the tests of the changed module are run, and if they pass, those in WIDER.
If they pass too, the change has survived. A run that takes too long has failed. The status is 1 if
more than one change in twelve has survived.
"""

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
TIMEOUT = 180  # seconds, for one run of pytest
MEMORY = 2**32  # bytes: a changed size may be more than the computer has

BAD_INPUT = ["tests/test_bad_input.py", "tests/test_estimators.py"]
MODELS = "basis network full neighbors ols elm mds kmeans centers backprop two_stage".split()
WIDER = [*(f"tests/test_{name}.py" for name in MODELS), *BAD_INPUT]

# The tests of a module, unless they are in a file of its name.
TESTS = {
    "similarities": ["tests/numerics/test_numerics_similarities.py"],
    "least_squares": ["tests/numerics/test_linear.py", "tests/test_two_stage.py"],
    "distance_table": ["tests/test_mds.py", "tests/test_bad_input.py"],
    "learners": BAD_INPUT,
    "checks": BAD_INPUT,
    "warn": BAD_INPUT,
}

# Names of constants and arguments that change the speed or the memory, and no result.
SPEED = """BLOCK_SIZE MIN_ROWS SMALL_TABLE MAX_DIRECT_FEATURES PRODUCT_ROWS MIN_TREE_SAMPLES
    MAX_TREE_FEATURES MAX_TREE_SHARE MIN_LANCZOS_SIZE MAX_LANCZOS_SHARE ALWAYS_FREE PROBES N_PROBES
    check_finite copy overwrite_a""".split()
# They change messages or imports, or are a table of data. None is the name of **keywords.
OTHERS = ["stacklevel", "estimator", "input_name", "TYPE_CHECKING", "__all__", "_WORLD_CITIES", None]
SPARED = {*SPEED, *OTHERS}

PAIRS = [("min", "max"), ("argmin", "argmax"), ("minimum", "maximum")]
SWAPPED = {name: other for pair in PAIRS for name, other in (pair, pair[::-1])}
OPERATORS = {
    ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE], ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE], ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq],
    ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Div], ast.Div: [ast.Mult],
    ast.And: [ast.Or], ast.Or: [ast.And],
}  # fmt: skip


def spared(node):
    """Whether nothing in this node is changed."""
    match node:
        case ast.arguments() | ast.JoinedStr() | ast.Raise():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name("warnings"), attr="warn")):
            return True
        case ast.keyword():
            return node.arg in SPARED
        case ast.expr() | ast.Assign():
            return any(isinstance(n, ast.Name) and n.id in SPARED for n in ast.walk(node))
    return False


def nodes_in(node):
    """What may be changed in a node, itself included."""
    if isinstance(node, list):
        for child in node:
            yield from nodes_in(child)
    elif isinstance(node, ast.AST) and not spared(node):
        yield node
        for field, child in ast.iter_fields(node):
            if field not in ("annotation", "returns", "decorator_list"):
                yield from nodes_in(child)


def changes(node):
    """Every change of a node, as the part that is replaced and what replaces it."""

    def with_fields(**fields):
        return node, type(node)(**{**dict(ast.iter_fields(node)), **fields})

    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                for other in OPERATORS.get(type(op), ()):
                    yield with_fields(ops=[*ops[:i], other(), *ops[i + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield from (with_fields(op=other()) for other in OPERATORS.get(type(op), ()))
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            others = {0: [1], 1: [2]}.get(value, [4 * value, type(value)(value / 4)])
            yield from (with_fields(value=other) for other in others)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, node.operand
        case ast.Call(keywords=keywords):
            for k in keywords:
                if not spared(k):
                    yield with_fields(keywords=[other for other in keywords if other is not k])
        case ast.Name(id=name) if name in SWAPPED:
            yield with_fields(id=SWAPPED[name])
        case ast.Attribute(attr=name) if name in SWAPPED:
            yield with_fields(attr=SWAPPED[name])
        case ast.If(test=test) | ast.IfExp(test=test) if not spared(test):
            yield from ((test, ast.Constant(value)) for value in (True, False))
    if isinstance(node, ast.AugAssign) or isinstance(getattr(node, "value", 0), ast.Call):
        pass
