"""A widget whose controls are synced traits."""

from contextlib import ExitStack, contextmanager
from threading import current_thread

import anywidget
import traitlets

from rbflib.lab.kit.settings import drawing_lock
from rbflib.lab.kit.threads import on_own_thread, running_loop


class ControlTrait(traitlets.TraitType):
    """A trait that takes what the control of this name takes."""

    def __init__(self, name, control):
        super().__init__(default_value=control.value)
        self.of, self.control = name, control

    def validate(self, obj, value):
        return self.control.validate(self.of, value)

    def set(self, obj, value):
        with drawing_lock:
            super().set(obj, value)


class ControlledWidget(anywidget.AnyWidget):
    """A widget with controls, that is drawn when they change: once for all that change together.

    A subclass has `show_state()`. It may be called on any thread, and only on one at a time.
    A control is a trait of its name. Where the widget has that name for something else, such as
    `open` or `keys`, the trait's is `open_`: so do `observe` and `link` call it, and the browser,
    while `set` and `state` go by the control's own name.

    Parameters
    ----------
    controls : dict of str to Control
        In the order in which they are shown.
    presets : dict of str to dict
        Label of a button -> values of the controls that it sets; the others go back to the start.
    data : dict of str to Control
        More values of the state: what the pointer has put into the picture.
    """

    def __init__(self, controls, presets, data):
        self.moved, self.holds = set(), 0
        self.made_on = current_thread(), running_loop()
        self.to_say = []  # sentences of the next drawing: why a value was not taken, what was saved
        self.trait_of, self._control_of = {}, {}  # name of a control -> its trait, and back
        self.use(controls, presets, data)
        super().__init__()

    def use(self, controls, presets, data):
        """These controls from now on; those that were there before keep their values."""
        self.controls, self.all_controls = controls, controls | data
        # A preset starts from the state that the page opens with: it always leads to the same one.
        self.start_state = {name: c.value for name, c in self.all_controls.items() if c.in_presets}
        self.presets = {
            name: self.start_state | self.checked(values) for name, values in presets.items()
        }
        new = {name: c for name, c in self.all_controls.items() if name not in self.trait_of}
        for name, trait in self.trait_of.items():
            if name in self.all_controls:
                getattr(type(self), trait).control = self.all_controls[name]
        taken = {*dir(self)}
        for name in new:
            trait = name
            while trait in taken | (self.all_controls.keys() - {name}):
                trait += "_"
            self.trait_of[name], self._control_of[trait] = trait, name
        # An answer tells all browsers the values: an echo of each would only cost time.
        self.add_traits(
            **{
                self.trait_of[name]: ControlTrait(name, c).tag(sync=True, echo_update=False)
                for name, c in new.items()
            }
        )

    @property
    def state(self):
        """Values of the controls by name."""
        return {name: x for name, x in self.all_values.items() if name in self.controls}

    @property
    def all_values(self):
        """State and data."""
        return {name: getattr(self, trait) for name, trait in self.trait_of.items()}

    def by_trait(self, values):
        """Values by control as values by trait."""
        return {self.trait_of[name]: x for name, x in values.items()}

    def set(self, *given, **values):
        """Set several controls; the picture is drawn once."""
        if given:
            raise TypeError(f"Name the controls, such as set({next(iter(self.controls))}=…).")
        values = self.completed(values)
        with self.drawn_once(), ExitStack() as moves:  # all of them, also where observers raise
            for name, value in reversed(values.items()):
                moves.callback(setattr, self, self.trait_of[name], value)

    def completed(self, values):
        """The values checked, and those of other controls that go with them."""
        return self.checked(values)

    def checked(self, values):
        """The values as the controls keep them, or an error for people."""
        for name in values:
            if name not in self.all_controls:
                known = ", ".join(self.controls)
                raise ValueError(f"There is no control {name!r}. There are {known}.")
        return {name: self.all_controls[name].validate(name, x) for name, x in values.items()}

    def restore(self, preset):
        """Go to the state of a preset."""
        if not isinstance(preset, str) or preset not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise ValueError(f"There is no preset {preset!r}. There are {known}.")
        self.set(**self.presets[preset])

    @on_own_thread
    def set_state(self, sync_data):
        """What the browser has set. It gets an answer in any case, and the values as they are."""
        names = self._control_of
        sent = {names[trait]: x for trait, x in sync_data.items() if trait in names}
        with self.drawn_once(anyway=bool(sent)):
            try:
                taken = self.checked(sent)
            except ValueError as error:
                self.to_say.append(str(error))
                taken = {name: x for name, x in self.all_values.items() if name in sent}
            try:
                super().set_state(sync_data | self.by_trait(taken))
            finally:
                by_trait = self.by_trait(sent).items()
                self.send_state([trait for trait, x in by_trait if x != getattr(self, trait)])

    @contextmanager
    def drawn_once(self, anyway=False):
        with drawing_lock:
            self.holds += 1
            try:
                yield
            finally:
                self.holds -= 1
                if not self.holds and (self.moved or anyway):
                    self.show_state()

    @contextmanager
    def without_drawing(self):
        self.holds += 1
        try:
            yield
        finally:
            self.holds -= 1
            self.moved.clear()

    def notify_change(self, change):
        """The picture first, so that observers see that of the new value; none can unhook it."""
        try:
            if change["name"] in self._control_of and change["type"] == "change":
                self._on_change(self._control_of[change["name"]], change["new"])
        finally:
            super().notify_change(change)

    def _on_change(self, name, _value):
        with drawing_lock:
            self.moved.add(name)
            if not self.holds:
                self.show_state()
