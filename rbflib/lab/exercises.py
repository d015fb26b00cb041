"""Exercises: what a student writes or makes is checked.

check("4.1", my_function)    a function: right, or what is wrong and on which input
check("4.3", X, centers)     a construction: the property that it has, in numbers and a picture
check("4.7", e_in)           a curve: where it differs most from ours, and both in one picture
hint("4.1")                  one hint more every time
solution("4.1")              a right answer, unless the course keeps it closed: see `course`
"""

from collections import Counter
from functools import cache

from IPython.display import Markdown, display

from rbflib.lab.course import find_course
from rbflib.lab.grader import sandbox
from rbflib.lab.grader.exercise import Exercise, is_stub, misfit, verdict
from rbflib.lab.grader.pictures import first_failure
from rbflib.lab.pages import page_modules
from rbflib.lab.record import store

_hints_shown = Counter()


def check(name, *made):
    """Check an exercise: the function that was written, or the things that were made.

    A function is run on the inputs of its exercise, in a process of its own, so nothing that it
    does can harm this notebook. A right one is shown at work. Of things, the property that the
    exercise asks for is computed and drawn; curves are compared with ours.
    """
    exercise = _find(name)
    if all(thing is None or thing is ... for thing in made):
        return print(_nothing_yet(exercise))
    if not isinstance(exercise, Exercise):
        return _check_made(exercise, made)
    if len(made) != 1:
        raise TypeError(
            f"check({name!r}, …) takes the function of this exercise, and nothing else."
        )
    if is_stub(made[0]):
        return print(_nothing_yet(exercise))
    return _check_function(exercise, made[0])


def hint(name):
    """Print a hint; the next one when asked again."""
    exercise = _find(name)
    number = _hints_shown[exercise.name] % len(exercise.hints)
    _hints_shown[exercise.name] += 1
    store.keep("hint", exercise.name, number + 1)
    print(f"Hint {number + 1} of {len(exercise.hints)}: {exercise.hints[number]}")


def solution(name):
    """Print a right answer, or from when on the course shows it."""
    exercise = _find(name)
    page = exercise.name.split(".")[0].zfill(2)
    print(find_course().closed(page) or exercise.solution)


@cache
def _exercises():
    """All of them by name. Their pages are imported when the first is asked for."""
    return {e.name: e for module in page_modules("exercises").values() for e in module.EXERCISES}


def __getattr__(name):
    if name == "EXERCISES":
        return _exercises()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _find(name):
    """The exercise of a name. A number such as 4.1 is taken for "4.1" where it can be no other."""
    page, dot, number = str(name).strip().partition(".")
    text, exercises = f"{page.lstrip('0') or page[-1:]}{dot}{number}", _exercises()
    if text not in exercises:
        raise ValueError(f"There is no exercise {name!r}. There are {', '.join(exercises)}.")
    if not isinstance(name, str) and f"{text}0" in exercises:
        raise ValueError(f'{text} may be "{text}" or "{text}0". Write it in quotes.')
    return exercises[text]


def _nothing_yet(exercise):
    if exercise.name in store.recall("exercise"):
        return f"✓ {exercise.name}: you have solved it before. Write it again to check it again."
    write = "Write the function" if isinstance(exercise, Exercise) else "Fill in the cell"
    return f"· {exercise.name}: nothing to check yet. {write} above, run its cell, then this one."


def _check_made(exercise, made):
    right, words, figure = exercise.check(*made)
    print(f"{'✓' if right else '✗'} {exercise.name}: {words}")
    _show(figure and (figure, words))
    _remember(exercise, right)


def _show(drawn):
    """Display a figure with its words, if there is one."""
    if drawn:
        from rbflib.lab.plot import Picture  # late: with it comes scikit-learn

        display(Picture(*drawn))


def _check_function(exercise, function):
    trouble = misfit(exercise, function)
    if trouble:
        return print(f"✗ {exercise.name}: {trouble}")

    def tell(outcomes):
        right, words = verdict(exercise, function, outcomes)
        print(words)
        _remember(exercise, right)
        if right and exercise.at_work:
            display(Markdown(f"**Your function at work.** {exercise.at_work.question}"))
            display(exercise.at_work.explorer(function, exercise.reference))
        elif not right and exercise.picture:
            _show(first_failure(exercise, outcomes))

    try:
        return sandbox.start(function, exercise.inputs(), tell)
    except sandbox.CannotBeSent as held:
        return print(
            f"✗ {exercise.name}: The function uses {held} from the notebook, which cannot be "
            "copied to the process that checks it. Let it use its arguments only."
        )


def _remember(exercise, right):
    if right:
        store.keep("exercise", exercise.name, "solved")


__all__ = ["check", "hint", "solution"]
