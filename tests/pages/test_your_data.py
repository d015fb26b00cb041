"""Data of the reader's in ten explorers: a picture and its code, or why there is none."""

import io
from functools import cache

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from scipy import sparse
from scipy.spatial.distance import pdist, squareform

from rbflib.lab import EXPLORERS
from tests.copied_code import assert_code_prints_the_numbers
from tests.pointer_events import click, drag

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(90, 2)) * [3, 100] + [5, 1000]
SIGNS = np.where(POINTS[:, 0] + RNG.normal(size=90) > 5, "up", "down")
LINE = np.sort(RNG.uniform(10, 20, size=(90, 1)), axis=0)
HEIGHTS = 1000 + 50 * np.sin(LINE[:, 0]) + RNG.normal(size=90)
PIXELS = RNG.uniform(size=(40, 90))
MILES = 100 * squareform(pdist(RNG.normal(size=(7, 3))))
# What each explorer is given, and the names by which its copied code calls that.
GIVEN = {
    "kmeans_walk": {"X": POINTS},
    "many_starts": {"X": POINTS},
    "svm_bumps": {"X": POINTS, "y": SIGNS},
    "network_plane": {"X": POINTS, "y": SIGNS},
    "interpolation": {"x": LINE, "y": HEIGHTS},
    "overfitting": {"x": LINE, "y": HEIGHTS},
    "neighbor_regression": {"x": LINE, "y": HEIGHTS},
    "choose_centers": {"x": LINE, "y": HEIGHTS},
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
    "huge": "numbers below 1e100",
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


def opened(explorer, content, name):
    explorer._handle_custom_msg({"kind": "open", "name": name}, [memoryview(content)])
    return explorer


def file_of(name):
    """What the reader has given, as a file's name and content."""
    if name == "palette":
        file = io.BytesIO()
        Image.fromarray((255 * PIXELS).astype(np.uint8)).save(file, "png")
        return "photo.png", file.getvalue()
    first, *others = GIVEN[name].values()
    columns = [f"column {i}" for i in range(first.shape[1])]
    frame = pd.DataFrame(first, columns=columns, index=[f"row {i}" for i in range(len(first))])
    frame = frame.assign(**{f"target {i}": y for i, y in enumerate(others)})
    return "table.csv", frame.to_csv(index=name == "distances_to_map").encode()


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


@pytest.mark.parametrize("name", GIVEN)
def test_a_file_that_cannot_be_used_leaves_the_picture_and_says_why(name):
    explorer = EXPLORERS[name]()
    frame, description = explorer.frame, explorer._description
    opened(explorer, b"some words", "notes.txt")
    assert explorer.frame == frame
    assert explorer._description == description
    assert "This is no" in explorer._answer["remarks"]


def test_two_explorers_keep_their_own_data_and_a_second_table_takes_the_place_of_the_first():
    walks = [EXPLORERS["kmeans_walk"](X) for X in (POINTS, POINTS**2)]
    costs = [walk.numbers["E_in"] for walk in walks]
    walks[0].set(data="four clouds")
    assert walks[0].numbers["E_in"] not in costs
    walks[0].set(data="yours")
    assert [walk.numbers["E_in"] for walk in walks] == costs
    opened(
        walks[0],
        pd.DataFrame(POINTS**2, columns=["a", "b"]).to_csv(index=False).encode(),
        "squares.csv",
    )
    assert walks[0].numbers["E_in"] == costs[1]
    assert walks[0].state["data"] == "yours"
    assert walks[0].controls["data"].marks.count("yours") == 1


def test_samples_are_added_to_the_readers_and_centers_dragged_among_them():
    walk = EXPLORERS["kmeans_walk"](POINTS)
    plane = walk.scene.plane
    click(walk, plane, (1.0, 1.0))
    assert walk.added == {"yours": [[1.0, 1.0]]}
    assert_code_prints_the_numbers(walk, GIVEN["kmeans_walk"])
    assert drag(walk, plane, walk.scene.centers.get_xydata()[0], (2.5, -2.5))["start"] == "by hand"
    assert walk.centers[0] == pytest.approx([2.5, -2.5], abs=1e-3)
    assert_code_prints_the_numbers(walk, GIVEN["kmeans_walk"])
    opened(walk, file_of("kmeans_walk")[1], "table.csv")
    assert walk.added == {}


def test_controls_of_the_pages_data_are_there_only_with_it():
    fit = EXPLORERS["interpolation"]()
    assert list(fit.state) == ["gamma", "noise", "n_samples", "draw"]
    opened(fit, file_of("interpolation")[1], "table.csv")
    assert (next(iter(fit.controls)), fit.in_use) == ("data", ["data", "gamma"])
    assert fit.scene.fit.axes.get_ylabel() == "target 0 (scaled)"
    fit.restore("Wide bumps")
    assert fit.state["data"] == "yours"
    fit.set(data="wave", gamma=1000)
    assert fit.in_use == list(fit.controls)
    assert fit.frame == EXPLORERS["interpolation"]().frame
