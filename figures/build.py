"""Draw the figures of this folder: every explorer as its page opens with it.

python figures/build.py
"""

from pathlib import Path

from rbflib.lab import EXPLORERS

FIGURES = Path(__file__).parent


def draw(name):
    """The first frame of an explorer, as small PNG bytes."""
    return EXPLORERS[name]().small_png()


if __name__ == "__main__":
    for name in EXPLORERS:
        (FIGURES / f"{name}.png").write_bytes(draw(name))
