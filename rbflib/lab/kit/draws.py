"""The numbers of a state for every draw of what is random in it.

An explorer whose samples, nodes or starts are random has a control *draw*, and its scene names the
numbers that depend on it: `drawn`. The browser asks for one slice of the work after the other
(kit/js/draws.js), as long as it wants them: so they wait for every move, also in a book, where no
event loop runs.
"""

import numpy as np

from rbflib.lab.kit.background import BackgroundTask
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.scene import NotDrawn
from rbflib.lab.kit.scene_widget import working
from rbflib.lab.kit.settings import our_settings

DRAW, N_DRAWS = "draw", 50


def draw_slider(of):
    """A control named `draw` for what is drawn at random: samples, nodes, a start.

    Draw 0 is the one that the page speaks of; a scene adds it to its seed.
    """
    return LinearSlider(f"draw of {of}", 0, 0, N_DRAWS - 1, 1)


class Draws:
    """Measures the draws of an explorer's state, on a scene that nobody sees."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.forget()

    def forget(self):
        self.scene, self.state, self.task, self.found = None, None, None, []

    def measured(self, seconds, n=N_DRAWS):
        """Work for so long; the numbers of the first draws by name, those so far."""
        state = {**self.explorer.all_values, DRAW: n}
        if state != self.state:
            self.state, self.found = state, []
            self.task = BackgroundTask(self._steps(n))
        with working():
            self.task.run(seconds)
        names = self.scene.drawn if self.scene else ()
        return {name: [numbers.get(name, np.nan) for numbers in self.found] for name in names}

    @our_settings()
    def _steps(self, n):
        if self.scene is None:
            self.scene = self.explorer.make_scene()
            yield
        for draw in range(n):
            values = {**self.explorer.all_values, DRAW: draw}
            values |= self.explorer.fitted(self.scene, values, ())[1]
            values = self.explorer.for_scene(values)
            numbers = {}
            try:
                yield from self.scene.in_steps(**values)
                numbers = self.scene.measure(**values)
            except (NotDrawn, ValueError, ArithmeticError):
                pass  # this draw has none
            self.found.append(
                {name: float(x) for name, x in numbers.items() if name in self.scene.drawn}
            )
            yield
