"""Exercises of page 06: one step, ratios in any order, and columns worthless alone."""

import numpy as np

from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.exercise import Exercise
from rbflib.lab.grader.pictures import sticks
from rbflib.lab.kit import style
from rbflib.lab.pages.orthogonal_least_squares.at_work import NextCenters


def _orthogonal_columns(rng, N, k):
    """Columns at right angles to each other, of different lengths."""
    return np.linalg.qr(rng.normal(size=(N, k)))[0] * np.linspace(0.6, 2.5, k)


def next_column(Z, Q, y):
    left = Z - Q @ ((Q.T @ Z) / (Q**2).sum(axis=0)[:, None])
    energy = (left**2).sum(axis=0)
    is_new = energy > 1e-12 * (Z**2).sum(axis=0)  # the others lie in the span of Q
    ratio = np.divide((left.T @ y) ** 2, energy, out=np.zeros(len(energy)), where=is_new)
    return left[:, ratio.argmax()]


def next_column_inputs():
    """Candidates of different lengths, that share a good part of y with the chosen columns."""
    rng = np.random.default_rng(604)
    small = np.array([[2.0, 1.0], [1.0, 0.0], [0.0, 1.0]]), np.array([[1.0], [0.0], [0.0]])
    inputs = [(*small, np.array([4.0, 0.5, -1.0]))]
    for N, M, k in [(5, 3, 2), (6, 9, 1), (9, 5, 3), (20, 12, 2), (15, 15, 4), (40, 25, 6)]:
        Q = _orthogonal_columns(rng, N, k)
        Z = (rng.normal(size=(N, M)) + 0.5 * Q @ rng.normal(size=(k, M))) * rng.uniform(0.5, 4, M)
        inputs.append((Z, Q, rng.normal(size=N) + Q @ rng.normal(size=k)))
    return inputs


def _energy(Q):
    return (Q**2).sum(axis=0)


def _left(Z, Q):
    return Z - Q @ ((Q.T @ Z) / _energy(Q)[:, None])


def _ratios(left, y):
    return (left.T @ y) ** 2 / _energy(left)


def _winner_of(columns, score):
    return columns[:, score.argmax()]


NEXT_COLUMN = Exercise(
    name="6.1",
    reference=next_column,
    inputs=next_column_inputs,
    at_work=AtWork(
        NextCenters, "Does a center that was picked early stay a good one when more are added?"
    ),
    picture=sticks,
)


def ratios_in_order(Z, y, order):
    Q, _ = np.linalg.qr(Z[:, order])
    return (Q.T @ y) ** 2 / (y @ y)


def ratios_inputs():
    rng = np.random.default_rng(602)
    small = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 4.0]), np.array([1, 0])
    random = []
    for N, M, k in [(5, 3, 3), (6, 5, 2), (30, 8, 5)]:
        random.append((rng.normal(size=(N, M)), rng.normal(size=N), rng.permutation(M)[:k]))
    return [small, *random]


def _orthogonal(Z):
    return np.linalg.qr(Z)[0]


RATIOS = Exercise(name="6.2", reference=ratios_in_order, inputs=ratios_inputs, picture=sticks)


ALONE, TOGETHER = 0.02, 0.98


def judge_together(V, y):
    energy = y @ y
    if energy == 0 or not V.any(axis=0).all():
        return Finding(False, "a column or `y` is 0 everywhere, and has no energy.")
    alone = (V.T @ y) ** 2 / ((V**2).sum(axis=0) * energy)
    fit = V @ np.linalg.lstsq(V, y)[0]
    both = fit @ fit / energy
    words = f"alone they explain {alone[0]:.4f} and {alone[1]:.4f}, together {both:.4f}."
    return Finding(bool(alone.max() < ALONE and both > TOGETHER), words, _drawn([*alone, both]))


def _drawn(shares):
    figure = style.new_figure(5.2, 3.2)
    axes = style.add_axes(figure, (0.8, 0.7, 4.0, 2.0), "Share of the energy of y", ylim=(0, 1.05))
    axes.bar(["column 0", "column 1", "both"], shares, color=style.INK, width=0.5)
    for goal in (ALONE, TOGETHER):
        axes.axhline(goal, color=style.MUTED, ls=":", lw=1.2)
    return figure


def together():
    V = np.array([[1.0, 1.0], [10.0, -10.0]])
    y = np.array([2.0, 0.0])
    return V, y


WORTHLESS_ALONE = Construction(
    name="6.3", makes={"V": ("N", 2), "y": ("N",)}, judge=judge_together, answer=together
)

EXERCISES = (NEXT_COLUMN, RATIOS, WORTHLESS_ALONE)
