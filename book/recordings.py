"""Explorers, recorded: their pictures and words at many states, for pages without a kernel.

A recording is a folder of `index.json` and chunks. A chunk holds states one behind the other: what
is said there, as packed JSON, then the picture, as lossless WebP; or no picture, where the browser
draws a recorded walk itself. A pixel that is the same in the first picture, `base.webp`, is left
out (its alpha is 0): that leaves a third of the bytes. The index says which values of the controls
a state has, where it lies, and where its handles stand.
"""

import json
import os
import shutil
import zlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path

import ipywidgets as widgets
import numpy as np
from PIL import Image
from states import held, main_controls, planned

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.explorer import trait_of
from rbflib.lab.kit.stage import unpack
from rbflib.lab.pages import explorers

PACKAGE = Path(__file__).parents[1] / "rbflib"
BUDGET = 2_300_000  # bytes per explorer: a hundred million for all of them
JOBS = os.cpu_count()
CHUNK = 250_000  # bytes after which a new chunk begins
# Where the hand can put a center of a walk, in the plane's units.
CENTER_STEP = 0.65
CENTER_X, CENTER_Y = CENTER_STEP * np.arange(-4, 5), CENTER_STEP * np.arange(-3, 4)


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
    page = PACKAGE.parent.joinpath(*explorers()[name].split(".")).parent
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
    start, first = values_of(explorer), pixels_of(explorer)
    base = {} if first is None else {"base.webp": webp(first)}
    dragged = take_drags(explorer, budget / 2) if first is None else {}
    used = sum(map(len, base.values())) + sum(len(words) for words, *_ in dragged.values())
    taken = take_all(explorer, first, budget - used)
    # Of states with the same values the browser takes the first one: nobody dragged there.
    chunks = in_chunks(taken | dragged, mains_last(explorer))
    rows = [[key, name, *place] for name, _, rows in chunks for key, *place in rows]
    files = base | {name: data for name, data, _ in chunks}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    index = {
        "sources": sources,
        "controls": [said_of_control(*item) for item in explorer.controls.items()],
        "start": start,
        "presets": preset_values(explorer),
        "held": {handle: sorted(names) for handle, names in held(explorer).items()},
        "states": [[key[: len(start)], *more] for key, *more in rows],
        "drags": {"step": CENTER_STEP, "grids": grids([key[len(start) :] for key, *_ in rows])},
        "sizes": {name: len(data) for name, data in files.items()},
    }
    text = json.dumps(index, separators=(",", ":"), ensure_ascii=False)
    (folder / "index.json").write_text(text, encoding="utf-8")


def take_all(explorer, first, budget):
    """Values of the controls -> what is kept of that state: words, picture, places of handles."""
    taken, asked = {}, set()
    for values in planned(explorer):
        if (wanted := tuple(values.values())) in asked:
            continue
        asked.add(wanted)
        explorer.set(**values)
        key = values_of(explorer)
        if key not in taken:
            taken[key] = take(explorer, first)
            budget -= sum(map(len, taken[key][:2]))
            if budget < 0:
                del taken[key]
                break
    return taken


def take_drags(explorer, budget):
    """Values of the controls, and what the hand has done -> what is kept of that walk.

    At the start, and where the page opens, each center is put to each place of a grid. What the
    hand has done: number of the center, all centers after it.
    """
    before, walk, taken = explorer.state, explorer.stage.walk, {}
    anchors = [walk["steps"][step]["centers"] for step in (0, walk["step"])]
    for place in spread(product(CENTER_X.round(4), CENTER_Y.round(4))):
        for anchor, m in product(anchors, range(len(anchors[0]))):
            centers = tuple(place if i == m else tuple(at) for i, at in enumerate(anchor))
            explorer.scene.start_centers = np.array(centers)
            explorer.set(start="by hand", step=0)
            words, *_ = taken[*values_of(explorer), m, centers] = take(explorer, None)
            budget -= len(words)
        if budget < 0:
            break
    explorer.scene.forget_the_hand()
    explorer.set(**before)
    return taken


def spread(places):
    """Places in an order in which the first ones lie all over."""
    places = list(places)
    return [places[i] for i in np.random.default_rng(0).permutation(len(places))]


def grids(done):
    """Where each center was put while all others stay, by what the hand had done at each state.

    In "to" are x, y and the number of the state.
    """
    found = {}
    for number, (m, centers) in ((number, hand) for number, hand in enumerate(done) if hand):
        others = centers[:m] + centers[m + 1 :]
        found.setdefault((m, others), []).append([*centers[m], number])
    return [{"m": m, "others": others, "to": to} for (m, others), to in found.items()]


def take(explorer, first):
    """The present state: its words as JSON, and how its picture differs from the first one."""
    told = {
        "said": explorer.stage.said,
        "disabled": [name for name, control in explorer.controls.items() if control.disabled],
        "tops": explorer.scene.tops(**explorer.state),
        "hidden": [name for name in explorer.shown_controls if name not in explorer.in_use],
    }
    if first is None:
        return packed(told | {"walk": explorer.stage.walk}), b"", []
    places = [[name, round(u, 4), round(v, 4)] for name, u, v in explorer.stage.handles]
    return packed(told), webp(difference(pixels_of(explorer), first)), places


def packed(told):
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    return zlib.compress(text.encode(), 9)


def pixels_of(explorer):
    """The present picture; None where the browser draws it."""
    if not explorer.stage.has_trait("frame"):
        return None
    assert explorer.numbers is not None  # asked for, all of them are there
    return unpack(explorer.stage.frame)


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


def values_of(explorer):
    """Of all controls, as the browser has them: of a list, the number of the option."""
    return tuple(getattr(control, trait_of(control)) for control in explorer.controls.values())


def preset_values(explorer):
    """Label -> values of the controls as the browser has them."""
    values = {}
    for preset in explorer.presets:
        explorer.restore(preset)
        values[preset] = list(values_of(explorer))
    return values


def said_of_control(name, control):
    """What the browser needs to know of a control."""
    kinds = {widgets.FloatLogSlider: "log", widgets.Dropdown: "choice", widgets.Checkbox: "choice"}
    kind = kinds.get(type(control), "even")
    return {"name": name, "label": control.description, "trait": trait_of(control), "kind": kind}
