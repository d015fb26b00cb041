"""Students, from the progress files in a folder."""

import unicodedata
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import pairwise

from rbflib.lab import exercises
from rbflib.lab.collect.answers import is_right
from rbflib.lab.collect.copies import copies
from rbflib.lab.kit.quiz import fits
from rbflib.lab.quizzes import PREDICTIONS, question_of
from rbflib.lab.record import file, store
from rbflib.lab.record.course_file import NAME

TABLES = ("class.csv", "questions.csv", "items.csv")
LEARNED = "learned.html"
WRONG_CLOCK = timedelta(hours=1)  # so far a student's clock may be ahead


@dataclass(frozen=True)
class Student:
    """What the files of one student say: when the newest was saved, by whom they are signed."""

    name: str
    files: tuple[str, ...]
    saved: datetime
    signed: frozenset[str]
    events: tuple[dict, ...]  # the oldest first

    @property
    def key(self):
        return self.name.casefold()

    @property
    def folder(self):
        return self.files[0].rpartition("/")[0]

    @property
    def title(self):
        return f"{self.name} ({', '.join(self.files)})"

    @cached_property
    def times(self):
        return frozenset(store.as_time(e["when"]) for e in self.events if e["when"])

    @cached_property
    def done(self):
        """Of each kind, name -> values, the oldest first, also of those taken back later."""
        done = {kind: {} for kind in file.KINDS}
        for kind, of_kind in done.items():
            for event in store.with_tries(self.events, kind):
                name, value = event["name"], event["value"]
                if kind == "quiz" and value:
                    right = is_right(question_of(name), value["values"])  # whatever the file says
                    value = value | {"right": right}
                if value is not None:
                    of_kind.setdefault(name, []).append(value)
        return done

    @cached_property
    def gaps(self):
        """(name, time since the entry before) -> its time."""
        times = [(store.as_time(e["when"]), e["name"]) for e in self.events if e["when"]]
        return {(name, after - before): after for (before, _), (after, name) in pairwise(times)}

    @cached_property
    def wrong(self):
        """(name, values) of wrong answers, in the order in which they were first given."""
        answers = [e for e in self.events if e["kind"] == "quiz" and e["value"]]
        given = dict.fromkeys((e["name"], tuple(e["value"]["values"])) for e in answers)
        return [(name, values) for name, values in given if not is_right(question_of(name), values)]

    @property
    def forgotten(self):
        """When all that was done before was last forgotten, or None."""
        times = (store.as_time(e["when"]) for e in self.events if e["kind"] == "forgotten")
        return max(times, default=None)

    def merged(self, other):
        """One of two files of a student, of which the other was saved later."""
        return replace(
            other,
            files=self.files + other.files,
            signed=self.signed | other.signed,
            events=tuple(store.unite(self.events, other.events)),
        )


def collect(folder, course, until=None):
    """(students by name, sentences about files and about what is alike in two).

    Parameters
    ----------
    folder : Path
    course : Course
    until : datetime, optional
        Only what was done by then counts.
    """
    read, remarks = [], []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        try:
            content, signed = file.read(path, course.key or "")
            read.append(_student(name, content, signed, until, remarks))
        except file.NotRead as reason:
            remarks.append(f"{name} {reason} It is left out.")
    found = []
    for student in sorted(read, key=lambda student: (student.saved, student.files)):
        former = next((s for s in found if s.key == student.key and _is_of_one(s, student)), None)
        if former:
            files = f"{former.files[-1]} and {student.files[0]}"
            remarks.append(f"{student.name} has two files, {files}: they count as one.")
            found.remove(former)
        elif any(s.key == student.key for s in found):
            remarks.append(f"{student.title} has a name that another student has, too.")
        found.append(former.merged(student) if former else student)
    students = sorted(found, key=_place)
    return students, [*remarks, *filter(None, map(_of_future, students)), *copies(students)]


def _files(folder):
    """All files in the folder and below it but our own and hidden ones."""
    ours = {*TABLES, LEARNED, NAME}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__MACOSX")) for part in inside)
        if path.is_file() and not hidden and path.name not in ours:
            yield path


def _student(name, content, signed, until, remarks):
    known = [event for event in content["done"] if _is_known(event)]
    if gone := len(content["done"]) - len(known):
        remarks.append(
            f"{name}, saved with rbflib {content.get('rbflib')}, has {gone} entries that this "
            "version does not know. They are not counted."
        )
    student, saved = file.as_name(content["student"]), store.as_time(content["saved"])
    by_then = (e for e in known if not until or (store.as_time(e["when"]) or saved) <= until)
    events = tuple(store.unite(by_then))
    return Student(student, (name,), saved, frozenset([signed]), events)


def _is_known(event):
    """Whether this version has the prediction, question or exercise, and this answer fits it."""
    kind, name, value = event["kind"], event["name"], event["value"]
    if kind == "quiz":
        question = question_of(name)
        return question is not None and (value is None or fits(value, question))
    if kind in ("exercise", "hint"):
        return name in exercises.EXERCISES and isinstance(value, str | int | None)
    return kind == "forgotten" or (name in PREDICTIONS and isinstance(value, str | None))


def _is_of_one(former, newer):
    """Whether two files of one name are of one student, and not of two in folders of their own."""
    known = former.times and newer.times
    return (
        former.folder == newer.folder
        or not known
        or bool(newer.forgotten or former.times & newer.times)
    )


def _of_future(student):
    last = max([student.saved, *student.times])
    words = f"{student.title} has times of the future, up to {last:%Y-%m-%d %H:%M} UTC."
    return words if last > datetime.now(UTC) + WRONG_CLOCK else ""


def _place(student):
    """Order of names: without accents and capitals, then as they are."""
    letters = unicodedata.normalize("NFKD", student.key)
    return "".join(s for s in letters if not unicodedata.combining(s)), student.name
