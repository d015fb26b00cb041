"""Questions of page 09: agreement of models, what a training error tells, the best of many."""

from functools import cache
from itertools import product

import numpy as np
from sklearn.svm import SVC

from rbflib import FullRBFClassifier, NearestNeighborClassifier, make_moons
from teaching.exam.drawing import INK, classes, new_figure, panels
from teaching.exam.question import Picture, Question


def agreement():
    n, a, b, both = 200, 20, 24, 12
    disagree = (a - both) + (b - both)
    return {
        "agree": (n - disagree) / n,
        "most": (n - (b - a)) / n,
        "least": (n - (a + b)) / n,
    }


def luck():
    """The smallest error of three coins on two test samples, over all outcomes."""
    errors = [[sum(pair) / 2 for pair in product([0, 1], repeat=2)]] * 3
    smallest = np.array([min(outcome) for outcome in product(*errors)])
    return {
        "none": np.mean(smallest == 0),
        "all": np.mean(smallest == 1),
        "expected": smallest.mean(),
    }


AREA = (-2.7, 2.1, -1.6, 1.75)


@cache
def three_models():
    X, y = make_moons(40, noise=0.3, random_state=80)
    models = {
        "A": FullRBFClassifier(gamma=0.8, alpha=1.0),
        "B": NearestNeighborClassifier(1),
        "C": SVC(gamma=40.0, C=1000.0),
    }
    return X, y, {name: model.fit(X, y) for name, model in models.items()}


def training_errors():
    X, y, models = three_models()
    return {name.lower(): np.sum(model.predict(X) != y) for name, model in models.items()}


def draw_regions():
    X, y, models = three_models()
    figure = new_figure(8.9, 2.6)
    left, right, low, high = AREA
    t, u = np.meshgrid(np.linspace(left, right, 170), np.linspace(low, high, 140))
    looks = {"xlim": (left, right), "ylim": (low, high), "aspect": "equal"}
    shown = panels(figure, models, (2.75, 1.92), left=0.35, bottom=0.35, gap=0.12, **looks)
    for axes, model in zip(shown, models.values(), strict=True):
        decided = model.predict(np.column_stack([t.ravel(), u.ravel()])).reshape(t.shape)
        axes.contourf(t, u, decided, [-2, 0, 2], colors=["#C8C8C8", "#FFFFFF"])
        axes.contour(t, u, decided, [0], colors=INK, linewidths=1.2)
        classes(axes, X, y, ms=5, mew=1.1)
        if axes is not figure.axes[0]:
            axes.tick_params(labelleft=False)
    return figure


QUESTIONS = (
    Question(
        key="09.agreement",
        kind="compute",
        points=5,
        ask=r"""
        Two classifiers for two classes are tested on the same 200 samples. The first errs on 20,
        the second on 24 of them; on 12 samples both err.

        a) On what share of the samples do they agree?
        b) Suppose that only the numbers 20 and 24 are known. What are the largest and the smallest
        share on which they can agree?
        c) The two have nearly the same test error. Is it still worth asking how far they agree?
        """,
        answer=r"""
        a) They differ where exactly one errs: on $8+12=20$ samples. So they agree on $[[agree]]$.

        b) If all errors of the first are errors of the second, they differ on $4$: $[[most]]$. If
        no error is common, they differ on $44$: $[[least]]$.

        c) Yes. The same number of errors can be made on other samples. If they agree little, the
        models have learned different things, and a vote of several such models may err less than
        each of them.
        """,
        marks=(
            (2, "$[[agree]]$, from 20 samples on which one of the two errs"),
            (2, "$[[most]]$ and $[[least]]$"),
            (1, "equal errors need not be the same errors"),
        ),
        partial=((4, "in a) agreement counted only where both are right: $0.84$"),),
        numbers=agreement,
    ),
    Question(
        key="09.luck",
        kind="compute",
        points=5,
        ask=r"""
        Three models know nothing: on each of two test samples each of them is wrong with
        probability $\tfrac12$, independently. The one with the smallest test error is reported.

        a) What is the probability that the reported error is $0$?
        b) On average the reported error is $[[expected:frac]]$. What is the error of the reported
        model on further samples on average, and why do the two numbers differ?
        """,
        answer=r"""
        a) One model is right on both samples with probability $\tfrac14$. At least one of three is,
        with probability $1-(\tfrac34)^3=[[none:frac]]$.

        b) One half, as for every one of them. The reported error is the smallest of three, found on
        the samples by which the model was chosen; so it is too small on average,
        $[[expected:.2f]]$.
        """,
        marks=(
            (1, r"one model is right twice with probability $\tfrac14$"),
            (2, "$[[none:frac]]$"),
            (1, r"$\tfrac12$"),
            (1, "the smallest of three, chosen by the same samples"),
        ),
        partial=(
            (3, r"in a) $3\cdot\tfrac14$ for “at least one”, with the rest consistent"),
            (3, "the same number for further samples, with a) right"),
        ),
        numbers=luck,
    ),
    Question(
        key="09.regions",
        kind="picture",
        points=5,
        ask=r"""
        Three models have learned from the same samples: one nearest neighbor, a full network with
        wide bumps and a penalty, and an SVM with very narrow bumps and a large $C$. White is
        decided as circle, gray as cross.

        a) Which panel shows which model? Give a reason for each that can be seen.
        b) Which of the three have training error $0$?
        c) A new sample is at $(-2.5,0)$. Which model's decision there does not depend on the
        samples nearest to it, and on what does it depend? (The full network has no bias.)
        """,
        answer=r"""
        a) A is the full network with wide bumps: its boundary is smooth, and some samples are on
        its wrong side. B is the nearest neighbor: the boundary consists of straight pieces, halfway
        between samples. C is the SVM with narrow bumps: islands around single samples, and one
        class everywhere else.

        b) B and C.

        c) C: it decides for cross, although only circles are near. Its narrow bumps are almost $0$
        there, and the sign of the bias decides. The wide bumps of A still reach that far.
        """,
        marks=(
            (3, "one point for each panel with its reason"),
            (1, "B and C"),
            (1, "C, by its bias"),
        ),
        partial=((2, "B and C exchanged, with A right and reasoned"),),
        numbers=training_errors,
        picture=Picture(
            draw_regions,
            """Three panels with the same 40 samples of two classes. A: one smooth curved boundary;
            [[a]] samples lie on its wrong side. B: a boundary of straight pieces that bends around
            single samples; no sample is on the wrong side. C: white islands around circles on a
            gray ground; no sample is on the wrong side. At (−2.5, 0), A and B are white, C is
            gray.""",
        ),
    ),
    Question(
        key="09.unlike_all",
        kind="explain",
        points=4,
        ask=r"""
        A clinic has 60 patients with three measurements and wants a probability of recovery for new
        ones. It also wants a warning if a new patient is unlike all of the 60. Choose a model of
        the course, say why it suits 60 patients, how it gives the probability, and how the warning
        can be obtained.
        """,
        answer=r"""
        For example an RBF network with few centers, a penalty and the logistic output: with 60
        patients few effective parameters are wanted, and the output is fitted to be a probability.
        The warning comes from the bumps, or from the distances: if the distance to the nearest
        patient, or the largest bump, lies outside the range that leaving out one of the 60 at a
        time shows, then only the bias speaks. The probability alone does not warn: far away it is
        just that of the bias.
        """,
        marks=(
            (
                1,
                "a model that suits few samples, with a reason; also kernel regression of targets "
                "0 and 1, which has one width only to choose",
            ),
            (
                1,
                "how the probability arises: logistic output, weighted share of the neighbors, "
                "Bayes’ rule on a mixture per class, or a sigmoid fitted to the scores of an SVM",
            ),
            (
                2,
                "a measure of nearness beside the probability, such as a distance, the largest "
                "bump or the density of a mixture, with a threshold from the data",
            ),
        ),
        partial=((2, "“a probability near one half is the warning”"),),
    ),
    Question(
        key="09.protocol",
        kind="error",
        points=4,
        ask=r"""
        A protocol for a comparison. Exactly one step is wrong. Which one? What is
        wrong with the number that is reported, and how should the step be done?

        1. Draw 100 of 500 samples at random, and put them aside for testing.
        2. Let each of four kinds of model standardize the features of what it is fitted to.
        3. For each kind, choose $\gamma$ by cross-validation on the other 400.
        4. Fit the four chosen models to the 400, and keep the one with the smallest test error.
        5. Report the test error of the model that was kept.
        """,
        answer=r"""
        Step 4: the test samples choose the kind of model. The number in step 5 is the smallest of
        four test errors, so it is too small on average. The kind must be chosen by its
        cross-validated error on the 400, and only the one chosen model is measured on the 100.
        (Or keep step 4, and measure on further samples.)
        """,
        marks=(
            (2, "step 4"),
            (1, "the smallest of four, so too small on average"),
            (1, "choose by cross-validation, or measure on further samples"),
        ),
        partial=(
            (2, "step 5, with the reason that the test samples have made a choice before"),
            (0, "step 2: it is right, since no model sees the samples that measure it"),
        ),
    ),
    Question(
        key="09.same_object",
        kind="error",
        points=4,
        ask=r"""
        How much of the plane does one wrong sample change? This code prints 0.0 for every model.
        Find the error, explain it, and correct it.

        ```python
        def changed(model, X, y, X_wrong, y_wrong, plane):
            before = model.fit(X, y)
            after = model.fit(X_wrong, y_wrong)
            return np.mean(before.predict(plane) != after.predict(plane))
        ```
        """,
        answer=r"""
        In scikit-learn `fit` returns the model itself. `before` and `after` are two names of one
        object, which has been fitted to the wrong sample when both predictions are made. Either
        predict before the second `fit`, or fit two models, `clone(model).fit(X, y)` and
        `clone(model).fit(X_wrong, y_wrong)`.
        """,
        marks=(
            (2, "both names mean the same fitted model"),
            (1, "so both predictions come from the second fit"),
            (1, "predict in between, or clone"),
        ),
        partial=((0, "“the change is too small for a mean”, or another remark on `np.mean`"),),
    ),
)
