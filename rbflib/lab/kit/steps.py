"""What takes long is answered in steps: a first picture soon, the rest once the hand rests."""

import asyncio
import math
from time import perf_counter

from rbflib.lab.kit.work import PAUSE

FIRST = 0.02  # seconds of work before the first picture
REST = 0.15  # seconds without a change, after which the work goes on
PIECE = 0.03  # seconds of work before the next picture


class Steps:
    """The work for one state.

    Attributes
    ----------
    state : dict
        Values of the controls by name.
    done : bool
    notes : list
        Warnings so far.
    """

    def __init__(self, scene, state):
        self.state = state
        self.done = False
        self.notes = []
        self._steps = iter(scene.in_steps(**state))

    def do(self, seconds):
        """At least one step, and more of them for so long."""
        end = perf_counter() + seconds
        for _ in self._steps:
            if perf_counter() >= end:
                return
        self.done = True


def first_slice():
    """Seconds of work before the first picture; all of it where nothing can follow."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return math.inf
    return FIRST


def later(go_on):
    """Calls go_on(seconds) again and again once the hand rests, until it returns False."""

    async def repeat():
        await asyncio.sleep(REST)
        while go_on(PIECE):
            await asyncio.sleep(PAUSE)

    return asyncio.get_running_loop().create_task(repeat())
