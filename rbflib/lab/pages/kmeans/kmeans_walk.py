"""k-means half a step at a time: samples, their centers, and E_in after every half step."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import to_hex

from rbflib.kmeans import KMeans, lloyd
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import choice, slider
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.stage import Pixels, Scene, moving, moving_segments
from rbflib.lab.kit.walk import WalkExplorer
from rbflib.lab.pages.kmeans.groups import WALK_CODE, WALK_DATA, X_REACH, Y_REACH
from rbflib.lab.pages.kmeans.partition import (
    MAX_CLUSTERS,
    mark_sets,
    partition_axes,
    show_nearest,
)

PHASES = {"start": "start", "assign": "assignment step", "update": "update step"}


def e_in(step):
    """The lecture's cluster error: the mean squared distance to the own center."""
    return step.cost / len(step.labels)


class KMeansWalkScene(Scene):
    """Lloyd's algorithm, half a step at a time, with E_in beside it.

    `position` is a place on the walk: 3.5 is half way from half step 2 to half step 3.
    """

    hint = "drag a center · a click adds a sample"

    def __init__(self):
        self.forget_the_hand()
        self._figure = style.new_figure()
        self.plane = partition_axes(self._figure, style.LEFT)
        self.cells = Pixels(self.plane)
        self.lines = moving_segments(self.plane, lw=0.8, alpha=0.5, zorder=1)
        self.sets = mark_sets(self.plane, 6)
        look = {"color": style.MUTED, "mec": "white", "mew": 0.6, "ms": 6, "zorder": 4}
        self.free = moving(self.plane.plot([], [], "o", **look))
        self.trail = moving(self.plane.plot([], [], color=style.INK, lw=1.5, zorder=5))
        self.old = self._diamonds(mfc="white", ms=8, label="where it was")
        self.centers = self._diamonds(mfc=style.INK, ms=10, label="center of a set")
        style.add_legend(self.plane, below=True)
        costs = style.add_axes(
            self._figure,
            style.RIGHT,
            title="E_in after every half step",
            xlabel="half step",
            xlim=(0, 1),
            ylim=(0, 1.08),
            xticks=[],
        )
        costs.set_yticks([0, 1], ["0", "start"])
        self.curve = moving(costs.plot([], [], "o-", color=style.INK, ms=5))
        self.now = moving(costs.plot([], [], "D", color=style.INK, ms=9, clip_on=False))

    def _diamonds(self, **look):
        return moving(self.plane.plot([], [], "D", mec=style.INK, mew=1.5, zorder=6, **look))

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
        return centers.round(4)  # as the browser draws them

    def tops(self, data, k, start, draw, step):
        return {"step": len(self.record(data, k, start, draw)) - 1}

    def idle(self, data, k, start, draw, step):
        return {"draw": "nothing is drawn by lot"} if start == "by hand" else {}

    def update(self, data, k, start, draw, step):
        self.data = data
        self.X, self.steps = self.samples(data), self.record(data, k, start, draw)
        self.step = min(step, len(self.steps) - 1)
        self._drawn = False
        return self.numbers_at(self.step)

    def place_of(self, step):
        return f"{step} of {len(self.steps) - 1} ({PHASES[self.steps[step].phase]})"

    def numbers_at(self, step):
        now, before = self.steps[step], self.steps[max(step - 1, 0)]
        numbers = {"E_in": e_in(now)}
        if now.phase == "start":
            numbers["from here the walk ends at"] = e_in(self.steps[-1])
        if now.phase == "assign":
            numbers["samples that changed sets"] = int(np.sum(now.labels != before.labels))
        if now.phase == "update":
            ways = np.sqrt(((now.centers - before.centers) ** 2).sum(axis=1))
            numbers["longest way of a center"] = ways.max()
        if step == len(self.steps) - 1:
            numbers["the end: no set changes any more"] = ""
        return numbers

    def code(self, data, k, start, draw, step):
        added = [list(point) for [point] in self.added.get(data, [])]
        walk = f'KMeans({k}, init="{start}", random_state={draw}).fit(X).history_'
        if start == "by hand":
            walk = f"list(lloyd(X, np.array({self._hand_centers(k).tolist()})))"
        changes = {
            "start": 'print("from here the walk ends at:", steps[-1].cost / len(X))',
            "assign": 'print("samples that changed sets:", np.sum(now.labels != before.labels))',
            "update": """
                ways = np.linalg.norm(now.centers - before.centers, axis=1)
                print("longest way of a center:", ways.max())
            """,
        }
        return lines(
            "import numpy as np",
            WALK_CODE[data],
            f"X = np.vstack([X, {added}])" if added else "",
            f"""
                from rbflib import {"lloyd" if start == "by hand" else "KMeans"}
                steps = {walk}
                now, before = steps[{self.step}], steps[{max(self.step - 1, 0)}]
                print("E_in:", now.cost / len(X))
            """,
            changes[self.steps[self.step].phase],
        )

    @property
    def figure(self):
        """Of the present step. The browser draws its own: this one waits until it is asked for."""
        if not self._drawn:
            self.draw_at(self.step)
        return self._figure

    def draw_at(self, position):
        """Draw the walk at a place on it; between two half steps the centers are under way."""
        self._drawn = True
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
            show_nearest(self.cells, step.centers)
        self.cells.set_visible(step.phase == "assign")

    def recording(self):
        """The walk for the browser: samples, half steps, and how sets look."""
        return {
            "x": _short(self.X),
            "steps": [
                {
                    "phase": s.phase,
                    "centers": _short(s.centers),
                    "labels": "".join("-0123456789"[label + 1] for label in s.labels),
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
        sample = (round(x, 4), round(y, 4))
        self.added = self.added | {self.data: [*self.added.get(self.data, []), [sample]]}

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
