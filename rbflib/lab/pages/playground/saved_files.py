"""Files of the playground: none is overwritten, and what cannot be done is explained."""

import re
from itertools import count
from pathlib import Path

from rbflib.lab.pages.playground.session import from_json


def write_beside_others(typed, suffix, text):
    """Write to the typed path with this ending, or to the next free name: path, what to say."""
    wanted = path = _with_ending(typed, suffix)
    stem, numbers = re.sub(r"-\d+$", "", wanted.stem), count(2)
    while path.exists():
        path = wanted.with_name(f"{stem}-{next(numbers)}{suffix}")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(
            f"{wanted} cannot be written: {error.strerror}. Write another file name."
        ) from None
    kept = f" {wanted.name} was there already and is unchanged." if path != wanted else ""
    return path, f"Saved to {path.resolve()}.{kept}"


def read_session(typed):
    """The path, which may have been typed without its ending, and the session in it."""
    saved = _with_ending(typed, ".json")
    path = saved if saved.exists() else typed
    try:
        return path, from_json(path.read_bytes())
    except OSError as error:
        raise ValueError(
            f"{path} cannot be read: {error.strerror}. Write the name of a file in the folder "
            f"of this page, {Path().resolve()}."
        ) from None
    except ValueError as error:
        raise ValueError(f"{path} was not loaded. {error}") from None


def _with_ending(path, suffix):
    """The path with this ending in place of one that the playground gives, or behind it."""
    ours = path.suffix.lower() in (".json", ".csv")
    return path.with_suffix(suffix) if ours else Path(f"{path}{suffix}")
