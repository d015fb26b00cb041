"""A hand in an explorer's picture: it holds handles, drags them, and clicks."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from rbflib.lab.kit.stage import Handle

# Pixels that a hand may move during a click, and that a handle is wide to each side.
CLICK_REACH = 5
HANDLE_REACH = 14


class Grip(NamedTuple):
    """What a hand that is down holds: the place where it went down, and a handle beside it."""

    axes: Axes
    pixel: np.ndarray
    state: dict  # before
    handle: Handle | None
    beside: np.ndarray | int  # from the hand to the handle


class Hand:
    """Turns what the browser tells of a hand into moves of an explorer: see `Stage`."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.grip = None

    def receive(self, kind, u=None, v=None, **more):
        """A message of a kind that is a method here."""
        place = () if u is None else (self._figure.bbox.size * (u, v),)
        getattr(self, kind)(*place, **more)

    @property
    def _scene(self):
        return self.explorer.scene

    @property
    def _figure(self):
        return self._scene.figure

    def down(self, pixel, handle=None):
        """Take hold of the handle of this number, or of the nearest one in the axes below."""
        self.explorer.hold_sliders(True)
        state = self.explorer.state
        handles = self._scene.handles(**state)
        if handle is not None:
            held = handles[handle]
            self.grip = Grip(held.axes, pixel, state, held, held.pixel - pixel)
            return
        axes = next((a for a in self._figure.axes if a.bbox.contains(*pixel)), None)
        if axes:
            near = [h for h in handles if h.axes is axes]
            held = min(near, key=lambda h: np.hypot(*(h.pixel - pixel)), default=None)
            # A handle far from the hand comes to it at once.
            beside = held and np.hypot(*(held.pixel - pixel)) < HANDLE_REACH
            self.grip = Grip(axes, pixel, state, held, held.pixel - pixel if beside else 0)

    def move(self, pixel):
        if self.grip and self.grip.handle:
            axes, _, _, handle, beside = self.grip
            values = handle.move(*axes.transData.inverted().transform(pixel + beside))
            self.explorer.move(values)

    def up(self, pixel):
        """A hand that comes up where it went down has clicked."""
        grip = self._let_go()
        if grip and self._scene.clickable and abs(pixel - grip.pixel).max() < CLICK_REACH:
            point = grip.axes.transData.inverted().transform(grip.pixel)
            self.explorer.move(self._scene.click(grip.axes, point, grip.state))

    def cancel(self):
        grip = self._let_go()
        if grip:
            self.explorer.set(**grip.state)

    def nudge(self, handle, right, up):
        """Move a handle by steps of the arrow keys."""
        held = self._scene.handles(**self.explorer.state)[handle]
        x, y = np.array(held.at) + np.array(held.step) * (right, up)
        self.explorer.move(held.move(x, y))

    def _let_go(self):
        grip, self.grip = self.grip, None
        self.explorer.hold_sliders(False)
        return grip
