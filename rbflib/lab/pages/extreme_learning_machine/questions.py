"""Questions of page 07: what is drawn, the shortest weights, the peak, the spread over draws."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="learned",
        ask="You fit an ELM a second time, with the same seed and the same inputs, but with other "
        "targets. Which of its numbers change?",
        answer="the output weights only",
        choices={
            "all of them": "The nodes are drawn before anybody looks at the targets. "
            "The same seed draws the same nodes.",
            "the input weights and the output weights": "The input weights are drawn and kept. "
            "Only a network trained by the gradient would move them.",
            "the biases and the output weights": "The biases belong to the nodes, and the nodes "
            "are drawn. Targets have no say in them.",
            "the output weights only": "",
        },
        why=r"The hidden layer is drawn. The targets enter in $\boldsymbol\beta=H^+T$ only.",
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
            "it is the smallest of all numbers of nodes": "Ten nodes did better on the wave. "
            "At this number the test error has its peak.",
        },
        why="Exactly one vector of weights interpolates, and it may be very long. "
        "Between the samples such a fit swings far out.",
        reread="4 Error against the number of nodes",
    ),
    Order(
        key="nodes",
        ask=r"Twenty noisy samples of the wave, tanh nodes, no penalty. Order the numbers of nodes "
        r"by the median test error, the smallest first.",
        items={
            "L = 10": "these are enough for the curve, and too few for the noise.",
            "L = 40": "it fits the noise too, but with the shortest of many solutions.",
            "L = 20": "here is the peak: one solution only, and it is long.",
        },
        shown=(0, 2, 1),
        why="The test error falls, rises to its peak at $L=N$, and falls again, "
        "though not down to that of ten nodes.",
        reread="4 Error against the number of nodes",
    ),
    Number(
        key="squares",
        ask=r"One input, 50 samples, and 100 random nodes $G=(ax+b)^2$. "
        "What is the rank of $H$?",
        answer=3,
        wrong={
            100: "So many columns cannot be independent: there are 50 rows only.",
            50: "Other nodes reach this rank. Squares are polynomials, "
            "and span few functions only.",
            4: "That is the rank of cubes. How many coefficients has a polynomial of degree 2?",
            2: "This is the degree. A polynomial of degree 2 has one coefficient more.",
            1: "Nodes with different a and b are not multiples of each other.",
        },
        otherwise=r"Multiply out: $(ax+b)^2=a^2x^2+2abx+b^2$. Which functions of $x$ are mixed?",
        why=r"Every node is a mixture of $x^2$, $x$ and 1. Three functions give rank 3.",
        reread="3 As many nodes as samples",
    ),
    Choice(
        key="one_seed",
        ask="Five centers on the wave. Draw 1 of an ELM with radial nodes has a smaller test "
        "error than a network with k-means centers. What does that show?",
        answer="only that this draw is good",
        choices={
            "random centers are better than k-means centers": "On the page this is the only one "
            "of 20 draws that beats k-means.",
            "all draws are about equally good": "One draw cannot show that. On the page the band "
            "of the draws is wide: from 0.031 to 0.24.",
            "only that this draw is good": "",
            "draw 1 is the best one for other targets too": "It happened to put centers where "
            "this wave needs them. Another target needs them elsewhere.",
        },
        why="One draw is one of many. The median and the spread of many draws say more.",
        reread="7 Random or chosen?",
    ),
)
