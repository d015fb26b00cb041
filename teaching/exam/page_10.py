"""Questions of page 10: nested cross-validation, differences fold by fold, calibration."""

from fractions import Fraction as F
from itertools import permutations, product
from math import sqrt

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn, written
from teaching.exam.drawing import INK, LINES, MUTED, PALE, drawing

TENTHS = [F(n, 10) for n in (1, 2, 3, 4, 6, 7, 8, 9)]
CLASSES = [y for y in product((0, 1), repeat=4) if 0 < sum(y) < 4]


@drawn(p=list(permutations(TENTHS, 4)), y=CLASSES)
def brier(p=(F(9, 10), F(7, 10), F(1, 5), F(2, 5)), y=(1, 0, 0, 1)):
    squares = tuple((a - b) ** 2 for a, b in zip(p, y, strict=True))
    score, absolute = sum(squares) / 4, sum(abs(a - b) for a, b in zip(p, y, strict=True)) / 4
    errors = sum((a > F(1, 2)) != b for a, b in zip(p, y, strict=True))
    worst, coin = 1 + squares.index(max(squares)), F(1, 4)
    others = sum(squares) - max(squares)
    answers = score, absolute, others / 3, coin
    sure_and_wrong = squares.count(max(squares)) == 1 and max(squares) > F(2, 5)
    by_hand = (1000 * score).denominator == 1 and errors in (2, 3)
    return locals() | {"score": float(score)} if sure_and_wrong and by_hand else None


UP_TO_9 = range(10)


@drawn(a=UP_TO_9, b=UP_TO_9, c=UP_TO_9, d=UP_TO_9, e=UP_TO_9)
def corrected(a=4, b=0, c=3, d=1, e=2):
    mean = F(a + b + c + d + e, 5)
    deviations = tuple(x - mean for x in (a, b, c, d, e))
    squares = sum(x**2 for x in deviations)
    variance, squared = squares / 4, float(squares / 4 * F(9, 20))
    if mean.denominator > 1 or squares < 4:
        return None
    plain, larger, by_fifth = sqrt(variance / 5), sqrt(squared), sqrt(variance * 0.4)
    times_plain, times_larger, times_fifth = (mean / x for x in (plain, larger, by_fifth))
    is_chance = times_larger < 2.8
    only, compared = ("only", "fewer") if is_chance else ("still", "more")
    verdict = "may be chance" if is_chance else "is hardly chance"
    clear = (times_fifth < 2.8) == is_chance and abs(times_larger - 2.8) > 0.2 and times_plain < 10
    return locals() if clear else None


PREDICTED = (0.1, 0.3, 0.5, 0.7, 0.9)


@drawn(flat=range(15, 31, 5), steep=(45, 48), middle=(30, 35), asked=(70, 90), sure="AB")
def reliability(flat=25, steep=48, middle=35, asked=90, sure="A"):
    cautious = "B" if sure == "A" else "A"
    ways = {sure: (flat, flat // 2), cautious: (steep, middle)}
    shares = {
        name: [(50 + x) / 100 for x in (-far, -near, 0, near, far)]
        for name, (far, near) in sorted(ways.items())
    }
    a_high, b_high = (round(100 * share[3 if asked == 70 else 4]) for share in shares.values())
    right = a_high if sure == "A" else b_high
    a, b = (
        ", ".join(f"({written(point)})" for point in zip(PREDICTED, share, strict=True))
        for share in shares.values()
    )
    return locals()


@drawing((4.8, 4.3), [""], (3.3, 3.3), xlim=(0, 1), ylim=(0, 1), aspect="equal")
def draw_reliability(axes, numbers):
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1.2)
    for look, (name, share) in zip(LINES, numbers["shares"].items(), strict=False):
        axes.plot(PREDICTED, share, **look, label=name)
    axes.set(xlabel="predicted probability", ylabel="share of the class")
    names = [f"{i / 10}" if i % 2 == 0 else "" for i in range(11)]
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks(np.arange(0, 1.01, 0.1), names)
    axes.grid(color=PALE)
    style.add_key(axes)


OF_A = (
    (12, 30, 18, 25, 36, 16, 22, 33),
    (27, 14, 35, 19, 10, 31, 23, 38),
    (34, 21, 11, 28, 17, 37, 24, 14),
    (9, 26, 32, 15, 20, 36, 12, 29),
)
HIGHER = (
    (3, 2, 3, -1, 3, 2, 3, 2),
    (2, 3, -1, 2, 3, 3, 2, 3),
    (3, 2, 2, 3, 2, 1, 3, 2),
    (2, 1, 3, 2, 3, 2, 2, 3),
)


@drawn(of_a=OF_A, higher=HIGHER, sign=(1, -1))
def folds(of_a=OF_A[0], higher=HIGHER[0], sign=1):
    """The errors of A, and by how many points those of B are higher, or lower."""
    steps = np.array(higher) * sign
    of_b = tuple(a + step for a, step in zip(of_a, steps.tolist(), strict=True))
    pairs = ", ".join(f"{a} to {b}" for a, b in zip(of_a, of_b, strict=True))
    rising, odd = np.sum(steps > 0), min(higher) < 0
    most, way = "Nearly all" if odd else "All", "rise" if sign > 0 else "fall"
    mean, error = abs(steps.mean()), steps.std(ddof=1) / sqrt(8)
    return locals()


@drawing((4.6, 3.6), [""], (3.6, 2.8), left=0.75, xlim=(-0.4, 1.4), ylim=(0, 0.45))
def draw_folds(axes, numbers):
    errors = np.array([numbers["of_a"], numbers["of_b"]]) / 100
    axes.plot([0, 1], errors, color=INK, marker="o", mfc="white", lw=1.1)
    axes.set_xticks([0, 1], ["model A", "model B"])
    axes.set_ylabel("error on a fold")
    axes.grid(axis="y", color=PALE)


# Which statement is wrong, and what it says in place of the right one. Without a reason it is
# refuted by the model whose score is asked for.
RIGHT = {
    "score": "A calibrated model may have a Brier score above $0$.",
    "point": "Its point in the reliability diagram lies on the diagonal.",
    "sure": "A model that is always right and gives $1$ or $0$ has the Brier score $0$.",
}
WRONG = {
    "score": ("A calibrated model has the Brier score $0$.", ""),
    "point": (
        "Its point in the reliability diagram lies above the diagonal.",
        "The share of class 1 is the probability that this model gives. ",
    ),
    "sure": (
        "A model whose decisions at $0.5$ are always right has the Brier score $0$.",
        "Such a model may be unsure, and only $1$ and $0$ cost nothing. ",
    ),
}


@drawn(share=[*TENTHS, F(1, 2)], wrong=[*WRONG], last=("score sure", "sure score"), late=(0, 1))
def always_half(share=F(1, 2), wrong="score", last="score sure", late=0):
    says, reason = WRONG[wrong]
    texts = RIGHT | {wrong: says}
    given, score = written(share), share * (1 - share)
    model = f"A model that gives every sample the probability ${given}$ of class 1 is calibrated."
    pair = [model, texts["point"]]
    others = [texts[key] for key in last.split()]
    order = others + pair if late else pair + others
    first, second, third, fourth = order
    place, of_model = 1 + order.index(says), 1 + order.index(model)
    return locals()
