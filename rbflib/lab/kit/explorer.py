"""An explorer: controls and presets at the left, beside them a picture and its results.

On the way from a slider to the picture: the browser sets a control's trait (kit/js/source.js),
`show_state` moves the scene, and `_answer` and `_frame` carry back what is shown
(kit/js/explorer.js).
"""

import base64
import warnings
import zlib
from collections import deque
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any

import traitlets

from rbflib.lab.kit import pointer
from rbflib.lab.kit.background import BackgroundTask
from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.caption import describe, told
from rbflib.lab.kit.data_widget import DataWidget
from rbflib.lab.kit.display import show
from rbflib.lab.kit.frame import pack, png
from rbflib.lab.kit.scene import NotDrawn
from rbflib.lab.kit.settings import drawing_lock, our_settings
from rbflib.lab.kit.threads import on_own_thread, one_thread, running_loop

# Screens with more pixels than this for one of ours are rare, and pictures would get slow.
MAX_SCALE = 3
# Scenes that are kept, some megabytes each: as many as a page shows, and not those of cells that
# were run again.
MOST_SCENES = 8
_with_scene = deque()


@contextmanager
def _working():
    """A context for what a scene computes: the warnings that it gives."""
    with our_settings(), one_thread(), warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)  # of one library to another
        yield notes


def _reasons(error):
    """Why a state is not drawn, in sentences."""
    if isinstance(error, NotDrawn):
        return error.args
    kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
    return (f"This state cannot be drawn: {kind}{error}",)


class Explorer(DataWidget):
    """A scene with its controls. Each control is a synced trait.

    Parameters
    ----------
    make_scene : callable
        make_scene() -> Scene. `scene.update(**values)` gets the values of the controls by name.
    controls, presets, data : dict
        As in `ControlledWidget`.
    opens : Opens, optional
        As in `DataWidget`.
    """

    _esm = bundled("explorer.js")
    _css = bundled("explorer.css")
    name = ""  # of the function that builds it
    stills = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _description = traitlets.Dict().tag(sync=True)  # controls, presets, …
    _frame = traitlets.Bytes().tag(sync=True)  # packed
    _answer = traitlets.Dict().tag(sync=True)  # what is shown beside the frame

    def __init__(self, make_scene, controls, presets=None, data=None, opens=None):
        self._make_scene, self._scene, self._task = make_scene, None, BackgroundTask()
        self._maxima, self._count, self._numbers, self._notes = {}, 0, {}, []
        self._letters = {}
        super().__init__(controls, presets or {}, data or {}, opens)
        self.on_msg(self._receive)

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
        """State and numbers in one line; also the picture's alternative text."""
        self.finish()
        return self._answer["words"]

    def sweep(self, **values):
        """The numbers of many states as a table; the explorer stays as it is.

        Parameters
        ----------
        **values
            Lists of values by control, such as gamma=[1, 10], n_samples=[5, 20]: a state for each
            combination, in which the first control varies slowest.

        Returns
        -------
        table : pandas.DataFrame, or without pandas a dict of str to list
            A column for each of these controls, each number, and what is remarked.
        """
        for name, listed in values.items():
            if isinstance(listed, str) or not isinstance(listed, Iterable):
                raise ValueError(f"sweep({name}=…) takes a list of values, got {listed!r}.")
        grid = (dict(zip(values, x, strict=True)) for x in product(*values.values()))
        states = [self.completed(state) for state in grid]
        with our_settings():
            scene = self._make_scene()
        rows = [self._measured(scene, state, values) for state in states]
        names = dict.fromkeys(name for row, _ in rows for name in row)
        table = {name: [row.get(name) for row, _ in rows] for name in names}
        remarks = [said for _, said in rows]
        table |= {"remarks": remarks} if any(remarks) else {}
        with suppress(ImportError):
            from pandas import DataFrame

            return DataFrame(table)
        return table

    def _measured(self, scene, state, names):
        """A row of a sweep: the values of these names and the numbers of a state; and remarks."""
        values = self.all_values | state
        with _working() as notes:
            values |= self._fitted(scene, values, state)[1]
            try:
                deque(scene.in_steps(**self.for_scene(values)), maxlen=0)
                numbers = scene.update(**self.for_scene(values))
            except Exception as error:
                numbers = dict.fromkeys(_reasons(error), "")
        remarks = [name for name, x in numbers.items() if isinstance(x, str) and not x]
        row = numbers | {name: values[name] for name in names}
        row = {name: row[name] for name in [*names, *numbers] if name not in remarks}
        return row, ". ".join([*remarks, *told(notes, {})])

    @property
    def code(self):
        """Lines of Python that print the numbers of the present state."""
        self.finish()
        return self.with_own_lines(self.scene.code)

    def show_state(self, seconds=None):
        """The present state: work for so long on it, and show what that has come to."""
        with our_settings():
            self._task.cancel()
            self._notes, self.refused = self.refused, []
            self._notes += self.own.notes if self.own else ()
            with self._telling_faults():
                if self._scene is None:
                    self._scene = self._make_scene()
                    _with_scene.append(self)
                    while len(_with_scene) > MOST_SCENES:
                        _with_scene.popleft().forget_scene()
                self._fit_maxima()
                self._task = BackgroundTask(self.scene.in_steps(**self.for_scene(self.all_values)))
            self._show(seconds)
            if self._task.is_pending and running_loop():
                self._task.go_on_later(self._show)

    def _fit_maxima(self):
        """Where a slider ends may depend on the others; at its end it stays at the end."""
        self._maxima, values = self._fitted(self.scene, self.all_values, self.moved)
        with self.without_drawing():
            for trait, value in self.by_trait(values).items():
                setattr(self, trait, value)

    def _fitted(self, scene, values, moved):
        """The maxima at these values of the controls, and the values that end there."""
        maxima, fitted = scene.maxima(**self.for_scene(values)), {}
        for name, top in maxima.items():
            at_end = name not in moved and values[name] == self._maxima.get(name)
            fitted[name] = top if at_end else min(values[name], top)
        return maxima, fitted

    def _show(self, seconds):
        values = self.for_scene(self.all_values)
        with _working() as notes, self._telling_faults():
            self._task.run(seconds)
            self._numbers = self.scene.update(**values)
            frame = pack(self.scene.render())
            handles = [handle.description for handle in self.scene.handles(**values)]
            places = self.scene.click_places
            disabled = self.scene.disabled_reasons(**values)
            self._notes += told(notes, self._letters)
            self._tell(self._numbers, disabled, frame, handles, places)

    @contextmanager
    def _telling_faults(self):
        """A state that is not drawn says why, and the picture of the last one is dimmed."""
        try:
            yield
        except NotDrawn as why:
            self._numbers = dict.fromkeys(_reasons(why), "")
            first = None if self._frame else pack(self.scene.render())
            self._tell(self._numbers, frame=first, dim=True)
        except KeyboardInterrupt:
            self._task.cancel()
            self._tell({f"Stopped. {self._settings} is not drawn": ""}, dim=True)
            raise
        except Exception as error:
            self._task.cancel()
            self._tell(dict.fromkeys(_reasons(error), ""), dim=True)
            raise

    @property
    def _texts(self):
        """The values that are shown, as they are shown."""
        values = self.all_values
        shown = [name for name in self.in_use if self.controls[name].shown]
        return {name: self.controls[name].format(values[name]) for name in shown}

    @property
    def _settings(self):
        return ", ".join(f"{self.controls[name].label} = {x}" for name, x in self._texts.items())

    def _tell(self, numbers, disabled=(), frame=None, handles=(), places=(), dim=False):
        """Send what is shown, in one message."""
        texts = self._texts
        remarks = [f"{self.controls[name].label}: {why}" for name, why in dict(disabled).items()]
        remarks += [*self._notes, *(["Not complete yet"] if self._task.is_pending else [])]
        self._count += 1
        with self.hold_sync():
            if frame is not None:
                self._frame = frame
            self._answer = describe(self._settings, numbers | dict.fromkeys(remarks, "")) | {
                "count": self._count,
                "dim": dim,
                "html": self._scene.html if self._scene else "",
                "values": self.by_trait(self.all_values),
                "texts": self.by_trait(texts),
                "handles": list(handles),
                "axes": list(places),
                "maxima": self.by_trait(self._maxima),
                "disabled": list(self.by_trait(dict(disabled))),
                "hidden": [self.trait_of[name] for name in self.controls if name not in texts],
            }

    def finish(self):
        """Who asks for the picture or its numbers gets all of them."""
        if self._scene is None or not self._task.done:
            self.show_state(float("inf"))

    @on_own_thread
    def _receive(self, _widget, message, buffers):
        """What the browser asks beside its values of the controls: see kit/js/source.js."""
        content = dict(message)
        kind = content.pop("kind")
        if kind == "hello":
            self.send(message)
        elif kind == "code":
            self._send_code()
        elif kind == "scale":
            if content.get("copy"):
                self.finish()
            with drawing_lock:
                larger = self.scene.render_larger(min(content["scale"], MAX_SCALE))
            self.send(message, buffers=[pack(larger)])
        elif kind == "open":
            with self.hold_sync():
                self.open_file(bytes(buffers[0]), content["name"])
                self._describe()
        else:
            act = {"drag": pointer.dragged, "nudge": pointer.nudged, "click": pointer.clicked}[kind]
            with self.drawn_once(anyway=True):
                try:
                    values = act(self.scene, self.for_scene(self.all_values), **content)
                    values = self.checked(values)
                except ValueError as error:
                    self.refused.append(str(error))
                else:  # a hand hits no number but a mark
                    self.set(**{n: self.all_controls[n].nearest(x) for n, x in values.items()})

    def _send_code(self):
        """Send the code, or say why there is none."""
        try:
            self.send({"kind": "code", "text": self.code + "\n"})
        except Exception as error:
            self.send({"kind": "code", "fault": str(error)})

    def __repr__(self):
        return self.summary

    def _ipython_display_(self):
        def picture_and_words():
            words, pixels = {"text/plain": self.summary}, self.scene.render()
            self._frame = pack(pixels, zlib.compress)  # a page is saved with it
            picture = base64.b64encode(png(pixels, colors=128, optimize=True)).decode()
            about = {"image/png": {"alt": self.summary}}
            return [(words | {"image/png": picture}, about), (words, {})]

        show(self, picture_and_words)

    def view(self):
        """The widget that is shown."""
        return self
