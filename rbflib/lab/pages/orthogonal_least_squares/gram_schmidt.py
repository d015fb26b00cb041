"""Two columns made orthogonal and a target projected, from above and from the side."""

from typing import NamedTuple

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.layout import FROM_ABOVE, SIDE
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.orthogonal_least_squares.energy_bar import EnergyBar


class Parts(NamedTuple):
    """Two columns made orthogonal, and a target split along them."""

    q: np.ndarray  # (2, 3), rows q₁ and q₂
    alpha: float
    g: np.ndarray
    err: np.ndarray


def gram_schmidt_parts(first, second, target):
    """Formulas (1) to (3) of the page for two columns, in this order."""
    alpha = _quotient(first @ second, first @ first)
    q = np.array([first, second - alpha * first])
    if q[1] @ q[1] < 1e-12 * (second @ second):
        q[1] = 0  # parallel columns: only rounding is left
    energy = (q**2).sum(axis=1)
    g = np.array([_quotient(q[k] @ target, energy[k]) for k in range(2)])
    return Parts(q, alpha, g, g**2 * energy / max(target @ target, 1e-12))


def _quotient(a, b):
    return float(a / b) if b > 0 else 0.0


class Arrows:
    """Arrows from given feet to given tips, and their names beside the tips.

    `sides` says how far each name stands to the left of its arrow.
    """

    def __init__(self, axes, color, names, sides=(0, 0), **look):
        usual = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.011}
        feet, tips = np.zeros((2, len(names))), np.ones((2, len(names)))
        self.quiver = moving(axes.quiver(*feet, *tips, color=color, **usual | look))
        word = {"size": style.TYPE, "color": color, "ha": "center", "va": "center", "zorder": 7}
        self.names = [moving(axes.text(0, 0, name, **word)) for name in names]
        self.sides = sides

    def show(self, feet, tips):
        """feet and tips (n, 2)."""
        self.quiver.set_offsets(feet)
        self.quiver.set_UVC(*(tips - feet).T)
        for name, side, foot, tip in zip(self.names, self.sides, feet, tips, strict=False):
            length = np.hypot(*(tip - foot))
            along = (tip - foot) / max(length, 1e-12)
            name.set_position(tip + 0.15 * along + side * along[::-1] * [-1, 1])
            name.set_visible(bool(length > 0))


class GramSchmidtScene(Scene):
    """Two columns and a target of three samples; the columns lie in the plane."""

    hint = "drag the tips of φ₁, φ₂ and y, and from the side the height of y"

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "across", "ylabel": "up", "xlim": (-1.4, 2.8), "ylim": (-1.35, 2.267)}
        look |= {"aspect": "equal"}
        place, title = (0.55, 0.6, 4.08, 3.52), "From above"
        self.above = style.add_axes(self.figure, place, title, leads=True, **look)
        self.above.locator_params(integer=True, nbins=6)
        look = {"xlim": (-1.9, 3.6), "ylim": (-0.9, 2.425), "aspect": "equal"}
        place, title = (5.0, 1.6, 4.15, 2.52), "From the side"
        self.side = style.add_axes(self.figure, place, title, leads=True, **look)
        self.side.axis("off")
        corners = np.array([[-1.3, -1.3, 0], [2.5, -1.3, 0], [2.5, 2.1, 0], [-1.3, 2.1, 0]])
        self.side.fill(*(corners @ SIDE).T, fc=style.lighter(style.PALE), ec=style.PALE, zorder=1)
        self.views = [(FROM_ABOVE, self._arrows(self.above)), (SIDE, self._arrows(self.side))]
        self.square = moving(self.above.plot([], [], color=style.MUTED, lw=1, zorder=3))
        title = "Energy of y: err₁, err₂, gray: left"
        self.bar = EnergyBar(style.add_axes(self.figure, (5.1, 0.6, 3.9, 0.32), title), 2)

    @staticmethod
    def _arrows(axes):
        residual = moving(axes.plot([], [], ":", color=style.INK, zorder=3, label="residual"))
        ols, network = (style.METHOD_STYLE[name]["color"] for name in ("OLS", "network"))
        square = {"mfc": "none", "mec": network, "mew": 2, "ms": 11}
        shadow = moving(axes.plot([], [], "s", zorder=6, label="projection", **square))
        axes.plot([], [], color=ols, lw=3, label="q₁, q₂")
        axes.plot([], [], color=style.BUMP, lw=3, label="g₁q₁, g₂q₂")
        if axes.get_xlabel():
            style.add_key(axes)
        return {
            "columns": Arrows(axes, style.MUTED, ["φ₁", "φ₂"], (-0.15, 0.15), zorder=5),
            "orthogonal": Arrows(
                axes, ols, ["", "q₂"], (0, 0.42), width=0.02, headwidth=2.4, zorder=4
            ),
            "parts": Arrows(axes, style.BUMP, ["", ""], width=0.012, zorder=5.5),
            "target": Arrows(axes, style.INK, ["y"], (0.28,), zorder=6),
            "residual": residual,
            "shadow": shadow,
        }

    def update(self, x1, y1, x2, y2, xt, yt, height, first):
        columns = np.array([[x1, y1, 0], [x2, y2, 0]])
        target = np.array([xt, yt, height])
        order = [0, 1] if first == "φ₁" else [1, 0]
        parts = gram_schmidt_parts(*columns[order], target)
        for view, arrows in self.views:
            self._show(columns @ view, target @ view, parts.q @ view, parts.g, arrows)
        self._show_right_angle(parts.q)
        self.bar.show(parts.err)
        w_second = parts.g[1]
        w_first = parts.g[0] - parts.alpha * w_second
        w = dict(zip(order, [w_first, w_second], strict=True))
        return {
            "α₁₂": parts.alpha,
            "g₁": parts.g[0],
            "g₂": parts.g[1],
            "err₁": parts.err[0],
            "err₂": parts.err[1],
            "left": max(0.0, 1 - parts.err.sum()),
            "weight of φ₁": w[0],
            "weight of φ₂": w[1],
        }

    def code(self, x1, y1, x2, y2, xt, yt, height, first):
        columns = {"φ₁": f"[{x1}, {y1}, 0]", "φ₂": f"[{x2}, {y2}, 0]"}
        second = "φ₂" if first == "φ₁" else "φ₁"
        names = {first: "w_first", second: "w_second"}
        return f"""
            import numpy as np

            phi_first, phi_second = np.array({columns[first]}), np.array({columns[second]})
            y = np.array([{xt}, {yt}, {height}])

            def ratio(a, b):
                return a / b if b > 1e-9 else 0.0  # nothing is left of parallel columns

            alpha = ratio(phi_first @ phi_second, phi_first @ phi_first)
            q1, q2 = phi_first, phi_second - alpha * phi_first
            g1, g2 = ratio(q1 @ y, q1 @ q1), ratio(q2 @ y, q2 @ q2)
            err1, err2 = ratio(g1**2 * (q1 @ q1), y @ y), ratio(g2**2 * (q2 @ q2), y @ y)
            w_first, w_second = g1 - alpha * g2, g2
            print("α₁₂:", alpha)
            print("g₁:", g1)
            print("g₂:", g2)
            print("err₁:", err1)
            print("err₂:", err2)
            print("left:", max(0, 1 - err1 - err2))
            print("weight of φ₁:", {names["φ₁"]})
            print("weight of φ₂:", {names["φ₂"]})
        """

    @staticmethod
    def _show(columns, target, q, g, arrows):
        origin = np.zeros((2, 2))
        arrows["columns"].show(origin, columns)
        arrows["orthogonal"].show(origin, q)
        steps = np.array([origin[0], g[0] * q[0], g @ q])
        arrows["parts"].show(steps[:2], steps[1:])
        arrows["target"].show(origin[:1], target[None])
        arrows["residual"].set_data(*np.array([steps[2], target]).T)
        arrows["shadow"].set_data(*steps[2:].T)

    def _show_right_angle(self, q):
        length = np.sqrt((q**2).sum(axis=1, keepdims=True))
        a, b = 0.18 * (q / np.maximum(length, 1e-12))[:, :2]
        self.square.set_data(*np.array([a, a + b, b]).T)

    def handles(self, **state):
        tips = [
            Handle.of(f"the tip of {name}", self.above, state, f"x{k}", f"y{k}", 0.1)
            for k, name in zip("12t", ["φ₁", "φ₂", "y"], strict=True)
        ]
        x, y = np.array([state["xt"], state["yt"], state["height"]]) @ SIDE

        def lift(_, up):
            return {"height": state["height"] + up - y}

        return [*tips, Handle("the height of y", self.side, (x, y), lift, (0, 0.1))]


@explorer(page="orthogonal_least_squares")
def gram_schmidt():
    """Page 06: two columns made orthogonal, and a target projected, by hand."""
    controls = {
        "x1": LinearSlider("φ₁ across", 2.0, -1.2, 2.4, 0.1),
        "y1": LinearSlider("φ₁ up", 0.5, -1.2, 2.0, 0.1),
        "x2": LinearSlider("φ₂ across", 1.2, -1.2, 2.4, 0.1),
        "y2": LinearSlider("φ₂ up", 1.6, -1.2, 2.0, 0.1),
        "xt": LinearSlider("y across", 0.2, -1.2, 2.4, 0.1),
        "yt": LinearSlider("y up", 1.4, -1.2, 2.0, 0.1),
        "height": LinearSlider("y height", 0.8, -0.5, 1.5, 0.1),
        "first": Choice("taken first", ["φ₁", "φ₂"]),
    }
    presets = {
        "φ₂ first": {"first": "φ₂"},
        "Already orthogonal": {"x1": 2.0, "y1": 0.0, "x2": 0.0, "y2": 1.5, "xt": 1.0},
        "y in the plane": {"height": 0.0},
        "y straight up": {"xt": 0.0, "yt": 0.0, "height": 1.5},
        "Nearly parallel": {"x2": 2.1, "y2": 0.7},
        "Parallel": {"x2": 1.2, "y2": 0.3},
    }
    return Explorer(GramSchmidtScene, controls, presets)
