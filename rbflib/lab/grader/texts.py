"""The texts of an exercise: its hints and usual mistakes, in exercises.toml beside its function.

A mistake is what to say, and what a function that makes it returns: an expression in the
exercise's arguments and the names of its module.
"""

import inspect
import tomllib
from functools import cache
from pathlib import Path


def hints(function, name):
    return tuple(_read(inspect.getfile(function))[name]["hints"])


def functions(function, name, kind, parameters=()):
    """What to say -> function of these parameters, from one of the tables of an exercise."""
    given, table = ", ".join(parameters), _read(inspect.getfile(function))[name][kind]
    return {
        words: eval(f"lambda {given}: ({value})", function.__globals__)
        for words, value in table.items()
    }


@cache
def _read(module):
    return tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
