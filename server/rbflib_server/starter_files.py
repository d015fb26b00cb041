"""The pages of the course in a student's folder: copied once, and never overwritten.

A version of a page that is newer than the student's own is put beside it, and says so in its
first cell. This runs as the student: it writes nothing that the student may not write.
"""

import hashlib
import json
from itertools import count

RECORD = ".starter_files.json"  # name of a page -> digest of the version that was copied last


def pull_pages(pages, folder):
    """Copy pages, a list of paths, to a folder; the names of the new files."""
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / RECORD
    copied = _read(record)
    new = []
    for page in pages:
        text = page.read_bytes()
        digest = hashlib.sha256(text).hexdigest()
        own = folder / page.name
        if not own.exists():
            new.append(_write(own, text))
        elif copied.get(page.name) != digest and own.read_bytes() != text:
            new.append(_write(_free_path(own), _with_notice(page, text)))
        copied[page.name] = digest
    record.write_text(json.dumps(copied), encoding="utf-8")
    return new


def _read(record):
    try:
        copied = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return copied if isinstance(copied, dict) else {}


def _write(path, text):
    with open(path, "xb") as file:  # x: fails where there is a file
        file.write(text)
    return path.name


def _free_path(own):
    """The first of NAME_newer.ipynb, NAME_newer_2.ipynb, … that does not exist."""
    names = (f"{own.stem}_newer{f'_{n}' * (n > 1)}{own.suffix}" for n in count(1))
    return next(path for path in map(own.with_name, names) if not path.exists())


def _with_notice(page, text):
    if page.suffix != ".ipynb":
        return text
    notebook = json.loads(text)
    own = f"[{page.name}]({page.name})"
    words = f"**This is a newer version of the page.** Your own is unchanged: {own}"
    cell = {"cell_type": "markdown", "id": "newer", "metadata": {}, "source": words}
    notebook["cells"].insert(0, cell)
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()
