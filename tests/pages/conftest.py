from functools import cache

from rbflib.lab import EXPLORERS


@cache
def built(name):
    """An explorer, which its tests share, for building it takes long, and its first values."""
    explorer = EXPLORERS[name]()
    return explorer, explorer.all_values


def opened(name, preset=None, **values):
    """An explorer as its page shows it, then at a preset, and then with these values."""
    explorer, start = built(name)
    explorer.set(**start)
    if preset:
        explorer.restore(preset)
    explorer.set(**values)
    explorer.finish()
    return explorer
