"""Explorers fit every width."""

import pytest
from test_pages import PAGES

BETWEEN = [pytest.param(x, marks=pytest.mark.thorough) for x in [(1100, 768), (768, 1024)]]
SIZES = [(1366, 768), *BETWEEN, (390, 844)]

# What of an explorer does not fit. Its words are 10 px or more, what a finger hits is 24 px, its
# tracks are 200 px where there is room, and nothing stands beyond its edge.
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
    const tight = all(".rbflib-handle, .rbflib-foot button").filter((e) => {
        const box = e.getBoundingClientRect();
        return Math.min(box.width, box.height) < 24;
    });
    const name = (word) => (e) => `${word}: ${e.className || e.tagName}`;
    return [
        ...beyond.map(name("beyond the edge")),
        ...small.map(name("too small")),
        ...tight.map(name("hard to hit")),
        ...(width > 230 ? short.map(name("short track")) : []),
    ];
}"""


@pytest.mark.parametrize("size", SIZES, ids="{0[0]} px".format)
@pytest.mark.parametrize("name", PAGES)
def test_explorers_fit_every_width(awake, name, size):
    tab = awake(name)
    window = tab.viewport_size
    tab.evaluate("() => jupyterapp.shell.collapseLeft()")
    tab.set_viewport_size(dict(zip(["width", "height"], size, strict=True)))
    misfits = [explorer.box.evaluate(MISFITS) for explorer in tab.explorers()]
    tab.set_viewport_size(window)
    assert not any(misfits), misfits
