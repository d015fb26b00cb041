"""A session of the playground as a file: written as JSON, and checked in words when it is read.

The file holds the controls as they stand, the samples added to each data set, and the kept states.
"""

import json
import math
from dataclasses import dataclass

from rbflib.lab.pages.playground.recipe import Recipe, Sample, samples_of
from rbflib.lab.pages.playground.settings import CONTROLS, SETTINGS, control_of, used_settings

FORMAT, VERSION = "rbflib playground", 1
MAX_ADDED, MAX_KEPT, MAX_COORDINATE = 300, 100, 100


@dataclass
class Session:
    """All that a file holds."""

    controls: dict
    added: dict  # name of the data -> tuple of Sample
    kept: list  # of Recipe
    beside: int = 0  # number of the kept state that is shown beside, or 0


def to_json(session):
    """A session as text."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "controls": session.controls,
        "added": {data: [list(s) for s in samples] for data, samples in session.added.items()},
        "kept": [recipe.as_dict for recipe in session.kept],
        "beside": session.beside,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def from_json(text):
    """A session from text; ValueError says what is wrong, where, and what to do."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"This is not JSON: line {error.lineno}, column {error.colno}: {error.msg}. "
            "Load a file that Save has written."
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(
            f'This is no playground file: it does not say "format": "{FORMAT}". '
            "Load a file that Save has written."
        )
    if content.get("version") != VERSION:
        raise ValueError(
            f"The file has version {content.get('version')!r}, and this rbflib reads version "
            f"{VERSION}. Open it with the rbflib that wrote it, or save anew."
        )
    _check_keys(content, ["format", "version", "controls", "added", "kept", "beside"], "the file")
    controls = _read_settings(content["controls"], list(CONTROLS), "controls")
    added, kept = read_added(content["added"]), read_kept(content["kept"])
    beside = content["beside"]
    if isinstance(beside, bool) or beside not in range(len(kept) + 1):
        raise ValueError(
            f"beside is {beside!r}. Write the number of a kept state, 1 to {len(kept)}, or 0."
        )
    return Session(controls, added, kept, beside)


def read_added(value):
    """Name of the data -> tuple of Sample, from lists; or ValueError."""
    added = _read_object(value, "added")
    for data in added:
        _read_value(data, SETTINGS["data"], "added")
    return {data: _read_samples(samples, f"added, {data}") for data, samples in added.items()}


def read_kept(value):
    """A list of Recipe, from what `as_dict` gives; or ValueError."""
    kept = enumerate(_read_list(value, "kept", MAX_KEPT), start=1)
    return [_read_recipe(state, f"kept, state {i}") for i, state in kept]


def _read_recipe(state, where):
    state = _read_object(state, where)
    for name in ("data", "model"):
        if name not in state:
            raise ValueError(f"{where}: {name} is missing. Write it, or remove the state.")
        _read_value(state[name], SETTINGS[name], f"{where}, {name}")
    names = used_settings(state["data"], state["model"])
    _check_keys(state, [*names, "added"], where)
    values = _read_settings({name: state[name] for name in names}, names, where)
    recipe = Recipe.of(values, _read_samples(state["added"], f"{where}, added"))
    if not samples_of(recipe).can_be_learned:
        raise ValueError(
            f"{where}: its training samples are not of both classes. Add some, or remove the state."
        )
    return recipe


def _read_settings(values, names, where):
    values = _read_object(values, where)
    _check_keys(values, names, where)
    return {name: _read_value(values[name], CONTROLS[name], f"{where}, {name}") for name in names}


def _read_value(value, setting, where):
    """The value, of those that the setting may have."""
    values = setting.values
    if isinstance(values[0], str):
        if value not in values:
            raise ValueError(f"{where}: {value!r} is unknown. Choose one of: {', '.join(values)}.")
        return value
    if not _is_number(value):
        raise ValueError(f"{where}: {value!r} is not a number. Write one.")
    if not values[0] <= value <= values[-1]:
        raise ValueError(
            f"{where}: {value} is out of range. Write a number from {values[0]} to {values[-1]}."
        )
    taken = control_of(setting).validate(where, value)
    if taken != value:
        raise ValueError(f"{where}: {value} is no whole number. Write {taken}.")
    return taken


def _read_samples(rows, where):
    rows = enumerate(_read_list(rows, where, MAX_ADDED), start=1)
    return tuple(_read_sample(row, f"{where}, sample {i}") for i, row in rows)


def _read_sample(row, where):
    if not isinstance(row, list) or len(row) != 4:
        raise ValueError(f'{where}: {row!r}. Write four entries: [x1, x2, class, "train"].')
    *point, y, role = row
    for x in point:
        if not _is_number(x) or not abs(x) <= MAX_COORDINATE:
            raise ValueError(
                f"{where}: the coordinate {x!r} is not a number from −{MAX_COORDINATE} to "
                f"{MAX_COORDINATE}. Write one, or remove the sample."
            )
    if not _is_number(y) or y not in (-1, 1):
        raise ValueError(f"{where}: the class is {y!r}. Write 1 or -1.")
    if role not in ("train", "test"):
        raise ValueError(f'{where}: the role is {role!r}. Write "train" or "test".')
    return Sample(*map(float, point), int(y), role)


def _read_object(value, where):
    if not isinstance(value, dict):
        raise ValueError(f"{where}: {value!r} is not an object. Write {{…}} with names and values.")
    return value


def _read_list(value, where, longest):
    if not isinstance(value, list):
        raise ValueError(f"{where}: {value!r} is not a list. Write […].")
    if len(value) > longest:
        raise ValueError(f"{where}: {len(value)} entries are too many. Leave at most {longest}.")
    return value


def _check_keys(value, names, where):
    missing = [name for name in names if name not in value]
    if missing:
        raise ValueError(f"{where}: {', '.join(missing)} missing. Write it, or save anew.")
    unknown = [name for name in value if name not in names]
    if unknown:
        raise ValueError(f"{where}: {', '.join(unknown)} not known here. Remove it, or save anew.")


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
