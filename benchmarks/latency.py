"""Times from a key press to the picture, and of whole pages: two sections of RESULTS.md.

    PYTHONPATH=. python benchmarks/latency.py          all pages; writes the sections
    PYTHONPATH=. python benchmarks/latency.py 02 04    these pages; writes nothing

It starts the JupyterLab of the environment that it runs in, opens a copy of each page in Debian's
Chromium and runs it. The echo is a slider whose number returns as a text through the same kernel.
A slider goes on by some steps and back, two a second, and nothing is drawn ahead: every step
counts. After all sliders of an explorer comes that of the echo, in the same way.
When the focus comes to another cell, JupyterLab lets hidden cursors blink in all of them, which
takes time from both: the first key waits until that is over. The server sends small messages at
once. As JupyterLab comes, half of all echoes wait 40 ms for the browser to confirm what came
before, and pictures hardly ever do: they would look quick beside such an echo.
"""

import json
import platform
import re
import statistics
import sys
import time
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from playwright.sync_api import sync_playwright
from results import table, write_section

from tests.browser.conftest import CHROMIUM, Lab
from tests.browser.test_layout import WAY

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
GOAL, MEDIAN_GOAL = 2.2, 1.6  # for each explorer, and for the middle of all
PRESSES = 16  # per round, spread over an explorer's sliders
REST = 400  # milliseconds, after which a picture has got the pixels of the screen
BLINKING = 1400  # milliseconds, after the focus has come to another cell
ROUNDS = 2  # the lowest of them counts: whatever else runs only adds time
WINDOW = {"width": 1366, "height": 768}
PATIENCE = 180_000  # milliseconds
PACKAGES = ("jupyterlab", "ipykernel", "ipywidgets", "anywidget", "matplotlib")

COLUMNS = ["explorer", "picture, ms", "echo, ms", "ratio", "goal", "reached"]
COLUMNS += ["track, px", "question to answer, px", "picture's share"]
PAGE_COLUMNS = ["page", "explorers", "committed, kB", "saved after a run, kB", "models saved"]
PAGE_COLUMNS += ["Run All to last picture, s", "CPU after imports, s"]
PAGE_COLUMNS += ["kernel after imports, MiB", "at the end, MiB"]

HEAD = f"""## From key press to picture

Written by `benchmarks/latency.py`, a part of `make bench`. Median milliseconds from a key
press on a slider to the drawn picture, beside those to a bare number that returns through the same
kernel, both in one browser; the lowest of {ROUNDS} rounds, for each by itself. Every step counts.
The server sends small messages at once (TCP_NODELAY), or half of the echoes would wait 40 ms.
In a window of {WINDOW["width"]} × {WINDOW["height"]} px with JupyterLab's file browser open: the
width of a slider's track, the way from the question's first line to its folded answer, and the
picture's share of the explorer's area.
"""

WHY = """\
Where a goal is not reached: of the time beyond the echo, 8 ms are CPU of the scene, of matplotlib
and of packing the picture (5 when warm), about 5 are waiting for the kernel's other threads and
for the browser to paint, 2.5 are the browser's own work. To come to 1.6 pictures would have to be
drawn without matplotlib. `kmeans_walk` is measured at *k*: with every *k* the walk has another
length, so axes and their numbers are drawn anew, some 35 ms. `eight_models` is eight pictures.
"""
PAGES_HEAD = """## Pages

Written by `benchmarks/latency.py`. A page as it is committed, and after *Run All Cells* in the same
browser: what it saves, the seconds until its last picture is drawn, the kernel's CPU seconds for
all of its cells after the imports, and its memory before and after. scikit-learn brings pandas
where that is installed, as it is here: some 30 MiB.
"""

BEGIN = """
import time, psutil
{imports}
_begin, _imported = time.process_time(), psutil.Process().memory_info().rss / 2**20
"""
ECHO = """
import ipywidgets
echo = ipywidgets.IntSlider(50, description="echo").add_class("echo-box")
answer = ipywidgets.Label("none").add_class("echo-answer")
echo.observe(lambda change: setattr(answer, "value", str(change.new)), names="value")
display(echo, answer)
"""
LAST = """
_memory = psutil.Process().memory_info().rss / 2**20
f"this page has run: {time.process_time() - _begin:.1f} s, {_imported:.0f} to {_memory:.0f} MiB"
"""

AT_ONCE = """
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class AtOnce(ZMQChannelsWebsocketConnection):
    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = AtOnce
"""

MARK = """
// Notes the time of a key press, and of the first drawn picture and echo after it.
() => {
  window.marks = { key: 0, picture: 0, echo: 0 };
  const note = (name) => marks.key && (marks[name] ||= performance.now());
  document.addEventListener("keydown", () => (marks.key ||= performance.now()), true);
  for (const explorer of document.querySelectorAll(".rbflib-explorer"))
    new MutationObserver(() => note("picture"))
      .observe(explorer, { attributeFilter: ["data-drawn"] });
  const text = { childList: true, subtree: true, characterData: true };
  new MutationObserver(() => note("echo")).observe(document.querySelector(".echo-answer"), text);
}
"""

PLACES = """
// The explorer's name, the width of its tracks, and the picture's share of its area.
(explorer) => {
  const tracks = [...explorer.querySelectorAll("input[type=range]")].map((e) => e.clientWidth);
  const area = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
  const cell = explorer.closest(".jp-CodeCell");
  const code = cell.querySelector(".jp-PlaceholderText, .cm-content").textContent;
  return {
    name: code.match(/\\w+(?=\\()/)[0],
    share: (area(explorer.querySelector("canvas")) / area(explorer)).toFixed(2),
    track: Math.min(...tracks.filter((width) => width > 0)),
  };
}
"""


class QuickLab(Lab):
    """JupyterLab, which sends small messages at once."""

    def command(self, options):
        config = self.home / "at_once.py"
        config.write_text(AT_ONCE)
        jupyter = Path(sys.executable).with_name("jupyter")
        options += f" --ip=127.0.0.1 --allow-root --LabApp.expose_app_in_browser=True {self.pages}"
        return [jupyter, "lab", f"--config={config}", *options.split()]


def copy_with_echo(source, folder):
    """A copy of a page that begins with its imports, and ends with the echo and what it took."""
    page = nbformat.read(source, as_version=4)
    code = "\n".join(cell.source for cell in page.cells if cell.cell_type == "code")
    imports = "\n".join(re.findall(r"^(?:import|from) .+$", code, flags=re.MULTILINE))
    page.cells.insert(0, nbformat.v4.new_code_cell(BEGIN.format(imports=imports).strip()))
    for code in (ECHO, LAST):
        page.cells.append(nbformat.v4.new_code_cell(code.strip()))
    nbformat.write(page, folder / source.name)


def open_and_run(tab, lab, name):
    """Seconds until the last picture, CPU seconds, and MiB of memory before and after."""
    tab.goto(f"{lab.address}/lab/tree/{name}?reset&token={lab.token}")
    tab.locator(".jp-NotebookPanel .jp-CodeCell").last.wait_for(state="attached")
    status = tab.locator("#jp-main-statusbar")
    status.get_by_text("| Idle").wait_for()
    tab.get_by_role("menuitem", name="Run", exact=True).click()
    begin = time.perf_counter()
    tab.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    last = tab.locator(".jp-CodeCell").last.locator(".jp-OutputArea-output")
    last.get_by_text("this page has run").wait_for()
    drawn = "() => [...document.querySelectorAll('.rbflib-explorer')].every((e) => e.dataset.drawn)"
    tab.wait_for_function(drawn)
    seconds = time.perf_counter() - begin
    figures = re.search(r"run: (\S+) s, (\S+) to (\S+) MiB", last.inner_text()).groups()
    status.get_by_text("| Idle").wait_for()
    return f"{seconds:.1f}", *figures


def row_of_page(tab, source, copy, run):
    """What the page weighs, and what its run took."""
    before = copy.stat().st_mtime_ns
    tab.evaluate("() => jupyterapp.commands.execute('docmanager:save').then(() => {})")
    while copy.stat().st_mtime_ns == before:
        tab.wait_for_timeout(100)
    tab.wait_for_timeout(1000)
    metadata = json.loads(copy.read_text(encoding="utf-8"))["metadata"]
    models = sum(len(group["state"]) for group in metadata.get("widgets", {}).values())
    sizes = [f"{path.stat().st_size / 1000:.0f}" for path in (source, copy)]
    explorers = tab.locator(".rbflib-explorer").count()
    return [source.stem, str(explorers), *sizes, str(models), *run]


def press(tab, slider, key, answer):
    """Milliseconds from the key press to its answer."""
    tab.evaluate("() => (marks.key = marks.picture = marks.echo = 0)")
    slider.press(key)
    tab.wait_for_timeout(REST)  # asking all the time would slow the page down
    tab.wait_for_function(f"() => marks.{answer}")
    return tab.evaluate(f"() => marks.{answer} - marks.key")


def on_and_back(slider, n):
    """Arrow keys that move a slider n times to its farther end, and back."""
    now, top = slider.evaluate("e => e.role ? [e.ariaValueNow, e.ariaValueMax] : [e.value, e.max]")
    now, top = float(now), float(top)
    on, back, steps_left = ("Right", "Left", top - now) if now < top / 2 else ("Left", "Right", now)
    gone = min(n, int(steps_left))
    yield from gone * [f"Arrow{on}"] + gone * [f"Arrow{back}"]


def times(tab, slider, answer, n):
    """Milliseconds of each step, n of them on and back."""
    slider.focus()
    tab.wait_for_timeout(BLINKING)
    return [press(tab, slider, key, answer) for key in on_and_back(slider, n)]


def to_the_picture(tab, explorer):
    """Median milliseconds to the picture, over all sliders of an explorer."""
    sliders = explorer.locator("input[type=range]:visible").all()
    n = max(2, PRESSES // 2 // len(sliders))
    return statistics.median(ms for slider in sliders for ms in times(tab, slider, "picture", n))


def to_the_echo(tab):
    """Median milliseconds to the echo."""
    slider = tab.locator(".echo-box .noUi-handle")  # ipywidgets' own
    return statistics.median(times(tab, slider, "echo", PRESSES // 2))


def rows_of(tab, page):
    """One row per explorer with sliders, in the order of the page."""
    for explorer in tab.locator(".rbflib-explorer").all():
        if explorer.locator("input[type=range]:visible").count():
            rounds = [(to_the_picture(tab, explorer), to_the_echo(tab)) for _ in range(ROUNDS)]
            picture, echo = (min(column) for column in zip(*rounds, strict=True))
            ratio = picture / echo
            met = "yes" if ratio <= GOAL else "no"
            at = explorer.evaluate(PLACES)
            places = [str(at["track"]), f"{explorer.evaluate(WAY):.0f}", at["share"]]
            name = f"{page[:2]} {at['name']}"
            times = [f"{picture:.0f}", f"{echo:.0f}", f"{ratio:.2f}"]
            yield [name, *times, f"{GOAL:g}", met, *places]


def measure(sources):
    if not CHROMIUM:
        raise SystemExit("Chromium is not installed: apt install chromium")
    rows, pages = [], []
    with TemporaryDirectory() as home, closing(QuickLab(Path(home))) as lab, sync_playwright() as p:
        lab.wait()
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        seen = f"Chromium {browser.version}"
        for source in sources:
            copy_with_echo(source, lab.pages)
            tab = browser.new_page(viewport=WINDOW)
            tab.set_default_timeout(PATIENCE)
            run = open_and_run(tab, lab, source.name)
            pages.append(row_of_page(tab, source, lab.pages / source.name, run))
            tab.evaluate(MARK)
            rows += rows_of(tab, source.stem)
            tab.close()
            print(f"{source.stem}: {len(rows)} explorers measured", flush=True)
        browser.close()
    return rows, pages, seen


def main(pages):
    sources = sorted(NOTEBOOKS.glob("*.ipynb"))
    chosen = [path for path in sources if not pages or path.name[:2] in pages]
    rows, pages_rows, browser = measure(chosen)
    names = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    ratios = sorted(float(row[3]) for row in rows)
    median = statistics.median(ratios)
    summary = f"Median ratio {median:.2f} (goal {MEDIAN_GOAL:g}), worst {ratios[-1]:.2f}. "
    share = statistics.median(float(row[-1]) for row in rows)
    summary += f"Median share of the picture {share:.2f} (goal 0.6).\n"
    machine = f"Python {platform.python_version()}, {names}, {browser}.\n"
    parts = [
        "\n".join([HEAD, machine, summary, WHY, table(COLUMNS, rows)]),
        "\n".join([PAGES_HEAD, table(PAGE_COLUMNS, pages_rows)]),
    ]
    for part in parts:
        print(part)
        if not pages:
            write_section(part)


if __name__ == "__main__":
    main(sys.argv[1:])
