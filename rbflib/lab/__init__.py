"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib.

A page's scenes are imported when they are asked for: all of them take a second.
"""

from functools import wraps
from importlib import import_module

from rbflib.lab.pages import explorers
from rbflib.lazy import names_in_stub, on_demand

_EXPLORERS = explorers()
_MODULES = names_in_stub(__file__) | _EXPLORERS
_get, __dir__ = on_demand(__name__, _MODULES)


def __getattr__(name):
    if name not in _EXPLORERS:
        return _get(name)
    globals()[name] = _at_its_start(getattr(import_module(_EXPLORERS[name]), name))
    return globals()[name]


def _at_its_start(build):
    """The function that builds an explorer; it says how to set values where some are given."""

    @wraps(build)
    def built(*given, **values):
        if given or values:
            name, wanted = build.__name__, values or {"gamma": 3}
            example = ", ".join(f"{control}={value!r}" for control, value in wanted.items())
            raise TypeError(f"{name}() takes no values: e = {name}(); e.set({example}) sets them.")
        return build()

    return built


def _builder(name):
    def build(*values, **named):
        return __getattr__(name)(*values, **named)

    build.__name__ = name
    return build


# Name -> function without arguments that builds the explorer as a notebook shows it.
EXPLORERS = {name: _builder(name) for name in _EXPLORERS}

__all__ = ["EXPLORERS", *sorted(_MODULES)]
