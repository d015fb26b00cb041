"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib.

A page's scenes are imported when they are asked for: all of them take a second.
"""

from rbflib.lab.pages import EXPLORERS
from rbflib.lazy import names_in_stub, on_demand

_MODULES = names_in_stub(__file__)
_get, _dir = on_demand(__name__, _MODULES)


def __getattr__(name):
    return EXPLORERS[name] if name in EXPLORERS else _get(name)


def __dir__():
    return [*_dir(), *EXPLORERS]


__all__ = ["EXPLORERS", *sorted(_MODULES)]
