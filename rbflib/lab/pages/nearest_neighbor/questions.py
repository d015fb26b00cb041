"""Questions of page 03: votes, neighbors, kernel regression, twice Bayes, many features."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="selection",
        ask=r"The sample nearest to $\mathbf{x}$ is of class $-1$, the next five are of class "
        r"$+1$, and all six distances differ. Each votes with weight $e^{-\gamma d^2}$. "
        r"What is the vote as $\gamma\to\infty$?",
        answer="−1 in the end, like the nearest sample",
        choices={
            "+1 for every γ, since five outvote one": "Five outvote one where the weights are "
            r"about equal: for a small $\gamma$. A large $\gamma$ makes them unequal.",
            "nothing in the end, since every vote tends to 0": "All votes shrink, but the nearest "
            r"one shrinks least. The sum keeps the sign of the largest vote.",
            "−1 in the end, like the nearest sample": "",
            "it depends on how near the nearest sample is": "Only how much nearer it is than "
            r"the others sets the $\gamma$ that is needed. Any difference is enough.",
        },
        why=r"Its share is $1/(1+\sum e^{-\gamma(d_n^2-d_1^2)})$, and every exponent is negative. "
        "The share tends to 1: selection instead of aggregation.",
        reread="5 Votes become the nearest neighbor",
    ),
    Number(
        key="inverse_square",
        ask="Two neighbors answer with weights $1/d^2$. One is at distance 1 and has the target 0. "
        "The other is at distance 2 and has the target 10. What is the prediction?",
        answer=2,
        wrong={
            5: "This is the plain mean. The nearer sample must count more.",
            10 / 3: "These are the weights $1/d$. The distance is squared.",
            2.5: "This is the weighted sum. Divide it by the sum of the weights, 1.25.",
            8: "These are the weights $d^2$: here the farther sample would count more.",
        },
        otherwise="The weights are 1 and 1/4. Take the weighted sum of the targets, "
        "and divide it by the sum of the weights.",
        why=r"$(1\cdot 0+\tfrac14\cdot 10)/(1+\tfrac14)=2$.",
        reread="1 The k nearest answer",
    ),
    Number(
        key="exchange",
        ask="Four neighbors answer with their mean. At a border a home of 340,000 dollars "
        "leaves the four, and one of 300,000 joins them. By how many thousand dollars does the "
        "prediction change?",
        answer=-10,
        wrong={
            -40: "This is the whole difference. Each of the four has a quarter of the mean.",
            10: "The cheaper home joins the four, so the price falls.",
            40: "Each of the four has a quarter of the mean. And the cheaper home joins them.",
            0: "The two are equally far at the border, but their prices differ: the mean jumps.",
        },
        otherwise="Three of the four stay. The fourth quarter of the mean goes from 340 to 300.",
        why=r"$(300-340)/4=-10$: the difference, divided by $k$. The larger house is quoted "
        "the lower price.",
        reread="3 Jumps, ends and sparse regions",
    ),
    Choice(
        key="far_away",
        ask=r"Samples lie on a line, and kernel regression uses the Gaussian. "
        r"The query moves to the right, far beyond the last sample. What does $h(x)$ tend to?",
        answer="the target of the last sample",
        choices={
            "0": "A network without a bias falls to 0. Here the sum is divided by the sum of the "
            "weights, and both become small together.",
            "the target of the last sample": "",
            "the mean of all targets": r"That is the limit $\gamma\to 0$, where all weights are "
            "equal. Far away their ratios grow: the nearest sample has nearly all of the weight.",
            "a value beyond all targets, along the slope": "It is a weighted average. "
            "It never leaves the range of the targets.",
        },
        why="Far away the last sample is nearer than any other by more and more, "
        "so its share of the weights tends to 1.",
        reread="4 Kernel regression",
    ),
    Order(
        key="chain",
        ask=r"At a point $\mathbf{x}$ three classes have the posteriors 0.7, 0.2 and 0.1. "
        "Order these by size, the smallest first. Samples lie densely around "
        r"$\mathbf{x}$, and $c^*$ is the most probable class.",
        items={
            "error of the Bayes classifier": "no rule errs less. Here it is $1-0.7=0.3$.",
            "error of the nearest neighbor": r"two independent draws differ with probability "
            r"$1-\sum P^2=0.46$.",
            "1 − P(c*|x)²": "it leaves out the squares of the other classes: $1-0.49=0.51$.",
            "twice the error of the Bayes classifier": "the largest of the four, 0.6: "
            "the bound of the derivation, line (e).",
        },
        shown=(2, 3, 1, 0),
        why="0.3, 0.46, 0.51 and 0.6: the Bayes error, then the lines (b), (c) and (e) "
        "of the derivation.",
        reread="8 How good can one neighbor be?",
    ),
    Choice(
        key="few_samples",
        ask="On some data one neighbor errs three times as often as the Bayes classifier. "
        "What can be the reason?",
        answer="the samples are few, so the neighbor is not near",
        choices={
            "the samples are few, so the neighbor is not near": "",
            "the classes overlap too much": "Overlap raises the Bayes error as well. "
            "With dense samples the bound holds for any overlap.",
            "there are three classes, and the bound is for two": "The sum runs over any number "
            "of classes: no line asks for two.",
            "it cannot happen: at most twice is proved": r"It is proved in the limit $N\to\infty$. "
            "The step to the same posteriors at the neighbor needs it.",
        },
        why=r"Line (b) puts the neighbor at $\mathbf{x}$ itself. Only dense sampling does that.",
        reread="8 How good can one neighbor be?",
    ),
    Number(
        key="flipped",
        ask="Two classes lie far apart, and 5% of the labels are flipped, everywhere. The Bayes "
        "error is 0.05. What is the error of one neighbor, with many samples?",
        answer=0.095,
        wrong={
            0.1: "This is twice the Bayes error, the bound. Where both labels are flipped, "
            "they agree.",
            0.05: "A neighbor's label may be flipped as well, so the noise counts twice.",
            0.0025: "This is the chance that both labels are flipped. Then they agree.",
            0.905: "This is the chance that both labels agree.",
        },
        otherwise="It errs where exactly one of the two labels is flipped, the neighbor's or "
        "the test sample's.",
        tolerance=0.0005,
        why=r"$2\cdot0.05\cdot0.95=0.095$, 1.9 times as often.",
        reread="8 How good can one neighbor be?",
    ),
    Choice(
        key="concentration",
        ask=r"Take two random points of the unit cube in $D$ dimensions. "
        r"The mean of their squared distance grows like $D$; its standard deviation is called the "
        "spread here. Why are all samples nearly equally far away for a large $D$?",
        answer="the spread grows too, but only like √D",
        choices={
            "the spread falls to 0": r"The squared distance is a sum of $D$ random terms. "
            "Every further term adds to its spread.",
            "the points crowd in the middle of the cube": "Every coordinate is spread as "
            "evenly as before: the points do not crowd anywhere.",
            "the spread stays the same": "The variances of the terms add up, so it grows. "
            "What falls is the spread relative to the mean.",
            "the spread grows too, but only like √D": "",
        },
        why=r"$\sqrt D/D=1/\sqrt D$: relative to the mean the spread falls, "
        "and all distances become nearly equal.",
        reread="9 The curse of dimensionality",
    ),
)
