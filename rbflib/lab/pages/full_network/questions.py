"""Questions of page 02: interpolation, equal samples, overfitting, bias and variance, ridge."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Number(
        key="two_samples",
        ask=r"Two samples have the similarity $\tfrac12$ to each other. Their targets are 3 and 3. "
        r"What is the first weight $\beta_1$ of exact interpolation?",
        answer=2,
        wrong={
            3: r"This is the vote $\beta_n=y_n$. The other bump reaches this sample too.",
            4.5: r"This is $Z\mathbf{y}$. The weights solve $Z\boldsymbol\beta=\mathbf{y}$.",
            1.5: "This is half of the target. Each sample has similarity 1 to itself.",
        },
        otherwise=r"By symmetry both weights are equal: $\beta_1+\tfrac12\beta_1=3$.",
        why=r"Both weights are equal, and $\beta_1+\tfrac12\beta_2=3$. So $\beta_1=2$.",
        reread="2 Solving for the weights",
    ),
    Choice(
        key="equal_rows",
        ask=r"The samples $\mathbf{x}_1$ and $\mathbf{x}_2$ are equal. What is true of the "
        "matrix $Z$ of the full Gaussian network?",
        answer="its first two rows are equal, so it has no inverse",
        choices={
            "its first two rows are equal, but it has an inverse": "A matrix with two equal rows "
            "has rank below N, and no inverse.",
            "its first two rows are equal, so it has no inverse": "",
            "its first two rows are equal, its first two columns are not": "Z is symmetric: what "
            "holds for rows holds for columns.",
            "its entries are 0 where these rows and columns meet": "The distance is 0 there, "
            "so the similarity is 1.",
        },
        why="Equal samples have the same similarities to all others. Two equal rows make "
        "the matrix singular.",
        reread="3 When is there an inverse?",
    ),
    Order(
        key="condition",
        ask=r"Twenty samples are evenly spaced from 0 to 1. Order $\gamma$ by the condition "
        "number of $Z$, the smallest first.",
        items={
            "γ = 1000": "these bumps are the narrowest and the least alike.",
            "γ = 100": "it is between the other two.",
            "γ = 30": "these bumps are the widest and look alike: the condition number is huge.",
        },
        shown=(2, 0, 1),
        why="The wider the bumps, the more alike they are, and the nearer $Z$ is to singular.",
        reread="3 When is there an inverse?",
    ),
    Choice(
        key="zero_error",
        ask=r"Two full networks have $E_\mathrm{in}=0$ on the same 20 noisy samples: one with "
        r"narrow bumps, $\gamma=1000$, one with wide bumps, $\gamma=50$. How do their test errors "
        r"$E_\mathrm{out}$ compare?",
        answer="that of the wide bumps is larger",
        choices={
            "that of the wide bumps is larger": "",
            "that of the narrow bumps is larger": "Narrow bumps do fall back to 0 between the "
            "samples. But the sum of the wide ones goes far beyond the targets there.",
            "both are 0 too": "A new sample has noise of its own, which no network can predict.",
            "both are the same, since the training error is": "The training error sees the samples "
            "only. The curves differ between them.",
        },
        why="To pass through noise, wide bumps need weights of hundreds of thousands that cancel "
        r"on the samples, and not between them. $E_\mathrm{in}=0$ says nothing about that.",
        reread="5 Overfitting",
    ),
    Choice(
        key="e_in",
        ask=r"You raise $\lambda$ from 0. What does the training error $E_\mathrm{in}$ of the "
        "ridge fit do?",
        answer="it rises all the way",
        choices={
            "it falls all the way": r"$\lambda=0$ has the smallest training error of all. "
            "It can only rise.",
            "it falls, then rises": r"That is what $E_\mathrm{out}$ does on noisy samples.",
            "it rises all the way": "",
            "it stays at 0": "At 0 the fit is exact. "
            "A penalty on the weights pulls it away from the samples.",
        },
        why="Each step trades training error for smaller weights. "
        r"Only $E_\mathrm{out}$ can have a minimum in between.",
        reread="5 Overfitting",
    ),
    Choice(
        key="mean_of_fits",
        ask="Five people draw 20 samples each, from the same noisy wave, and interpolate them with "
        "the same bumps. Compare the mean of their five curves with the curve of one of them.",
        answer="less variance, the same bias",
        choices={
            "less variance, the same bias": "",
            "less bias, the same variance": "The five curves are wrong in different directions, "
            "and these errors partly cancel. That lowers the variance.",
            "less of both": "The bias is an error that all of them share: a mean cannot remove it.",
            "the same of both": "Different samples give different curves. In their mean the noise "
            "partly cancels.",
        },
        why="The variance of a mean of five independent curves is a fifth of that of one curve. "
        "The expected curve is the same, and so is the bias.",
        reread="5 Overfitting",
    ),
    Choice(
        key="two_ridges",
        ask=r"Ridge and kernel ridge get the same $Z$, $\mathbf{y}$ and $\lambda>0$. "
        r"Of which direction does ridge keep more than kernel ridge, by its eigenvalue $s$ of $Z$?",
        answer="s = 4",
        in_order=True,
        choices={
            "s = 0.25": r"Ridge keeps $s^2/(s^2+\lambda)$. Below 1 the square is the smaller one.",
            "s = 1": "At 1 the square is the same: both keep the same share.",
            "s = 4": "",
            "none: they keep the same of all": r"They agree for $\lambda=0$. "
            r"For $\lambda>0$ one has $s^2$ where the other has $s$.",
        },
        why=r"$s^2/(s^2+\lambda)$ is larger than $s/(s+\lambda)$ where $s^2>s$: above 1.",
        reread="8 Kernel ridge regression is another model",
    ),
    Choice(
        key="corner",
        ask=r"A network has $M$ centers and is fitted by ridge regression with the penalty "
        r"coefficient $\lambda$. When is it regularized most?",
        answer="few centers, large λ",
        in_order=True,
        choices={
            "few centers, small λ": "It has few centers, but its weights are hardly penalized.",
            "few centers, large λ": "",
            "many centers, small λ": "This is the least regularized one: "
            "it comes closest to interpolation.",
            "many centers, large λ": "The penalty is large, but there are many directions left.",
        },
        why="Fewer centers leave fewer weights, and a larger penalty makes them smaller. "
        "This network has the fewest degrees of freedom.",
        reread="7 Fewer bumps",
    ),
)
