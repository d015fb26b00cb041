"""Questions of page 00: the one hypothesis."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="half_width",
        ask=r"You make $\gamma$ four times as large. How wide is a Gaussian bump now, "
        "measured where it is half as high as its top?",
        answer="half as wide",
        in_order=True,
        choices={
            "a quarter as wide": r"$\gamma$ multiplies the squared distance, "
            r"so the width is proportional to $1/\sqrt\gamma$.",
            "half as wide": "",
            "as wide as before": r"The height at the center does not depend on $\gamma$, "
            "but the width does.",
            "twice as wide": r"$\gamma$ is an inverse squared width: a larger one makes the bump "
            "narrower.",
        },
        why=r"The bump has half its height at $r=\sqrt{\ln 2/\gamma}$. "
        r"Four times $\gamma$ halves this distance.",
        reread="The one hypothesis",
    ),
    Number(
        key="middle",
        ask=r"Two bumps stand at $-1$ and $1$ and have the weights 2 and $-2$. The bias is $0.5$. "
        r"What is $h(0)$?",
        answer=0.5,
        wrong={
            0.0: "The two bumps cancel, but the bias is still there.",
            4.5: "The second weight is negative: the two bumps cancel.",
        },
        otherwise="Both centers are equally far from 0. What do the two bumps add up to?",
        why=r"Both bumps have the same height at 0, with opposite signs. What is left is the bias, "
        r"for every $\gamma$.",
        reread="The one hypothesis",
    ),
    Choice(
        key="far_away",
        ask="What does a Gaussian network predict at a point that is very far from all centers?",
        answer="the bias b",
        choices={
            "the sum of all weights": "Each bump has height 1 at its own center only. "
            "Far away it is nearly 0.",
            "a very large number": "Gaussian bumps fall with the distance. No term grows.",
            "the weight of the nearest center": "Even the nearest bump is nearly 0 there.",
            "the bias b": "",
        },
        why="All bumps are nearly 0 there, so only the bias is left.",
        reread="The one hypothesis",
    ),
    Order(
        key="steps",
        ask=r"Put the steps that compute $h(\mathbf{x})$ in order.",
        items={
            "squared distance from every center": "everything else depends on it.",
            "times −γ, then the exponential": "this turns a distance into the height of a bump.",
            "times the weights, then the sum": "the weights multiply bumps, not distances.",
            "plus the bias": "it is added once, after the sum.",
            "the sign, if there are two classes": "the output comes last.",
        },
        shown=(2, 4, 0, 3, 1),
        why="Distance, bump, weighted sum, bias, output: the formula from the inside out.",
        reread="The one hypothesis",
    ),
)
