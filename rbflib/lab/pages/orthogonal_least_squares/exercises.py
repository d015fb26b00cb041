"""Exercises of page 06: one step, ratios in any order, and columns worthless alone."""

import numpy as np

from rbflib.datasets import make_wave
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.construction import Construction, Finding
from rbflib.lab.grader.curve import Curve
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


def energy_left(terms):
    X, y = make_wave(30, noise=0.2, random_state=47)
    Z, left, shares = np.exp(-100 * (X - X.T) ** 2), 1.0, []
    for _ in terms:
        err = (Z.T @ y) ** 2 / (Z**2).sum(axis=0) / (y @ y)
        best = err.argmax()
        q, Z = Z[:, best], np.delete(Z, best, axis=1)
        Z = Z - np.outer(q, q @ Z) / (q @ q)
        left -= err[best]
        shares.append(left)
    return np.array(shares)


def _left_with(terms, orthogonal=True, once=False, best=np.argmax):
    """The shares left, with columns as they are, ranked once, or chosen in another way."""
    X, y = make_wave(30, noise=0.2, random_state=47)
    Z, found = np.exp(-100 * (X - X.T) ** 2), []
    first = (Z.T @ y) ** 2 / (Z**2).sum(axis=0)
    for _ in terms:
        energy = (Z.T @ y) ** 2 / (Z**2).sum(axis=0)
        b = best(first if once else energy)
        found.append(energy[b] / (y @ y))
        q, Z, first = Z[:, b], np.delete(Z, b, axis=1), np.delete(first, b)
        Z = Z - np.outer(q, q @ Z) / (q @ q) * orthogonal
    return 1 - np.cumsum(found)


ENERGY_LEFT = Curve(
    name="6.6",
    at=np.arange(1, 13),
    makes=("left",),
    answer=energy_left,
    allowed=0.01,
    axes={"xlabel": "number of terms", "ylabel": "share of energy left"},
)


EXERCISES = (NEXT_COLUMN, RATIOS, WORTHLESS_ALONE, ENERGY_LEFT)
