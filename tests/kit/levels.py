"""A small explorer: one line at the height of its one control."""

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.scene import Handle, Scene


class LevelScene(Scene):
    """A line at the height of its control; fails above 5."""

    def __init__(self):
        self.figure = style.new_figure(3, 2)
        looks = {"xlim": (0, 1), "ylim": (0, 10), "xlabel": "x"}
        self.axes = style.add_axes(self.figure, (0.5, 0.5, 2, 1), **looks)
        self.line = moving(self.axes.plot([0, 1], [0, 0]))

    def update(self, level):
        if level > 5:
            raise ValueError("the level is above 5")
        self.line.set_ydata([level, level])
        return {"half": level / 2}

    def code(self, level):
        return f"print({level})"

    def handles(self, **state):
        at = (0.5, state["level"])
        return [Handle("level", self.axes, at, lambda _, y: {"level": y}, (0, 0.5))]


def level_slider(value=1.0):
    return LinearSlider("level", value, 0.0, 10.0, 0.5)


def level_explorer(scene=LevelScene, **more):
    return Explorer(scene, {"level": level_slider()} | more, {"Three": {"level": 3}})
