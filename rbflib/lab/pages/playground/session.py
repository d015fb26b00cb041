"""A session of the playground as a file: written as JSON, and checked in words when it is read.

The file holds the controls as they stand, the samples added to each data set, the kept states,
and the number of the one that is shown beside, or 0.
"""

import json

from rbflib.lab.kit.controls import Choice, OptionSlider
from rbflib.lab.pages.playground.recipe import Recipe, samples_of
from rbflib.lab.pages.playground.settings import CONTROLS, SETTINGS, used_settings

FORMAT, VERSION = "rbflib playground", 1
MAX_ADDED, MAX_KEPT = 300, 100
COORDINATE = OptionSlider("coordinate", 100.0, [-100.0, 100.0])
ROLE = Choice("role", ["train", "test"])


def to_json(controls, **data):
    """Values of the controls and of the data as text."""
    content = {"format": FORMAT, "version": VERSION, "controls": controls} | data
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def from_json(text):
    """Values of the controls and of the data; ValueError says what is wrong, where, what to do."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ValueError(f"This is not JSON: {error}. Load a file that Save has written.") from None
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
    _check_names(content, "the file", ["format", "version", "controls", "added", "kept", "beside"])
    _check_names(content["controls"], "controls", CONTROLS)
    kept = read_kept(content["kept"])
    return _read_settings(content["controls"], CONTROLS, "controls") | {
        "added": read_added(content["added"]),
        "kept": kept,
        "beside": read_beside(content["beside"], len(kept)),
    }


def read_added(value):
    """Name of the data -> samples as lists; or ValueError."""
    _check_names(value, "added", [], SETTINGS["data"].marks)
    return {data: _read_samples(samples, f"added, {data}") for data, samples in value.items()}


def read_kept(value):
    """Kept states, as `Recipe.as_dict` gives them; or ValueError."""
    return _read_list(value, "kept", "state", MAX_KEPT, _read_state)


def read_beside(value, n_kept=MAX_KEPT):
    """The number of a kept state, or 0; or ValueError."""
    if isinstance(value, bool) or value not in range(n_kept + 1):
        raise ValueError(
            f"beside is {value!r}. Write the number of a kept state, 1 to {n_kept}, or 0."
        )
    return int(value)


def _read_state(state, where):
    if isinstance(state, dict) and state.get("data") != "drawn":
        state = {"draw": 0} | state  # files from before samples were drawn again lack it
    _check_names(state, where, ["data", "model"], [*SETTINGS, "added"])
    names = used_settings(**_read_settings(state, ["data", "model"], where))
    _check_names(state, where, [*names, "added"])
    recipe = Recipe.of(
        _read_settings(state, names, where), _read_samples(state["added"], f"{where}, added")
    )
    if not samples_of(recipe).can_be_learned:
        raise ValueError(
            f"{where}: there is nothing to learn from. Add training samples of both classes."
        )
    return recipe.as_dict


def _read_settings(values, names, where):
    return {name: _read(values[name], CONTROLS[name], f"{where}, {name}") for name in names}


def _read(value, control, where):
    """The value, if the control takes it as it is."""
    taken = control.validate(where, value)
    if taken != value:
        raise ValueError(f"{where} cannot be {value}. Write {taken}, the nearest that it can be.")
    return taken


def _read_samples(rows, where):
    return _read_list(rows, where, "sample", MAX_ADDED, _read_sample)


def _read_sample(row, where):
    if not isinstance(row, list) or len(row) != 4:
        raise ValueError(f'{where}: {row!r}. Write four entries: [x1, x2, class, "train"].')
    *point, y, role = row
    if isinstance(y, bool) or y not in (-1, 1):
        raise ValueError(f"{where}: the class is {y!r}. Write 1 or -1.")
    point = [_read(x, COORDINATE, f"{where}, coordinate") for x in point]
    return [*point, int(y), _read(role, ROLE, f"{where}, role")]


def _read_list(value, where, kind, most, read):
    if not isinstance(value, list):
        raise ValueError(f"{where}: {value!r} is not a list. Write […].")
    if len(value) > most:
        raise ValueError(f"{where} takes at most {most} entries, got {len(value)}. Remove some.")
    return [read(entry, f"{where}, {kind} {i}") for i, entry in enumerate(value, start=1)]


def _check_names(value, where, needed, allowed=()):
    """Refuse what is no object, or lacks a needed name, or has one that is not allowed."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: {value!r} is not an object. Write {{…}} with names and values.")
    wrong = [f"{name} is missing" for name in needed if name not in value]
    wrong += [f"{name} is not known here" for name in value if name not in (*needed, *allowed)]
    if wrong:
        raise ValueError(
            f"{where}: {', '.join(wrong)}. Write what is missing and remove what is not known, or "
            "save anew."
        )
