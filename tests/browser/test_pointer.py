"""Pictures under the mouse, the keyboard and a projector."""

import re

import pytest
from playwright.sync_api import expect

START = "00_start_here"


@pytest.fixture
def tab(awake):
    """Page 00, run, at the state of its first preset."""
    tab = awake(START)
    tab.explorer.box.locator(".rbflib-presets button").first.click()
    tab.explorer.says("center μ₂ = 0.00, center μ₃ = 1.50, weight β₁ = 0.00, weight β₂ = 1.00")
    return tab


def places_of_second_center(explorer):
    """Where it stands, at 0, and where it would stand at 1; the third stands at 1.5."""
    _, (x, y), (right, _) = explorer.handle_places()
    return (x, y), (x + (right - x) / 1.5, y)


@pytest.mark.page(START)
def test_centers_are_dragged_with_the_first_button_only(tab):
    explorer = tab.explorer
    middle, one_right = places_of_second_center(explorer)
    explorer.drag(middle, one_right)
    explorer.says("center μ₂ = 1.00")
    words, look = explorer.words, explorer.look
    explorer.drag(one_right, middle)
    explorer.says("center μ₂ = 0.00")
    explorer.drag(middle, one_right)
    tab.until(lambda: (explorer.words, explorer.look) == (words, look))
    for button in ("middle", "right"):
        explorer.drag(one_right, middle, button=button)
    tab.keyboard.press("Escape")  # out of the menu of the right button
    explorer.moves(lambda: explorer.sliders[-1].press("ArrowRight"))
    explorer.says("center μ₂ = 1.00")


@pytest.mark.page(START)
def test_page_is_read_and_moved_by_keyboard_alone(tab):
    keys, explorer = tab.keyboard, tab.explorer
    tab.locator(".jp-Cell").first.click()
    keys.press("Escape")
    asks = "() => document.activeElement.innerText.includes('when you make all three wider')"
    tab.until(lambda: keys.press("ArrowDown") or tab.evaluate(asks))  # from cell to cell
    tab.tab_to(".rbflib-prediction input")
    keys.press("Space")
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Enter")
    status = tab.locator(".rbflib-prediction", has_text="it stays").get_by_role("status")
    expect(status).to_contain_text("You say B: it stays.")
    tab.tab_to("input[type=range]")
    explorer.moves(lambda: keys.press("ArrowRight"))
    tab.tab_to(".rbflib-explorer select")
    explorer.moves(lambda: keys.press("ArrowDown"))
    tab.tab_to(".rbflib-presets button")
    explorer.moves(lambda: keys.press("Enter"))
    tab.tab_to(".rbflib-handle")
    before = explorer.words
    explorer.moves(lambda: keys.press("Shift+ArrowRight"))
    keys.press("Control+z")
    explorer.says(before)
    explorer.moves(lambda: keys.press("Shift+ArrowUp"))
    tab.tab_to("summary")
    keys.press("Enter")
    expect(tab.locator("details[open]")).to_contain_text("The middle bump contributes")
    tab.assert_no_faults()


@pytest.mark.page(START)
def test_projector_view_is_larger_sharp_and_kept(tab, student):
    """Also in the next tab; and the pointer still meets the place under it."""
    explorer = tab.explorer
    switch = tab.get_by_role("button", name="projector view").first
    expect(switch).to_have_attribute("aria-pressed", "false")
    tab.evaluate("() => jupyterapp.shell.expandLeft()")
    explorer.box_at_rest()
    before = explorer.canvas.bounding_box()["width"]
    switch.click()
    tab.until(lambda: is_sharp(explorer, wider_than=before))
    explorer.drag(*places_of_second_center(explorer))
    explorer.says("center μ₂ = 1.00")
    tab.until(lambda: is_sharp(explorer, wider_than=before))
    assert student.pages[-1].evaluate("() => localStorage['rbflib-projector']") == "on"
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    tab.assert_no_faults()


def is_sharp(explorer, wider_than):
    width, pixels = explorer.canvas.evaluate("e => [e.getBoundingClientRect().width, e.width]")
    return width > wider_than and abs(width - pixels) <= 2


@pytest.fixture
def finger(tab, student):
    """A finger on the screen: finger(kind, x, y)."""
    screen = student.new_cdp_session(tab.page)

    def touch(kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        screen.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    screen.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield touch
    screen.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    screen.detach()


SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"


@pytest.mark.page(START)
def test_a_finger_drags_a_handle_and_scrolls_beside_it(tab, finger):
    explorer = tab.explorer
    x, y = explorer.at(*places_of_second_center(explorer)[0])
    finger("Start", x, y)
    for way in (40, 80, 120):
        finger("Move", x + way, y)
    finger("End")
    explorer.says_not("center μ₂ = 0.00")
    explorer.moves(lambda: explorer.sliders[0].press("ArrowRight"))  # all moves have come
    x, y = explorer.at(0.8, 0.3)
    words, before = explorer.words, tab.evaluate(SCROLLED)
    finger("Start", x, y)
    for way in range(10, 200, 10):
        finger("Move", x, y - way)
    finger("End")
    tab.until(lambda: tab.evaluate(SCROLLED) > before + 50)
    assert explorer.words == words


WALK = "04_kmeans"


def half_step(walk):
    return int(re.search(r"half step (\d+) of", walk.words)[1])


def drawn(walk):
    return int(walk.box.get_attribute("data-drawn"))


@pytest.mark.thorough
@pytest.mark.page(WALK)
def test_walk_is_played_and_paused(awake):
    """Centers glide between half steps."""
    tab = awake(WALK)
    walk = tab.explorer
    walk.button("k = 4").click()
    walk.says("half step 0 of 17")
    before = drawn(walk)
    walk.box.get_by_label("speed").select_option("0.25")  # a busy computer shows some of it
    walk.button("play").click()
    tab.until(lambda: half_step(walk) >= 2)
    walk.button("pause").click()
    assert tab.at_rest(lambda: half_step(walk)) < 17
    assert drawn(walk) > before + 2 * half_step(walk), "centers jump"
    tab.assert_no_faults()
