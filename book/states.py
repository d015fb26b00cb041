"""Which states of an explorer are recorded, the most important ones first.

As many are recorded as there is room for. So the plan goes from coarse to fine: first the start,
the presets and the choices; then, with ever more marks of each slider, the lines through the start,
the grid of the main controls, those of what each handle moves, and the main controls' lines through
all that came first.
"""

from itertools import product

import ipywidgets as widgets

FEW = 12  # options of a list of which each is worth a line of its own
# Marks of a slider: on the main controls' lines, on all others and on both sides of the grid. A
# level halves the gaps of the one before.
LEVELS = [(9, 5), (17, 9), (33, 17), (65, 33), (129, 65)]


def planned(explorer):
    """Values of the controls, state by state; some may come more than once."""
    start, mains, handles = explorer.state, main_controls(explorer), held(explorer).values()
    anchors = [start, *explorer.presets.values(), *choices(explorer)]
    yield from anchors
    for many, few in LEVELS:
        for name in explorer.shown_controls:
            yield from line(explorer, name, start, many if name in mains else few)
        yield from grid(explorer, mains, start, few)
        for names in handles:
            yield from grid(explorer, names, start, few)
        for anchor in anchors:
            for name in mains:
                yield from line(explorer, name, anchor, few)


def main_controls(explorer):
    """Names of the one or two controls that the page's question is about."""
    sliders = [name for name, c in explorer.shown_controls.items() if not is_choice(c)]
    return explorer.scene.main or tuple(sliders[:2])


def held(explorer):
    """Name of each handle in the picture -> names of the controls that it moves."""
    handles = explorer.scene.handles(**explorer.state)
    return {handle.name: tuple(handle.move(*handle.at)) for handle in handles}


def choices(explorer):
    """The start with each other option of its short lists and switches."""
    for name, control in explorer.shown_controls.items():
        if is_choice(control) and len(marks(control)) <= FEW:
            yield from line(explorer, name, explorer.state, FEW)


def line(explorer, name, anchor, n):
    """A state, and one control at n of its marks."""
    return grid(explorer, [name], anchor, n)


def grid(explorer, names, anchor, n):
    """A state, and each of these controls at n of its marks."""
    ways = [thinned(marks(explorer.controls[name]), n) for name in names]
    for values in product(*ways):
        yield anchor | dict(zip(names, values, strict=True))


def thinned(values, n):
    """At most n of the values, evenly spread, with both ends."""
    if len(values) <= n:
        return values
    return [values[round(i * (len(values) - 1) / (n - 1))] for i in range(n)]


def marks(control):
    """All values that a control can have."""
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    if hasattr(control, "options"):
        return [o[1] if isinstance(o, tuple) else o for o in control.options]
    n = round((control.max - control.min) / control.step)
    steps = [control.min + i * control.step for i in range(n + 1)]
    if isinstance(control, widgets.FloatLogSlider):
        return [10**step for step in steps]
    return steps if isinstance(control, widgets.IntSlider) else [round(x, 12) for x in steps]


def is_choice(control):
    return isinstance(control, widgets.Dropdown | widgets.Checkbox)
