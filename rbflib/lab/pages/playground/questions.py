"""Questions of page 09: all models of the series, and how they are compared."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="no_network",
        ask=r"Most models of the series are $\sum_m\beta_m e^{-\gamma\|\mathbf{x}-"
        r"\boldsymbol\mu_m\|^2}+b$, and differ in how they choose $\boldsymbol\mu$, $\gamma$ and "
        r"$\boldsymbol\beta$. Which of these is not of that form?",
        answer="five nearest neighbors",
        choices={
            "a Gaussian SVM": r"Its centers are the support vectors, its weights $\alpha_n y_n$ "
            "(page 01).",
            "exact interpolation": r"It has a center on each sample, and "
            r"$\boldsymbol\beta=Z^{-1}\mathbf{y}$ (page 02).",
            "orthogonal least squares": "Its centers are chosen one by one, its weights by "
            "least squares (page 06).",
            "five nearest neighbors": "",
        },
        why="A vote of five takes six values at most, and jumps from one to the next. "
        "A sum of bumps never jumps.",
        reread="1 How to use the playground",
    ),
    Choice(
        key="sees_targets",
        ask="All targets $y_n$ are shuffled, and the places $\\mathbf{x}_n$ stay. "
        "Which of these methods finds different centers now?",
        answer="orthogonal least squares",
        choices={
            "k-means": "It uses the places only. There are no targets in the cluster error.",
            "orthogonal least squares": "",
            "samples at random": "The same draw takes the same samples, whatever their targets.",
            "a Gaussian mixture, fitted by EM": "It describes where the samples lie, and "
            "ignores the targets.",
        },
        why="It takes the center that explains most of what is left of the targets. "
        "That is why it needs fewer centers.",
        reread="4 The fewest centers",
    ),
    Choice(
        key="zero_error",
        ask=r"A model has $E_\mathrm{in}=0$. What does that say about its $E_\mathrm{out}$?",
        answer="nothing: it may be small or large",
        choices={
            "nothing: it may be small or large": "",
            "it is 0 as well": "The samples are noisy. "
            "A model that reproduces their noise errs on new ones.",
            "it is large, since the model overfits": "One neighbor reproduces every sample, and "
            "errs on new ones about as rarely as a network of 8 centers.",
            "it is near one half": "Wide bumps without a penalty come near to that, "
            "narrow ones do not.",
        },
        why="It says that the model can reproduce its samples. "
        "How it decides between them is another question.",
        reread="3 No error on the training samples",
    ),
    Choice(
        key="where_they_differ",
        ask="Two models agree on 97% of the test samples, and on 75% of the plane. "
        "Where do they mostly differ?",
        answer="where hardly any samples lie",
        choices={
            "where the two classes overlap": "Many samples lie there. "
            "The two would differ on more of the test samples.",
            "close to the training samples": "Both were fitted there, "
            "and the test samples come from the same places.",
            "where hardly any samples lie": "",
            "evenly, all over the plane": "Then they would differ on about 25% of the test "
            "samples too.",
        },
        why="The training samples tell the models nothing about such places, "
        "and no test samples lie there.",
        reread="2 Four models, one boundary near the samples",
    ),
    Number(
        key="coins",
        ask="Each of 32 models tosses a coin for each test sample. There are five test samples. "
        "How many of the 32 make no error at all, on average?",
        answer=1,
        wrong={
            0: "For one model it is unlikely, but there are 32.",
            16: "On average, so many get any one sample right. There are five.",
            6.4: "This is 32/5. The chances of five samples multiply.",
            1 / 32: "This is the chance of one model. There are 32.",
        },
        otherwise=r"One model is right on all five with the probability $(\tfrac12)^5$.",
        why=r"$32\cdot(\tfrac12)^5=1$. The best of 32 coins often looks perfect, "
        "and errs on half of the new samples.",
        reread="6 The best of many",
    ),
    Order(
        key="best_of_many",
        ask="Of 78 pairs of features you choose the one with the smallest error on 44 wines, "
        "which no network was trained on. Order these errors as they come out on average, "
        "the smallest first.",
        items={
            "the chosen pair, on the 44 wines": "the pair was chosen for being the smallest here.",
            "the chosen pair, on other new wines": "good, but the luck of the choice is gone.",
            "all pairs, on new wines": "a pair that was not chosen is usually worse.",
        },
        shown=(1, 2, 0),
        why="Choosing helps, but less than the error used for the choice suggests. "
        "That error is too small.",
        reread="6 The best of many",
    ),
    Choice(
        key="standardize",
        ask="The training samples were standardized: minus their mean, divided by their standard "
        "deviation (spread). What should be done with the test samples?",
        answer="the same, with mean and spread of the training samples",
        choices={
            "the same, with their own mean and spread": "The same wine would get two places, one "
            "as a training sample and another as a test sample.",
            "the same, with mean and spread of the training samples": "",
            "nothing: they have to stay untouched": "The centers are in the new units. "
            "Distances to them would be meaningless.",
            "one mean and one spread of all samples, for both parts alike": "The network would be "
            "trained on places that depend on the test samples.",
        },
        why="Mean and spread belong to the model, like its centers: "
        "they are learned from the training samples.",
        reread="1 How to use the playground",
    ),
)
