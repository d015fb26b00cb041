"""What a class has learned: one page for its teacher, from the table of answers.

Statistics are those of classical test theory (Crocker and Algina, Introduction to Classical and
Modern Test Theory, 1986, chapters 5 and 14).
"""

from collections import Counter, defaultdict
from html import escape
from math import sqrt
from operator import itemgetter

import numpy as np
from scipy.stats import norm, t

from rbflib.lab.quizzes import OCCASIONS

FEWEST = 10  # students, below whom nothing is said
NAMED = 3  # misconceptions at most
RELATED = 0.1  # mean item-rest correlation: less is no test
RISK = 0.05  # of naming one in a class that guesses
DOUBT, TAKEN = 0.5, 5  # standard errors, and students: what benchmarks/learned.py finds best
# Misconception -> the state of an explorer that shows it: notebooks/teaching_a_course.md.
SHOWN_BY = {
    "gamma is the width": "hypothesis, Wide bumps, then Narrow bumps",
    "radial, kernel and kernel regression are one": "similarities, Center at 0",
    "there is one k": "kmeans_walk, k = 7, then neighbor_regression, k = √N",
    "a large weight is an important center": "hypothesis, Bumps that cancel",
    "to regularize is to have fewer parameters": "error_against_penalty, Exact, then λ = 1",
    "the axes of a map mean something": "map_by_hand, Turned, then Mirrored",
    "no training error is understanding": "error_against_nodes, Ten nodes, then As many as samples",
    "support vectors are typical": "svm_bumps, The whole machine",
    "k-means finds the groups": "ways_to_fail, Round, then Elongated",
    "the best error is the expected one": "error_surface, Smallest of the coarse cells",
}
SIZES = (
    "Of ten students a share of a half has an interval from 0.2 to 0.8, of forty from 0.35 to "
    "0.65, of a hundred from 0.4 to 0.6. A correlation below 0.3 means nothing with fewer than "
    "forty."
)
NOBODY = (
    "No class has used these pages yet. The rules on this page were tried on simulated classes, "
    "which shows that they find what was put in, and nothing about teaching."
)


def answers_of(rows, occasion):
    """Item -> student -> (right, choice, misconception), of the rows of `item_table`."""
    found = defaultdict(dict)
    for student, _page, item, at, _form, choice, misconception, right, _when in rows[1:]:
        if at == occasion:
            found[item][student] = (right == "yes", choice, misconception)
    return {item: given for item, given in found.items() if len(given) >= FEWEST}


def difficulties(answers):
    """Item -> the share of right answers."""
    return {
        item: np.mean([right for right, *_ in given.values()]) for item, given in answers.items()
    }


def scores(answers):
    """Student -> the share of right answers, of those who answered half of the items."""
    given = defaultdict(list)
    for of_item in answers.values():
        for student, (right, *_) in of_item.items():
            given[student].append(right)
    return {s: np.mean(right) for s, right in given.items() if 2 * len(right) >= len(answers)}


def rest_scores(answers, item):
    """Student -> the score on all other items."""
    return scores({name: of for name, of in answers.items() if name != item})


def correlation(of_item, rest, choice=None):
    """The correlation of right answers, or of one choice, with the scores on the other items.

    None where one of them is constant.
    """
    took = {s: of[0] if choice is None else of[1] == choice for s, of in of_item.items()}
    pairs = [(took[student], rest[student]) for student in took.keys() & rest.keys()]
    took, others = np.array(pairs, dtype=float).reshape(-1, 2).T
    if len(pairs) < FEWEST or np.ptp(took) == 0 or np.ptp(others) == 0:
        return None
    return float(np.corrcoef(took, others)[0, 1])


def of_best_third(of_item, rest):
    """Wrong choice -> how many of the best third on the other items took it."""
    best = sorted(rest, key=rest.get, reverse=True)[: max(1, len(rest) // 3)]
    return Counter(of_item[s][1] for s in best if s in of_item and not of_item[s][0])


def doubtful_keys(answers):
    """Items of which another choice than the one marked as right goes with the score on the rest.

    A choice of few students may go with it by chance. Where items do not go with each other, as in
    a class that guesses, there is nothing to compare.
    """
    rest = {item: rest_scores(answers, item) for item in answers}
    marked = {item: correlation(of, rest[item]) or 0 for item, of in answers.items()}
    if not marked or np.mean([*marked.values()]) < RELATED:
        return set()
    return {
        item
        for item, of_item in answers.items()
        for choice, n in Counter(of[1] for of in of_item.values() if not of[0]).items()
        if n >= TAKEN
        and (correlation(of_item, rest[item], choice) or 0) - marked[item]
        > DOUBT / sqrt(len(of_item))
    }


def gain(before, after):
    """(mean, low, high) of the paired gains in the share right, with its 95% interval, or None."""
    first, second = scores(before), scores(after)
    gains = [second[student] - first[student] for student in first.keys() & second.keys()]
    if len(gains) < FEWEST:
        return None
    half = t.ppf(0.975, len(gains) - 1) * np.std(gains, ddof=1) / sqrt(len(gains))
    return np.mean(gains), np.mean(gains) - half, np.mean(gains) + half


def alive(answers):
    """(misconception, share of its answers), those that are above the class's own share of errors.

    Under the hypothesis that a class errs everywhere alike, one of them is named with probability
    `RISK`.
    """
    tied, asked, given = Counter(), Counter(), 0
    for of_item in answers.values():
        kinds = {misconception for _, _, misconception in of_item.values() if misconception}
        for kind in kinds:
            asked[kind] += len(of_item)
        tied.update(misconception for _, _, misconception in of_item.values() if misconception)
        given += len(of_item)
    if not given:
        return []
    overall = tied.total() / given
    limit = norm.isf(RISK / max(1, len(asked)))
    shares = {kind: tied[kind] / n for kind, n in asked.items()}
    found = [
        (kind, share)
        for kind, share in shares.items()
        if share - overall > limit * sqrt(overall * (1 - overall) / asked[kind])
    ]
    return sorted(found, key=itemgetter(1), reverse=True)[:NAMED]


def page(rows):
    """The page for the teacher, as HTML; two sentences where nothing can be said."""
    before, after = (answers_of(rows, occasion) for occasion in OCCASIONS)
    parts = ["<h1>What the class has learned</h1>"]
    if not before and not after:
        parts.append(f"<p>Fewer than {FEWEST} students took a test: nothing can be said.</p>")
    if found := gain(before, after):
        mean, low, high = found
        parts.append(
            f"<p><b>Gain</b> in the share of right answers, of those who took both tests: "
            f"{mean:+.2f}, with a 95% interval from {low:+.2f} to {high:+.2f}.</p>"
        )
    for occasion, answers in zip(OCCASIONS, (before, after), strict=True):
        if answers:
            parts += [f"<h2>{occasion.capitalize()} the course</h2>", *_of_test(answers)]
    parts += [f"<p>{SIZES}</p>", f"<p>{NOBODY}</p>"]
    return PAGE.format("\n".join(parts))


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>What the class has learned</title>
<style>body {{ max-width: 60em; margin: 2em auto; font: 16px/1.5 sans-serif }}
td, th {{ padding: 2px 12px 2px 0; text-align: left; vertical-align: top }}</style></head>
<body>{}</body></html>
"""


def _of_test(answers):
    for kind, share in alive(answers):
        yield (
            f"<p><b>Alive:</b> “{escape(kind)}”, in {share:.0%} of the answers to its questions. "
            f"To show: {escape(SHOWN_BY[kind])}.</p>"
        )
    heads = ("item", "students", "right", "item-rest correlation", "of the best third, wrong", "")
    doubtful = doubtful_keys(answers)
    rows = "".join(
        f"<tr><td>{'</td><td>'.join(_row(answers, item, item in doubtful))}</td></tr>"
        for item in answers
    )
    yield f"<table><tr><th>{'</th><th>'.join(heads)}</th></tr>{rows}</table>"


def _row(answers, item, is_doubtful):
    of_item, rest = answers[item], rest_scores(answers, item)
    with_rest, took = correlation(of_item, rest), of_best_third(of_item, rest)
    return (
        escape(item),
        str(len(of_item)),
        f"{difficulties(answers)[item]:.0%}",
        "–" if with_rest is None else f"{with_rest:.2f}",
        escape("; ".join(f"{choice} ({n})" for choice, n in took.most_common(1))),
        "<b>Is its answer right?</b>" if is_doubtful else "",
    )
