"""Any RBF network, drawn: its surface, boundary, bumps and centers. And the scene of page 00.

Every model of the collection ends in an `RBFNetwork`, so these two drawings serve all pages:
`PlaneDrawing` for two features, `LineDrawing` for one.
"""

import numpy as np

from rbflib.basis import BASES
from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, choice, log_slider, slider
from rbflib.lab.kit.line import LineDrawing
from rbflib.lab.kit.stage import Scene
from rbflib.network import RBFNetwork


class HypothesisScene(Scene):
    """Three bumps on a line, put together by hand, and a dotted curve to match."""

    target = RBFNetwork([[-1.5], [0.25], [1.5]], [1.0, -1.2, 0.8], bias=0.2, gamma=2.0)

    def __init__(self):
        self.figure = style.new_figure(height=3.9)
        self.axes = style.add_axes(
            self.figure, (0.6, 0.85, 8.4, 2.7), xlabel="x", xlim=(-3, 3), ylim=(-2.4, 2.4),
            title="h(x) = Σ βₘ φ(γ‖x − μₘ‖²) + b.   Drag a green handle: it sets μₘ and βₘ.",
        )  # fmt: skip
        self.axes.axhline(0, color=style.MUTED, lw=0.8)
        self.drawing = LineDrawing(self.axes)
        self.drawing.bumps.set_linewidth(1.8)
        x = self.drawing.x
        self.axes.plot(x, self.target(x[:, None]), ls=":", color=style.INK, label="curve to match")
        (self.handles,) = self.axes.plot(
            [], [], "D", color=style.CENTER, ms=9, animated=True, zorder=5, label="βₘ at μₘ"
        )
        self.bumps_key = self.axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
        style.add_legend(self.axes, below=True)

    def update(self, mu1, beta1, mu2, beta2, mu3, beta3, gamma, b, basis):
        mu, beta = np.array([mu1, mu2, mu3]), np.array([beta1, beta2, beta3])
        network = RBFNetwork(mu[:, None], beta, bias=b, gamma=gamma, basis=basis)
        self.drawing.show_network(network)
        self.handles.set_data(mu, beta)
        x = self.drawing.x[:, None]
        gap = np.abs(network(x) - self.target(x)).max()
        return {"h(0)": network([[0.0]])[0], "largest gap to the dotted curve": gap}

    def drag(self, axes, start, point, state):
        mu = [state[f"mu{m}"] for m in (1, 2, 3)]
        beta = [state[f"beta{m}"] for m in (1, 2, 3)]
        m = 1 + np.hypot(mu - start[0], beta - start[1]).argmin()
        return {f"mu{m}": point[0], f"beta{m}": point[1]}


def hypothesis():
    """Page 00: the one hypothesis, built by hand from three bumps."""
    start = [("₁", -1.5, 1.0), ("₂", 0.0, 0.6), ("₃", 1.5, -0.8)]
    controls = {}
    for m, (sub, mu, _) in enumerate(start, start=1):
        controls[f"mu{m}"] = slider(f"center μ{sub}", mu, -3.0, 3.0, 0.05)
    for m, (sub, _, beta) in enumerate(start, start=1):
        controls[f"beta{m}"] = slider(f"weight β{sub}", beta, -2.0, 2.0, 0.05)
    controls["gamma"] = log_slider("γ", 2.0, -1, 2, 0.05)
    controls["b"] = slider("bias b", 0.0, -1.0, 1.0, 0.05)
    controls["basis"] = choice("basis φ", list(BASES))
    presets = {
        "One bump": {"beta1": 0, "mu2": 0, "beta2": 1, "beta3": 0, "b": 0},
        "Wide bumps": {"gamma": 0.3},
        "Narrow bumps": {"gamma": 20},
        "Bumps that cancel": {
            "mu1": -0.05, "beta1": 2, "mu2": 0.05, "beta2": -2, "beta3": 0, "b": 0,
        },
        "The dotted curve": {
            "mu1": -1.5, "beta1": 1, "mu2": 0.25, "beta2": -1.2, "mu3": 1.5, "beta3": 0.8,
            "gamma": 2, "b": 0.2, "basis": "gaussian",
        },
    }  # fmt: skip
    return Explorer(HypothesisScene(), controls, presets)
