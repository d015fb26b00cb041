"""Questions of page 05: two stages, a projection, cross-validation, what the centers follow."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Order(
        key="stages",
        ask="Put the steps of a fit in order. The widths come from the mean distance between "
        "neighboring centers.",
        items={
            "place the centers": "this needs the samples $\\mathbf{x}$ and nothing else.",
            "set the width": "this rule measures from center to center, so it needs them.",
            "compute the similarities": "a similarity needs a center and a width.",
            "solve for the weights": "this needs the similarities, and here $y$ comes in.",
        },
        shown=(2, 0, 3, 1),
        why="Centers, width and similarities come from $\\mathbf{x}$ alone. "
        "Only the last step sees $y$.",
        reread="1 Four steps",
    ),
    Choice(
        key="outputs",
        ask="A network has one output, with weights by least squares. It gets a second output "
        "with targets of its own; centers and width stay. "
        "What happens to the weights of the first output?",
        answer="they stay as they were",
        choices={
            "they shrink, since both outputs share the bumps": "The bumps are shared, the weights "
            "are not: each output has a weight of its own for every bump.",
            "they change, unless the two targets are uncorrelated": "Each output has an error of "
            "its own to minimize. The targets of the other one play no part.",
            "they become those of the second output": "Equal weights would mean equal outputs. "
            "Different targets have different projections.",
            "they stay as they were": "",
        },
        why="Every column of $W=Z^+T$ depends on its own column of $T$ only.",
        reread="4 The weights are a projection",
    ),
    Number(
        key="residual",
        ask="One center and a bias are fitted to four samples by least squares. "
        r"Three of the residuals $y_n-h(\mathbf{x}_n)$ are 0.5, −1 and 0.2. What is the fourth?",
        answer=0.3,
        wrong={
            -0.3: "This is the sum of the three. The fourth must cancel it.",
            -0.1: "This is the mean of the three. Which sum must be 0?",
            0: "Two numbers cannot pass through four samples in general. "
            "The residuals need not be 0, but one sum of them is.",
        },
        otherwise="The bias is a column of ones. The residual is orthogonal to it.",
        why="The residual is orthogonal to the column of ones, so the residuals sum to 0.",
        reread="4 The weights are a projection",
    ),
    Choice(
        key="folds",
        ask="You choose the number of centers by cross-validation with five folds. "
        "How often, and on which samples, does k-means run for each number tried?",
        answer="five times, without the fold that is left out",
        choices={
            "once, on all samples: it does not see y": "It does not see $y$, but it puts centers "
            "where the samples of the fold are. Then they are no longer new to the network.",
            "five times, without the fold that is left out": "",
            "five times, on the fold that is left out": "That fold is there to measure the error. "
            "Nothing is fitted to it.",
            "five times, on all samples, since it does not see y": "Five equal runs gain nothing, "
            "and the fold that measures the error has a say in the centers.",
        },
        why="All of the fit is repeated without the fold, k-means too.",
        reread="7 The number of centers and γ by cross-validation",
    ),
    Choice(
        key="linear",
        ask="All parts of the network but one are fixed. In which one is its output $h$ linear, "
        "so that least squares gives the best values by a formula?",
        answer="the weights and the bias",
        choices={
            "the centers": "The average of two sets of centers does not give the average of "
            "the two networks: a center is inside the exponential.",
            "the widths": r"$\gamma$ is inside the exponential as well.",
            "the weights and the bias": "",
            "none of them, since the bumps are curved": r"They are curved in $\mathbf{x}$. But $h$ "
            "is a weighted sum of fixed numbers once the rest is fixed.",
        },
        why="With fixed bumps $h$ is a sum of columns, each multiplied by its weight. "
        "All other parts need a gradient.",
        reread="8 Linear in the weights, not in the centers",
    ),
    Choice(
        key="trap",
        ask="Nine of ten samples lie where $y$ is flat. Most of ten k-means centers are there too, "
        "and the fit is poor where $y$ varies. What helps?",
        answer="centers chosen by how much of y they explain",
        choices={
            "centers chosen by how much of y they explain": "",
            "more starts of k-means, keeping the lowest error": "They find a lower cluster error. "
            "There is no $y$ in it, so the centers are still where the samples are.",
            "another γ": "A width changes how far a center reaches, not where it is. "
            "Wide bumps cannot follow the wave, and narrow ones do not reach it.",
            "a Gaussian mixture in place of k-means": "Its components follow the density of the "
            "samples as well.",
        },
        why="A summary of $\\mathbf{x}$ need not keep what matters for $y$. "
        "Page 06 chooses centers by how much of $y$ they explain.",
        reread="9 The trap: centers follow the inputs, not the target",
    ),
)
