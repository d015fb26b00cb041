"""What a screen reader gets, what a finger hits, and what stands out, beyond what axe-core sees."""

import re

import pytest
from playwright.sync_api import expect

from rbflib.lab.plot import drawing
from tests.color_checks import contrast

PAGE = "04_kmeans"
pytestmark = pytest.mark.page(PAGE)

# Sliders, fields and lists of which less than 24 by 24 px is to be hit: at the left end of a track,
# since a number lies over its right one.
TIGHT = """(explorer) => [...explorer.querySelectorAll("input:not([type=checkbox]), select")]
    .filter((e) => e.checkVisibility()).filter((e) => {
        const { left, top, width, height } = e.getBoundingClientRect();
        const [x, y] = [left + 1, top + (height - 24) / 2 + 1];
        const corners = [[x, y], [x + 22, y], [x, y + 22], [x + 22, y + 22]];
        return width < 24 || corners.some((place) => document.elementFromPoint(...place) !== e);
    }).map((e) => e.outerHTML)"""


def test_pictures_questions_and_explorers_have_names_in_words(awake):
    tab = awake(PAGE)
    stills = tab.locator(".jp-RenderedImage img")
    alternatives = stills.evaluate_all("all => all.map((e) => e.alt)")
    assert drawing("k3_mean_is_best").alt in alternatives
    assert all(alternatives)
    named = tab.get_by_role("group", name="In the curve of E_in after every half step, one")
    expect(named).to_have_count(1)
    walk = tab.get_by_role("group", name="explorer: k-means step by step, played")
    expect(walk).to_have_count(1)
    part = walk.locator(".rbflib-panels canvas").nth(1)
    expect(part).to_have_attribute(
        "aria-label", "part 2 of the picture: E_in after every half step"
    )


def test_status_lines_are_there_before_their_first_words(awake):
    lines = awake(PAGE).get_by_role("status", include_hidden=True)
    assert lines.count() > 10
    assert lines.evaluate_all("all => all.every((e) => e.checkVisibility())")


def test_cross_and_handles_say_where_they_are_and_a_click_beside_the_axes_says_so(awake):
    tab, keys = awake(PAGE), awake(PAGE).keyboard
    walk = tab.explorer
    walk.button("k = 4").click()
    walk.says("half step 0 of 17")
    center = walk.box.get_by_role("slider", name="center 1")
    before = center.get_attribute("aria-valuetext")
    center.focus()
    walk.moves(lambda: keys.press("Shift+ArrowRight"))
    expect(center).not_to_have_attribute("aria-valuetext", before)
    cross = walk.box.get_by_role("slider", name="cross").first
    cross.focus()
    expect(cross).to_have_attribute("aria-valuetext", re.compile(r"^−?[\d.]+, −?[\d.]+$"))
    for _ in range(8):
        keys.press("Shift+ArrowLeft")
    expect(cross).to_have_attribute("aria-valuetext", re.compile("beside the axes"))
    words = walk.words
    keys.press("Enter")
    expect(walk.box.locator(".rbflib-foot [role=status]")).to_contain_text("beside the axes")
    assert walk.words == words
    walk.button("k = 4").click()


def test_controls_can_be_hit_and_their_borders_seen(awake):
    tab = awake(PAGE)
    for explorer in tab.explorers():
        explorer.box_at_rest()
        explorer.box.locator(".rbflib-controls").scroll_into_view_if_needed()
        assert explorer.box.evaluate(TIGHT) == []
    for field in (".rbflib-quiz input[type=text]", ".rbflib-quiz select", ".rbflib-choice select"):
        border = tab.locator(field).first.evaluate("e => getComputedStyle(e).borderTopColor")
        *color, share = map(float, re.findall(r"[\d.]+", border))
        assert contrast([share * c + 1 - share for c in color]) > 3  # on white
    handle = tab.locator(".rbflib-handle").first
    assert handle.evaluate("e => getComputedStyle(e).forcedColorAdjust") == "none"
