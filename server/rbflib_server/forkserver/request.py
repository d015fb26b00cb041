"""A request to the fork server, and its parser: all that the server itself reads of a client."""

import json
import os
from dataclasses import asdict, dataclass

MAX_BYTES = 2**16
PROGRAMS = ("server", "kernel")


class InvalidRequest(ValueError):
    """A message that is no request."""


@dataclass(frozen=True)
class Request:
    """Which program to run, and how. A kernel ends when its client closes the connection."""

    program: str  # "server" or "kernel"
    arguments: list  # as in `sys.argv`
    environment: dict
    folder: str  # the working directory; it is made if it does not exist
    user: str | None = None  # only root may name one: all others get processes of their own user

    def encode(self):
        return json.dumps(asdict(self)).encode()


def parse(message):
    """The Request in a message. InvalidRequest for all else: no bytes raise anything other."""
    if len(message) > MAX_BYTES:
        raise InvalidRequest(f"more than {MAX_BYTES} bytes")
    try:
        request = Request(**json.loads(message))
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidRequest(repr(error)) from error
    if not isinstance(request.arguments, list) or not isinstance(request.environment, dict):
        raise InvalidRequest("arguments is no list, or environment no object")
    names, values = request.environment.keys(), request.environment.values()
    user = () if request.user is None else (request.user,)
    if not all(map(_is_text, (request.folder, *request.arguments, *names, *values, *user))):
        raise InvalidRequest("something is not a string that the system accepts")
    if not all(name and "=" not in name for name in names):
        raise InvalidRequest("environment has a name that the system does not accept")
    if request.program not in PROGRAMS:
        raise InvalidRequest("unknown program")
    return request


def _is_text(value):
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False
