"""Jupyter Notebook, Voilà and marimo, which `make test-all` installs in `.venv-frontends`."""

from contextlib import closing
from textwrap import indent

import pytest
from playwright.sync_api import expect

from rbflib.lab.exercises import _find
from rbflib.lab.kit.question import Number
from rbflib.lab.quizzes import QUIZZES
from tests.browser.conftest import DEMANDED, ROOT, Lab
from tests.browser.student import PATIENCE, Tab, assert_fits_itself, way_to_go
from tests.browser.test_layout import MISFITS, TYPE

JUPYTER = ROOT / ".venv-frontends/bin/jupyter"
EXERCISE, NUMBER = _find("0.1"), next(q for q in QUIZZES["02"] if isinstance(q, Number))
# Cells of a notebook for marimo, which runs them when it is opened.
CELLS = [
    "import numpy as np\nfrom rbflib.lab import check, hypothesis, interpolation, predict, quiz",
    'predict("they become larger", "they become smaller", about="interpolation")',
    "interpolation()",
    "kept = hypothesis()",
    "kept",
    'quiz("02")',
    f"{EXERCISE.solution}\n\ncheck({EXERCISE.name!r}, {EXERCISE.reference.__name__})",
]

# Notebook 7.6 says so on every page, also on an empty one without rbflib: in its pluginChanged
# handler, JupyterLab's shortcuts-extension asks for its own settings before they are loaded.
OF_NOTEBOOK = "Cannot read properties of undefined (reading 'schema')"

# Explorers whose stills, the picture and the words before them, are seen.
DOUBLED = """all => all.filter((e) => {
    const { previousElementSibling: words } = e.closest(".jp-OutputArea-child");
    return [words, words.previousElementSibling].some((still) => still.checkVisibility());
}).length"""

pytestmark = pytest.mark.thorough


class NotebookServer(Lab):
    """Jupyter Notebook, and with it Voilà."""

    def command(self, options):
        return [JUPYTER, "notebook", "--ip=127.0.0.1", "--allow-root", *options.split(), self.pages]


class MarimoServer(Lab):
    """marimo, with one notebook."""

    def command(self, options):
        functions = [f"@app.cell\ndef _():\n{indent(cell, '    ')}\n    return\n" for cell in CELLS]
        text = "import marimo\n\napp = marimo.App()\n\n" + "\n".join(functions)
        (self.pages / "page.py").write_text(text, encoding="utf-8")
        (self.home / ".marimo.toml").write_text("[runtime]\nauto_instantiate = true\n")
        port = self.address.rpartition(":")[2]
        given = ["--headless", "--no-token", "--skip-update-check", "--host=127.0.0.1", "-p", port]
        return [JUPYTER.with_name("marimo"), "edit", *given, self.pages / "page.py"]

    def ask(self, what, method="GET"):
        return super().ask("health")


def demand():
    if not JUPYTER.exists():
        assert not DEMANDED, f"{JUPYTER} is demanded and not installed"
        pytest.skip("The front ends are not installed: make .venv-frontends/test.done")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    demand()
    with closing(NotebookServer(tmp_path_factory.mktemp("frontends"))) as server:
        server.wait()
        yield server


@pytest.fixture
def tab(server, chromium):
    context = chromium.new_context(base_url=server.address, viewport={"width": 1366, "height": 768})
    yield Tab(context.new_page())
    context.close()
    server.end_kernels()


def assert_explorers_live(tab, number):
    expect(tab.locator(".rbflib-explorer")).to_have_count(number, timeout=3 * PATIENCE)
    tab.until_pictures_are_visible()
    for explorer in tab.explorers():
        assert explorer.box.evaluate(MISFITS, TYPE) == []
        explorer.moves(lambda e=explorer: e.sliders[0].press(way_to_go(e.sliders[0])))
        expect(explorer.asleep).to_be_hidden()
    assert tab.locator(".rbflib-explorer").evaluate_all(DOUBLED) == 0


def test_page_is_run_moved_and_saved_in_jupyter_notebook(tab, server):
    copy = server.copy("02_full_network")
    tab.copy = copy
    tab.goto(f"/notebooks/{copy.name}?token={server.token}")
    tab.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for()
    # A kernel rests before the file has come.
    tab.locator(".jp-CodeCell", has_text="this page has run").wait_for(state="attached")
    tab.menu("Run", "Run All Cells")
    tab.until_run()
    assert_explorers_live(tab, 7)
    tab.save()
    assert_fits_itself(copy)
    tab.faults.remove(OF_NOTEBOOK)
    tab.assert_no_faults()


def test_page_is_an_app_in_voila(tab, server):
    copy = server.copy("09_playground")
    tab.goto(f"/voila/render/{copy.name}?token={server.token}", wait_until="commit")
    assert_explorers_live(tab, 1)
    assert tab.faults == []


def test_notebook_lives_in_marimo(chromium, tmp_path):
    demand()
    with closing(MarimoServer(tmp_path)) as server:
        server.wait()
        tab = Tab(chromium.new_page(base_url=server.address))
        tab.goto("/")
        prediction, quiz = map(tab.locator, (".rbflib-prediction", ".rbflib-quiz"))
        prediction.get_by_text("they become larger").click(timeout=3 * PATIENCE)
        prediction.get_by_role("button", name="Commit").click()
        quiz.get_by_role("textbox").first.fill(str(NUMBER.answer))
        quiz.get_by_role("button", name="Check").first.click()
        for _ in range(2):  # also when it is opened again, from what the kernel has
            expect(prediction).to_contain_text("You say A: they become larger")
            expect(quiz).to_contain_text("1 right")
            expect(tab.get_by_text(f"✓ {EXERCISE.name}")).to_be_visible()
            expect(tab.locator(".rbflib-explorer[data-drawn]")).to_have_count(2)
            for explorer in tab.explorers():
                for _ in explorer.move_back_and_forth():
                    expect(explorer.asleep).to_be_hidden()
            assert tab.faults == []
            tab.reload()
        tab.close()
