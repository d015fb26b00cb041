"""A request to the fork server: two messages, in JSON.

The server itself reads the first, which holds no secret. The second is read in the fork, after it
has become its user's: nothing of it stays in the memory that other students' forks inherit.
"""

import json
import os
from dataclasses import dataclass

MAX_BYTES = 2**16
PROGRAMS = ("server", "kernel")


class InvalidRequest(ValueError):
    """A message that is no part of a request."""


@dataclass(frozen=True)
class Header:
    """Which program to run. A kernel ends when its client closes the connection."""

    program: str
    user: str | None = None  # only root may name one: all others get processes of their own user

    def __post_init__(self):
        if self.program not in PROGRAMS or not (self.user is None or _is_text(self.user)):
            raise InvalidRequest("unknown program, or a user that is no name")


@dataclass(frozen=True)
class Task:
    """How to run it."""

    arguments: list  # as in `sys.argv`
    environment: dict
    folder: str  # the working directory; it is made if it does not exist

    def __post_init__(self):
        if not isinstance(self.arguments, list) or not isinstance(self.environment, dict):
            raise InvalidRequest("arguments is no list, or environment no object")
        names, values = self.environment.keys(), self.environment.values()
        if not all(map(_is_text, (self.folder, *self.arguments, *names, *values))):
            raise InvalidRequest("something is no string that the system accepts")
        if not all(name and "=" not in name for name in names):
            raise InvalidRequest("environment has a name that the system does not accept")


def _is_text(value):
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def parse(part, message):
    """A Header or a Task. InvalidRequest for all else: no bytes raise anything other."""
    if len(message) > MAX_BYTES:
        raise InvalidRequest(f"more than {MAX_BYTES} bytes")
    try:
        return part(**json.loads(message))
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidRequest(repr(error)) from error
