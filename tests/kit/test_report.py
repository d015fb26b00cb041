import re

import numpy as np
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import with_minus
from tests.copied_code import assert_code_prints_the_numbers
from tests.each_explorer import NAMES

# Results about the picture, or of another state beside the present one.
LEFT_OUT = {
    "error_surface": {"cells computed"},
    "playground": {
        "size",
        "outside the picture",
        "beside it: E_in",
        "its E_out",
        "the two agree, % of the plane",
    },
}


def assert_code_is_short_and_needs_nothing_of_the_lab(code):
    assert len(code.splitlines()) <= 30
    assert max(map(len, code.splitlines())) <= 100
    modules = set(re.findall(r"^(?:from|import) (\S+)", code, re.MULTILINE))
    peers = {"itertools", "numpy", "scipy", "sklearn"}
    assert {module for module in modules if module.split(".")[0] not in peers} <= {"rbflib"}


@pytest.mark.parametrize("name", NAMES)
def test_code_is_short_and_prints_the_readout_at_the_start_and_at_every_preset(name):
    explorer, left_out = EXPLORERS[name](), LEFT_OUT.get(name, ())
    assert_code_is_short_and_needs_nothing_of_the_lab(explorer.code)
    assert_code_prints_the_numbers(explorer, left_out=left_out)
    for preset in explorer.presets:
        explorer.restore(preset)
        assert_code_prints_the_numbers(explorer, left_out=left_out)


def between_marks(control):
    """A number in the middle of the range that is no mark, or None where each has one."""
    marks = np.array(control.marks)
    if control.whole:
        return next((int(x) for x in marks[:-1] + 1 if x not in marks), None)
    low, high = marks[len(marks) // 2 - 1 :][:2].tolist()
    return (low * high) ** 0.5 if control.scale == "log" else (low + high) / 2


@pytest.mark.parametrize("name", NAMES)
def test_a_number_between_marks_is_taken_shown_drawn_and_written(name):
    explorer = EXPLORERS[name]()
    start = explorer.all_values
    for slider, control in explorer.controls.items():
        if control.kind != "slider" or (value := between_marks(control)) is None:
            continue
        explorer.set(**start)
        frame = explorer.frame
        explorer.set(**{slider: value})
        assert explorer.state[slider] == value
        assert with_minus(f"{control.label} = {control.format(value)}") in explorer.summary
        assert explorer.frame != frame, slider
        assert_code_prints_the_numbers(explorer, left_out=LEFT_OUT.get(name, ()))
