"""Data of the reader's in ten explorers: a picture with its code, or a sentence that says why not."""

import io
import warnings
from contextlib import redirect_stdout
from functools import cache

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from scipy import sparse
from scipy.spatial.distance import pdist, squareform

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import format_number, with_minus

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(90, 2)) * [3, 100] + [5, 1000]
SIGNS = np.where(POINTS[:, 0] + RNG.normal(size=90) > 5, "up", "down")
LINE = np.sort(RNG.uniform(10, 20, size=(90, 1)), axis=0)
HEIGHTS = 1000 + 50 * np.sin(LINE[:, 0]) + RNG.normal(size=90)
PIXELS = RNG.uniform(size=(40, 90))
MILES = 100 * squareform(pdist(RNG.normal(size=(7, 3))))
# What each explorer is given, and the names by which its copied code calls that.
GIVEN = {
    **dict.fromkeys(["kmeans_walk", "many_starts"], {"X": POINTS}),
    **dict.fromkeys(["svm_bumps", "network_plane"], {"X": POINTS, "y": SIGNS}),
    **dict.fromkeys(["interpolation", "overfitting"], {"x": LINE, "y": HEIGHTS}),
    **dict.fromkeys(["neighbor_regression", "choose_centers"], {"x": LINE, "y": HEIGHTS}),
    "palette": {"image": PIXELS},
    "distances_to_map": {"D": MILES},
}


def with_entry(M, entry):
    M = M.astype(object)
    M[3, 0] = M[0, 3 % M.shape[1]] = entry
    return M.astype(float) if isinstance(entry, float) else M


KINDS = {
    "array": lambda M: M,
    "list": lambda M: M.tolist(),
    "frame": lambda M: pd.DataFrame(M, columns=[f"column {i}" for i in range(M.shape[1])]),
    "sparse": sparse.csr_matrix,
    "two rows": lambda M: M[:2],
    "5000 rows": lambda M: np.concatenate([M * (1 - 1e-3 * i) for i in range(126)])[:5000],
    "one feature too many": lambda M: np.column_stack([M, M[:, 0] ** 2]),
    "NaN": lambda M: with_entry(M, np.nan),
    "text": lambda M: np.column_stack([np.full(len(M), "word"), M[:, 1:]]),
    "constant": lambda M: np.column_stack([np.ones(len(M)), M[:, 1:]]),
    "duplicates": lambda M: M[np.arange(len(M)) // 3],
    "float32": lambda M: M.astype(np.float32),
    "huge": lambda M: M * 1e300,
    "large": lambda M: M * 1e12,
    "empty": lambda M: M[:0],
}
# Where there is no picture, a word of the sentence.
TABLES = {
    "two rows": "At least 10",
    "one feature too many": "choose",
    "text": "no numbers|No column is left",
    "constant": "constant|No column is left",
    "huge": "numbers below 1e.100",
    "empty": "empty",
}
SENTENCES = {
    "palette": dict.fromkeys(["sparse", "NaN", "text", "huge", "large", "empty"], "PNG or JPEG"),
    "distances_to_map": {
        **dict.fromkeys(["two rows", "5000 rows", "one feature too many"], "N rows"),
        **dict.fromkeys(["NaN", "text", "duplicates", "huge"], "missing or 0|N rows"),
        **dict.fromkeys(["constant"], "diagonal must"),
        **dict.fromkeys(["empty"], "N rows"),
    },
}


@cache
def page_frame(name):
    return EXPLORERS[name]().frame


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GIVEN)
def test_any_table_gives_a_picture_or_a_sentence(name, kind):
    first, *others = GIVEN[name].values()
    table = KINDS[kind](first)
    rows = table.shape[0] if hasattr(table, "shape") else len(table)
    given = [table, *(np.resize(y, rows) for y in others)]
    words = SENTENCES.get(name, TABLES).get(kind)
    if words:
        with pytest.raises(ValueError, match=words):
            EXPLORERS[name](*given)
        return
    explorer = EXPLORERS[name](*given)
    assert explorer.frame != page_frame(name)
    assert "nan" not in explorer.summary
    assert all(np.isfinite(x) for x in explorer.numbers.values() if not isinstance(x, str))


def assert_code_prints_the_numbers(explorer, names):
    printed = io.StringIO()
    with redirect_stdout(printed), warnings.catch_warnings(action="ignore"):
        exec(explorer.code, dict(names))
    lines = dict(line.rsplit(": ", 1) for line in printed.getvalue().splitlines())
    shown = {name: x for name, x in explorer.numbers.items() if x != ""}
    assert lines.keys() == shown.keys()
    for name, value in shown.items():
        text = lines[name] if isinstance(value, str) else format_number(float(lines[name]))
        assert with_minus(text) == with_minus(format_number(value)), explorer.code


def opened(explorer, content, name):
    explorer._handle_custom_msg({"kind": "open", "name": name}, [memoryview(content)])
    return explorer


def file_of(name):
    """What the reader has given, as a file's name and content."""
    if name == "palette":
        file = io.BytesIO()
        Image.fromarray((255 * PIXELS).astype(np.uint8)).save(file, "png")
        return "photo.png", file.getvalue()
    if name == "distances_to_map":
        frame = pd.DataFrame(MILES, columns=list("abcdefg"), index=list("ABCDEFG"))
        return "miles.csv", frame.to_csv().encode()
    frame = pd.DataFrame(next(iter(GIVEN[name].values())))
    frame.columns = [f"column {i}" for i in frame.columns]
    return "table.csv", frame.assign(
        **{"y": GIVEN[name]["y"]} if "y" in GIVEN[name] else {}
    ).to_csv(index=False).encode()


@pytest.mark.parametrize("from_file", [False, True])
@pytest.mark.parametrize("name", GIVEN)
def test_copied_code_prints_the_numbers_shown(name, from_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if from_file:
        file, content = file_of(name)
        (tmp_path / file).write_bytes(content)
        explorer = opened(EXPLORERS[name](), content, file)
    else:
        explorer = EXPLORERS[name](*GIVEN[name].values())
    chosen = {explorer.opens.control: "yours"}
    assert explorer.state | chosen == explorer.state
    names = {} if from_file else {"names": None} | GIVEN[name]
    assert_code_prints_the_numbers(explorer, names)
    for state in list(explorer.presets.values())[:4]:
        explorer.set(**state | chosen)
        assert_code_prints_the_numbers(explorer, names)
