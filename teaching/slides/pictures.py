"""Pictures on slides: explorers in their presets, drawn without a browser."""

import base64
from functools import cache
from html import escape

from book.recordings import webp
from book.states import played_sliders
from rbflib.lab import EXPLORERS

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
    played = played_sliders(explorer(name))
    begins = [slider for slider in played if all_begin(explorer(name), slider)]
    for preset in explorer(name).presets:
        yield preset, in_preset(name, preset)
        for slider in begins:
            shown = in_preset(name, preset)
            shown.set(**{slider: shown.controls[slider].marks[-1]})
            yield f"{preset}: the end", shown


def all_begin(shown, slider):
    """Does every preset leave a slider at its first mark?"""
    first = shown.controls[slider].marks[0]
    return all(state[slider] == first for state in shown.presets.values())


def picture(shown):
    """An explorer's picture as HTML, in its present state."""
    shown.finish()
    return image(webp(shown.scene.render_larger(SCALE)), "webp", shown.summary)


def image(data, kind, words):
    """Bytes of a picture as HTML, with the words for who cannot see it."""
    data = data if isinstance(data, str) else base64.b64encode(data).decode()
    source = f"data:image/{kind};base64,{data}"
    return f'<div class="picture"><img src="{source}" alt="{escape(words)}"></div>'
