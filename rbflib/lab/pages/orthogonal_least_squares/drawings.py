"""Page 06: centers chosen one by one by orthogonal least squares."""

import numpy as np

from rbflib import design_matrix, make_wave, orthogonal_least_squares
from rbflib.lab.kit import style
from rbflib.lab.kit.catalog import picture, state
from rbflib.lab.kit.layout import legend, matrix, row_of_axes
from rbflib.lab.pages.orthogonal_least_squares.center_race import center_race
from rbflib.lab.pages.orthogonal_least_squares.choose_centers import choose_centers
from rbflib.lab.pages.orthogonal_least_squares.gram_schmidt import gram_schmidt
from rbflib.lab.pages.orthogonal_least_squares.greedy_trap import greedy_trap


def samples_and_columns():
    """X (30, 1), y (30,) and a column for every sample, Z (30, 30)."""
    X, y = make_wave(30, noise=0.2, random_state=4)
    return X, y, design_matrix(X, X, gamma=100.0)


def _error_left(columns, y):
    return np.sum((y - columns @ np.linalg.lstsq(columns, y)[0]) ** 2)


@picture("o1")
def naive_selection():
    """The naive way: in every step, one least-squares fit for each candidate; the one that leaves
    the smallest error stays.
    """
    figure, steps = row_of_axes(
        ["first center", "second center", "third center"], xlabel="candidate's x"
    )
    X, y, Z = samples_and_columns()
    chosen = []
    for axes in steps:
        left = np.array([_error_left(Z[:, [*chosen, i]], y) for i in range(len(y))])
        axes.vlines(X[:, 0], 0, left, color=style.MUTED, lw=4, label="candidates")
        if chosen:
            axes.plot(
                X[chosen],
                0 * X[chosen] - 0.7,
                "D",
                color=style.CENTER,
                ms=7,
                ls="",
                clip_on=False,
                label="chosen before",
            )
        chosen.append(int(left.argmin()))
        axes.plot(X[chosen[-1]], left.min(), "v", color=style.INK, ms=10, label="lowest")
        axes.set_ylim(-1.4, 17)
    steps[0].set_ylabel("squared error left")
    legend(steps[1])
    return figure


state(
    "o2",
    "gram_schmidt",
    gram_schmidt,
    None,
    "Gram-Schmidt for two columns: q₁ is φ₁, and q₂ is what φ₂ has at right angles to it.",
)


@picture("o2")
def factors():
    """Five chosen columns Φ as a product of orthogonal columns Q and a triangle A with ones on its
    diagonal; QᵀQ is diagonal.
    """
    figure = style.new_figure(height=4.0)
    _, y, Z = samples_and_columns()
    Phi = Z[:, orthogonal_least_squares(Z, y, max_terms=5).selected]
    Q, R = np.linalg.qr(Phi)
    Q, A = Q * np.diag(R), R / np.diag(R)[:, None]
    panels = [
        ("Φ", Phi, 0.75, 1.4, None),
        ("= Q", Q, 2.6, 1.4, None),
        ("A", A, 4.55, 2.1, 2),
        ("QᵀQ", Q.T @ Q, 7.0, 2.0, 1),
    ]
    for title, values, left, width, digits in panels:
        tall = 3.0 if len(values) > 5 else 2.1
        axes = style.add_axes(figure, (left, 3.5 - tall, width, tall), title=title)
        matrix(axes, values, digits, limit=1.2 * np.abs(values).max())
        axes.set_aspect("auto")
        axes.set_xticks(range(5), range(1, 6))
        axes.set_xlabel("column")
        if len(values) > 5:
            axes.set_yticks([0, 9, 19, 29], [1, 10, 20, 30])
            axes.set_ylabel("sample" if title == "Φ" else "")
    return figure


state(
    "o3",
    "without_inverse",
    gram_schmidt,
    "Already orthogonal",
    "Along orthogonal columns every weight is a quotient of its own, g = qᵀy / qᵀq: one "
    "projection after the other, and no inverse.",
)


@picture("o4")
def energy():
    """The energy of the targets, split: a piece for every chosen column, and what is left; all
    pieces add up to 1.
    """
    figure, [axes] = row_of_axes(
        ["share of yᵀy"], xlabel="columns chosen", ylabel="share", ylim=(0, 1.03)
    )
    _, y, Z = samples_and_columns()
    err = orthogonal_least_squares(Z, y, max_terms=8).err
    ols = style.METHOD_STYLE["OLS"]["color"]
    for M in range(9):
        ends = np.concatenate([[0], np.cumsum(err[:M])])
        for k in range(M):
            color = ols if k % 2 == 0 else style.lighter(ols)
            axes.bar(M, err[k], bottom=ends[k], color=color, ec="white", width=0.75)
            if k == M - 1 and err[k] > 0.04:
                axes.text(
                    M,
                    ends[k] + err[k] / 2,
                    f"{err[k]:.2f}",
                    ha="center",
                    va="center",
                    color="white" if k % 2 == 0 else style.INK,
                    fontsize=9.5,
                )
        axes.bar(
            M,
            1 - ends[-1],
            bottom=ends[-1],
            fc=style.PALE,
            ec=style.MUTED,
            hatch="///",
            lw=0.5,
            width=0.75,
            label="" if M else "left",
        )
    axes.bar(0, 0, color=ols, label="err of a column")
    axes.set_xticks(range(9))
    style.add_legend(axes, below=True)
    return figure


@picture("o5")
def work():
    """Passes over a column that it takes to select M of 200 candidates: by naive selection, by the
    slides' form of the algorithm, and with all candidates orthogonalized once a step.
    """
    figure, [axes] = row_of_axes(
        ["the same centers in the same order, at a small part of the work"],
        xlabel="centers M",
        ylabel="passes",
        yscale="log",
    )
    M_range = np.arange(2, 51, 2)
    counts = {"naive": [], "slides": [], "each step once": []}
    for M in M_range:
        k = np.arange(1, M + 1)
        trials = 200 - k + 1
        counts["naive"].append(np.sum(trials * k * (k + 3) // 2))
        counts["slides"].append(np.sum(trials * 2 * k))
        counts["each step once"].append(4 * 200 * M)
    for (name, passes), look in zip(counts.items(), style.SERIES, strict=False):
        axes.plot(M_range, passes, **look, ms=5, label=name)
    legend(axes)
    return figure


state(
    "o6",
    "stop",
    choose_centers,
    "Stopped at ρ",
    "Centers chosen one by one until the share of energy that is left falls below ρ.",
)
state(
    "o7",
    "fewer_centers",
    center_race,
    "M = 24",
    "Up to 24 centers each, at random, by k-means and by orthogonal least squares, on samples "
    "crowded where the target is flat.",
)
state(
    "o7",
    "greedy_trap",
    greedy_trap,
    "Close together",
    "A greedy trap: the best single term is not in the best pair, and forward selection never "
    "takes it back.",
)
