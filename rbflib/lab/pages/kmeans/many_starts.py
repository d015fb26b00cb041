"""Where forty starts of k-means end, from random samples and by k-means++."""

from functools import lru_cache

import numpy as np

from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, in_plane, show_frame
from rbflib.lab.pages.kmeans.groups import OF_READER, WALK_CODE, WALK_DATA, walk_data
from rbflib.lab.pages.kmeans.partition import MAX_CLUSTERS, WHOLE_PLANE, SetsDrawing, partition_axes


class ManyStartsScene(Scene):
    """Where many starts end, by chance and by k-means++; and one of the partitions."""

    edges = np.geomspace(1, 4, 31)

    def __init__(self):
        self.figure = style.new_figure()
        self.plane = partition_axes(self.figure, style.ASIDE_PLANE, "One of the ends", keyed=True)
        self.drawing = SetsDrawing(self.plane)
        style.add_key(self.plane)
        title = "Where random starts end: their share"
        self.bars = {"random": self._bars(2.62, title, leads=True, xticklabels=[])}
        look = {"xlabel": "final E_in, as a multiple of the lowest found"}
        self.bars["k-means++"] = self._bars(0.6, "Starts by k-means++", **look)

    def _bars(self, bottom, title, **options):
        place, ticks = (0.55, bottom, 4.3, 1.5), [1, 1.5, 2, 3, 4]
        look = {"xlim": (0.97, 4.1), "ylim": (0, 1), "xscale": "log", "yticks": [0, 0.5, 1]}
        look |= {"xticks": ticks, "xticklabels": ticks}
        axes = style.add_axes(self.figure, place, title, **look | options)
        axes.minorticks_off()
        nothing, color = np.zeros(len(self.edges) - 1), style.METHOD_STYLE["k-means"]["color"]
        return moving(axes.stairs(nothing, self.edges, fill=True, color=color))

    def in_steps(self, data, k, starts, show):
        self.runs = {init: [] for init in self.bars}
        for draw in range(starts):
            for init, costs in self.runs.items():
                costs.append(final_cost(data, k, init, draw))
            yield

    def update(self, data, k, starts, show):
        runs = {init: np.array(costs) for init, costs in self.runs.items()}
        starts = len(runs["random"])
        both = np.concatenate(list(runs.values()))
        lowest = both.min()
        numbers = {"lowest E_in": lowest}
        for init, costs in runs.items():
            share = np.histogram(np.minimum(costs / lowest, 3.99), self.edges)[0] / starts
            self.bars[init].set_data(share)
            numbers[f"{init}: starts within 2% of it"] = int(np.sum(costs < 1.02 * lowest))
        pick = both.argmax() if show == "worst" else both.argmin()
        init = "random" if pick < starts else "k-means++"
        model = fitted(data, k, init, pick % starts)
        show_frame(self.plane, data, **WHOLE_PLANE)
        self.drawing.show(walk_data(data), model.labels_, model.cluster_centers_)
        return numbers | {"shown: E_in": both[pick], "shown: start": init}

    def code(self, data, k, starts, show):
        pick = "max" if show == "worst" else "min"
        runs = f"""
            import numpy as np
            from rbflib import KMeans

            e_in = {{}}
            for init in ("random", "k-means++"):
                runs = [KMeans({k}, init=init, random_state=d).fit(X) for d in range({starts})]
                e_in[init] = np.array([run.inertia_ for run in runs]) / len(X)
            lowest = min(e_in["random"].min(), e_in["k-means++"].min())
            print("lowest E_in:", lowest)
            for init in e_in:
                print(f"{{init}}: starts within 2% of it:", np.sum(e_in[init] < 1.02 * lowest))
            by = {pick}(e_in, key=lambda init: e_in[init].{pick}())
            print("shown: E_in:", e_in[by].{pick}())
            print("shown: start:", by)
        """
        return lines(WALK_CODE.get(data, OF_READER), runs)


MAX_STARTS = 40


@lru_cache(maxsize=4096)
def fitted(data, k, init, draw):
    return KMeans(k, init=init, random_state=draw).fit(walk_data(data))


def final_cost(data, k, init, draw):
    """E_in at the end of one walk."""
    run = fitted(data, k, init, draw)
    return run.inertia_ / len(run.labels_)


@explorer(page="kmeans")
def many_starts(X=None):
    """Page 04: where many starts end; on your X (N, 2)."""
    controls = {
        "data": Choice("data", list(WALK_DATA)),
        "k": LinearSlider("k", 4, 1, MAX_CLUSTERS, 1),
        "starts": LinearSlider("starts", MAX_STARTS, 1, MAX_STARTS, 1),
        "show": Choice("show", ["worst", "best"]),
    }
    presets = {
        "Four clouds, k = 4": {"data": "four clouds"},
        "Its best end": {"show": "best"},
        "k = 8": {"k": 8},
        "One start only": {"starts": 1},
        "No groups": {"data": "no groups", "k": 6},
        "Iris": {"data": "iris petals", "k": 3},
    }
    return Explorer(ManyStartsScene, controls, presets, opens=Opens(in_plane, (X,)))
