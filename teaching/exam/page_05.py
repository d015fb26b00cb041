"""Questions of page 05: two stages, widths, the projection, probabilities, the gradient."""

import numpy as np

from rbflib import (
    RBFNetwork,
    RBFNetworkRegressor,
    fit_mixture,
    kmeans_centers,
    make_moons,
    neighbor_gamma,
    random_centers,
)
from rbflib.lab.kit.plane import outlines
from teaching.exam.drawing import CENTER, INK, MUTED, new_figure, panels
from teaching.exam.question import Picture, Question


def neighbor_width():
    centers = np.array([[0.0], [2.0], [6.0]])
    gamma = neighbor_gamma(centers, centers)
    return {
        "sigma": 1 / np.sqrt(2 * gamma),
        "gamma": gamma,
        "at_sigma": np.exp(-gamma * 4**2),
        "scaled": neighbor_gamma(10 * centers, 10 * centers),
    }


def bump_and_bias():
    X = np.array([[0.0], [1.0], [-1.0], [1000.0]])
    y = np.array([7.0, 4.0, 2.0, 3.0])
    model = RBFNetworkRegressor(centers=[[0.0]], gamma=np.log(2)).fit(X, y)
    network = model.network_
    fit = model.predict(X)
    return {
        "weight": network.weights[0],
        "bias": network.bias,
        **dict(zip(("h_a", "h_b", "h_c", "h_d"), fit, strict=True)),
        **dict(zip(("r_a", "r_b", "r_c", "r_d"), y - fit, strict=True)),
        "error": np.mean((y - fit) ** 2),
    }


def logistic():
    network = RBFNetwork([[0.0]], [4 * np.log(3)], bias=-np.log(3), gamma=np.log(2))
    scores = network(np.array([[0.0], [1.0], [np.sqrt(2)], [1000.0]]))
    p = 1 / (1 + np.exp(-scores))
    return dict(zip(("p_a", "p_b", "p_c", "p_far"), p, strict=True))


def draw_hidden_layers():
    X, _ = make_moons(100, noise=0.15, random_state=3)
    means, covariances, _ = fit_mixture(X, 6, random_state=1)
    by_kmeans, by_chance = (
        kmeans_centers(X, 6, random_state=0),
        random_centers(X, 6, random_state=4),
    )
    layers = {
        "A": (by_kmeans, neighbor_gamma(X, by_kmeans)),
        "B": (means, np.array([np.linalg.inv(S) / 2 for S in covariances])),
        "C": (by_chance, neighbor_gamma(X, by_chance)),
    }
    figure = new_figure(9.0, 2.8)
    looks = {"xlim": (-2.8, 3.0), "ylim": (-2.1, 2.1), "aspect": "equal"}
    shown = panels(figure, layers, (2.7, 2.0), left=0.4, bottom=0.4, gap=0.2, **looks)
    for axes, (centers, gamma) in zip(shown, layers.values(), strict=True):
        axes.plot(*X.T, "o", color=MUTED, ms=2.2)
        axes.plot(*outlines(centers, gamma), color=INK, lw=1.2)
        axes.plot(*centers.T, **CENTER | {"ms": 7, "mfc": "none", "mew": 1.4})
    return figure


QUESTIONS = (
    Question(
        key="05.neighbor_width",
        kind="compute",
        points=5,
        ask=r"""
        A network on a line has the centers $0$, $2$ and $6$. Its common width $\sigma$ is the mean
        distance from a center to its *two* nearest other centers, averaged over all centers, and
        $\gamma=1/(2\sigma^2)$.

        a) Compute $\sigma$ and $\gamma$.
        b) How large is a bump at the distance $\sigma$ from its center?
        c) All inputs are multiplied by 10 and the rule is applied again. What is $\gamma$ now, and
        how do the similarities of the samples to the centers change?
        """,
        answer=r"""
        a) The distances are $2,6$ from $0$; $2,4$ from $2$; $4,6$ from $6$. Their mean is
        $24/6=[[sigma]]$, so $\gamma=1/(2\cdot16)=[[gamma:frac]]$.

        b) $e^{-\gamma\sigma^2}=e^{-1/2}\approx[[at_sigma:.2f]]$, whatever $\sigma$ is.

        c) $\sigma$ is ten times as large, so $\gamma=\tfrac1{3200}$. Squared distances are a
        hundred times as large and $\gamma$ a hundredth, so the similarities do not change.
        """,
        marks=(
            (2, r"$\sigma=[[sigma]]$ and $\gamma=[[gamma:frac]]$"),
            (1, r"$e^{-1/2}$"),
            (1, r"$\gamma=\tfrac1{3200}$"),
            (1, "the similarities stay"),
        ),
        partial=(
            (4, r"only the nearest other center: $\sigma=(2+2+4)/3=\tfrac83$, otherwise right"),
            (4, r"$\gamma$ divided by $10$ in c), with “similarities stay” as the aim"),
        ),
        numbers=neighbor_width,
    ),
    Question(
        key="05.bump_and_bias",
        kind="compute",
        points=5,
        ask=r"""
        One bump with center $0$ and $\gamma=\ln 2$, and a bias, are fitted by least squares to four
        samples: at $0$, $1$ and $-1$, and one so far away that its similarity is $0$. The targets
        are $7$, $4$, $2$ and $3$, in this order.

        a) Find weight and bias. Hint: subtract the mean of the column and of the targets.
        b) Give the four residuals $y_n-h_n$, and check that their sum is $0$.
        c) What does the network predict at the sample far away, and why is it not its target $3$?
        """,
        answer=r"""
        a) The column is $(1,\tfrac12,\tfrac12,0)$ with mean $\tfrac12$, the targets have the mean
        $4$. After subtraction they are $(\tfrac12,0,0,-\tfrac12)$ and $(3,0,-2,-1)$. So
        $\beta=(\tfrac32+\tfrac12)/\tfrac12=[[weight]]$ and $b=4-[[weight]]\cdot\tfrac12=[[bias]]$.

        b) The fits are $[[h_a]]$, $[[h_b]]$, $[[h_c]]$, $[[h_d]]$, the residuals $[[r_a]]$,
        $[[r_b]]$, $[[r_c]]$ and $[[r_d]]$. Their sum is $0$, as the column of the bias demands.

        c) The bias, $[[bias]]$. One number must serve as the level of all four samples, and least
        squares balances their errors.
        """,
        marks=(
            (2, "$[[weight]]$ and $[[bias]]$"),
            (2, "the residuals, and their sum $0$"),
            (1, "the bias alone, and why"),
        ),
        partial=(
            (2, r"fitted without a bias: $\beta=20/3$, and nothing makes the residuals sum to $0$"),
            (3, "the bias set to the mean of the targets, $4$"),
        ),
        numbers=bump_and_bias,
    ),
    Question(
        key="05.logistic",
        kind="compute",
        points=5,
        ask=r"""
        A logistic network has one bump with center $\mathbf{0}$, $\gamma=\ln 2$ and the weight
        $4\ln 3$; its bias is $-\ln 3$. Its score is turned into $p(+1\mid\mathbf{x})$ by
        $\theta(s)=1/(1+e^{-s})$. Compute this probability at the center, at the distance $1$, and
        very far away. At which distance is it $\tfrac12$?
        """,
        answer=r"""
        At the center the score is $3\ln3$, so $e^{-s}=\tfrac1{27}$ and $p=[[p_a:frac]]$. At the
        distance $1$ it is $2\ln3-\ln3=\ln3$: $p=[[p_b:frac]]$. Far away it is $-\ln3$:
        $p=[[p_far:frac]]$. The probability is $\tfrac12$ where the score is $0$, that is where the
        bump is $\tfrac14$, at $r^2=2$: the distance is $\sqrt2$.
        """,
        marks=(
            (1, r"$[[p_a:frac]]$ at the center"),
            (1, r"$[[p_b:frac]]$ at the distance $1$"),
            (1, r"$[[p_far:frac]]$ far away"),
            (2, r"score $0$, so the bump is $\tfrac14$ and the distance $\sqrt2$"),
        ),
        partial=((4, r"the distance given as $2$, from $2^{-r}=\tfrac14$"),),
        numbers=logistic,
    ),
    Question(
        key="05.hidden_layers",
        kind="picture",
        points=5,
        ask=r"""
        Three hidden layers for the same samples (dots). Diamonds are centers; on the lines a bump
        has fallen to $0.61$. One layer was found by random samples, one by k-means, one by a
        Gaussian mixture.

        a) Which is which? Give a reason for each that can be seen.
        b) In which layer does each bump have the most parameters, and how many are they, without
        output weight and mixing proportion?
        c) The classes of the samples are not shown. Do you need them to answer a)?
        """,
        answer=r"""
        a) A is k-means: the centers are spread evenly over the samples, with one common width, and
        mostly stand between samples. B is the mixture: ellipses of different shape and tilt. C is
        random samples: every center stands on a sample, some are close together, and parts of the
        samples have none.

        b) In B: two for the mean and three for the covariance, five in all.

        c) No. None of the three ways uses the classes.
        """,
        marks=(
            (3, "one point for each layer with its reason"),
            (1, "B with five"),
            (1, "no, the first stage ignores the classes"),
        ),
        partial=((3, "A and C exchanged: of a) the point for B only"),),
        picture=Picture(
            draw_hidden_layers,
            """Three panels with the same samples, two moons, and six centers each. A: six circles
            of one size, evenly spread over both moons; some centers stand between samples. B: six
            ellipses of different sizes and tilts, along the moons. C: six circles of one size;
            every center is on a sample, two are close together, and both ends of the moons have no
            center.""",
        ),
    ),
    Question(
        key="05.unlabeled",
        kind="explain",
        points=4,
        ask=r"""
        A laboratory has 10 000 measurements, but an expert has assigned a class to 100 of them
        only. Explain which measurements each of the two stages of an RBF network can use, and name
        one situation in which the 9900 others do not help.
        """,
        answer=r"""
        The first stage needs no classes: centers and widths are found from all 10 000 measurements.
        The second stage needs targets: weights and bias come from the 100 with a class. The others
        do not help if the classes differ where there are few inputs, or in a direction in which
        the inputs hardly vary: centers follow the inputs, and then miss what matters for the
        target.
        """,
        marks=(
            (1, "centers and widths from all measurements"),
            (1, "weights and bias from the 100"),
            (2, "the density of the inputs need not follow the target, with an example"),
        ),
        partial=((3, "“100 is too few” as the situation: true, but also without the others"),),
    ),
    Question(
        key="05.center_gradient",
        kind="error",
        points=4,
        ask=r"""
        For one sample, $E=(h-y)^2$, $h=\beta\varphi$, $\varphi=e^{-s}$ and $s=\gamma(x-\mu)^2$. A
        student derives the gradient with respect to the center. Exactly one line does not follow
        from what stands before it. Find it, correct it, and say whether a step of gradient descent
        with the wrong gradient moves the center toward the sample or away from it, if $\beta>0$,
        $h<y$ and $x>\mu$.

        1. $\partial E/\partial h=2(h-y)$
        2. $\partial h/\partial\varphi=\beta$
        3. $\partial\varphi/\partial s=-\varphi$
        4. $\partial s/\partial\mu=2\gamma(x-\mu)$
        5. so $\partial E/\partial\mu=-4\gamma\beta\varphi\,(h-y)(x-\mu)$
        """,
        answer=r"""
        Line 4: the inner derivative of $x-\mu$ is $-1$, so
        $\partial s/\partial\mu=-2\gamma(x-\mu)$, and the right result has a plus sign. With the
        wrong sign $\partial E/\partial\mu>0$ in this case, so a step of gradient descent moves the
        center to the left, away from the sample, and makes $h$ even smaller.
        """,
        marks=(
            (1, "line 4"),
            (1, r"$\partial s/\partial\mu=-2\gamma(x-\mu)$"),
            (2, "to the left, away from the sample, from the sign of the product"),
        ),
        partial=(
            (2, "line 5, “the sign is wrong”, with the right final formula"),
            (3, "the direction of the gradient taken for that of the step"),
        ),
    ),
    Question(
        key="05.new_centers",
        kind="error",
        points=4,
        ask=r"""
        A network in two stages. On the training samples it is good, on new samples it is useless,
        even if these are hardly different. Find the error, explain why the predictions are useless,
        and correct it.

        ```python
        def hidden_layer(X):
            mu = kmeans_centers(X, 20, random_state=0)
            return np.column_stack([design_matrix(X, mu, gamma=2.0), np.ones(len(X))])

        beta = np.linalg.lstsq(hidden_layer(X_train), y_train)[0]
        h_new = hidden_layer(X_new) @ beta
        ```
        """,
        answer=r"""
        `hidden_layer` runs k-means each time it is called, so the new samples get centers of their
        own. Weight $\beta_m$ belongs to the bump of the training center $m$, but is multiplied by a
        bump elsewhere; even with nearly the same centers, their order would differ. The centers
        must be found once, from `X_train`, and used in both calls, for example as
        `hidden_layer(X, mu)`.
        """,
        marks=(
            (1, "k-means runs again for the new samples"),
            (2, "the weights belong to other bumps"),
            (1, "centers from the training samples in both calls"),
        ),
        partial=((2, "“k-means has seen the new samples, a leak”, with the right correction"),),
    ),
)
