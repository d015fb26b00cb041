"""Explorers at every width: they fit, and no result moves another."""

import pytest
from student import way_to_go
from test_pages import PAGES

SIZES = [(1366, 768), (1100, 768), (768, 1024), (390, 844)]

# What of an explorer does not fit. Its words are 10 px or more, its tracks 200 px where there is
# room, and nothing stands beyond its edge.
MISFITS = """(explorer) => {
    const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
    const all = (selector) => [...explorer.querySelectorAll(selector)].filter(seen);
    const { left, right, width } = explorer.getBoundingClientRect();
    const beyond = all("*").filter((e) => {
        const box = e.getBoundingClientRect();
        const is = box.left < left - 1 || box.right > right + 1;
        return is && !e.closest(".noUi-base, .rbflib-table");
    });
    const size = (e) => parseFloat(getComputedStyle(e).fontSize);
    const small = all("*").filter((e) => e.innerText && size(e) < 10);
    const short = all(".noUi-base").filter((e) => e.getBoundingClientRect().width < 200);
    const name = (word) => (e) => `${word}: ${e.className || e.tagName}`;
    return [
        ...beyond.map(name("beyond the edge")),
        ...small.map(name("too small")),
        ...(width > 230 ? short.map(name("short track")) : []),
    ];
}"""

PLACES = """(explorer) => [...explorer.querySelectorAll("dd")].map((e) => {
    const { x, y } = e.getBoundingClientRect(), from = e.closest("dl").getBoundingClientRect();
    return [Math.round(x - from.x), Math.round(y - from.y)].join();
})"""


@pytest.mark.parametrize("name", PAGES)
def test_explorers_fit_every_width(awake, name):
    tab = awake(name)
    window = tab.viewport_size
    tab.evaluate("() => jupyterapp.shell.collapseLeft()")
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        for number, explorer in enumerate(tab.explorers()):
            assert explorer.box.evaluate(MISFITS) == [], (number, width)
    tab.set_viewport_size(window)


@pytest.mark.parametrize("name", PAGES)
def test_results_stay_where_they_are(awake, name):
    tab = awake(name)
    for explorer in tab.explorers():
        before = explorer.box.evaluate(PLACES)
        explorer.moves(lambda handle=explorer.handles[0]: handle.press(way_to_go(handle)))
        assert explorer.box.evaluate(PLACES)[: len(before)] == before
