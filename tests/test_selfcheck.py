import os
import subprocess
import sys


def test_setting_of_matplotlib_is_named_with_the_place_to_change_it():
    code = "from rbflib.lab.selfcheck import check_environment; check_environment()"
    environment = os.environ | {"MPLBACKEND": "nonsense"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    last = run.stdout.splitlines()[-1]
    assert last.startswith("NOT OK  an explorer draws: Key backend: 'nonsense'")
    assert "your variable MPLBACKEND or your file matplotlibrc" in last
