"""Questions of page 02: interpolation, ridge regression, bias and variance, kernel ridge."""

from functools import cache

import numpy as np

from rbflib import FullRBFRegressor, design_matrix, make_wave, solve_weights, wave
from rbflib.lab.kit import style
from teaching.exam.drawing import INK, LINES, MUTED, PALE, letters, new_figure, panels
from teaching.exam.question import Picture, Question


def one_center():
    x, y = np.array([[-1.0], [0.0], [1.0]]), np.array([1.0, 5.0, 7.0])
    Z = design_matrix(x, [[0.0]], gamma=np.log(2))
    [exact], [ridge] = solve_weights(Z, y), solve_weights(Z, y, alpha=0.5)
    energy = np.sum(Z**2)
    return {
        "energy": energy,
        "product": Z[:, 0] @ y,
        "exact": exact,
        "ridge": ridge,
        "half": energy,
    }


def shares():
    s, target, lam = np.array([3.0, 2.0, 1.0]), 10.0, 1.0
    share = s**2 / (s**2 + lam)
    kernel = s / (s + lam)
    return {
        **dict(zip(("fit_a", "fit_b", "fit_c"), share * target, strict=True)),
        "error": np.mean((target - share * target) ** 2),
        "df": share.sum(),
        "df_kernel": kernel.sum(),
    }


PENALTIES = 10.0 ** np.arange(-6, 3)


@cache
def penalty_curves():
    X, y = make_wave(20, noise=0.5, random_state=23)
    at = np.linspace(0, 1, 200)[:, None]
    fits = [FullRBFRegressor(gamma=100, alpha=lam).fit(X, y) for lam in PENALTIES]
    e_in = np.array([np.mean((fit.predict(X) - y) ** 2) for fit in fits])
    e_out = np.array([np.mean((fit.predict(at) - wave(at)) ** 2) + 0.5**2 for fit in fits])
    return e_in, e_out


def best_penalty():
    e_in, e_out = penalty_curves()
    best = e_out.argmin()
    return {
        "best": PENALTIES[best],
        "noise": 0.5**2,
        "in_best": e_in[best],
        "out_best": e_out[best],
        "in_last": e_in[-1],
        "out_last": e_out[-1],
    }


def draw_penalty_curves():
    figure = new_figure(6.2, 3.5)
    [axes] = panels(figure, [""], (5.2, 2.6), xlabel="λ", ylabel="mean squared error")
    for look, curve, name in zip(LINES, penalty_curves(), "AB", strict=False):
        axes.plot(PENALTIES, curve, **look)
        letters(axes, [(PENALTIES[0], curve[0])], name, (8, 8))
    axes.axhline(0.5**2, color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(PENALTIES[-1], 0.25)], "C", (5, 3))
    axes.set(xscale="log", xticks=PENALTIES, ylim=(0, 0.7))
    axes.grid(color=PALE)
    return figure


PANELS = {"A": 1e-4, "B": 30.0}
GRID = np.linspace(0, 1, 150)[:, None]


@cache
def fits_of_draws():
    draws = [make_wave(20, noise=0.4, random_state=seed) for seed in range(12)]
    return {
        name: np.array([FullRBFRegressor(100, lam).fit(X, y).predict(GRID) for X, y in draws])
        for name, lam in PANELS.items()
    }


def bias_and_variance():
    found = {}
    for name, h in fits_of_draws().items():
        found["variance_" + name.lower()] = h.var(axis=0).mean()
        found["bias_" + name.lower()] = np.mean((h.mean(axis=0) - wave(GRID)) ** 2)
    return found


def draw_fits():
    figure = new_figure(8.0, 3.1)
    both = panels(figure, PANELS, (3.3, 1.9), keyed=True, xlim=(0, 1), ylim=(-2, 2), xlabel="x")
    for axes, h in zip(both, fits_of_draws().values(), strict=True):
        axes.plot(GRID[:, 0], h.T, color=MUTED, lw=0.7)
        axes.plot(GRID[:, 0], wave(GRID), color=INK, lw=2.4, ls="--", label="true curve")
    style.add_key(both[0])
    return figure


def eye_forgotten():
    beta = np.array([3.0, -3.0])
    return {"wrong": beta.sum() ** 2, "right": beta @ beta}


QUESTIONS = (
    Question(
        key="02.one_center",
        kind="compute",
        points=5,
        ask=r"""
        Three samples at $-1$, $0$ and $1$ have the targets $1$, $5$ and $7$. A network has one
        Gaussian bump with center $0$ and $\gamma=\ln 2$, and no bias.

        a) Write down the column $\mathbf{z}$ of the design matrix, and find the weight $\beta$ of
        least squares.
        b) Find the weight of ridge regression for $\lambda=\tfrac12$, with the penalty
        $\lambda\beta^2$ added to the sum of squared errors.
        c) For which $\lambda$ is the weight half of that of a)?
        """,
        answer=r"""
        a) $\mathbf{z}=(\tfrac12,1,\tfrac12)$. With $\mathbf{z}^T\mathbf{y}=[[product]]$ and
        $\mathbf{z}^T\mathbf{z}=[[energy:frac]]$, $\beta=[[product]]/[[energy]]=[[exact]]$.

        b) $\beta=\mathbf{z}^T\mathbf{y}/(\mathbf{z}^T\mathbf{z}+\lambda)=[[product]]/2=[[ridge]]$.

        c) The denominator must be twice as large, so
        $\lambda=\mathbf{z}^T\mathbf{z}=[[half:frac]]$.
        """,
        marks=(
            (1, r"$\mathbf{z}=(\tfrac12,1,\tfrac12)$"),
            (2, r"$\mathbf{z}^T\mathbf{y}/\mathbf{z}^T\mathbf{z}=[[exact]]$"),
            (1, r"$[[ridge]]$"),
            (1, r"$\lambda=[[half:frac]]$"),
        ),
        partial=(
            (3, "the middle target, $5$, taken for the weight without a computation; b) right"),
            (4, r"$\mathbf{z}^T\mathbf{z}$ computed as the sum of $\mathbf{z}$, otherwise right"),
        ),
        numbers=one_center,
    ),
    Question(
        key="02.shares",
        kind="compute",
        points=5,
        ask=r"""
        A design matrix $Z$ has three rows and the singular values $3$, $2$ and $1$. The targets
        have the component $10$ along each of its three directions $\mathbf{u}_i$. Ridge regression
        is used with $\lambda=1$.

        a) Find the three components of the fit, and the mean squared training error.
        b) How many effective degrees of freedom does the fit have?
        c) How many has kernel ridge regression with the same $\lambda$, if $Z$ is the kernel
        matrix?
        """,
        answer=r"""
        a) The shares $\sigma^2/(\sigma^2+1)$ are $\tfrac9{10}$, $\tfrac45$ and $\tfrac12$, so the
        components are $[[fit_a]]$, $[[fit_b]]$ and $[[fit_c]]$. The residuals are $1$, $2$ and $5$,
        and the error is $(1+4+25)/3=[[error]]$.

        b) The sum of the shares is $[[df]]$.

        c) Now the shares are $\sigma/(\sigma+1)$:
        $\tfrac34+\tfrac23+\tfrac12=[[df_kernel:frac]]$.
        """,
        marks=(
            (2, "the three components"),
            (1, "the error $[[error]]$"),
            (1, "$[[df]]$ degrees of freedom"),
            (1, r"$[[df_kernel:frac]]$ for kernel ridge"),
        ),
        partial=((3, r"ridge and kernel ridge exchanged throughout, otherwise right"),),
        numbers=shares,
    ),
    Question(
        key="02.penalty_curves",
        kind="picture",
        points=5,
        ask=r"""
        A full network was fitted to 20 noisy samples with many values of $\lambda$. The curves are
        its training error and its error on new samples; line C is the variance of the noise.

        a) Which curve is the training error? Give a reason that can be seen.
        b) Which of the marked values of $\lambda$ would you choose?
        c) On which side of it does the network overfit, on which side does it underfit? How does
        the picture show each?
        """,
        answer=r"""
        a) A: it is nearly $0$ at the left, and it rises all the way with the penalty.

        b) Where B is lowest, at $\lambda=[[best]]$.

        c) To the left it overfits: A is far below the noise and B is high. To the right it
        underfits: both errors rise, and at $\lambda=100$ both are far above the noise:
        [[in_last:.2f]] and [[out_last:.2f]] against [[noise]].
        """,
        marks=(
            (2, "A, since it rises all the way or starts near 0"),
            (1, r"$\lambda=[[best]]$"),
            (2, "left overfitting, right underfitting, each with what is seen"),
        ),
        partial=((2, "b) read off curve A, the smallest training error; a) right"),),
        numbers=best_penalty,
        picture=Picture(
            draw_penalty_curves,
            """Two curves over λ from 10⁻⁶ to 10², on a logarithmic axis. Curve A starts near 0 and
            rises all the way. Curve B starts high, falls to its lowest point at
            λ = [[best]], where it is [[out_best:.2f]] and A is [[in_best:.2f]], and rises again.
            Line C is horizontal at [[noise]].""",
        ),
    ),
    Question(
        key="02.twelve_fits",
        kind="picture",
        points=5,
        ask=r"""
        Twelve times 20 new samples of the dashed curve were drawn, with noise. Each thin line is
        the ridge fit to one draw. All fits have the same $\gamma$; A and B differ in $\lambda$
        only.

        a) In which panel is $\lambda$ larger?
        b) In which panel is the variance larger, in which is the bias larger? Say how you see each.
        c) The twelve fits of a panel are averaged. In which panel does this help more?
        """,
        answer=r"""
        a) In B: the penalty keeps the fits small and alike.

        b) The variance is larger in A ($[[variance_a:.2f]]$ against $[[variance_b:.3f]]$): the
        lines scatter widely around their mean. The bias is larger in B: all lines lie on the same
        side of the dashed curve at its peaks.

        c) In A. Averaging reduces the scatter, and leaves the common deviation as it is.
        """,
        marks=(
            (1, "B"),
            (2, "A has the larger variance, by its scatter"),
            (1, "B has the larger bias, by the common deviation"),
            (1, "A, since averaging reduces the variance only"),
        ),
        partial=((2, "bias and variance exchanged, with a), and c) right for the reason given"),),
        numbers=bias_and_variance,
        picture=Picture(
            draw_fits,
            """Two panels with a dashed wave and twelve thin lines each. In A the lines scatter
            widely around the wave, on both sides. In B they nearly coincide, and all of them are
            flatter than the wave: below its peaks and above its troughs.""",
        ),
    ),
    Question(
        key="02.units_of_targets",
        kind="explain",
        points=4,
        ask=r"""
        A ridge network was tuned on targets in meters, and $\lambda=0.3$ was best.

        a) The targets are now given in centimeters. Must $\lambda$ be changed to get the same
        curve, apart from the unit?
        b) The file is found to contain every sample twice. All weights shall stay as they were
        with each sample once. Must $\lambda$ be changed?

        Use $\|Z\boldsymbol\beta-\mathbf{y}\|^2+\lambda\|\boldsymbol\beta\|^2$. The centers stay.
        """,
        answer=r"""
        a) No. With targets and weights 100 times as large, both terms become $100^2$ times as
        large, so the minimum is at 100 times the weights for the same $\lambda$.

        b) Yes, it must be doubled to $0.6$. The first term is now a sum over twice as many rows
        and so twice as large, while the second stays; doubling $\lambda$ makes the two balance as
        before.
        """,
        marks=(
            (2, r"a) no: both terms are multiplied by $100^2$"),
            (2, r"b) $\lambda$ is doubled: the sum of squares has doubled, the penalty has not"),
        ),
        partial=(
            (1, "right answers without reasons, one half each, rounded down"),
            (2, r"b) “no, the samples say the same”: only a) counts"),
        ),
    ),
    Question(
        key="02.kernel_gradient",
        kind="error",
        points=4,
        ask=r"""
        A student derives kernel ridge regression. Exactly one step is wrong. Find it, correct it
        and the result, and say which other model the wrong result belongs to.

        1. To be minimized:
        $E(\boldsymbol\beta)=\|K\boldsymbol\beta-\mathbf{y}\|^2+\lambda\,\boldsymbol\beta^TK\boldsymbol\beta$,
        with $K$ symmetric.
        2. The gradient of the first term is $2K(K\boldsymbol\beta-\mathbf{y})$.
        3. The gradient of the second term is $2\lambda\boldsymbol\beta$.
        4. Where their sum is $\mathbf{0}$, $(K^2+\lambda I)\boldsymbol\beta=K\mathbf{y}$.
        """,
        answer=r"""
        Step 3. The gradient of $\boldsymbol\beta^TK\boldsymbol\beta$ is $2K\boldsymbol\beta$, so
        the second term has the gradient $2\lambda K\boldsymbol\beta$. Then the sum is
        $2K\big((K+\lambda I)\boldsymbol\beta-\mathbf{y}\big)$, and
        $\boldsymbol\beta=(K+\lambda I)^{-1}\mathbf{y}$. The wrong result is ridge regression with
        $Z=K$, whose penalty is $\lambda\boldsymbol\beta^T\boldsymbol\beta$.
        """,
        marks=(
            (1, "step 3"),
            (1, r"the gradient is $2\lambda K\boldsymbol\beta$"),
            (1, r"$\boldsymbol\beta=(K+\lambda I)^{-1}\mathbf{y}$"),
            (1, "the result belongs to ridge regression on the weights"),
        ),
        partial=((0, "step 2, “$K^T$ is missing”: $K$ is symmetric"),),
    ),
    Question(
        key="02.eye",
        kind="error",
        points=4,
        ask=r"""
        This function is to return the weights of ridge regression. It raises no error, and for
        `lam = 0` its result is right. For `lam > 0` the weights often stay huge. Find the error and
        correct it. Which penalty does the function apply in fact? Compare both penalties for the
        weights $(3,-3)$ and `lam = 1`.

        ```python
        def ridge(Z, y, lam):
            A = Z.T @ Z + lam
            return np.linalg.solve(A, Z.T @ y)
        ```
        """,
        answer=r"""
        `lam` is added to every entry of $Z^TZ$ and not to its diagonal only. Correct is
        `A = Z.T @ Z + lam * np.eye(Z.shape[1])`. The matrix that is added is $\lambda$ times a
        matrix of ones, so the penalty in fact is
        $\lambda\boldsymbol\beta^T\mathbf{1}\mathbf{1}^T\boldsymbol\beta=\lambda(\sum_m\beta_m)^2$.
        For $(3,-3)$ it is $[[wrong]]$ instead of $[[right]]$: large weights that cancel cost
        nothing.
        """,
        marks=(
            (1, "the scalar is added to every entry"),
            (1, "`lam * np.eye(Z.shape[1])`"),
            (1, r"the penalty is $\lambda(\sum_m\beta_m)^2$"),
            (1, "$[[wrong]]$ against $[[right]]$"),
        ),
        partial=((2, "correction right, but the effect is described as “too strong a penalty”"),),
        numbers=eye_forgotten,
    ),
)
