"""Code that is copied from an explorer, run: what it prints is what the explorer shows."""

import io
import warnings
from contextlib import redirect_stdout

from rbflib.lab.kit.caption import format_number, with_minus


def printed_by(code, names):
    """Result -> its text, of lines such as "E_in: 0.1". What it defines comes to `names`."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, names)
    return dict(line.rsplit(": ", 1) for line in printed.getvalue().splitlines())


def assert_code_prints_the_numbers(explorer, names=(), left_out=()):
    with warnings.catch_warnings(action="ignore"):
        lines = printed_by(explorer.code, dict(names))
    shown = {name: x for name, x in explorer.numbers.items() if x != ""}  # the others are remarks
    shown = {name: x for name, x in shown.items() if name not in left_out}
    assert lines.keys() == shown.keys()
    for name, value in shown.items():
        text = lines[name] if isinstance(value, str) else format_number(float(lines[name]))
        assert with_minus(text) == with_minus(format_number(value)), explorer.code
