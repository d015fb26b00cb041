"""Questions of page 04: the half steps of k-means and their limits."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="half_plane",
        ask="Two centers stand at $(3, 1)$ and $(3, 5)$. "
        "Which samples are in the set of the first?",
        answer="those with x₂ < 3",
        choices={
            "those with x₂ > 3": "These are nearer to the second center, at $(3, 5)$.",
            "those with x₁ < 3": "Both centers have the same first coordinate: "
            "it drops out of the comparison.",
            "those with x₂ < 3": "",
            "those within distance 2 of the first center": "A set has no radius: "
            "also a sample far away has a nearest center.",
        },
        why="The boundary is half way between the two centers: the line $x_2=3$.",
        reread="2 Two easy halves",
    ),
    Number(
        key="mean",
        ask="A set holds the numbers 1, 2 and 6. Where is its best center?",
        answer=3,
        wrong={
            2: "This is the median. It is best for distances that are not squared.",
            3.5: "This is half way between the smallest and the largest.",
            9: "This is the sum. Divide it by the number of samples.",
        },
        otherwise="The error is a sum of squares. Where does its gradient vanish?",
        why="The mean, $(1+2+6)/3$. There the gradient of the squared distances vanishes.",
        reread="2 Two easy halves",
    ),
    Order(
        key="phases",
        ask="Put the steps of Lloyd's algorithm in order.",
        items={
            "place k centers somewhere": "without centers there is no nearest one.",
            "assign: every sample joins its nearest center": "it needs centers.",
            "update: every center moves to the mean of its set": "it needs the sets.",
            "assign again; stop if no set has changed": "this is how it ends, not how it begins.",
        },
        shown=(3, 2, 0, 1),
        why="Start, assign, update, and again until an assignment changes nothing.",
        reread="3 Lloyd's algorithm",
    ),
    Choice(
        key="never_rises",
        ask=r"What can happen to $E_\mathrm{in}$ in a half step of k-means?",
        answer="it falls or stays",
        choices={
            "it always falls": "The last half steps change nothing: there it stays.",
            "it falls or stays": "",
            "it may rise in an update, if a center leaves samples behind": "The mean is the best "
            "center of its set as a whole. The sum of the squares cannot rise.",
            "it may rise when samples change their sets": "It only changes to a nearer center.",
        },
        why="Each half step makes the best choice while the other half is held.",
        reread="3 Lloyd's algorithm",
    ),
    Choice(
        key="choose_k",
        ask=r"Why can the lowest $E_\mathrm{in}$ not choose $k$?",
        answer="it falls with every further center, down to 0",
        choices={
            "it falls with every further center, down to 0": "",
            "it rises again when there are too many centers": "A further center can only help the "
            "training samples.",
            "it needs the targets y": "There are no targets in it: k-means never sees them.",
            "it does not depend on k": "More centers are nearer to the samples.",
        },
        why="With a center on every sample it is 0, and nothing has been learned.",
        reread="4 It stops, but where?",
    ),
)
