"""Pictures on slides: explorers in their presets, drawn without a browser."""

import base64
from functools import cache
from html import escape

from book.recordings import webp
from rbflib.lab import EXPLORERS

SCALE = 2  # pixels of the picture for one of the slide: a projector has more of them than a page


@cache
def explorer(name):
    return EXPLORERS[name]()


def presets(name):
    """The labels of an explorer's buttons."""
    return list(explorer(name).presets)


def results(name, preset=None):
    """What the explorer says below its picture, in a preset or at its start."""
    return in_state(name, preset).summary


def picture(name, preset=None):
    """An explorer's picture as HTML."""
    shown = in_state(name, preset)
    return image(webp(shown.scene.render_larger(SCALE)), "webp", shown.summary)


def image(data, kind, words):
    """Bytes of a picture as HTML, with the words for who cannot see it."""
    data = data if isinstance(data, str) else base64.b64encode(data).decode()
    return f'<img src="data:image/{kind};base64,{data}" alt="{escape(words)}">'


def in_state(name, preset):
    shown = explorer(name)
    if preset is None:
        shown.set(**shown.start_state)
    else:
        shown.restore(preset)
    shown.finish()
    return shown
