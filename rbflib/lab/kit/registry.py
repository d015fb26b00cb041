"""The explorers by name: each enters itself where it is defined."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import NamedTuple


class Entry(NamedTuple):
    """An explorer as its page shows it."""

    page: str  # as in rbflib.lab.pages.PAGES
    build: Callable
    caption: str  # what its picture shows: the module's docstring


REGISTRY = {}  # name -> Entry, of the modules that are imported


def explorer(page):
    """Enter the decorated function, which without arguments builds the page's explorer."""

    def enter(build):
        name = build.__name__
        # Of "Page 04: k-means step by step; on your X (N, 2)." the part between.
        title = re.sub(r"^Page \d\d: |;.*|\.$", "", (build.__doc__ or name).splitlines()[0])

        @wraps(build)
        def built(*given, **values):
            known = signature(build).parameters
            if len(given) > len(known) or not values.keys() <= known.keys():
                wanted = values or {"gamma": 3}
                example = ", ".join(f"{control}={x!r}" for control, x in wanted.items())
                raise TypeError(
                    f"{name}() takes no values: e = {name}(); e.set({example}) sets them."
                )
            made = build(*given, **values)
            made.name, made._title = name, title  # noqa: SLF001
            return made

        caption = " ".join((sys.modules[build.__module__].__doc__ or "").split())  # none by -OO
        REGISTRY[name] = Entry(page, built, caption)
        return built

    return enter
