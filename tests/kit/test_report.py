import io
import re
import warnings
from contextlib import redirect_stdout

import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import format_number, with_minus
from tests.each_explorer import NAMES

# Results about the picture, or of another state beside the present one.
LEFT_OUT = {
    "error_surface": {"cells computed"},
    "playground": {"size", "beside it: E_in", "its E_out", "the two agree, % of the plane"},
}


def assert_code_prints_the_readout(name, explorer):
    results = {n: x for n, x in explorer.numbers.items() if x != ""}  # the others are remarks
    shown = {n: x for n, x in results.items() if n not in LEFT_OUT.get(name, ())}
    printed = io.StringIO()
    with redirect_stdout(printed), warnings.catch_warnings(action="ignore"):
        exec(explorer.code, {"__name__": "__main__"})
    lines = dict(line.rsplit(": ", 1) for line in printed.getvalue().splitlines())
    assert lines.keys() == shown.keys()
    for result, value in shown.items():
        text = lines[result] if isinstance(value, str) else format_number(float(lines[result]))
        assert with_minus(text) == with_minus(format_number(value)), explorer.code


def assert_code_is_short_and_needs_nothing_of_the_lab(code):
    assert len(code.splitlines()) <= 30
    assert max(map(len, code.splitlines())) <= 100
    modules = set(re.findall(r"^(?:from|import) (\S+)", code, re.MULTILINE))
    peers = {"itertools", "numpy", "scipy", "sklearn"}
    assert {module for module in modules if module.split(".")[0] not in peers} <= {"rbflib"}


@pytest.mark.parametrize("name", NAMES)
def test_code_is_short_and_prints_the_readout_at_the_start_and_at_every_preset(name):
    explorer = EXPLORERS[name]()
    assert_code_is_short_and_needs_nothing_of_the_lab(explorer.code)
    assert_code_prints_the_readout(name, explorer)
    for preset in explorer.presets:
        explorer.restore(preset)
        assert_code_prints_the_readout(name, explorer)
