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
from rbflib.lab.record import store

FORMAT = 2
LONGEST = 100  # characters of a student's name
LARGEST = 20 * 2**20  # bytes of a file: more is not read
KINDS = ("prediction", "quiz", "exercise", "hint", "forgotten", "seen")
ENTRIES = ("when", "kind", "name", "value")
HOLDS = (
    "This file holds the name that was typed, and each prediction made, each thing seen, each "
    "answer checked, each exercise solved and each hint shown on the pages of rbflib, with its "
    "time; and the times at which “Forget everything” was pressed. Nothing else is in it, and it "
    "is sent nowhere. It "
    "does not prove who did the work: whoever has the files of the course can make such a file."
)


class NotSaved(Exception):
    """Why no file was written, in a sentence."""


class NotRead(Exception):
    """What is wrong with a file, in a sentence."""


def as_name(typed):
    """A student's name or number: in Unicode's composed form, with single spaces.

    Controls of the writing direction would let a row of a table read backwards. Persian, Hindi and
    emoji need the joiners.
    """
    text = unicodedata.normalize("NFC", str(typed))
    return " ".join("".join(map(_shown, text)).split())


def _shown(sign):
    category = unicodedata.category(sign)
    if category == "Cf" and sign not in "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}":
        return ""
    return " " if category in ("Cc", "Cs") else sign


def save(student, course, folder=None):
    """Write the file, and return its path.

    Parameters
    ----------
    student : str
        A name or a number, as the course asks for.
    course : Course
        Its name is in the file, and its key signs it.
    folder : path, optional
        The current one, which is that of the notebook.
    """
    name = as_name(student)
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
        "done": [event for event in store.events() if event["kind"] in KINDS],
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
    """(what a file says, who has signed it); NotRead says in a sentence why it cannot be used."""
    try:
        if path.stat().st_size > LARGEST:
            raise NotRead("is too large for a progress file.")
        return parse(path.read_bytes(), key, path.name)
    except OSError as error:
        raise NotRead(f"cannot be read ({error.strerror}).") from error


def parse(data, key, name):
    """The same of the bytes of a file."""
    try:
        content = json.loads(bytes(data).decode("utf-8-sig"))
        return _checked(content), _signed(content, key)
    except ValueError as error:
        ours = name.lower().endswith(".json")
        words = "is damaged: it is no complete JSON text." if ours else "is no progress file."
        raise NotRead(words) from error
    except RecursionError:
        raise NotRead("is damaged: what it holds is nested too deeply.") from None


def _checked(content):
    if not isinstance(content, dict) or "format" not in content or "signature" not in content:
        raise NotRead("is JSON, but no progress file.")
    if content["format"] not in (1, FORMAT):
        given = str(content["format"])[:LONGEST]
        raise NotRead(
            f"is of format {given}, and this rbflib reads format {FORMAT}. Save it again with the "
            "version of rbflib that the course uses."
        )
    if not _is_complete(content):
        raise NotRead("lacks entries or has some of a wrong kind.")
    when = content.get("forgotten")  # in format 1
    before = [{"when": when, "kind": "forgotten", "name": "", "value": None}] if when else []
    done = [{entry: event[entry] for entry in ENTRIES} for event in content["done"]]
    return content | {"done": before + done}


def _signed(content, key):
    """Whose key signs a file: that of the "course", "no key" or "another key"."""
    given = str(content["signature"]).encode("utf-8", "surrogatepass")
    for known, whose in ((key, "course"), ("", "no key")):
        if hmac.compare_digest(given, signature(content, known).encode()):
            return whose if known else "no key"
    return "another key"


def _is_complete(content):
    try:
        texts = content["student"], content["saved"], content["course"]
        name = as_name(content["student"])
        return (
            all(isinstance(text, str) for text in texts)
            and 0 < len(name) <= LONGEST
            and store.as_time(content["saved"]) is not None
            and all(map(_is_event, content["done"]))
        )
    except (KeyError, TypeError):
        return False


def _is_event(event):
    when, kind, name = event["when"], event["kind"], event["name"]
    timed = when is None or store.as_time(when) is not None
    return timed and kind in KINDS and isinstance(name, str) and "value" in event
