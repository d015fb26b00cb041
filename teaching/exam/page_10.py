"""Questions of page 10: nested cross-validation, differences fold by fold, calibration."""

import numpy as np

from rbflib.lab.kit import style
from teaching.exam.drawing import INK, LINES, MUTED, PALE, new_figure, panels
from teaching.exam.question import Picture, Question


def brier():
    p, t = np.array([0.9, 0.7, 0.2, 0.4]), np.array([1, 0, 0, 1])
    return {
        "score": np.mean((p - t) ** 2),
        "errors": np.sum((p > 0.5) != t),
        "coin": np.mean((0.5 - t) ** 2),
        "without": np.mean(np.delete((p - t) ** 2, 1)),
    }


DIFFERENCES = np.array([4.0, 0, 3, 1, 2])


def corrected():
    n = len(DIFFERENCES)
    variance = DIFFERENCES.var(ddof=1)
    plain, larger = np.sqrt(variance / n), np.sqrt(variance * (1 / n + 1 / (n - 1)))
    mean = DIFFERENCES.mean()
    return {
        "mean": mean,
        "variance": variance,
        "plain": plain,
        "larger": larger,
        "times_plain": mean / plain,
        "times_larger": mean / larger,
    }


PREDICTED = np.array([0.1, 0.3, 0.5, 0.7, 0.9])
OBSERVED = {
    "A": np.array([0.25, 0.38, 0.50, 0.62, 0.75]),
    "B": np.array([0.02, 0.15, 0.50, 0.85, 0.98]),
}


def reliability():
    return {
        "a_high": 100 * OBSERVED["A"][-1],
        "b_high": 100 * OBSERVED["B"][-1],
        "claimed": 100 * PREDICTED[-1],
    }


def draw_reliability():
    figure = new_figure(4.8, 4.3)
    looks = {"xlim": (0, 1), "ylim": (0, 1), "aspect": "equal"}
    [axes] = panels(figure, [""], (3.3, 3.3), **looks)
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1.2)
    for look, (name, observed) in zip(LINES, OBSERVED.items(), strict=False):
        axes.plot(PREDICTED, observed, **look, label=name)
    axes.set(xlabel="predicted probability", ylabel="share of the class")
    ticks = np.arange(0, 1.01, 0.1)
    axes.set_xticks(ticks, [f"{tick:.1f}" if i % 2 == 0 else "" for i, tick in enumerate(ticks)])
    axes.set_yticks(ticks, [f"{tick:.1f}" if i % 2 == 0 else "" for i, tick in enumerate(ticks)])
    axes.grid(color=PALE)
    style.add_key(axes)
    return figure


FOLDS = np.array([[12, 30, 18, 25, 36, 16, 22, 33], [15, 32, 21, 24, 39, 18, 25, 35]]) / 100


def folds():
    difference = FOLDS[1] - FOLDS[0]
    return {
        "higher": np.sum(difference > 0),
        "mean": 100 * difference.mean(),
        "error": 100 * difference.std(ddof=1) / np.sqrt(8),
    }


def draw_folds():
    figure = new_figure(4.6, 3.6)
    [axes] = panels(figure, [""], (3.6, 2.8), left=0.75, xlim=(-0.4, 1.4), ylim=(0, 0.45))
    axes.plot([0, 1], FOLDS, color=INK, marker="o", mfc="white", lw=1.1)
    axes.set_xticks([0, 1], ["model A", "model B"])
    axes.set_ylabel("error on a fold")
    axes.grid(axis="y", color=PALE)
    return figure


def always_half():
    return {"score": np.mean((0.5 - np.array([0, 1])) ** 2)}


QUESTIONS = (
    Question(
        key="10.brier",
        kind="compute",
        points=5,
        ask=r"""
        A model gives four samples the probabilities $0.9$, $0.7$, $0.2$ and $0.4$ of class 1. Their
        classes are $1$, $0$, $0$ and $1$.

        a) Compute the Brier score, the mean of $(p-y)^2$, and the number of wrong decisions at
        $0.5$.
        b) Which score has a model that always says $0.5$?
        c) Which sample contributes most to the score of a)? What is the score of the other three?
        """,
        answer=r"""
        a) The squared differences are $0.01$, $0.49$, $0.04$ and $0.36$. Their mean is $[[score]]$,
        and $[[errors]]$ decisions are wrong.

        b) $[[coin]]$, whatever the classes are.

        c) The second: the model was rather sure, and wrong. The mean of the other three is
        $0.41/3\approx[[without:.2f]]$.
        """,
        marks=(
            (2, "$[[score]]$, and $[[errors]]$ wrong decisions"),
            (1, "$[[coin]]$"),
            (2, "the second sample, and $[[without:.2f]]$"),
        ),
        partial=((3, "absolute differences in place of their squares"),),
        numbers=brier,
    ),
    Question(
        key="10.corrected",
        kind="compute",
        points=5,
        ask=r"""
        In five-fold cross-validation model B errs more often than model A by $4$, $0$, $3$, $1$ and
        $2$ percentage points, fold by fold.

        a) Find the mean of the differences. (Their variance, with the divisor $4$, is
        $[[variance]]$.)
        b) Find the standard error of the mean, and how many of them the mean is from $0$.
        c) The training parts overlap, so Nadeau and Bengio replace $\tfrac1n$ by
        $\tfrac1n+\tfrac{n_\mathrm{test}}{n_\mathrm{train}}$, for $n$ folds with $n_\mathrm{test}$
        and $n_\mathrm{train}$ samples each. What becomes of b)? With five folds chance
        alone exceeds $2.8$ standard errors in $5\%$ of cases. What do you conclude?
        """,
        answer=r"""
        a) The mean is $[[mean]]$. (The deviations $2,-2,1,-1,0$ have squares that sum to $10$.)

        b) $\sqrt{2.5/5}=\sqrt{0.5}\approx[[plain:.2f]]$, and the mean is $[[times_plain:.1f]]$ of
        these from $0$.

        c) A test part is a quarter of its training part:
        $\sqrt{2.5\,(\tfrac15+\tfrac14)}=\sqrt{1.125}\approx[[larger:.2f]]$. The mean is only
        $[[times_larger:.1f]]$ of these from $0$, fewer than $2.8$, so the difference may be chance.
        """,
        marks=(
            (1, "the mean $[[mean]]$"),
            (1, "$[[plain:.2f]]$, and $[[times_plain:.1f]]$"),
            (2, r"the quarter, and $[[larger:.2f]]$"),
            (1, "$[[times_larger:.1f]]$, fewer than $2.8$: it may be chance"),
        ),
        partial=(
            (
                4,
                r"$\tfrac15$ taken for the ratio of test to training part: the mean is then $2$ of "
                "these from $0$, with the same conclusion",
            ),
            (4, "the variance not divided by $5$ in b), with the rest consistent"),
        ),
        numbers=corrected,
    ),
    Question(
        key="10.reliability",
        kind="picture",
        points=5,
        ask=r"""
        A reliability diagram of two classifiers, A (solid) and B (dashed).

        a) Take 100 samples to which a classifier gives the probability $0.9$. How many of them
        belong to the class, for A and for B?
        b) Which of the two is too sure, which is too cautious?
        c) Both decide at $0.5$. Can one see which has more wrong decisions?
        """,
        answer=r"""
        a) For A about $[[a_high]]$, for B about $[[b_high]]$.

        b) A is too sure: where it says $[[claimed]]\%$, it is right in $[[a_high]]\%$. Its
        curve is flatter than the diagonal. B is too cautious: its curve is steeper.

        c) No. It depends on how many samples get which probability, and the diagram does not show
        that.
        """,
        marks=(
            (1, "about $[[a_high]]$ and $[[b_high]]$"),
            (2, "A too sure, B too cautious, by the slope or by a)"),
            (2, "no, the numbers of samples are not shown"),
        ),
        partial=((3, "“too sure” and “too cautious” exchanged, with the rest right"),),
        numbers=reliability,
        picture=Picture(
            draw_reliability,
            """A diagram with predicted probability across and share of the class upward, and its
            diagonal. A passes through (0.1, 0.25), (0.3, 0.38), (0.5, 0.5), (0.7, 0.62),
            (0.9, 0.75). B passes through (0.1, 0.02), (0.3, 0.15), (0.5, 0.5), (0.7, 0.85),
            (0.9, 0.98).""",
        ),
    ),
    Question(
        key="10.folds",
        kind="picture",
        points=5,
        ask=r"""
        Each line joins the errors of two models on the same fold of a cross-validation.

        a) On how many of the eight folds does model A have the smaller error?
        b) The errors of a model differ by more than $0.2$ between folds. Is the difference of the
        models hidden by that? Explain with the lines.
        c) Suppose that the lines were erased and only the points were left. What could no
        longer be judged?
        """,
        answer=r"""
        a) On $[[higher]]$: as many lines rise. One falls.

        b) No. The large differences are those between folds, which are hard or easy for both
        models. Nearly all lines rise by about the same small amount, $[[mean:.1f]]$ percentage
        points on average, with a standard error of only $[[error:.1f]]$.

        c) Which point of A belongs to which of B. One would see two clouds with almost equal range,
        and could not tell the models apart.
        """,
        marks=(
            (1, "seven"),
            (2, "the differences fold by fold are small and steady"),
            (2, "the pairing is lost, and with it the comparison"),
        ),
        partial=((2, "“the ranges overlap, so there is no difference”, with a) right"),),
        numbers=folds,
        picture=Picture(
            draw_folds,
            """Eight lines from model A to model B. From A to B, in percent: 12 to 15, 30 to 32,
            18 to 21, 25 to 24, 36 to 39, 16 to 18, 22 to 25, 33 to 35.""",
        ),
    ),
    Question(
        key="10.which_settings",
        kind="explain",
        points=4,
        ask=r"""
        In nested cross-validation with ten outer folds the inner folds have chosen $\gamma=0.1$
        seven times, $\gamma=0.3$ twice and $\gamma=1$ once. Your customer wants one model. Explain
        how you get it, which error you state for it, and what the ten choices are good for.
        """,
        answer=r"""
        Run the same inner cross-validation once on all samples, and fit the setting that it chooses
        to all samples. The error to state is the mean over the outer folds: it belongs to the whole
        procedure, the choice included, and no test part took part in its own choice. The ten
        choices show how stable the choice is; they are not a vote, and their models are thrown
        away.
        """,
        marks=(
            (2, "repeat the choice on all samples, then fit"),
            (1, "the mean error of the outer folds, as that of the procedure"),
            (1, "the choices show how stable the setting is"),
        ),
        partial=(
            (2, r"“take $\gamma=0.1$, it has won most often”, with the right error"),
            (1, "the model of the outer fold with the smallest error"),
        ),
    ),
    Question(
        key="10.not_nested",
        kind="error",
        points=4,
        ask=r"""
        A colleague says that this is nested cross-validation: “There is an inner and an outer one.”
        Find the error, say what the printed number is worth, and correct it.

        ```python
        search = GridSearchCV(pipeline, settings, cv=5).fit(X, y)
        print(1 - cross_val_score(search.best_estimator_, X, y, cv=10).mean())
        ```
        """,
        answer=r"""
        `search.best_estimator_` has settings that were chosen on all samples, those of the later
        test parts included. The outer loop only measures this fixed choice again, so the number is
        too small on average. Correct is to hand over the search itself:
        `cross_val_score(search, X, y, cv=10)`. Then the choice is repeated within each training
        part.
        """,
        marks=(
            (1, "the settings were chosen on all samples"),
            (1, "so the error is too small on average"),
            (2, "`search` in place of `search.best_estimator_`"),
        ),
        partial=(
            (0, "“5 and 10 folds do not fit together”: that is no error"),
            (2, "“the scaler leaks”: it is in the pipeline, and fitted anew; correction right"),
        ),
    ),
    Question(
        key="10.always_half",
        kind="error",
        points=4,
        ask=r"""
        The two classes of a data set are equally frequent. Exactly one statement is wrong. Which
        one? Give the Brier score of the model of statement 1, the mean of $(p-y)^2$ with $y=0$ or
        $1$, and say what this model lacks.

        1. A model that gives every sample the probability $0.5$ is calibrated.
        2. Its point in the reliability diagram lies on the diagonal.
        3. A calibrated model has the Brier score $0$.
        4. A model that is always right and gives $1$ or $0$ has the Brier score $0$.
        """,
        answer=r"""
        Statement 3. The model of statement 1 is calibrated, and its Brier score is
        $0.5^2=[[score]]$ for every sample. It lacks the power to tell samples apart: a small score
        needs probabilities that are calibrated *and* close to 0 or 1.
        """,
        marks=(
            (2, "statement 3"),
            (1, "$[[score]]$"),
            (1, "the probabilities do not distinguish the samples"),
        ),
        partial=((0, "statement 1, “it knows nothing”: calibrated it is all the same"),),
        numbers=always_half,
    ),
)
