"""Which states of an explorer are recorded, the most important ones first.

As many are recorded as there is room for. So the plan goes from coarse to fine: first the start and
the presets, what is played from there, and the choices; then, with ever more marks of each other
slider, the lines through the start, the grid of the main controls, those of what each handle moves,
and the main controls' lines through all that came first.
"""

from itertools import product

FEW = 12  # options of a list of which each is worth a line of its own
# Marks of a slider: on the main controls' lines, on all others and on both sides of the grid. A
# level halves the gaps of the one before.
LEVELS = [(9, 5), (17, 9), (33, 17), (65, 33), (129, 65)]
PLAYED = 51  # marks of a slider that is played: the same on all of its lines, without gaps


def planned(explorer):
    """Values of the controls, state by state; some may come more than once."""
    start, handles, played = explorer.state, held(explorer).values(), played_sliders(explorer)
    others = [name for name in shown(explorer) if name not in played]
    mains = [name for name in main_controls(explorer) if name in others]
    presets = [{name: state[name] for name in start} for state in explorer.presets.values()]
    anchors = [start, *presets]
    yield from anchors
    for anchor, name in product(anchors, played):
        yield from line(explorer, name, anchor, PLAYED)
    anchors += choices(explorer, start)
    yield from anchors
    for many, few in LEVELS:
        for name in others:
            yield from line(explorer, name, start, many if name in mains else few)
        yield from grid(explorer, mains, start, few)
        for names in handles:
            yield from grid(explorer, names, start, few)
        for anchor in anchors:
            for name in mains:
                yield from line(explorer, name, anchor, few)


def shown(explorer):
    """The controls beside the picture: others are moved in it only."""
    return {name: control for name, control in explorer.controls.items() if control.shown}


def played_sliders(explorer):
    """Names of the sliders that buttons play."""
    return [name for name, c in shown(explorer).items() if c.description.get("player")]


def main_controls(explorer):
    """Names of the one or two controls that the page's question is about."""
    sliders = [name for name, c in shown(explorer).items() if c.kind == "slider"]
    return explorer.scene.main_controls or tuple(sliders[:2])


def held(explorer):
    """Name of each handle in the picture -> names of the controls that it moves."""
    handles = explorer.scene.handles(**explorer.all_values)
    moved = {handle.name: tuple(handle.move(*handle.at)) for handle in handles}
    return {name: names for name, names in moved.items() if set(names) <= explorer.controls.keys()}


def choices(explorer, start):
    """The start with each other option of its short lists and switches."""
    for name, control in shown(explorer).items():
        if control.kind != "slider" and len(control.marks) <= FEW:
            yield from line(explorer, name, start, FEW)


def line(explorer, name, anchor, n):
    """A state, and one control at n of its marks."""
    return grid(explorer, [name], anchor, n)


def grid(explorer, names, anchor, n):
    """A state, and each of these controls at n of its marks."""
    maxima = explorer.scene.maxima(**explorer.all_values | anchor)
    ways = [thinned(marks_to(explorer.controls[name], maxima.get(name)), n) for name in names]
    for values in product(*ways):
        yield anchor | dict(zip(names, values, strict=True))


def marks_to(control, maximum):
    """All values that a control can have, where a slider may end earlier."""
    return [mark for mark in control.marks if maximum is None or mark <= maximum]


def thinned(values, n):
    """At most n of the values, evenly spread, with both ends."""
    if len(values) <= n:
        return values
    return [values[round(i * (len(values) - 1) / (n - 1))] for i in range(n)]
