"""Questions of page 01: Gaussian SVM, similarities, shapes of a bump."""

import numpy as np

from rbflib import RBFNetwork
from rbflib.lab.kit import style
from teaching.exam.drawing import INK, MUTED, classes, new_figure, panels, squared
from teaching.exam.question import Picture, Question


def three_vectors():
    vectors, labels, alpha = np.array([[0, 0], [2, 0], [2, 1]]), [1, -1, -1], [3, 2, 1]
    network = RBFNetwork(vectors, np.multiply(alpha, labels), bias=-0.5, gamma=np.log(2))
    score, far = network(np.array([[1.0, 0.0], [100.0, 0.0]]))
    return {"score": score, "far": far}


def unlike_texts():
    three = np.full((3, 3), -0.6) + 1.6 * np.eye(3)
    product = np.ones(3) @ three @ np.ones(3)
    return {"product": product, "lowest": np.linalg.eigvalsh(three)[0], "limit": -1 / 2}


def large_entries():
    K = np.array([[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]])
    v = np.array([1, -1, 1])
    return {"product": v @ K @ v}


# The machine of these samples for C = 2 has w = (1, 0) and b = 0.
MARGIN_SAMPLES = np.array(
    [
        [1, 1],
        [2, -1],
        [3, 2],
        [1.5, 2.5],
        [0.5, -2],
        [-1, -1],
        [-2, 1],
        [-2.5, -2],
        [-1.5, 2],
        [1, -1],
    ]
)
MARGIN_CLASSES = np.array([1, 1, 1, 1, 1, -1, -1, -1, -1, -1])


def margin():
    score = MARGIN_SAMPLES[:, 0]  # the dashed lines are at x₁ = ±1
    short = np.maximum(0, 1 - MARGIN_CLASSES * score)
    return {
        "width": 1.0,
        "n_support": np.sum(MARGIN_CLASSES * score <= 1),
        "short": short.sum(),
        "cost": 0.5 + 2 * short.sum(),
    }


def draw_margin():
    figure = new_figure(4.6, 4.3)
    [axes] = panels(figure, [""], (3.7, 3.1), xlim=(-3.3, 3.3), ylim=(-2.8, 2.8))
    axes.set(xlabel="x₁", ylabel="x₂", aspect="equal")
    squared(axes)
    for at, dashes in [(-1, "--"), (0, "-"), (1, "--")]:
        axes.axvline(at, color=INK, ls=dashes, lw=1.8)
    classes(axes, MARGIN_SAMPLES, MARGIN_CLASSES)
    style.add_key(axes)
    return figure


UNITS = {  # exponent of each unit over the plane
    "A": lambda x, y: (x**2 + 4 * y**2) / 2,
    "B": lambda x, y: (x**2 + y**2) / 1.2,
    "C": None,
    "D": lambda x, y: (1.25 * x**2 - 1.5 * x * y + 1.25 * y**2) / 1.2,
}


def units():
    features = 2
    mean, full = features, features * (features + 1) // 2
    return {"a": mean + features, "b": mean + 1, "c": features + 1, "d": mean + full}


def draw_units():
    figure = new_figure(8.6, 2.7)
    t = np.linspace(-2.2, 2.2, 120)
    x, y = np.meshgrid(t, t)
    looks = {"xlim": (-2.2, 2.2), "ylim": (-2.2, 2.2), "aspect": "equal"}
    shown = panels(figure, UNITS, (1.75, 1.75), left=0.45, gap=0.3, **looks)
    for axes, s in zip(shown, UNITS.values(), strict=True):
        z = np.tanh(x + 0.5 * y + 0.2) if s is None else np.exp(-s(x, y))
        levels = [-0.5, 0.0, 0.5] if s is None else [0.25, 0.5, 0.75]
        lines = axes.contour(x, y, z, levels, colors=INK, linestyles="-", linewidths=1.2)
        axes.clabel(lines, levels[::2])
        axes.plot(0, 0, "+", color=MUTED, ms=9)
        axes.set_xlabel("x₁")
    return figure


QUESTIONS = (
    Question(
        key="01.score",
        kind="compute",
        points=5,
        ask=r"""
        A Gaussian SVM with $\gamma=\ln 2$ has three support vectors: $(0,0)$ of class $+1$ with
        $\alpha=3$, $(2,0)$ of class $-1$ with $\alpha=2$, and $(2,1)$ of class $-1$ with
        $\alpha=1$. Its bias is $-\tfrac12$.

        a) Write down the centers and the weights of the same machine as an RBF network.
        b) Compute its score at $(1,0)$. Which class does it choose there?
        c) Which class does it choose very far from all support vectors?
        """,
        answer=r"""
        a) The centers are the three support vectors, the weights $\alpha_ny_n$ are $3$, $-2$ and
        $-1$.

        b) The squared distances of $(1,0)$ are $1$, $1$ and $2$, and a bump is $2^{-r^2}$. The
        score is $3\cdot\tfrac12-2\cdot\tfrac12-1\cdot\tfrac14-\tfrac12=[[score:frac]]$: class $-1$.

        c) All bumps vanish, and the bias $[[far:frac]]$ decides: class $-1$.
        """,
        marks=(
            (1, r"centers, and weights $\alpha_ny_n$ with their signs"),
            (1, r"the squared distances $1$, $1$, $2$"),
            (2, r"the score $[[score:frac]]$, and class $-1$"),
            (1, "far away the sign of the bias decides"),
        ),
        partial=(
            (3, "all weights positive, otherwise right"),
            (4, r"the bias left out in b): score $\tfrac14$ and class $+1$"),
        ),
        numbers=three_vectors,
    ),
    Question(
        key="01.unlike_texts",
        kind="compute",
        points=5,
        ask=r"""
        A program rates how alike two texts are by a number from $-1$ to $1$. A text has the rating
        $1$ with itself. Three texts have the rating $-0.6$ with each other, all three pairs.

        a) Show that this rating is not a Mercer kernel. Hint: try a simple vector $\mathbf{v}$ in
        $\mathbf{v}^TK\mathbf{v}$.
        b) Three texts have the same rating $c$ with each other. How small may $c$ be, if the rating
        is to be a kernel?
        """,
        answer=r"""
        a) With $\mathbf{v}=(1,1,1)$, $\mathbf{v}^TK\mathbf{v}$ is the sum of all entries of $K$:
        $3\cdot1+6\cdot(-0.6)=[[product]]<0$. So $K$ has a negative eigenvalue (it is $[[lowest]]$),
        and the rating is no kernel.

        b) In the same way $3+6c\ge0$ is necessary, so $c\ge[[limit:frac]]$. It is also sufficient
        for $c\le1$: the other eigenvalue of the matrix is $1-c\ge0$.
        """,
        marks=(
            (1, r"a kernel needs $\mathbf{v}^TK\mathbf{v}\ge0$, or no negative eigenvalue"),
            (2, r"a vector and its product, or the eigenvalue $[[lowest]]$"),
            (2, r"$c\ge[[limit:frac]]$, from $3+6c\ge0$"),
        ),
        partial=(
            (0, "“no kernel, since a similarity must not be negative”: that is not the condition"),
        ),
        numbers=unlike_texts,
    ),
    Question(
        key="01.margin",
        kind="picture",
        points=5,
        ask=r"""
        The picture shows a linear support vector machine. The solid line is its boundary, on the
        dashed lines the score is $\pm1$; class $+1$ belongs on the right.

        a) How far is a dashed line from the boundary (the margin)?
        b) How many of the samples can be support vectors?
        c) Which samples cost something, and how much does each fall short?
        d) Compute $\tfrac12\|\mathbf{w}\|^2+C\sum_n\max(0,1-y_ns_n)$ for $C=2$, where $s_n$ is the
        score of sample $n$.
        """,
        answer=r"""
        a) From the boundary to a dashed line it is $[[width]]$, so $\|\mathbf{w}\|=1$.

        b) Samples on their dashed line or on its wrong side: $[[n_support]]$.

        c) The circle at $(0.5,-2)$ falls short by $0.5$, the cross at $(1,-1)$ by $2$: its score is
        $1$ and should be at most $-1$. All others cost nothing.

        d) $\tfrac12+2\cdot[[short]]=[[cost]]$.
        """,
        marks=(
            (1, "the margin is $[[width]]$"),
            (1, "$[[n_support]]$ candidates for support vectors"),
            (2, "the two samples, and $0.5$ and $2$"),
            (1, "the sum $[[cost]]$"),
        ),
        partial=(
            (4, "the cross is counted with $1$, its distance from the boundary"),
            (4, r"margin $2$, the width of the whole strip, with $\|\mathbf{w}\|=1$ all the same"),
        ),
        numbers=margin,
        picture=Picture(
            draw_margin,
            """A plane with a grid of unit squares. The boundary is the vertical line x₁ = 0, the
            dashed lines are x₁ = −1 and x₁ = 1. Circles, class +1: (1, 1), (2, −1), (3, 2),
            (1.5, 2.5), (0.5, −2). Crosses, class −1: (−1, −1), (−2, 1), (−2.5, −2), (−1.5, 2),
            (1, −1).""",
        ),
    ),
    Question(
        key="01.units",
        kind="picture",
        points=5,
        ask=r"""
        Each panel shows the lines on which the output of one hidden unit has the values written on
        them. One unit is a neuron. The others are Gaussian: one with a single $\gamma$, one with a
        width of its own per feature, one with a full covariance matrix. Name the kind of each
        unit, give the number of its parameters (without the output weight), and say how you
        recognize the neuron.
        """,
        answer=r"""
        A has one width per feature, $[[a]]$ parameters: the ellipses lie along the axes. B has a
        single $\gamma$, $[[b]]$ parameters: the lines are circles. C is the neuron, $[[c]]$
        parameters: two weights and a bias; its lines are parallel and straight, because it depends
        on $\mathbf{w}\cdot\mathbf{x}$ only. D has a full covariance, $[[d]]$ parameters: the
        ellipses are tilted.
        """,
        marks=(
            (1, "A with $[[a]]$"),
            (1, "B with $[[b]]$"),
            (1, "C with $[[c]]$"),
            (1, "D with $[[d]]$"),
            (1, "straight parallel lines: constant along a direction"),
        ),
        partial=((3, "all kinds right, but the centers are not counted as parameters"),),
        numbers=units,
        picture=Picture(
            draw_units,
            """Four panels with contour lines. A: ellipses around the origin, twice as wide along x₁
            as along x₂. B: circles around the origin. C: three parallel straight lines, with the
            values −0.5, 0 and 0.5. D: ellipses around the origin whose long axis runs along the
            diagonal from lower left to upper right.""",
        ),
    ),
    Question(
        key="01.any_labels",
        kind="explain",
        points=4,
        ask=r"""
        “With $N-1$ radial coordinates in general position, a hyperplane separates the $N$ samples
        whatever their labels are. So my classifier with $N-1$ bumps has proved that my two classes
        are different.” Explain why it has not, and name an observation that would be evidence.
        """,
        answer=r"""
        The statement holds for every labeling, so the same bumps would also separate labels that
        were assigned by tossing a coin. Separating the training samples therefore says nothing
        about the classes: it was certain before the labels were seen. Evidence would be a small
        error on new samples, or a separation with far fewer bumps than samples, which chance would
        hardly allow.
        """,
        marks=(
            (2, "it works for every labeling, random ones included"),
            (1, "so separating the training samples carries no information"),
            (1, "an error on new samples, or far fewer bumps than samples"),
        ),
        partial=((2, "only “this is overfitting”, without the reason that every labeling works"),),
    ),
    Question(
        key="01.dual_coef",
        kind="error",
        points=4,
        ask=r"""
        These lines are to compute the score of a fitted machine `svm` of scikit-learn at the points
        `P`. They raise no error, but many signs of the score are wrong. Find the line with the
        error, say what is wrong with it and what it gives instead, and correct it.

        ```python
        svm = SVC(kernel="rbf", gamma=2.0).fit(X, y)            # y contains −1 and 1
        centers = svm.support_vectors_
        weights = svm.dual_coef_[0] * y[svm.support_]
        squared = ((P[:, None, :] - centers) ** 2).sum(axis=2)
        score = np.exp(-2.0 * squared) @ weights + svm.intercept_[0]
        ```
        """,
        answer=r"""
        The third line. `dual_coef_` already contains $\alpha_ny_n$. Multiplied by $y_n$ again it is
        $\alpha_ny_n^2=\alpha_n$, so all weights are positive, and support vectors of class $-1$
        vote for class $+1$. Correct is `weights = svm.dual_coef_[0]`.
        """,
        marks=(
            (1, "the third line"),
            (2, r"the labels are multiplied in twice, so all weights are $\alpha_n>0$"),
            (1, "`weights = svm.dual_coef_[0]`"),
        ),
        partial=((1, "another line, with a correct remark on the signs of the weights"),),
    ),
    Question(
        key="01.dominant_diagonal",
        kind="error",
        points=4,
        ask=r"""
        Exactly one step of this argument is wrong. Which one? Refute it with the matrix
        $K=\begin{pmatrix}1&0.9&0\\0.9&1&0.9\\0&0.9&1\end{pmatrix}$.

        1. A radial similarity depends on the distance only, so its matrix $K$ is symmetric.
        2. It does not grow with the distance, so no entry of a row is larger than the one on the
        diagonal.
        3. A symmetric matrix whose largest entries are on the diagonal has no negative eigenvalue.
        4. A similarity of which no matrix has a negative eigenvalue is a Mercer kernel.
        """,
        answer=r"""
        Step 3. The given matrix is symmetric and has its largest entries on the diagonal. But with
        $\mathbf{v}=(1,-1,1)$, $\mathbf{v}^TK\mathbf{v}=3-4\cdot0.9=[[product]]<0$, so it has a
        negative eigenvalue. (The lowest is $1-0.9\sqrt2$.)
        """,
        marks=(
            (2, "step 3"),
            (2, r"a vector with a negative product, or the negative eigenvalue $1-0.9\sqrt2$"),
        ),
        partial=((2, "step 3, but no proof: the zero entries, for example"),),
        numbers=large_entries,
    ),
)
