"""Every page as a student meets it: unrun, untrusted and trusted; then run, every slider moved."""

import json
import re
import statistics
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PAGES, ROOT, append_code
from playwright.sync_api import expect

from rbflib.lab.questions import QUIZZES
from rbflib.lab.questions.question import Choice, Number

MARK_FRAMES = """
// Notes the time of every key press, drawn picture and echo.
() => {
  window.marks = { key: 0, picture: 0, echo: 0 };
  document.addEventListener("keydown", () => (marks.key = performance.now()), true);
  const note = (name) => (marks[name] = performance.now());
  for (const stage of document.querySelectorAll(".rbflib-stage, .rbflib-walk"))
    new MutationObserver(() => note("picture")).observe(stage, { attributeFilter: ["data-drawn"] });
  const text = { childList: true, subtree: true, characterData: true };
  new MutationObserver(() => note("echo")).observe(document.querySelector(".echo-answer"), text);
}
"""


COPY_OF_PIXELS = "stage => stage.querySelector('canvas').toDataURL()"


def open_page(tab, name):
    tab.goto(f"/lab/tree/{name}.ipynb?reset&token=browser-test")
    tab.locator(".jp-NotebookPanel .jp-Cell").first.wait_for(timeout=60_000)
    tab.wait_for_timeout(2_000)


def run_page(tab):
    tab.locator(".lm-MenuBar-itemLabel", has_text=re.compile("^Run$")).click()
    tab.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()
    tab.locator(".echo-box").wait_for(timeout=180_000)
    running = (
        "[...document.querySelectorAll('.jp-InputPrompt')].some(p => p.innerText.includes('*'))"
    )
    tab.wait_for_function(f"() => !{running}")
    tab.wait_for_function(
        "() => ![...document.querySelectorAll('.rbflib-asleep')].some(e => !e.hidden)"
    )


def assert_no_faults(tab):
    text = tab.locator(".jp-NotebookPanel").inner_text()
    assert "model not found" not in text
    assert "Error displaying widget" not in text
    assert tab.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert tab.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert tab.faults == []


PICTURE = ".rbflib-stage, .rbflib-walk"


def pictures_are_visible(tab):
    """Every picture of the outputs has been drawn and is wide enough to be read."""
    seen = "i => (i.complete ? i.naturalWidth : i.width) > 300 && i.clientWidth > 300"
    drawn = "s => s.dataset.drawn > 0"
    return tab.locator(PICTURE).evaluate_all(f"all => all.every({drawn})") and tab.locator(
        ".jp-OutputArea img, .jp-OutputArea canvas"
    ).evaluate_all(f"all => all.length > 0 && all.every({seen})")


@pytest.mark.parametrize("name", PAGES)
def test_unrun_and_trusted_page_shows_pictures_and_says_how_to_wake_them(tab, lab, name):
    open_page(tab, trust(lab, name))
    tab.locator(".rbflib-stage canvas").first.wait_for(timeout=20_000)
    tab.locator(".rbflib-asleep:visible").first.wait_for(timeout=10_000)
    assert pictures_are_visible(tab)
    assert broken_chains(tab) == 0
    assert_no_faults(tab)


def trust(lab, name):
    """A copy of the page that JupyterLab trusts: its widgets live before any cell is run."""
    trusted = lab.pages / "trusted"
    trusted.mkdir(exist_ok=True)
    copy = trusted / f"{name}.ipynb"
    copy.write_bytes((lab.pages / f"{name}.ipynb").read_bytes())
    command = [ROOT / ".venv/bin/jupyter", "trust", copy]
    subprocess.run(command, env=lab.environment, check=True, capture_output=True)
    return f"trusted/{name}"


def broken_chains(tab):
    """Marks that ipywidgets draws before a control without a kernel."""
    return tab.locator(".jupyter-widgets-disconnected").evaluate_all(
        "all => all.filter(e => getComputedStyle(e, '::before').content !== 'none').length"
    )


@pytest.mark.parametrize("name", PAGES)
def test_page_shows_pictures_unrun_and_then_answers_quickly_to_every_control(tab, name, latencies):
    """Unrun and untrusted at first. Run, it is measured; then every control moves the picture."""
    open_page(tab, name)
    assert pictures_are_visible(tab)
    assert_no_faults(tab)
    run_page(tab)
    rows = measure_latency(tab, name)
    latencies += rows
    assert tab.locator(".echo-answer").inner_text().endswith("on the main thread")
    move_every_control(tab)
    assert_no_faults(tab)
    assert unnamed_or_unreadable(tab) == []
    assert [name for name, picture, echo in rows if picture > REDRAWN * echo] == []


def unnamed_or_unreadable(tab):
    """What axe-core finds serious or critical in our part of the page: names, contrast, roles."""
    ours = ".rbflib-explorer, .rbflib-prediction, .rbflib-quiz"
    found = Axe().run(tab, context=ours).response["violations"]
    grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    return [(rule["id"], node["html"]) for rule in grave for node in rule["nodes"]]


def move_every_control(tab):
    for explorer in tab.locator(".rbflib-explorer").all():
        stage = explorer.locator(PICTURE)
        for handle in explorer.locator(".noUi-handle:visible").all():
            assert handle.get_attribute("aria-label"), "a slider has no name for a screen reader"
            move(stage, lambda handle=handle: handle.press(way_to_go(handle)))
        for choice in explorer.locator(".widget-dropdown select:visible").all():
            other = 0 if choice.evaluate("e => e.selectedIndex") == 1 else 1
            move(stage, lambda choice=choice, i=other: choice.select_option(index=i))
        for box in explorer.locator("input[type=checkbox]:visible").all():
            move(stage, box.click)
        if stage.locator(".rbflib-draggable").count():
            move(stage, lambda stage=stage: drag(stage))
        for button in explorer.locator("button.widget-button").all():
            button.click()
            tab.wait_for_timeout(150)
        assert_alternative_text(stage)


def drag(stage):
    """A real drag with the mouse, in the left one of the picture's axes."""
    box = box_at_rest(stage.page, stage.locator("canvas"))
    mouse = stage.page.mouse
    x, y = box["x"] + 0.3 * box["width"], box["y"] + 0.4 * box["height"]
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 0.06 * box["width"], y - 0.06 * box["height"], steps=4)
    mouse.up()


def words_of(stage):
    return stage.locator("p").first.inner_text()


def look_of(stage):
    """The pixels on the screen, whatever bytes they came in."""
    return stage.evaluate(COPY_OF_PIXELS)


def assert_alternative_text(stage):
    """It is the line of words. Both are read at once: the next ones may come at any time."""
    both = "e => [e.querySelector('canvas').ariaLabel, e.querySelector('p').innerText]"
    text, words = stage.evaluate(both)
    assert text == words


def way_to_go(handle):
    """The arrow key that moves this handle: left if it stands at the right end."""
    now, top = (float(handle.get_attribute(f"aria-value{x}")) for x in ("now", "max"))
    return "ArrowLeft" if now >= top else "ArrowRight"


def move(stage, action):
    """Both the picture and its words must be others after the action."""
    before = look_of(stage), words_of(stage)
    action()
    page = stage.page
    for _ in range(100):
        after = look_of(stage), words_of(stage)
        if after[0] != before[0] and after[1] != before[1]:
            return
        page.wait_for_timeout(50)
    pytest.fail(f"nothing changed: {before[1]}")


def test_centers_are_dragged_with_the_mouse(tab):
    open_page(tab, "00_start_here")
    run_page(tab)
    stage = tab.locator(".rbflib-stage").first
    box = box_at_rest(tab, stage.locator("canvas"))
    assert "center μ₂ = 0.00" in words_of(stage)
    # The second center stands in the middle of the axes, which span 0.6 to 9.0 of 9.2 inches.
    x, y = box["x"] + box["width"] * 4.8 / 9.2, box["y"] + box["height"] * 0.38
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + box["width"] * 1.4 / 9.2, y, steps=8)
    tab.mouse.up()
    words = "document.querySelector('.rbflib-stage p').innerText"
    tab.wait_for_function(f"() => {words}.includes('center μ₂ = 1.00')")


def test_page_is_read_and_moved_by_keyboard_alone(tab):
    open_page(tab, "00_start_here")
    run_page(tab)
    keys, stage = tab.keyboard, tab.locator(".rbflib-stage")
    tab.locator(".jp-Cell").first.click()
    keys.press("Escape")
    while not tab.evaluate("() => !!document.activeElement.querySelector('.rbflib-prediction')"):
        keys.press("ArrowDown")  # from cell to cell
        tab.wait_for_timeout(150)
    tab_to(tab, ".rbflib-prediction input")
    keys.press("Space")
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Enter")
    said = tab.locator(".rbflib-prediction [role=status]")
    expect(said).to_contain_text("You say: it falls.")
    tab_to(tab, ".noUi-handle")
    move(stage, lambda: keys.press("ArrowRight"))
    tab_to(tab, ".rbflib-explorer select")
    move(stage, lambda: keys.press("ArrowDown"))
    tab_to(tab, ".rbflib-stage canvas")
    assert tab.locator(".rbflib-cross").is_visible()
    keys.press("Space")  # takes hold of the nearest center
    move(stage, lambda: keys.press("Shift+ArrowRight"))
    keys.press("Space")
    tab_to(tab, "button.widget-button")
    move(stage, lambda: keys.press("Enter"))
    tab_to(tab, "summary")
    keys.press("Enter")
    expect(tab.locator("details[open]")).to_contain_text("The curve at 0")
    assert_no_faults(tab)


def tab_to(tab, selector):
    for _ in range(40):
        tab.keyboard.press("Tab")
        if tab.evaluate(f"() => document.activeElement.matches('{selector}')"):
            return
    pytest.fail(f"the Tab key does not come to {selector}")


def test_prediction_is_committed_to_and_taken_back_without_a_kernel(tab, lab):
    open_page(tab, trust(lab, "00_start_here"))
    prediction = tab.locator(".rbflib-prediction")
    said = prediction.get_by_role("status")
    prediction.get_by_role("button", name="Commit").click()
    expect(said).to_contain_text("Choose first")
    prediction.get_by_role("radio", name="it stays").check()
    prediction.get_by_role("button", name="Commit").click()
    expect(said).to_contain_text("You say: it stays.")
    expect(prediction.get_by_role("radio", name="it rises")).to_be_disabled()
    prediction.get_by_role("button", name="Take it back").click()
    expect(prediction.get_by_role("radio", name="it rises")).to_be_enabled()
    assert_no_faults(tab)


def test_projector_view_is_larger_sharp_and_kept(tab, lab):
    """Also on the next page; and the hand still meets the place under it."""
    open_page(tab, "00_start_here")
    run_page(tab)
    picture = tab.locator(".rbflib-stage canvas")
    before = width_and_pixels(picture)
    tab.get_by_role("button", name="projector view").first.click()
    wait_until(tab, lambda: sum(width_and_pixels(picture)) > 1.3 * sum(before))
    width, pixels = width_and_pixels(picture)
    assert abs(width - pixels) <= 2
    box = box_at_rest(tab, picture)
    x, y = box["x"] + box["width"] * 4.8 / 9.2, box["y"] + box["height"] * 0.38
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + box["width"] * 1.4 / 9.2, y, steps=8)
    tab.mouse.up()
    expect(tab.locator(".rbflib-stage p").first).to_contain_text("center μ₂ = 1.00")
    wait_until(tab, lambda: width_and_pixels(picture) == [width, pixels])
    open_page(tab, trust(lab, "02_full_network"))
    switch = tab.get_by_role("button", name="projector view").first
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert_no_faults(tab)


def test_picture_at_rest_has_the_pixels_of_a_sharp_screen(chromium, lab):
    context = chromium.new_context(device_scale_factor=2, base_url=lab.address)
    tab = context.new_page()
    open_page(tab, "00_start_here")
    run_page(tab)
    picture = tab.locator(".rbflib-stage canvas")
    wait_until(tab, lambda: picture.evaluate("e => e.width / e.clientWidth") > 1.95)
    stage = tab.locator(".rbflib-stage")
    move(stage, lambda: tab.locator(".noUi-handle").first.press("ArrowRight"))
    wait_until(tab, lambda: picture.evaluate("e => e.width / e.clientWidth") > 1.95)
    context.close()


def width_and_pixels(picture):
    return picture.evaluate("e => [e.getBoundingClientRect().width, e.width]")


WALK = "04_kmeans"


def test_walk_is_played_without_a_kernel(tab, lab):
    """Restored from the file, with nothing behind it: 20 pictures a second, and every button."""
    open_page(tab, trust(lab, WALK))
    walk = tab.locator(".rbflib-walk")

    def press_button(name):
        walk.get_by_role("button", name=name, exact=True).click()

    press_button("to the start")
    assert "half step = 0 of " in words_of(walk)
    drawn = "Number(document.querySelector('.rbflib-walk').dataset.drawn)"
    press_button("play")
    before = tab.evaluate(f"() => [{drawn}, performance.now()]")
    tab.wait_for_timeout(2_000)
    after = tab.evaluate(f"() => [{drawn}, performance.now()]")
    assert (after[0] - before[0]) / (after[1] - before[1]) * 1000 > 20
    assert between_steps(walk), "centers jump"
    press_button("pause")
    press_button("to the end")
    assert "the end: no set changes any more" in words_of(walk)
    last = walk.get_attribute("data-position")
    press_button("one half step back")
    tab.wait_for_timeout(1_000)
    assert float(walk.get_attribute("data-position")) == float(last) - 1
    walk.locator("input[type=range]").press("Home")
    assert "half step = 0" in words_of(walk)
    assert_no_faults(tab)


def test_walk_steps_back_from_its_end_when_a_picture_is_late(tab, lab):
    """The time of a picture may lie before the click that asked for it."""
    open_page(tab, trust(lab, WALK))
    walk = tab.locator(".rbflib-walk")
    busy = "const t = performance.now(); while (performance.now() - t < 40);"
    back = "document.querySelector('.rbflib-walk [aria-label=\"one half step back\"]').click()"
    for _ in range(5):
        walk.get_by_role("button", name="to the end", exact=True).click()
        last = float(walk.get_attribute("data-position"))
        tab.evaluate(f"() => requestAnimationFrame(() => {{ {busy} {back} }})")
        wait_until(tab, lambda last=last: float(walk.get_attribute("data-position")) == last - 1)
    assert_no_faults(tab)


def between_steps(walk):
    """Whether pictures are drawn between one half step and the next."""
    places = []
    for _ in range(40):
        places.append(float(walk.get_attribute("data-position")))
        walk.page.wait_for_timeout(25)
    return sum(place % 1 > 0 for place in places) > 5


def test_walk_follows_the_hand(tab):
    """A real drag of a center, and a real click that adds a sample."""
    open_page(tab, WALK)
    run_page(tab)
    walk = tab.locator(".rbflib-walk")
    box = box_at_rest(tab, walk.locator("canvas"))

    def place(x, y):
        """Where a point of the plane is on the screen: 400 by 338 pixels for ±2.6 by ±2.2."""
        return box["x"] + 44 + 200 * (x / 2.6 + 1), box["y"] + 30 + 169 * (1 - y / 2.2)

    walk.get_by_role("button", name="to the end", exact=True).click()
    tab.mouse.move(*place(*center_near(walk, 1.4, 1.2)))
    tab.mouse.down()
    before = look_of(walk)
    tab.mouse.move(*place(0.2, 0.1), steps=6)
    assert look_of(walk) != before
    tab.mouse.move(*place(-0.8, 1.9), steps=6)
    tab.mouse.up()
    wait_for_words(tab, "start = by hand")
    wait_for_words(tab, "half step = 0")
    near = "([x, y]) => Math.hypot(x + 0.8, y - 1.9) < 0.02"
    centers = "JSON.parse(document.querySelector('.rbflib-walk').dataset.centers)"
    tab.wait_for_function(f"() => {centers}.some({near})")
    tab.wait_for_timeout(500)

    before = look_of(walk), words_of(walk)
    remove = walk.get_by_role("button", name="remove the samples that were added", exact=True)
    for add in (lambda: tab.mouse.click(*place(2.2, -1.9)), lambda: add_by_keyboard(walk)):
        add()
        remove.wait_for()
        assert look_of(walk) != before[0]
        assert words_of(walk) != before[1]
        remove.click()
        remove.wait_for(state="hidden")
        assert (look_of(walk), words_of(walk)) == before
    assert_no_faults(tab)


def add_by_keyboard(walk):
    walk.locator("canvas").focus()
    for _ in range(3):
        walk.page.keyboard.press("Shift+ArrowDown")
    walk.page.keyboard.press("Enter")


def center_near(walk, x, y):
    """The center drawn nearest to a point, from the walk's own record."""
    centers = json.loads(walk.get_attribute("data-centers"))
    return min(centers, key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)


def wait_for_words(tab, text):
    tab.wait_for_function(
        f"() => document.querySelector('.rbflib-walk p').innerText.includes('{text}')"
    )


def test_long_work_shows_its_progress_and_can_be_stopped(tab):
    open_page(tab, "05_rbf_network")
    run_page(tab)
    explorer = tab.locator(".rbflib-explorer", has=tab.locator(".widget-hprogress"))
    stage = explorer.locator(PICTURE)

    def done():
        text = explorer.locator(".widget-label", has_text=" of 1254").inner_text()
        return int(text.split(" of ")[0])

    explorer.get_by_role("button", name="Compute", exact=True).click()
    stop = explorer.get_by_role("button", name="Stop", exact=True)
    stop.wait_for()
    handle = explorer.locator(".noUi-handle").first
    move(stage, lambda: handle.press("ArrowRight"))  # the page answers meanwhile
    stop.click()
    explorer.get_by_role("button", name="Go on", exact=True).wait_for()
    tab.wait_for_timeout(300)
    stopped = done()
    tab.wait_for_timeout(1_000)
    assert 0 < stopped == done() < 1254
    explorer.get_by_role("button", name="Go on", exact=True).click()
    explorer.get_by_role("button", name="Compute again", exact=True).wait_for(timeout=90_000)
    assert done() == 1254

    def click():
        box = box_at_rest(tab, stage.locator("canvas"))
        tab.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.6 * box["height"])

    move(stage, click)
    assert_no_faults(tab)


def box_at_rest(tab, picture):
    """Where the picture is, once JupyterLab has stopped scrolling to the cell that ran last."""
    while True:
        picture.scroll_into_view_if_needed()
        before = picture.bounding_box()
        tab.wait_for_timeout(700)
        if picture.bounding_box() == before:
            return before


PLAYGROUND = "09_playground"


def test_playground_of_every_model(tab):
    """Each model's sliders appear with their names, move it, and no other is shown."""
    open_page(tab, PLAYGROUND)
    run_page(tab)
    explorer = tab.locator(".rbflib-explorer")
    stage, models = explorer.locator(PICTURE), explorer.locator(".widget-dropdown select").nth(1)
    for model in models.locator("option").all_inner_texts():
        if models.evaluate("e => e.selectedOptions[0].label") != model:
            move(stage, lambda model=model: models.select_option(label=model))
        for handle in explorer.locator(".noUi-handle:visible").all():
            name = handle.get_attribute("aria-label")
            assert f"{name} = " in words_of(stage)
            move(stage, lambda handle=handle: handle.press(way_to_go(handle)))
    assert_no_faults(tab)


def test_playground_is_clicked_kept_and_saved(tab, lab):
    open_page(tab, PLAYGROUND)
    run_page(tab)
    explorer = tab.locator(".rbflib-explorer")
    stage = explorer.locator(PICTURE)
    picture = stage.locator("canvas")

    def press_button(name):
        explorer.get_by_role("button", name=name, exact=True).click()

    box = box_at_rest(tab, picture)
    # The origin of the left plane: its axes span 0.65 to 4.55 of 9.2 and 0.9 to 4.0 of 4.4 inches.
    x, y = box["x"] + box["width"] * 2.6 / 9.2, box["y"] + box["height"] * (1 - 2.45 / 4.4)
    start = look_of(stage), words_of(stage)
    move(stage, lambda: tab.mouse.click(x, y))
    assert "added by hand 1" in words_of(stage)
    press_button("Keep this state")
    explorer.get_by_text("code of state 2").click()
    code = explorer.locator("pre:visible")
    assert re.search(r"train = np.array\(\[\[-?0\.0\d?, -?0\.0\d?, 1\]\]\)", code.inner_text())
    explorer.locator("input[type=text]:visible").fill("clicked.json")
    press_button("Save")
    explorer.get_by_text("Saved to").wait_for()
    saved = json.loads((lab.pages / "clicked.json").read_text(encoding="utf-8"))
    assert len(saved["kept"]) == 2
    press_button("Undo click")
    wait_until(tab, lambda: "added by hand" not in words_of(stage))
    press_button("Remove it")
    wait_until(tab, lambda: (look_of(stage), words_of(stage)) == start)
    press_button("Load")
    wait_until(tab, lambda: "beside it state 2" in words_of(stage))
    assert "added by hand 1" in words_of(stage)
    assert_no_faults(tab)


def wait_until(tab, holds):
    for _ in range(100):
        if holds():
            return
        tab.wait_for_timeout(50)
    pytest.fail("what was waited for did not come")


@pytest.fixture(scope="module")
def latencies(request):
    """Rows (explorer, ms to the picture, ms to the echo), printed as a table at the end."""
    rows = []
    yield rows
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n\nmedian ms from a key press to the drawn picture, and to the bare echo")
        for name, picture, echo in rows:
            missed = "" if picture <= GOAL * echo else f"   above the goal of {GOAL}"
            print(f"{name:34} {picture:6.1f} {echo:6.1f}   ratio {picture / echo:.2f}{missed}")


# The goal is a picture within twice the echo. On a busy machine a good explorer misses it by a
# little. One that draws the still parts of its figure again at every step misses it by more.
GOAL, REDRAWN = 2, 2.5


def measure_latency(tab, name):
    """Key press to drawn picture beside key press to echoed number, in turn, on one kernel."""
    tab.evaluate(MARK_FRAMES)
    rows = []
    for number, explorer in enumerate(tab.locator(".rbflib-explorer").all(), start=1):
        best = median_times(tab, explorer)
        for limit in (GOAL, REDRAWN, REDRAWN):  # another program may have had the processor
            if ratio(best) > limit:
                best = min(best, median_times(tab, explorer), key=ratio)
        rows.append((f"{name}, explorer {number}", *best))
    return rows


def ratio(times):
    picture, echo = times
    return picture / echo


def median_times(tab, explorer):
    """Median ms to the picture, over all sliders of an explorer, and to the echo."""
    echo = tab.locator(".echo-box .noUi-handle")
    handles = explorer.locator(".noUi-handle:visible").all()
    samples = []
    for handle in handles:
        there = way_to_go(handle)
        back = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}[there]
        for key in max(1, 8 // len(handles)) * [there, back]:
            samples.append((press(tab, handle, key, "picture"), press(tab, echo, key, "echo")))
    return [statistics.median(column) for column in zip(*samples, strict=True)]


def press(tab, handle, key, answer):
    """Milliseconds from the key press to its answer."""
    handle.focus()
    tab.evaluate("() => (marks.key = marks.picture = marks.echo = 0)")
    handle.press(key)
    tab.wait_for_timeout(100)  # asking all the time would slow the page down
    tab.wait_for_function(f"() => marks.{answer} > marks.key && marks.key > 0")
    return tab.evaluate(f"() => marks.{answer} - marks.key")


def test_a_nameless_button_is_noticed(tab):
    tab.set_content("<main class='rbflib-explorer'><button></button></main>")
    assert [rule for rule, _ in unnamed_or_unreadable(tab)] == ["button-name"]


QUIZ = "02_full_network"


def test_quiz_is_answered_by_keyboard_alone(tab):
    open_page(tab, QUIZ)
    run_page(tab)
    shown, keys = tab.locator(".rbflib-quiz"), tab.keyboard
    shown.locator("input").first.focus()
    for question in QUIZZES[QUIZ[:2]]:
        if isinstance(question, Choice):
            keys.press("Space")
            press_down(keys, list(question.choices).index(question.answer))
        elif isinstance(question, Number):
            keys.type(str(question.answer))
        else:
            for number, item in enumerate(question.items):
                if number > 0:
                    keys.press("Tab")
                press_down(keys, 1 + question.listed.index(item))
        keys.press("Tab")
        keys.press("Enter")
        tab.wait_for_timeout(500)
        keys.press("Tab")
    expect(shown.locator("p").first).to_contain_text("6 right, 6 of them at the first try.")
    keys.press("Enter")  # on the button that clears all answers
    expect(shown.locator("p").first).to_contain_text("none answered yet.")
    assert_no_faults(tab)


def press_down(keys, times):
    for _ in range(times):
        keys.press("ArrowDown")


def test_quiz_explains_a_wrong_answer_to_the_mouse(tab):
    open_page(tab, QUIZ)
    run_page(tab)
    shown = tab.locator(".rbflib-quiz")
    question = shown.get_by_role("group", name="are equal. What is true of the matrix")
    question.get_by_role("radio", name="it holds zeros where these rows").check()
    question.get_by_role("button", name="Check question 2").click()
    expect(question.get_by_role("status")).to_contain_text("The distance is 0 there")
    expect(shown.locator("p").first).to_contain_text("To reread: “3 When is there an inverse?”")
    assert_no_faults(tab)


def new_to_the_computer(lab, name):
    """A copy with a cell more: JupyterLab trusts what it has trusted before, wherever it lies."""
    copy = lab.pages / f"new_{name}.ipynb"
    copy.write_bytes((lab.pages / f"{name}.ipynb").read_bytes())
    append_code(copy, "1 + 1")
    return copy.stem


@pytest.mark.parametrize("trusted", [False, True])
def test_unrun_quiz_can_be_read(tab, lab, trusted):
    """As text where the page is not trusted; else with a line that says how to wake it."""
    open_page(tab, trust(lab, QUIZ) if trusted else new_to_the_computer(lab, QUIZ))
    if trusted:
        shown = tab.locator(".rbflib-quiz")
        shown.locator(".rbflib-asleep:visible").wait_for(timeout=10_000)
        assert broken_chains(tab) == 0
    else:
        shown = tab.locator(".jp-RenderedMarkdown", has_text="Run the page to answer")
    expect(shown).to_contain_text("its first two rows are equal, so it has no inverse")
    assert_no_faults(tab)
