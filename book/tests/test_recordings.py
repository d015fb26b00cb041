"""What the book records of an explorer is what the explorer says and shows."""

import json
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from book import recordings
from book.states import planned
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.frame import unpack

BUDGET = 250_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recording") / "overfitting"
    recordings.record(EXPLORERS["overfitting"](), folder, "today", BUDGET)
    return folder


@pytest.fixture(scope="module")
def index(folder):
    return json.loads((folder / "index.json").read_text(encoding="utf-8"))


def state_in(folder, chunk, start, words, picture):
    """The answer at a recorded state, and its pixels."""
    data = (folder / chunk).read_bytes()[start:]
    shown = Image.open(folder / "base.webp").convert("RGBA")
    change = Image.open(BytesIO(data[words : words + picture])).convert("RGBA")
    shown.paste(change, mask=change.getchannel("A"))
    return json.loads(zlib.decompress(data[:words])), np.asarray(shown)


def test_recorded_states_are_those_of_a_live_explorer(folder, index):
    live = EXPLORERS["overfitting"]()
    assert len(index["states"]) > 10
    for values, *place, handles in index["states"][::5]:
        recorded, pixels = state_in(folder, *place)
        live.set(**dict(zip(index["names"], values, strict=True)))
        traits = live.get_state()
        answer = json.loads(json.dumps(traits["_answer"]))
        for (name, *shares), (other, *others, _) in zip(handles, answer["handles"], strict=True):
            assert (name, shares) == (other, pytest.approx(others, abs=1e-4))
        for part in ("words", "results", "remarks", "maxima", "disabled", "hidden"):
            assert recorded[part] == answer[part]
        assert np.array_equal(pixels, unpack(traits["_frame"]))


def test_recording_is_made_again_where_sources_or_files_have_changed(folder, index):
    assert recordings.is_fresh(folder, "today")
    assert not recordings.is_fresh(folder, "tomorrow")
    assert not recordings.is_fresh(folder / "none", "today")
    chunk = folder / next(name for name in index["sizes"] if name != "base.webp")
    whole = chunk.read_bytes()
    chunk.write_bytes(whole[:-1])
    assert not recordings.is_fresh(folder, "today")
    chunk.write_bytes(whole)
    assert recordings.is_fresh(folder, "today")


@pytest.mark.thorough
def test_old_recordings_are_made_again_side_by_side_and_others_stay(tmp_path, capsys):
    names = ["greedy_trap", "center_race"]
    recordings.record_all(tmp_path, names, budget=60_000)
    assert sorted(capsys.readouterr().out.split()) == sorted(["recorded"] * 2 + names)
    (tmp_path / "center_race/base.webp").write_bytes(b"")
    recordings.record_all(tmp_path, names, budget=60_000)
    assert capsys.readouterr().out.split() == ["recorded", "center_race"]
    assert [line.split()[0] for line in recordings.table(tmp_path, names)[1:-1]] == names


@pytest.mark.parametrize("name", ["overfitting", "votes_and_weights", "map_by_hand"])
def test_plan_begins_with_start_and_presets_and_holds_marks_of_each_control(name):
    explorer = EXPLORERS[name]()
    first, *others = planned(explorer)
    assert first == explorer.state
    assert others[: len(explorer.presets)] == list(explorer.presets.values())
    for control in (name for name, c in explorer.controls.items() if c.shown):
        assert len({state[control] for state in others}) > 1
