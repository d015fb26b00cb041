"""One bump on a line: its width, and its height at a point."""

from rbflib.lab.kit import style
from rbflib.lab.kit.explorer import Explorer, log_slider, slider
from rbflib.lab.kit.line import LineDrawing
from rbflib.lab.kit.stage import Scene, moving
from rbflib.network import RBFNetwork


class OneBumpScene(Scene):
    """A bump at 0, and what it says at x."""

    def __init__(self):
        self.figure = style.new_figure(height=3.9)
        place = (0.6, 0.85, 8.4, 2.7)  # left, bottom, width and height in inches
        axes = style.add_axes(
            self.figure, place, title="one bump", xlabel="x", xlim=(-3, 3), ylim=(-0.1, 1.1)
        )
        self.drawing = LineDrawing(axes)
        self.point = moving(axes.plot([], [], "o", color=style.CENTER, label="the point x"))
        style.add_legend(axes, below=True)

    def update(self, gamma, x):
        network = RBFNetwork([[0.0]], [1.0], gamma=gamma)
        self.drawing.show_network(network)
        height = network([[x]])[0]
        self.point.set_data([x], [height])
        return {"height at x": height}


def one_bump():
    """Page 00: one bump, its width, and a point that moves."""
    controls = {"gamma": log_slider("γ", 1.0, -1, 2), "x": slider("x", 1.0, -3.0, 3.0, 0.1)}
    presets = {"Wide": {"gamma": 0.1}, "Narrow": {"gamma": 100}}
    return Explorer(OneBumpScene(), controls, presets)
