"""Pictures that are ready before the hand asks for them: of its next step, and of its last ones."""

from typing import NamedTuple

MOST_READY = 8  # pictures; one has 20 to 100 kB


class Ready(NamedTuple):
    """What is shown of a moment."""

    picture: bytes
    numbers: dict
    handles: list


class Ahead:
    """What is ready, moment by moment; see `Past` for what a moment is."""

    def __init__(self):
        self._ready = {}
        self._before = self._asked = self._present = {}

    def arrive(self, moment, asked):
        """The hand has asked for a moment and come to this one: what is ready for it, or None.

        The two differ where one control moves the end of another.
        """
        if moment == self._present:  # then something else has changed the scene
            self._ready.clear()
        self._before, self._asked, self._present = self._present, asked, moment
        ready = self.at(moment)
        if ready:
            self.keep(moment, ready)
        return ready

    def keep(self, moment, ready):
        self._ready.pop(_name(moment), None)  # the newest stands last
        self._ready[_name(moment)] = ready
        if len(self._ready) > MOST_READY:
            del self._ready[next(iter(self._ready))]

    def at(self, moment):
        """What is ready for a moment, or None."""
        return self._ready.get(_name(moment))

    @property
    def step(self):
        """(name, value before, value now) of the hand's last step, or None where it was none."""
        names = [name for name, x in self._asked.items() if x != self._before.get(name, x)]
        if len(names) != 1:
            return None
        return names[0], self._before[names[0]], self._present[names[0]]


def _name(moment):
    return repr(list(moment.values()))
