"""The teachers' guide speaks of what is on the pages, and its plans fit into a lesson.

Each rule below is a function that returns complaints, and is itself tested on a bad guide.
"""

import re
from pathlib import Path

import pytest

from rbflib.lab import EXPLORERS

NOTEBOOKS = Path(__file__).parents[2]
SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((NOTEBOOKS / "source").glob("[0-9]*.md"))
}
LIMITS = [10, 25, 44]  # of 50 minutes three are left at each end
MOST_VOTES = 5
NO_STEP = ("homework", "if late, drop")


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


def tables(text, first):
    """Rows of every table that has this word at the top of its first column."""
    blocks = [block.strip() for block in text.split("\n\n")]
    found = [block.splitlines()[2:] for block in blocks if block.startswith(f"| {first} |")]
    split = re.compile(r"(?<!\\)\|")
    return [[[cell.strip() for cell in split.split(line)[1:-1]] for line in t] for t in found]


def table(text, first):
    """Rows of the first of them."""
    return next(iter(tables(text, first)), [])


# The rules.


def ill_timed_plans(_page, text):
    steps = [row for row in table(text, "step") if row[0] not in NO_STEP]
    columns = zip(*[row[1:] for row in steps], strict=True)
    sums = [sum(int(minutes) for minutes in column if minutes != "–") for column in columns]
    if len(sums) != len(LIMITS):
        return [f"{len(sums)} plans"]
    return [f"{n} of {limit}" for n, limit in zip(sums, LIMITS, strict=True) if not 0 < n <= limit]


def too_many_votes(_page, text):
    votes = [row for row in table(text, "step") if "predict:" in row[0].lower() and row[-1] != "–"]
    return [f"{len(votes)} votes"] if len(votes) > MOST_VOTES else []


def missing_explorers(page, text):
    return [name for name in explorers_of(page) if f"`{name}`" not in text]


def missing_predictions(page, text):
    n = len(table(text, "prediction"))
    return [] if n == predictions_of(page) else [f"{n} of {predictions_of(page)}"]


def missing_answers(page, text):
    answers = [row[1] for row in table(text, "prediction")]
    return [answer for answer in right_answers_of(page) if answer not in answers]


def unknown_names(page, text):
    """Explorers in `code` and sections in “quotation marks” that the page does not have."""
    named = [name for name in re.findall(r"`(\w+)`", text) if name in EXPLORERS]
    sections = re.findall(r"“([^”]+)”", text)
    unknown = [name for name in named if name not in explorers_of(page)]
    return unknown + [section for section in sections if section not in headings_of(page)]


def wrong_cures(_page, text):
    return unshown([row[1] for row in table(text, "students say")])


def unshown(cures):
    """Presets and results that the explorer named before them does not show."""
    wrong = []
    for cure in cures:
        explorer = None
        for code, button in re.findall(r"`([^`]+)`|\*\*([^*]+)\*\*", cure.replace("\\|", "|")):
            if code in EXPLORERS:
                explorer = EXPLORERS[code]()
            elif button in explorer.presets:
                explorer.restore(button)
            elif button or code not in explorer.summary:
                wrong.append(button or code)
    return wrong


RULES = [ill_timed_plans, missing_explorers, missing_predictions, missing_answers, unknown_names]
RULES += [wrong_cures, too_many_votes]

GUIDE = parts((NOTEBOOKS / "teachers_guide.md").read_text(encoding="utf-8"))


def test_every_page_with_an_explorer_has_its_part():
    assert set(GUIDE) == {page for page in SOURCES if explorers_of(page)}


def test_readme_and_first_page_lead_to_the_guide():
    readme = (NOTEBOOKS.parent / "README.md").read_text(encoding="utf-8")
    assert "](notebooks/teachers_guide.md)" in readme
    assert "](teachers_guide.md)" in SOURCES["00_start_here"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("page", GUIDE)
def test_part_keeps_the_rule(rule, page):
    assert rule(page, GUIDE[page][1]) == []


# The same rules on a part that breaks them.

INVENTED = """# 98 · Invented

from rbflib.lab import hypothesis, kmeans_walk
## 3 Lloyd's algorithm

**Predict, then move.** What moves?

<details><summary><b>What you should see</b></summary>

**Both.** In turns.
"""
GOOD = """
| step | 10 | 25 | 50 |
|---|---|---|---|
| “3 Lloyd's algorithm” | 3 | 5 | – |
| Predict: `kmeans_walk` **Another start**, *half step*; `hypothesis` | 7 | 20 | 44 |
| homework | 4.1 | 4.2 | quiz |

| prediction | answer | why |
|---|---|---|
| `kmeans_walk`: what moves | Both. | In turns. |

| students say | show |
|---|---|
| γ is the width. | `hypothesis` **Wide bumps** `γ = 0.32` |
"""


@pytest.mark.parametrize(
    ("rule", "old", "new", "complaints"),
    [
        (ill_timed_plans, "| 7 |", "| 8 |", ["11 of 10"]),
        (
            too_many_votes,
            "| homework",
            "| Predict: a | – | – | 1 |\n" * 5 + "| homework",
            ["6 votes"],
        ),
        (missing_explorers, "`hypothesis`", "`cover`", ["hypothesis"]),
        (missing_predictions, "| prediction |", "| vote |", ["0 of 1"]),
        (missing_answers, "| Both. |", "| None. |", ["Both."]),
        (unknown_names, "3 Lloyd's", "4 Lloyd's", ["4 Lloyd's algorithm"]),
        (wrong_cures, "0.32", "0.33", ["γ = 0.33"]),
    ],
)
def test_rule_complains_of_a_bad_part(rule, old, new, complaints, monkeypatch):
    monkeypatch.setitem(SOURCES, "98_invented", INVENTED)
    assert rule("98_invented", GOOD) == []
    assert rule("98_invented", GOOD.replace(old, new)) == complaints
