"""class.toml: who may log in, what they get, and where it is kept."""

import os
import re
import stat
import sys
import tomllib
from dataclasses import dataclass, field, fields
from datetime import datetime, time
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
# A name is also the end of a system user's name and of a folder's.
USERNAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
MIN_PASSWORD_LENGTH = 8
MAX_SOCKET_PATH = 100  # bytes


class SettingsError(ValueError):
    """What is wrong with class.toml, in a sentence."""


@dataclass(frozen=True)
class Course:
    """What class.toml says. The names of the fields are those of the file."""

    class_password: str
    teachers: dict[str, str]  # name -> password
    students: list[str] = field(default_factory=list)  # none: anyone with the class password
    pages: list[str] = field(default_factory=list)  # "02", …; none: all
    hours: str = ""  # "08:00-18:00"; empty: always. Teachers log in at any time
    memory_gib: float = 2.0  # of data per program of a student
    threads: int = 1  # of linear algebra per student
    concurrent_spawns: int = 2 * (os.cpu_count() or 1)  # servers that start at the same time
    idle_minutes: int = 150  # until the server of a student whose page is not visible ends
    kernel_minutes: int = 120  # until a kernel that computes nothing ends; the notebook stays
    address: str = "http://127.0.0.1:8000"
    folder: str = "build/class"  # of all that is to be kept
    forkserver: bool = True  # where the system is Linux

    def __post_init__(self):
        for check in (_types, _names, _passwords, _pages, _hours, _numbers, _address, _folder):
            check(self)

    @property
    def home(self):
        """The folder of all that is to be kept, whole."""
        return (HERE.parents[1] / Path(self.folder).expanduser()).resolve()

    @property
    def forkserver_folder(self):
        """Of the socket at which the fork server listens; None where there is none."""
        used = self.forkserver and sys.platform == "linux"
        return self.home / "forkserver" if used else None

    @property
    def port(self):
        """Of the proxy. The three after it belong to the programs behind the proxy."""
        return urlsplit(self.address).port

    def thread_limits(self):
        """What keeps the linear algebra of a student's program to its threads."""
        return dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), str(self.threads))

    def notebooks(self):
        """The files of the pages that are offered."""
        return [path for path in _all_pages() if not self.pages or path.name[:2] in self.pages]

    def is_open(self, now=None):
        """Whether students may log in now, by the clock of this computer."""
        if not self.hours:
            return True
        begin, end = _times(self.hours)
        return begin <= (now or datetime.now()).time() < end


def read(path):
    """The Course of a file; SettingsError says what to change in it."""
    path = Path(path)
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # no UTF-8, or no TOML
        raise SettingsError(f"{path} is not TOML: {error}.") from error
    # Without root's rights all students are one user, who may read it anyway.
    if os.geteuid() == 0 and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        raise SettingsError(f"{path} holds passwords, and others may read it: chmod 600 {path}")
    known = {f.name for f in fields(Course)}
    if unknown := sorted(set(settings) - known):
        raise SettingsError(
            f"{path} has {unknown[0]!r}, which is none of {', '.join(sorted(known))}."
        )
    if lacking := sorted({"class_password", "teachers"} - set(settings)):
        raise SettingsError(f"{path} lacks {lacking[0]!r}.")
    return Course(**settings)


def _all_pages():
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def _types(course):
    kinds = {
        bool: "true or false",
        str: "a string",
        int: "a whole number",
        float: "a number",
        list: "a list",
        dict: "a table",
    }
    for f in fields(course):
        kind = getattr(f.type, "__origin__", f.type)
        value = getattr(course, f.name)
        fits = isinstance(value, (int, float) if kind is float else kind)
        if not fits or (isinstance(value, bool) and kind is not bool):
            raise SettingsError(f"{f.name} is {value!r} and should be {kinds[kind]}.")


def _names(course):
    for name in [*course.teachers, *course.students]:
        if not isinstance(name, str) or not USERNAME.fullmatch(name):
            raise SettingsError(
                f"The name {name!r} cannot be used: a name begins with a letter and has at most"
                " 24 lowercase letters, digits and hyphens."
            )
    if both := sorted(set(course.teachers) & set(course.students)):
        raise SettingsError(f"{both[0]!r} is both a teacher and a student.")
    if not course.teachers:
        raise SettingsError("teachers has no name: who opens the questions?")


def _passwords(course):
    for whose, password in [("class", course.class_password), *course.teachers.items()]:
        if not isinstance(password, str) or len(password) < MIN_PASSWORD_LENGTH:
            raise SettingsError(
                f"The password of {whose!r} needs {MIN_PASSWORD_LENGTH} characters or more."
            )
    if course.class_password in course.teachers.values():
        raise SettingsError("A teacher's password is that of the class, which every student knows.")


def _pages(course):
    there = [path.name[:2] for path in _all_pages()]
    if unknown := [page for page in course.pages if page not in there]:
        raise SettingsError(f"There is no page {unknown[0]!r}. There are {', '.join(there)}.")


def _hours(course):
    try:
        begin, end = _times(course.hours) if course.hours else (time(0), time(1))
    except ValueError:
        raise SettingsError(
            f"hours is {course.hours!r} and should be like '08:00-18:00'."
        ) from None
    if begin >= end:
        raise SettingsError(f"hours {course.hours!r} end before they begin.")


def _times(hours):
    begin, end = hours.split("-")
    return time.fromisoformat(begin.strip()), time.fromisoformat(end.strip())


def _numbers(course):
    lowest = {"memory_gib": 1, "threads": 1, "concurrent_spawns": 1, "idle_minutes": 1}
    lowest |= {"kernel_minutes": 1}
    for name, least in lowest.items():
        if getattr(course, name) < least:
            raise SettingsError(f"{name} is {getattr(course, name)} and should be {least} or more.")


def _address(course):
    at = urlsplit(course.address)
    if at.scheme != "http" or not at.hostname or not at.port or at.path.strip("/"):
        raise SettingsError(
            f"address is {course.address!r} and should be like 'http://127.0.0.1:8000'."
        )


def _folder(course):
    if len(os.fsencode(course.home / "forkserver/socket")) > MAX_SOCKET_PATH:
        raise SettingsError(
            f"folder {course.folder!r} is too long for a socket in it. Choose a shorter one."
        )
