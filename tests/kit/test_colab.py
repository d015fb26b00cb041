"""Google Colab's versions of Jupyter and scikit-learn, in `.venv-colab`; not Colab itself."""

import pytest
from jupyter_client import KernelManager

from rbflib.lab.exercises import _find
from rbflib.lab.kit.display import VIEW
from tests.browser.conftest import DEMANDED, ROOT

PYTHON = ROOT / ".venv-colab/bin/python"
COLAB = """
import sys
from types import SimpleNamespace
import numpy as np
output = {"enable_custom_widget_manager": dict, "_widgets": SimpleNamespace(_installed_url="here")}
sys.modules |= {"google.colab": None, "google.colab.output": SimpleNamespace(**output)}
from rbflib.lab import EXPLORERS, check, predict, progress, quiz
"""
EXERCISE = _find("0.1")

pytestmark = pytest.mark.thorough


class Kernel:
    def __init__(self):
        self.manager = KernelManager()
        self.manager.kernel_spec.argv[0] = str(PYTHON)
        self.manager.start_kernel()
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)
        self.run(COLAB)

    def run(self, code):
        """Contents of the outputs of a cell."""
        got = []
        reply = self.client.execute_interactive(code, output_hook=got.append, timeout=120)
        assert reply["content"]["status"] == "ok", reply["content"]
        kinds = ("stream", "display_data", "execute_result")
        return [message["content"] for message in got if message["msg_type"] in kinds]

    def send(self, to, **state):
        """What a browser sends to a widget."""
        data = {"method": "update", "state": state, "buffer_paths": []}
        message = self.client.session.msg("comm_msg", {"comm_id": to, "data": data})
        self.client.shell_channel.send(message)

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel():
    if not PYTHON.exists():
        assert not DEMANDED, f"{PYTHON} is demanded and not installed"
        pytest.skip("Colab's versions are not installed: make .venv-colab/test.done")
    kernel = Kernel()
    yield kernel
    kernel.end()


@pytest.mark.parametrize(
    "code", ["EXPLORERS['interpolation']()", "predict('it rises', 'it falls')", "quiz('02')"]
)
def test_widget_is_displayed_once_with_the_manager_that_draws_it(kernel, code):
    [output] = kernel.run(code)
    assert output["data"].keys() == {VIEW, "text/plain"}
    assert output["metadata"] == {VIEW: {"colab": {"custom_widget_manager": {"url": "here"}}}}


def test_explorer_answers_a_browser(kernel):
    [output] = kernel.run("kept = EXPLORERS['interpolation']()\nkept")
    kernel.send(output["data"][VIEW]["model_id"], gamma=100.0)
    [answer] = kernel.run("print(kept._answer['values']['gamma'], kept.summary)")
    assert answer["text"].startswith("100.0 γ = 100, ")


def test_every_explorer_draws_and_says_nothing_of_libraries(kernel):
    drawn = "{name: build() for name, build in EXPLORERS.items()}"
    code = f"[name for name, e in {drawn}.items() if not e.frame or 'deprecated' in e.summary]"
    [output] = kernel.run(code)
    assert output["data"]["text/plain"] == "[]"


def test_function_is_checked_and_progress_is_shown(kernel):
    name = EXERCISE.reference.__name__
    [answer] = kernel.run(f"{EXERCISE.solution}\n\ncheck({EXERCISE.name!r}, {name})")
    assert answer["text"].startswith("✓")
    [output] = kernel.run("progress()")
    assert VIEW in output["data"]
