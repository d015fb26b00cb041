"""Questions of page 03: nearest neighbors, kernel regression, the Bayes error."""

import numpy as np

from rbflib import NadarayaWatsonRegressor, NearestNeighborClassifier, NearestNeighborRegressor
from rbflib.lab.kit import style
from teaching.exam.drawing import CENTER, INK, MUTED, POINTS, classes, new_figure, panels, squared
from teaching.exam.question import Picture, Question


def three_readings():
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array([2.0, 4.0, 10.0])
    at, gamma = [[1.0]], np.log(2)
    bumps = np.exp(-gamma * (X[:, 0] - 1) ** 2)
    heights = y / bumps.sum()
    return {
        "kernel": NadarayaWatsonRegressor(gamma).fit(X, y).predict(at)[0],
        "mean": NearestNeighborRegressor(3).fit(X, y).predict(at)[0],
        "inverse": NearestNeighborRegressor(3, "distance").fit(X, y).predict(at)[0],
        **dict(zip(("height_a", "height_b", "height_c"), heights, strict=True)),
        "sum": heights @ bumps,
    }


def overlap():
    joint = np.array([0.8 / 4, 0.2 / 2])  # on the overlap, of length 1
    mass, posterior = joint.sum(), joint / joint.sum()
    one = mass * (1 - np.sum(posterior**2))
    return {
        "bayes": joint.min(),
        "mass": mass,
        "likely": posterior[0],
        "one": one,
        "ratio": one / joint.min(),
    }


STAIR_X = np.array([[1.0], [2.0], [4.0], [7.0], [9.0]])
STAIR_Y = np.array([2.0, 6.0, 4.0, 0.0, 6.0])


def stairs():
    model = NearestNeighborRegressor(2).fit(STAIR_X, STAIR_Y)
    left, right = model.predict([[4.4], [4.6]])
    others = {
        f"far{k}": NearestNeighborRegressor(k).fit(STAIR_X, STAIR_Y).predict([[20.0]])[0]
        for k in (1, 3, 4, 5)
    }
    far = model.predict([[20.0]])[0]
    return {"k": 2, "jump_at": 4.5, "jump": right - left, "far": far, **others}


def draw_stairs():
    figure = new_figure(6.4, 3.3)
    [axes] = panels(figure, [""], (5.4, 2.4), xlim=(0, 10), ylim=(-0.5, 7), xlabel="x", ylabel="y")
    squared(axes)
    at = np.linspace(0, 10, 4001)
    model = NearestNeighborRegressor(2).fit(STAIR_X, STAIR_Y)
    h = model.predict(at[:, None])
    h[1:][np.abs(np.diff(h)) > 0.1] = np.nan  # no line at a jump
    axes.plot(at, h, color=INK, lw=2.2)
    axes.plot(STAIR_X, STAIR_Y, **POINTS[0])
    return figure


QUERY = np.array([0.0, 0.0])
AROUND = np.array(
    [[0.8, 0], [-1.0, 1.1], [0.4, -1.6], [1.9, 0.7], [-2.1, -0.5], [0, 2.7], [-1.7, -2.3]]
)
AROUND_CLASSES = np.array([-1, 1, 1, -1, -1, 1, -1])


def votes():
    answers = {
        f"k{k}": NearestNeighborClassifier(k).fit(AROUND, AROUND_CLASSES).predict([QUERY])[0]
        for k in (1, 3, 5, 7)
    }
    weighted = NearestNeighborClassifier(3, "distance").fit(AROUND, AROUND_CLASSES)
    return answers | {"weighted": weighted.predict([QUERY])[0]}


def draw_votes():
    figure = new_figure(4.6, 4.7)
    looks = {"xlim": (-3.2, 3.2), "ylim": (-3.2, 3.2), "aspect": "equal"}
    [axes] = panels(figure, [""], (3.5, 3.5), bottom=0.55, **looks)
    squared(axes)
    angle = np.linspace(0, 2 * np.pi, 200)
    for radius in (1, 2, 3):
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), color=MUTED, lw=1, ls="--")
    classes(axes, AROUND, AROUND_CLASSES)
    axes.plot(*QUERY, **CENTER | {"mfc": "white"}, label="query")
    style.add_key(axes)
    return figure


def both_unlikely():
    p = 0.9
    return {"claimed": 1 - p**2, "right": 2 * p * (1 - p), "missed": (1 - p) ** 2}


QUESTIONS = (
    Question(
        key="03.three_readings",
        kind="compute",
        points=5,
        ask=r"""
        Samples at $0$, $1$ and $2$ have the targets $2$, $4$ and $10$. The query is $x=1$.

        a) What does the mean of the three nearest neighbors predict? What do three neighbors with
        the weights $1/d^2$ predict?
        b) What does kernel regression predict, with a Gaussian and $\gamma=\ln 2$?
        c) Read b) as a sum of bumps on the samples. Which heights, each at its own center, do the
        three bumps have for this query? Check that their values at $x=1$ sum to the prediction.
        """,
        answer=r"""
        a) The mean is $\tfrac{16}3$. With the weights $1/d^2$ the sample at distance $0$ answers
        alone: $[[inverse]]$.

        b) The bumps are $\tfrac12$, $1$ and $\tfrac12$, with sum $2$:
        $(1+4+5)/2=[[kernel]]$.

        c) The heights $y_n/2$ are $[[height_a]]$, $[[height_b]]$ and $[[height_c]]$. Their sum at
        $1$ is $\tfrac12\cdot1+2+\tfrac12\cdot5=[[sum]]$.
        """,
        marks=(
            (1, r"the mean $[[mean:frac]]$"),
            (1, r"$[[inverse]]$ for the weights $1/d^2$"),
            (1, r"$[[kernel]]$ for kernel regression"),
            (2, "the three heights, and their sum"),
        ),
        partial=(
            (4, "the weights at distance 0 called “undefined”, otherwise right"),
            (3, r"in b) the sum of bumps is not divided by $2$, and c) follows from it"),
        ),
        numbers=three_readings,
    ),
    Question(
        key="03.overlap",
        kind="compute",
        points=5,
        ask=r"""
        Class A makes up $80\%$ of the samples and is spread evenly over $[0,4]$. Class B makes up
        the other $20\%$ and is spread evenly over $[3,5]$.

        a) How does the Bayes classifier decide on $[0,5]$, and what is its error?
        b) What is the error of one nearest neighbor in the limit of many samples?

        Where the posterior of one class is $p$, one neighbor errs with probability $2p(1-p)$.
        """,
        answer=r"""
        a) Errors are possible on $[3,4]$ only. There $P(A)p(x\mid A)=0.8\cdot\tfrac14=0.2$ and
        $P(B)p(x\mid B)=0.2\cdot\tfrac12=0.1$, so it decides for A on $[0,4]$ and for B on $(4,5]$.
        Its error is $0.1\cdot1=[[bayes]]$.

        b) On $[3,4]$ the posteriors are $\tfrac23$ and $\tfrac13$. One neighbor errs there with
        probability $2\cdot\tfrac23\cdot\tfrac13=\tfrac49$. Samples fall there with probability
        $[[mass]]$, so the error is $[[mass]]\cdot\tfrac49=\tfrac2{15}\approx[[one:.3f]]$.
        """,
        marks=(
            (1, "A up to 4, B beyond"),
            (1, "the Bayes error $[[bayes]]$"),
            (1, r"the posteriors $[[likely:frac]]$ and $\tfrac13$"),
            (2, r"$\tfrac49$ there, and $\tfrac2{15}$ in all"),
        ),
        partial=(
            (
                3,
                r"densities compared without the shares of the classes, consistently: B on $[3,5]$",
            ),
            (4, r"b) given as $\tfrac49$, without the probability of the interval"),
        ),
        numbers=overlap,
    ),
    Question(
        key="03.stairs",
        kind="picture",
        points=5,
        ask=r"""
        Circles are samples. The line is the prediction of the mean of the $k$ nearest neighbors.

        a) Find $k$, and prove that no other $k$ gives this line.
        b) Which sample leaves and which enters at the jump between $x=4$ and $x=5$? Where exactly
        is the jump, and why there?
        c) What is predicted at $x=20$?
        """,
        answer=r"""
        a) $k=[[k]]$: at the right end the line is at $3$, the mean of the targets $0$ and $6$ of
        the two rightmost samples. With $k=1$, $3$, $4$ and $5$ it would be at
        $[[far1]]$, $[[far3:frac]]$, $[[far4]]$ and $[[far5]]$ there.

        b) The sample at $2$ leaves, the one at $7$ enters: the line falls by $3$, half of the
        difference $0-6$ of their targets. The jump is at $x=[[jump_at]]$, where both are equally
        far away.

        c) $[[far]]$, the mean of the two rightmost targets.
        """,
        marks=(
            (
                2,
                "$k=[[k]]$, with a right reason, such as height 3 at the right end, the piece at "
                "height 5 (no other $k$ has one), the places of the jumps, or the "
                "four pieces, one for each of the $6-k$ runs of $k$ samples",
            ),
            (1, "2 leaves and 7 enters"),
            (1, "halfway between them, at $[[jump_at]]$"),
            (1, "$[[far]]$"),
        ),
        partial=(
            (4, "$k=2$ from the left end alone, where $k=3$ would give $4$ as well"),
            (3, "b) explained by the samples next to the jump, 4 and 7; a) and c) right"),
        ),
        numbers=stairs,
        picture=Picture(
            draw_stairs,
            """A plane with a grid of unit squares. Samples (x, y): (1, 2), (2, 6), (4, 4), (7, 0),
            (9, 6). A staircase: level 4 up to x = 2.5, level 5 up to x = 4.5, level 2 up to
            x = 6.5, and level 3 beyond.""",
        ),
    ),
    Question(
        key="03.votes",
        kind="picture",
        points=5,
        ask=r"""
        The dashed circles around the query ◇ have the radii $1$, $2$ and $3$.

        a) Which class do $1$, $3$, $5$ and $7$ nearest neighbors choose, with one vote each?
        b) With the weights $1/d^2$, three neighbors may choose another class than with equal votes.
        Decide by rough values from the picture.
        """,
        answer=r"""
        a) One neighbor: the cross, class $-1$. Three: one cross and two circles, class $+1$. Five:
        three crosses and two circles, class $-1$. Seven: four crosses and three circles, class
        $-1$.

        b) The cross is at about $0.8$, the circles at about $1.5$ and $1.6$. The weights are about
        $1.6$ for class $-1$, and $0.45+0.37=0.8$ for class $+1$. So the answer is class $-1$.
        """,
        marks=(
            (1, "one neighbor: $-1$"),
            (1, "three: $+1$"),
            (1, "five: $-1$, and seven: $-1$"),
            (2, r"weights near $1.6$ and $0.8$, so class $-1$"),
        ),
        partial=((4, r"weights $1/d$ in place of $1/d^2$, with the decision that follows"),),
        numbers=votes,
        picture=Picture(
            draw_votes,
            """The query is at (0, 0). Circles, class +1: (−1, 1.1), (0.4, −1.6), (0, 2.7). Crosses,
            class −1: (0.8, 0), (1.9, 0.7), (−2.1, −0.5), (−1.7, −2.3). Dashed circles around the
            query with radii 1, 2 and 3.""",
        ),
    ),
    Question(
        key="03.leave_one_out",
        kind="explain",
        points=4,
        ask=r"""
        For one nearest neighbor the training error is $0$ on every data set without repeated
        places. The error in leave-one-out cross-validation is not. Explain the difference, and say
        which of the two numbers can be used to choose between $k=1$ and $k=15$, and why.
        """,
        answer=r"""
        In the training error each sample is among the samples that predict it. It is its own
        nearest neighbor, so it gets its own target back. Leaving it out, the nearest *other* sample
        answers, as for a new sample. Only the second number can be used for the choice: the first
        is $0$ for $k=1$ whatever the data are, and so always prefers $k=1$.
        """,
        marks=(
            (1, "each sample is its own nearest neighbor"),
            (1, "left out, another sample answers, as for a new sample"),
            (2, "the leave-one-out error, because the training error always prefers $k=1$"),
        ),
        partial=((2, "the right choice, reasoned by “test errors are larger” only"),),
    ),
    Question(
        key="03.both_unlikely",
        kind="error",
        points=4,
        ask=r"""
        Samples lie densely around a point where one of two classes has the posterior $0.9$. A
        student finds the error of one nearest neighbor there. Exactly one step does not
        follow from those before it. Find it, correct it, and give the right error.

        1. The classes of the new sample and of its neighbor are independent.
        2. Each of the two is of the likely class with probability $0.9$.
        3. The answer is right if, and only if, both are of the likely class: $0.9^2=0.81$.
        4. So the error is $1-0.81=0.19$.
        """,
        answer=r"""
        Step 3. The answer is right if both are of the *same* class. They may both be of the
        unlikely one, with probability $0.1^2=[[missed]]$. So the answer is right with probability
        $0.82$, and the error is $[[right]]$, which is also $2\cdot0.9\cdot0.1$.
        """,
        marks=(
            (1, "step 3"),
            (2, "both of the unlikely class is also right, with probability $[[missed]]$"),
            (1, "the error $[[right]]$"),
        ),
        partial=(
            (0, "step 1 doubted: in the limit the posteriors agree, and the draws are independent"),
        ),
        numbers=both_unlikely,
    ),
    Question(
        key="03.axis",
        kind="error",
        points=4,
        ask=r"""
        Kernel regression for the queries `Q`, shape $(Q,D)$, from the samples `X`, $(N,D)$, with
        targets `y`, $(N,)$. The outputs do not stay within the range of the targets. Find the line
        with the error, correct it, and say what it does to the shares.

        ```python
        def kernel_regression(Q, X, y, gamma):
            squared = ((Q[:, None, :] - X) ** 2).sum(axis=2)
            phi = np.exp(-gamma * squared)
            share = phi / phi.sum(axis=0)
            return share @ y
        ```
        """,
        answer=r"""
        The fourth line. `phi` has one row per query and one column per sample, so `sum(axis=0)`
        adds up over the *queries*. The shares of each sample then sum to 1 over the queries, and a
        prediction depends on which other queries are asked. Correct is
        `phi / phi.sum(axis=1, keepdims=True)`: the shares of the samples sum to 1 for each query.
        """,
        marks=(
            (1, "the line with `sum(axis=0)`"),
            (1, "it sums over the queries instead of the samples"),
            (1, "`phi.sum(axis=1, keepdims=True)`"),
            (1, "the shares of a query no longer sum to 1, or depend on the other queries"),
        ),
        partial=((3, "`keepdims` is missing in the correction"),),
    ),
)
