"""An explorer: controls and presets at the left, beside them a picture and its results."""

import base64
import math
import re
import threading
import warnings
import zlib
from contextlib import ExitStack, suppress
from functools import partial
from numbers import Real

import ipywidgets as widgets

from rbflib.lab.kit.ahead import Ahead, Ready
from rbflib.lab.kit.hand import Hand
from rbflib.lab.kit.past import Past
from rbflib.lab.kit.report import lines
from rbflib.lab.kit.stage import Stage, pack, png, unpack
from rbflib.lab.kit.steps import Steps, first_slice, later, something_follows, soon
from rbflib.lab.kit.threads import one_thread

# Screens with more pixels than this for one of ours are rare, and pictures would get slow.
SHARPEST = 3


class Explorer:
    """A scene with its controls.

    Parameters
    ----------
    scene : Scene
        What is drawn. `scene.update(**values)` gets the values of the controls by name.
    controls : dict of str to ipywidgets widget
        In the order in which they are shown.
    presets : dict of str to dict, optional
        Label of a button -> values of the controls that it sets; the others go back to the start.
    tools : sequence of ipywidgets widgets, optional
        Shown under the controls, such as buttons that play a slider.

    Attributes
    ----------
    name : str
        That of the module that makes it.
    controls : dict
    presets : dict
    numbers : dict
        What the scene measured in the present state.
    frame : bytes
        The picture as PNG.
    summary : str
        State and numbers in one line; also the picture's alternative text.
    code : str
        Lines of Python that print the numbers of the present state.
    """

    def __init__(self, scene, controls, presets=None, tools=()):
        self.scene = scene
        self.controls = controls
        self.tools = tools
        # A preset starts from the state that the page opens with: it always leads to the same one.
        self.presets = {name: self.state | values for name, values in (presets or {}).items()}
        self.stage = self._new_stage()
        self._lock = threading.Lock()
        self._stale = False
        self._work = None
        self.held = False
        self._hand, self._past, self._ahead = Hand(self), Past(self.moment()), Ahead()
        for control in controls.values():
            control.observe(self._refresh, names="value")
        self._refresh()

    @property
    def name(self):
        modules = [type(part).__module__ for part in (self, self.scene)]
        return next(m for m in modules if not m.startswith(__package__)).rpartition(".")[2]

    @property
    def state(self):
        """Values of the controls by name, at the marks of the sliders."""
        return {name: _mark(control, control.value) for name, control in self.controls.items()}

    @property
    def in_use(self):
        """Names of the controls that the present state depends on; the others are not shown."""
        return list(self.controls)

    @property
    def numbers(self):
        self.finish()
        return self._numbers

    @property
    def frame(self):
        self.finish()
        return png(unpack(self.stage.frame), compress_level=1)

    @property
    def summary(self):
        self.finish()
        return self.stage.said["words"]

    @property
    def code(self):
        """The present state as lines of Python, which print its results."""
        return lines(self.scene.code(**self.state))

    def set(self, **values):
        """Set several controls; the picture is drawn once.

        A number goes to the nearest mark of its slider.
        """
        values = self.checked(values)
        tops = self.scene.tops(**self.state | values)
        self.held = True
        try:
            for name, value in values.items():
                if name in tops:  # or the value would stop at an end that is no more
                    self.controls[name].max = tops[name]
                self.controls[name].value = value
        finally:  # where a control refuses its value, those before it are shown
            self.held = False
            self._refresh()

    def checked(self, values):
        """The values as the controls take them, or an error for people."""
        for name in values:
            if name not in self.controls:
                known = ", ".join(self.controls)
                raise ValueError(f"There is no control {name!r}. There are {known}.")
        return {name: _accepted(name, self.controls[name], x) for name, x in values.items()}

    def _refresh(self, change=None):
        if self.held:  # who holds the controls draws their new state
            return
        if change and _mark(change.owner, change.old) == _mark(change.owner, change.new):
            return
        # If another thread is drawing, it sees the mark and draws once more: newest state wins.
        self._stale = True
        while self._stale and not self.held and self._lock.acquire(blocking=False):
            fault = None
            try:
                self._stale = False
                self._draw()
            except Exception as error:
                fault = error
            finally:
                self._lock.release()
            if fault and not self._stale:  # a fault of a state that is no more is no news
                raise fault

    def _fit_sliders(self):
        """Where a slider ends may depend on the others."""
        tops = self.scene.tops(**self.state)
        values = self._below(tops, self.state)
        self.held = True
        try:
            for name, top in tops.items():
                self.controls[name].max = top
                self.controls[name].value = values[name]
        finally:
            self.held = False

    def _below(self, tops, state):
        """Values of sliders that end at `tops` now; a handle at the end stays at the end."""
        return {
            name: top if state[name] == self.controls[name].max else min(state[name], top)
            for name, top in tops.items()
        }

    def _draw(self):
        self._work = None
        with ExitStack() as after_the_picture:
            for control in self.controls.values():
                after_the_picture.enter_context(control.hold_sync())
            self._show(first_slice())
        if self._can_look_ahead():
            self._task = soon(partial(self._look_ahead, self._work))
        elif not self._work.done:
            self._task = later(partial(self._go_on, self._work))
        if not self._hand.grip:  # a drag is one move
            self._past.note(self.moment())

    def _show(self, seconds):
        """Work for so long on the state, and show what that has come to, or what was ready."""
        try:
            with one_thread(), warnings.catch_warnings(record=True) as notes:
                warnings.simplefilter("always")
                ready = self._arrive() if self._work is None else None
                shown = ready or self._developed(self._work, seconds)
        except Exception as error:
            self._work = None
            self.stage.said = said_of(
                self._settings(self.state), {f"This state cannot be drawn: {error}": ""}
            )
            raise
        self._numbers = shown.numbers
        self._work.notes += notes
        self._let_rest()
        remarks = [f"Note: {note.message}" for note in self._work.notes]
        remarks += [] if ready or self._work.done else ["Not complete yet"]
        said = self._said(self.state, self._numbers, remarks)
        self.stage.show(shown.picture, said, shown.handles)
        self._keep(self._work, self.moment(), shown)

    def _arrive(self):
        """Begin the work for a new state; what is ready for it."""
        asked = self.moment()
        self._fit_sliders()
        self._work = Steps(self.scene, self.state)
        return self._ahead.arrive(self.moment(), asked) if something_follows() else None

    def _developed(self, work, seconds):
        """Work for so long, and draw."""
        work.do(seconds)
        numbers = self.scene.update(**work.state)
        handles = [[handle.name, *handle.place] for handle in self.scene.handles(**work.state)]
        return Ready(self._picture(), numbers, handles)

    def _keep(self, work, moment, shown):
        # Where a warning belongs to it, it is drawn again; a walk is in the browser already.
        known = isinstance(shown.picture, bytes) and something_follows()
        if known and work.done and not work.notes:
            self._ahead.keep(moment, shown)

    def _can_look_ahead(self):
        return self._ahead.at(self.moment()) is not None

    def _look_ahead(self, work, seconds):
        """While the hand rests, draw what another step like its last one leads to."""
        with self._lock, warnings.catch_warnings(record=True) as notes, one_thread():
            warnings.simplefilter("always")
            if work is self._work and not self._hand.grip:
                with suppress(Exception):  # a fault is told when the hand comes there
                    self._expect_a_step(seconds, notes)
        if self._stale:  # a change came meanwhile and found the lock taken
            self._refresh()

    def _expect_a_step(self, seconds, notes):
        """Tell the browser what a step on will show, and the step back."""
        name, before, now = self._ahead.step or (None, None, None)
        if name not in self.controls:
            return
        on = _one_further(self.controls[name], before, now)
        self._draw_ahead(self._after(name, on), seconds, notes)
        others = {on, before} - {now}  # a slider that stands at its end goes no further
        shown = {x: self._shown_at(self._after(name, x)) for x in others}
        self.stage.expect([self._move(name, x) | it for x, it in shown.items() if it])

    def _after(self, name, value):
        """The moment at which this control has come to this value."""
        state = self.state | {name: value}
        return self.moment() | {name: value} | self._below(self.scene.tops(**state), state)

    def _draw_ahead(self, moment, seconds, notes):
        if self._ahead.at(moment):
            return
        self._work.begin()  # the scene leaves this state
        ahead = Steps(self.scene, self.state_of(moment))
        shown = self._developed(ahead, seconds)
        ahead.notes += notes
        self._keep(ahead, moment, shown)

    def state_of(self, moment):
        """Values of the controls at a moment."""
        return {name: moment[name] for name in self.state}

    def _shown_at(self, moment):
        """What the browser shows at a moment, if that is ready."""
        ready = self._ahead.at(moment)
        if not ready:
            return None
        said = self._said(self.state_of(moment), ready.numbers)
        return {"frame": ready.picture, "said": said, "handles": ready.handles}

    def _move(self, name, value):
        """How the browser knows that this control has come to this value."""
        trait = trait_of(self.controls[name])
        at = _options(self.controls[name]).index(value) if trait == "index" else value
        return {"move": [name, trait, at]}

    def _go_on(self, work, seconds):
        """Go on with this work, unless it has become useless; whether some of it is left."""
        with self._lock:
            if work is self._work and not work.done:
                if self._ahead.at(self.moment()):  # all of it is shown; the scene was elsewhere
                    self._come_back(work)
                else:
                    self._show(seconds)
        if self._stale:  # a change came meanwhile and found the lock taken
            self._refresh()
        return work is self._work and not work.done

    def _come_back(self, work):
        with one_thread():
            work.do(math.inf)
            self.scene.update(**work.state)

    def finish(self):
        """Who asks for the picture or its numbers gets all of them."""
        if self._work and not self._work.done:
            self._go_on(self._work, math.inf)

    def _let_rest(self):
        """Disable the controls without effect."""
        idle = self.scene.idle(**self.state)
        for name, control in self.controls.items():
            control.disabled = name in idle

    def _said(self, state, numbers, remarks=()):
        """What the stage says of a state; a remark is a number without a value."""
        why = self.why_idle(state)
        return said_of(self._settings(state), numbers | dict.fromkeys([*why, *remarks], ""))

    def why_idle(self, state):
        """For each control without effect, why."""
        idle = self.scene.idle(**state).items()
        return [f"{self.controls[name].description}: {reason}" for name, reason in idle]

    def _new_stage(self):
        return Stage(
            on_hand=self._receive,
            on_rest=self._sharper,
            hint=self.scene.hint,
            clickable=self.scene.clickable,
        )

    def _receive(self, message):
        """What the hand did in the browser: see `Stage`."""
        if message["kind"] == "undo":
            self.take_back()
        elif message["kind"] == "start":
            self.back_to_the_start()
        elif message["kind"] == "write":
            self._write()
        elif message["kind"] == "typed":
            name = list(self.controls)[message["control"]]
            self.stage.send({"kind": "told", "text": self.type_in(name, message["text"])})
        else:
            self.finish()
            self._hand.receive(**message)
            if not self._hand.grip:
                self._past.note(self.moment())

    def _picture(self):
        return pack(self.scene.render())

    def _sharper(self, scale):
        self.finish()
        with self._lock:
            pixels = self.scene.render_larger(min(scale, SHARPEST))
        if self._stale:  # a change came meanwhile and found the lock taken
            self._refresh()
        return pack(pixels)

    def _settings(self, state):
        shown = [(self.controls[name], state[name]) for name in self.in_use]
        return ", ".join(f"{control.description} = {_readout(control, x)}" for control, x in shown)

    def move(self, values):
        """What the hand does: values go to the nearest marks of their sliders, and not beyond."""
        self.set(**{name: _within(self.controls[name], x) for name, x in values.items()})

    def type_in(self, name, text):
        """Move a slider to the mark nearest to a number that is typed at it.

        Returns a word, where it stands at another number now.
        """
        control = self.controls[name]
        label, number = control.description, _number(text)
        if number is None:
            return f"“{text}” is no number: {label} stays at {_readout(control, control.value)}."
        self._past.end_move()
        self.move({name: number})
        self._past.end_move()
        if math.isclose(control.value, number, rel_tol=0.02, abs_tol=1e-9):
            return ""
        low, high = _ends(control)
        if not low <= number <= high:
            return f"{label} ends at {_readout(control, control.value)}."
        return f"{label} = {_readout(control, control.value)} is the mark nearest to {text}."

    def _write(self):
        """Send the code, or say why there is none."""
        try:
            answer = {"text": self.code + "\n"}
        except ValueError as error:
            answer = {"fault": str(error)}
        self.stage.send({"kind": "code", **answer})

    def take_back(self):
        """Undo the last move of the hand, if there is one."""
        moment = self._past.pop()
        if moment:
            self._go_to(moment)

    def back_to_the_start(self):
        """Go to the state in which the explorer came."""
        self._go_to(self._past.start)

    def moment(self):
        """All that the hand can change, by name."""
        return self.state

    def _go_to(self, moment):
        self.set(**moment)

    def hold_sliders(self, held):
        """Keep sliders in the browser from answering values from here with their rounding of them.

        During a drag such an answer may come late and take the hand's last step back.
        """
        for control in self.controls.values():
            if control.has_trait("continuous_update"):
                control.continuous_update = not held

    def __repr__(self):
        return self.summary

    def _repr_mimebundle_(self, **_options):
        self.finish()
        # Where the widget cannot live (an unrun or exported page), the picture stands for it.
        if self.stage.has_trait("frame"):  # a page is saved with the frame that is shown
            self.stage.frame = pack(self.scene.render(), zlib.compress)
        data = {
            **self.view()._repr_mimebundle_(),
            "text/plain": self.summary,
            "image/png": base64.b64encode(self.small_png()).decode(),
        }
        return data, {"image/png": {"alt": self.summary}}

    def small_png(self):
        """The picture as PNG bytes for a file."""
        self.finish()
        return png(self.scene.render(), optimize=True)

    def view(self):
        """The widget: controls, tools and presets in a column, and the stage beside them."""
        if self.stage.has_trait("panels"):
            self.stage.panels = self.scene.part_boxes()
        self.stage.explorer = self.name
        self.stage.controls = self.shown_controls
        column = [*self.shown_controls.values(), *self.tools]
        if self.presets:
            column.append(widgets.Box(self._preset_buttons()).add_class("rbflib-presets"))
        controls = widgets.Box(column).add_class("rbflib-controls")
        grid = widgets.Box([controls, self.stage]).add_class("rbflib-grid")
        return widgets.Box([grid]).add_class("rbflib-explorer")

    @property
    def shown_controls(self):
        """The controls beside the picture, by name; others are moved by the hand only."""
        return self.controls

    def _preset_buttons(self):
        # In the file of a page a layout and a style for each would take more room than the button.
        look = {"layout": widgets.Layout(), "style": widgets.ButtonStyle()}
        buttons = [widgets.Button(description=name, **look) for name in self.presets]
        for button in buttons:
            button.on_click(lambda pressed: self.restore(pressed.description))
        return buttons

    def restore(self, preset):
        """Go to the state of a preset."""
        if preset not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise ValueError(f"There is no preset {preset!r}. There are {known}.")
        self.begin_preset(self.presets[preset])
        self.set(**self.presets[preset])

    def begin_preset(self, values):
        """Put back what the hand has changed beside the controls."""


class _EndsFirst:
    """Sends the end of a slider before its value, which the browser would clip to the last end."""

    def get_state(self, key=None, drop_defaults=False):
        state = super().get_state(key, drop_defaults)  # in the order of a set
        return dict(sorted(state.items()))  # max, min, value


class _IntSlider(_EndsFirst, widgets.IntSlider):
    pass


class _FloatSlider(_EndsFirst, widgets.FloatSlider):
    pass


def slider(label, value, low, high, step):
    """A slider for a number on an even scale."""
    kind = _IntSlider if isinstance(step, int) else _FloatSlider
    return kind(value, min=low, max=high, step=step, description=label)


def log_slider(label, value, low, high, step=0.1):
    """A slider from 10^low to 10^high whose steps are factors of 10^step."""
    control = widgets.FloatLogSlider(
        min=low, max=high, step=step, readout_format=".2r", description=label
    )
    control.value = _mark(control, value)
    return control


def penalty_slider(value=0.0, low=-8, high=2):
    """λ: 0, then powers of ten in half steps."""
    powers = [10 ** (e / 2) for e in range(2 * low, 2 * high + 1)]
    options = [("0", 0.0)] + [(f"{p:.2g}", p) for p in powers]
    return widgets.SelectionSlider(options=options, value=value, description="λ")


def steps_slider(label, values, value):
    """A slider over listed values."""
    return widgets.SelectionSlider(options=values, value=value, description=label)


def choice(label, options, value=None):
    """A drop-down list."""
    return widgets.Dropdown(options=options, value=value or options[0], description=label)


def switch(label, value):
    """A box to tick: on or off."""
    return widgets.Checkbox(value, description=label, indent=False)


def trait_of(control):
    """The trait by which the browser knows its place."""
    return "index" if hasattr(control, "index") else "value"


def _readout(control, value):
    """A value as the control shows it."""
    if isinstance(control, widgets.SelectionSlider):
        option = control.options[_options(control).index(value)]
        return option[0] if isinstance(option, tuple) else str(option)
    if isinstance(control, widgets.Checkbox):
        return "on" if value else "off"
    if isinstance(control, widgets.FloatLogSlider):
        return f"{float(f'{value:.2g}'):g}"
    if hasattr(control, "readout_format"):
        return format(value, control.readout_format)
    return str(value)


def _mark(control, value):
    """The mark of a slider that is nearest to the value; the value itself at other controls.

    The browser has last digits of its own. A mark is the same number, however it has come.
    """
    if not hasattr(control, "step"):
        return value
    is_log = isinstance(control, widgets.FloatLogSlider)
    place = math.log10(value) if is_log else value
    at = control.min + round((place - control.min) / control.step) * control.step
    at = round(at, 12)  # 0.15, not 0.1…02
    return 10**at if is_log else at


def _accepted(name, control, value):
    """The value as the control takes it, or an error that says what it takes."""
    if isinstance(control, widgets.Dropdown):
        if value not in control.options:
            known = ", ".join(control.options)
            raise ValueError(f"{name} must be one of {known}, got {value!r}.")
        return value
    if isinstance(control, widgets.Checkbox):
        if value not in (True, False):
            raise ValueError(f"{name} must be True or False, got {value!r}.")
        return value
    low, high = _ends(control)
    positive = isinstance(control, widgets.FloatLogSlider)
    if not isinstance(value, Real) or not math.isfinite(value) or (positive and value <= 0):
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, got {value!r}.")
    if isinstance(control, widgets.SelectionSlider):
        return _nearest_option(_options(control), value)
    return _mark(control, value)


def _ends(control):
    """Smallest and largest number of a slider."""
    if isinstance(control, widgets.SelectionSlider):
        return min(_options(control)), max(_options(control))
    if isinstance(control, widgets.FloatLogSlider):
        return 10**control.min, 10**control.max
    return control.min, control.max


def _options(control):
    return [option[1] if isinstance(option, tuple) else option for option in control.options]


def _nearest_option(options, value):
    """The option with the least ratio to the value; 0 stands a step below the smallest other."""
    smallest, next_one = sorted(option for option in options if option > 0)[:2]

    def place(number):
        return math.log(max(number, smallest**2 / next_one))

    return min(options, key=lambda option: abs(place(option) - place(value)))


def _one_further(control, before, now):
    """The mark of a slider as far beyond the present one as that is from the one before."""
    if isinstance(control, widgets.SelectionSlider):
        options = _options(control)
        place = 2 * options.index(now) - options.index(before)
        return options[min(max(place, 0), len(options) - 1)]
    if isinstance(control, widgets.FloatLogSlider):
        return _within(control, now * now / before)
    return _within(control, 2 * now - before) if hasattr(control, "step") else now


def _number(text):
    """A number as people type it, or None."""
    try:
        number = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _within(control, value):
    """The mark of a slider that is nearest to the value; other controls say what they take."""
    if not hasattr(control, "step"):
        return value
    low, high = _ends(control)
    return _mark(control, min(max(value, low), high))


def said_of(settings, numbers):
    """What the stage says of a state: all of it in words, and apart its results and remarks.

    A number without a value is a remark.
    """
    texts = {with_minus(name): with_minus(format_number(x)) for name, x in numbers.items()}
    words = [f"{name} {text}".strip() for name, text in texts.items()]
    return {
        "words": " · ".join([with_minus(settings), *words]),
        "results": [[name, text] for name, text in texts.items() if text],
        "remarks": ". ".join(name for name, text in texts.items() if not text),
    }


def with_minus(text):
    """The text with the minus sign of print: a hyphen is hard to see."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


def format_number(value):
    """Three significant digits at most; counts as counts; rounding noise as 0."""
    if isinstance(value, str | int):
        return str(value)
    size = abs(value)
    if size < 1e-10:
        return "0"
    if size > 1e16:
        return "above 1e+16" if value > 0 else "below -1e+16"
    # A range ends where rounding leads to the next: 999.5 is 1000, which has no exponent.
    if 9.95e-4 <= size < 999.5:
        return f"{value:.3g}"
    if 999.5 <= size < 99999.5:
        return f"{value:.0f}"
    return f"{value:.1e}"
