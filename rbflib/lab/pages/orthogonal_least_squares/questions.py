"""Questions of page 06: ratios, equal columns, the stop, and greedy choices."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Number(
        key="ratio",
        ask=r"There are two samples. The targets are $\mathbf{y}=(3,4)$, and a column is "
        r"$\mathbf{q}=(0,2)$. What is the error-reduction ratio of this column?",
        answer=0.64,
        wrong={
            2: r"This is the weight $g=\mathbf{q}^T\mathbf{y}/\mathbf{q}^T\mathbf{q}$.",
            16: r"This is the energy $g^2\,\mathbf{q}^T\mathbf{q}$. The ratio is its share of "
            r"$\mathbf{y}^T\mathbf{y}$.",
            0.36: "This is the share that is left.",
            0.8: "This is the share of the length. Energies are squared lengths.",
            0.16: r"This is $g^2/\mathbf{y}^T\mathbf{y}$. The energy of the column is missing.",
        },
        otherwise=r"First the weight $g$, then the energy $g^2\,\mathbf{q}^T\mathbf{q}$, "
        r"then its share of $\mathbf{y}^T\mathbf{y}=25$.",
        why=r"$g=8/4=2$, and $g^2\,\mathbf{q}^T\mathbf{q}=4\cdot4=16$. "
        r"The energy of the targets is 25.",
        reread="4 No inverse, and an energy for every column",
    ),
    Order(
        key="candidates",
        ask=r"There are three samples, with targets $\mathbf{y}=(1,1,0)$. No center is chosen yet. "
        "Order the candidate columns by their error-reduction ratio, the largest first.",
        items={
            "(1, 1, 1)": "its direction is the closest to that of y.",
            "(1, 0, 0)": "it stands at 45° to y: half of the energy.",
            "(5, 0, 5)": "it is long, but the length does not count. It stands at 60° to y.",
            "(3, −3, 0)": "it is orthogonal to y and explains nothing.",
        },
        shown=(2, 3, 1, 0),
        why="The ratios are 2/3, 1/2, 1/4 and 0: the squared cosine of the angle to y.",
        reread="5 Orthogonal least squares",
    ),
    Choice(
        key="twin",
        ask="Two samples are equal, so their candidate columns are equal. "
        "OLS has just chosen one of them. When does it choose the other?",
        answer="never",
        choices={
            "at the next step, since it is just as good": "It was as good before the choice. "
            "Now all that it could explain is explained.",
            "when the other ratios have fallen below its own": "Its own ratio changes, too: "
            "every ratio is computed anew from what is left of the column.",
            "last, when all other candidates are chosen": "Even then nothing is left of it: "
            "a column of zeros explains nothing.",
            "never": "",
        },
        why="Made orthogonal to its twin, it is a column of zeros, and explains nothing.",
        reread="5 Orthogonal least squares",
    ),
    Choice(
        key="small_rho",
        ask=r"Noise makes up 9% of the energy of the targets, and the bumps have $\gamma=100$. "
        r"You set $\rho=0.004$ instead of $0.1$. What happens?",
        answer="many more centers, and a larger error on new samples",
        choices={
            "the same centers, since noise cannot be fitted": "With enough centers the noise of "
            "the training samples can be fitted. The noise of new samples cannot.",
            "many more centers, and a larger error on new samples": "",
            "many more centers, and a smaller error on new samples": "The additional centers fit "
            "the noise, and new samples have different noise.",
            "it never stops, since 9% cannot be explained": "With a center on every sample the "
            "fit is exact, and nothing is left.",
        },
        why=r"With a $\rho$ below the share of the noise, the selection goes on until the "
        "noise is fitted, too.",
        reread="5 Orthogonal least squares",
    ),
    Number(
        key="taken_second",
        ask=r"Taken first, $\boldsymbol\varphi_1$ explains 0.5 of the energy. Taken first, "
        r"$\boldsymbol\varphi_2$ explains 0.4. Both together explain 0.6. What is the ratio of "
        r"$\boldsymbol\varphi_1$ if $\boldsymbol\varphi_2$ is taken first?",
        answer=0.2,
        wrong={
            0.5: "A ratio belongs to a column in an order. Part of what this column explains has "
            "been explained already.",
            0.1: r"This is the ratio of $\boldsymbol\varphi_2$ if $\boldsymbol\varphi_1$ is taken "
            "first.",
            0.9: "The two shares overlap: together the columns explain less than the sum.",
            0.4: "This is the ratio of the other column.",
        },
        otherwise="The order does not change the sum of the two ratios.",
        why=r"The span is the same in both orders, so the ratios sum to 0.6: $0.5+0.1$ in the one, "
        r"and $0.4+0.2$ in the other.",
        reread="4 No inverse, and an energy for every column",
    ),
    Choice(
        key="pair",
        ask="OLS chooses two centers. Brute force tries all pairs. Which is always true?",
        answer="the pair of OLS leaves at least as much as the best pair",
        choices={
            "both find the same pair, since every step of OLS is the best one": "Each step is the "
            "best one given the earlier ones. Another first step may lead to a better pair.",
            "the first choice of OLS belongs to the best pair": "Alone it is the best. As a "
            "pair, two others may do better, as in the example of the three columns.",
            "the pair of OLS leaves at least as much as the best pair": "",
            "the pair of OLS leaves less, since its columns are made orthogonal": "The orthogonal "
            "columns span the same space. The fit is that of the two columns themselves.",
        },
        why="OLS is one of the pairs that brute force tries. It never takes a choice back.",
        reread="8 Greedy selection",
    ),
)
