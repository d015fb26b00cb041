"""Page 09: the playground's recipes, clicks, kept states, files and picture."""

import csv
import io
import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from rbflib.datasets import make_moons
from rbflib.lab import EXPLORERS
from rbflib.lab.kit.plane import TOY_DATA
from rbflib.lab.pages.playground.recipe import Recipe, Sample, fit, samples_of
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.session import from_json
from rbflib.lab.pages.playground.settings import (
    CLICKS,
    CONTROLS,
    MODELS,
    REAL_DATA,
    SETTINGS,
    used_settings,
)
from tests import pointer_events
from tests.copied_code import printed_by
from tests.pointer_events import answers, inbox, set_traits
from tests.seeds import thorough

FIRST = {name: control.value for name, control in SETTINGS.items()}
ADDED = (Sample(0.5, -1.25, 1, "train"), Sample(2.0, 1.0, -1, "test"), Sample(0, 0, -1, "train"))
DRAWING = (*ADDED, Sample(-1.5, 0.75, 1, "train"), Sample(1.0, 1.5, -1, "train"))


def recipe_of(added=(), **values):
    return Recipe.of(FIRST | values, added)


def run(recipe):
    """The numbers that its code prints, and the names it defines."""
    names = {}
    return [*map(float, printed_by("\n".join(code_of(recipe)), names).values())], names


def click(explorer, x1, x2):
    """A click on a point of the left plane."""
    pointer_events.click(explorer, explorer.scene.now.axes, (x1, x2))


@pytest.fixture
def explorer(tmp_path, monkeypatch):
    """A playground in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return EXPLORERS["playground"]()


BY_HAND = {"wine": ADDED, "drawn": DRAWING}
LATER = sorted({*TOY_DATA, *REAL_DATA} - {"iris", *BY_HAND})


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("data", ["iris", *BY_HAND, *thorough(*LATER)])
def test_code_of_every_model_on_all_data_has_the_samples_and_numbers_shown(data, model):
    recipe = recipe_of(BY_HAND.get(data, ()), data=data, model=model)
    numbers, names = run(recipe)
    assert numbers == [fit(recipe).e_in, fit(recipe).e_out]
    samples = samples_of(recipe)
    assert np.array_equal(names["X"], np.vstack([samples.X, samples.X_test]))
    assert np.array_equal(names["y"], np.hstack([samples.y, samples.y_test]))


def test_settings_from_end_to_end_are_reproduced():
    rng = np.random.default_rng(0)
    for _ in range(40):
        values = {n: s.marks[rng.integers(len(s.marks))] for n, s in SETTINGS.items()}
        recipe = Recipe.of(values | {"data": rng.choice([*TOY_DATA, *REAL_DATA])})
        with warnings.catch_warnings(action="ignore"):  # the explorer shows them as notes
            assert run(recipe)[0] == [fit(recipe).e_in, fit(recipe).e_out], recipe


def test_draws_are_of_the_samples_and_take_the_kept_state_along(explorer):
    explorer.restore("SVM")
    explorer.keep()
    explorer.restore("One neighbor")
    numbers = explorer.draws(4)
    for draw in range(4):
        X, y = make_moons(500, noise=0.3, random_state=7 + draw)
        peers = KNeighborsClassifier(1), SVC(gamma=0.5, C=10)
        errors = [1 - peer.fit(X[:100], y[:100]).score(X[100:], y[100:]) for peer in peers]
        measured = [numbers[name][draw] for name in ("E_out", "its E_out")]
        assert measured == pytest.approx(errors)


def test_file_from_before_samples_were_drawn_again_is_read(explorer):
    explorer.save()
    content = json.loads(Path(explorer.file.value).read_text(encoding="utf-8"))
    for state in content["kept"]:
        del state["draw"]
    assert from_json(json.dumps(content))["kept"] == explorer.kept


def test_real_data_is_scaled_by_its_training_samples():
    for data, source in REAL_DATA.items():
        samples = samples_of(recipe_of(data=data))
        assert samples.X.mean(axis=0) == pytest.approx(np.zeros(2), abs=1e-12)
        assert samples.X.std(axis=0) == pytest.approx(np.ones(2))
        target = source.load().target
        assert np.sum(np.r_[samples.y, samples.y_test] == 1) == np.sum(target == 1)
        assert len(samples.y) + len(samples.y_test) == len(target)


def test_no_more_centers_than_distinct_samples():
    twice = (*DRAWING, *DRAWING)
    result = fit(recipe_of(twice, data="drawn", n_centers=30))
    assert result.size == 4
    assert "centers M is 4 here" in result.notes[0]


def test_only_controls_in_use_are_shown(explorer, monkeypatch):
    got = inbox(explorer, monkeypatch)
    pairs = [(data, "uniform votes") for data in SETTINGS["data"].marks]
    for data, model in pairs + [("two moons", model) for model in MODELS]:
        explorer.set(data="drawn", model="ELM")
        explorer.set(data=data, model=model, draw=1)
        shown = set(explorer.controls) - set(answers(got)[-1]["hidden"])
        assert shown == {"click", *used_settings(data, model)}
        assert all(CONTROLS[name].label in explorer.summary for name in shown)


@pytest.mark.parametrize("adds", ["class −1, test", *thorough(*list(CLICKS)[:-1])])
def test_click_adds_a_sample(explorer, adds):
    before = explorer.frame, explorer.summary
    explorer.set(click=adds)
    click(explorer, 0.5, -1.0)
    [(x1, x2, y, role)] = explorer.added["two moons"]
    assert (x1, x2) == pytest.approx((0.5, -1.0), abs=0.011)
    assert f"class {'+' if y > 0 else '−'}1" in adds
    assert (role == "test") == adds.endswith("test")
    assert "added by hand 1" in explorer.summary
    assert explorer.frame != before[0]
    explorer.set(click="class +1", added={})
    assert (explorer.frame, explorer.summary) == before


def test_samples_belong_to_their_data_and_come_back(explorer):
    click(explorer, 0.5, -1.0)
    explorer.set(data="wine")
    assert explorer.recipe.added == ()
    explorer.set(data="two moons")
    assert len(explorer.recipe.added) == 1
    explorer.keep()
    explorer.restore(next(iter(explorer.presets)))
    assert explorer.added == {}
    assert (len(explorer.kept), explorer.beside) == (2, 2)  # no preset takes from the table


def test_faulty_values_from_the_browser_are_refused(explorer):
    before, shown = explorer.all_values, explorer.summary
    bad = {"added": {"two moons": [[0, 0]]}, "kept": [{"model": "ELM"}], "beside": "1"}
    for name, value in bad.items():
        set_traits(explorer, **{name: value})
        assert explorer.all_values == before
        assert explorer.summary.startswith(shown + " · ")


def test_drawing_begins_empty_and_says_what_it_needs(explorer):
    explorer.set(data="drawn")
    click(explorer, -1, 0)
    assert "add training samples of both classes" in explorer.summary
    with pytest.raises(ValueError, match="both classes"):
        explorer.keep()
    explorer.set(click="class −1")
    click(explorer, 0.5, 0)
    assert explorer.numbers["E_in"] == 0
    assert "unknown without test samples" in explorer.summary
    assert run(explorer.recipe)[0] == [0]


def test_a_width_is_spoken_of_from_the_fifth_sample_that_is_drawn(explorer):
    explorer.set(data="drawn")
    click(explorer, -2.4, 0)
    explorer.set(click="class −1")
    for x1, x2 in [(2.4, 0), (0, 2), (0, -2)]:
        assert "Note" not in explorer.summary
        click(explorer, x1, x2)
    assert explorer.numbers["E_in"] == 0
    assert "Note" not in explorer.summary
    click(explorer, 2.4, 2)
    assert "Note: At gamma=1 half of the samples" in explorer.summary


def test_kept_state_stands_on_the_right_while_the_present_one_moves(explorer):
    explorer.set(model="Gaussian SVM")
    assert explorer.keep() == "This is state 2."
    right = fit(explorer.recipes[1])
    explorer.set(model="ELM")
    assert explorer.numbers["beside it: E_in"] == right.e_in
    assert explorer.numbers["its E_out"] == right.e_out
    assert explorer.scene.kept.axes.get_title(loc="left") == "2: Gaussian SVM"
    assert f"E_out {right.e_out:.3f}" in explorer.scene.kept.errors.get_text()
    assert explorer.list.value == explorer.beside == 2
    explorer.list.value = 1
    assert "beside it: E_in" in explorer.summary
    explorer.list.value = 0
    assert "beside it" not in explorer.summary
    assert explorer.scene.advice.get_visible()


def test_table_holds_each_state_once_with_its_numbers_and_code(explorer):
    explorer.set(data="iris", model="nearest neighbors")
    explorer.keep()
    explorer.keep()
    [head, first, second] = csv.reader(io.StringIO(explorer.csv))
    row = dict(zip(head, second, strict=True))
    assert (row["data"], row["model"], row["n_neighbors"]) == ("iris", "nearest neighbors", "5")
    assert row["gamma"] == ""
    result = fit(explorer.recipes[1])
    assert (float(row["e_in"]), float(row["e_out"])) == (result.e_in, result.e_out)
    assert first[0] == "1"
    assert f"<td>{result.e_out:.3f}</td>" in explorer.table.value
    assert "NearestNeighborClassifier(n_neighbors=5" in explorer.table.value


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
    with pytest.raises(ValueError, match=r"photo.json was not loaded. This is not JSON: "):
        explorer.load()


WINE = [0.5, -1, -1, "train"]
# Where a file is changed, to what, and the message about it.
FAULTS = [
    (["format"], "diary", 'does not say "format": "rbflib playground"'),
    (["version"], 2, "version 2, and this rbflib reads version 1"),
    (["kept"], ..., "the file: kept is missing"),
    (["controls", "size"], 1, "controls: size is not known here"),
    (["controls", "gamma"], 1e9, "controls, gamma cannot be 1000000000.0. Write 100.0"),
    (["controls", "n_train"], 50.5, "controls, n_train cannot be 50.5. Write 50"),
    (
        ["controls", "gamma"],
        float("nan"),
        "controls, gamma must be a number from 0.1 to 100, got n",
    ),
    (["controls", "model"], "forest", "controls, model must be one of Gaussian .*, got 'forest'"),
    (["added", "tea"], [], "added: tea is not known here"),
    (["added", "wine"], 301 * [WINE], "added, wine takes at most 300 entries, got 301. Remove"),
    (["added", "wine", 0], [1, 2], "added, wine, sample 1: .* Write four entries"),
    (["added", "wine", 0, 1], 1e300, "sample 1, coordinate cannot be 1e.300. Write 100.0"),
    (["added", "wine", 0, 2], 0, "sample 1: the class is 0. Write 1 or -1"),
    (["added", "wine", 0, 3], "both", "sample 1, role must be one of train, test, got 'both'"),
    (["kept", 1, "n_centers"], 0, "kept, state 2, n_centers must be a number from 1 to 40, got 0"),
    (["kept", 1, "data"], "drawn", "kept, state 2: wine_x is not known here, wine_y is not"),
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
    for text, message in (("[]", "no playground file"), ("{:\n", "not JSON: .* line 1 column 2 ")):
        with pytest.raises(ValueError, match=message):
            from_json(text)


@pytest.mark.parametrize("model", [*list(MODELS)[:3], *thorough(*list(MODELS)[3:])])
def test_picture_shows_what_the_code_predicts(explorer, model):
    explorer.set(model=model)
    pane = explorer.scene.now
    h, _ = pane.surface_of(explorer.recipe)
    fitted = run(recipe_of(model=model))[1]["model"]
    rows, columns = np.arange(1, len(pane.y), 10) // 2 * 2, np.arange(1, len(pane.x), 10) // 2 * 2
    points = np.stack(np.meshgrid(pane.x[columns], pane.y[rows]), axis=-1).reshape(-1, 2)
    expected = fitted.predict(points) > 0
    assert np.array_equal(h[np.ix_(rows, columns)].ravel() > 0, expected)


def test_share_on_which_two_states_agree(explorer):
    explorer.set(model="kernel regression")
    # The same sums of votes, over another positive number.
    assert explorer.numbers["the two agree, % of the plane"] > 99.5
    explorer.set(data="wine")
    assert "the two agree, % of the plane" not in explorer.numbers
