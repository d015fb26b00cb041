"""Questions of page 01: Gaussian SVM, similarities, shapes of a bump."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="not_radial",
        ask=r"Four functions of $\mathbf{x}$ and $\boldsymbol\mu$. Which one is not radial?",
        answer="the cosine of the angle between x and μ",
        choices={
            "exp(−3 ‖x − μ‖²)": "It is the Gaussian: it depends on the distance only, "
            "and falls with it.",
            "2 x·μ − ‖x‖² − ‖μ‖²": r"It looks like an inner product, but it is "
            r"$-\|\mathbf{x}-\boldsymbol\mu\|^2$ multiplied out.",
            "[x = μ]: 1 at the center, 0 elsewhere": r"It depends on the distance only: "
            r"1 at distance 0, else 0. It is the Gaussian for $\gamma\to\infty$.",
            "the cosine of the angle between x and μ": "",
        },
        why="It depends on a direction: a point twice as far out has the same cosine. "
        "Shift both points, and it changes.",
        reread="3 Which similarities are radial?",
    ),
    Choice(
        key="kernel_not_radial",
        ask="Which similarity is a Mercer kernel, but not radial?",
        answer="(1 + x·μ)²",
        choices={
            "exp(−γ ‖x − μ‖²)": "It is a kernel, and it is radial as well.",
            "(1 + x·μ)²": "",
            "tanh(γ x·μ + 1)": "It is neither radial nor a kernel: some of its matrices have a "
            "negative eigenvalue.",
            "the edit distance of two texts": "Its matrix has zeros on the diagonal, so its "
            "eigenvalues sum to 0 and one is negative: it is not a kernel.",
        },
        why="The polynomial is an inner product of vectors of monomials. "
        "It depends on a direction, and grows along it.",
        reread="3 Which similarities are radial?",
    ),
    Choice(
        key="bias_inside",
        ask=r"Someone writes $e^{-\gamma\|\mathbf{x}-\mathbf{x}_n\|^2+b}$, with the SVM's bias in "
        "the exponent. What does the bias do there?",
        answer="it multiplies all bumps by the same factor",
        choices={
            "it multiplies all bumps by the same factor": "",
            "the same as outside": r"Outside, $b$ is added once. "
            r"Inside it is $e^b$ times every bump.",
            "it moves the boundary, as it does outside": r"Outside, a larger $b$ moves the "
            r"boundary. Inside, every bump is multiplied by the same $e^b>0$, and the sign of "
            r"their sum is the same for every $b$.",
            "it makes the bumps wider": r"The width is in $\gamma$ alone. "
            r"$e^{-\gamma r^2+b}=e^b\,e^{-\gamma r^2}$.",
        },
        why=r"$e^{-\gamma r^2+b}=e^b\,e^{-\gamma r^2}$. "
        "The boundary is that of the same machine with $b=0$.",
        reread="1 The machine's score is a sum of bumps",
    ),
    Number(
        key="parameters",
        ask=r"A unit has a center and a full covariance matrix, in $D=4$ dimensions. "
        "How many free parameters does it have?",
        answer=14,
        wrong={
            20: "A covariance matrix is symmetric: only 10 of its 16 entries are free.",
            10: "These are the entries of the matrix. The center has 4 more.",
            16: "These are all entries of the matrix; it is symmetric, and the center is missing.",
            8: "This is a unit with one width per feature: center and diagonal.",
            5: "This is a round unit: center and one width.",
        },
        otherwise=r"Count the center, and the free entries of a symmetric $4\times4$ matrix.",
        why=r"4 for the center and 10 for the symmetric matrix: $D(D+3)/2=14$.",
        reread="5 Round, stretched and tilted bumps",
    ),
    Order(
        key="needle",
        ask=r"Let $\gamma=1$. Order the functions by their value at distance $r=3$ from the "
        "center, the smallest first.",
        items={
            "truncated": "it is exactly 0 from distance 1 on.",
            "Gaussian": r"it is $e^{-9}$, about 0.0001.",
            "inverse quadratic": "it is 1/10.",
            "inverse multiquadric": r"it is $1/\sqrt{10}$, about 0.32.",
        },
        shown=(1, 3, 0, 2),
        why=r"0, then $e^{-9}$, then $1/10$, then $1/\sqrt{10}$. All are 1 at the center.",
        reread="3 Which similarities are radial?",
    ),
)
