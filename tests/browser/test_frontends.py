"""Pages in Jupyter Notebook and in Voilà. `make test-all` installs both in `.venv-frontends`."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DEMANDED, ROOT, Lab
from tests.browser.student import PATIENCE, Tab, assert_fits_itself, way_to_go
from tests.browser.test_layout import MISFITS, TYPE

JUPYTER = ROOT / ".venv-frontends/bin/jupyter"

# Notebook 7.6 says so on every page, also on an empty one without rbflib: in its pluginChanged
# handler, JupyterLab's shortcuts-extension asks for its own settings before they are loaded.
OF_NOTEBOOK = "Cannot read properties of undefined (reading 'schema')"

pytestmark = pytest.mark.thorough


class NotebookServer(Lab):
    """Jupyter Notebook, and with it Voilà."""

    def command(self, options):
        return [JUPYTER, "notebook", "--ip=127.0.0.1", "--allow-root", *options.split(), self.pages]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    if not JUPYTER.exists():
        assert not DEMANDED, f"{JUPYTER} is demanded and not installed"
        pytest.skip("Jupyter Notebook and Voilà are not installed: make .venv-frontends/test.done")
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
