"""Explorers, recorded: their pictures and words at many states, for pages without a kernel.

A recording is a folder of `index.json` and chunks. A chunk holds states one behind the other: the
text of each, as packed JSON, then the picture, as lossless WebP. A pixel that is the same in the
first picture, `base.webp`, is left out (its alpha is 0): that leaves a third of the bytes. The
index says which values of the controls a state has, where it lies, and where its handles stand.
"""

import json
import os
import shutil
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from book.states import held, main_controls, planned, played_sliders
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.frame import unpack
from rbflib.lab.kit.registry import REGISTRY

PACKAGE = Path(__file__).parents[1] / "rbflib"
BUDGET = 2_300_000  # bytes per explorer: a hundred million for all of them
JOBS = os.cpu_count()
CHUNK = 250_000  # bytes after which a new chunk begins


def record_all(folder, names=tuple(EXPLORERS), budget=BUDGET, jobs=JOBS):
    """Record explorers into a folder each, unless a recording of today's sources is there."""
    sources = {name: sources_hash(name) for name in names}
    old = [name for name in names if not is_fresh(folder / name, sources[name])]
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(record_one, name, folder, sources[name], budget) for name in old]
        for task in as_completed(tasks):
            print("recorded", task.result(), flush=True)


def record_one(name, folder, sources, budget):
    record(EXPLORERS[name](), folder / name, sources, budget)
    return name


def sources_hash(name):
    """Of all that the recording of an explorer is made of: no other page's files are in it."""
    page = PACKAGE / "lab/pages" / REGISTRY[name].page
    own = [Path(__file__), Path(__file__).with_name("states.py"), *page.rglob("*")]
    all_pages = PACKAGE / "lab/pages"
    shared = [path for path in PACKAGE.rglob("*") if all_pages not in path.parents]
    total = sha256()
    for path in sorted(own + shared):
        if path.suffix in (".py", ".csv"):
            total.update(path.read_bytes())
    return total.hexdigest()


def table(folder, names):
    """Explorer, recorded states and MB, as lines of text."""
    rows = [f"{'explorer':24} {'states':>6} {'MB':>6}"]
    megabytes = 0
    for name in names:
        index = json.loads((folder / name / "index.json").read_text(encoding="utf-8"))
        size = sum(path.stat().st_size for path in (folder / name).iterdir()) / 1e6
        rows.append(f"{name:24} {len(index['states']):6} {size:6.2f}")
        megabytes += size
    return [*rows, f"{'all':24} {'':6} {megabytes:6.1f}"]


def is_fresh(folder, sources):
    """Whether there is a whole recording of these sources."""
    try:
        index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        sizes = {name: (folder / name).stat().st_size for name in index["sizes"]}
    except (OSError, ValueError, KeyError):
        return False
    return index["sources"] == sources and index["sizes"] == sizes


def record(explorer, folder, sources="", budget=BUDGET):
    """Record an explorer into a folder, until its budget of bytes is used up."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    first, traits = pixels_of(explorer), explorer.get_state()
    base = webp(first)
    taken = take_all(explorer, first, budget - len(base))
    chunks = in_chunks(taken, mains_last(explorer))
    files = {"base.webp": base} | {name: data for name, data, _ in chunks}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    index = {
        "sources": sources,
        "description": traits["_description"] | {"controls": described(explorer, taken)},
        "names": list(explorer.controls),
        "held": {handle: sorted(names) for handle, names in held(explorer).items()},
        "states": [[key, name, *place] for name, _, rows in chunks for key, *place in rows],
        "data": {name: traits[name] for name in explorer.all_values.keys() - explorer.state},
        "sizes": {name: len(data) for name, data in files.items()},
    }
    text = json.dumps(index, separators=(",", ":"), ensure_ascii=False)
    (folder / "index.json").write_text(text, encoding="utf-8")


def described(explorer, taken):
    """The controls for the browser. A slider that is played goes from recorded mark to mark."""
    controls = {name: c.description for name, c in explorer.all_controls.items()}
    for name in played_sliders(explorer):
        control, i = explorer.controls[name], list(explorer.controls).index(name)
        marks = sorted({key[i] for key in taken})
        controls[name] |= {
            "marks": marks,
            "texts": [control.format(mark) for mark in marks],
            "player": controls[name]["player"] | {"glide": ""},
        }
    return controls


def take_all(explorer, first, budget):
    """Values of the controls -> what is kept of that state: words, picture, places of handles."""
    taken, seen = {}, set()
    for values in planned(explorer):
        if (wanted := tuple(values.values())) in seen:
            continue
        seen.add(wanted)
        explorer.set(**values)
        key = tuple(explorer.state.values())
        if key not in taken:
            taken[key] = take(explorer, first)
            budget -= sum(map(len, taken[key][:2]))
            if budget < 0:
                del taken[key]
                break
    return taken


def take(explorer, first):
    """The present state: its answer as JSON, and how its picture differs from the first one."""
    pixels, answer = pixels_of(explorer), explorer.get_state()["_answer"]
    kept = {name: x for name, x in answer.items() if name not in ("count", "values")}
    kept["handles"] = [[name, *rounded([u, v]), *more] for name, u, v, *more in answer["handles"]]
    text = json.dumps(kept, separators=(",", ":"), ensure_ascii=False)
    places = [handle[:3] for handle in kept["handles"]]
    return zlib.compress(text.encode(), 9), webp(difference(pixels, first)), places


def rounded(place):
    return [round(x, 4) for x in place]


def pixels_of(explorer):
    """The present picture, whole."""
    explorer.finish()
    return unpack(explorer.get_state()["_frame"])


def difference(pixels, first):
    """The picture without the pixels that are those of the first one."""
    same = (pixels == first).all(axis=2, keepdims=True)
    return np.where(same, np.uint8(0), pixels)


def webp(pixels):
    file = BytesIO()
    Image.fromarray(pixels).save(file, "WEBP", lossless=True, exact=True, quality=100, method=1)
    return file.getvalue()


def in_chunks(taken, order):
    """(name, bytes, rows) of each chunk.

    A row: values, start, bytes of words and of picture, places of handles.

    States that differ in a main control only are neighbors: one chunk has a slider's way.
    """
    chunks, data, rows = [], b"", []

    def close():
        chunks.append((f"{len(chunks)}-{sha256(data).hexdigest()[:8]}.bin", data, rows))

    for key in sorted(taken, key=lambda key: [repr(key[i]) for i in order]):
        words, picture, places = taken[key]
        rows.append((key, len(data), len(words), len(picture), places))
        data += words + picture
        if len(data) > CHUNK:
            close()
            data, rows = b"", []
    if rows:
        close()
    return chunks


def mains_last(explorer):
    """Numbers of the controls, those of the main ones last."""
    names = list(explorer.controls)
    mains = list(main_controls(explorer))
    return [names.index(name) for name in sorted(names, key=lambda n: (n in mains, names.index(n)))]
