"""What a reader has done, as a list of events, and what it comes to.

An event is a dict of JSON:

    when     a time in UTC, such as "2026-12-01T10:00:00.123456+00:00"; None if it is unknown
    kind     prediction; seen: what its explorer has shown; quiz, exercise, hint; forgotten: all
             before it was; class: of kit/ballot.py
    name     of a prediction, of an exercise, of a question (rbflib.lab.quizzes)
    value    the choice, the answer, …; None: it was taken back

Two events are the same if all four are: to merge two records is to unite them. They are kept by
`backend`: a file beside the notebooks, or the page of a book (book/engine/guest.py).
"""

import json
from datetime import UTC, datetime

from rbflib.lab.record import database

backend = database  # has events(), add(events), clear() and notices()
_UNKNOWN = datetime.min.replace(tzinfo=UTC)


def keep(kind, name, value):
    """Remember a value, of what JSON can hold; None takes back what was kept."""
    backend.add([
        {"when": datetime.now(UTC).isoformat(), "kind": kind, "name": name, "value": value}
    ])  # fmt: skip


def events():
    """All that was done, the oldest first."""
    return in_order(backend.events())


def in_order(events):
    """The events by their times; those without one were first."""
    return sorted(events, key=lambda event: as_time(event["when"]) or _UNKNOWN)


def recall(kind):
    """Name -> the newest value of all of a kind that was not taken back."""
    newest = {event["name"]: event["value"] for event in with_tries(events(), kind)}
    return {name: value for name, value in newest.items() if value is not None}


def with_tries(events, kind):
    """The events of a kind; tries are counted, since the last that was taken back."""
    tries = {}
    for event in events:
        if event["kind"] != kind:
            continue
        name, value = event["name"], event["value"]
        tries[name] = 0 if value is None else tries.get(name, 0) + 1
        match event:
            case {"when": None, "value": {"tries": int(n)}}:  # an older version has kept the last
                tries[name] = n
            case {"value": {"tries": _}}:
                event = event | {"value": value | {"tries": tries[name]}}
        yield event


def merge(more):
    """Unite the record with other events; return how many of them are new."""
    known = set(map(_as_text, backend.events()))
    new = [event for event in unite(more) if _as_text(event) not in known]
    backend.add(new)
    return len(new)


def unite(*records):
    """The events of all records, each once, the oldest first."""
    every = {_as_text(event): event for record in records for event in record}
    return in_order(every.values())


def _as_text(event):
    return json.dumps(event, sort_keys=True)


def forget_everything():
    """Forget all, on all pages, but for the moment at which this was done."""
    backend.clear()
    keep("forgotten", "", None)


def notices():
    """Messages about the place of the record since the kernel's start."""
    return backend.notices()


def as_time(text):
    """A time with its time zone, or None."""
    try:
        time = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else None
