"""Long computations: a first picture soon, and the rest in pieces that the browser asks for.

It asks (kit/js/source.js) while the reader wants nothing else. So a move never waits for more than
one piece, no event loop is needed, and a kernel can be interrupted as in any other message.
"""

from time import perf_counter

from rbflib.lab.kit.settings import our_settings

FIRST = 0.02  # seconds of work before the first picture
PIECE = 0.08  # seconds of work before the next one


class BackgroundTask:
    """Steps of a few milliseconds each, done in pieces."""

    def __init__(self, steps=()):
        self._steps = iter(steps)
        self.done = self._canceled = False

    @property
    def is_pending(self):
        """Whether there is something to do, and somebody wants it."""
        return not (self.done or self._canceled)

    @our_settings()
    def run(self, seconds):
        """At least one step, and more of them for so long."""
        end = perf_counter() + seconds
        for _ in self._steps:
            if perf_counter() >= end:
                return
        self.done = True

    def cancel(self):
        self._canceled = True
