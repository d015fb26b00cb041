"""Scenes of page 04: the walk of k-means, many starts, ways to fail, and a palette for a photo."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from scipy.optimize import linear_sum_assignment
from sklearn.datasets import load_iris, load_sample_image
from sklearn.metrics import adjusted_rand_score

from rbflib.datasets import make_moons
from rbflib.kmeans import KMeans, lloyd
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, slider, steps_slider
from rbflib.lab.kit.stage import Pixels, Scene
from rbflib.lab.kit.walk import WalkExplorer
from rbflib.numerics.distances import squared_distances

MAX_CLUSTERS = 8
X_REACH, Y_REACH = 2.6, 2.2  # half the width and height of the plane


def _clouds(sizes, centers, spread, seed):
    rng = np.random.default_rng(seed)
    return np.concatenate(
        [
            c + s * rng.standard_normal((n, 2))
            for n, c, s in zip(sizes, centers, spread, strict=True)
        ]
    )


def _iris_petals():
    petals = load_iris().data[:, 2:]
    return (petals - petals.mean(axis=0)) / petals.std(axis=0)


def _square():
    return np.random.default_rng(5).uniform((-2.2, -1.9), (2.2, 1.9), size=(160, 2))


# A star has little area for its size: the same size would make it a dot.
SIZES = [1.7 if look["marker"] == "*" else 1.0 for look in style.SET_STYLE]
TINTS = style.as_rgba([style.lighter(look["color"], 0.16) for look in style.SET_STYLE])
FOUR = [(-1.5, 1.1), (1.4, 1.2), (-1.1, -1.1), (1.3, -0.9)]
WALK_DATA = {
    "four clouds": lambda: _clouds([40] * 4, FOUR, [0.42] * 4, 87),
    "no groups": _square,
    "two moons": lambda: 1.2 * make_moons(160, noise=0.15, random_state=2)[0],
    "iris petals": _iris_petals,
}


PHASES = {"start": "start", "assign": "assignment step", "update": "update step"}


def e_in(step):
    """The lecture's cluster error: the mean squared distance to the own center."""
    return step.cost / len(step.labels)


class KMeansWalkScene(Scene):
    """Lloyd's algorithm, half a step at a time, with E_in beside it.

    `position` is a place on the walk: 3.5 is half way from half step 2 to half step 3.
    """

    def __init__(self):
        self.forget_the_hand()
        self.figure = style.new_figure()
        self.plane = style.add_axes(
            self.figure, (0.65, 0.9, 4.6, 3.1), xlabel="x₁", ylabel="x₂",
            xlim=(-X_REACH, X_REACH), ylim=(-Y_REACH, Y_REACH),
        )  # fmt: skip
        self.cells = Pixels(self.plane)
        self.lines = LineCollection([], lw=0.8, alpha=0.5, animated=True, zorder=1)
        self.plane.add_collection(self.lines, autolim=False)
        self.sets = [
            self._markers(ms=6 * size, **look)
            for size, look in zip(SIZES, style.SET_STYLE, strict=True)
        ]
        self.free = self._markers(ms=6, marker="o", color=style.MUTED)
        (self.trail,) = self.plane.plot([], [], color=style.INK, lw=1.5, animated=True, zorder=5)
        self.old = self._diamonds(mfc="white", ms=8, label="where it was")
        self.centers = self._diamonds(mfc=style.INK, ms=10, label="center of a set")
        style.add_legend(self.plane, below=True)
        self.costs = style.add_axes(
            self.figure, (6.05, 0.9, 2.95, 3.1), title="E_in after every half step",
            xlabel="half step", xlim=(0, 1), ylim=(0, 1.08), xticks=[],
        )  # fmt: skip
        self.costs.set_yticks([0, 1], ["0", "start"])
        (self.curve,) = self.costs.plot([], [], "o-", color=style.POSITIVE, ms=5, animated=True)
        (self.now,) = self.costs.plot(
            [], [], "D", color=style.INK, ms=9, animated=True, clip_on=False
        )

    def _markers(self, **look):
        (markers,) = self.plane.plot(
            [], [], ls="", mec="white", mew=0.6, animated=True, zorder=4, **look
        )
        return markers

    def _diamonds(self, **look):
        (diamonds,) = self.plane.plot(
            [], [], "D", mec=style.INK, mew=1.5, animated=True, zorder=6, **look
        )
        return diamonds

    def samples(self, data):
        return np.concatenate([WALK_DATA[data](), *self.added.get(data, [])])

    def record(self, data, k, start, draw):
        """All half steps of the walk: a list of KMeansStep."""
        X = tuple(map(tuple, self.samples(data)))
        if start == "by hand":
            return _walk_from(X, tuple(map(tuple, self._hand_centers(k))))
        return _walk(X, k, start, draw)

    def _hand_centers(self, k):
        """Where the hand put the centers; on a small circle, those that it has not touched."""
        angle = 2 * np.pi * np.arange(k) / k
        centers = 0.5 * np.column_stack([np.cos(angle), np.sin(angle)])
        n = min(k, len(self.start_centers))
        centers[:n] = self.start_centers[:n]
        return centers

    def tops(self, data, k, start, draw, step):
        return {"step": len(self.record(data, k, start, draw)) - 1}

    def update(self, data, k, start, draw, step):
        self.data = data
        self.X, self.steps = self.samples(data), self.record(data, k, start, draw)
        self.step = min(step, len(self.steps) - 1)
        self.draw_at(self.step)
        return self.numbers_at(self.step)

    def numbers_at(self, step):
        now, before = self.steps[step], self.steps[max(step - 1, 0)]
        numbers = {PHASES[now.phase]: "", "E_in": e_in(now)}
        if now.phase == "start":
            numbers["from here the walk ends at"] = e_in(self.steps[-1])
        if now.phase == "assign":
            numbers["samples that changed sets"] = int(np.sum(now.labels != before.labels))
        if now.phase == "update":
            ways = np.sqrt(((now.centers - before.centers) ** 2).sum(axis=1))
            numbers["longest way of a center"] = ways.max()
        if step == len(self.steps) - 1:
            numbers["the end:"] = "no set changes any more"
        return numbers

    def draw_at(self, position):
        """Draw the walk at a place on it; between two half steps the centers are under way."""
        s = int(np.ceil(position))
        share = 1 - (s - position)
        now, before = self.steps[s], self.steps[max(s - 1, 0)]
        centers = before.centers + share * (now.centers - before.centers)
        labels = now.labels if share > 0.5 else before.labels
        self._draw_sets(labels, centers)
        self._draw_cells(now if now.phase != "update" else before)
        self.centers.set_data(*centers.T)
        self.old.set_data(*before.centers.T)
        gap = np.full_like(centers, np.nan)
        self.trail.set_data(*np.hstack([before.centers, centers, gap]).reshape(-1, 2).T)
        costs = np.array([e_in(step) for step in self.steps])
        x = (np.arange(len(costs)) + 0.5) / len(costs)
        self.curve.set_data(x[: s + 1], costs[: s + 1] / costs[0])
        self.now.set_data([x[s]], [costs[s] / costs[0]])

    def _draw_sets(self, labels, centers):
        for m, markers in enumerate(self.sets):
            markers.set_data(*self.X[labels == m].T)
        self.free.set_data(*self.X[labels < 0].T)
        ends = centers[labels[labels >= 0]]
        self.lines.set_segments(np.stack([self.X[labels >= 0], ends], axis=1))
        self.lines.set_color([style.SET_STYLE[m]["color"] for m in labels[labels >= 0]])

    def _draw_cells(self, step):
        """The cells of the nearest center, in light colors; none at the start."""
        if step.phase == "assign":
            self.cells.set_colors(nearest_cells(*self.cells.grid(), step.centers))
        self.cells.set_visible(step.phase == "assign")

    def recording(self):
        """The walk for the browser: samples, half steps, and how sets look."""
        return {
            "x": _short(self.X),
            "steps": [
                {
                    "phase": s.phase,
                    "centers": _short(s.centers),
                    "labels": s.labels.tolist(),
                    "e_in": round(e_in(s), 5),
                }
                for s in self.steps
            ],
            "step": self.step,
            "added": len(self.added.get(self.data, [])),
            "reach": [X_REACH, Y_REACH],
            "looks": [
                look | {"tint": to_hex(style.lighter(look["color"], 0.16))}
                for look in style.SET_STYLE
            ],
        }

    def move_center(self, m, x, y, step):
        """Start by hand: from where the centers are at this half step, with one of them moved."""
        self.start_centers = np.array(self.steps[step].centers)
        self.start_centers[m] = np.clip([x, y], [-X_REACH, -Y_REACH], [X_REACH, Y_REACH])

    def add_sample(self, x, y):
        self.added.setdefault(self.data, []).append([(x, y)])

    def remove_samples(self):
        self.added = {}

    def forget_the_hand(self):
        """As if nothing had been added or dragged."""
        self.remove_samples()
        self.start_centers = np.empty((0, 2))


def _short(points):
    return points.round(4).tolist()


@lru_cache(maxsize=64)
def _walk(samples, k, start, draw):
    return KMeans(k, init=start, random_state=draw).fit(np.array(samples)).history_


@lru_cache(maxsize=64)
def _walk_from(samples, centers):
    return list(lloyd(np.array(samples), np.array(centers)))


def kmeans_walk():
    """Page 04: k-means step by step, played in the browser."""
    controls = {
        "data": choice("data", list(WALK_DATA)),
        "k": slider("k", 4, 1, MAX_CLUSTERS, 1),
        "start": choice("start", ["random", "k-means++", "by hand"]),
        "draw": slider("draw", 1, 1, 30, 1),
        "step": slider("half step", 2, 0, 100, 1),
    }
    presets = {
        "k = 4": {"step": 0},
        "k = 7": {"k": 7, "step": 0},
        "A bad start": {"draw": 4, "step": 0},
        "A start by k-means++": {"start": "k-means++", "draw": 2, "step": 0},
        "No groups": {"data": "no groups", "k": 7, "step": 0},
        "Iris": {"data": "iris petals", "k": 3, "step": 0},
    }
    return WalkExplorer(KMeansWalkScene(), controls, presets)


class SetsDrawing:
    """Samples in their sets, the cells of the nearest center, and the centers."""

    def __init__(self, axes):
        self.cells = Pixels(axes)
        self.x, self.y = self.cells.grid()
        mark = {"ls": "", "mec": "white", "mew": 0.6, "animated": True, "zorder": 4}
        self.sets = [
            axes.plot([], [], ms=5.5 * size, **mark, **look)[0]
            for size, look in zip(SIZES, style.SET_STYLE, strict=True)
        ]
        (self.centers,) = axes.plot(
            [], [], "D", mfc=style.INK, mec="white", mew=1.2, ms=10, animated=True, zorder=6
        )

    def show(self, X, labels, centers=None):
        for m, markers in enumerate(self.sets):
            markers.set_data(*X[labels == m].T)
        if centers is not None:
            self.cells.set_colors(nearest_cells(self.x, self.y, centers))
            self.centers.set_data(*centers.T)


def nearest_cells(x, y, centers):
    """Light colors of the nearest center over the grid of x (Gx,) and y (Gy,): (Gy, Gx, 4)."""
    across = np.subtract.outer(centers[:, 0], x) ** 2
    up = np.subtract.outer(centers[:, 1], y) ** 2
    nearest = (across[:, None, :] + up[:, :, None]).argmin(axis=0)
    return TINTS[nearest]


class ManyStartsScene(Scene):
    """Where many starts end, by chance and by k-means++; and one of the partitions."""

    edges = np.geomspace(1, 4, 31)

    def __init__(self):
        self.figure = style.new_figure()
        plane = style.add_axes(
            self.figure, (0.65, 0.9, 4.2, 3.1), title="one of the ends", xlabel="x₁", ylabel="x₂",
            xlim=(-X_REACH, X_REACH), ylim=(-Y_REACH, Y_REACH),
        )  # fmt: skip
        self.drawing = SetsDrawing(plane)
        self.bars = {
            "random": self._bars(2.75, "random: share of the starts that end there"),
            "k-means++": self._bars(
                0.9, "k-means++", "final E_in, as a multiple of the lowest found"
            ),
        }

    def _bars(self, bottom, title, xlabel=""):
        axes = style.add_axes(
            self.figure, (5.55, bottom, 3.4, 1.25), title=title, xlabel=xlabel,
            xlim=(0.97, 4.1), ylim=(0, 1), xscale="log", yticks=[0, 0.5, 1],
        )  # fmt: skip
        axes.set_xticks([1, 1.5, 2, 3, 4], ["1", "1.5", "2", "3", "4"])
        axes.minorticks_off()
        color = style.POSITIVE if bottom > 2 else style.NEGATIVE
        return axes.stairs(
            np.zeros(len(self.edges) - 1), self.edges, fill=True, color=color, animated=True
        )

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


def _pair(seed):
    return np.random.default_rng(seed).standard_normal((160, 2)), np.arange(160) % 2


def wrong_k(strength):
    """Three groups; strength moves them apart."""
    X, _ = _pair(11)
    labels = np.arange(160) % 3
    angle = 2 * np.pi * labels / 3 + np.pi / 2
    far = 0.3 + 0.14 * strength
    return 0.3 * X + far * np.column_stack([np.cos(angle), np.sin(angle)]), labels


def elongated(strength):
    """Two groups side by side; strength draws them out."""
    X, labels = _pair(12)
    X[:, 0] = np.random.default_rng(12).uniform(-0.5 - 0.22 * strength, 0.5 + 0.22 * strength, 160)
    return X * [1, 0.22] + np.outer(labels - 0.5, [0, 1.7]), labels


def unequal_spread(strength):
    """Two disks; strength makes one of them wide."""
    rng, labels = np.random.default_rng(13), np.arange(160) % 2
    radius = np.where(labels, 0.3, 0.3 + 0.16 * strength) * np.sqrt(rng.uniform(size=160))
    angle = rng.uniform(0, 2 * np.pi, 160)
    disk = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return disk + np.outer(labels, [2.2, 0]) - [0.8, 0], labels


def unequal_sizes(strength):
    """A few samples beside strength times as many."""
    X, _ = _pair(14)
    few = round(160 / (2 + 3 * strength))
    labels = (np.arange(160) < few).astype(int)
    return X * np.where(labels, 0.3, 0.5)[:, None] + np.outer(labels, [2.3, 0]) - [0.8, 0], labels


FAILURES = {
    "wrong k": wrong_k,
    "elongated groups": elongated,
    "unequal spread": unequal_spread,
    "unequal sizes": unequal_sizes,
}


class FailuresScene(Scene):
    """The groups that made the data, beside the sets that k-means finds."""

    def __init__(self):
        self.figure = style.new_figure()
        look = {
            "xlabel": "x₁", "ylabel": "x₂", "xlim": (-X_REACH, X_REACH),
            "ylim": (-Y_REACH, Y_REACH),
        }  # fmt: skip
        self.groups, self.found = (
            SetsDrawing(style.add_axes(self.figure, (left, 0.7, 3.9, 3.3), title=title, **look))
            for left, title in [
                (0.65, "the groups that made the data"),
                (5.15, "k-means: the best of 10 runs"),
            ]
        )

    def update(self, case, k, strength):
        X, labels, model = failure(case, k, strength)
        self.groups.show(X, labels)
        order = like_groups(labels, model.labels_, k)
        self.found.show(X, order.argsort()[model.labels_], model.cluster_centers_[order])
        means = np.stack([X[labels == m].mean(axis=0) for m in range(labels.max() + 1)])
        return {
            "E_in of the groups": np.mean(((X - means[labels]) ** 2).sum(axis=1)),
            "E_in of k-means": model.inertia_ / len(X),
            "agreement (adjusted Rand index)": adjusted_rand_score(labels, model.labels_),
        }


@lru_cache(maxsize=128)
def failure(case, k, strength):
    """Samples, their groups, and k-means' best of ten runs."""
    X, labels = FAILURES[case](strength)
    return X, labels, KMeans(k, init="k-means++", n_init=10, random_state=0).fit(X)


def like_groups(groups, labels, k):
    """The order of the k sets in which most samples have the number of their group."""
    counts = np.zeros((max(k, groups.max() + 1), k))
    np.add.at(counts, (groups, labels), 1)
    rows, sets = linear_sum_assignment(counts, maximize=True)
    left = np.setdiff1d(np.arange(k), sets)
    return np.concatenate([sets[rows.argsort()], left]).astype(int)


def ways_to_fail():
    """Page 04: four kinds of data that k-means gets wrong."""
    controls = {
        "case": choice("case", list(FAILURES), "elongated groups"),
        "k": slider("k", 2, 1, MAX_CLUSTERS, 1),
        "strength": slider("strength", 4.0, 0.0, 8.0, 0.5),
    }
    presets = {
        "Wrong k": {"case": "wrong k", "k": 2},
        "The right k": {"case": "wrong k", "k": 3},
        "Elongated": {"strength": 8.0},
        "Round": {"strength": 0.0},
        "Unequal spread": {"case": "unequal spread", "strength": 8.0},
        "Unequal sizes": {"case": "unequal sizes", "strength": 8.0},
    }
    return Explorer(FailuresScene(), controls, presets)


PALETTE_SIZES = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]


@lru_cache
def photo(name):
    """A photograph of scikit-learn's, every second pixel of its middle: uint8 (160, 240, 3)."""
    return load_sample_image(f"{name}.jpg")[54:374:2, 80:560:2]


@lru_cache(maxsize=64)
def palettes(name, k):
    """Pixels in [0, 1] (N, 3); colors learned by k-means and drawn at random, with labels."""
    X = photo(name).reshape(-1, 3) / 255
    rng = np.random.default_rng(3)
    sample = X[rng.choice(len(X), 3000, replace=False)]
    learned = KMeans(k, init="k-means++", max_iter=30, random_state=0).fit(sample).cluster_centers_
    drawn = sample[:k]
    return X, [(c, squared_distances(X, c).argmin(axis=1)) for c in (learned, drawn)]


class PaletteScene(Scene):
    """A photograph in few colors: the colors learned, or drawn at random."""

    def __init__(self):
        self.figure = style.new_figure(height=3.3)
        titles = ["the photograph", "colors by k-means", "colors of random pixels"]
        self.pictures, self.strips = [], []
        for n, title in enumerate(titles):
            left = 0.05 + n * 3.08
            self.pictures.append(self._pixels((left, 0.95, 240, 160), title))
            self.strips.append(self._pixels((left, 0.45, 240, 24)))

    def _pixels(self, place, title=""):
        left, bottom, width, height = place
        inches = (left, bottom, width / style.DPI, height / style.DPI)
        axes = style.add_axes(self.figure, inches, title=title)
        axes.axis("off")
        return Pixels(axes, cell=1)

    def update(self, photo_name, k):
        X, found = palettes(photo_name, k)
        self.pictures[0].set_colors(_rgba(X.reshape(160, 240, 3)))
        numbers = {}
        for n, (name, (colors, labels)) in enumerate(
            zip(["k-means", "random"], found, strict=True)
        ):
            self.pictures[n + 1].set_colors(_rgba(colors[labels].reshape(160, 240, 3)))
            self.strips[n + 1].set_colors(_strip(colors))
            error = np.sqrt(np.mean((X - colors[labels]) ** 2))
            numbers[f"error with {name} colors"] = 255 * error
        bits = int(np.ceil(np.log2(k)))
        numbers["bytes"] = f"{3 * k + bits * len(X) // 8:,} of {3 * len(X):,}"
        return numbers


def _rgba(colors):
    """Colors in [0, 1], first row on top, as uint8 RGBA, lowest row first."""
    opaque = np.ones((*colors.shape[:2], 1))
    return np.round(255 * np.concatenate([colors, opaque], axis=2)).astype(np.uint8)[::-1].copy()


def _strip(colors):
    """The palette as a strip of 24 x 240 pixels, from dark to light."""
    by_light = colors[colors.sum(axis=1).argsort()]
    return _rgba(np.tile(by_light[np.arange(240) * len(colors) // 240], (24, 1, 1)))


def palette():
    """Page 04: a photograph in k colors."""
    controls = {
        "k": steps_slider("colors k", PALETTE_SIZES, 16),
        "photo_name": choice("photograph", ["flower", "china"]),
    }
    presets = {
        "2 colors": {"k": 2},
        "8 colors": {"k": 8},
        "64 colors": {"k": 64},
        "The temple, 8": {"photo_name": "china", "k": 8},
        "The temple, 64": {"photo_name": "china", "k": 64},
    }
    return Explorer(PaletteScene(), controls, presets)
