"""A hand in an explorer's picture, without a browser."""


def send(explorer, kind, place=(), **more):
    """A message as the browser sends it; `place` is shares of the picture from the lower left."""
    explorer.stage._receive(
        None, {"kind": kind, **dict(zip("uv", place, strict=False)), **more}, []
    )


def shares(axes, point):
    return axes.transData.transform(point) / axes.figure.bbox.size


def drag(explorer, axes, start, end):
    """From one point of the axes to another, in data coordinates; what has changed."""
    before = explorer.state
    send(explorer, "down", shares(axes, start))
    send(explorer, "move", shares(axes, end))
    send(explorer, "up", shares(axes, end))
    return {name: x for name, x in explorer.state.items() if x != before[name]}


def click(explorer, axes, point):
    send(explorer, "down", shares(axes, point))
    send(explorer, "up", shares(axes, point))
