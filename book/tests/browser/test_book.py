"""Two pages of the book on a plain server: Python runs in them."""

import re
import tomllib
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from book.tests.browser.bookshelf import NEEDS_NPM, ROOT, Book, Plain, served, write_book
from rbflib.lab import EXPLORERS
from rbflib.lab.exercises import EXERCISES
from rbflib.lab.quizzes import QUIZZES
from rbflib.lab.record import file
from rbflib.lab.record.course_file import NAME
from tests.browser.student import PATIENCE, Explorer
from tests.color_checks import contrast

PAGE, EXPLORER, OTHER = "00_start_here", "hypothesis", "eight_models"

pytestmark = [pytest.mark.xdist_group("book"), NEEDS_NPM]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server's folder, with the book of two pages in it."""
    root = tmp_path_factory.mktemp("book")
    course = root / NAME
    course.write_text('course = "ML"\nkey = "words"\n[solutions_from]\n"05" = 2999-01-01')
    write_book(root, only=("00", "11"), course=course)
    with served(root) as address:
        yield address


@pytest.fixture
def reader(chromium, address):
    # A service worker would ask for files behind the back of `route`.
    page = chromium.new_page(viewport={"width": 1366, "height": 768}, service_workers="block")
    yield Book(page, address)
    page.close()


@pytest.fixture(scope="module")
def shared(chromium, address):
    """A page that several tests share."""
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    yield Book(page, address).read(PAGE)
    page.close()


def test_short_path_folds_the_other_sections_and_is_remembered(reader):
    page = reader.read(PAGE).page
    on = [page.locator(f"section#{name} > p").first for name in ("the-one-hypothesis", "quiz")]
    other = page.locator("section#how-an-explorer-works > p").first
    expect(other).to_be_visible()
    page.get_by_label("short path").check()
    page.reload()
    expect(page.get_by_label("short path")).to_be_checked()
    expect(other).to_be_hidden()
    for part in on:
        expect(part).to_be_visible()


# What of an explorer is wholly under something else when it gets the focus.
COVERED = """(explorer) => [...explorer.querySelectorAll("button, input, select")]
    .filter((e) => e.checkVisibility()).filter((e) => {
        e.focus();
        const { left, top, width, height } = e.getBoundingClientRect();
        const shares = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y]));
        return !shares.some(([x, y]) =>
            e.contains(document.elementFromPoint(left + x * width, top + y * height)));
    }).map((e) => e.outerHTML.slice(0, 90))"""


def test_first_panel_stays_in_view_on_a_phone_and_the_menu_opens(shared):
    explorer, window = shared.explorer_of(EXPLORER), shared.viewport_size
    shared.set_viewport_size({"width": 390, "height": 844})
    explorer.sliders[-1].evaluate("e => e.scrollIntoView({ block: 'end' })")
    panel = explorer.box.locator(".rbflib-panels > div").first
    shared.until(lambda: panel.bounding_box()["y"] == 56)  # below the theme's header
    for width, height in ((683, 384), (320, 256)):  # 1366 × 768 at 200 %, 1280 × 1024 at 400 %
        shared.set_viewport_size({"width": width, "height": height})
        assert explorer.box.evaluate(COVERED) == []
    shared.set_viewport_size({"width": 390, "height": 844})
    shared.locator(".primary-toggle").click()
    expect(shared.get_by_role("link", name="Glossary").first).to_be_visible()
    shared.keyboard.press("Escape")
    shared.set_viewport_size(window)


def color_of(el, what="color"):
    """Its red, green and blue, at most 1."""
    color = el.evaluate(f"e => getComputedStyle(e).{what}")
    most = 1 if "srgb" in color else 255
    return tuple(float(x) / most for x in re.findall(r"[\d.]+", color))


def test_cells_run_in_one_namespace_and_errors_name_the_line(shared):
    cell = shared.cell("def bump")
    cell.write("f'{a}' and b'c' or len(1) is True  # d")
    for theme in ("dark", "light"):
        shared.page.emulate_media(color_scheme=theme)
        shared.locator(f"html[data-theme={theme}]").wait_for(state="attached")
        ground = color_of(cell.el.locator(".cm-editor"), "backgroundColor")
        colors = {color_of(token) for token in cell.el.locator(".cm-line span").all()}
        assert len(colors) > 4
        assert min(contrast(color, ground) for color in colors) >= 4.5
    cell.write("a = 6\nprint('printed', a * 7)\na")
    shared.keyboard.type("/2")  # no shortcut of the page takes a key
    assert cell.run().split() == ["printed", "42", "3.0"]
    cell.write("b = a + 1\nb / 0")
    assert "ZeroDivisionError" in (words := cell.run())
    expect(cell.status).to_have_text("Error: ZeroDivisionError: division by zero")
    assert "line 2" in words or "----> 2" in words
    cell.write("import matplotlib.pyplot as plt\nplt.plot([1, 2])")
    cell.run()
    expect(cell.output.locator("img")).to_have_count(1)
    cell.write("import os\nos._exit(1)")
    assert "Python has ended" in cell.run()
    cell.write("from rbflib.lab import hypothesis\nhypothesis()")
    cell.run()
    expect(cell.output.locator(".rbflib-explorer[data-drawn]")).to_be_visible()
    expect(cell.output.locator("img")).to_have_count(0)  # it needs no still
    cell.press("Back to the page's text")
    expect(cell.el.get_by_role("button", name="Back to the page's text")).to_be_hidden()


OUTPUTS = tomllib.loads(Path(__file__).with_name("outputs.toml").read_text(encoding="utf-8"))


def test_outputs_are_those_of_jupyterlab(shared):
    cell = shared.cell("def bump")
    for code, seen in map(dict.values, OUTPUTS["cells"]):
        cell.write(code)
        said = cell.run()
        if seen:
            expect(cell.output.locator(seen).first, code).to_be_attached()
        assert "Could not get source" not in said
        assert "<" not in said, "an object's description in place of it"
    shared.assert_no_faults()


def test_widgets_of_ipywidgets_are_drawn_and_callbacks_print_where_they_belong(shared):
    cell = shared.cell("def bump")
    cell.write("""from ipywidgets import *
from rbflib import lab
@interact(x=(0, 10), t="name")
def f(x, t):
    print(x * x, t)
    if x == 6: 1 / 0
inner, button, explorer = Output(), Button(description="press"), lab.hypothesis()
button.on_click(lambda _: print("pressed"))
appended = Output()
button.on_click(lambda _: appended.append_stdout("appended, "))
button.on_click(inner.capture(clear_output=True)(lambda _: print("captured")))
first = HBox([button, inner, appended, Checkbox(description="on")])
Tab([first, explorer], titles=["one", "two"])""")
    cell.run()
    expect(cell.output).to_contain_text("25 name")
    cell.output.get_by_role("slider").first.press("ArrowRight")
    expect(cell.output).to_contain_text("36 name")
    expect(cell.output).to_contain_text("ZeroDivisionError")
    cell.output.get_by_role("textbox").first.fill("other")
    cell.output.get_by_role("slider").first.press("ArrowLeft")
    expect(cell.output.locator(".widget-interact .stream")).to_have_text(["25 other\n"])
    for _ in range(2):
        cell.output.get_by_role("button", name="press").click()
    expect(cell.output.locator("> .stream")).to_have_text("pressed\npressed\n")
    said = ["captured\n", "appended, appended, "]
    expect(cell.output.locator(".widget-tab .stream")).to_have_text(said)
    cell.output.get_by_role("tab", name="two").click()
    explorer = Explorer(shared, cell.output.locator(".rbflib-explorer"))
    explorer.moves(lambda: explorer.sliders[0].press("ArrowRight"))
    shared.assert_no_faults()


def test_exercises_are_judged_in_a_python_of_their_own(shared):
    """Right, wrong and endless; the page goes on as it was."""
    task, check = shared.cell("def bump"), shared.cell('check("0.1"')
    solution = "import numpy as np\n" + EXERCISES["0.1"].solution
    for code, words in {
        solution: "✓ 0.1: right on all 6 inputs.",
        solution.replace("beta *", ""): "A usual mistake: the weight is missing.",
        "def bump(x, mu, beta, gamma):\n    while True: pass": "But it does not end.",
        "held = iter('ab')\nheld = (x for x in held)\n"
        "def bump(x, mu, beta, gamma): return held": "The function uses `held` from the notebook",
    }.items():
        task.write(code)
        task.run()
        check.press("Run")
        expect(check.output).to_contain_text(words)
        expect(check.status).to_have_text(re.compile("^[✓✗] 0.1:"))
    task.write("def bump(x, mu, beta, gamma):\n    while True: pass")
    task.run()
    check.press("Run")
    expect(check.status).to_contain_text("in a Python of its own")
    task.write("import os\nos._exit(1)")  # what has asked is gone
    task.run()
    expect(check.status).to_have_text("")


AT_WORK = """import time
import numpy as np
from rbflib.lab import check
seconds = 0
def next_probabilities(X, squared, drawn):
    time.sleep(seconds)
    nearest = np.minimum(squared, ((X - X[drawn])**2).sum(axis=1))
    return nearest / nearest.sum()
check("4.1", next_probabilities)"""


def test_a_right_function_moves_an_explorer_and_a_slow_one_is_named_there(shared):
    cell, other = shared.cell("def bump"), shared.cell('check("0.1"')
    cell.write(AT_WORK)
    cell.run()
    explorer = Explorer(shared, cell.output.locator(".rbflib-explorer"))
    explorer.moves(lambda: explorer.sliders[0].press("ArrowRight"))
    yours, ours = explorer.box.locator(".rbflib-results dd").all_inner_texts()
    assert yours == ours
    expect(cell.output).to_contain_text("Your function at work")
    other.write("seconds = 600")
    other.run()
    explorer.sliders[0].press("ArrowRight")
    expect(explorer.box).to_contain_text("takes more than 2 seconds")
    shared.assert_no_faults()


def test_explore_runs_a_reader_s_function_with_a_limit(shared):
    cell = shared.cell("def bump")
    cell.write("""from rbflib.lab import explore
def f(a):
    print("a is", a)
    while a > 2: pass
    return {"twice": 2 * a}
explore(f, a=(1, 3))""")
    cell.run()
    explorer = Explorer(shared, cell.output.locator(".rbflib-explorer"))
    explorer.says("twice 4 · It prints: a is 2")
    explorer.sliders[0].press("ArrowRight")
    explorer.says("f takes more than 5 seconds")
    explorer.sliders[0].press("ArrowLeft")
    explorer.says("twice 4")
    shared.assert_no_faults()


def test_a_table_is_opened_from_the_disk_and_sent_nowhere(shared):
    cell = shared.cell("def bump")
    cell.write("from rbflib.lab import open_table\nopen_table()")
    cell.run()
    rows = "".join(f"{i % 7},5;{i % 5};{'a' if i % 7 > 3 else 'b'}\n" for i in range(40))
    file = {"name": "table.csv", "mimeType": "text/csv", "buffer": f"x;y;kind\n{rows}".encode()}
    asked = len(shared.requests)
    cell.output.locator("input[type=file]").set_input_files(file)
    explorer = Explorer(shared, cell.output.locator(".rbflib-explorer"))
    expect(explorer.box).to_contain_text("27 to train")
    explorer.button("open table")
    assert len(shared.requests) == asked
    shared.assert_no_faults()


@pytest.mark.thorough
def test_a_cell_that_does_not_end_is_stopped_and_explorers_come_again(reader):
    """Also one that waits for the library, whose end is an error of the worker."""
    explorer = reader.read(PAGE).explorer_of(EXPLORER)
    explorer.button("Narrow bumps").click()
    explorer.says("γ = 20")
    reader.route("**/engine/library-*/*", lambda _never: None)
    for code in ("import xmlrpc.server", "while True: pass"):
        cell = reader.cell("def bump")
        cell.write(code)
        cell.press("Run")
        cell.press("Stop")
        expect(cell.output).to_contain_text("Stopped. Python begins anew")
        reader.until_python_is_there()
        again = reader.explorer_of(EXPLORER)
        again.says("γ = 20")
    again.moves(lambda: again.sliders[0].press("ArrowLeft"))
    u, v = again.handle_places()[0]
    again.moves(lambda: again.drag((u, v), (u + 0.1, v)))
    expect(reader.locator(f"[data-explorer={EXPLORER}] > div")).to_have_count(2)  # and one before


def test_a_state_has_an_address(reader):
    reader.read(PAGE, f"#{EXPLORER}?gamma=3.16&mu2=0.5")
    explorer = reader.explorer_of(EXPLORER)
    explorer.says("γ = 3.16")
    explorer.says("center μ₂ = 0.50")
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.button("copy link").click()
    expect(explorer.box.locator(".rbflib-foot")).to_contain_text("copied")
    link = reader.evaluate("navigator.clipboard.readText()")
    assert f"{PAGE}.html#{EXPLORER}?" in link
    assert "mu2=0.5" in link
    reader.goto(f"{reader.address}/{PAGE}.html#{EXPLORER}?preset=Wide%20bumps")
    explorer.says("γ = 0.32")
    reader.go_back()
    explorer.says("γ = 3.16")


@pytest.mark.thorough
def test_two_tabs_show_what_was_written_in_either(chromium, address):
    with closing(chromium.new_context(has_touch=True)) as context:
        one, other = (Book(context.new_page(), address).read(PAGE) for _ in range(2))
        one.cell("def bump").write("mine = 1")
        expect(other.locator(".cm-content")).to_have_text("mine = 1")
        other.cell("def bump").write("mine = 2")
        expect(one.locator(".cm-content")).to_have_text("mine = 2")
        one.cell("def bump").press("Back to the page's text")
        expect(other.locator(".cm-content")).to_contain_text("def bump")
        quizzes = [tab.locator(".rbflib-quiz").last for tab in (one, other)]
        quizzes[0].locator("input[type=radio]").first.check()
        quizzes[0].get_by_role("button", name="Check question 1").click()
        number = quizzes[1].locator("input[type=text]").first
        expect(number).to_have_css("font-size", "16px")  # with less, phones enlarge the page
        number.fill("8")
        quizzes[1].get_by_role("button", name="Check question 2").click()
        for tab in (one, other):
            verdicts = tab.locator(".rbflib-question .rbflib-feedback:not(:empty)")
            expect(verdicts).to_have_count(2)
            tab.reload()
            expect(verdicts).to_have_count(2)
        quizzes[0].get_by_role("button", name="Start over").click()
        expect(verdicts).to_have_count(0)  # of the other tab
        prediction = one.locator(".rbflib-prediction").first
        prediction.get_by_label("all eight").check()
        prediction.get_by_role("button", name="Commit").click()
        other.reload()
        expect(other.locator(".rbflib-prediction").first).to_contain_text("You say C: all eight.")


def test_cells_are_written_and_run_by_keys_and_say_how_they_end(reader):
    cell, keys = reader.read(PAGE).cell("def bump"), reader.keyboard
    reader.until_python_is_there()
    cell.write("long_name = 3")
    keys.press("Control+Enter")
    expect(cell.status).to_have_text("Done.")
    keys.press("Control+End")
    keys.type("\nprint(long_")
    keys.press("Tab")
    expect(cell.el.locator(".cm-tooltip-autocomplete li")).to_have_text("long_name")
    reader.wait_for_timeout(100)  # what has just come takes no key
    keys.press("Tab")
    keys.type(", *range(99), sep='\\n')")
    keys.press("Shift+Enter")
    after = reader.cell('check("0.1"').el.get_by_role("button", name="Run", exact=True)
    expect(after).to_be_focused()
    scrolled = cell.output.get_by_role("region", name="output of cell")
    expect(scrolled).to_contain_text("3\n0\n1\n2")
    assert scrolled.bounding_box()["height"] < 500
    editor = cell.el.get_by_role("textbox")
    assert "Escape, then Tab" in editor.get_attribute("aria-description")
    editor.focus()
    keys.press("Escape")
    keys.press("Tab")
    run = cell.el.get_by_role("button", name="Run", exact=True)
    expect(run).to_be_focused()
    scratch = reader.cell("Your own lines", 0)
    scratch.run("Hint")
    expect(scratch.output).to_contain_text("Hint 1 of")
    scratch.run("Hint")
    expect(scratch.output).to_contain_text("Hint 2 of")
    cell.write("while True: pass")
    cell.press("Run")
    cell.press("Stop")
    expect(editor).to_be_focused()
    cell.press("Back to the page's text")
    expect(editor).to_be_focused()
    reader.assert_no_faults()


@pytest.mark.thorough
def test_what_was_written_stands_in_its_cell_in_a_later_edition(reader):
    def later(route):
        page = route.fetch()
        raised = re.sub(rf"{PAGE}-(\d\d)", lambda n: f"{PAGE}-{int(n[1]) + 2:02}", page.text())
        route.fulfill(response=page, body=raised.replace(r"gamma):\n", r"gamma):\n    # shapes\n"))

    reader.read(PAGE).cell("def bump").write("mine = 1")
    for text in ("own = 2", "own = 3"):
        reader.cell('check("0.1"').write_below(text)
    reader.own_cells()[0].press("Down")
    reader.own_cells()[1].press("Down")
    reader.route(f"**/{PAGE}.html", later)
    reader.reload()
    texts = reader.locator(".cm-content")
    expect(texts).to_have_text(["mine = 1", "own = 2", "own = 3"])
    assert reader.evaluate("document.activeElement === document.body")
    cell = reader.cell("def bump")
    changed = cell.el.get_by_text("The page's text has changed.")
    expect(changed).to_be_visible()
    cell.press("Back to the page's text")
    expect(changed).to_be_hidden()
    expect(texts.first).to_contain_text("# shapes")
    reader.once("dialog", lambda asked: asked.accept())
    reader.own_cells()[0].press("Delete")
    assert reader.evaluate("document.activeElement !== document.body")
    reader.reload()
    expect(texts).to_have_text(["own = 3"])


@pytest.mark.thorough
def test_a_saved_notebook_is_opened_in_another_browser(chromium, address, reader, tmp_path):
    reader.read(PAGE).cell("def bump").write("mine = 1")
    reader.cell('check("0.1"').write_below("own = 2")
    reader.cell("Your own lines", 1).write("scratch = 3")
    with reader.expect_download() as download:
        reader.get_by_role("button", name="Save as a notebook").click()
    download.value.save_as(path := tmp_path / "mine.ipynb")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    written = ["mine = 1", "own = 2", "scratch = 3"]
    assert [c["source"] for c in notebook["cells"] if c["source"] in written] == written
    with closing(chromium.new_context()) as context:
        other = Book(context.new_page(), address).read(PAGE)
        file = other.locator("input[accept='.ipynb']")
        file.set_input_files(path)
        for _ in range(2):
            expect(other.locator(".cm-content")).to_have_text(written)
            other.reload()
        file.set_input_files(ROOT / "notebooks/04_kmeans.ipynb")
        expect(other.get_by_text("This notebook is of another page: 04_kmeans.")).to_be_visible()


# What an earlier edition has kept of another page.
OLD = """localStorage.setItem('rbflib quiz 02',
    JSON.stringify({ two_samples: { values: ["0.25"], tries: 2, right: true } }))"""


@pytest.mark.thorough
def test_record_is_that_of_page_and_python_and_goes_to_another_browser(
    chromium, address, reader, tmp_path
):
    """The other one has solved an exercise, and loses nothing when it opens the file."""
    reader.read(PAGE).evaluate(OLD)
    first = reader.read(PAGE).locator(".rbflib-prediction").first
    first.get_by_label("all eight").check()
    first.get_by_role("button", name="Commit").click()
    shown = reader.cell("progress()")
    shown.run()
    expect(shown.output).to_contain_text(re.compile(r"Full network\s*0 of \d+\s*1 of 8"))
    expect(shown.output).to_contain_text(re.compile(r"Start here\s*1 of \d\s*0 of"))
    shown.output.get_by_role("textbox").fill("王小明")
    shown.output.get_by_role("button", name="Save for your course").click()
    with reader.expect_download() as download:
        shown.output.get_by_role("link", name="rbflib-progress-王小明.json").click()
    download.value.save_as(tmp_path / "saved.json")
    content, signed = file.read(tmp_path / "saved.json", "words")
    assert (content["student"], content["course"], signed) == ("王小明", "ML", "course")
    assert [e["name"] for e in content["done"]] == ["02 two_samples", OTHER]
    with closing(chromium.new_context()) as context:
        other = Book(context.new_page(), address).read(PAGE)
        cell = other.cell("def bump")
        cell.write("from rbflib.lab import *; from rbflib.lab.exercises import EXERCISES")
        cell.run()
        cell.write("check('0.1', EXERCISES['0.1'].reference); solution('5.1')")
        assert "open from 2999-01-01" in cell.run()
        expect(cell.output).to_contain_text("right on all")
        shown = other.cell("progress()")
        shown.run()
        with other.expect_file_chooser() as chooser:
            shown.output.get_by_role("button", name="Open a saved file").click()
        chooser.value.set_files(tmp_path / "saved.json")
        expect(shown.output).to_contain_text("The file of 王小明: 2 of its 2 entries are new here.")
        table = re.compile(r"Start here\s*1 of \d\s*0 of \d\s*1 of")
        expect(shown.output).to_contain_text(table)
        first = other.locator(".rbflib-prediction").first
        expect(first).to_contain_text("You say C: all eight.")
        shown.output.get_by_role("button", name="Forget everything").click()
        shown.output.get_by_role("button", name="Yes, forget it").click()
        expect(first).not_to_contain_text("You say")
        other.reload()
        expect(first.get_by_role("button", name="Commit")).to_be_visible()
    reader.once("dialog", lambda asked: asked.accept())
    reader.read(PAGE).locator(".rbflib-forget").click()
    first = reader.locator(".rbflib-prediction").first
    expect(first.get_by_role("button", name="Commit")).to_be_visible()


FORBIDDEN = "Object.defineProperty(self, 'localStorage', { get() { throw Error('no'); }, %s })"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "script",
    ["Storage.prototype.setItem = () => { throw Error('full'); }", FORBIDDEN % "configurable: 1"],
)
def test_a_text_that_cannot_be_kept_says_so_and_nothing_fails(reader, script):
    reader.add_init_script(script)
    cell = reader.read(PAGE).cell("def bump")
    cell.write("mine = 1")
    expect(cell.el.get_by_role("alert")).to_contain_text("This browser keeps nothing more")
    expect(cell.el.get_by_role("button", name="Save as a notebook")).to_be_visible()
    reader.locator(".theme-switch-button:visible").click()
    reader.once("dialog", lambda asked: asked.accept())
    reader.get_by_role("button", name="Forget everything").click()
    expect(cell.el.get_by_role("alert")).to_have_count(0)
    reader.assert_no_faults()


SHAPES = "e => (e.width / e.height) / (e.naturalWidth / e.naturalHeight)"


def test_stills_keep_their_shape_on_a_phone(reader):
    reader.set_viewport_size({"width": 390, "height": 844})
    with reader.losing("**/engine/**", lambda route: route.abort()):
        for still in reader.read(PAGE).locator(".rbflib-near > img").all():
            still.scroll_into_view_if_needed()
            reader.until(lambda still=still: still.evaluate("e => e.naturalWidth"))
            assert still.evaluate(SHAPES) == pytest.approx(1, rel=0.03)


def test_python_is_fetched_once_and_pages_open_without_a_connection(chromium, address):
    """In a context of its own, which is a private window."""
    with closing(chromium.new_context()) as context:
        reader = Book(context.new_page(), address).read(PAGE)
        reader.explorer_of(EXPLORER)
        reader.evaluate("navigator.serviceWorker.ready")
        reader.get_by_role("button", name="Keep this book").click()
        expect(reader.locator(".rbflib-keep")).to_have_text("This book is kept.", timeout=PATIENCE)
        Plain.engine_bytes, Plain.is_away = 0, True
        for page in ("11_glossary", PAGE):
            reader.read(page)
            reader.until_python_is_there()
        task, check = reader.cell("def bump"), reader.cell('check("0.1"')
        task.write("import numpy as np\n" + EXERCISES["0.1"].solution)
        task.run()
        check.press("Run")
        expect(check.output).to_contain_text("✓ 0.1: right on all 6 inputs.")
        for code, words in [("x = 5\n1 / 0", "ZeroDivisionError"), LOST, ("x", "5")]:
            task.write(code)
            assert words in task.run()
        Plain.is_away = False
        task.write(LOST[0])
        assert LOST[1] not in task.run()
        assert 0 < Plain.engine_bytes < 1_000_000  # of what the pages do not import


LOST = "import sklearn.cross_decomposition", "OSError"  # without a connection


def test_a_lost_file_is_told_from_a_new_edition(reader):
    with reader.losing("**/engine/manifest-*", lambda route: route.fulfill(status=404)):
        reader.read(PAGE)
        expect(reader.python_line).to_contain_text("this server does not have all of its files")
        with reader.losing(f"**/{PAGE}.html", lambda route: route.fulfill(body="another edition")):
            reader.python_line.get_by_role("button").click()
            expect(reader.python_line).to_contain_text("has been built again")
    reader.python_line.get_by_role("button").click()
    reader.until_python_is_there()


def test_page_asks_for_little_until_its_text_is_there_and_nobody_else(reader):
    reader.read(PAGE)
    reader.assert_little_at_first()
    reader.until_python_is_there()
    for name in (PAGE, "index", "11_glossary", "search"):
        reader.read(name)
        reader.wait_for_load_state("networkidle")
    assert len(reader.requests) > 20
    reader.assert_no_faults()


def test_what_moves_can_be_stopped_and_long_words_fit_a_phone(reader):
    reader.read("index")
    moving, still = (reader.locator(f".rbflib-title img[src$={kind}]") for kind in ("webp", "png"))
    summary = reader.get_by_text("Play k-means")
    for shown, hidden in ((still, moving), (moving, still), (still, moving)):
        expect(shown).to_be_visible()
        expect(hidden).to_be_hidden()
        summary.click()
    reader.set_viewport_size({"width": 320, "height": 640})
    reader.read(PAGE).locator("article h1").evaluate("e => { e.textContent = 'x'.repeat(50); }")
    assert reader.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.thorough
def test_without_javascript_picture_words_and_text_are_there(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}.html")
    stills = page.locator(".cell_output > img").all()
    assert len(stills) == 2
    alts = [image.get_attribute("alt") for image in stills]
    assert any(alt.startswith(EXPLORERS[EXPLORER]().summary) for alt in alts)
    for image in stills:
        image.scroll_into_view_if_needed()
        assert image.evaluate("e => e.naturalWidth > 300 && e.complete")
    asked = page.locator("section#quiz .cell_output > p > strong:first-child")
    expect(asked).to_have_count(len(QUIZZES["00"]))
    expect(page.locator(".rbflib-needs")).to_be_visible()
    context.close()


def class_with(python):
    text = f"export const HAS_CLASS = true, HAS_PYTHON = {python};"
    return {"body": text, "content_type": "text/javascript"}


OBSTACLES = {
    "votes only": ("", "**/class.js", class_with("false"), "this class has votes only", False),
    "old browser": ("delete self.ReadableStream", "none", {}, "they need a newer browser", False),
    "data saver": (
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
        "none",
        {},
        "Data saver is on",
        True,
    ),
    "no connection": ("", "**/engine/image-*", None, "is there a connection?", True),
    "damaged": ("", "**/engine/files-*", {"body": b"x" * 99}, "Python came damaged", True),
}


@pytest.mark.thorough
@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_where_python_cannot_come_stills_and_quizzes_stay_and_a_sentence_says_why(reader, obstacle):
    script, lost, answer, words, again = OBSTACLES[obstacle]
    reader.add_init_script(f"{script};")
    with reader.losing(lost, lambda r: r.abort() if answer is None else r.fulfill(**answer)):
        reader.read(PAGE)
        expect(reader.python_line).to_contain_text(words, timeout=PATIENCE)
        picture = reader.locator(".rbflib-near").first
        picture.scroll_into_view_if_needed()
        assert picture.locator("> img").evaluate("e => e.naturalWidth") > 300
        reader.locator(".rbflib-question input").first.check()
    if again:
        reader.python_line.get_by_role("button").click()
        reader.explorer_of(EXPLORER)


@pytest.mark.thorough
def test_in_a_class_python_comes_when_a_picture_is_touched(reader):
    with reader.losing("**/class.js", lambda r: r.fulfill(**class_with("true"))):
        reader.read(PAGE)
        expect(reader.python_line).to_contain_text("Touch a picture")
    assert "/engine/" not in str(reader.requests)
    reader.locator(".rbflib-near").first.click()
    reader.explorer_of(OTHER)


@pytest.mark.thorough
def test_python_starts_where_nothing_can_be_kept(reader):
    reader.add_init_script("indexedDB.open = () => { throw new Error('denied'); };")
    reader.read(PAGE).explorer_of(EXPLORER)


@pytest.mark.thorough
def test_a_content_policy_that_forbids_python_is_named(reader):
    def strict(route):
        policy = {"content-security-policy": "script-src 'self' 'unsafe-inline'"}
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, **policy})

    with reader.losing("**/engine/worker-*", strict):
        reader.read(PAGE)
        expect(reader.python_line).to_contain_text("'wasm-unsafe-eval'")
