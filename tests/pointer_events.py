"""What a browser and a pointer in its picture do to an explorer, without a browser."""

import numpy as np

NEAR = 14  # pixels; as in kit/js/picture/pointer.js


def send(explorer, kind, **more):
    """A message as the browser sends it."""
    _arrive(explorer, {"method": "custom", "content": {"kind": kind, **more}})


def set_traits(explorer, **values):
    """Traits that the browser has set."""
    _arrive(explorer, {"method": "update", "state": values, "buffer_paths": []})


def _arrive(explorer, data):
    explorer.comm.handle_msg({"content": {"data": data}, "buffers": []})


def inbox(explorer, monkeypatch):
    """What the browser gets from now on: a list of (message, buffers)."""
    got = []

    def publish(_kind, data=None, metadata=None, buffers=None, **_):
        got.append((data, buffers))

    monkeypatch.setattr(explorer.comm, "publish_msg", publish)
    return got


def states(got):
    """Traits that an inbox has got, message by message."""
    return [data["state"] for data, _ in got if data["method"] == "update"]


def answers(got):
    return [state["_answer"] for state in states(got) if "_answer" in state]


def drag(explorer, axes, start, end):
    """From one point of the axes to another, in data coordinates; what has changed."""
    before = explorer.state
    begin, end = axes.transData.transform([start, end])
    handles = [
        h
        for h in explorer.scene.handles(**explorer.for_scene(explorer.all_values))
        if h.axes is axes
    ]
    if handles:
        way, handle = min((np.hypot(*(h.pixel - begin)), i) for i, h in enumerate(handles))
        place = end + (handles[handle].pixel - begin if way < NEAR else 0)
        u, v = place / axes.figure.bbox.size
        send(explorer, "drag", name=handles[handle].name, u=u, v=v)
    return {name: x for name, x in explorer.state.items() if x != before[name]}


def click(explorer, axes, point):
    u, v = axes.transData.transform(point) / axes.figure.bbox.size
    send(explorer, "click", u=u, v=v)
