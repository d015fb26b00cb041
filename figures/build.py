"""Draw the figures of this folder: every explorer as its page opens with it.

python figures/build.py
"""

from pathlib import Path

from rbflib.lab import EXPLORERS
from rbflib.lab.stage import to_png

FIGURES = Path(__file__).parent


def draw(name):
    """The first frame of an explorer, as small PNG bytes."""
    return to_png(EXPLORERS[name]().scene.render(), level=9)


if __name__ == "__main__":
    for name in EXPLORERS:
        (FIGURES / f"{name}.png").write_bytes(draw(name))
