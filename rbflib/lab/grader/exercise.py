"""An exercise, and the feedback to a student's function."""

import dis
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from textwrap import indent

import numpy as np

from rbflib.lab.grader import texts
from rbflib.lab.grader.at_work import AtWork
from rbflib.lab.grader.worker import attempt

MOST_SHOWN = 12  # numbers of an array that are shown; larger ones are described


@dataclass(frozen=True)
class Exercise:
    """A function to be written."""

    name: str  # such as "4.1": page and number
    reference: Callable  # a right answer; its source is the solution that is shown
    inputs: Callable  # inputs() -> tuples of arguments, the smallest first, the same each time
    at_work: AtWork | None = None  # the explorer that a right answer runs in
    picture: Callable | None = None  # picture(axes, args, value) draws a value, right or wrong

    @cached_property
    def hints(self):
        return texts.hints(self.reference, self.name)

    @cached_property
    def mistakes(self):
        """What to say -> a function that makes this mistake."""
        return texts.functions(self.reference, self.name, "mistakes", self.parameters)

    @property
    def parameters(self):
        return list(inspect.signature(self.reference).parameters)

    @property
    def solution(self):
        return inspect.getsource(self.reference).rstrip()


def is_stub(function):
    """Whether the function has no body yet: it does nothing and returns None or ...."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = list(dis.get_instructions(code))
    nothing = all(step.opname in _DOING_NOTHING for step in steps)
    returned = [s.argval for s in steps if s.opname in ("LOAD_CONST", "RETURN_CONST")]
    return nothing and all(value is None or value is Ellipsis for value in returned)


_DOING_NOTHING = {"RESUME", "NOP", "LOAD_CONST", "POP_TOP", "RETURN_VALUE", "RETURN_CONST"}


def misfit(exercise, function):
    """What is wrong with the function before it is called, or None."""
    if not callable(function):
        return (
            "`check` needs the function itself, without brackets after its name, and got a value "
            f"of type {type(function).__name__}."
        )
    try:
        inspect.signature(function).bind(*exercise.parameters)
    except TypeError:
        call = ", ".join(exercise.parameters)
        return f"The function must take {len(exercise.parameters)} arguments: ({call})."
    except ValueError:
        pass  # written in C: it has no signature, and says itself what it misses
    if "get_ipython" in getattr(getattr(function, "__code__", None), "co_names", ()):
        return "A line that begins with ! or % is for the notebook. Leave it out of the function."
    return None


def verdict(exercise, function, outcomes):
    """(is it right, the whole text) for the outcomes of the exercise's inputs."""
    inputs = exercise.inputs()
    expected = [attempt(exercise.reference, args) for args in inputs]
    right = [is_same(*pair) for pair in zip(outcomes, expected, strict=False)]
    right += [False] * (len(inputs) - len(right))
    names, changes = exercise.parameters, _changes(exercise, outcomes)
    if all(right) and changes:
        return False, "\n".join([f"✗ {exercise.name}: the values are right.", *changes])
    if all(right):
        words = f"✓ {exercise.name}: right on all {len(inputs)} inputs."
        if kind := next((outcome.sequence for outcome in outcomes if outcome.sequence), ""):
            words += f"\n  They come as a {kind}. To compute with them, make it an array: "
            words += "np.array(...)."
        return True, "\n".join([words, *_printed(outcomes[0])])
    first = right.index(False)
    lines = [
        f"✗ {exercise.name}: right on {sum(right)} of {len(inputs)} inputs. The first that fails:",
        "",
        *map(_assigned, names, inputs[first]),
        "",
        *_outcome_lines(outcomes[first], expected[first], function),
    ]
    if named := _named_mistake(exercise, inputs, outcomes, expected):
        lines += ["", f"  A usual mistake: {named}"]
    if outcomes[first].kind != "nothing":
        lines += _printed(outcomes[first])
    return False, "\n".join(lines + changes)


def _printed(outcome):
    text = outcome.printed.rstrip()
    return ["", "  It printed:", indent(text, 4 * " ")] if text else []


def _changes(exercise, outcomes):
    """Feedback where the function has written into an argument."""
    changed = next((outcome.changed for outcome in outcomes if outcome.changed), ())
    names = " and ".join(f"`{exercise.parameters[i]}`" for i in changed)
    words = f"  It changes its argument {names}. Work on a copy, such as x.copy()."
    return ["", words] if changed else []


def is_same(outcome, expected):
    if outcome.kind != expected.kind or outcome.words != expected.words:
        return False
    if outcome.kind != "value":
        return True
    value, other = outcome.value, expected.value
    if value.shape != other.shape:
        return False
    kind = complex if "c" in value.dtype.kind + other.dtype.kind else float
    return np.allclose(value.astype(kind), other.astype(kind), rtol=1e-6, atol=1e-9, equal_nan=True)


# What Python and NumPy say of x ^ 2 where x is no integer.
_NO_POWER = ("for ^: ", "'bitwise_xor' not supported")


def _named_mistake(exercise, inputs, outcomes, expected):
    """The first usual mistake that does the same on every input, and fails where a value is."""
    if any(sign in outcomes[0].words for sign in _NO_POWER):
        return "in Python x ^ 2 is no power. Write x ** 2."
    for words, mistake in exercise.mistakes.items():
        made = [attempt(mistake, args) for args in inputs[: len(outcomes)]]
        same = all(is_same(o, m) for o, m in zip(outcomes, made, strict=True))
        if same and not all(is_same(m, e) for m, e in zip(made, expected, strict=False)):
            return words
    return None


def _outcome_lines(outcome, expected, function):
    """What the function did on the input that failed."""
    if outcome.kind == "value":
        return _compared(outcome.value, expected.value)
    must = _shown("  It must give", expected.value)
    if outcome.kind == "error":
        return [must, f"  It raises     {outcome.words}", *_line_of(function, outcome)]
    return [must, f"  But {_FAILURES[outcome.kind](outcome)}"]


_FAILURES = {
    "endless": lambda outcome: "it does not end. Is there a loop that nothing stops?",
    "crash": lambda outcome: "it ends the Python process that it runs in.",
    "unread": lambda outcome: "it uses what cannot be copied to the Python that checks it.",
    "unstarted": lambda outcome: "it could not be started in a Python process of its own.",
    "strange": lambda outcome: f"it gives {outcome.words}.",
    "nothing": lambda outcome: (
        "it prints and returns nothing. Write `return` where it says `print`."
        if outcome.printed
        else "it returns nothing. Does it end with `return`?"
    ),
}


def _compared(value, other):
    lines = [_shown("  It must give", other), _shown("  It gives", value)]
    if value.shape != other.shape:
        must = f"The shape must be {other.shape}" if other.shape else "It must be one number"
        kind = f"an array of shape {value.shape}" if value.shape else "one number"
        lines += ["", f"  {must}, and is {kind}."]
    elif not np.isfinite(value).all():
        lines += ["", "  Some of it is not a number (nan) or infinite: was something divided by 0?"]
    return lines


def _assigned(name, value):
    """The argument as a line of Python, to be copied into a cell."""
    if not isinstance(value, np.ndarray):
        return f"  {name} = {value:g}"
    if value.size > MOST_SHOWN:
        return f"  {name} of shape {value.shape}"
    begin = f"  {name} = np.array("
    return f"{begin}{_digits(value, begin)})"


def _shown(words, value):
    begin = f"{words:16}"
    large = value.size > MOST_SHOWN
    return f"{begin}an array of shape {value.shape}" if large else begin + _digits(value, begin)


def _digits(value, begin):
    """Its numbers, as they stand behind the beginning of a line."""
    return np.array2string(value, separator=", ", prefix=begin, formatter={"float": _float})


def _float(x):
    """Four digits, and a point where Python would read an integer."""
    text = f"{x:.4g}"
    return text if set(text) & set(".en") else f"{text}."


def _line_of(function, outcome):
    if outcome.line is None:
        return []
    try:
        text = f":  {inspect.getsourcelines(function)[0][outcome.line].strip()}"
    except (OSError, TypeError, IndexError):
        text = "."
    return [f"  {outcome.place}{text if not outcome.helper else '.'}"]
