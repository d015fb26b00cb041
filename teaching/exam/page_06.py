"""Questions of page 06: Gram-Schmidt, error-reduction ratios, selection."""

from functools import cache

import numpy as np

from rbflib import design_matrix, orthogonal_least_squares
from teaching.exam.drawing import INK, MUTED, new_figure, panels
from teaching.exam.question import Picture, Question


def two_columns():
    Phi = np.array([[1.0, 1, 1, 1], [1.0, 1, 3, 3]]).T
    y = np.array([1.0, 3, 5, 3])
    q = Phi[:, 1] - Phi[:, 0] * (Phi[:, 0] @ Phi[:, 1]) / (Phi[:, 0] @ Phi[:, 0])
    g = np.array([Phi[:, 0] @ y / 4, q @ y / (q @ q)])
    w = np.linalg.lstsq(Phi, y)[0]
    err = g**2 * [4, q @ q] / (y @ y)
    return {
        "alpha": Phi[:, 0] @ Phi[:, 1] / 4,
        **dict(zip(("g_a", "g_b"), g, strict=True)),
        **dict(zip(("err_a", "err_b"), err, strict=True)),
        "left": 1 - err.sum(),
        **dict(zip(("w_a", "w_b"), w, strict=True)),
    }


def stop():
    energy, N, noise = 80, 20, 0.3
    ratios = np.array([0.60, 0.20, 0.12, 0.05, 0.01])
    left = 1 - np.cumsum(ratios)
    share = N * noise / energy
    n_centers = np.argmax(left < share) + 1
    return {
        "share": share,
        "n_centers": n_centers,
        "left": left[n_centers - 1],
        "squared": left[n_centers - 1] * energy,
        "e_in": left[n_centers - 1] * energy / N,
        "noise": noise,
    }


PLACES = np.arange(8.0)[:, None]
TARGETS = np.array([0.2, 0.6, 1.8, 2.2, 0.9, -0.4, -1.2, -0.7])
LETTERS = "ABCDEFGH"


@cache
def bars():
    """The ratios of all candidates before the first and before the second choice."""
    Z = design_matrix(PLACES, PLACES, gamma=0.4)
    first = (Z.T @ TARGETS) ** 2 / (np.sum(Z**2, axis=0) * (TARGETS @ TARGETS))
    q = Z[:, first.argmax()]
    rest = Z - np.outer(q, q @ Z) / (q @ q)
    energy = np.sum(rest**2, axis=0)
    second = np.zeros(8)
    np.divide(
        (rest.T @ TARGETS) ** 2, energy * (TARGETS @ TARGETS), out=second, where=energy > 1e-9
    )
    return first, second


def chosen():
    Z = design_matrix(PLACES, PLACES, gamma=0.4)
    path = orthogonal_least_squares(Z, TARGETS, max_terms=2)
    return {
        "first": path.selected[0] + 1,
        "second": path.selected[1] + 1,
        "err_a": path.err[0],
        "err_b": path.err[1],
        "left": path.residual,
    }


def draw_bars():
    figure = new_figure(8.2, 3.0)
    titles = ["Before the first choice", "Before the second choice"]
    looks = {"ylim": (0, 0.8), "xlabel": "candidate", "ylabel": "ratio"}
    both = panels(figure, titles, (3.4, 2.0), **looks)
    for axes, ratios in zip(both, bars(), strict=True):
        axes.bar(list(LETTERS), ratios, color=MUTED, edgecolor=INK, width=0.65)
        axes.set_yticks(np.arange(0, 0.9, 0.1))
        axes.grid(axis="y", color="#CCCCCC")
        axes.set_axisbelow(True)
    return figure


def cross_term():
    Phi, y = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([3.0, 1.0])
    w = np.linalg.solve(Phi, y)
    parts = w**2 * np.sum(Phi**2, axis=0)
    return {
        "w_a": w[0],
        "w_b": w[1],
        "claimed": parts.sum(),
        "energy": y @ y,
        "cross": 2 * w[0] * w[1] * (Phi[:, 0] @ Phi[:, 1]),
    }


QUESTIONS = (
    Question(
        key="06.two_columns",
        kind="compute",
        points=5,
        ask=r"""
        There are four samples, with targets $\mathbf{y}=(1,3,5,3)$, and two columns,
        $\boldsymbol\varphi_1=(1,1,1,1)$ and $\boldsymbol\varphi_2=(1,1,3,3)$.

        a) Make them orthogonal: find $\alpha_{12}$ and $\mathbf{q}_2$.
        b) Find both error-reduction ratios, and the share of the energy
        $\mathbf{y}^T\mathbf{y}=44$ that is left.
        """,
        answer=r"""
        a) $\alpha_{12}=8/4=[[alpha]]$ and $\mathbf{q}_2=(-1,-1,1,1)$.

        b) $g_1=12/4=[[g_a]]$ and $g_2=(-1-3+5+3)/4=[[g_b]]$. So
        $\mathrm{err}_1=9\cdot4/44=[[err_a:frac]]$, $\mathrm{err}_2=1\cdot4/44=[[err_b:frac]]$, and
        $[[left:frac]]$ is left.
        """,
        marks=(
            (1, r"$\alpha_{12}=[[alpha]]$ and $\mathbf{q}_2$"),
            (1, "$g_1=[[g_a]]$ and $g_2=[[g_b]]$"),
            (3, "one point each for the two ratios and for what is left"),
        ),
        partial=(
            (
                2,
                r"the ratio of $\boldsymbol\varphi_2$ computed from $\boldsymbol\varphi_2$ itself; "
                "$3$ with a remark that less than nothing cannot be left",
            ),
        ),
        numbers=two_columns,
    ),
    Question(
        key="06.stop",
        kind="compute",
        points=5,
        ask=r"""
        Twenty samples have targets with the energy $\mathbf{y}^T\mathbf{y}=80$. OLS finds centers
        with the error-reduction ratios $0.60$, $0.20$, $0.12$, $0.05$, $0.01$, … The variance of
        the noise is known to be $0.3$.

        a) Which share of the energy is due to the noise, on average?
        b) Take this share for the tolerance $\rho$. With how many centers does OLS stop?
        c) How large is the mean squared training error then? Compare it with the noise.
        """,
        answer=r"""
        a) $20\cdot0.3/80=[[share]]$.

        b) After $1,2,3,4$ centers the shares left are $0.40$, $0.20$, $0.08$ and $0.03$. The first
        one below $[[share]]$ is the last: it stops with $[[n_centers]]$ centers.

        c) $[[left]]\cdot80=[[squared]]$ in all, and $[[e_in]]$ per sample. That is less than the
        noise, $[[noise]]$: the last center has begun to follow the noise.
        """,
        marks=(
            (1, "$[[share]]$"),
            (2, "the shares left, and $[[n_centers]]$ centers"),
            (1, "$[[e_in]]$"),
            (1, "below the noise, so noise has been fitted"),
        ),
        partial=(
            (3, "stopped where a single ratio falls below the tolerance"),
            (4, "$[[squared]]$ compared with $0.3$, sum and mean confused"),
        ),
        numbers=stop,
    ),
    Question(
        key="06.bars",
        kind="picture",
        points=5,
        ask=r"""
        Eight samples A to H stand side by side on a line at equal steps. Each is a candidate for a
        Gaussian center. The bars are the error-reduction ratios before the first and before the
        second choice of OLS.

        a) Which candidates are chosen first and second?
        b) What share of the energy is left after two centers? Read the values from the picture.
        c) The second-highest bar on the left has nearly vanished on the right. Why?
        """,
        answer=r"""
        a) The highest bar on the left is D, on the right G.

        b) The bars are about $[[err_a:.2f]]$ and $[[err_b:.2f]]$, so about $[[left:.2f]]$ is left.

        c) It belongs to C, a neighbor of D. Their bumps overlap, and what C would explain is
        explained by D already.
        """,
        marks=(
            (1, "D, then G"),
            (2, r"$1$ minus both bars: between $0$ and $0.06$"),
            (2, "D has explained what C could explain; for “they overlap” alone $1$"),
        ),
        partial=(
            (
                2,
                "D and C, both read off the left panel; $3$ with a remark that $-0.39$ cannot be",
            ),
        ),
        numbers=chosen,
        picture=Picture(
            draw_bars,
            """Two bar charts over the candidates A to H. Left: D is highest with [[err_a:.2f]], C
            is second with 0.67, the others are below 0.3, and F is almost 0. Right: D is 0, C is
            below 0.1, G is highest with [[err_b:.2f]], and F follows with 0.24.""",
        ),
    ),
    Question(
        key="06.important_sample",
        kind="explain",
        points=4,
        ask=r"""
        OLS has chosen patient 17 first and has never chosen patient 18, whose measurements are
        almost the same. “Patient 17 is the most important one, and patient 18 could be left out of
        the study.” Explain what is wrong with both parts of this conclusion.
        """,
        answer=r"""
        The two columns are nearly equal. Whichever is taken first leaves almost nothing for the
        other: that 17 came first may be due to a tiny difference, such as noise in one target.
        Being chosen as a *center* says that a bump at this place is useful, not that the patient's
        record is. Patient 18's target is still one of the $N$ targets that are fitted, and leaving
        it out would change the weights.
        """,
        marks=(
            (2, "nearly equal columns: the order between them is accidental"),
            (2, "a sample that is no center still takes part in the fit"),
        ),
        partial=((1, "only “OLS is greedy”"),),
    ),
    Question(
        key="06.energy",
        kind="error",
        points=4,
        ask=r"""
        “The least-squares weights of two columns are $w_1$ and $w_2$, and the residual $\mathbf{e}$
        is orthogonal to both columns. By Pythagoras
        $\mathbf{y}^T\mathbf{y}=w_1^2\,\boldsymbol\varphi_1^T\boldsymbol\varphi_1+w_2^2\,\boldsymbol\varphi_2^T\boldsymbol\varphi_2+\mathbf{e}^T\mathbf{e}$.
        So column $k$ explains the share
        $w_k^2\,\boldsymbol\varphi_k^T\boldsymbol\varphi_k/\mathbf{y}^T\mathbf{y}$.” Find the error,
        say which term is missing, and check that the formula fails without it and holds with it for
        $\boldsymbol\varphi_1=(1,0)$, $\boldsymbol\varphi_2=(1,1)$ and $\mathbf{y}=(3,1)$, where
        $w_1=[[w_a]]$ and $w_2=[[w_b]]$.
        """,
        answer=r"""
        Pythagoras needs orthogonal vectors. The residual is orthogonal to the columns, but the
        columns are not orthogonal to each other, so
        $2w_1w_2\,\boldsymbol\varphi_1^T\boldsymbol\varphi_2$ is missing. In the example
        there is no residual. The formula gives $4\cdot1+1\cdot2=[[claimed]]$, but the
        energy is $[[energy]]$; the missing term is $2\cdot2\cdot1\cdot1=[[cross]]$.
        """,
        marks=(
            (1, "the columns are not orthogonal to each other"),
            (1, r"the term $2w_1w_2\,\boldsymbol\varphi_1^T\boldsymbol\varphi_2$"),
            (2, "$[[claimed]]$ and $[[energy]]$, with the difference $[[cross]]$"),
        ),
        partial=((2, "only the example, which shows that something is wrong"),),
        numbers=cross_term,
    ),
    Question(
        key="06.old_columns",
        kind="error",
        points=4,
        ask=r"""
        A student's version of OLS. Its first choice is right; later it takes neighbors of centers
        that it has already, and the sum of the ratios can exceed 1. Find the error, explain the
        symptom, and correct it.

        ```python
        def ols(Z, y, n_terms):
            rest, selected = Z.copy(), []
            for _ in range(n_terms):
                energy = np.maximum(np.sum(rest**2, axis=0), 1e-12)
                gain = (Z.T @ y) ** 2 / (energy * (y @ y))
                gain[selected] = 0
                k = int(np.argmax(gain))
                q = rest[:, k].copy()
                rest -= np.outer(q, q @ rest) / (q @ q)
                selected.append(k)
            return selected
        ```
        """,
        answer=r"""
        In `gain` the inner products are those of the original columns, `Z.T @ y`, divided by the
        energy of what is left of them. A neighbor of a chosen center has little left, so the
        quotient becomes huge although the neighbor explains almost nothing more. Correct is
        `(rest.T @ y) ** 2`: both numbers must belong to the same, orthogonalized column.
        """,
        marks=(
            (1, "the line with `gain`"),
            (2, "original column above, small remaining energy below, so neighbors look good"),
            (1, "`rest.T @ y`"),
        ),
        partial=((0, "`gain[selected] = 0` called wrong: it is not"),),
    ),
)
