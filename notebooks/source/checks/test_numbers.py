"""Every number in a text is shown on its page, by a cell or an explorer, or stands in a test."""

import re

import nbformat
import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.pages import PAGES as FOLDERS
from tests.test_notebooks import NOTEBOOKS, PAGES, code_cells, outputs

TESTS = NOTEBOOKS.parent / "tests"
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])")
# Minutes, powers, and data that a text gives.
GIVEN = {
    "01": {"1,024", "442"},
    "03": {"353,100", "1797", "898"},
    "04": {"68"},
    "07": {"382"},
    "08": {"2.85", "1300"},
    "10": {"410"},
}
NOT_TEXT = r"(?s)\$\$.*?\$\$|\]\([^)]*\)|^About \d+ minutes.*?$|^\| \[\*\*\d\d .*?$|## References.*"


def value(text):
    return float(text.replace("−", "-").replace(",", ""))


def values(text):
    return [value(number) for number in NUMBER.findall(text)]


def shown_by(explorer):
    """The results and settings of an explorer as its page opens it, and in its presets."""
    yield from values(explorer.summary)
    for preset in explorer.presets:
        explorer.restore(preset)
        yield from values(explorer.summary)
        yield from (float(n) for n in explorer.numbers.values() if not isinstance(n, str))


def shown_on(page, folder):
    for cell in code_cells(page):
        yield from values(cell.source)
    for output in outputs(page):
        yield from values(output.get("text", "") + output.get("data", {}).get("text/plain", ""))
    for name in sorted({n for n in EXPLORERS for c in code_cells(page) if f"{n}()" in c.source}):
        yield from shown_by(EXPLORERS[name]())
    files = [*TESTS.glob("claims/*.py"), *TESTS.glob(f"pages/{folder}/*.py"), *TESTS.glob("*.py")]
    yield from values("\n".join(path.read_text(encoding="utf-8") for path in files))


def unshown(page, shown, given):
    """Decimals, and whole numbers from 20 on, that are not among what is shown."""
    pencil = re.compile(r"### \d+\.\d+ Pencil")
    cells = [
        c.source for c in page.cells if c.cell_type == "markdown" and not pencil.match(c.source)
    ]
    text = re.sub(NOT_TEXT, " ", "\n\n".join(cells), flags=re.MULTILINE)
    for number in NUMBER.finditer(text):
        n, decimals = abs(value(number[0])), len(number[0].partition(".")[2])
        small = (not decimals and n < 20) or re.fullmatch(r"(18|19|20)\d\d", number[0])
        percent = "%" in text[number.end() : number.end() + 3]
        near = 0.50005 * 10**-decimals
        if small or number[0] in given or any(abs(abs(s) - n) <= near for s in shown):
            continue
        if not (percent and any(abs(100 * abs(s) - n) <= max(near, 0.5) for s in shown)):
            yield text[max(0, number.start() - 40) : number.end() + 20]


@pytest.mark.parametrize("path", PAGES[:11], ids=lambda path: path.stem)
def test_numbers_of_the_text_are_shown_or_stand_in_a_test(path):
    page, number = nbformat.read(path, as_version=4), path.stem[:2]
    shown = set(shown_on(page, FOLDERS[int(number)].name))
    assert list(unshown(page, shown, GIVEN.get(number, set()))) == []


def test_a_number_from_nowhere_is_noticed():
    text = "Shown is 0.25, or 25%, and not 0.77. There are 3 of them."
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)])
    [complaint] = unshown(page, {0.25}, set())
    assert "0.77" in complaint
