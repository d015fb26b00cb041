"""Slides of all pages in Chromium: without a network, without faults, and nothing is cut off."""

import re

import pytest

from teaching.printing import print_one
from teaching.slides import build
from teaching.tests.test_slides import NEEDS_NPM, PATHS

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("slides"), NEEDS_NPM]

# Titles of slides with something outside 1280 × 720, once all of each is shown.
CUT_OFF = """() => {
    const scale = Reveal.getScale();
    const seen = (element) => !element.closest("aside, defs, mjx-assistive-mml");
    return Reveal.getSlides().filter((slide) => {
        const { h, v } = Reveal.getIndices(slide);
        Reveal.slide(h, v, 99);
        const { left, top } = slide.getBoundingClientRect();
        return [...slide.querySelectorAll("*")].filter(seen).some((element) => {
            const box = element.getBoundingClientRect();
            return (box.right - left) / scale > 1280.5 || (box.bottom - top) / scale > 720.5
                || (box.width > 0 && (box.left < left - 1 || box.top < top - 1));
        });
    }).map((slide) => slide.querySelector("h1, h2").textContent);
}"""
SMALL = """() => Reveal.getSlides().filter((slide) => {
    const { h, v } = Reveal.getIndices(slide);
    Reveal.slide(h, v, 99);
    return [...slide.querySelectorAll(".slide > .picture img")].some((image) =>
        image.getBoundingClientRect().height / Reveal.getScale() < 250 || !image.naturalWidth);
}).map((slide) => slide.querySelector("h1, h2").textContent)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slides")
    build.build(folder)
    return folder


@pytest.fixture(scope="module", params=[path.stem for path in PATHS])
def shown(chromium, folder, request):
    """A page's slides in a browser that has no network."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, offline=True)
    page = context.new_page()
    page.faults, page.asked = [], []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda m: m.type in ("error", "warning") and page.faults.append(m.text))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto((folder / f"{request.param}.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    yield page
    context.close()


def test_slides_load_without_a_network_and_formulas_are_drawn(shown):
    assert shown.faults == []
    assert [url for url in shown.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert shown.locator("mjx-container").count() > 0
    assert shown.locator("[data-mjx-error], mjx-merror").count() == 0
    links = shown.locator("a[data-state]")
    assert links.count() == shown.locator(".picture > a[data-state][aria-label] > img").count() > 0
    texts = shown.locator(".slide").evaluate_all("all => all.map((e) => e.textContent)")
    assert [text for text in texts if "$" in text and "$1,000" not in text] == []


def test_pictures_are_large_no_slide_is_cut_off_and_one_that_is_too_full_is_noticed(shown):
    assert shown.evaluate(SMALL) == []
    assert shown.evaluate(CUT_OFF) == []
    shown.evaluate("document.querySelector('h1').after('word '.repeat(900))")
    assert len(shown.evaluate(CUT_OFF)) == 1


@pytest.mark.parametrize("name", [path.stem for path in PATHS])
def test_print_has_every_slide_once_and_the_handout_no_answers(chromium, folder, name):
    path = folder / f"{name}.html"
    for form in (build.AS_PAGES, build.HANDOUT):
        print_one(chromium, path, **form)
    pages, handed_out = (
        len(re.findall(rb"/Type\s*/Page\b", (folder / file).read_bytes()))
        for file in (f"{name}.pdf", f"{name}_handout.pdf")
    )
    text = path.read_text(encoding="utf-8")
    assert pages == text.count('<div class="slide">') - text.count("<aside")
    answers = len(re.findall('<p class="results">|<h2[^>]*><b class="letter', text))
    assert handed_out == pages - answers
