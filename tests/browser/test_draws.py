"""All 50 draws of an explorer, as strips of dots below its results."""

import re

import pytest
from playwright.sync_api import expect

PAGE = "02_full_network"
WHOLE = re.compile("^50 draws from .*, median .*; this one is above ")
# Where the dot of the strip's largest value is: one beside it has another draw.
FARTHEST = """svg => {
    const x = (dot) => dot.getBoundingClientRect().x;
    const dot = [...svg.querySelectorAll("circle")].sort((a, b) => x(b) - x(a))[0];
    const { left, top, width, height } = dot.getBoundingClientRect();
    return [left + width / 2, top + height / 2, dot.dataset.draw];
}"""


@pytest.mark.page(PAGE)
def test_strips_come_after_the_commit_a_dot_leads_to_its_draw_and_a_move_begins_anew(awake, desk):
    tab = awake(PAGE)
    explorer = tab.explorers()[0]
    draws, strips = explorer.button("all 50 draws"), explorer.box.locator(".rbflib-strip svg")
    picture = explorer.box_at_rest()
    draws.click()
    expect(explorer.box.get_by_text("Commit to your prediction first")).to_be_visible()
    expect(draws).to_have_attribute("aria-pressed", "false")
    prediction = tab.locator(".rbflib-prediction").first
    prediction.get_by_role("radio").first.check()
    prediction.get_by_role("button", name="Commit").click()
    draws.click()
    expect(strips).to_have_count(3)
    for strip in strips.all():
        expect(strip).to_have_attribute("aria-label", WHOLE)
    now = explorer.box_at_rest()
    assert (now["width"], now["height"]) == (picture["width"], picture["height"])
    strips.first.scroll_into_view_if_needed()
    x, y, draw = strips.first.evaluate(FARTHEST)
    explorer.moves(lambda: tab.mouse.click(x, y))
    explorer.says(f"draw of samples = {draw} ")
    expect(strips.first).to_have_attribute("aria-label", re.compile("above 49 of them"))
    words = strips.first.get_attribute("aria-label")
    explorer.moves(lambda: explorer.sliders[0].press("ArrowLeft"))
    expect(strips.first).not_to_have_attribute("aria-label", words)
    expect(strips.first).to_have_attribute("aria-label", WHOLE)
    base = explorer.box.locator(".rbflib-strip button").first
    base.click()
    expect(strips.nth(1)).to_have_attribute(
        "aria-label", re.compile("^minus .* below 0 in 0 of 50")
    )
    base.click()
    expect(strips.nth(1)).to_have_attribute("aria-label", WHOLE)
    tab.assert_no_faults()
    desk.leave()
