"""Questions of page 08: double centering, eigenvalues, maps, new points."""

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rbflib import ClassicalMDS, double_centering
from teaching.exam.drawing import INK, MUTED, POINTS, letters, new_figure, panels, squared
from teaching.exam.question import Picture, Question


def on_a_line():
    table = squareform(pdist([[0.0], [1.0], [5.0]]))
    B = double_centering(table)
    values = np.linalg.eigvalsh(B)
    return {
        "ab": B[0, 1],
        "ac": B[0, 2],
        "aa": B[0, 0],
        "bb": B[1, 1],
        "cc": B[2, 2],
        "largest": values[-1],
        "n_positive": np.sum(values > 1e-9),
    }


EIGENVALUES = np.array([50.0, 30, 15, 5, 0, 0])


def kept():
    share = np.cumsum(EIGENVALUES) / EIGENVALUES.sum()
    m = len(EIGENVALUES)
    lost = 2 * m * EIGENVALUES[2:].sum()
    return {
        "two": share[1],
        "needed": np.argmax(share >= 0.9) + 1,
        "lost": lost,
        "per_pair": lost / (m * (m - 1)),
        "features": np.sum(EIGENVALUES > 0),
    }


def new_point():
    places = np.array([[-2.0], [0.0], [2.0]])
    model = ClassicalMDS(1, metric="precomputed").fit(np.abs(places - places.T))
    to_the_right = np.sign(model.embedding_[2, 0])
    on, above = model.transform(np.sqrt([[9.0, 1, 1], [10, 2, 2]]))[:, 0] * to_the_right
    return {"eigenvalue": model.eigenvalues_[0], "place": on, "above": above}


FIRST_MAP = np.array([[0.0, 0], [3, 0], [3, 2], [1, 3], [-1, 1]])
TURNED = FIRST_MAP @ [[0, 1], [1, 0]] * [-1, -1] + [2, 3]  # mirrored in y = −x, shifted
STRETCHED = FIRST_MAP * [1, 1.5] + [0, -1]


def same_table():
    tables = [pdist(points) for points in (FIRST_MAP, TURNED, STRETCHED)]
    return {
        "ab_as_a": np.abs(tables[1] - tables[0]).max(),
        "ab_as_c": np.abs(tables[2] - tables[0]).max(),
        "pq": tables[0][0],
        "st": tables[0][-1],
        "st_c": tables[2][-1],
    }


def draw_maps():
    figure = new_figure(8.8, 3.2)
    looks = {"xlim": (-2.6, 4.6), "ylim": (-2.6, 4.6), "aspect": "equal"}
    shown = panels(figure, "ABC", (2.45, 2.45), left=0.4, bottom=0.35, gap=0.35, **looks)
    for axes, points in zip(shown, (FIRST_MAP, TURNED, STRETCHED), strict=True):
        squared(axes)
        axes.plot(*points.T, **POINTS[0])
        letters(axes, points, "PQRST")
    return figure


SPECTRUM = np.array([62.0, 24, 9, 3, 1, 0, -1, -8])


def spectrum():
    return {"lowest": SPECTRUM[-1]}


def draw_spectrum():
    figure = new_figure(6.0, 3.1)
    [axes] = panels(figure, [""], (5.0, 2.2), xlabel="k", ylabel="eigenvalue λ", ylim=(-12, 66))
    axes.bar(np.arange(1, 9), SPECTRUM, color=MUTED, edgecolor=INK, width=0.6)
    axes.axhline(0, color=INK, lw=1)
    axes.grid(axis="y", color="#CCCCCC")
    axes.set_axisbelow(True)
    return figure


QUESTIONS = (
    Question(
        key="08.on_a_line",
        kind="compute",
        points=5,
        ask=r"""
        Three places have the distances $AB=1$, $BC=4$ and $AC=5$.

        a) Compute the inner product $b_{AB}$ by double centering.
        b) A student says that the matrix of all inner products has three positive eigenvalues,
        because there are three places. What do you say? Use $BC+AB=AC$.
        c) The diagonal of this matrix is $4$, $1$, $9$. Give all eigenvalues.
        """,
        answer=r"""
        a) Squared, the distances are $1$, $16$, $25$. Sums of the rows: $26$, $17$, $41$; of the
        table: $84$. So $b_{AB}=-\tfrac12\big(1-\tfrac{26}3-\tfrac{17}3+\tfrac{84}9\big)=[[ab]]$.

        b) The places lie on a line, with $B$ between $A$ and $C$. One dimension is enough, so only
        $[[n_positive]]$ eigenvalue is positive.

        c) The trace is the sum of the eigenvalues: $4+1+9=[[largest]]$. They are $[[largest]]$, $0$
        and $0$.
        """,
        marks=(
            (2, "the means of the rows and of all entries, and $b_{AB}=[[ab]]$"),
            (1, "a line needs one dimension"),
            (2, "$[[largest]]$ from the trace, and two zeros"),
        ),
        partial=(
            (3, "distances in place of their squares, with the rest consistent"),
            (4, r"the factor $-\tfrac12$ or its sign forgotten"),
        ),
        numbers=on_a_line,
    ),
    Question(
        key="08.kept",
        kind="compute",
        points=5,
        ask=r"""
        Double centering of the distances of six samples gives the eigenvalues $50$, $30$, $15$,
        $5$, $0$, $0$.

        a) What share of the squared distance does a map of two dimensions keep?
        b) How many dimensions keep at least $90\%$?
        c) By how much is the squared distance of a pair too small on the map of two dimensions, on
        average over the fifteen pairs?
        d) How many features do the samples have at least?
        """,
        answer=r"""
        a) $(50+30)/100=[[two]]$.

        b) Three keep $95\%$, two only $80\%$: $[[needed]]$.

        c) Summed over all ordered pairs, $2m\sum_{k>2}\lambda_k=2\cdot6\cdot20=[[lost]]$ is lost.
        There are $30$ ordered pairs, so it is $[[per_pair]]$ per pair.

        d) $[[features]]$, as many as there are positive eigenvalues.
        """,
        marks=(
            (1, "$[[two]]$"),
            (1, "$[[needed]]$"),
            (2, "$[[lost]]$ in all, and $[[per_pair]]$ per pair"),
            (1, "$[[features]]$"),
        ),
        partial=(
            (4, "c) divided by fifteen pairs, although each is counted twice: $16$"),
            (3, "shares of the square roots of the eigenvalues"),
        ),
        numbers=kept,
    ),
    Question(
        key="08.new_point",
        kind="compute",
        points=5,
        ask=r"""
        Three fitted samples have the places $-2$, $0$ and $2$ on a map of one dimension, which
        shows their distances exactly. A new sample has the distances $3$, $1$ and $1$ from them.

        a) Which eigenvalue belongs to the map? Place the new sample by
        $z=\frac1{2\lambda}\sum_iz_i(b_{ii}-d_i^2)$.
        b) Another new sample has the squared distances $10$, $2$ and $2$. Where is it placed, and
        what do its distances say?
        """,
        answer=r"""
        a) $\lambda=4+0+4=[[eigenvalue]]$ and $b_{ii}=z_i^2$. So
        $z=\tfrac1{16}\big(-2(4-9)+0+2(4-1)\big)=[[place]]$.

        b) Each squared distance is larger by $1$. Since the $z_i$ sum to $0$, the place is the
        same, $[[above]]$. The sample is one unit away from the line, in a direction that the map
        does not have.
        """,
        marks=(
            (1, r"$\lambda=[[eigenvalue]]$"),
            (2, "$z=[[place]]$"),
            (1, "the same place"),
            (1, "it lies off the line, by one unit"),
        ),
        partial=((4, r"$b_{ii}$ and $d_i^2$ exchanged: the place $-1$"),),
        numbers=new_point,
    ),
    Question(
        key="08.maps",
        kind="picture",
        points=5,
        ask=r"""
        Three maps of the same five places.

        a) Which two have the same table of distances? Are a turn and a shift enough to make one of
        the other, or must it be mirrored as well?
        b) Prove with one pair of places that the third has another table.
        c) A colleague reads from map A that Q is “east of P”. What is to be said of that, if the
        map was made from the table alone?
        """,
        answer=r"""
        a) A and B. It must be mirrored: from P over Q and R to S one goes counterclockwise in A and
        clockwise in B. A becomes B by a reflection in the line $y=-x$ and a shift by $(2,3)$, that
        is $(x,y)\mapsto(2-y,3-x)$; or by a turn of $90$ degrees clockwise, a reflection from left
        to right, and the same shift.

        b) For example $S$ and $T$: their distance is $\sqrt{2^2+2^2}\approx[[st:.2f]]$ in A and in
        B, but $\sqrt{2^2+3^2}\approx[[st_c:.2f]]$ in C. ($P$ and $Q$ prove nothing: they are
        $[[pq]]$ apart in all three.)

        c) Nothing in the table tells directions. A map turned or mirrored has the same distances,
        so “east” is an accident of the computation.
        """,
        marks=(
            (2, "A and B"),
            (
                1,
                "it must be mirrored, by the order around the map or by a right movement; “a "
                "reflection” without its line is enough",
            ),
            (1, "a pair whose distance differs, with both values"),
            (1, "directions are arbitrary"),
        ),
        partial=((2, "A and C, since P and Q agree, with a right answer to c)"),),
        numbers=same_table,
        picture=Picture(
            draw_maps,
            """Three maps on grids of unit squares. A: P (0, 0), Q (3, 0), R (3, 2), S (1, 3),
            T (−1, 1). B: P (2, 3), Q (2, 0), R (0, 0), S (−1, 2), T (1, 4). C: P (0, −1),
            Q (3, −1), R (3, 2), S (1, 3.5), T (−1, 0.5).""",
        ),
    ),
    Question(
        key="08.spectrum",
        kind="picture",
        points=5,
        ask=r"""
        The bars are the eigenvalues that double centering of a table of travel times gives.

        a) Are there points in a Euclidean space with exactly these distances? How do you see it?
        b) How many dimensions would you take for a map? Give a reason from the picture.
        c) The times are measured with small errors. Which of the bars may be due to these errors,
        and which one hardly?
        d) May one conclude that a map of five dimensions has smaller errors than one of two?
        """,
        answer=r"""
        a) No: there is a clearly negative eigenvalue, about $[[lowest]]$.

        b) Two, or three. The first two are large, and from the third on they fall to the size of
        the negative one, which measures how far the table is from that of points.

        c) The bars near $0$, from $-1$ to about $3$, may be errors. The bar of $[[lowest]]$ is far
        larger than these; it belongs to the travel times themselves.

        d) No. With a negative eigenvalue, further positive dimensions can make the distances too
        long, because what should be subtracted is missing on the map.
        """,
        marks=(
            (1, "no, by the negative eigenvalue"),
            (1, "two or three, with a reason"),
            (2, "the small bars on both sides; not the one of $[[lowest]]$"),
            (1, "no, more dimensions can make distances too long"),
        ),
        partial=((3, "d) answered as for points: “more dimensions never hurt”"),),
        numbers=spectrum,
        picture=Picture(
            draw_spectrum,
            "A bar chart of eight eigenvalues, about 62, 24, 9, 3, 1, 0, −1 and −8.",
        ),
    ),
    Question(
        key="08.axes",
        kind="explain",
        points=4,
        ask=r"""
        Eight car brands were compared in pairs, and classical MDS has made a plane map. “The
        horizontal axis of the map is the price,” says a report. Explain why the axis itself has no
        meaning, and what one may examine instead to find out whether price plays a role.
        """,
        answer=r"""
        The map is determined by the distances only up to rotations, reflections and shifts, and
        each of them gives other axes. The axes are the directions of largest spread, which need not
        be any quality of cars. One may examine whether the price increases along *some* direction
        of the map, for example by a regression of the prices on both coordinates, or whether brands
        with similar prices are near each other.
        """,
        marks=(
            (2, "the distances leave rotations and reflections open"),
            (2, "a direction fitted to the prices, or prices of neighbors"),
        ),
        partial=(
            (2, "“the axes are the principal components, so the first is the most important”"),
        ),
    ),
    Question(
        key="08.smallest_first",
        kind="error",
        points=4,
        ask=r"""
        This function is to make a map of `d` dimensions from a table of distances. For five points
        in a plane and `d = 2`, all places come out nearly equal. Find the error, explain the
        symptom, and correct it.

        ```python
        def mds(table, d):
            squares = table**2
            rows = squares.mean(axis=1, keepdims=True)
            B = -(squares - rows - rows.T + squares.mean()) / 2
            values, vectors = np.linalg.eigh(B)
            values, vectors = np.maximum(values[:d], 0), vectors[:, :d]
            return vectors * np.sqrt(values)
        ```
        """,
        answer=r"""
        `eigh` returns the eigenvalues in ascending order. So `[:d]` takes the smallest ones, which
        are $0$ for points in a plane when there are at least four of them, and the places are
        eigenvectors times $0$. Correct is to take the last ones: `values[-d:]` and
        `vectors[:, -d:]` (in reversed order, if the first dimension is to be the largest).
        """,
        marks=(
            (1, "the line with `[:d]`"),
            (2, "the smallest eigenvalues, which are 0 here"),
            (1, "the last `d` of both"),
        ),
        partial=(
            (2, "only the eigenvalues reversed, not the eigenvectors"),
            (0, "`rows.T` called wrong: for a symmetric table it is right"),
        ),
    ),
)
