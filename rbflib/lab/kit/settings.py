"""Settings of matplotlib and NumPy for our pictures, whatever the reader has chosen for others."""

import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib import rcParams, rcParamsDefault
from matplotlib.font_manager import fontManager

# All that matplotlib has but the backend: our pictures have a canvas of their own.
OURS = {name: value for name, value in dict.items(rcParamsDefault) if name != "backend"}
# Inter in a few hundred letters, under a name of its own: no text of the reader's is drawn in it.
# What it lacks comes from DejaVu Sans, and then from the families of Windows, macOS and Linux that
# are here: each that is not would be looked for anew.
FONTS = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))
FAMILY = "rbflib Sans"
FALLBACKS = [
    *("Microsoft JhengHei", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "Nirmala UI"),
    *("PingFang TC", "Heiti TC", "Hiragino Sans", "Apple SD Gothic Neo", "Arial Unicode MS"),
    *("Noto Sans CJK TC", "Noto Sans CJK JP", "Noto Sans TC", "WenQuanYi Zen Hei", "Unifont"),
]
_here = set(FALLBACKS) & {font.name for font in fontManager.ttflist}
for _file in FONTS:
    fontManager.addfont(_file)
OURS["font.family"] = [FAMILY, *OURS["font.family"], *sorted(_here, key=FALLBACKS.index)]
_faces = {
    f"mathtext.{face}" for face in ("rm", "it", "sf", "cal", "tt", "bf", "bfit")
} & OURS.keys()
OURS |= dict.fromkeys(_faces, FAMILY) | {"mathtext.fontset": "custom"}

# The one lock of the kit: who sets a control or draws a picture has it. matplotlib has one set of
# settings for all threads: were two to exchange it at once, the second could take ours for the
# reader's, and leave them behind. Explorers set each other's controls where they are linked: with a
# lock each, two threads could wait for each other.
drawing_lock = threading.RLock()
_ours = []  # not empty while ours are there


@contextmanager
def our_settings():
    """A context, or a decorator, in which matplotlib and NumPy have the settings they came with.

    The reader's are back at its end.
    """
    with drawing_lock, np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
        if _ours:
            yield
            return
        _ours.append(True)
        readers = dict.copy(rcParams)
        del readers["backend"]
        # Past matplotlib's checks, which take a millisecond: all of these have passed them before.
        dict.update(rcParams, OURS)
        try:
            yield
        finally:
            dict.update(rcParams, readers)
            _ours.clear()
