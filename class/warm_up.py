"""Starts the servers of a class ahead of the lesson, a few at a time, and says which are ready.

    python class/warm_up.py class/class.toml               the students of the list
    python class/warm_up.py class/class.toml anna bo       these
"""

import json
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import course

LONGEST = 1800  # seconds


class Hub:
    """The hub's API, asked as the service `warm-up`."""

    def __init__(self, ours):
        self.address = f"http://127.0.0.1:{ours.port + 2}/hub/api"
        self.token = (ours.home / "warm_up_token").read_text()
        self.opener = build_opener(ProxyHandler({}))

    def ask(self, method, path):
        request = Request(f"{self.address}/{path}", method=method)
        request.add_header("Authorization", f"token {self.token}")
        with self.opener.open(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def start(self, name):
        """Ask for a student's server; it is no fault that it is there or on its way."""
        for path in (f"users/{name}", f"users/{name}/server"):
            try:
                self.ask("POST", path)
            except HTTPError as error:
                if error.code not in (400, 409):
                    raise

    def is_ready(self, name):
        servers = self.ask("GET", f"users/{name}")["servers"]
        return any(server["ready"] for server in servers.values())


def warm_up(hub, names):
    """Start the servers of all names; those that are ready, one by one."""
    waiting = list(names)
    for name in waiting:
        hub.start(name)
    until = time.monotonic() + LONGEST
    while waiting and time.monotonic() < until:
        time.sleep(1)
        for name in [name for name in waiting if hub.is_ready(name)]:
            waiting.remove(name)
            yield name


def main(file, *names):
    try:
        ours = course.read(file)
        names = names or tuple(ours.students)
        if wrong := [name for name in names if not course.NAME.fullmatch(name)]:
            raise course.Wrong(f"{wrong[0]!r} is no name of a student.")
        if not names:
            raise course.Wrong("Whose servers? Name students, or list them in class.toml.")
        began = time.monotonic()
        for n, name in enumerate(warm_up(Hub(ours), names), 1):
            print(f"{n} of {len(names)}: {name}, after {time.monotonic() - began:.0f} s")
    except course.Wrong as wrong:
        sys.exit(str(wrong))
    except OSError as error:
        sys.exit(f"The class server does not answer ({error}). Is it running? make class")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *sys.argv[2:])
