"""Pictures on slides: explorers in their presets, drawn without a browser."""

import base64
from functools import cache
from html import escape
from io import BytesIO

from PIL import Image

from book.page import address
from rbflib.lab import EXPLORERS

NAME = "This state in the book"
SCALE = 1.5  # pixels of the picture for one of the slide: a projector has more of them than a page


@cache
def explorer(name):
    return EXPLORERS[name]()


def start(name):
    """An explorer as its page opens with it."""
    shown = explorer(name)
    shown.set(**shown.start_state)
    return shown


def in_preset(name, preset):
    shown = explorer(name)
    shown.restore(preset)
    return shown


def states(name):
    """(title, explorer) of each of its presets; what only begins there is also shown at its end."""
    for preset in explorer(name).presets:
        yield preset, in_preset(name, preset)
        if beginning(explorer(name)):
            yield f"{preset}: the end", at_end(name, preset)


def at_end(name, preset=None):
    """An explorer in a preset, or at the end of what begins there; of its start by default."""
    shown = in_preset(name, preset) if preset else start(name)
    shown.set(**{slider: shown.controls[slider].marks[-1] for slider in beginning(shown)})
    return shown


def beginning(shown):
    """Names of the sliders to play that every preset leaves at their first mark."""
    played = {slider: shown.controls[slider].marks[0] for slider in played_sliders(shown)}
    presets = shown.presets.values()
    return [slider for slider, first in played.items() if {p[slider] for p in presets} == {first}]


def played_sliders(shown):
    """Names of the sliders that buttons play."""
    return [name for name, c in shown.controls.items() if c.description.get("player")]


def webp(pixels):
    file = BytesIO()
    Image.fromarray(pixels).save(file, "WEBP", lossless=True, exact=True, quality=100, method=1)
    return file.getvalue()


def picture(shown):
    """An explorer's picture as HTML, in its present state, to which it leads in the book."""
    shown.finish()
    drawn = img(webp(shown.scene.render_larger(SCALE)), "webp", shown.summary)
    link = f'<a data-state="{escape(address(shown))}" aria-label="{NAME}">{drawn}</a>'
    return f'<div class="picture">{link}</div>'


def image(data, kind, words):
    """Bytes of a picture as HTML, with the words for who cannot see it."""
    return f'<div class="picture">{img(data, kind, words)}</div>'


def img(data, kind, words):
    data = data if isinstance(data, str) else base64.b64encode(data).decode()
    return f'<img src="data:image/{kind};base64,{data}" alt="{escape(words)}">'
