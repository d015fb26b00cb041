"""What the teacher's page finds in simulated classes: a section of RESULTS.md.

`make bench` calls this; it takes two minutes.
"""

import numpy as np
from results import table, write_section

from rbflib.lab.collect.learned import SHOWN_BY
from tests.test_learned import (
    correlations,
    flagged,
    gains,
    named,
    share,
    silent_where_all_guess,
)

CLASSES = 1000  # of each kind
HEAD = f"""## What the page about a class finds

Written by `benchmarks/learned.py`: {CLASSES:,} simulated classes for each line, whose answers
follow a Rasch model. Abilities have the standard deviation 1, difficulties of items 1.2.
"""


def figures(n):
    """(what, reached, goal) of each figure; a goal is a least share."""
    least = f"a misconception of %s is named, the least of {len(SHOWN_BY)}, 30 students"
    errors, inside = map(np.array, zip(*gains(n), strict=True))
    yield "the gain is right to within 0.05, 40 students", share(abs(errors) < 0.05), 0.95
    yield "the interval of the gain holds the true one, 40 students", share(inside), 0.93
    yield least % "all", min(named(kind, n) for kind in SHOWN_BY), 0.95
    yield least % "half of the class", min(named(kind, n, 0.5) for kind in SHOWN_BY), None
    unnamed, undoubted, _both = silent_where_all_guess(n)
    yield "no misconception is named where all guess, 30 students", unnamed, 0.95
    yield "no key is doubted where all guess, 30 students", undoubted, 0.95
    found, others = flagged(n)
    yield "a wrong key is doubted, 120 students", found, 0.99
    yield "beside it no right one is, 120 students", 1 - others, 0.95
    above = share(r >= 0.95 for r in correlations(n))
    yield "difficulties correlate with the true ones by 0.95 or more, 120 students", above, 0.95


def row(what, reached, goal):
    return (what, f"{reached:.1%}", *(("–", "") if goal is None else judged(reached, goal)))


def judged(reached, goal):
    return f"{goal:.0%}", "yes" if reached >= goal else "no"


if __name__ == "__main__":
    rows = [row(*figure) for figure in figures(CLASSES)]
    write_section(HEAD + "\n" + table(["of the classes", "share", "goal", "reached"], rows))
