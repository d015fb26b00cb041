"""The numbers of a state for every draw of what is random in it.

An explorer whose samples, nodes or starts are random has a control *draw*, and its scene names the
numbers that depend on it: `drawn`. The browser asks for one slice of the work after the other
(kit/js/draws.js), as long as it wants them: so they wait for every move, also in a book, where no
event loop runs.
"""

from contextlib import suppress

import numpy as np

from rbflib.lab.kit.background import BackgroundTask
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.scene import NotDrawn
from rbflib.lab.kit.scene_widget import working

DRAW, N_DRAWS = "draw", 50
SLICE = 0.02  # seconds of work that the browser asks for


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
        self.scene, self.asked, self.task, self.found = None, None, None, []

    def measured(self, seconds, n=N_DRAWS):
        """Work for so long; the numbers of the first draws by name, those so far."""
        state = {**self.explorer.all_values, DRAW: n}
        asked = self.explorer.for_scene(state)  # with the reader's data, which may be others by now
        if asked != self.asked:
            self.found, self.task = [], BackgroundTask(self._steps(state))
        self.asked = None  # what is interrupted has to begin anew
        with working():
            self.task.run(seconds)
        self.asked = asked
        names = self.scene.drawn if self.found else ()
        return {name: [numbers[name] for numbers in self.found] for name in names}

    def _steps(self, state):
        if self.scene is None:
            self.scene = self.explorer.make_scene()
            yield
        for draw in range(state[DRAW]):
            numbers = {}
            with suppress(NotDrawn, ValueError, ArithmeticError):  # this draw has none
                values = {**state, DRAW: draw}
                values |= self.explorer.fitted(self.scene, values, ())[1]
                values = self.explorer.for_scene(values)
                numbers = self.scene.measure(**values)
            self.found.append({name: _figures(numbers.get(name)) for name in self.scene.drawn})
            yield


def _figures(number):
    """NaN where there are none, or words in their place."""
    return np.nan if number is None or isinstance(number, str) else float(number)
