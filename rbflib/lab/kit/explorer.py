"""An explorer: controls and presets at the left, beside them a picture and its results."""

import math
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from itertools import product

import numpy as np

from rbflib.lab.kit import pointer
from rbflib.lab.kit.background import PIECE
from rbflib.lab.kit.bundle import bundled, packed
from rbflib.lab.kit.caption import told
from rbflib.lab.kit.draws import DRAW, N_DRAWS, SLICE, Draws
from rbflib.lab.kit.frame import pack
from rbflib.lab.kit.scene_widget import SceneWidget, reasons, working
from rbflib.lab.kit.settings import FONTS, drawing_lock, our_settings
from rbflib.lab.kit.threads import on_own_thread

# Screens with more pixels than this for one of ours are rare, and pictures would get slow.
MAX_SCALE = 3


class Explorer(SceneWidget):
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

    _esm = packed("explorer.js")
    _css = bundled("explorer.css")
    name = ""  # of the function that builds it

    def __init__(self, make_scene, controls, presets=None, data=None, opens=None):
        super().__init__(make_scene, controls, presets or {}, data or {}, opens)
        self._draws = Draws(self)
        self.on_msg(self._receive)

    def forget_scene(self):
        super().forget_scene()
        self._draws.forget()

    def draws(self, n=N_DRAWS):
        """The numbers of the present state for other draws of what is random in it.

        Parameters
        ----------
        n : int
            How many, at most 50. Entry d belongs to draw d, and 0 is the page's.

        Returns
        -------
        numbers : dict of str to ndarray of shape (n,)
            NaN for a draw that has no such number.
        """
        if DRAW not in self.in_use:
            raise ValueError("There are no other draws: this explorer has no control named draw.")
        if n not in range(1, N_DRAWS + 1):
            raise ValueError(f"n must be a whole number from 1 to {N_DRAWS}, got {n!r}.")
        return {name: np.array(x) for name, x in self._draws.measured(math.inf, n).items()}

    @property
    def code(self):
        """Lines of Python that print the numbers of the present state."""
        self.finish()
        return self.with_own_lines(self.scene.code)

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
            scene = self.make_scene()
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
        with working() as notes:
            values |= self.fitted(scene, values, state)[1]
            try:
                deque(scene.in_steps(**self.for_scene(values)), maxlen=0)
                numbers = scene.update(**self.for_scene(values))
            except Exception as error:
                numbers = dict.fromkeys(reasons(error), "")
        remarks = [name for name, x in numbers.items() if isinstance(x, str) and not x]
        row = numbers | {name: values[name] for name in names}
        row = {name: row[name] for name in [*names, *numbers] if name not in remarks}
        return row, ". ".join([*remarks, *told(notes, {})])

    @on_own_thread
    def _receive(self, _widget, message, buffers):
        """What the browser asks beside its values of the controls: see kit/js/source.js."""
        content = dict(message)
        kind = content.pop("kind")
        if kind == "hello":
            self.send(message)
        elif kind == "font":
            self.send(message, buffers=[file.read_bytes() for file in FONTS])
        elif kind == "code":
            self._send_code()
        elif kind == "draws":
            measured = self._draws.measured(SLICE)
            shown = {
                name: [x if np.isfinite(x) else None for x in xs] for name, xs in measured.items()
            }
            self.send(message | {"values": shown, "of": self.by_trait(self.all_values)})
        elif kind == "go on":
            with suppress(Exception):  # the answer says why
                # One that has been finished meanwhile, for another browser, answers all the same.
                (self._show if self._task.is_pending else self.show_state)(PIECE)
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
                    self.to_say.append(str(error))
                else:  # a hand hits no number but a mark
                    self.set(**{n: self.all_controls[n].nearest(x) for n, x in values.items()})

    def _send_code(self):
        """Send the code, or say why there is none."""
        try:
            self.send({"kind": "code", "text": self.code + "\n"})
        except Exception as error:
            self.send({"kind": "code", "fault": str(error)})
