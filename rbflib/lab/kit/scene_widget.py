"""A widget with a scene: it answers a move of its controls with a frame and what stands beside it.

On the way from a slider to the picture: the browser sets a control's trait (kit/js/source.js),
`show_state` moves the scene, and `_answer` and `_frame` carry back what is shown
(kit/js/explorer.js).
"""

import base64
import warnings
import zlib
from collections import deque
from contextlib import contextmanager
from typing import Any

import traitlets

from rbflib.lab.kit.background import FIRST, BackgroundTask
from rbflib.lab.kit.caption import describe, told
from rbflib.lab.kit.data_widget import DataWidget
from rbflib.lab.kit.display import show
from rbflib.lab.kit.frame import pack, png
from rbflib.lab.kit.scene import NotDrawn
from rbflib.lab.kit.settings import our_settings
from rbflib.lab.kit.threads import one_thread

# Scenes that are kept, some megabytes each: as many as a page shows, and not those of cells that
# were run again.
MOST_SCENES = 8
NOTHING_SHOWN = {"seen": "", "handles": [], "axes": [], "dim": False}
_with_scene = deque()


@contextmanager
def working():
    """A context for what a scene computes: the warnings that it gives."""
    with our_settings(), one_thread(), warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)  # of one library to another
        yield notes


def reasons(error):
    """Why a state is not drawn, in sentences."""
    if isinstance(error, NotDrawn):
        return error.args
    kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
    return (f"This state cannot be drawn: {kind}{error}",)


class SceneWidget(DataWidget):
    """A scene, drawn in the state of the controls. Parameters as in `Explorer`."""

    stills = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _title = traitlets.Unicode().tag(sync=True)  # what it is about
    _description = traitlets.Dict().tag(sync=True)  # controls, presets, …
    _frame = traitlets.Bytes().tag(sync=True)  # packed
    _answer = traitlets.Dict().tag(sync=True)  # what is shown beside the frame

    def __init__(self, make_scene, controls, presets, data, opens):
        self.make_scene, self._scene, self._task = make_scene, None, BackgroundTask()
        self._maxima, self._count, self._numbers, self._notes = {}, 0, {}, []
        self._letters = {}
        super().__init__(controls, presets, data, opens)

    def open(self):
        """Go to the browser, with the first picture in the same message."""
        if not self._description:  # marimo has made the comm before
            self.show_state()
            self._describe()
        super().open()

    def _describe(self):
        described = {name: c.description for name, c in self.all_controls.items()}
        self._description = {
            "controls": self.by_trait(described),
            "presets": [(name, self.by_trait(x)) for name, x in self.presets.items()],
            "start": self.by_trait(self.start_state),
            "hint": self.scene.hint,
            "clickable": bool(self.scene.click_axes),
            "panels": self.scene.part_boxes(),
            "natural": self.scene.natural,
            "titled": self.scene.titled,
            "drawn": self.scene.drawn,
            "opens": self.opens.file if self.opens else (),
        }

    @property
    def scene(self):
        """In the present state."""
        if self._scene is None:
            self.show_state()
        return self._scene

    def forget_scene(self):
        """Let its memory go; it is made again when it is needed."""
        self._task.cancel()
        self._scene = None

    @property
    def numbers(self) -> dict[str, Any]:
        """What the scene measured in the present state."""
        self.finish()
        return self._numbers

    @property
    def frame(self):
        """The picture as PNG bytes."""
        self.finish()
        return png(self.scene.render(), compress_level=1)

    @property
    def summary(self) -> str:
        """State and numbers in one line; the picture's alternative text begins with it."""
        self.finish()
        return self._answer["words"]

    def show_state(self, seconds=FIRST):
        """The present state: work for so long on it, and show what that has come to."""
        with our_settings():
            self._task.cancel()
            self._notes, self.to_say = self.to_say, []
            self._notes += self.own.notes if self.own else ()
            with self._telling_faults():
                if self._scene is None:
                    self._scene = self.make_scene()
                    _with_scene.append(self)
                    while len(_with_scene) > MOST_SCENES:
                        _with_scene.popleft().forget_scene()
                self._fit_maxima()
                self._task = BackgroundTask(self.scene.in_steps(**self.for_scene(self.all_values)))
            self._show(seconds)

    def _fit_maxima(self):
        """Where a slider ends may depend on the others; at its end it stays at the end."""
        self._maxima, values = self.fitted(self.scene, self.all_values, self.moved)
        with self.without_drawing():
            for trait, value in self.by_trait(values).items():
                setattr(self, trait, value)

    def fitted(self, scene, values, moved):
        """The maxima at these values of the controls, and the values that end there."""
        maxima, fitted = scene.maxima(**self.for_scene(values)), {}
        for name, top in maxima.items():
            at_end = name not in moved and values[name] == self._maxima.get(name)
            fitted[name] = top if at_end else min(values[name], top)
        return maxima, fitted

    def _show(self, seconds):
        values = self.for_scene(self.all_values)
        with working() as notes, self._telling_faults():
            self._task.run(seconds)
            self._numbers = self.scene.update(**values)
            shown = {
                "frame": pack(self.scene.render()),
                "seen": self.scene.seen(),
                "handles": [handle.description for handle in self.scene.handles(**values)],
                "axes": self.scene.click_places,
            }
            disabled = self.scene.disabled_reasons(**values)
            self._notes += told(notes, self._letters)
            self._tell(self._numbers, disabled, **shown)

    @contextmanager
    def _telling_faults(self):
        """A state that is not drawn says why, and the picture of the last one is dimmed."""
        try:
            yield
        except NotDrawn as why:
            self._numbers = dict.fromkeys(reasons(why), "")
            first = None if self._frame else pack(self.scene.render())
            self._tell(self._numbers, frame=first, dim=True)
        except KeyboardInterrupt:
            self._task.cancel()
            self._tell({f"Stopped. {self._settings(self._texts)} is not drawn": ""}, dim=True)
            raise
        except Exception as error:
            self._task.cancel()
            self._tell(dict.fromkeys(reasons(error), ""), dim=True)
            raise

    @property
    def _texts(self):
        """The values that are shown, as they are shown."""
        values = self.all_values
        shown = [name for name in self.in_use if self.controls[name].shown]
        return {name: self.controls[name].format(values[name]) for name in shown}

    def _settings(self, texts):
        return ", ".join(f"{self.controls[name].label} = {x}" for name, x in texts.items())

    def _tell(self, numbers, disabled=(), frame=None, **shown):
        """Send what is shown, in one message."""
        texts = self._texts
        remarks = [f"{self.controls[name].label}: {why}" for name, why in dict(disabled).items()]
        remarks += [*self._notes, *(["Not complete yet"] if self._task.is_pending else [])]
        self._count += 1
        with self.hold_sync():
            if frame is not None:
                self._frame = frame
            self._answer = describe(self._settings(texts), numbers | dict.fromkeys(remarks, "")) | {
                "count": self._count,
                "pending": self._task.is_pending,
                "html": self._scene.html if self._scene else "",
                "values": self.by_trait(self.all_values),
                "texts": self.by_trait(texts),
                "places": self.by_trait(_places(self.controls, self.state)),
                "maxima": self.by_trait(self._maxima),
                "ends": self.by_trait(_places(self.controls, self._maxima)),
                "disabled": list(self.by_trait(dict(disabled))),
                "hidden": [self.trait_of[name] for name in self.controls if name not in texts],
                **NOTHING_SHOWN,
                **shown,
            }

    def finish(self):
        """Who asks for the picture or its numbers gets all of them."""
        if self._scene is None or not self._task.done:
            self.show_state(float("inf"))

    def __repr__(self):
        return self.summary

    def _ipython_display_(self):
        def picture_and_words():
            words, pixels = {"text/plain": self.summary}, self.scene.render()
            self._frame = pack(pixels, zlib.compress)  # a page is saved with it
            picture = base64.b64encode(png(pixels, colors=128, optimize=True)).decode()
            seen = self._answer["seen"]
            about = {"image/png": {"alt": ". ".join(filter(None, [self.summary, seen]))}}
            return [(words | {"image/png": picture}, about), (words, {})]

        show(self, picture_and_words, self.view())

    def view(self):
        """The widget that is shown."""
        return self


def _places(controls, values):
    """The numbers of the marks that are nearest."""
    return {name: controls[name].place(x) for name, x in values.items()}
