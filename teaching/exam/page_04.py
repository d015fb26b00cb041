"""Questions of page 04: k-means, its starts, its steps, its criterion."""

import numpy as np

from rbflib import lloyd
from rbflib.lab.kit import style
from teaching.exam.drawing import CENTER, POINTS, letters, new_figure, panels, squared
from teaching.exam.question import Picture, Question


def walk():
    X = np.array([[0.0], [2.0], [3.0], [10.0]])
    steps = [step for step in lloyd(X, X[:2]) if step.phase == "update"]
    errors = [np.mean((X - step.centers[step.labels]) ** 2) for step in steps]
    first, second, third = (step.centers[:, 0] for step in steps[:3])
    return {
        "a1": first[0],
        "b1": first[1],
        "a2": second[0],
        "b2": second[1],
        "a3": third[0],
        "b3": third[1],
        "e1": errors[0],
        "near": np.mean(np.min((X - first) ** 2, axis=1)),
    }


def plus_plus():
    X = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0], [3.0, 4.0]])
    first = ((X - X[0]) ** 2).sum(axis=1)
    p = first / first.sum()
    then = np.minimum(first, ((X - X[3]) ** 2).sum(axis=1))
    return {
        "p_a": p[1],
        "p_b": p[2],
        "p_c": p[3],
        "then_a": (then / then.sum())[1],
        "both": p[3] / 4,
    }


NAMED = np.array([[1.0, 1], [1, 4], [2, 3], [3, 5], [6, 1], [7, 3], [8, 1], [8, 5]])
NAMES = "ABCDEFGH"
OLD_SETS = np.array([0, 0, 0, 1, 0, 1, 1, 1])
SHOWN_CENTERS = np.array([NAMED[m == OLD_SETS].mean(axis=0) for m in (0, 1)])


def moved_samples():
    distance = ((NAMED[:, None] - SHOWN_CENTERS) ** 2).sum(axis=2)
    changed = distance.argmin(axis=1) != OLD_SETS
    to = {name: distance[NAMES.index(name)] for name in "DE"}
    return {
        "n_changed": changed.sum(),
        "d_first": to["D"][0],
        "d_second": to["D"][1],
        "e_first": to["E"][0],
        "e_second": to["E"][1],
    }


def draw_sets():
    figure = new_figure(6.2, 4.5)
    looks = {"xlim": (0, 9), "ylim": (0, 6), "aspect": "equal"}
    [axes] = panels(figure, [""], (5.2, 3.47), left=0.55, bottom=0.5, **looks)
    squared(axes)
    for m, look in enumerate(POINTS[:2]):
        axes.plot(*NAMED[m == OLD_SETS].T, **look, label=f"set {m + 1}")
        axes.plot(*SHOWN_CENTERS[m], **CENTER, label="centers" if m else None)
        letters(axes, SHOWN_CENTERS[[m]], f"{m + 1}", (8, -12))
    letters(axes, NAMED, NAMES)
    style.add_key(axes)
    return figure


def plain_distances():
    x = np.array([0.0, 0.0, 9.0])
    return {"mean": x.mean(), "at_mean": np.abs(x - x.mean()).sum(), "at_0": np.abs(x).sum()}


QUESTIONS = (
    Question(
        key="04.walk",
        kind="compute",
        points=5,
        ask=r"""
        Four samples lie at $0$, $2$, $3$ and $10$ on a line. k-means starts with the centers $0$
        and $2$.

        a) Run it to its end. After each update, give the two sets and the two centers.
        b) What is the cluster error (the *mean* squared distance) right after the first update,
        with the sets as they were assigned before?
        """,
        answer=r"""
        a) First $\{0\},\{2,3,10\}$ with the centers $[[a1]]$ and $[[b1]]$. Now $2$ is nearer to
        $0$ than to $5$: $\{0,2\},\{3,10\}$ with the centers $[[a2]]$ and $[[b2]]$. Now $3$ is
        nearer to $1$: $\{0,2,3\},\{10\}$ with the centers $[[a3:frac]]$ and $[[b3]]$. No sample
        changes its set any more.

        b) $(0+9+4+25)/4=[[e1]]$.
        """,
        marks=(
            (1, r"$\{0\},\{2,3,10\}$, centers $[[a1]]$ and $[[b1]]$"),
            (1, r"$\{0,2\},\{3,10\}$, centers $[[a2]]$ and $[[b2]]$"),
            (2, r"$\{0,2,3\},\{10\}$, centers $[[a3:frac]]$ and $[[b3]]$, and that it stops"),
            (1, r"the error $[[e1]]$"),
        ),
        partial=(
            (4, "$[[near]]$ in b), with the nearest center of each sample; a) right"),
            (4, "the sum of squares in place of its mean, otherwise right"),
            (3, "stopped after the second update"),
        ),
        numbers=walk,
    ),
    Question(
        key="04.plus_plus",
        kind="compute",
        points=5,
        ask=r"""
        Four samples stand at the corners $A=(0,0)$, $B=(3,0)$, $C=(0,4)$ and $D=(3,4)$ of a
        rectangle. k-means++ draws three centers.

        a) $A$ was drawn first. With which probabilities are $B$, $C$ and $D$ drawn second?
        b) $D$ was drawn second. With which probabilities are $B$ and $C$ drawn third?
        c) With which probability are $A$ and $D$ the first two centers, in this order?
        """,
        answer=r"""
        a) The squared distances from $A$ are $9$, $16$ and $25$, with sum $50$: $[[p_a]]$,
        $[[p_b]]$ and $[[p_c]]$.

        b) The nearest center of $B$ is $A$, at the squared distance $9$; that of $C$ is $D$, also
        at $9$. So both have the probability $[[then_a:frac]]$.

        c) The first center is drawn evenly: $\tfrac14\cdot\tfrac12=[[both:frac]]$.
        """,
        marks=(
            (2, "$[[p_a]]$, $[[p_b]]$, $[[p_c]]$"),
            (2, r"$[[then_a:frac]]$ each, from the *nearest* center"),
            (1, r"$[[both:frac]]$"),
        ),
        partial=(
            (4, "distances in place of their squares in a), otherwise right"),
            (3, "b) from the distances to $A$, or to $D$, alone"),
        ),
        numbers=plus_plus,
    ),
    Question(
        key="04.next_assignment",
        kind="picture",
        points=5,
        ask=r"""
        k-means has just updated its two centers. The markers of the samples still show the sets of
        the last assignment.

        a) Draw the line that divides the plane between the two centers into the picture (hand this
        sheet in), and say what defines it.
        b) Which samples change their sets at the next assignment? The line is reason enough.
        c) Before the last update the centers were elsewhere. Did this update lower the cluster
        error of the sets shown? Why?
        """,
        answer=r"""
        a) The perpendicular bisector of the segment between the centers: it passes through the
        midpoint, near $(4.5,2.9)$, and falls from upper left to lower right, steeply.

        b) D lies on the side of center 1 and leaves set 2; its squared distances from the centers
        are $[[d_first:.1f]]$ and $[[d_second:.1f]]$. E lies on the side of center 2 and leaves set
        1, with $[[e_first:.1f]]$ and $[[e_second:.1f]]$. All others are on the side of their own
        center: $[[n_changed]]$ changes.

        c) Yes. Each center moved to the mean of its set, and the mean is the only minimum for a
        fixed set.
        """,
        marks=(
            (2, "the perpendicular bisector, through the midpoint"),
            (2, "D and E, with the bisector or with distances, and no other"),
            (1, "the mean is the only minimum, so the error fell"),
        ),
        numbers=moved_samples,
        picture=Picture(
            draw_sets,
            """A grid of unit squares. Set 1, circles: A (1, 1), B (1, 4), C (2, 3), E (6, 1).
            Set 2, crosses: D (3, 5), F (7, 3), G (8, 1), H (8, 5). Center 1 is at (2.5, 2.25),
            center 2 at (6.5, 3.5).""",
        ),
    ),
    Question(
        key="04.two_units",
        kind="explain",
        points=4,
        ask=r"""
        A shop clusters its customers by age in years and income. Once the income is given in
        dollars, once in thousands of dollars. The two results differ, and the cluster error of the
        second is smaller by a factor of several hundred thousand. Explain why the results differ.
        Does the smaller error show that the second is better? By what should the shop choose the
        scales?
        """,
        answer=r"""
        k-means sees squared distances only. In dollars the differences of income are so large that
        age hardly counts; in thousands of dollars both have a say. So the units decide which
        customers are near each other. The two errors have different units and are no measures of
        the same thing: dividing a feature by 1000 lowers every error, that of bad partitions too.
        The scales must be chosen by the purpose: by how large a difference in age shall
        count as much as a given difference in income. Standardizing is one such choice.
        """,
        marks=(
            (2, "the units are weights in the squared distance"),
            (1, "errors in different units cannot be compared"),
            (1, "the purpose decides, or standardizing as a reasoned choice"),
        ),
        partial=((2, "“always standardize” as the only reason"),),
    ),
    Question(
        key="04.new_sample",
        kind="explain",
        points=4,
        ask=r"""
        After k-means has ended, a new sample arrives. It is put into the set of its nearest center,
        and nothing else is done. Explain why the result need no longer be an end of k-means, and
        why running the two steps again cannot raise the error of the enlarged data set.
        """,
        answer=r"""
        The center of the new sample's set was the mean of the old samples, and is in general not
        the mean with the new one. So the next update moves it, and then other samples may have
        another nearest center. Each step makes the best choice of the sets for fixed centers, or of
        the centers for fixed sets, so neither can raise the error from where it is.
        """,
        marks=(
            (1, "the center is no longer the mean of its set"),
            (1, "when it moves, other samples may change their sets"),
            (2, "each half step is the best choice with the rest fixed"),
        ),
        partial=((3, "claims that the new sample itself must change its set first"),),
    ),
    Question(
        key="04.plain_distances",
        kind="error",
        points=4,
        ask=r"""
        A student wants centers with the smallest sum of plain, not squared, distances. Exactly one
        step does not follow from those before it. Find it, and refute the conclusion with the
        samples $0$, $0$, $9$ on a line. Hint: try $\mu=0$.

        1. Sets are fixed. Look for the $\boldsymbol\mu$ with the smallest
        $\sum_n\|\mathbf{x}_n-\boldsymbol\mu\|$.
        2. The gradient with respect to $\boldsymbol\mu$ is $-\sum_n(\mathbf{x}_n-\boldsymbol\mu)$.
        3. This is $\mathbf{0}$ if and only if $\boldsymbol\mu$ is the mean of the samples.
        4. So the mean has the smallest sum of distances, too.
        """,
        answer=r"""
        Step 2. The gradient of $\|\mathbf{x}-\boldsymbol\mu\|$ is
        $-(\mathbf{x}-\boldsymbol\mu)/\|\mathbf{x}-\boldsymbol\mu\|$, a vector of length 1. The
        student's gradient is half of that of the squared distances. For $0$, $0$, $9$ the mean is
        $[[mean]]$, with the sum of distances $3+3+6=[[at_mean]]$. At $0$ the sum is only
        $[[at_0]]$.
        """,
        marks=(
            (1, "step 2"),
            (1, "the gradient of a distance has length 1"),
            (
                2,
                "the sums $[[at_mean]]$ and $[[at_0]]$, or another counterexample from the samples",
            ),
        ),
        partial=((2, "only the counterexample, and no or another step"),),
        numbers=plain_distances,
    ),
    Question(
        key="04.mean_axis",
        kind="error",
        points=4,
        ask=r"""
        One round of k-means, for samples `X` of shape $(N,2)$ and centers of shape $(k,2)$. It
        raises no error, but all centers end on the diagonal $x_1=x_2$. Find the error and correct
        it. What has the function computed for each set?

        ```python
        def one_round(X, centers):
            squared = ((X[:, None, :] - centers) ** 2).sum(axis=2)
            labels = squared.argmin(axis=1)
            moved = np.empty_like(centers)
            for m in range(len(centers)):
                moved[m] = X[labels == m].mean()
            return labels, moved
        ```
        """,
        answer=r"""
        In `X[labels == m].mean()` the axis is missing. The mean runs over all coordinates of all
        samples of the set, so it is one number, and NumPy writes it into both coordinates of the
        center. Correct is `X[labels == m].mean(axis=0)`, one mean per coordinate.
        """,
        marks=(
            (1, "the line with `mean()`"),
            (2, "it is a single number, written into both coordinates"),
            (1, "`mean(axis=0)`"),
        ),
        partial=((2, "`mean(axis=1)` as the correction, with the right explanation"),),
    ),
)
