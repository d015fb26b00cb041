"""Who may come in: students by the class password and one of their own, teachers by theirs.

The class password alone would let every student in under every name. So each name gets a password
of its own when it first comes in; only its hash is kept.
"""

import hashlib
import hmac
import json
import os
import time
from collections import defaultdict, deque
from pathlib import Path

from course import NAME, SHORTEST

TRIES, MINUTE = 10, 60


class Passwords:
    """Name -> salt and hash, in one file that only the server's owner can read."""

    def __init__(self, path):
        self.path = Path(path)

    def __contains__(self, name):
        return name in self._all()

    def set(self, name, password):
        salt = os.urandom(16)
        entry = {"salt": salt.hex(), "hash": _hash(password, salt).hex()}
        fresh = self.path.with_suffix(".fresh")
        with open(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self._all() | {name: entry}, file, indent=1)
        fresh.replace(self.path)  # whole, or not at all

    def fits(self, name, password):
        entry = self._all()[name]
        found = _hash(password, bytes.fromhex(entry["salt"]))
        return hmac.compare_digest(found.hex(), entry["hash"])

    def _all(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}


def _hash(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class Door:
    """Says for a name and its passwords why it may not come in, or nothing.

    Parameters
    ----------
    course : Course
    passwords : Passwords
    clock : callable
        Seconds, for the limit of wrong tries: ten per name and minute.
    """

    def __init__(self, course, passwords, clock=time.monotonic):
        self.course, self.passwords, self.clock = course, passwords, clock
        self._wrong = defaultdict(lambda: deque(maxlen=TRIES))

    def refusal(self, name, password, class_password):
        """A sentence for who may not come in; an empty one for who may."""
        if not NAME.fullmatch(name):
            return "A name has small letters, digits and hyphens, and begins with a letter."
        wrong = self._wrong[name]
        if len(wrong) == TRIES and self.clock() - wrong[0] < MINUTE:
            return "Too many tries. Wait a minute."
        try:
            told = self._teacher(name, password) or self._student(name, password, class_password)
        except (OSError, ValueError, KeyError, TypeError) as error:  # a full disk, a damaged file
            file = self.passwords.path.name
            return f"The class server cannot use its file {file} ({error!r}). Tell your teacher."
        if told:
            wrong.append(self.clock())
        return told

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
            return f"{name} is not on the list of the class. Ask your teacher."
        if not course.is_open():
            return f"The class server is open at {course.hours}."
        if name in self.passwords:
            return "" if self.passwords.fits(name, password) else "The password is wrong."
        if not hmac.compare_digest(class_password.encode(), course.class_password.encode()):
            return "The class password is wrong. It is needed when you first come in."
        if len(password) < SHORTEST:
            return f"Choose a password of {SHORTEST} characters or more."
        self.passwords.set(name, password)
        return ""
