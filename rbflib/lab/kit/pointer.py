"""What a pointer does in a scene's picture, as values of the controls.

A place is (u, v): shares of the picture's width and height, from the lower left. Every message says
all that is needed, so that none of them leaves anything behind.
"""

import numpy as np


def dragged(scene, state, name, u, v):
    """Values that put the handle of this name at a place."""
    handle = _named(scene, state, name)
    return handle.move(*_data(handle.axes, u, v)) if handle else {}


def nudged(scene, state, name, right, up):
    """Values after so many steps of the arrow keys."""
    handle = _named(scene, state, name)
    if handle is None:
        return {}
    return handle.move(*(np.array(handle.at) + np.array(handle.step) * (right, up)))


def clicked(scene, state, u, v):
    """Values after a click at a place."""
    pixel = scene.figure.bbox.size * (u, v)
    axes = next((axes for axes in scene.click_axes if axes.bbox.contains(*pixel)), None)
    return {} if axes is None else scene.click(axes, _data(axes, u, v), state)


def _named(scene, state, name):
    return next((handle for handle in scene.handles(**state) if handle.name == name), None)


def _data(axes, u, v):
    return axes.transData.inverted().transform(axes.figure.bbox.size * (u, v))
