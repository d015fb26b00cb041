"""Who may log in: students with the class password and one of their own, teachers with theirs.

The class password alone would let every student log in under every name. So each name gets a
password of its own at its first login; only its hash is kept.
"""

import hashlib
import hmac
import json
import os
import time
from collections import defaultdict, deque
from pathlib import Path

from rbflib_server.course import MIN_PASSWORD_LENGTH, USERNAME

MAX_FAILURES, MINUTE = 10, 60


class Passwords:
    """Name -> salt and hash, in one file that only the server's owner can read."""

    def __init__(self, path):
        self.path = Path(path)

    def __contains__(self, name):
        return name in self._all()

    def set(self, name, password):
        salt = os.urandom(16)
        entry = {"salt": salt.hex(), "hash": _hash(password, salt).hex()}
        temporary = self.path.with_suffix(".tmp")
        with open(os.open(temporary, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self._all() | {name: entry}, file, indent=1)
        temporary.replace(self.path)  # whole, or not at all

    def verify(self, name, password):
        entry = self._all()[name]
        found = _hash(password, bytes.fromhex(entry["salt"]))
        return hmac.compare_digest(found.hex(), entry["hash"])

    def _all(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}


def _hash(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class LoginPolicy:
    """Decides who may log in.

    Parameters
    ----------
    course : Course
    passwords : Passwords
    clock : callable
        Seconds, for the limit of ten failures per name and minute.
    """

    def __init__(self, course, passwords, clock=time.monotonic):
        self.course, self.passwords, self.clock = course, passwords, clock
        self._failures = defaultdict(lambda: deque(maxlen=MAX_FAILURES))

    def rejection_reason(self, name, password, class_password):
        """A sentence for the login page; an empty one for who may log in."""
        if not USERNAME.fullmatch(name):
            return "A name has lowercase letters, digits and hyphens, and begins with a letter."
        failures = self._failures[name]
        if len(failures) == MAX_FAILURES and self.clock() - failures[0] < MINUTE:
            return "Too many failed logins. Wait a minute."
        try:
            reason = self._teacher(name, password) or self._student(name, password, class_password)
        except (OSError, ValueError, KeyError, TypeError) as error:  # a full disk, a damaged file
            file = self.passwords.path.name
            return f"The class server cannot use its file {file} ({error!r}). Ask your teacher."
        if reason:
            failures.append(self.clock())
        return reason

    def _teacher(self, name, password):
        expected = self.course.teachers.get(name)
        if expected and not hmac.compare_digest(password.encode(), expected.encode()):
            return "The password is wrong."
        return ""

    def _student(self, name, password, class_password):
        course = self.course
        if name in course.teachers:
            return ""
        if course.students and name not in course.students:
            return f"{name} is not on the class list. Ask your teacher."
        if not course.is_open():
            return f"The class server is open at {course.hours}."
        if name in self.passwords:
            return "" if self.passwords.verify(name, password) else "The password is wrong."
        if not hmac.compare_digest(class_password.encode(), course.class_password.encode()):
            return "The class password is wrong. You need it at your first login."
        if len(password) < MIN_PASSWORD_LENGTH:
            return f"Choose a password of {MIN_PASSWORD_LENGTH} characters or more."
        self.passwords.set(name, password)
        return ""
