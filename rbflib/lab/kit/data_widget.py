"""Data of the reader's in a widget with controls: they come into its list of data."""

import re

from rbflib.lab.kit.controlled_widget import ControlledWidget
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.your_data import YOURS


class DataWidget(ControlledWidget):
    """A widget with controls that data of the reader's may come to: what it `opens`, if any."""

    def __init__(self, controls, presets, data, opens):
        self._pages, self.opens, self._yours = (presets, data), opens, None
        if opens and any(given is not None for given in opens.given):
            self._yours = opens.make(*opens.given)
            controls = opens.with_yours(controls)
        super().__init__(controls, presets, data)

    def take(self, given):
        """Show data of the reader's, which the list of data has from now on."""
        self._yours = self.opens.make(given)
        self.use(self.opens.with_yours(self.controls), *self._pages)
        moved_in_picture = {n: c.value for n, c in self.all_controls.items() if not c.shown}
        self.set(**moved_in_picture, **{self.opens.control: YOURS})

    def open_file(self, content, name):
        """Take a file's content; or leave all as it is, and say why."""
        with self.drawn_once(anyway=True):
            try:
                self.take(self.opens.read(content, name=name))
            except ValueError as error:
                self.to_say.append(str(error))

    def for_scene(self, values):
        """Values of the controls as a scene takes them: the reader's data in place of "yours"."""
        if not self._yours or values[self.opens.control] != YOURS:
            return values
        unused = {name: self.controls[name].value for name in self.opens.unused}
        return values | unused | {self.opens.control: self._yours}

    @property
    def own(self):
        """The reader's data where they are shown, or None."""
        values = self.all_values
        return None if self.for_scene(values) is values else self._yours

    @property
    def in_use(self):
        """Names of the controls that the present state depends on; the others are not shown."""
        unused = self.opens.unused if self.own else ()
        return [name for name in self.controls if name not in unused]

    def with_own_lines(self, code_of):
        """Lines of `code_of` at the present values, and those that make the reader's data."""
        values, own = self.for_scene(self.all_values), self.own
        if own is None:
            return lines(code_of(**values))
        if own.swaps:  # they are for the page's first data
            values[self.opens.control] = self.controls[self.opens.control].marks[0]
        code = lines(code_of(**values))
        for pattern, text in own.swaps.items():
            code = re.sub(pattern, text, code)
        return lines(own.code, code)
