"""Questions of page 07: what is drawn, the length of the weights, the peak, and a lucky draw."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="learned",
        ask="You fit an ELM a second time, with the same seed and the same inputs, but with other "
        "targets. Which of its numbers change?",
        answer="the output weights only",
        choices={
            "all of them": "The nodes are drawn without looking at the targets. "
            "The same seed draws the same nodes.",
            "the input weights and the output weights": "The input weights are drawn and kept. "
            "Only gradient descent on the whole network would move them.",
            "the biases and the output weights": "The biases belong to the nodes, and the nodes "
            "are drawn. They do not depend on the targets.",
            "the output weights only": "",
        },
        why=r"The hidden layer is drawn. The targets enter only through $\boldsymbol\beta=H^+T$.",
        reread="1 A hidden layer that is never trained",
    ),
    Number(
        key="shortest",
        ask=r"One sample and two nodes: the equation is $\beta_1+2\beta_2=10$. "
        r"What is the first weight $\beta_1$ of $H^+T$?",
        answer=2,
        wrong={
            10: "The weights 10 and 0 solve the equation, but they are not the shortest: "
            "their squares sum to 100.",
            0: "The weights 0 and 5 solve the equation, but they are not the shortest: "
            "their squares sum to 25.",
            10 / 3: "Two equal weights solve the equation, but they are not the shortest: "
            "their squares sum to 22.2.",
            4: "This is the second weight.",
        },
        otherwise=r"The shortest solution is a multiple of the row $(1,2)$. Which multiple "
        "solves the equation?",
        why=r"The multiple $2\cdot(1,2)=(2,4)$ solves it. Its squares sum to 20, "
        "and every other solution is longer.",
        reread="2 Where does β = H⁺T come from?",
    ),
    Choice(
        key="zero",
        ask="An ELM with as many tanh nodes as samples has the training error 0. The targets are "
        "noisy. What does that say about its error on new samples?",
        answer="it may be very large",
        choices={
            "it is nearly 0, by the universal approximation theorem": "The theorem promises that "
            "some network is close to the true curve. This one passes through noisy samples.",
            "it may be very large": "",
            "it is about that of the noise": "That would be the error of the true curve. "
            "Between the samples this fit can be far away from it.",
            "it is smaller than with any other number of nodes": "Ten nodes did better on the "
            "wave. At this number the test error has its peak.",
        },
        why="Exactly one vector of weights interpolates, and it may be very long. "
        "Between the samples such a fit can swing far out.",
        reread="4 Error against the number of nodes",
    ),
    Order(
        key="lengths",
        ask=r"There are more nodes than samples. Order these weight vectors by their length "
        r"$\|\boldsymbol\beta\|$, the shortest first.",
        items={
            "ridge with λ = 1": "a larger penalty makes the weights shorter.",
            "ridge with λ = 0.01": "it tends to H⁺T as λ goes to 0, and grows on the way.",
            "H⁺T": "it is the shortest of all weights with Hβ = T. Ridge does not fit exactly, "
            "so it can be shorter.",
            "another solution of Hβ = T": "every other solution is longer than H⁺T.",
        },
        shown=(2, 0, 3, 1),
        why=r"In the directions of the singular vectors, ridge multiplies the weights of $H^+T$ by "
        r"$\sigma_i^2/(\sigma_i^2+\lambda)<1$. Another solution adds an orthogonal vector.",
        reread="2 Where does β = H⁺T come from?",
    ),
    Number(
        key="squares",
        ask=r"One input, 50 samples, and 100 random nodes $G=(ax+b)^2$. "
        "What is the rank of $H$?",
        answer=3,
        wrong={
            100: "So many columns cannot be independent: there are only 50 rows.",
            50: "Other nodes reach this rank. Squares are polynomials, "
            "and span only a few functions.",
            4: "That is the rank of cubes. How many coefficients does a quadratic have?",
            2: "This is the degree. A polynomial of degree 2 has one coefficient more.",
            1: "Nodes with different a and b are not multiples of each other.",
        },
        otherwise=r"Multiply out: $(ax+b)^2=a^2x^2+2abx+b^2$. Which functions of $x$ are mixed?",
        why=r"Every node is a mixture of $x^2$, $x$ and 1. Three functions give rank 3.",
        reread="3 As many nodes as samples",
    ),
    Choice(
        key="best_seed",
        ask="A student draws 50 ELMs, measures them all on the same test samples, and hands in the "
        "best one with its test error. What error should we expect on further new samples?",
        answer="a larger one than reported",
        choices={
            "the reported one, since test samples were not used for training": "No network was "
            "trained on them. But the student chose the draw by them.",
            "a larger one than reported": "",
            "that of the median draw": "Some draws really are better than others, and the choice "
            "favors them. The chosen one is just not as good as it looks.",
            "a smaller one than reported": "The draw was chosen because its error on these test "
            "samples is small. Part of that is luck, which does not repeat.",
        },
        why="The smallest of 50 errors is partly luck. Report the median and the spread of the "
        "draws, or measure the chosen draw on samples that had no part in the choice.",
        reread="5 One draw and many draws",
    ),
)
