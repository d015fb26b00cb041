"""What is seen on the screen: explorers, quizzes and exercises on the algorithms of rbflib.

A page's scenes are imported when they are asked for: all of them take a second.
"""

import lazy_loader

from rbflib.lab.pages import EXPLORERS

_NAMES = {
    "exercises": ["check", "hint", "solution"],
    "explore": ["explore"],
    "kit.controls": [
        "Choice",
        "Data",
        "LinearSlider",
        "LogSlider",
        "OptionSlider",
        "PenaltySlider",
        "Switch",
    ],
    "kit.explorer": ["Explorer"],
    "kit.predict": ["predict"],
    "kit.scene": ["Handle", "Scene"],
    "pages.comparison.compare": ["compare_models"],
    "pages.comparison.table": ["comparison_table"],
    "pages.playground.playground": ["open_table"],
    "kit.table": ["Table"],
    "progress": ["progress"],
    "quizzes": ["quiz"],
}
_get, _dir, _ = lazy_loader.attach(__name__, submod_attrs=_NAMES)


def __getattr__(name):
    return EXPLORERS[name] if name in EXPLORERS else _get(name)


def __dir__():
    return ["EXPLORERS", *_dir(), *EXPLORERS]


__all__ = ["EXPLORERS", *sorted(name for names in _NAMES.values() for name in names)]
