"""Where forty starts of k-means end, from random samples and by k-means++."""

from functools import lru_cache

import numpy as np

from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, slider
from rbflib.lab.kit.stage import Scene, moving
from rbflib.lab.pages.kmeans.groups import WALK_DATA
from rbflib.lab.pages.kmeans.partition import MAX_CLUSTERS, SetsDrawing, partition_axes


class ManyStartsScene(Scene):
    """Where many starts end, by chance and by k-means++; and one of the partitions."""

    edges = np.geomspace(1, 4, 31)

    def __init__(self):
        self.figure = style.new_figure()
        self.drawing = SetsDrawing(partition_axes(self.figure, style.LEFT, "one of the ends"))
        random = self._bar_axes(2.75, "random: share of the starts that end there")
        plus_plus = self._bar_axes(0.9, "k-means++")
        plus_plus.set_xlabel("final E_in, as a multiple of the lowest found")
        self.bars = {
            "random": self._bars(random, style.POSITIVE),
            "k-means++": self._bars(plus_plus, style.NEGATIVE),
        }

    def _bar_axes(self, bottom, title):
        axes = style.add_axes(
            self.figure,
            (5.3, bottom, 3.75, 1.25),
            title=title,
            xlim=(0.97, 4.1),
            ylim=(0, 1),
            xscale="log",
            yticks=[0, 0.5, 1],
        )
        axes.set_xticks([1, 1.5, 2, 3, 4], ["1", "1.5", "2", "3", "4"])
        axes.minorticks_off()
        return axes

    def _bars(self, axes, color):
        nothing = np.zeros(len(self.edges) - 1)
        return moving(axes.stairs(nothing, self.edges, fill=True, color=color))

    def update(self, data, k, starts, show):
        runs = {init: final_costs(data, k, init)[:starts] for init in self.bars}
        both = np.concatenate(list(runs.values()))
        lowest = both.min()
        numbers = {"lowest E_in": lowest}
        for init, costs in runs.items():
            share = np.histogram(np.minimum(costs / lowest, 3.99), self.edges)[0] / starts
            self.bars[init].set_data(share)
            numbers[f"{init}: starts within 2 % of it"] = int(np.sum(costs < 1.02 * lowest))
        pick = both.argmax() if show == "worst" else both.argmin()
        init = "random" if pick < starts else "k-means++"
        model = fitted(data, k, init, pick % starts)
        self.drawing.show(WALK_DATA[data](), model.labels_, model.cluster_centers_)
        return numbers | {"shown: E_in": both[pick], "by": init}


@lru_cache(maxsize=4096)
def fitted(data, k, init, draw):
    return KMeans(k, init=init, random_state=draw).fit(WALK_DATA[data]())


MAX_STARTS = 40


@lru_cache(maxsize=128)
def final_costs(data, k, init):
    """E_in at the end of MAX_STARTS walks."""
    runs = [fitted(data, k, init, draw) for draw in range(MAX_STARTS)]
    return np.array([run.inertia_ / len(run.labels_) for run in runs])


def many_starts():
    """Page 04: where many starts end."""
    controls = {
        "data": choice("data", list(WALK_DATA)),
        "k": slider("k", 4, 1, MAX_CLUSTERS, 1),
        "starts": slider("starts", MAX_STARTS, 1, MAX_STARTS, 1),
        "show": choice("show", ["worst", "best"]),
    }
    presets = {
        "Four clouds, k = 4": {},
        "Its best end": {"show": "best"},
        "k = 8": {"k": 8},
        "One start only": {"starts": 1},
        "No groups": {"data": "no groups", "k": 6},
        "Iris": {"data": "iris petals", "k": 3},
    }
    return Explorer(ManyStartsScene(), controls, presets)
