"""A prediction before an explorer: choices to commit to before anything is moved."""

from functools import partial

import traitlets

from rbflib.lab.kit.bundle import bundled, packed
from rbflib.lab.kit.display import WidgetBehindText
from rbflib.lab.kit.question import lettered
from rbflib.lab.record import store
from rbflib.lab.record.course_file import class_address


class Prediction(WidgetBehindText):
    """Choices in the browser, and a button that commits to one of them.

    When the explorer below was moved, it asks what was seen there, and says whether that is right.
    """

    _esm = packed("predict.js")
    _css = bundled("predict.css")
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)
    answer = traitlets.Int(-1).tag(sync=True)  # number of the right choice; -1 without one
    committed = traitlets.Int(-1).tag(sync=True)  # number of the choice; -1 before
    seen = traitlets.Int(-1).tag(sync=True)  # number of what was seen; -1 before
    poll = traitlets.Unicode().tag(sync=True)  # what a class gets of it; "" without a class
    abstains = traitlets.Bool().tag(sync=True)

    def __repr__(self):
        return f"Your prediction: {', or '.join(self.choices)}?"

    def as_text(self):
        return "\n".join(["Your prediction:", "", *lettered(self.choices)])


def predict(*choices, about="", answer=None):
    """Texts to choose from: a prediction of what an explorer will show.

    The choice is remembered under `about`, the explorer's name, and so is what was seen later: the
    reader finds both again on another day. Where the course names a class the choice is also sent
    there, without a name, unless the reader abstains. `answer` is the right choice.
    """
    if answer is not None and answer not in choices:
        raise ValueError(f"The answer {answer!r} is none of the choices {choices}.")
    if not isinstance(about, str):
        raise TypeError('predict(…, about=…) takes the name of an explorer, such as "hypothesis".')
    shown = Prediction(choices=choices, answer=choices.index(answer) if answer else -1)
    if about:
        for kind, trait in TRAITS.items():
            kept = store.recall(kind).get(about)
            setattr(shown, trait, choices.index(kept) if kept in choices else -1)
            remember = partial(_remember, kind, about, choices)
            shown.observe(remember, names=trait)
    if about and (address := class_address()):
        from rbflib.lab.kit.ballot import Ballot

        shown.ballot = Ballot(shown, about, address)
    return shown


TRAITS = {"prediction": "committed", "seen": "seen"}  # kind of an event -> the trait that it keeps


def _remember(kind, about, choices, change):
    store.keep(kind, about, choices[change["new"]] if change["new"] >= 0 else None)
