"""Every page as a student meets it: unrun, then run, and every control moved."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from playwright.sync_api import expect
from student import assert_fits_itself, way_to_go

from rbflib.lab.glossary import glossary_terms

GLOSSARY = "10_glossary"
PAGES = sorted({path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - {GLOSSARY})


@pytest.mark.parametrize("name", PAGES)
def test_page_sleeps_wakes_answers_to_every_control_and_is_saved_whole(unrun, name):
    tab = unrun(name, trusted=True)
    tab.until_pictures_are_visible()
    for explorer in tab.explorers():
        expect(explorer.asleep).to_be_visible()
    assert tab.broken_chains() == 0
    tab.assert_no_faults()
    tab.run_all()
    for explorer in tab.explorers():
        move_every_control(tab, explorer)
    tab.assert_no_faults()
    assert unnamed_or_unreadable(tab) == []
    tab.save()
    assert_fits_itself(tab.copy)


def move_every_control(tab, explorer):
    for handle in explorer.handles:
        assert handle.get_attribute("aria-label"), "a slider has no name for a screen reader"
        explorer.moves(lambda handle=handle: handle.press(way_to_go(handle)))
    for choice in explorer.box.locator(".widget-dropdown select:visible").all():
        other = 0 if choice.evaluate("e => e.selectedIndex") == 1 else 1
        explorer.moves(lambda choice=choice, i=other: choice.select_option(index=i))
    for box in explorer.box.locator("input[type=checkbox]:visible").all():
        explorer.moves(box.click)
    if explorer.stage.locator(".rbflib-draggable").count():
        explorer.moves(lambda: explorer.drag((0.3, 0.6), (0.36, 0.66)))
    for button in explorer.box.locator("button.widget-button").all():
        button.click()
    # The alternative text is the line of words. Both are read at once: new ones may come.
    both = "e => [e.querySelector('canvas').ariaLabel, e.querySelector('p').innerText]"
    text, words = explorer.stage.evaluate(both)
    assert text == words


def unnamed_or_unreadable(page):
    """What axe-core finds serious or critical in our part of the page: names, contrast, roles."""
    ours = ".rbflib-explorer, .rbflib-prediction, .rbflib-quiz"
    found = Axe().run(page, context=ours).response["violations"]
    grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    return [(rule["id"], node["html"]) for rule in grave for node in rule["nodes"]]


def test_a_nameless_button_is_noticed(chromium):
    page = chromium.new_page()
    page.set_content("<main class='rbflib-explorer'><button></button></main>")
    assert [rule for rule, _ in unnamed_or_unreadable(page)] == ["button-name"]
    page.close()


@pytest.mark.parametrize("name", ["00_start_here", "09_playground"])
def test_page_that_is_not_trusted_shows_pictures(unrun, name):
    tab = unrun(name)
    tab.until_pictures_are_visible()
    assert tab.locator(".rbflib-explorer").count() == 0
    tab.assert_no_faults()


def test_unrun_glossary_shows_every_term_and_symbol(unrun):
    tab = unrun(GLOSSARY)
    terms = glossary_terms()
    rows = tab.locator(".jp-OutputArea tbody tr")
    expect(rows).to_have_count(len(terms))
    assert set(rows.evaluate_all("rows => rows.map(row => row.cells.length)")) == {6}
    formulas = tab.locator(".jp-OutputArea mjx-container")
    expect(formulas).to_have_count(sum(bool(term["symbol"]) for term in terms))
    assert tab.locator("mjx-merror").count() == 0
    tab.assert_no_faults()


def test_sliders_answer_on_the_main_thread_and_the_page_says_so(open_tab, lab):
    tab = open_tab(lab.copy("00_start_here", code=SAY_THE_THREAD))
    tab.run_all()
    tab.locator(".echo-box .noUi-handle").press("ArrowRight")
    expect(tab.locator(".echo-answer")).to_have_text("51 on the main thread")
    said = tab.locator(".jp-OutputArea-output", has_text="an explorer draws")
    expect(said).to_contain_text("ok      sliders answer on the kernel's main thread")
    expect(said).not_to_contain_text("NOT OK")


SAY_THE_THREAD = """
import threading
import ipywidgets
echo = ipywidgets.IntSlider(50, description="echo").add_class("echo-box")
answer = ipywidgets.Label("none").add_class("echo-answer")
def reply(change):
    main = threading.current_thread() is threading.main_thread()
    answer.value = f"{change.new} on the {'main' if main else 'other'} thread"
echo.observe(reply, names="value")
display(echo, answer)
"""
