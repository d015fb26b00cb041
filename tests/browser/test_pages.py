"""Every page as a student meets it: unrun, then run, and every control moved."""

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rbflib.lab.glossary import glossary_terms
from tests.browser.conftest import ROOT
from tests.browser.student import assert_fits_itself

NO_LESSON = {"11_glossary", "12_errata"}
PAGES = sorted({path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - NO_LESSON)
FIRST = {"00_start_here", "02_full_network"}
EACH = [n if n in FIRST else pytest.param(n, marks=pytest.mark.thorough) for n in PAGES]


@pytest.mark.parametrize("name", EACH)
def test_unrun_page_shows_its_pictures_words_and_questions(unrun, name):
    tab = unrun(name)
    tab.until_pictures_are_visible()
    page = nbformat.read(ROOT / f"notebooks/{name}.ipynb", as_version=4)
    texts = [o.data["text/plain"] for c in page.cells for o in c.get("outputs", []) if "data" in o]
    shown = [t for t in texts if " · " in t]
    assert shown
    for text in shown:
        expect(tab.locator(".jp-RenderedText", has_text=text).first).to_be_attached()
    assert tab.locator(".rbflib-explorer").count() == 0
    tab.assert_no_faults()


# Names of results with a value; E_in is shown as E with a small "in".
RESULTS_THAT_WORDS_LACK = """(explorer) => {
    const words = explorer.querySelector("canvas").ariaLabel.replaceAll("_", "");
    return [...explorer.querySelectorAll("dl div")]
        .filter((e) => e.querySelector("dd").textContent !== "–")
        .map((e) => e.querySelector("dt").textContent.replaceAll("_", ""))
        .filter((name) => !words.includes(name));
}"""


@pytest.mark.parametrize("name", EACH)
def test_page_runs_answers_and_is_saved_whole(awake, name):
    tab = awake(name)
    for explorer in tab.explorers():
        assert not explorer.box.locator("input:not([aria-label]):not([id])").count()
        next(explorer.move_back_and_forth())
        assert explorer.box.evaluate(RESULTS_THAT_WORDS_LACK) == []
    tab.assert_no_faults()
    tab.assert_terms_tell_their_chinese_names()
    tab.save()
    assert_fits_itself(tab.copy)


# Explorers whose pictures have their own colors in a dark theme.
LIGHT = """(all) => all.filter((e) =>
    getComputedStyle(e.querySelector("canvas")).filter === "none").map((e) => e.ariaLabel)"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES[::4])
def test_page_is_named_and_readable_in_the_light_and_in_the_dark(awake, name):
    tab = awake(name)
    with tab.unfolded():
        in_the_light = unnamed_or_unreadable(tab)
        change_theme(tab, "Dark")
        in_the_dark = unnamed_or_unreadable(tab)
        light = tab.locator(".rbflib-explorer").evaluate_all(LIGHT)
        change_theme(tab, "Light")
    assert (in_the_light, in_the_dark) == ([], [])
    assert light == (["explorer: a photograph in k colors"] if name == "04_kmeans" else [])


def change_theme(tab, theme):
    tab.evaluate(
        "theme => jupyterapp.commands.execute('apputils:change-theme', { theme }).then(() => {})",
        f"JupyterLab {theme}",
    )
    light = str(theme == "Light").lower()
    tab.locator(f"body[data-jp-theme-light={light}]").wait_for(state="attached")


def unnamed_or_unreadable(page):
    """What axe-core finds in our explorers, questions and texts: names, contrast, roles.

    That a text wider than its box scrolls, and by mouse only, is JupyterLab's.
    """
    ours = ".rbflib-explorer, .rbflib-prediction, .rbflib-quiz, .jp-RenderedHTMLCommon"
    found = Axe().run(page, context=ours).response["violations"]
    faults = [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]]
    of_a_box = "scrollable-region-focusable"
    return [f for f in faults if f[0] != of_a_box or "jp-RenderedHTMLCommon" not in f[1]]


def test_what_is_unnamed_is_noticed(chromium):
    page = chromium.new_page()
    page.set_content("<main class='rbflib-explorer'><button></button></main>")
    assert [rule for rule, _ in unnamed_or_unreadable(page)] == ["button-name"]
    page.close()


@pytest.mark.page("02_full_network")
def test_page_that_is_not_trusted_shows_pictures_and_questions(untrusted):
    tab = untrusted("02_full_network")
    tab.until_pictures_are_visible()
    shown = tab.locator(".jp-RenderedMarkdown", has_text="so it has no inverse")
    expect(shown).to_contain_text("Run the page to answer")
    tab.assert_no_faults()


def test_unrun_glossary_shows_every_term_and_symbol(untrusted):
    tab = untrusted("11_glossary")
    terms = glossary_terms()
    rows = tab.locator(".jp-OutputArea tbody tr")
    expect(rows).to_have_count(len(terms))
    assert set(rows.evaluate_all("rows => rows.map(row => row.cells.length)")) == {6}
    formulas = tab.locator(".jp-OutputArea tbody mjx-container")
    expect(formulas).to_have_count(sum(bool(term["symbol"]) for term in terms))
    assert tab.locator("mjx-merror").count() == 0
    tab.assert_no_faults()
