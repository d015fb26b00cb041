import pytest
from playwright.sync_api import expect

from rbflib.lab.kit import style
from tests.browser.test_pages import PAGES

LAPTOP = (1366, 768)
SIZES = [LAPTOP, (1100, 768), (768, 1024), (390, 844)]
FIRST = [("00_start_here", SIZES[-1])]  # on a phone
# Every page on a laptop, and at another size in turn, at which controls are moved.
LATER = [(page, size) for n, page in enumerate(PAGES) for size in sorted({LAPTOP, SIZES[n % 4]})]

# What of an explorer does not fit. Its words are 12 px or more, and in its picture 11 px on a phone
# and 10 px in a narrow notebook; what a finger hits is 24 px; no label, button or entry of a menu
# is cut; its foot has one line, but on a phone; its tracks are 200 px where there is room; nothing
# stands beyond its edge; the first of several panels stays in view above the last slider.
MISFITS = """(explorer, type) => {
    const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
    const all = (selector) => [...explorer.querySelectorAll(selector)].filter(seen);
    const { left, right, width } = explorer.getBoundingClientRect();
    const beyond = all("*").filter((e) => {
        const box = e.getBoundingClientRect();
        const is = box.left < left - 1 || box.right > right + 1;
        return is && !e.closest(".rbflib-table");
    });
    const size = (e) => parseFloat(getComputedStyle(e).fontSize);
    const small = all(":not(sub)").filter((e) => e.innerText && size(e) < 12);
    const wraps = all(".rbflib-foot").filter((e) => width > 560 && e.clientHeight > 36);
    const whole = explorer.querySelector("canvas"); // panels show parts of it
    const typeOf = (e) => type * e.clientWidth * (whole.width / e.width);
    const least = width < 340 ? 9.5 : width < 450 ? 11 : 10;
    const tiny = all("canvas").filter((e) => typeOf(e) < least);
    const isCut = (e) => e.scrollWidth > e.clientWidth + 1;
    // Of a result, not of what it was before, which falls below unseen where there is no room.
    const isBeyond = (result) => {
        const text = new Range();
        text.selectNodeContents(result);
        return text.getBoundingClientRect().width > result.clientWidth + 1;
    };
    const isNarrow = (menu) => {
        const wide = menu.cloneNode(true);
        Object.assign(wide.style, { position: "absolute", width: "max-content" });
        menu.after(wide);
        const wanted = wide.offsetWidth;
        wide.remove();
        return wanted > menu.offsetWidth;
    };
    const cut = [
        ...all("button:not(.rbflib-handle), label, .rbflib-value").filter(isCut),
        ...all("select").filter(isNarrow),
        ...all("dd").filter(isBeyond),
    ];
    const tracks = all("input[type=range]");
    const short = tracks.filter((e) => e.getBoundingClientRect().width < 200);
    const tight = all(".rbflib-handle, .rbflib-foot button").filter((e) => {
        const box = e.getBoundingClientRect();
        return Math.min(box.width, box.height) < 24;
    });
    const name = (word) => (e) => `${word}: ${e.className || e.textContent || e.tagName}`;
    const last = tracks.at(-1);
    const first = last ? all(".rbflib-panels > :first-child") : [];
    const isOut = (panel) => {
        last.scrollIntoView({ block: "end" });
        const { top } = explorer.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
        const box = panel.getBoundingClientRect();
        return box.top < top - 1 || box.bottom > last.getBoundingClientRect().top;
    };
    return [
        ...beyond.map(name("beyond the edge")),
        ...small.map(name("too small")),
        ...tight.map(name("hard to hit")),
        ...wraps.map(name("wraps")),
        ...cut.map(name("cut")),
        ...tiny.map(name("type too small")),
        ...(width > 230 ? short.map(name("short track")) : []),
        ...first.filter(isOut).map(name("out of view")),
    ];
}"""
# The size of the type, as a share of the picture's width.
TYPE = style.TYPE / 72 / style.WIDTH

# Where the results stand.
PLACES = """(explorer) => [...explorer.querySelectorAll("dd")].map((e) => {
    const { x, y } = e.getBoundingClientRect(), from = e.closest("dl").getBoundingClientRect();
    return [Math.round(x - from.x), Math.round(y - from.y)].join();
})"""


# From the first line of an explorer's question to the end of its folded answer, in px.
WAY = """(explorer) => {
    const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    const asks = (e) => e.textContent.startsWith("Predict, then move");
    const questions = [...document.querySelectorAll("strong")].filter(asks);
    const question = questions.findLast((e) => follows(e, explorer));
    const folds = [...document.querySelectorAll("details")];
    const answer = folds.find((e) => follows(explorer, e) && !explorer.contains(e));
    const end = answer.querySelector("summary").getBoundingClientRect().bottom;
    return end - question.getBoundingClientRect().top;
}"""


def of_the_page(tab, name):
    """Its explorers but that of a reader's function, which makes its own picture and type."""
    return tab.explorers()[:-1] if name == "10_comparison" else tab.explorers()


@pytest.mark.parametrize(
    ("name", "size"), [*FIRST, *(pytest.param(*pair, marks=pytest.mark.thorough) for pair in LATER)]
)
def test_explorers_fit_every_width_and_with_question_and_answer_a_laptop(awake, name, size):
    tab = awake(name)
    window = tab.viewport_size
    tab.evaluate("() => jupyterapp.shell.collapseLeft()")
    tab.resize(*size)
    try:
        height = tab.locator(".jp-WindowedPanel-outer").first.evaluate("(e) => e.clientHeight")
        for explorer in of_the_page(tab, name) if size == LAPTOP else []:
            explorer.box_at_rest()  # what is not seen has no layout
            assert explorer.box.evaluate(WAY) <= height
        with tab.unfolded():
            for explorer in of_the_page(tab, name):
                explorer.box.scroll_into_view_if_needed()
                tab.at_rest(explorer.box.bounding_box)
                places = explorer.box.evaluate(PLACES)
                for _ in explorer.move_back_and_forth() if size != LAPTOP else ():
                    assert explorer.box.evaluate(PLACES)[: len(places)] == places
                assert explorer.box.evaluate(MISFITS, TYPE) == []
    finally:
        tab.set_viewport_size(window)


CLOSED = "() => jupyterapp.shell.leftCollapsed && jupyterapp.shell.rightCollapsed"
# For a projector: the lowest edge of what is to be seen at once, from the explorer's upper one, the
# height of the type in the picture, and the controls whose left end something else covers.
LESSON = """(explorer, type) => {
    const seen = [...explorer.querySelectorAll(".rbflib-controls > *, canvas, .rbflib-results")]
        .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
    const canvas = explorer.querySelector("canvas").getBoundingClientRect();
    const low = Math.max(...seen.map((e) => e.bottom)) - explorer.getBoundingClientRect().top;
    const covered = [...explorer.querySelectorAll(".rbflib-controls > *, .rbflib-presets > *")]
        .filter((e) => e.checkVisibility()).filter((e) => {
            e.scrollIntoView({ block: "nearest" });
            const { left, top, height } = e.getBoundingClientRect();
            return !e.contains(document.elementFromPoint(left + 5, top + height / 2));
        });
    return [low, type * canvas.width, covered.map((e) => e.textContent)];
}"""


def assert_fits_a_lesson(explorer, height):
    low, type_, covered = explorer.box.evaluate(LESSON, TYPE)
    assert low <= height + 1  # a share of a px
    assert type_ >= 15
    assert covered == []


@pytest.mark.parametrize(
    "name", [FIRST[0][0], *(pytest.param(p, marks=pytest.mark.thorough) for p in PAGES[1:])]
)
def test_projector_view_fits_a_projector_with_large_type_and_closes_side_bars(awake, name):
    tab = awake(name)
    window = tab.viewport_size
    tab.evaluate("() => { jupyterapp.shell.expandLeft(); jupyterapp.shell.expandRight(); }")
    switch = tab.get_by_role("button", name="projector view")
    switch.first.click()
    tab.wait_for_function(CLOSED)
    try:
        for size in ((1920, 1080), (1280, 720)):
            tab.resize(*size)
            page = tab.locator(".jp-WindowedPanel-outer").first
            height = page.evaluate("(e) => e.clientHeight")
            for explorer in of_the_page(tab, name):
                explorer.box_at_rest()
                assert_fits_a_lesson(explorer, height)
        tab.evaluate("() => jupyterapp.shell.expandLeft()")
        explorer.box_at_rest()
        explorer.button("full screen").click()
        tab.wait_for_function("() => document.fullscreenElement")
        tab.at_rest(explorer.canvas.bounding_box)
        assert_fits_a_lesson(explorer, 720)
    finally:
        tab.evaluate("() => document.fullscreenElement && document.exitFullscreen()")
        switch.first.click()
        expect(switch.first).to_have_attribute("aria-pressed", "false")
        tab.evaluate("() => jupyterapp.shell.collapseLeft()")
        tab.set_viewport_size(window)


def test_misfits_are_noticed(chromium):
    page = chromium.new_page()
    page.set_content("""<div class="explorer" style="width: 300px"><canvas></canvas>
        <p class="small" style="font-size: 9px">words</p>
        <button class="narrow" style="width: 30px; overflow: hidden">words</button></div>""")
    misfits = page.locator(".explorer").evaluate(MISFITS, 1)
    assert misfits == ["too small: small", "cut: narrow"]
    page.close()
