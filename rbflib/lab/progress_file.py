"""A file of what one student has done, signed with the key of the course.

It is one JSON object. Its signature is the HMAC-SHA256, under the key of the course, of all its
other entries: JSON with sorted keys, without spaces, in ASCII. Without a course the key is empty,
and the signature shows damage only. Students have the key, in the course file beside their pages:
even a right signature does not prove who has done the work.
"""

import hashlib
import hmac
import json
import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import rbflib
from rbflib.lab import memory
from rbflib.lab.course import find_course

FORMAT = 1
LONGEST = 100  # characters of a student's name
LARGEST = 20 * 2**20  # bytes of a file: more is not read
KINDS = ("prediction", "quiz", "exercise")
HOLDS = (
    "This file holds the name that was typed, and each prediction made, each quiz answer checked "
    "and each exercise solved on the pages of rbflib, with its time; and the time at which "
    "“Forget everything” was last pressed. Nothing else is in it, and it is sent nowhere. It does "
    "not prove who did the work: whoever has the files of the course can make such a file."
)


class NotSaved(Exception):
    """Why no file was written, in a sentence."""


class NotRead(Exception):
    """What is wrong with a file, in a sentence."""


def as_name(typed):
    """A student's name or number: in Unicode's composed form, with single spaces."""
    text = unicodedata.normalize("NFC", str(typed))
    shown = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in text)
    return " ".join(shown.split())


def events():
    """What was done, the oldest first: kind, name, value, and when in UTC, or None if unknown.

    The time is unknown of what was done with a version of rbflib that did not remember times.
    """
    timed = [_event(name, value) for name, value in memory.recall("history").items()]
    timed = sorted((e for e in timed if e["kind"] in KINDS), key=lambda event: event["when"])
    known = {(event["kind"], event["name"]) for event in timed}
    old = [
        {"when": None, "kind": kind, "name": name, "value": value}
        for kind in KINDS
        for name, value in memory.recall(kind).items()
        if (kind, name) not in known
    ]
    return old + timed


def _event(key, value):
    nanoseconds, kind, name = key.split(" ", 2)
    return {"when": _moment(nanoseconds), "kind": kind, "name": name, "value": value}


def forgotten():
    """When all that was done before was forgotten, or None."""
    return next(map(_moment, memory.recall("forgotten")), None)


def _moment(nanoseconds):
    return datetime.fromtimestamp(int(nanoseconds) / 1e9, UTC).isoformat()


def save(student, folder=None):
    """Write the file, and return its path.

    Parameters
    ----------
    student : str
        A name or a number, as the course asks for.
    folder : path, optional
        The current one, which is that of the notebook.
    """
    name, course = as_name(student), find_course()
    if not name or len(name) > LONGEST:
        raise NotSaved(f"Type your name or number first, of at most {LONGEST} characters.")
    if course.key is None:
        raise NotSaved(f"{' '.join(course.faults)} Without its key the file cannot be signed.")
    content = {
        "holds": HOLDS,
        "format": FORMAT,
        "rbflib": rbflib.__version__,
        "course": course.name,
        "student": name,
        "saved": datetime.now(UTC).isoformat(),
        "forgotten": forgotten(),
        "done": events(),
    }
    content["signature"] = signature(content, course.key)
    path = Path(folder or Path.cwd()) / f"rbflib-progress-{_as_file_name(name)}.json"
    try:
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    except OSError as error:
        raise NotSaved(
            f"The file {path} cannot be written ({error.strerror}). Choose another folder, as in "
            'progress().save("name", folder="…").'
        ) from error
    return path


def _as_file_name(name):
    """Letters and digits of any script, at most 40: file systems allow 255 bytes."""
    return re.sub(r"[^\w-]+", "_", name)[:40]


def signature(content, key):
    """The HMAC of all entries but the signature itself."""
    signed = {name: value for name, value in content.items() if name != "signature"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"))
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def read(path, key):
    """What a file says; NotRead says in a sentence why it cannot be used."""
    try:
        return _checked(_parsed(Path(path)), key)
    except RecursionError:
        raise NotRead("is damaged: what it holds is nested too deeply.") from None


def _checked(content, key):
    if not isinstance(content, dict) or "format" not in content or "signature" not in content:
        raise NotRead("is JSON, but no progress file.")
    if content["format"] != FORMAT:
        given = str(content["format"])[:LONGEST]
        raise NotRead(
            f"is of format {given}, and this rbflib reads format {FORMAT}. Save it again with the "
            "version of rbflib that the course uses."
        )
    if not _is_signed(content, key):
        raise NotRead(_forged(content, key))
    if not _is_complete(content):
        raise NotRead("is signed, but lacks entries or has some of a wrong kind.")
    return content


def _parsed(path):
    try:
        if path.stat().st_size > LARGEST:
            raise NotRead("is too large for a progress file.")
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotRead(f"cannot be read ({error.strerror}).") from error
    except ValueError as error:
        ours = path.suffix.lower() == ".json"
        words = "is damaged: it is no complete JSON text." if ours else "is no progress file."
        raise NotRead(words) from error


def _forged(content, key):
    if key and _is_signed(content, ""):
        return "was saved where no course file was found, so it has no key of the course."
    return (
        "has a wrong signature: it was changed after it was saved, or saved with another key. It "
        f"names the course {str(content.get('course'))[:LONGEST]!r}."
    )


def _is_signed(content, key):
    given = str(content["signature"]).encode("utf-8", "surrogatepass")
    return hmac.compare_digest(given, signature(content, key).encode())


def _is_complete(content):
    try:
        texts = content["student"], content["saved"], content["course"]
        name = as_name(content["student"])
        return (
            all(isinstance(text, str) for text in texts)
            and 0 < len(name) <= LONGEST
            and as_time(content["saved"]) is not None
            and all(map(_is_event, content["done"]))
        )
    except (KeyError, TypeError):
        return False


def _is_event(event):
    when, kind, name = event["when"], event["kind"], event["name"]
    timed = when is None or as_time(when) is not None
    return timed and kind in KINDS and isinstance(name, str) and "value" in event


def as_time(text):
    """A time with its time zone, or None."""
    try:
        time = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else None
