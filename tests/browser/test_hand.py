"""Pictures under the mouse, the keyboard and a projector."""

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect
from student import BACK, way_to_go

START = "00_start_here"


@pytest.fixture
def tab(awake):
    """Page 00, run, at the state of its first preset."""
    tab = awake(START)
    tab.explorer.box.locator("button.widget-button").first.click()
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
    explorer.moves(lambda: explorer.handles[-1].press("ArrowRight"))
    explorer.says("center μ₂ = 1.00")


@pytest.mark.page(START)
def test_a_canceled_drag_changes_nothing(tab):
    explorer = tab.explorer
    words = explorer.words
    x, y = explorer.at(*places_of_second_center(explorer)[0])
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 100, y, steps=4)
    explorer.says_not("center μ₂ = 0.00")
    cancel_pointer(explorer)
    explorer.says(words)
    tab.mouse.up()
    # A slider answers while it moves, as before: the drag held that back.
    explorer.handles[0].scroll_into_view_if_needed()
    box = explorer.handles[0].bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 40, box["y"] + box["height"] / 2, steps=4)
    explorer.says_not(words)
    tab.mouse.up()


def cancel_pointer(explorer):
    """As the browser does when a gesture becomes its own, such as a swipe."""
    explorer.canvas.evaluate("""canvas => {
        for (const e of [canvas, ...canvas.parentElement.querySelectorAll("button")])
            e.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1 }));
    }""")


@pytest.mark.page(START)
def test_page_is_read_and_moved_by_keyboard_alone(tab):
    keys, explorer = tab.keyboard, tab.explorer
    tab.locator(".jp-Cell").first.click()
    keys.press("Escape")
    asks = "() => document.activeElement.innerText.includes('when you make all three bumps wider')"
    tab.until(lambda: keys.press("ArrowDown") or tab.evaluate(asks))  # from cell to cell
    tab.tab_to(".rbflib-prediction input")
    keys.press("Space")
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Enter")
    said = tab.locator(".rbflib-prediction", has_text="it falls").get_by_role("status")
    expect(said).to_contain_text("You say: it falls.")
    tab.tab_to(".noUi-handle")
    explorer.moves(lambda: keys.press("ArrowRight"))
    tab.tab_to(".rbflib-explorer select")
    explorer.moves(lambda: keys.press("ArrowDown"))
    tab.tab_to("button.widget-button")
    explorer.moves(lambda: keys.press("Enter"))
    tab.tab_to(".rbflib-handle")
    before = explorer.words
    explorer.moves(lambda: keys.press("Shift+ArrowRight"))
    keys.press("Control+z")
    explorer.says(before)
    explorer.moves(lambda: keys.press("Shift+ArrowUp"))
    tab.tab_to("summary")
    keys.press("Enter")
    expect(tab.locator("details[open]")).to_contain_text("The curve at 0")
    tab.assert_no_faults()


@pytest.mark.page(START)
def test_prediction_is_committed_to_and_taken_back_without_a_kernel(asleep):
    tab = asleep(START)
    prediction = tab.locator(".rbflib-prediction", has_text="it stays")
    said = prediction.get_by_role("status")
    prediction.get_by_role("button", name="Commit").click()
    expect(said).to_contain_text("Choose first")
    prediction.get_by_role("radio", name="it stays").check()
    prediction.get_by_role("button", name="Commit").click()
    expect(said).to_contain_text("You say: it stays.")
    expect(prediction.get_by_text("it rises")).to_be_hidden()
    prediction.get_by_role("button", name="Take it back").click()
    expect(prediction.get_by_text("it rises")).to_be_visible()
    tab.assert_no_faults()


@pytest.mark.page(START)
def test_projector_view_is_larger_sharp_and_kept(tab, student):
    """Also in the next tab; and the hand still meets the place under it."""
    explorer = tab.explorer
    before = width_and_pixels(explorer)
    tab.get_by_role("button", name="projector view").first.click()
    tab.until(lambda: sum(width_and_pixels(explorer)) > 1.2 * sum(before))
    width, pixels = width_and_pixels(explorer)
    assert abs(width - pixels) <= 2
    explorer.drag(*places_of_second_center(explorer))
    explorer.says("center μ₂ = 1.00")
    tab.until(lambda: width_and_pixels(explorer) == [width, pixels])
    assert student.pages[-1].evaluate("() => localStorage['rbflib-projector']") == "on"
    switch = tab.get_by_role("button", name="projector view").first
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    tab.assert_no_faults()


def width_and_pixels(explorer):
    return explorer.canvas.evaluate("e => [e.getBoundingClientRect().width, e.width]")


@pytest.mark.page(START)
def test_picture_at_rest_has_the_pixels_of_a_sharp_screen(tab, student):
    explorer = tab.explorer
    screen = student.new_cdp_session(tab.page)
    size = {"width": 1500, "height": 1000, "deviceScaleFactor": 2, "mobile": False}

    def is_sharp():
        width, pixels = width_and_pixels(explorer)
        return pixels / width > 1.95

    screen.send("Emulation.setDeviceMetricsOverride", size)
    explorer.moves(lambda: explorer.handles[0].press("ArrowRight"))
    tab.until(is_sharp)
    explorer.moves(lambda: explorer.handles[0].press("ArrowRight"))
    tab.until(is_sharp)
    screen.send("Emulation.clearDeviceMetricsOverride")


@pytest.fixture
def finger(tab, student):
    """A finger on the screen: finger(kind, x, y)."""
    with finger_on(tab, student) as touch:
        yield touch


@contextmanager
def finger_on(tab, student):
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
    explorer.box_at_rest()
    box = explorer.stage.locator(".rbflib-handle").nth(1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger("Start", x, y)
    for way in (40, 80, 120):
        finger("Move", x + way, y)
    finger("End")
    explorer.says_not("center μ₂ = 0.00")
    explorer.moves(lambda: explorer.handles[0].press("ArrowRight"))  # all moves have come
    x, y = explorer.at(0.8, 0.3)
    words, before = explorer.words, tab.evaluate(SCROLLED)
    finger("Start", x, y)
    for way in range(10, 200, 10):
        finger("Move", x, y - way)
    finger("End")
    tab.until(lambda: tab.evaluate(SCROLLED) > before + 50)
    assert explorer.words == words


WALK = "04_kmeans"


@pytest.mark.page(WALK)
def test_walk_is_played_without_a_kernel(asleep):
    """Restored from the file, with nothing behind it: pictures between steps, and every button."""
    tab = asleep(WALK)
    walk = tab.explorer

    def press_button(name):
        walk.button(name).click()

    press_button("to the start")
    assert "half step = 0 of " in walk.words
    press_button("play")
    assert n_places_between_steps(tab) > 10, "centers jump"
    press_button("pause")
    press_button("to the end")
    assert "the end: no set changes any more" in walk.words
    last = position(walk)
    press_button("one half step back")
    tab.until(lambda: position(walk) == last - 1)
    walk.stage.locator("input[type=range]").press("Home")
    assert "half step = 0" in walk.words
    tab.assert_no_faults()


def n_places_between_steps(tab):
    """How many pictures of the next 60 are drawn between one half step and the next."""
    return tab.evaluate("""() => new Promise((done) => {
        const places = new Set();
        let pictures = 0;
        const look = () => {
            places.add(Number(document.querySelector(".rbflib-walk").dataset.position));
            pictures += 1;
            if (pictures < 60) requestAnimationFrame(look);
            else done([...places].filter((place) => place % 1 > 0).length);
        };
        look();
    })""")


def position(walk):
    return float(walk.stage.get_attribute("data-position"))


@pytest.mark.page(WALK)
def test_walk_steps_back_from_its_end_when_a_picture_is_late(asleep):
    """The time of a picture may lie before the click that asked for it."""
    tab = asleep(WALK)
    walk = tab.explorer
    busy = "const t = performance.now(); while (performance.now() - t < 40);"
    back = "document.querySelector('.rbflib-walk [aria-label=\"one half step back\"]').click()"
    for _ in range(5):
        walk.button("to the end").click()
        last = position(walk)
        tab.evaluate(f"() => requestAnimationFrame(() => {{ {busy} {back} }})")
        tab.until(lambda last=last: position(walk) == last - 1)
    tab.assert_no_faults()


def shares(x, y):
    """A point of the walk's plane as shares of the canvas: 380 by 321 of 773 by 408 pixels."""
    return (44 + 190 * (x / 2.6 + 1)) / 773, 1 - (30 + 160.5 * (1 - y / 2.2)) / 408


@pytest.mark.page(WALK)
def test_walk_follows_the_hand(awake, student):
    """A real drag of a center, a canceled one, and real clicks and a tap that add a sample."""
    tab = awake(WALK)
    walk = tab.explorer
    walk.button("to the end").click()
    before = walk.words
    x, y = walk.at(*shares(*center_near(walk, 1.4, 1.2)))
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x - 60, y, steps=3)
    walk.says("start = by hand")
    cancel_pointer(walk)
    walk.says(before)
    tab.mouse.up()

    walk.drag(shares(*center_near(walk, 1.4, 1.2)), shares(-0.8, 1.9))
    walk.says("start = by hand")
    walk.says("half step = 0")
    tab.until(lambda: center_distance(walk, -0.8, 1.9) < 0.02)

    before = walk.look, walk.words
    remove = walk.button("remove the samples that were added")
    place = walk.at(*shares(2.2, -1.9))
    for add in (
        lambda: tab.mouse.click(*place),
        lambda: by_finger(tab, student, *place),
        lambda: by_keyboard(walk),
    ):
        add()
        remove.wait_for()
        walk.says_not(before[1])
        assert walk.look != before[0]
        remove.click()
        remove.wait_for(state="hidden")
        tab.until(lambda: (walk.look, walk.words) == before)
    tab.assert_no_faults()


def by_finger(tab, student, x, y):
    with finger_on(tab, student) as touch:
        touch("Start", x, y)
        touch("End")


def by_keyboard(walk):
    walk.canvas.focus()
    for _ in range(3):
        walk.tab.keyboard.press("Shift+ArrowDown")
    walk.tab.keyboard.press("Enter")


def center_near(walk, x, y):
    """The center drawn nearest to a point, from the walk's own record."""
    centers = json.loads(walk.stage.get_attribute("data-centers"))
    return min(centers, key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)


def center_distance(walk, x, y):
    u, v = center_near(walk, x, y)
    return ((u - x) ** 2 + (v - y) ** 2) ** 0.5


@pytest.mark.page("05_rbf_network")
def test_player_goes_on_from_where_the_hand_has_put_its_slider(awake):
    tab = awake("05_rbf_network")
    (explorer,) = (e for e in tab.explorers() if e.box.locator(".widget-play").count())
    (slider,) = explorer.handles

    def step():
        return float(slider.get_attribute("aria-valuenow"))

    for _ in range(3):
        explorer.moves(lambda: slider.press("PageUp"))
    begin, play = step(), explorer.button("play or pause")
    assert begin > 10
    play.click()
    tab.until(lambda: step() != begin)
    assert step() > begin
    play.click()
    paused = tab.at_rest(step)
    assert begin < paused < 100
    explorer.says(f"step = {paused:.0f}")
    tab.assert_no_faults()


@pytest.mark.parametrize("name", [START, WALK])
def test_a_step_on_and_the_step_back_do_not_wait_for_the_kernel(awake, name, tmp_path):
    tab = awake(name)
    explorer = next(e for e in tab.explorers() if e.handles)
    slider = explorer.handles[0]
    on = way_to_go(slider)
    back = BACK[on]
    for before, key in ([on], on), ([on, on], back):
        for step in before:
            explorer.moves(lambda step=step: slider.press(step))
            tab.wait_for_timeout(500)  # a hand that looks
        with busy_kernel(tab, tmp_path / key):
            explorer.moves(lambda key=key: slider.press(key))
            words = explorer.words
        assert tab.at_rest(lambda: explorer.words) == words
    tab.assert_no_faults()


@contextmanager
def busy_kernel(tab, end):
    """The kernel answers nothing within the block, whose end a file tells it."""
    tab.run_code(f"import os, time\nwhile not os.path.exists({str(end)!r}): time.sleep(0.05)")
    tab.locator("#jp-main-statusbar", has_text="| Busy").wait_for()
    try:
        yield
    finally:
        end.touch()
        tab.until_kernel_rests()


@pytest.mark.page("05_rbf_network")
def test_long_work_shows_its_progress_and_can_be_stopped(awake):
    tab = awake("05_rbf_network")
    (explorer,) = (e for e in tab.explorers() if e.box.locator(".widget-hprogress").count())

    def done():
        text = explorer.box.locator(".widget-label", has_text=" of 1254").inner_text()
        return int(text.split(" of ")[0])

    explorer.button("Compute").click()
    explorer.button("Stop").wait_for()
    explorer.moves(lambda: explorer.handles[0].press("ArrowRight"))  # the page answers meanwhile
    explorer.button("Stop").click()
    explorer.button("Go on").wait_for()
    explorer.moves(lambda: explorer.handles[0].press("ArrowLeft"))
    stopped = tab.at_rest(done)
    tab.wait_for_timeout(1_000)
    assert 0 < stopped == done() < 1254
    explorer.button("Go on").click()
    tab.until(lambda: done() > stopped)
    explorer.moves(lambda: tab.mouse.click(*explorer.at(0.2, 0.4)))
    explorer.button("Stop").click()
    tab.assert_no_faults()
