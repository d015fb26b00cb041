"""Questions of page 07: random hidden layers, the pseudoinverse, error against nodes."""

import warnings
from functools import cache

import numpy as np

from rbflib import ELMRegressor, make_wave, solve_weights, wave
from teaching.exam.drawing import LINES, MUTED, PALE, letters, new_figure, panels
from teaching.exam.question import Picture, Question


def shortest():
    H, T = np.array([[1.0, 1, 0], [0, 1, 1]]), np.array([3.0, 0.0])
    beta = np.linalg.pinv(H) @ T
    return {**dict(zip("abc", beta, strict=True)), "length2": beta @ beta, "other2": 9}


def normal_equations():
    H, T = np.array([[1.0, 0], [1, 1], [0, 1]]), np.array([3.0, 2, 2])
    beta, ridge = solve_weights(H, T), solve_weights(H, T, alpha=1.0)
    return {
        **dict(zip(("a", "b"), beta, strict=True)),
        "error": np.sum((H @ beta - T) ** 2),
        **dict(zip(("ridge_a", "ridge_b"), ridge, strict=True)),
    }


NODES = np.array([4, 8, 12, 16, 20, 24, 30, 40, 60, 80])
AT = np.linspace(0, 1, 200)[:, None]


@cache
def node_curves():
    """Medians over 50 draws of the error on new samples, without and with a penalty."""
    X, T = make_wave(20, noise=0.3, random_state=4)

    def e_out(L, alpha, seed):
        with warnings.catch_warnings(action="ignore"):  # at the peak the weights are huge
            elm = ELMRegressor(L, "tanh", alpha, random_state=seed).fit(X, T)
        return np.mean((elm.predict(AT) - wave(AT)) ** 2) + 0.3**2

    return [
        np.array([np.median([e_out(L, alpha, seed) for seed in range(50)]) for L in NODES])
        for alpha in (0.0, 0.1)
    ]


def peak():
    free, penalized = node_curves()
    return {
        "n_samples": NODES[free.argmax()],
        "powers": np.log10(free.max() / 0.3**2),
        "best": NODES[free.argmin()],
        "highest_ridge": penalized.max(),
    }


def draw_node_curves():
    figure = new_figure(6.5, 3.5)
    [axes] = panels(
        figure, [""], (5.4, 2.6), left=0.75, xlabel="nodes L", ylabel="error on new samples"
    )
    for name, curve, look, size in zip("AB", node_curves(), LINES, (6, 3.5), strict=False):
        axes.plot(NODES, curve, **look | {"ms": size, "mfc": "white"})
        letters(axes, [(NODES[-1], curve[-1])], name, (6, -3))
    axes.axhline(0.3**2, color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(4, 0.09)], ["noise"], (0, -13), MUTED)
    axes.set(xscale="log", yscale="log", xticks=NODES, ylim=(0.03, None))
    axes.set_xticks(NODES, [str(L) for L in NODES])
    axes.set_xticks([], minor=True)
    axes.grid(color=PALE)
    return figure


def wrong_share():
    sigma = 0.5
    return {"claimed": 1 / sigma, "right": 1.0}


QUESTIONS = (
    Question(
        key="07.shortest",
        kind="compute",
        points=5,
        ask=r"""
        Two samples and three nodes give
        $H=\begin{pmatrix}1&1&0\\0&1&1\end{pmatrix}$, and the targets are $T=(3,0)$.

        a) The rows of $H$ are independent, so $H^+T=H^T(HH^T)^{-1}T$. Compute it, and check that it
        fits both samples. Hint:
        $(HH^T)^{-1}=\tfrac13\begin{pmatrix}2&-1\\-1&2\end{pmatrix}$.
        b) $(3,0,0)$ fits them, too. Which of the two solutions is longer?
        """,
        answer=r"""
        a) $(HH^T)^{-1}$ maps $T$ to $(2,-1)$. So
        $H^+T=2\,(1,1,0)-(0,1,1)=([[a]],[[b]],[[c]])$. Check: $2+1=3$ and $1-1=0$.

        b) The other one: $\|H^+T\|^2=4+1+1=[[length2]]$, and $[[other2]]$ for $(3,0,0)$. The
        pseudoinverse gives the shortest of all solutions.
        """,
        marks=(
            (1, r"$(HH^T)^{-1}T=(2,-1)$"),
            (2, "$([[a]],[[b]],[[c]])$"),
            (1, "the check of both samples"),
            (1, r"$[[length2]]<[[other2]]$"),
        ),
        partial=((2, r"some other exact solution, with a correct length"),),
        numbers=shortest,
    ),
    Question(
        key="07.normal_equations",
        kind="compute",
        points=5,
        ask=r"""
        Three samples and two nodes give
        $H=\begin{pmatrix}1&0\\1&1\\0&1\end{pmatrix}$, and the targets are $T=(3,2,2)$.

        a) Find $\boldsymbol\beta=H^+T$ by the normal equations, and the squared error
        $\|H\boldsymbol\beta-T\|^2$.
        b) Find the weights of ridge regression for $\lambda=1$.
        c) Is there a target for which the error in a) is $0$? Name one, or say why not.
        """,
        answer=r"""
        a) $H^TH=\begin{pmatrix}2&1\\1&2\end{pmatrix}$ and $H^TT=(5,4)$, so
        $\boldsymbol\beta=\tfrac13(10-4,\,-5+8)=([[a]],[[b]])$. The fit is $(2,3,1)$, and the
        squared error is $1+1+1=[[error]]$.

        b) $H^TH+I=\begin{pmatrix}3&1\\1&3\end{pmatrix}$:
        $\boldsymbol\beta=\tfrac18(15-4,\,-5+12)=([[ridge_a:frac]],[[ridge_b:frac]])$.

        c) Yes, every $T=H\boldsymbol\beta$: for example $(1,1,0)$, the first column. (The middle
        target must be the sum of the other two.)
        """,
        marks=(
            (1, r"$H^TH$ and $H^TT$"),
            (2, r"$([[a]],[[b]])$ and the error $[[error]]$"),
            (1, r"$([[ridge_a:frac]],[[ridge_b:frac]])$"),
            (1, "a target in the span of the columns"),
        ),
        partial=((4, r"in b) $\lambda$ added to every entry of the matrix"),),
        numbers=normal_equations,
    ),
    Question(
        key="07.peak",
        kind="picture",
        points=5,
        ask=r"""
        Extreme learning machines with $L$ random nodes were fitted to $N$ noisy samples. Each point
        is the median error on new samples over 50 draws of the nodes. One curve is
        without a penalty, one with ridge regression; both axes are logarithmic.

        a) Which curve has the penalty? How many samples are there? How do you see it?
        b) By about how many powers of ten is curve A at its peak above the noise?
        c) Which number of nodes would you choose without a penalty, and why? What happens if
        you take twice as many, and why is that a danger in practice?
        """,
        answer=r"""
        a) B has the penalty: it has no peak. The peak of A is where there are as many nodes as
        samples, so $N=[[n_samples]]$.

        b) The noise is near $10^{-1}$, the peak near $2.5\cdot10^3$: about $4.5$ powers of
        ten.

        c) $L=[[best]]$, where A is lowest. With twice as many the error is about four times as
        large, and with a few more it is that of the peak. (From $L=12$, twice as many are just
        beyond the peak.) In practice the curve is not known: the best $L$ must be estimated from
        few samples.
        """,
        marks=(
            (2, "B, and $N=[[n_samples]]$ from the peak"),
            (1, "about $4.5$ from the axis; $4$ to $5$ accepted"),
            (1, "$L=[[best]]$, where A is lowest; $12$ accepted"),
            (1, "the error read off at twice as many, and that the curve is unknown in practice"),
        ),
        partial=((4, "$N$ read off another number of nodes, with the peak as the reason"),),
        numbers=peak,
        picture=Picture(
            draw_node_curves,
            """Two curves over the number of nodes, 4 to 80, both axes logarithmic. Curve A is
            lowest at [[best]] nodes, rises to a sharp peak of about 2500 at [[n_samples]] nodes,
            and falls again. Curve B has no peak and stays below [[highest_ridge:.2f]]. A horizontal
            line shows the noise at 0.09.""",
        ),
    ),
    Question(
        key="07.average_of_machines",
        kind="explain",
        points=4,
        ask=r"""
        Five extreme learning machines with $L$ nodes each were fitted to the same samples with five
        seeds. Somebody predicts with the mean of their five outputs. Explain that this mean is
        again a network with random nodes, and with which nodes and weights. Why does it usually err
        less than a single one?
        """,
        answer=r"""
        The mean is a sum of all $5L$ nodes, each with a fifth of its weight: a network with $5L$
        random nodes and the weights $\boldsymbol\beta/5$. (Least squares with all $5L$ nodes would
        give other weights.) The part of the error that comes from the random nodes
        differs between the five and partly cancels in the mean; what they have in common remains.
        """,
        marks=(
            (2, "$5L$ nodes with a fifth of the weights"),
            (2, "the scatter between draws partly cancels"),
        ),
        partial=((2, "“the mean of five errors is smaller”: an average of errors is not meant"),),
    ),
    Question(
        key="07.other_nodes",
        kind="error",
        points=4,
        ask=r"""
        A student's extreme learning machine. The training error is small, but on new samples it
        predicts noise, even if `X_new` is `X` itself. Find the error, explain it, and correct it.

        ```python
        rng = np.random.default_rng(0)

        def hidden_layer(X, L):
            a, b = rng.normal(size=(L, X.shape[1])), rng.normal(size=L)
            return np.tanh(X @ a.T + b)

        beta = np.linalg.pinv(hidden_layer(X, 50)) @ T
        prediction = hidden_layer(X_new, 50) @ beta
        ```
        """,
        answer=r"""
        Every call of `hidden_layer` draws new nodes, because the generator goes on. The weights
        `beta` were computed for the nodes of the first call, and are multiplied by the outputs of
        50 other nodes. The nodes must be drawn once, outside the function, and `a` and `b` used
        in both calls.
        """,
        marks=(
            (1, "the nodes are drawn again in the second call"),
            (2, "the weights belong to the first 50 nodes"),
            (1, "draw `a` and `b` once"),
        ),
        partial=(
            (3, "a new generator with the same seed in each call: works, for equal $L$ and $D$"),
        ),
    ),
    Question(
        key="07.share",
        kind="error",
        points=4,
        ask=r"""
        With $H=\sum_i\sigma_i\mathbf{u}_i\mathbf{v}_i^T$ a student finds what a ridge fit keeps of
        the targets. Exactly one step is wrong. Find it, correct it, and show with
        $\sigma_i=\tfrac12$ and $\lambda\to0$ that the result cannot be right.

        1. $H^TH+\lambda I$ maps $\mathbf{v}_i$ to $(\sigma_i^2+\lambda)\mathbf{v}_i$.
        2. $H^TT=\sum_i\sigma_i(\mathbf{u}_i^TT)\,\mathbf{v}_i$.
        3. So
        $\boldsymbol\beta=\sum_i\frac{\sigma_i}{\sigma_i^2+\lambda}(\mathbf{u}_i^TT)\,\mathbf{v}_i$.
        4. $H$ maps $\mathbf{v}_i$ to $\mathbf{u}_i$, so the fit $H\boldsymbol\beta$ keeps the share
        $\frac{\sigma_i}{\sigma_i^2+\lambda}$ of the component along $\mathbf{u}_i$.
        """,
        answer=r"""
        Step 4: $H\mathbf{v}_i=\sigma_i\mathbf{u}_i$. So the share is
        $\frac{\sigma_i^2}{\sigma_i^2+\lambda}$. For $\sigma_i=\tfrac12$ and $\lambda\to0$ the
        student's share tends to $[[claimed]]$, twice the targets; least squares keeps the component
        as it is, the share $[[right]]$.
        """,
        marks=(
            (1, "step 4"),
            (1, r"$H\mathbf{v}_i=\sigma_i\mathbf{u}_i$"),
            (1, r"$\sigma_i^2/(\sigma_i^2+\lambda)$"),
            (1, "$[[claimed]]$, where a share of at most 1 is possible"),
        ),
        partial=((1, "step 3 named, with a remark that its factor is that of the weights"),),
        numbers=wrong_share,
    ),
)
