"""k-means half a step at a time: samples, their centers, and E_in after every half step."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator

from rbflib.kmeans import KMeans, lloyd
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving, moving_segments
from rbflib.lab.kit.controls import Choice, Data, LinearSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.kit.your_data import YOURS, Opens, in_plane, show_frame
from rbflib.lab.pages.kmeans.groups import OF_READER, WALK_CODE, WALK_DATA, walk_data
from rbflib.lab.pages.kmeans.partition import (
    MAX_CLUSTERS,
    WHOLE_PLANE,
    mark_sets,
    partition_axes,
    show_nearest,
)

SEED = 1  # of the start that the page shows
PHASES = {"start": "start", "assign": "assignment step", "update": "update step"}
TITLES = {
    "start": "Start: k centers, no sample in a set",
    "assign": "Assign: samples join their nearest center",
    "update": "Update: centers move to their sets' means",
}

# Darker than the samples: a thin line has to stand out from the light color of a cell.
LINE_COLORS = np.array([0.7 * np.array(to_rgb(look["color"])) for look in style.SET_STYLE])


def e_in(step):
    """The lecture's cluster error: the mean squared distance to the own center."""
    return step.cost / len(step.labels)


class KMeansWalkScene(Scene):
    """Lloyd's algorithm, half a step at a time, with E_in beside it.

    Its state: half step `step`, and how far `glide` its centers have come from the one before, from
    0 to 1; the `centers` that were put by hand; and the samples that were `added` to each data set.
    """

    hint = "drag a center · a click adds a sample; by hand, it moves a center"
    drawn = ("from here the walk ends at",)

    def __init__(self):
        self.figure = style.new_figure()
        self.plane = partition_axes(self.figure, style.LEAD)
        self.click_axes = [self.plane]
        self.cells = Pixels(self.plane)
        self.lines = moving_segments(self.plane, lw=1, zorder=1)
        self.sets = mark_sets(self.plane, 7)
        look = {"color": style.MUTED, "mec": "white", "mew": 0.6, "ms": 6, "zorder": 4}
        self.free = moving(self.plane.plot([], [], "o", **look))
        ring = {"ls": "", "ms": 12, "mfc": "none", "mec": style.INK, "mew": 1.4, "zorder": 5}
        self.changed = moving(self.plane.plot([], [], "o", label="changed its set", **ring))
        look = {"size": style.HEAD, "weight": "bold", "pad": style.KEY_ROOM}
        self.title = moving(self.plane.set_title("", loc="left", **look))
        self.trail = moving(self.plane.plot([], [], color=style.INK, lw=1.5, zorder=5))
        self.old = self._diamonds(mfc="white", ms=8, label="where it was")
        self.centers = self._diamonds(mfc=style.INK, ms=10, label="center of a set")
        style.add_key(self.plane)
        title = "E_in after every half step"
        self.costs = style.add_axes(self.figure, style.ASIDE, title, keyed=True, xlabel="half step")
        self.costs.xaxis.set_major_locator(MaxNLocator(integer=True))
        self.costs.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))  # short numbers
        look = {"color": style.INK, "ms": 5}
        self.curve = moving(self.costs.plot([], [], color=style.INK, lw=1.5))
        self.assigned = moving(self.costs.plot([], [], "o", label="start or assign", **look))
        self.updated = moving(self.costs.plot([], [], "s", label="update", **look))
        self.now = moving(self.costs.plot([], [], "D", color=style.INK, ms=9, clip_on=False))
        style.add_key(self.costs)
        look = {"ha": "center", "color": style.MUTED, "transform": self.costs.transAxes}
        advice = "Press ▶: a point\nfor each half step"
        self.advice = moving(self.costs.text(0.5, 0.4, advice, size=style.TYPE, **look))

    def _diamonds(self, **look):
        return moving(self.plane.plot([], [], "D", mec=style.INK, mew=1.5, zorder=6, **look))

    def maxima(self, **state):
        return {"step": len(walk_of(**state)) - 1}

    def disabled_reasons(self, start, **_state):
        return {"draw": "a start by hand is not drawn at random"} if start == "by hand" else {}

    def update(self, step, glide, **state):
        show_frame(self.plane, state["data"], **WHOLE_PLANE)
        X, steps = all_samples(**state), walk_of(**state)
        now, before = steps[step], steps[max(step - 1, 0)]
        centers = before.centers + glide * (now.centers - before.centers)
        labels = now.labels if glide > 0.5 else before.labels
        self._draw_sets(X, labels, centers)
        self._draw_cells(now if now.phase != "update" else before)
        self.centers.set_data(*centers.T)
        self.old.set_data(*before.centers.T)
        gap = np.full_like(centers, np.nan)
        self.trail.set_data(*np.hstack([before.centers, centers, gap]).reshape(-1, 2).T)
        self.title.set_text(TITLES[now.phase])
        changes = now.phase == "assign" and step > 1
        self.changed.set_data(*X[changes & (now.labels != before.labels)].T)
        self._draw_costs(np.array([e_in(step) for step in steps]), step, glide)
        return self._numbers(steps, step)

    def measure(self, **state):
        return {"from here the walk ends at": e_in(walk_of(**state)[-1])}

    def _draw_costs(self, costs, step, glide):
        limits = (-0.5, len(costs) - 0.5), (0, 1.08 * costs[0] or 1)
        if limits != (self.costs.get_xlim(), self.costs.get_ylim()):
            self.costs.set(xlim=limits[0], ylim=limits[1])
        here = max(step - 1 + glide, 0)
        at = np.append(np.arange(step), here)
        self.curve.set_data(at, np.interp(at, np.arange(len(costs)), costs))
        self.advice.set_visible(step == 0)
        done = np.arange(step + (glide == 1))
        is_update = (done > 0) & (done % 2 == 0)
        self.assigned.set_data(done[~is_update], costs[done[~is_update]])
        self.updated.set_data(done[is_update], costs[done[is_update]])
        self.now.set_data([here], np.interp([here], np.arange(len(costs)), costs))

    def _numbers(self, steps, step):
        now, before = steps[step], steps[max(step - 1, 0)]
        numbers = {"half step": f"{step} of {len(steps) - 1}", "phase": PHASES[now.phase]}
        numbers["E_in"] = e_in(now)
        if now.phase == "start":
            numbers["from here the walk ends at"] = e_in(steps[-1])
        if now.phase == "assign":
            numbers["samples that changed sets"] = int(np.sum(now.labels != before.labels))
        if now.phase == "update":
            ways = np.sqrt(((now.centers - before.centers) ** 2).sum(axis=1))
            numbers["largest move of a center"] = ways.max()
        if step == len(steps) - 1:
            numbers["the end: no set changes any more"] = ""
        return numbers

    def code(self, data, k, start, draw, step, glide, centers, added):
        new = added.get(str(data))
        state = {"data": data, "k": k, "start": start, "draw": draw, "added": added}
        steps = walk_of(**state, centers=centers)
        walk = f'KMeans({k}, init="{start}", random_state={SEED + draw}).fit(X).history_'
        if start == "by hand":
            walk = f"list(lloyd(X, np.array({centers_by_hand(k, centers).tolist()})))"
        changes = {
            "start": 'print("from here the walk ends at:", steps[-1].cost / len(X))',
            "assign": 'print("samples that changed sets:", np.sum(now.labels != before.labels))',
            "update": """
                ways = np.linalg.norm(now.centers - before.centers, axis=1)
                print("largest move of a center:", ways.max())
            """,
        }
        return lines(
            "import numpy as np",
            WALK_CODE.get(data, OF_READER),
            f"X = np.vstack([X, {new}])" if new else "",
            f"""
                from rbflib import {"lloyd" if start == "by hand" else "KMeans"}
                steps = {walk}
                now, before = steps[{step}], steps[{max(step - 1, 0)}]
                print("half step:", "{step} of", len(steps) - 1)
                phases = {PHASES}
                print("phase:", phases[now.phase])
                print("E_in:", now.cost / len(X))
            """,
            changes[steps[step].phase],
        )

    def handles(self, step, **state):
        """The centers of this half step. Where one is put, the walk starts anew."""
        centers = walk_of(**state)[step].centers

        def put(m):
            def at(x, y):
                moved = np.array(centers)
                ends = self.plane.get_xlim(), self.plane.get_ylim()
                moved[m] = np.clip([x, y], *np.transpose(ends))
                return {"start": "by hand", "step": 0, "centers": moved.round(4).tolist()}

            return at

        names = [f"center {m + 1}" for m in range(len(centers))]
        return [
            Handle(name, self.plane, center, put(m), (0.05, 0.05))
            for m, (name, center) in enumerate(zip(names, centers, strict=True))
        ]

    def click(self, axes, point, state):
        if state["start"] == "by hand":  # without dragging
            nearest = min(self.handles(**state), key=lambda center: np.hypot(*(center.at - point)))
            return nearest.move(*point)
        added, data = state["added"], str(state["data"])
        return {"added": added | {data: [*added.get(data, []), point.round(4).tolist()]}}

    def _draw_sets(self, X, labels, centers):
        for m, markers in enumerate(self.sets):
            markers.set_data(*X[labels == m].T)
        self.free.set_data(*X[labels < 0].T)
        ends = centers[labels[labels >= 0]]
        self.lines.set_segments(np.stack([X[labels >= 0], ends], axis=1))
        self.lines.set_color(LINE_COLORS[labels[labels >= 0]])

    def _draw_cells(self, step):
        """The cells of the nearest center, in light colors; none at the start."""
        if step.phase == "assign":
            show_nearest(self.cells, step.centers)
        self.cells.set_visible(step.phase == "assign")


def checked_points(value):
    """The points (x, y) of a list, as lists; or ValueError."""
    try:
        points = np.array(value, dtype=float).reshape(-1, 2)
    except (TypeError, ValueError):
        points = np.full((1, 2), np.nan)
    if not np.isfinite(points).all():
        raise ValueError(f"Points must be [[x, y], …], got {value!r}.")
    return points.tolist()


def checked_added(value):
    """Points for each data set; or ValueError."""
    if not isinstance(value, dict) or not value.keys() <= {*WALK_DATA, YOURS}:
        raise ValueError(f"added must be the name of data -> points, got {value!r}.")
    return {data: checked_points(points) for data, points in value.items()}


def all_samples(data, added, **_state):
    return np.concatenate([walk_data(data), np.reshape(added.get(str(data), []), (-1, 2))])


def walk_of(data, k, start, draw, centers, added, **_state):
    """All half steps of the walk: a list of KMeansStep."""
    X = tuple(map(tuple, all_samples(data, added)))
    if start == "by hand":
        return _walk_from(X, tuple(map(tuple, centers_by_hand(k, centers))))
    return _walk(X, k, start, draw)


def centers_by_hand(k, centers):
    """Where they were put; on a small circle, those that were never moved."""
    angle = 2 * np.pi * np.arange(k) / k
    places = 0.5 * np.column_stack([np.cos(angle), np.sin(angle)])
    n = min(k, len(centers))
    places[:n] = np.reshape(centers[:n], (-1, 2))
    return places.round(4)


@lru_cache(maxsize=64)
def _walk(samples, k, start, draw):
    return KMeans(k, init=start, random_state=SEED + draw).fit(np.array(samples)).history_


@lru_cache(maxsize=64)
def _walk_from(samples, centers):
    return list(lloyd(np.array(samples), np.array(centers)))


@explorer(page="kmeans")
def kmeans_walk(X=None):
    """Page 04: k-means step by step, played; on your X (N, 2)."""
    controls = {
        "data": Choice("data", list(WALK_DATA)),
        "k": LinearSlider("k", 4, 1, MAX_CLUSTERS, 1),
        "start": Choice("start", ["random", "k-means++", "by hand"]),
        "draw": draw_slider("the start"),
        "step": LinearSlider("half step", 0, 0, 100, 1, play=900, glide="glide"),
    }
    data = {
        "glide": LinearSlider("glide", 1, 0, 1, 0.05, shown=False),
        "centers": Data([], checked_points),
        "added": Data({}, checked_added, clear="Remove added samples"),
    }
    presets = {
        "k = 4": {},
        "k = 7": {"k": 7},
        "Another start": {"draw": 3},
        "A start by k-means++": {"start": "k-means++", "draw": 1},
        "No groups": {"data": "no groups", "k": 7},
        "Iris": {"data": "iris petals", "k": 3},
    }
    return Explorer(KMeansWalkScene, controls, presets, data, Opens(in_plane, (X,)))
