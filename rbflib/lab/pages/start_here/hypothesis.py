"""A network on a line, put together by hand: three bumps, their sum, and a dotted curve to
match; and how a bump falls with the distance.
"""

import numpy as np

from rbflib.basis import BASES
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice, LinearSlider, LogSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import LineDrawing
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.network import RBFNetwork


class HypothesisScene(Scene):
    """Three bumps on a line, put together by hand, and a dotted curve to match."""

    hint = "drag a green handle: it sets μₘ and βₘ"

    target = RBFNetwork([[-1.5], [0.25], [1.5]], [1.0, -1.2, 0.8], bias=0.2, gamma=2.0)

    def __init__(self):
        self.figure = style.new_figure()
        title = "h(x) = Σ βₘ φ(γ‖x − μₘ‖²) + b"
        limits = {"xlim": (-3, 3), "ylim": (-2.4, 2.4)}
        axes = style.add_axes(self.figure, style.LEAD, title, leads=True, xlabel="x", **limits)
        axes.axhline(0, color=style.MUTED, lw=0.8)
        self.drawing = LineDrawing(axes, "h(x)")
        self.drawing.bumps.set_linewidth(1.8)
        x = self.drawing.x
        axes.plot(x, self.target(x[:, None]), ls=":", color=style.INK, label="to match")
        look = {"color": style.CENTER, "ms": 9, "label": "βₘ at μₘ"}
        self.diamonds = moving(axes.plot([], [], "D", zorder=5, **look))
        axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
        style.add_key(axes)
        title, limits = "How a bump falls: φ(γr²)", {"xlim": (0, 3), "ylim": (-0.02, 1.05)}
        axes = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **limits)
        axes.set_xlabel("distance r from its center")
        self.r = np.linspace(0, 3, 241)
        self.phi = moving(axes.plot([], [], color=style.BUMP))

    def update(self, mu1, beta1, mu2, beta2, mu3, beta3, gamma, b, basis):
        mu, beta = np.array([mu1, mu2, mu3]), np.array([beta1, beta2, beta3])
        network = RBFNetwork(mu[:, None], beta, bias=b, gamma=gamma, basis=basis)
        self.drawing.show_network(network)
        self.diamonds.set_data(mu, beta)
        self.phi.set_data(self.r, BASES[basis](gamma * self.r**2))
        x = self.drawing.x[:, None]
        gap = np.abs(network(x) - self.target(x)).max()
        return {"h(0)": network([[0.0]])[0], "largest gap to the dotted curve": gap}

    def code(self, mu1, beta1, mu2, beta2, mu3, beta3, gamma, b, basis):
        return f"""
            import numpy as np
            from rbflib import RBFNetwork

            centers, weights = [[{mu1}], [{mu2}], [{mu3}]], [{beta1}, {beta2}, {beta3}]
            h = RBFNetwork(centers, weights, bias={b}, gamma={gamma}, basis="{basis}")
            dotted = RBFNetwork([[-1.5], [0.25], [1.5]], [1.0, -1.2, 0.8], bias=0.2, gamma=2.0)
            x = np.linspace(-3, 3, 321)[:, None]
            print("h(0):", h([[0.0]])[0])
            print("largest gap to the dotted curve:", np.abs(h(x) - dotted(x)).max())
        """

    def handles(self, **state):
        axes = self.drawing.axes
        return [Handle.of(f"bump {m}", axes, state, f"mu{m}", f"beta{m}", 0.05) for m in (1, 2, 3)]


def _bumps(mu, beta):
    """Values of the controls of three bumps: first all centers, then all weights."""
    centers = {f"mu{m}": x for m, x in enumerate(mu, start=1)}
    return centers | {f"beta{m}": x for m, x in enumerate(beta, start=1)}


@explorer(page="start_here")
def hypothesis():
    """Page 00: the one hypothesis, built by hand from three bumps."""
    places = [-1.5, 0.0, 1.5]
    controls = {}
    for name, value in _bumps(places, [1.0, 0.6, -0.8]).items():
        kind, reach = ("center μ", 3.0) if name.startswith("mu") else ("weight β", 2.0)
        label = kind + "₁₂₃"[int(name[-1]) - 1]
        controls[name] = LinearSlider(label, value, -reach, reach, 0.05)
    controls["gamma"] = LogSlider("γ", 10**0.3, -1, 2, 0.05)
    controls["b"] = LinearSlider("bias b", 0.0, -1.0, 1.0, 0.05)
    controls["basis"] = Choice("basis φ", list(BASES))
    presets = {
        "One bump": _bumps(places, [0, 1, 0]),
        "Wide bumps": {"gamma": 10**-0.5},
        "Narrow bumps": {"gamma": 10**1.3},
        "Bumps that cancel": _bumps([-0.05, 0.05, 1.5], [2, -2, 0]),
        "The dotted curve": _bumps([-1.5, 0.25, 1.5], [1, -1.2, 0.8])
        | {"gamma": 10**0.3, "b": 0.2},
    }
    return Explorer(HypothesisScene, controls, presets)
