"""A disk in a ring, lifted: the height z of a sample is its similarity to a center in the middle,
and a level plane cuts the disk off from the ring.
"""

from functools import lru_cache

import numpy as np

from rbflib.datasets import make_rings
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene

SEED = 3
HEIGHT = 1.8  # in the picture, of z = 1
REACH = 1.65  # radius of the disks that stand for planes
ANGLES = np.linspace(0, 2 * np.pi, 61)
CIRCLE = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
RINGS = np.linspace(0.2, 1.6, 8)  # radii of the circles that show the hill
TURNS = np.arange(0, 360, 5)


@lru_cache(maxsize=64)
def samples(draw):
    return make_rings(100, noise=0.05, random_state=SEED + draw)


class View:
    """Space seen from far away: turned about the z axis, then tilted about z = ½. In degrees."""

    def __init__(self, turn, tilt):
        self.turn, self.tilt = np.radians([turn, tilt])

    def __call__(self, points, z):
        """Points of the plane (L, 2) at heights z: their places in the picture (L, 2)."""
        across, deep = self._turned(np.asarray(points))
        up = deep * np.sin(self.tilt) + HEIGHT * (np.asarray(z) - 0.5) * np.cos(self.tilt)
        return np.stack(np.broadcast_arrays(across, up), axis=1)

    def _turned(self, points):
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        return points[:, 0] * cos - points[:, 1] * sin, points[:, 0] * sin + points[:, 1] * cos


class LiftedRingScene(Scene):
    """The samples in three dimensions, and their heights against the distance from the middle."""

    hint = "drag a diamond: one turns the picture, one moves the plane"
    drawn = ("lowest of the disk", "highest of the ring", "gap")

    def __init__(self):
        self.figure = style.new_figure()
        self.space = style.add_axes(
            self.figure,
            (0.1, 0.2, 4.8, 3.92),
            "Each sample, lifted by z = exp(−γ‖x‖²)",
            leads=True,
            xlim=(-2.35, 2.35),
            ylim=(-1.92, 1.92),
        )
        self.space.set_axis_off()
        color = style.METHOD_STYLE["network"]["color"]
        self.ground = moving(self.space.plot([], [], color=style.MUTED, lw=1))
        self.arms = moving_segments(self.space, colors=style.MUTED, lw=1)
        look = {"color": style.INK, "size": style.TYPE}
        self.names = {x: moving(self.space.text(0, 0, x, **look)) for x in ("x₁", "x₂", "z")}
        self.hill = moving_segments(self.space, colors=style.BUMP, lw=0.8, zorder=2)
        look = {"color": color, "alpha": 0.2, "lw": 0, "zorder": 4}
        self.plane = moving(self.space.fill([], [], **look))
        self.cut = moving(self.space.plot([], [], color=color, zorder=5))
        self.below, self.above = (_samples(self.space, zorder) for zorder in (3, 6))
        look = {"color": style.CENTER, "ms": 9, "mec": "white", "zorder": 7, "ls": ""}
        self.diamonds = moving(self.space.plot([], [], "D", **look))
        self._add_heights(color)

    def _add_heights(self, color):
        limits = {"xlim": (0, 1.7), "ylim": (-0.03, 1.05), "xticks": [0, 0.5, 1, 1.5]}
        axes = style.add_axes(self.figure, style.ASIDE, "The same heights", keyed=True, **limits)
        axes.set(xlabel="distance from the middle", ylabel="z")
        self.r = np.linspace(0, 1.7, 120)
        self.bump = moving(axes.plot([], [], color=style.BUMP, label="bump"))
        self.level = moving(axes.plot([0, 1.7], [0, 0], color=color, ls="--", label="z = c"))
        self.heights = _samples(axes, 4)
        style.add_key(axes)

    def update(self, gamma, level, draw, turn, tilt):
        X, y = samples(draw)
        radii = np.linalg.norm(X, axis=1)
        view, z = View(turn, tilt), np.exp(-gamma * radii**2)
        over = z > level
        self._show_frame(view, level)
        self._show_hill(view, gamma)
        self.plane.set_xy(view(REACH * CIRCLE, level))
        radius = np.sqrt(max(-np.log(max(level, 1e-9)) / gamma, 0))
        self.cut.set_data(*view(radius * CIRCLE, level).T)
        self.cut.set_visible(radius < REACH)
        for marks, part in ((self.below, ~over), (self.above, over)):
            _show(marks, view(X, z), y, part)
        _show(self.heights, np.column_stack([radii, z]), y, True)
        self.bump.set_data(self.r, np.exp(-gamma * self.r**2))
        self.level.set_ydata([level, level])
        lowest, highest = z[y > 0].min(), z[y < 0].max()
        return {
            "lowest of the disk": lowest,
            "highest of the ring": highest,
            "gap": lowest - highest,
            "errors of the plane": int(np.sum(over != (y > 0))),
        }

    def _show_frame(self, view, level):
        """The plane z = 0, the three axes with their names, and diamonds on those to be dragged."""
        self.ground.set_data(*view(REACH * CIRCLE, 0).T)
        ends = view([[REACH, 0], [0, REACH], [0, 0]], [0, 0, 1.08])
        self.arms.set_segments([[view([[0, 0]], 0)[0], end] for end in ends])
        for name, end in zip(self.names.values(), ends, strict=True):
            name.set_position(end + np.array([0.08, 0.06]))
        self.diamonds.set_data(*view([[REACH, 0], [0, 0]], [0, level]).T)

    def _show_hill(self, view, gamma):
        circles = [view(r * CIRCLE, np.exp(-gamma * r**2)) for r in RINGS]
        r = np.linspace(0, RINGS[-1], 40)
        rays = [view(np.outer(r, u), np.exp(-gamma * r**2)) for u in CIRCLE[:60:5]]
        self.hill.set_segments(circles + rays)

    def code(self, gamma, level, draw, turn, tilt):
        return f"""
            import numpy as np
            from rbflib import make_rings

            X, y = make_rings(100, noise=0.05, random_state={SEED + draw})
            z = np.exp(-{gamma} * np.sum(X**2, axis=1))
            lowest, highest = z[y > 0].min(), z[y < 0].max()
            print("lowest of the disk:", lowest)
            print("highest of the ring:", highest)
            print("gap:", lowest - highest)
            print("errors of the plane:", np.sum(np.where(z > {level}, 1, -1) != y))
        """

    def handles(self, level, turn, tilt, **state):
        tips = np.array([View(t, tilt)([[REACH, 0]], 0)[0] for t in TURNS])

        def turn_to(x, y):
            return {"turn": int(TURNS[np.linalg.norm(tips - [x, y], axis=1).argmin()])}

        view = View(turn, tilt)
        foot, top = view([[0, 0], [0, 0]], [0, 1])[:, 1]

        def lift_to(_x, y):
            seen = top - foot > 0.1  # not from above
            return {"level": float(np.clip((y - foot) / (top - foot), 0, 1)) if seen else level}

        tip, middle = tuple(view([[REACH, 0]], 0)[0]), tuple(view([[0, 0]], level)[0])
        return [
            Handle("the x₁ axis", self.space, tip, turn_to, (0.2, 0.2), (turn,)),
            Handle("the plane", self.space, middle, lift_to, (0, 0.1), (level,)),
        ]


def _samples(axes, zorder):
    """Marks of the two classes that move."""
    look = {"ls": "", "ms": 5.5, "mec": "white", "mew": 0.6, "zorder": zorder}
    return {
        sign: moving(axes.plot([], [], **look, **kind | {"label": "_" + kind["label"]}))
        for sign, kind in style.CLASS_STYLE.items()
    }


def _show(marks, places, y, part):
    for sign, line in marks.items():
        line.set_data(*places[part & (sign == y)].T)


@explorer(page="gaussian_svm")
def lifted_ring():
    """Page 01: one bump is a third coordinate, and a plane separates the ring from the disk."""
    controls = {
        "gamma": LogSlider("γ", 1.0, -2, 2),
        "level": LinearSlider("plane at c", 0.2, 0.0, 1.0, 0.02),
        "draw": draw_slider("samples"),
        "turn": LinearSlider("turn", 30, 0, 355, 5),
        "tilt": LinearSlider("tilt", 20, 0, 90, 5),
    }
    presets = {
        "Wide bump": {"gamma": 0.01, "level": 0.98},
        "In between": {"gamma": 10**0.2, "level": 0.42},
        "Narrow bump": {"gamma": 100, "level": 0.02},
        "From above": {"gamma": 10**0.2, "level": 0.42, "tilt": 90},
    }
    return Explorer(LiftedRingScene, controls, presets)
