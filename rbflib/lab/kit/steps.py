"""What takes long is answered in steps: a first picture soon, the rest once the hand rests."""

import asyncio
import math
from time import perf_counter

from rbflib.lab.kit.settings import our_settings
from rbflib.lab.kit.work import PAUSE

FIRST = 0.02  # seconds of work before the first picture
SOON = 0.02  # seconds without a change, after which the next step is drawn
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
        self.scene = scene
        self.begin()

    def begin(self):
        """Nothing is done yet, or what was done is no more."""
        self.done = False
        self.notes = []
        self._steps = iter(self.scene.in_steps(**self.state))

    @our_settings()
    def do(self, seconds):
        """At least one step, and more of them for so long."""
        end = perf_counter() + seconds
        for _ in self._steps:
            if perf_counter() >= end:
                return
        self.done = True


def something_follows():
    """Whether a loop of events runs, as in a kernel."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def first_slice():
    """Seconds of work before the first picture; all of it where nothing can follow."""
    return FIRST if something_follows() else math.inf


def soon(look_ahead):
    """Calls look_ahead(seconds) in a moment."""
    return _call(look_ahead, SOON)


def later(go_on):
    """Calls go_on(seconds) again and again once the hand rests, until it returns False."""
    return _call(go_on, REST)


def _call(work, rest):
    async def repeat():
        await asyncio.sleep(rest)
        while work(PIECE):
            await asyncio.sleep(PAUSE)

    return asyncio.get_running_loop().create_task(repeat())
