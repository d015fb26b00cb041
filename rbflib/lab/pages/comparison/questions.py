"""Questions of page 10: nested folds, paired differences, and probabilities."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="one_loop",
        ask="Of 40 settings you keep the one with the smallest error in 5-fold cross-validation, "
        "and report that error. What is wrong?",
        answer="it is the smallest of 40 estimates, so it is too small on average",
        choices={
            "nothing: every fold was predicted by a model that had not seen it": "Each of the 40 "
            "errors is honest. The smallest of them was picked because it is small.",
            "it is too large, since each model saw only four fifths of the samples": "That makes "
            "each of the 40 errors a little too large. Picking the smallest makes the result too "
            "small, and that can be avoided.",
            "it is the smallest of 40 estimates, so it is too small on average": "",
            "five folds are too few; ten would fix it": "With ten folds the smallest of 40 is "
            "still the smallest of 40.",
        },
        why="The outer folds of nested cross-validation measure what was chosen, on samples that "
        "had no part in the choice.",
        reread="1 Choosing and measuring, apart",
    ),
    Number(
        key="fits",
        ask="A grid of 35 settings, 5 inner folds, 10 outer folds. In every outer fold the chosen "
        "setting is fitted once more to the whole training part. How many fits are that?",
        answer=1760,
        wrong={
            1750: "In every outer fold the chosen setting is fitted once more.",
            350: "That counts one fit per setting and outer fold. There are five inner folds.",
            176: "That is one outer fold. There are ten.",
        },
        otherwise="In one outer fold: every setting on every inner fold, and one fit more.",
        tolerance=0,
        why=r"$10\,(35\cdot 5 + 1)$.",
        reread="1 Choosing and measuring, apart",
    ),
    Choice(
        key="paired",
        ask="The errors of two models range from 0.05 to 0.25 over ten folds. On each of the ten, "
        "the first is worse by between 0.01 and 0.02. What follows?",
        answer="the second is better, by a small but steady margin",
        choices={
            "nothing: the ranges of the two overlap almost entirely": "The ranges overlap because "
            "some folds are hard for both. Fold by fold the difference has one sign.",
            "the second is better, by a small but steady margin": "",
            "the second is better by about 0.2": "0.2 is the range over the folds, "
            "not the difference between the two models.",
            "the first overfits": "Whether it does could be seen from its error on the training "
            "samples, which is not given.",
        },
        why="Both models met the same folds. The difference on the same fold does not contain "
        "how hard the fold is.",
        reread="2 Twelve models, three data sets",
    ),
    Order(
        key="brier",
        ask="Three classifiers of the explorer learn from 100 samples of the two moons. Order them "
        "by their Brier score on new samples, the smallest first.",
        items={
            "the network with a penalty": "Its probability changes gradually with the place.",
            "five neighbors": "It can give only six probabilities.",
            "one neighbor": "It gives 0 or 1, and each wrong sample adds 1 to the sum.",
        },
        shown=(1, 2, 0),
        why="The score is the mean squared distance from the probability to the class, 0 or 1. "
        "An error costs most when the model was sure.",
        reread="3 Can its probabilities be believed?",
    ),
)
