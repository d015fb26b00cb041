"""The teachers' guide speaks of what is on the pages, and its plans fit into a lesson.

Explorers and the words under their pictures stand in `code`, buttons in **bold**, sliders in
*italics*, sections in “quotation marks”. Each rule below is a function that returns complaints,
and is itself tried on a guide that breaks it.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from rbflib.lab import EXPLORERS

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((NOTEBOOKS / "source").glob("[0-9]*.md"))
}
pytestmark = pytest.mark.check_pages
LIMITS = [10, 25, 50]
MARKED = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<button>[^*]+)\*\*|\*(?P<slider>[^*]+)\*|“(?P<section>[^”]+)”"
)


def parts(guide):
    """Page -> (title, text) in the guide."""
    pattern = r"^## \[([^\n]+)\]\((\w+)\.ipynb\)\n(.*?)(?=^## |\Z)"
    found = re.findall(pattern, guide, flags=re.MULTILINE | re.DOTALL)
    return {page: (title, text) for title, page, text in found}


def explorers_of(page):
    imports = re.findall(r"^from rbflib\.lab import (.+)$", SOURCES[page], flags=re.MULTILINE)
    return [name for names in imports for name in names.split(", ") if name in EXPLORERS]


def headings_of(page):
    return re.findall(r"^##+ (.+)$", SOURCES[page], flags=re.MULTILINE)


def predictions_of(page):
    return SOURCES[page].count("\n**Predict, then move.**")


def right_answers_of(page):
    """The sentences in bold with which “What you should see” begins."""
    return re.findall(r"you should see</b></summary>\n\n\*\*([^*]+\.)\*\*", SOURCES[page])


def table(text, first):
    """Rows of the table that has this word at the top of its first column."""
    blocks = (block.strip() for block in text.split("\n\n"))
    block = next((block for block in blocks if block.startswith(f"| {first} |")), "")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()]
    return rows[2:]


@cache
def seen_in(explorer_name):
    """(words at the start, button -> words after it, sliders) of an explorer.

    A button that leads to no fixed state has the words None.
    """
    explorer = EXPLORERS[explorer_name]()
    start = explorer.summary
    after = dict.fromkeys(buttons_in(explorer.view()))
    for preset in explorer.presets:
        explorer.restore(preset)
        after[preset] = explorer.summary
    return start, after, {control.label for control in explorer.controls.values()}


def buttons_in(widget):
    own = [widget.description] if type(widget).__name__ == "Button" else []
    return own + [name for child in getattr(widget, "children", ()) for name in buttons_in(child)]


# The rules.


def ill_timed_plans(_page, text):
    steps = [row for row in table(text, "step") if row[0] != "homework"]
    columns = zip(*[row[1:] for row in steps], strict=True)
    sums = [sum(int(minutes) for minutes in column if minutes != "–") for column in columns]
    if len(sums) != len(LIMITS):
        return [f"{len(sums)} plans"]
    return [f"{n} of {limit}" for n, limit in zip(sums, LIMITS, strict=True) if not 0 < n <= limit]


def wrong_homework(page, text):
    given = [row[1:] for row in table(text, "step") if row[0] == "homework"]
    if len(given) != 1 or not all(given[0]):
        return ["homework is missing"]
    headings = " ".join(headings_of(page))
    named = re.findall(r"\d\.\d", " ".join(given[0]))
    return [name for name in named if f"{name} " not in headings]


def missing_explorers(page, text):
    return [name for name in explorers_of(page) if f"`{name}`" not in text]


def missing_predictions(page, text):
    n = len(table(text, "prediction"))
    return [] if n == predictions_of(page) else [f"{n} of {predictions_of(page)}"]


def missing_answers(page, text):
    answers = [row[1] for row in table(text, "prediction")]
    return [answer for answer in right_answers_of(page) if answer not in answers]


def unknown_names(page, text):
    """Names of a line belong to the explorer that the line named last."""
    complaints = []
    for line in text.splitlines():
        start, after, sliders, words = "", {}, set(), ""
        for mark in MARKED.finditer(line):
            kind, name = mark.lastgroup, mark[mark.lastgroup]
            if kind == "code" and name in EXPLORERS:
                start, after, sliders = seen_in(name)
                words = start
                known = name in explorers_of(page)
            elif kind == "code":
                known = name in words
            elif kind == "button":
                known = name in after
                words = after.get(name) or words
            elif kind == "slider":
                known = name in sliders
            else:
                known = name in headings_of(page)
            complaints += [] if known else [mark[0]]
    return complaints


RULES = [
    ill_timed_plans,
    wrong_homework,
    missing_explorers,
    missing_predictions,
    missing_answers,
    unknown_names,
]

GUIDE = parts((NOTEBOOKS / "teachers_guide.md").read_text(encoding="utf-8"))


def test_every_page_with_an_explorer_has_its_part_under_its_title():
    titles = {page: SOURCES[page].partition("\n")[0] for page in SOURCES if explorers_of(page)}
    assert {page: f"# {title}" for page, (title, _) in GUIDE.items()} == titles


def test_readme_and_first_page_lead_to_the_guide():
    readme = (NOTEBOOKS.parent / "README.md").read_text(encoding="utf-8")
    assert "](notebooks/teachers_guide.md)" in readme
    assert "](teachers_guide.md)" in SOURCES["00_start_here"]


# The names take long: every preset of every explorer is drawn.
RULES_AND_PAGES = [
    pytest.param(rule, page, marks=[pytest.mark.thorough] if rule is unknown_names and i else [])
    for i, page in enumerate(GUIDE)
    for rule in RULES
]


@pytest.mark.parametrize(("rule", "page"), RULES_AND_PAGES)
def test_part_keeps_the_rule(rule, page):
    assert rule(page, GUIDE[page][1]) == []


# The same rules on a part that breaks them.

PAGE = "04_kmeans"
GOOD = """
| step | 10 | 25 | 50 |
|---|---|---|---|
| “3 Lloyd's algorithm” | 3 | 5 | – |
| Predict: `kmeans_walk` **A bad start**, *half step* | 7 | 20 | 50 |
| homework | 4.1 | 4.2 | quiz |
"""


@pytest.mark.parametrize(
    ("rule", "old", "new", "complaints"),
    [
        (ill_timed_plans, "| 7 |", "| 8 |", ["11 of 10"]),
        (wrong_homework, "4.2", "4.9", ["4.9"]),
        (unknown_names, "A bad start", "A worse start", ["**A worse start**"]),
        (missing_predictions, "", "", ["0 of 4"]),
        (missing_explorers, "", "", ["many_starts", "ways_to_fail", "palette"]),
    ],
)
def test_rule_complains_of_a_bad_part(rule, old, new, complaints):
    assert rule(PAGE, GOOD.replace(old, new)) == complaints
    assert missing_answers("00_start_here", GOOD) == ["All eight.", "It rises."]
