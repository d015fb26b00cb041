"""The playground's file: it brings everything back, and a faulty one is refused in words."""

import json

import pytest

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.playground.session import from_json
from tests.pages.playground.try_out import click
from tests.seeds import thorough


def filled(explorer):
    """A playground with something of everything."""
    explorer.set(data="wine", wine_x="hue", model="OLS network", n_centers=5, click="class −1")
    click(explorer, 0.5, -1.0)
    explorer.keep()
    explorer.set(data="four clouds", model="ELM", node="fourier")
    click(explorer, 0.1, 0.2)
    explorer.keep()
    explorer.list.value = 2
    explorer.set(model="Gaussian SVM", C=100.0)
    return explorer


def test_file_brings_everything_back_after_a_restart(explorer):
    filled(explorer).save()
    fresh = EXPLORERS["playground"]()
    fresh.load()
    assert (fresh.frame, fresh.summary) == (explorer.frame, explorer.summary)
    assert fresh.all_values == explorer.all_values
    assert fresh.table.value == explorer.table.value


def test_no_file_is_overwritten(explorer, tmp_path):
    (tmp_path / "playground.json").write_text("mine")
    message = explorer.save()
    assert str(tmp_path / "playground-2.json") in message
    assert "playground.json was there already" in message
    assert explorer.file.value == "playground-2.json"
    explorer.save()
    assert (tmp_path / "playground-3.json").exists()
    assert (tmp_path / "playground.json").read_text() == "mine"
    explorer.save_csv()
    assert (tmp_path / "playground-3.csv").read_text(encoding="utf-8") == explorer.csv


@pytest.mark.parametrize("name", ["run.v2", *thorough("run.v2.json", "run.v2.csv")])
def test_ending_is_added_to_a_name_and_the_same_name_is_found(explorer, tmp_path, name):
    for action in (explorer.save_csv, explorer.save):
        explorer.file.value = name
        action()
    assert {path.name for path in tmp_path.iterdir()} == {"run.v2.csv", "run.v2.json"}
    explorer.file.value = name
    assert "run.v2.json" in explorer.load()


def test_unknown_folder_and_file_are_named(explorer, tmp_path):
    explorer.file.value = "nowhere/state.json"
    with pytest.raises(ValueError, match=r"nowhere/state.json cannot be written: No such file"):
        explorer.save()
    with pytest.raises(ValueError, match=r"nowhere/state.json cannot be read: No such file"):
        explorer.load()
    (tmp_path / "photo.json").write_bytes(b"\xff\xfe\x00")
    explorer.file.value = "photo.json"
    with pytest.raises(ValueError, match=r"photo.json is not text"):
        explorer.load()


WINE = [0.5, -1, -1, "train"]
# Where a file is changed, to what, and what is said of it.
FAULTS = [
    (["format"], "diary", 'does not say "format": "rbflib playground"'),
    (["version"], 2, "version 2, and this rbflib reads version 1"),
    (["kept"], ..., "the file: kept missing"),
    (["controls", "size"], 1, "controls: size not known here"),
    (["controls", "gamma"], 1e9, "controls, gamma: .* is out of range. Write a number from 0.1"),
    (["controls", "gamma"], 1.37, "between two marks of the slider. Write 1.3"),
    (["controls", "gamma"], float("nan"), "controls, gamma: nan is not a number"),
    (["controls", "model"], "forest", "controls, model: 'forest' is unknown. Choose one of: G"),
    (["added", "tea"], [], "added: 'tea' is unknown"),
    (["added", "wine"], 301 * [WINE], "301 entries are too many. Leave at most 300"),
    (["added", "wine", 0], [1, 2], "added, wine, sample 1: .* Write four entries"),
    (["added", "wine", 0, 1], 1e300, "sample 1: the coordinate 1e.300 is not a number from"),
    (["added", "wine", 0, 2], 0, "sample 1: the class is 0. Write 1 or -1"),
    (["added", "wine", 0, 3], "both", "sample 1: the role is 'both'. Write \"train\" or"),
    (["kept", 1, "n_centers"], 0, "kept, state 2, n_centers: 0 is out of range"),
    (["kept", 1, "data"], "drawn", "kept, state 2: wine_x, wine_y not known here"),
    (["beside"], 9, "beside is 9. Write the number of a kept state, 1 to 3, or 0"),
]


def test_faulty_file_is_refused_with_what_where_and_what_to_do(explorer, tmp_path):
    filled(explorer).save()
    path = tmp_path / "playground.json"
    text, before = path.read_text(encoding="utf-8"), (explorer.summary, explorer.all_values)
    for place, value, message in FAULTS:
        content = json.loads(text)
        part = content
        for step in place[:-1]:
            part = part[step]
        part[place[-1]] = value
        if value is ...:
            del part[place[-1]]
        path.write_text(json.dumps(content), encoding="utf-8")
        with pytest.raises(ValueError, match=f"playground.json was not loaded. .*{message}"):
            explorer.load()
        assert (explorer.summary, explorer.all_values) == before
    for text, message in (("[]", "no playground file"), ("{:\n", "not JSON: line 1, column 2: ")):
        with pytest.raises(ValueError, match=message):
            from_json(text)
