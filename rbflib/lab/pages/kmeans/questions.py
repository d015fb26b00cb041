"""Questions of page 04: the half steps of k-means and their limits."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="half_plane",
        ask="Two centers are at $(3, 1)$ and $(3, 5)$. Which samples are in the set of the first?",
        answer="those with x₂ < 3",
        choices={
            "those with x₂ > 3": "These are nearer to the second center, at $(3, 5)$.",
            "those with x₁ < 3": "Both centers have the same first coordinate: "
            "it cancels in the comparison.",
            "those with x₂ < 3": "",
            "those within distance 2 of the first center": "A set has no radius: "
            "a sample far away has a nearest center, too.",
        },
        why="The boundary is the perpendicular bisector of the two centers, the line $x_2=3$.",
        reread="2 Two easy halves",
    ),
    Order(
        key="splits",
        ask="The samples 0, 2, 6 and 9 lie on a line. Order these partitions by cluster error, "
        "the smallest first.",
        items={
            "{0, 2} and {6, 9}": "the means are 1 and 7.5, and the squared distances from "
            "them sum to 6.5.",
            "{0, 2, 6} and {9}": "the mean of the three is 8/3. The sum is 18.7.",
            "{0} and {2, 6, 9}": "2, 6 and 9 spread more than 0, 2 and 6. The sum is 24.7.",
            "{0, 6} and {2, 9}": "both sets are wide and overlap. The sum is 42.5.",
        },
        shown=(2, 0, 3, 1),
        why="6.5, 18.7, 24.7 and 42.5, each divided by the four samples.",
        reread="1 What is to be minimized",
    ),
    Choice(
        key="bug",
        ask=r"A student has written k-means. In the curve of $E_\mathrm{in}$ after every half "
        "step, one assignment raises it from 0.62 to 0.65. What follows?",
        answer="the program has a mistake",
        choices={
            "k-means leaves a local minimum": "k-means cannot leave one: neither half step "
            "increases the error.",
            "too many samples changed their sets at once": "However many change, each one only "
            "changes to a nearer center.",
            "the program has a mistake": "",
            "the start was a bad one": "A bad start ends in a bad place, but the error "
            "never increases on the way.",
        },
        why="For fixed centers the nearest center is the best choice, so an assignment can only "
        "reduce the error. A curve that increases is a good test: something is wrong.",
        reread="3 Lloyd's algorithm",
    ),
    Number(
        key="next_draw",
        ask="The samples are 0, 1 and 3. k-means++ has drawn 0 as the first center. "
        "With what probability does it draw 3 as the second?",
        answer=0.9,
        wrong={
            0.75: "This is the distance as a share, 3/(1 + 3). The distances are squared.",
            1 / 3: "This is a draw with equal probabilities. Samples far away are more likely.",
            0.5: "The two others do not have equal probabilities.",
            1: "The farthest sample is only the most probable one.",
        },
        otherwise="The squared distances from the center 0 are 0, 1 and 9. Which share has 9?",
        why="$9/(0+1+9)$: the squared distances, divided by their sum.",
        reread="4 It stops, but where?",
    ),
    Choice(
        key="elbow",
        ask=r"A curve of the lowest $E_\mathrm{in}$ against $k$ falls steeply to $k=3$, then "
        "slowly, down to 0 when $k$ is the number of samples. What can be concluded from it?",
        answer="a fourth center reduces the error by little",
        choices={
            "there are three groups": "The bend suggests it, but data without groups can have "
            "such a curve, and groups can lie in one set.",
            "k should be the number of samples, since the error is smallest there": "With a "
            "center on every sample the error is 0, and nothing has been summarized.",
            "a fourth center reduces the error by little": "",
            "a network with four centers would overfit": "k-means does not see the targets. "
            "Its error says nothing about those of a network.",
        },
        why="It is a statement about distances, no more. What $k$ is good for is decided by the "
        "use, for example by cross-validation.",
        reread="4 It stops, but where?",
    ),
    Choice(
        key="more_starts",
        ask="The picture of a k-means result shows two long groups that are both cut in half. "
        "The program says: error of the true groups 1.92, error of k-means 1.22. What helps?",
        answer="to change the scale or the model",
        choices={
            "more starts, and the end with the lowest error": "They look for a lower error still. "
            "The true groups have a higher one.",
            "a start by k-means++": "It finds low errors more often. Here the low error is the "
            "wrong answer.",
            "to change the scale or the model": "",
            "more iterations": "At the end nothing changes any more, however long one waits.",
        },
        why="The criterion is at fault, not the search. Another scale of the features, or a "
        "mixture whose sets have their own shapes, makes the true groups the better answer.",
        reread="5 Four ways to fail",
    ),
)
