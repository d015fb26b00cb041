"""Google Colab's versions of Jupyter and scikit-learn, in `.venv-colab`; not Colab itself."""

import nbformat
import pytest
from nbclient import NotebookClient

from rbflib.lab.exercises import _find
from rbflib.lab.kit.display import VIEW
from tests.browser.conftest import DEMANDED, ROOT

PYTHON = ROOT / ".venv-colab/bin/python"
EXERCISE = _find("0.1")
SHOWN = ["kept = EXPLORERS['interpolation']()\nkept", "predict('up', 'down')", "quiz('02')"]
COLAB = """
import sys
from types import SimpleNamespace
import numpy as np
output = {"enable_custom_widget_manager": dict, "_widgets": SimpleNamespace(_installed_url="here")}
sys.modules |= {"google.colab": None, "google.colab.output": SimpleNamespace(**output)}
from rbflib.lab import EXPLORERS, check, predict, progress, quiz
"""
MOVED = """
data = {"method": "update", "state": {"gamma": 100.0}, "buffer_paths": []}
kept.comm.handle_msg({"content": {"data": data}, "buffers": []})
kept.summary
"""
DRAWN = "[name for name, build in EXPLORERS.items() if 'deprecated' in build().summary]"
CHECKED = f"{EXERCISE.solution}\n\ncheck({EXERCISE.name!r}, {EXERCISE.reference.__name__})"


@pytest.mark.thorough
def test_widgets_live_and_functions_are_checked():
    if not PYTHON.exists():
        assert not DEMANDED, f"{PYTHON} is demanded and not installed"
        pytest.skip("Colab's versions are not installed: make .venv-colab/test.done")
    codes = [COLAB, *SHOWN, MOVED, DRAWN, CHECKED, "progress()"]
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    page = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(page, timeout=120, store_widget_state=False)
    client.create_kernel_manager().kernel_spec.argv[0] = str(PYTHON)
    client.execute()
    _, *shown, moved, drawn, checked, progress = (cell.outputs for cell in page.cells)
    for [output] in shown:  # without stills, and with the manager that draws it
        assert output.data.keys() == {VIEW, "text/plain"}
        assert output.metadata == {VIEW: {"colab": {"custom_widget_manager": {"url": "here"}}}}
    assert moved[0].data["text/plain"].startswith("'γ = 100, ")
    assert drawn[0].data["text/plain"] == "[]"
    assert checked[0].text.startswith("✓")
    assert VIEW in progress[0].data
