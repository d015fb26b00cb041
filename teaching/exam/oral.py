"""Ten questions for an oral examination, with what a good answer contains."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OralQuestion:
    """A question to open a conversation with.

    Parameters
    ----------
    pages : str
        The pages that it is about.
    ask : str
    good : tuple of str
        What a good answer contains.
    further : tuple of (str, str)
        Questions that may follow, and their answers.
    weak : str
        What a weak answer sounds like, and what to ask then.
    """

    pages: str
    ask: str
    good: tuple[str, ...]
    further: tuple[tuple[str, str], ...]
    weak: str


ORAL = (
    OralQuestion(
        pages="00 to 07",
        ask="""Write down the hypothesis of an RBF network. Then take two learners of the course,
        and say for each where its centers, its widths and its weights come from.""",
        good=(
            r"$h(\mathbf{x})=\sum_m\beta_m\varphi(\gamma\|\mathbf{x}-\boldsymbol\mu_m\|^2)+b$, "
            "with every symbol named",
            "for each learner what is chosen from the inputs, what from the targets, what by hand "
            "or by cross-validation",
            "one consequence of the difference, such as the number of centers",
        ),
        further=(
            (
                "In which of its parts is $h$ linear, and why does it matter?",
                "In the weights and the bias: for fixed centers and widths they follow from linear "
                "equations.",
            ),
            (
                "Which learner of the course is not of this form?",
                "Nearest neighbors, and kernel regression: its heights depend on the query.",
            ),
        ),
        weak="The formula is recited, but its symbols are not connected with a learner. Ask for "
        "the centers of a fitted SVM.",
    ),
    OralQuestion(
        pages="01",
        ask="""A Gaussian SVM has been fitted. Explain to somebody who knows only the neural network
        how you make an RBF network of it, and what the two kinds of network have in common.""",
        good=(
            r"support vectors as centers, $\alpha_ny_n$ as weights, the bias outside the bumps",
            "both have a linear output layer; a neuron answers along a direction, a bump around a "
            "point",
            "the number of centers was not chosen: it follows from $C$, $\\gamma$ and the samples",
        ),
        further=(
            (
                "What does the number of support vectors do when the bumps become very narrow?",
                "Nearly all samples become support vectors: each speaks for its own place only.",
            ),
            (
                "Where is the machine's decision worth nothing?",
                "Far from all support vectors, where the sign of the bias decides.",
            ),
        ),
        weak="“The SVM maximizes the margin”, without centers and weights. Ask what `dual_coef_` "
        "contains.",
    ),
    OralQuestion(
        pages="02",
        ask="""A full network passes through all of your noisy samples. Is that good? Sketch what
        happens to both errors when a penalty is introduced and increased.""",
        good=(
            "the training error 0 says that there are enough bumps, and nothing about new samples",
            "a sketch: the training error rises throughout, the test error falls and then rises",
            "variance falls and bias rises; the floor is the variance of the noise",
            "the penalty is chosen by cross-validation, not by the training error",
        ),
        further=(
            (
                "And without noise?",
                "Then no penalty is best: there is nothing to smooth away.",
            ),
            (
                "Why are the weights of wide bumps so large?",
                "The columns are nearly equal, and only large differences of weights can follow "
                "targets that differ between neighbors.",
            ),
        ),
        weak="“Overfitting” is named but not explained. Ask which of the two errors the student "
        "has drawn, and where the noise is in the picture.",
    ),
    OralQuestion(
        pages="03",
        ask="""“One nearest neighbor errs at most twice as often as the best possible rule.” Explain
        this statement, its conditions, and why it does not make one neighbor the best choice.""",
        good=(
            "the best possible rule is the Bayes classifier: it decides for the largest posterior",
            "in the limit of many samples the neighbor has the same posterior as the query, and "
            "the two labels are independent",
            r"the error is $2p(1-p)$ at a point with the posterior $p$, never more than twice "
            r"$1-p$ for $p\ge\tfrac12$",
            "it is a statement about the limit; with few samples or many features no neighbor is "
            "near",
        ),
        further=(
            (
                "When is the factor close to 2?",
                "Where errors are rare but occur everywhere, as with a few flipped labels.",
            ),
            (
                "What do more neighbors improve?",
                "They average the noise of the labels; in the limit the error tends to the Bayes "
                "error if $k$ grows, but more slowly than $N$.",
            ),
        ),
        weak="The factor 2 is taken for a guarantee on any data set. Ask for a data set of four "
        "samples.",
    ),
    OralQuestion(
        pages="04",
        ask="""Why does k-means stop, and why may it stop in the wrong place? Distinguish a bad
        search from a bad criterion.""",
        good=(
            "each half step is the best choice with the rest fixed, so the error never rises",
            "there are finitely many partitions and none comes back, so it stops",
            "a local minimum depends on the start: many starts, k-means++",
            "with elongated groups or groups of unequal spread the lowest error itself is the "
            "wrong answer: more starts do not help, another scale or model may",
        ),
        further=(
            (
                "How do you tell the two cases apart on data with known groups?",
                "Compare the error of the true groups with that of the result: if the true groups "
                "have the larger one, the criterion is at fault.",
            ),
            (
                "How would you choose $k$?",
                "By what the clusters are for, measured by something that k-means has not "
                "minimized, such as the cross-validated error of a network.",
            ),
        ),
        weak="“It converges to the minimum.” Ask for the corners of a rectangle with two centers.",
    ),
    OralQuestion(
        pages="05, 06",
        ask="""Nine of ten samples lie where the target is constant. Compare how k-means and
        orthogonal least squares place their centers, and what each of them costs.""",
        good=(
            "k-means sees inputs only, so most of its centers go where the samples are",
            "OLS takes the candidate with the largest error-reduction ratio, so its centers go "
            "where the target varies",
            "OLS needs fewer centers, but it looks at noisy targets and overfits sooner: it must "
            "be stopped",
            "k-means needs no targets: samples without a label can be used",
        ),
        further=(
            (
                "Is the set that OLS finds the best set?",
                "Not necessarily: each step is the best, but a choice is never taken back.",
            ),
            (
                "When does OLS stop?",
                "When the share of the energy that is left falls below a tolerance, which should "
                "be near the share of the noise, or by cross-validation.",
            ),
        ),
        weak="“OLS is better.” Ask for an advantage of k-means.",
    ),
    OralQuestion(
        pages="02, 05, 06, 07",
        ask="""Least squares is a projection. Explain this with a sketch, and say what it gives for
        the residual, for orthogonal columns, and for more columns than samples.""",
        good=(
            "the fit is the point of the span of the columns that is nearest to the targets",
            "the residual is orthogonal to every column: these are the normal equations",
            "with orthogonal columns each weight is a quotient, and the energy splits into shares",
            "with more columns than samples there are many solutions; the pseudoinverse takes the "
            "shortest",
        ),
        further=(
            (
                "What does a bias add to the residual?",
                "A column of ones, so the residuals sum to 0.",
            ),
            (
                "What does a small singular value do to the weights?",
                "It is in the denominator, so the weights become large; ridge regression replaces "
                r"$1/\sigma$ by $\sigma/(\sigma^2+\lambda)$.",
            ),
        ),
        weak="The formula is known, but not what is orthogonal to what. Ask for the sketch with "
        "one column and two samples.",
    ),
    OralQuestion(
        pages="07",
        ask="""An extreme learning machine does not train its hidden layer. Why can it work at all?
        How would you report its error, and when would you train the nodes instead?""",
        good=(
            "with enough random nodes their span contains good functions, and least squares finds "
            "the best one in it",
            "the result varies with the seed: report the median and a range over many draws, not "
            "the best one",
            "near as many nodes as samples the test error peaks; a penalty removes the peak",
            "trained nodes need fewer units: worth it where predictions must be cheap",
        ),
        further=(
            (
                "What does the training error 0 with as many nodes as samples tell?",
                "That the square matrix $H$ has an inverse. It tells nothing about new samples.",
            ),
            (
                "Which nodes are useless however many are drawn?",
                "Polynomials of a fixed degree: they span a space of fixed dimension.",
            ),
        ),
        weak="“By the universal approximation theorem.” Ask what the theorem says about a given "
        "number of nodes and given samples.",
    ),
    OralQuestion(
        pages="08",
        ask="""You have a table of distances and nothing else. How do you make a map of it, how do
        you judge the map, and which learners of the course can use it?""",
        good=(
            "square, double centering, eigenvectors, the largest eigenvalues and their roots",
            "the share of the kept eigenvalues; a clearly negative one proves that no points have "
            "these distances",
            "the map is free up to rotations, reflections and shifts, so its axes have no meaning",
            "radial networks and nearest neighbors depend on distances only; a network of neurons "
            "needs coordinates",
        ),
        further=(
            (
                "Where does a new sample go?",
                "Gower's formula places it from its distances; what lies outside the map's "
                "space is projected away.",
            ),
            (
                "What has this to do with principal components?",
                "For points the two maps are the same, up to signs.",
            ),
        ),
        weak="The algorithm is known, but not what a negative eigenvalue means. Ask for four "
        "places on the equator.",
    ),
    OralQuestion(
        pages="09, 10",
        ask=r"""You compared twelve models on one data set, and the best one has an error of
        $8\%$. Your client asks what error to expect. Answer, and describe how you would have to
        work to be able to answer.""",
        good=(
            "the smallest of twelve errors is too small on average, if the same samples chose and "
            "measured",
            "choice in inner folds, measurement in outer folds or on samples kept apart; scaling "
            "and selection of features inside the folds",
            "a standard error beside the mean, and comparisons fold by fold",
            "baselines: the linear model, and the most frequent class",
        ),
        further=(
            (
                "Two models differ by one percentage point. Is that much?",
                "It depends on the differences fold by fold and their standard error, corrected "
                "for overlapping training parts.",
            ),
            (
                "Would you trust its probabilities?",
                "After a look at a reliability diagram on new samples. Few errors do not mean "
                "right probabilities.",
            ),
        ),
        weak=r"“$8\%$, it was measured on test data.” Ask who has chosen the model, and by what.",
    ),
)
