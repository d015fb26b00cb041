"""Exercises: a student's own function is checked on fresh inputs.

check("4.1", my_function)    right, or what is wrong and on which input
hint("4.1")                  one hint more every time
solution("4.1")              a right answer
"""

from collections import Counter

from rbflib.lab.kit.exercise import is_stub, misfit, verdict
from rbflib.lab.kit.sandbox import CannotBeSent, run_apart
from rbflib.lab.pages import rooms

EXERCISES = {e.name: e for room in rooms("exercises").values() for e in room.EXERCISES}

_hints_shown = Counter()


def check(name, function):
    """Run the function on the inputs of an exercise and print what is right and what is wrong.

    It runs in a process of its own, so nothing that it does can harm this notebook.
    """
    print(_report(_find(name), function))


def hint(name):
    """Print a hint; the next one when asked again."""
    exercise = _find(name)
    number = _hints_shown[name] % len(exercise.hints)
    _hints_shown[name] += 1
    print(f"Hint {number + 1} of {len(exercise.hints)}: {exercise.hints[number]}")


def solution(name):
    """Print a right answer."""
    print(_find(name).solution)


def _find(name):
    if name not in EXERCISES:
        raise ValueError(f"There is no exercise {name!r}. There are {', '.join(EXERCISES)}.")
    return EXERCISES[name]


def _report(exercise, function):
    if function is None or function is ... or is_stub(function):
        return (
            f"· {exercise.name}: nothing to check yet. Write the function above, "
            "run its cell, then this one."
        )
    trouble = misfit(exercise, function)
    if trouble is None:
        try:
            outcomes = run_apart(function, exercise.inputs())
            return verdict(exercise, function, outcomes)[1]
        except CannotBeSent as error:
            trouble = (
                "The function uses something from the notebook that cannot be copied "
                f"({error}). Let it use its arguments only."
            )
    return f"✗ {exercise.name}: {trouble}"


__all__ = ["EXERCISES", "check", "hint", "solution"]
