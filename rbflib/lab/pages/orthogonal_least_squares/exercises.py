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
    mistakes={
        "the candidates must be made orthogonal to the chosen columns first.": (
            lambda Z, Q, y: _winner_of(Z, _ratios(Z, y))
        ),
        "this is the right candidate as it was at the beginning. Return what is left of it.": (
            lambda Z, Q, y: _winner_of(Z, _ratios(_left(Z, Q), y))
        ),
        "the candidate is chosen before it is made orthogonal. Choose by what is left.": (
            lambda Z, Q, y: _winner_of(_left(Z, Q), _ratios(Z, y))
        ),
        "it does not divide by the energy of what is left. A longer column is not a better one.": (
            lambda Z, Q, y: _winner_of(_left(Z, Q), np.abs(_left(Z, Q).T @ y))
        ),
        "it divides by the energy of the whole candidate. Divide by that of what is left.": (
            lambda Z, Q, y: _winner_of(_left(Z, Q), (_left(Z, Q).T @ y) ** 2 / _energy(Z))
        ),
        "the square is missing. A candidate with a negative weight helps just as much.": (
            lambda Z, Q, y: _winner_of(
                _left(Z, Q), (_left(Z, Q).T @ y) / np.sqrt(_energy(_left(Z, Q)))
            )
        ),
        "the projections are not divided by qᵀq. The columns of Q do not have length 1.": (
            lambda Z, Q, y: _winner_of(Z - Q @ (Q.T @ Z), _ratios(Z - Q @ (Q.T @ Z), y))
        ),
        "this is the smallest ratio. OLS takes the largest.": (
            lambda Z, Q, y: _left(Z, Q)[:, _ratios(_left(Z, Q), y).argmin()]
        ),
        "this is the number of the candidate. The column that joins Q is asked for.": (
            lambda Z, Q, y: _ratios(_left(Z, Q), y).argmax()
        ),
        "this has length 1. Gram-Schmidt only subtracts, and keeps the length of what is left.": (
            lambda Z, Q, y: next_column(Z, Q, y) / np.linalg.norm(next_column(Z, Q, y))
        ),
    },
    hints=(
        "First make every candidate orthogonal to the columns of Q, as in section 3.",
        "Then compute the ratio of what is left of each candidate, as in section 4. "
        "The factor yᵀy is the same for all of them.",
        "argmax gives the number of the largest ratio. Return that column of what is left.",
    ),
    at_work=AtWork(
        NextCenters,
        "Does a center that was picked early stay a good one when more are added?",
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


def _alone(Z, y, order):
    return (Z[:, order].T @ y) ** 2 / (Z[:, order] ** 2).sum(axis=0) / (y @ y)


def _orthogonal(Z):
    return np.linalg.qr(Z)[0]


RATIOS = Exercise(
    name="6.2",
    reference=ratios_in_order,
    inputs=ratios_inputs,
    mistakes={
        "these are the ratios of each column alone. Later ones must be made orthogonal first.": (
            _alone
        ),
        "the order is ignored. Z[:, order] has the columns in this order.": (
            lambda Z, y, order: (_orthogonal(Z).T @ y) ** 2 / (y @ y)
        ),
        "the columns are made orthogonal in the order of Z, and reordered after that.": (
            lambda Z, y, order: (_orthogonal(Z)[:, order].T @ y) ** 2 / (y @ y)
        ),
        "the square is missing. A share of the energy is g² qᵀq / yᵀy.": (
            lambda Z, y, order: _orthogonal(Z[:, order]).T @ y / (y @ y)
        ),
        "this is the share of the length. An energy is a squared length.": (
            lambda Z, y, order: np.sqrt(ratios_in_order(Z, y, order))
        ),
        "these are energies. A ratio is a share of that of the targets: divide by y @ y.": (
            lambda Z, y, order: (_orthogonal(Z[:, order]).T @ y) ** 2
        ),
        "this is their sum. One ratio per column is asked for.": (
            lambda Z, y, order: ratios_in_order(Z, y, order).sum()
        ),
        "this is what is left after each column. Each one's own share is asked for.": (
            lambda Z, y, order: 1 - np.cumsum(ratios_in_order(Z, y, order))
        ),
        "these add up from column to column. Each one's own share is asked for.": (
            lambda Z, y, order: np.cumsum(ratios_in_order(Z, y, order))
        ),
    },
    hints=(
        "Z[:, order] has the columns in the order in which they are taken.",
        "Make them orthogonal from left to right: by the loop of section 3, or by np.linalg.qr, "
        "whose columns have length 1.",
        "With qᵀq = 1 the ratio of a column q is (q @ y) ** 2 / (y @ y).",
    ),
    picture=sticks,
)


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
    name="6.3",
    makes={"V": ("N", 2), "y": ("N",)},
    judge=judge_together,
    answer=together,
    near_misses={
        "alone they explain 0.5000 and 0.5000, together 1.0000": lambda: (np.eye(2), [1.0, 1.0]),
        "together 0.0000": lambda: (np.eye(3)[:, :2], [0.0, 0.0, 1.0]),
        "alone they explain 0.2000 and 0.2000": lambda: ([[1.0, 1.0], [2.0, -2.0]], [2.0, 0.0]),
        "a column or `y` is 0 everywhere": lambda: (np.zeros((2, 2)), [1.0, 1.0]),
    },
    hints=(
        "Two samples are enough. Both columns must be nearly orthogonal to y.",
        "Take two nearly opposite columns. Their sum is short. Where does it point?",
        "Let y be their sum, and make the parts that cancel large.",
    ),
)

EXERCISES = (NEXT_COLUMN, RATIOS, WORTHLESS_ALONE)
