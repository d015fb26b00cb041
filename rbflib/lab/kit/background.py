"""Long computations: a first picture soon, and the rest while the page goes on answering."""

import asyncio
import math
from time import perf_counter

from rbflib.lab.kit.settings import our_settings
from rbflib.lab.kit.threads import interruptible, running_loop

FIRST = 0.02  # seconds of work before the first picture
REST = 0.15  # seconds after the last change, before the work goes on
PIECE = 0.03  # seconds of work before the next picture
PAUSE = 0.003  # seconds for messages: each passes several queues on its way in and out


class BackgroundTask:
    """Steps of a few milliseconds each, done in slices between the messages of a kernel.

    Where no event loop runs, as in plain Python, the first slice is all of it.
    """

    def __init__(self, steps=()):
        self._steps = iter(steps)
        self.done = self._canceled = False

    @property
    def is_pending(self):
        """Whether there is something to do, and somebody wants it."""
        return not (self.done or self._canceled)

    @our_settings()
    def run(self, seconds=None):
        """At least one step, and more of them for so long: at first, until the first picture."""
        if seconds is None:
            seconds = FIRST if running_loop() else math.inf
        end = perf_counter() + seconds
        for _ in self._steps:
            if perf_counter() >= end:
                return
        self.done = True

    def go_on_later(self, show):
        """Call show(seconds) again and again, which runs so long and draws, until it is done."""

        async def repeat():
            await asyncio.sleep(REST)
            while self.is_pending:
                with interruptible():
                    show(PIECE)
                await asyncio.sleep(PAUSE)

        self._task = running_loop().create_task(repeat())

    def cancel(self):
        self._canceled = True
