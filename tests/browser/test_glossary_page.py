"""The glossary in a browser: every term is a row of six cells, and every symbol is a formula."""

from playwright.sync_api import expect
from test_pages import assert_no_faults, open_page

from rbflib.lab.glossary import glossary_terms


def test_unrun_glossary_shows_every_term_and_symbol(tab):
    open_page(tab, "10_glossary")
    terms = glossary_terms()
    rows = tab.locator(".jp-OutputArea tbody tr")
    expect(rows).to_have_count(len(terms), timeout=20_000)
    assert set(rows.evaluate_all("rows => rows.map(row => row.cells.length)")) == {6}
    formulas = tab.locator(".jp-OutputArea mjx-container")
    expect(formulas).to_have_count(sum(bool(term["symbol"]) for term in terms), timeout=20_000)
    assert tab.locator("mjx-merror").count() == 0
    assert_no_faults(tab)
