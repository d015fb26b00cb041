"""What a hand changed, to be taken back move by move."""

from collections import deque
from time import monotonic

# Changes of one control within so many seconds are one move.
ONE_MOVE = 0.7


class Past:
    """The moments before each move. A moment is all that can be changed: a dict by name."""

    def __init__(self, start):
        self.start = self._present = start
        self._before = deque(maxlen=100)
        self._moved, self._moved_at = set(), 0.0

    def note(self, moment):
        """This moment is here."""
        now = monotonic()
        moved = {name for name in moment if moment[name] != self._present[name]}
        if not moved:
            return
        if moved != self._moved or now - self._moved_at > ONE_MOVE:
            self._before.append(self._present)
        self._present, self._moved, self._moved_at = moment, moved, now

    def end_move(self):
        """What changes next is a move of its own."""
        self._moved = set()

    def pop(self):
        """The moment before the last move, or None; it becomes the present one."""
        if not self._before:
            return None
        self._present = self._before.pop()
        return self._present
