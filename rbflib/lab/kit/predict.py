"""A prediction before an explorer: choices to commit to before anything is moved."""

import traitlets

from rbflib.lab.kit.bundle import bundled
from rbflib.lab.kit.display import WidgetBehindText
from rbflib.lab.kit.question import lettered
from rbflib.lab.record import store
from rbflib.lab.record.course_file import class_address


class Prediction(WidgetBehindText):
    """Choices in the browser, and a button that commits to one of them.

    It does not say which is right: moving the explorer does.
    """

    _esm = bundled("predict.js")
    _css = bundled("predict.css")
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)
    committed = traitlets.Int(-1).tag(sync=True)  # number of the choice; -1 before
    poll = traitlets.Unicode().tag(sync=True)  # what a class gets of it; "" without a class
    abstains = traitlets.Bool().tag(sync=True)

    def __repr__(self):
        return f"Your prediction: {', or '.join(self.choices)}?"

    def as_text(self):
        return "\n".join(["Your prediction:", "", *lettered(self.choices)])


def predict(*choices, about="", answer=None):
    """Texts to choose from: a prediction of what an explorer will show.

    The choice is remembered under `about`, the explorer's name: the reader finds it again on
    another day. Where the course names a class it is also sent there, without a name, unless the
    reader abstains. `answer` is the right choice, for those who count answers; nobody is told.
    """
    if answer is not None and answer not in choices:
        raise ValueError(f"The answer {answer!r} is none of the choices {choices}.")
    if not isinstance(about, str):
        raise TypeError('predict(…, about=…) takes the name of an explorer, such as "hypothesis".')
    shown = Prediction(choices=choices)
    if about:
        kept = store.recall("prediction").get(about)
        shown.committed = choices.index(kept) if kept in choices else -1
        shown.observe(lambda change: _remember(about, choices, change["new"]), names="committed")
    if about and (address := class_address()):
        from rbflib.lab.kit.ballot import Ballot

        shown.ballot = Ballot(shown, about, address)
    return shown


def _remember(about, choices, committed):
    store.keep("prediction", about, choices[committed] if committed >= 0 else None)
