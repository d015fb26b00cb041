"""The groups that made the samples, beside the sets that k-means finds."""

from functools import lru_cache

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import adjusted_rand_score

from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines, run
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.kmeans.partition import MAX_CLUSTERS, SetsDrawing, partition_axes

# Lines of Python that make samples and their groups, at a strength, of a draw.
FAILURE_CODE = {
    # Three groups; strength moves them apart.
    "wrong k": """
        groups, far = np.arange(160) % 3, 0.3 + 0.14 * strength
        angle = 2 * np.pi * groups / 3 + np.pi / 2
        middle = far * np.column_stack([np.cos(angle), np.sin(angle)])
        X = middle + 0.3 * np.random.default_rng(11 + draw).standard_normal((160, 2))
    """,
    # Two groups, one above the other; strength stretches them sideways.
    "elongated groups": """
        groups, half = np.arange(160) % 2, 0.5 + 0.22 * strength
        x = np.random.default_rng(12 + draw).uniform(-half, half, 160)
        y = 0.22 * np.random.default_rng(12 + draw).standard_normal((160, 2))[:, 1]
        X = np.column_stack([x, y + 1.7 * (groups - 0.5)])
    """,
    # Two disks; strength makes one of them wide.
    "unequal spread": """
        rng, groups = np.random.default_rng(13 + draw), np.arange(160) % 2
        radius = np.where(groups, 0.3, 0.3 + 0.16 * strength) * np.sqrt(rng.uniform(size=160))
        angle = rng.uniform(0, 2 * np.pi, 160)
        X = np.column_stack([radius * np.cos(angle) + 2.2 * groups, radius * np.sin(angle)])
        X = X - [0.8, 0]
    """,
    # A few samples beside strength times as many.
    "unequal sizes": """
        groups = (np.arange(160) < round(160 / (2 + 3 * strength))).astype(int)
        X = np.random.default_rng(14 + draw).standard_normal((160, 2))
        X = X * np.where(groups, 0.3, 0.5)[:, None] + np.outer(groups, [2.3, 0]) - [0.8, 0]
    """,
}


class WaysToFailScene(Scene):
    """The groups that made the data, beside the sets that k-means finds."""

    drawn = ("E_in of the groups", "E_in of k-means", "agreement (adjusted Rand index)")

    def __init__(self):
        self.figure = style.new_figure()
        titles = "The groups that made the data", "k-means: the best of 10 runs"
        self.groups, self.found = (
            SetsDrawing(partition_axes(self.figure, place, title, leads=True))
            for place, title in zip(style.PAIR, titles, strict=True)
        )
        style.add_key(self.found.centers.axes)

    def update(self, case, k, strength, draw):
        X, labels, model = failure(case, k, strength, draw)
        self.groups.show(X, labels)
        order = like_groups(labels, model.labels_, k)
        self.found.show(X, order.argsort()[model.labels_], model.cluster_centers_[order])
        means = np.stack([X[labels == m].mean(axis=0) for m in range(labels.max() + 1)])
        return {
            "E_in of the groups": np.mean(((X - means[labels]) ** 2).sum(axis=1)),
            "E_in of k-means": model.inertia_ / len(X),
            "agreement (adjusted Rand index)": adjusted_rand_score(labels, model.labels_),
        }

    def code(self, case, k, strength, draw):
        start = f"""
            import numpy as np
            from sklearn.metrics import adjusted_rand_score
            from rbflib import KMeans

            strength, draw = {strength}, {draw}
        """
        end = f"""
            kmeans = KMeans({k}, init="k-means++", n_init=10, random_state=0).fit(X)
            means = np.stack([X[groups == m].mean(axis=0) for m in range(groups.max() + 1)])
            print("E_in of the groups:", np.mean(np.sum((X - means[groups]) ** 2, axis=1)))
            print("E_in of k-means:", kmeans.inertia_ / len(X))
            agreement = adjusted_rand_score(groups, kmeans.labels_)
            print("agreement (adjusted Rand index):", agreement)
        """
        return lines(start, FAILURE_CODE[case], end)


@lru_cache(maxsize=128)
def failure(case, k, strength, draw):
    """Samples, their groups, and k-means' best of ten runs."""
    X, groups = samples(case, strength, draw)
    return X, groups, KMeans(k, init="k-means++", n_init=10, random_state=0).fit(X)


def samples(case, strength, draw):
    """Samples (160, 2) and their groups (160,)."""
    made = run(FAILURE_CODE[case], strength=strength, draw=draw)
    return made["X"], made["groups"]


def like_groups(groups, labels, k):
    """The order of the k sets in which most samples have the number of their group."""
    counts = np.zeros((max(k, groups.max() + 1), k))
    np.add.at(counts, (groups, labels), 1)
    return linear_sum_assignment(counts[:k], maximize=True)[1]  # further groups have no number


@explorer(page="kmeans")
def ways_to_fail():
    """Page 04: four kinds of data that k-means gets wrong."""
    controls = {
        "case": Choice("case", list(FAILURE_CODE), "elongated groups"),
        "k": LinearSlider("k", 2, 1, MAX_CLUSTERS, 1),
        "strength": LinearSlider("strength", 4.0, 0.0, 8.0, 0.5),
        "draw": draw_slider("samples"),
    }
    presets = {
        "Wrong k": {"case": "wrong k", "k": 2},
        "The right k": {"case": "wrong k", "k": 3},
        "Elongated": {"strength": 8.0},
        "Round": {"strength": 0.0},
        "Unequal spread": {"case": "unequal spread", "strength": 8.0},
        "Unequal sizes": {"case": "unequal sizes", "strength": 8.0},
    }
    return Explorer(WaysToFailScene, controls, presets)
