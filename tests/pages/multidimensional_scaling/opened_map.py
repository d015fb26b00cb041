"""An explorer of the page, opened in a state."""

from rbflib.lab import EXPLORERS


def opened(name, **state):
    explorer = EXPLORERS[name]()
    explorer.set(**state)
    return explorer


def shown_percent(text):
    return float(text.removesuffix(" %"))
