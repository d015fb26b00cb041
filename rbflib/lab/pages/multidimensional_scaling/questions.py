"""Questions of page 08: from distances to a map, and what the eigenvalues say."""

from rbflib.lab.kit.question import Choice, Number, Order

QUESTIONS = (
    Choice(
        key="shift",
        ask="All samples are moved by the same vector, far away from the origin. Then their "
        "distances are measured, and double centering turns them into $B$. "
        "What has the move changed in $B$?",
        answer="nothing",
        choices={
            "every entry has grown by the squared length of the vector": "$B$ is computed from "
            "distances alone, and no distance has changed.",
            "its largest eigenvalue has grown": r"That is so for $XX^T$ as it stands. "
            "Here only distances go in.",
            "nothing": "",
            "its rows no longer sum to 0": "The mean of every row is subtracted, "
            "whatever the table holds.",
        },
        why="The move changes no distance. "
        "Double centering puts the origin at the mean of the samples.",
        reread="4 Four questions that students ask",
    ),
    Order(
        key="steps",
        ask="Put the steps from a table of distances to a map in order.",
        items={
            "square every distance": "inner products come from squared distances, "
            "so every distance is squared before the means are taken.",
            "double centering, times −1/2": "this turns squared distances into inner products.",
            "eigenvalues and eigenvectors": "those of the inner products are needed, "
            "not those of the distances.",
            "keep the d′ largest: each vector times √λ": "this is the map, the last step.",
        },
        shown=(2, 0, 3, 1),
        why=r"Squares, double centering, $B=V\Lambda V^T$, and $Z=\Lambda^{1/2}V^T$.",
        reread="2 From inner products to a map",
    ),
    Number(
        key="five_points",
        ask="Five points have ten equal distances. What share of the squared distance does their "
        "map in the plane keep?",
        answer=0.5,
        wrong={
            2 / 3: "This is the tetrahedron, which has four points and three equal eigenvalues.",
            0.4: "There are five eigenvalues, but one of them is always 0.",
            1: "In the plane no more than three points can have equal distances.",
            50: "A share is asked for, a number between 0 and 1.",
        },
        otherwise="All eigenvalues are equal, apart from the one that is always 0. "
        "How many are left? The plane keeps two.",
        why="Four eigenvalues are equal, and the fifth is 0. The plane keeps two of the four.",
        reread="2 From inner products to a map",
    ),
    Choice(
        key="zero",
        ask="Ten samples have four features. Three eigenvalues of $B$ are above 0, "
        "and the other seven are 0. What follows?",
        answer="three dimensions keep every distance",
        choices={
            "three dimensions keep every distance": "",
            "two features are equal": "That is one of several possible reasons. "
            "One feature may also be the sum of the others, or a constant.",
            "two samples are equal": "They would have the distance 0 to each other. "
            "Ten different samples can lie in three dimensions.",
            "no points have exactly these distances": "It is a negative eigenvalue that says so. "
            "An eigenvalue 0 is only a dimension without extent.",
        },
        why="The samples span three dimensions only. "
        r"No squared distance is left out, as $\sum_{k>3}\lambda_k=0$.",
        reread="4 Four questions that students ask",
    ),
    Choice(
        key="negative",
        ask="Double centering of a table of distances gives a clearly negative eigenvalue. "
        "What follows?",
        answer="no points of a Euclidean space have them",
        choices={
            "the samples were not centered first": "Distances do not depend on that, "
            "and double centering centers by itself.",
            "the map needs more dimensions": r"A further dimension would need the root of "
            r"a negative $\lambda_k$. No number of dimensions makes this map exact.",
            "somewhere a detour is shorter than the direct way": "Over the globe no detour is "
            "shorter than the direct way, and yet the table has negative eigenvalues.",
            "no points of a Euclidean space have them": "",
        },
        why=r"Points would have $B=Z^TZ$, and then "
        r"$\mathbf{v}^TB\mathbf{v}=\|Z\mathbf{v}\|^2\ge0$ for every $\mathbf{v}$.",
        reread="6 Distances of a round Earth",
    ),
    Choice(
        key="learner",
        ask="Training and test samples are replaced by their places on a map that keeps every "
        "distance. Which learner may now decide differently?",
        answer="an ELM with the same sigmoid nodes",
        choices={
            "five nearest neighbors": "The same five are the nearest: no distance has changed.",
            "an ELM with the same sigmoid nodes": "",
            "a full Gaussian network with the same γ": "Its bumps depend on distances from "
            "samples. None has changed.",
            "k-means, started on the same samples": "The means of the clusters move along with the "
            "samples, so the same center is the nearest.",
        },
        why="A sigmoid node computes the inner product with its own weights. "
        "The map is rotated, and the weights are not.",
        reread="8 Distances are all that a radial basis sees",
    ),
)
