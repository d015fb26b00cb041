"""The course can be taught: lessons fit, pages come after what they need, and names exist.

Each rule is a function that returns complaints, and is itself tested on a bad course.
"""

import re
import runpy
from itertools import chain
from pathlib import Path

import pytest

from checks.test_teachers_guide import GUIDE, NO_STEP, table, tables, unshown

NOTEBOOKS = Path(__file__).parents[2]
SOURCES = {path.name[:2]: path.read_text("utf-8") for path in NOTEBOOKS.glob("source/[0-9]*.md")}
GRAPH = runpy.run_path(str(NOTEBOOKS.parent / "figures/prerequisites.py"))["prerequisites"]()
COURSE = (NOTEBOOKS / "teaching_a_course.md").read_text(encoding="utf-8")
LESSON, AROUND = 90, 8  # minutes: of a lesson, and for its beginning and its end
EXERCISE = r"\b\d{1,2}\.\d\b"
PLANS = {"10", "25", "50"}


def lessons(schedule):
    """[(page, minutes), …] of every lesson of a schedule."""
    return [re.findall(r"(\d\d) · (\d+)", row[1]) for row in schedule]


def minutes_of(page, plan):
    """Those of a plan of the guide, without its step “Quiz”."""
    [text] = [text for name, (_, text) in GUIDE.items() if name.startswith(page)]
    steps = [row for row in table(text, "step") if not row[0].startswith((*NO_STEP, "“Quiz”"))]
    column = 1 + sorted(PLANS).index(plan)
    return sum(int(row[column]) for row in steps if row[column] != "–")


def wrong_minutes(text):
    """Lessons that take other minutes than the table says, or too many."""
    wrong = []
    for schedule in tables(text, "week"):
        for row, lesson in zip(schedule, lessons(schedule), strict=True):
            pairs = len(re.findall(EXERCISE, row[3].replace("brief of 10.4", "")))
            known = [plan for plan in lesson if plan[1] in PLANS]
            n = sum(minutes_of(*plan) for plan in known) + 10 * pairs + AROUND
            if row[2] != str(n) or n > LESSON:
                wrong.append(f"{n} minutes")
    return wrong


def unknown_plans(text):
    planned = [plan for s in tables(text, "week") for lesson in lessons(s) for plan in lesson]
    return [f"{page} · {n}" for page, n in planned if n not in PLANS or page not in SOURCES]


def early_pages(text):
    """Pages taught before one that they need."""
    early = []
    for schedule in tables(text, "week"):
        taught = []
        for page, _ in chain.from_iterable(lessons(schedule)):
            early += [f"{page} before {n}" for n in GRAPH[page][0] if n not in taught]
            taught.append(page)
    return early


def unknown_exercises(text):
    named = re.findall(EXERCISE, re.sub(r"`[^`]*`", "", text))
    headings = set(re.findall(r"^### (\d+\.\d) ", "\n".join(SOURCES.values()), re.MULTILINE))
    return [name for name in named if name not in headings]


def wrong_cures(text):
    return unshown([row[1] for row in chain.from_iterable(tables(text, "students say"))])


RULES = [wrong_minutes, unknown_plans, early_pages, unknown_exercises, wrong_cures]


@pytest.mark.parametrize("rule", RULES)
def test_course_keeps_the_rule(rule):
    assert rule(COURSE) == []


def test_there_are_two_schedules_and_ten_misconceptions():
    assert [len(schedule) for schedule in tables(COURSE, "week")] == [7, 6]
    assert [len(cures) for cures in tables(COURSE, "students say")] == [10]


BAD = """
| week | in the lesson | minutes | exercises in pairs | at home |
|---|---|---|---|---|
| 1 | 00 · 50, 02 · 50 | 90 | 0.9 | 1.4 |
| 2 | 01 · 30 | 90 | 1.4 | 0.4 |

| students say | cure | what to say |
|---|---|---|
| γ is the width. | `hypothesis` **Wide bumps** `γ = 20`, **Wider bumps** | |
"""


@pytest.mark.parametrize(
    ("rule", "complaints"),
    [
        (wrong_minutes, ["102 minutes", "18 minutes"]),
        (unknown_plans, ["01 · 30"]),
        (early_pages, ["02 before 01"]),
        (unknown_exercises, ["0.9"]),
        (wrong_cures, ["γ = 20", "Wider bumps"]),
    ],
)
def test_rule_complains_of_a_bad_course(rule, complaints):
    assert rule(BAD) == complaints
