"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib.

A page's scenes are imported when they are asked for: all of them take a second.
"""

from rbflib.lab.pages import explorers
from rbflib.lazy import names_in_stub, on_demand

_EXPLORERS = explorers()
_MODULES = names_in_stub(__file__) | _EXPLORERS
__getattr__, __dir__ = on_demand(__name__, _MODULES)


def _builder(name):
    def build():
        return __getattr__(name)()

    build.__name__ = name
    return build


# Name -> function without arguments that builds the explorer as a notebook shows it.
EXPLORERS = {name: _builder(name) for name in _EXPLORERS}

__all__ = ["EXPLORERS", *sorted(_MODULES)]
