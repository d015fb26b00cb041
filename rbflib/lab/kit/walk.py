"""An explorer whose picture is played in the browser, from recorded steps of an algorithm.

The kernel records a walk and sends it once. Playing, stepping and scrubbing ask it nothing.
"""

import json
from copy import copy

import anywidget
import numpy as np
import traitlets
from ipywidgets import widget_serialization

from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.explorer import Explorer, said_of
from rbflib.lab.kit.stage import png
from rbflib.lab.kit.steps import something_follows


class WalkStage(anywidget.AnyWidget):
    """Draws a recorded walk, with buttons to play it; reports what the hand does.

    `on_hand(message)` is called with the browser's messages of kind "step" (step), "down",
    "center" (m, x, y, step), "cancel", "sample" (x, y), "remove", and those of all explorers.
    """

    _esm = bundled("walk.js")
    _css = bundled("walk.css")
    # As one text: ipywidgets would look into every number of it.
    walk = traitlets.Dict().tag(
        sync=True,
        to_json=lambda walk, _stage: _as_text(walk),
        from_json=lambda text, _stage: json.loads(text),
    )
    said = traitlets.Dict().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    clickable = traitlets.Bool(True).tag(sync=True)
    explorer = traitlets.Unicode().tag(sync=True)
    controls = traitlets.Dict().tag(sync=True, **widget_serialization)

    def __init__(self, on_hand, **traits):
        super().__init__(**traits)
        self._on_hand = on_hand
        self.on_msg(self._receive)

    def show(self, walk, said, _handles):
        """Send a walk to the browser, which knows its handles. `said` is of the present step."""
        with self.hold_sync():
            self.walk = walk
            self.said = said

    def expect(self, steps):
        """Tell the browser what moves of a control lead to: it shows that before the kernel does.

        A step is a dict of "move": name, trait and value of a control; and "walk".
        """
        self.send({"kind": "ready", "steps": [it | {"walk": _as_text(it["walk"])} for it in steps]})

    def _receive(self, _widget, message, _buffers):
        if message["kind"] != "hello":
            self._on_hand(message)
        self.send({"kind": message["kind"]})


def _as_text(walk):
    return json.dumps(walk, separators=(",", ":"))


class WalkExplorer(Explorer):
    """An explorer of a walk. Its last control, "step", is moved by the stage's own buttons.

    Parameters
    ----------
    scene : Scene
        With `recording()`, the walk as JSON; `place_of(step)`, in words; `numbers_at(step)`; and
        `move_center`, `add_sample`, `remove_samples` and `forget_the_hand`. None of them changes
        an array or a list in place, so that a shallow copy can go ahead to another state.
    controls, presets
        As in `Explorer`.
    """

    _walking = False

    @property
    def frame(self):
        """The present step as PNG bytes, drawn like the browser draws it."""
        return png(self.scene.render(), compress_level=1)

    @property
    def shown_controls(self):
        return {name: control for name, control in self.controls.items() if name != "step"}

    def _new_stage(self):
        return WalkStage(on_hand=self._receive, hint=self.scene.hint)

    def _picture(self):
        return self.stage.walk if self._walking else self._walk(self.scene, self.state)

    def _walk(self, scene, state):
        begin = self._settings_until_step(state)
        why = dict.fromkeys(self.why_idle(state), "")
        said = [
            said_of(begin + scene.place_of(step), scene.numbers_at(step) | why)
            for step in range(len(scene.steps))
        ]
        return scene.recording() | {"said": said}

    def _can_look_ahead(self):
        return something_follows() and not self._walking

    def _draw_ahead(self, _moment, _seconds, _notes):
        """The browser draws."""

    def _shown_at(self, moment):
        state = self.state_of(moment)
        scene = copy(self.scene)  # the scene itself stays where it is
        scene.update(**state)
        return {"walk": self._walk(scene, state)}

    def _settings(self, state):
        return self._settings_until_step(state) + self.scene.place_of(self.scene.step)

    def _settings_until_step(self, state):
        return super()._settings(state).rpartition(str(state["step"]))[0]

    def _receive(self, message):
        values = {name: x for name, x in message.items() if name != "kind"}
        if message["kind"] == "step":
            # The browser is there already.
            self._walking = True
            try:
                self.set(**values)
            finally:
                self._walking = False
        elif message["kind"] == "down":
            self._before = self.state, self.scene.start_centers
        elif message["kind"] == "center":
            self.scene.move_center(**values)
            self.set(start="by hand", step=0)
        elif message["kind"] == "cancel":
            state, self.scene.start_centers = self._before
            self.set(**state)
        elif message["kind"] == "sample":
            self.scene.add_sample(**values)
            self.set()
        elif message["kind"] == "remove":
            self.scene.remove_samples()
            self.set()
        else:
            super()._receive(message)

    def moment(self):
        by_hand = {"centers": self.scene.start_centers.tolist(), "added": self.scene.added}
        return {name: x for name, x in self.state.items() if name != "step"} | by_hand

    def _go_to(self, moment):
        controls = dict(moment)
        self.scene.start_centers = np.array(controls.pop("centers")).reshape(-1, 2)
        self.scene.added = controls.pop("added")
        self.set(**controls, step=0)

    def begin_preset(self, values):
        self.scene.forget_the_hand()
