"""Questions of page 06: Gram-Schmidt, error-reduction ratios, selection."""

from fractions import Fraction as F
from itertools import accumulate, permutations
from math import ceil

import numpy as np

from rbflib import design_matrix
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import INK, MUTED, drawing


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


@drawn(
    a=range(8), b=range(8), c=range(8), d=range(8), low=range(-1, 4), half=(1, 2),
    high=sorted({*permutations((0, 0, 1, 1))}),
)  # fmt: skip
def two_columns(a=1, b=3, c=5, d=3, low=1, half=1, high=(0, 0, 1, 1)):
    y, phi = (a, b, c, d), tuple(low + 2 * half * h for h in high)
    alpha, q = low + half, tuple(half * (2 * h - 1) for h in high)
    sum_y, sum_phi, yy, qq = sum(y), sum(phi), dot(y, y), dot(q, q)
    products = tuple(u * v for u, v in zip(q, y, strict=True))
    if yy == 0 or dot(phi, phi) == 0:
        return None
    g_a, g_b = F(sum_y, 4), F(sum(products), qq)
    err_a, err_b = g_a**2 * 4 / yy, g_b**2 * qq / yy
    left, alone = 1 - err_a - err_b, F(dot(phi, y) ** 2, dot(phi, phi) * yy)
    answers = err_b, alone
    simple = g_a.denominator == 1 and 2 % g_b.denominator == 0 and yy <= 100
    return locals() if simple and alpha and g_b and left and err_a + alone > 1 else None


@drawn(
    a=range(35, 71, 5), b=range(12, 31), c=range(6, 15), d=range(3, 9), e=(1, 2),
    n=(10, 20, 30, 40, 50), energy=(40, 50, 60, 80, 100, 120, 200), tenths=range(1, 10),
)  # fmt: skip
def stop(a=60, b=20, c=12, d=5, e=1, n=20, energy=80, tenths=3):
    ratios = tuple(F(r, 100) for r in (a, b, c, d, e))
    lefts, noise = [1 - r for r in accumulate(ratios)], F(tenths, 10)
    share = n * noise / energy
    n_centers = next((k for k, left in enumerate(lefts, 1) if left < share), 0)
    left = lefts[n_centers - 1]
    simple = 1000 % share.denominator == 0 == 1000 % (left * energy / n).denominator
    if n_centers < 2 or share in lefts or lefts[-1] <= 0 or not a > b > c > d or not simple:
        return None
    counts, seen = tuple(range(1, n_centers + 1)), tuple(lefts[:n_centers])
    share, squared, e_in = float(share), float(left * energy), float(left * energy / n)
    return locals()


BUMPS = design_matrix(np.arange(8.0)[:, None], np.arange(8.0)[:, None], gamma=0.4)
TARGETS = np.array([0.2, 0.6, 1.8, 2.2, 0.9, -0.4, -1.2, -0.7])
LETTERS = "ABCDEFGH"
TITLES = "Before the first choice", "Before the second choice"
ORDERED = "first", "near", "lowest", "second", "follows"


def ratios(columns, y):
    """Of each column; of what is no column, 0."""
    energy = np.sum(columns**2, axis=0)
    return np.where(energy > 1e-9, (columns.T @ y) ** 2 / np.maximum(energy, 1e-9) / (y @ y), 0)


@drawn(seed=range(5000))
def bars(seed=0):
    y = (BUMPS @ np.random.default_rng(seed).normal(size=8)).round(1) if seed else TARGETS
    before = ratios(BUMPS, y)
    lowest, next_lowest, *_, third, near, first = before.argsort()
    q = BUMPS[:, first]
    after = ratios(BUMPS - np.outer(q, q @ BUMPS) / (q @ q), y)
    *_, follows, second = after.argsort()
    err_a, near_by, err_b, follows_by = *before[[first, near]], *after[[second, follows]]
    left, over = 1 - round(err_a, 2) - round(err_b, 2), round(1 - err_a - near_by, 2)
    low, high = max(0.0, round(left - 0.035, 2)), round(left + 0.035, 2)
    below = ceil(10 * before[third]) / 10
    apart = min(err_a - near_by, err_b - follows_by, before[next_lowest] - before[lowest])
    gone = abs(first - near) == 1 and after[near] < min(0.1, err_b / 3)
    if not gone or apart < 0.02 or before[lowest] > 0.02 or over > -0.05 or err_a > 0.8:
        return None
    letters = {name: LETTERS[i] for name, i in locals().items() if name in ORDERED}
    return locals() | letters


@drawing((8.2, 3.0), TITLES, (3.4, 2.0), ylim=(0, 0.8), xlabel="candidate", ylabel="ratio")
def draw_bars(both, numbers):
    for axes, heights in zip(both, (numbers["before"], numbers["after"]), strict=True):
        axes.bar(list(LETTERS), heights, color=MUTED, edgecolor=INK, width=0.65)
        axes.set_yticks(np.arange(0, 0.9, 0.1))
        axes.grid(axis="y", color="#CCCCCC")
        axes.set_axisbelow(True)


SMALL = [(a, b) for a in range(4) for b in range(4) if a or b]


@drawn(u=SMALL, v=SMALL, w_a=range(1, 5), w_b=range(1, 5))
def energy(u=(1, 0), v=(1, 1), w_a=2, w_b=1):
    y = tuple(w_a * a + w_b * b for a, b in zip(u, v, strict=True))
    uu, vv, uv, total = dot(u, u), dot(v, v), dot(u, v), dot(y, y)
    claimed, cross = w_a**2 * uu + w_b**2 * vv, 2 * w_a * w_b * uv
    u_first, v_first = F(dot(u, y) ** 2, uu), F(dot(v, y) ** 2, vv)
    u_second, v_second = total - v_first, total - u_first
    simple = max(u_first.denominator, v_first.denominator) <= 2 and total <= 100
    return locals() if simple and uv and uu * vv > uv**2 else None
