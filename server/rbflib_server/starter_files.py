"""The pages of the course in a student's folder: copied once, and never overwritten.

A page that has become newer since is put beside the student's own, and says so in its first cell.
This runs as the student: what the student may not write, it does not write.
"""

import hashlib
import json
from itertools import count

RECORD = ".given.json"  # name of a page -> digest of the version that was given last


def give(pages, folder):
    """Copy pages, a list of paths, to a folder; the names of the files that came new."""
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / RECORD
    given = _read(record)
    new = []
    for page in pages:
        text = page.read_bytes()
        digest = hashlib.sha256(text).hexdigest()
        own = folder / page.name
        if not own.exists():
            new.append(_write(own, text))
        elif given.get(page.name) != digest and own.read_bytes() != text:
            new.append(_write(_beside(own), _with_a_word(page, text)))
        given[page.name] = digest
    record.write_text(json.dumps(given), encoding="utf-8")
    return new


def _read(record):
    try:
        given = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return given if isinstance(given, dict) else {}


def _write(path, text):
    with open(path, "xb") as file:  # x: never onto a file that is there
        file.write(text)
    return path.name


def _beside(own):
    """The first free one of NAME_newer.ipynb, NAME_newer_2.ipynb, …"""
    names = (f"{own.stem}_newer{f'_{n}' * (n > 1)}{own.suffix}" for n in count(1))
    return next(path for path in map(own.with_name, names) if not path.exists())


def _with_a_word(page, text):
    if page.suffix != ".ipynb":
        return text
    notebook = json.loads(text)
    own = f"[{page.name}]({page.name})"
    words = f"**This is a newer version of the page.** Your own is untouched: {own}"
    cell = {"cell_type": "markdown", "id": "newer", "metadata": {}, "source": words}
    notebook["cells"].insert(0, cell)
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()
