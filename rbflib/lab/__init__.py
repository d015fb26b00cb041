"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib."""

from importlib import import_module

from rbflib.lab.exercises import check, hint, solution
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.predict import predict
from rbflib.lab.pages import explorers
from rbflib.lab.quizzes import quiz

_MODULES = explorers()


def _builder(name):
    def build():
        return __getattr__(name)()

    build.__name__ = name
    return build


# Name -> function without arguments that builds the explorer as a notebook shows it. A page's
# scenes are imported when they are asked for: all of them take a second.
EXPLORERS = {name: _builder(name) for name in _MODULES}


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"rbflib.lab has no {name!r}. It has {', '.join(__all__)}.")
    return getattr(import_module(_MODULES[name]), name)


__all__ = ["EXPLORERS", "Explorer", "check", "hint", "predict", "quiz", "solution", *EXPLORERS]
