"""The playground: its numbers against code run alone and scikit-learn; its table; its file."""

import csv
import io
import json
import subprocess
import sys
import warnings
from contextlib import redirect_stdout

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from rbflib.lab import EXPLORERS
from rbflib.lab.pages.playground.recipe import Recipe, Sample, fit, samples_of
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.session import from_json
from rbflib.lab.pages.playground.settings import (
    CLICKS,
    CONTROLS,
    MODELS,
    REAL_DATA,
    SETTINGS,
    TOY_DATA,
    choice_that_uses,
    used_settings,
)

FIRST = {name: setting.first for name, setting in SETTINGS.items()}
ADDED = (Sample(0.5, -1.25, 1, "train"), Sample(2.0, 1.0, -1, "test"), Sample(0, 0, -1, "train"))
DRAWING = (*ADDED, Sample(-1.5, 0.75, 1, "train"), Sample(1.0, 1.5, -1, "train"))


@pytest.fixture
def explorer(tmp_path, monkeypatch):
    """A playground in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return EXPLORERS["playground"]()


def recipe_of(added=(), **values):
    return Recipe.of(FIRST | values, added)


def run(recipe):
    """What the code of a recipe prints, and the names that it defines."""
    names, printed = {}, io.StringIO()
    with redirect_stdout(printed):
        exec("\n".join(code_of(recipe)), names)
    return [float(number) for number in printed.getvalue().split()], names


def click(explorer, x1, x2):
    """A click on a point of the left plane."""
    axes = explorer.scene.now.axes
    u, v = axes.transData.transform((x1, x2)) / explorer.scene.figure.bbox.size
    explorer._point("down", u, v)
    explorer._point("up", u, v)


# Numbers and code


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("data", [*TOY_DATA, *REAL_DATA])
def test_code_of_every_model_on_all_data_gives_the_numbers_shown(data, model):
    recipe = recipe_of(data=data, model=model)
    assert run(recipe)[0] == [fit(recipe).e_in, fit(recipe).e_out]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("data", "added"), [("wine", ADDED), ("drawn", DRAWING)])
def test_code_has_the_samples_added_by_hand(model, data, added):
    recipe = recipe_of(added, data=data, model=model)
    [e_in, e_out], names = run(recipe)
    assert (e_in, e_out) == (fit(recipe).e_in, fit(recipe).e_out)
    samples = samples_of(recipe)
    assert np.array_equal(names["X"], np.vstack([samples.X, samples.X_test]))
    assert np.array_equal(names["y"], np.hstack([samples.y, samples.y_test]))


def test_settings_from_end_to_end_are_reproduced():
    rng = np.random.default_rng(0)
    for _ in range(40):
        values = {n: s.values[rng.integers(len(s.values))] for n, s in SETTINGS.items()}
        recipe = Recipe.of(values | {"data": rng.choice([*TOY_DATA, *REAL_DATA])})
        with warnings.catch_warnings(action="ignore"):  # the explorer shows them as notes
            assert run(recipe)[0] == [fit(recipe).e_in, fit(recipe).e_out], recipe


def test_note_of_a_singular_matrix_is_shown_at_every_visit(explorer):
    singular = {"model": "full network", "gamma": 0.1, "alpha": 0.0}
    explorer.set(**singular)
    first = explorer.summary
    assert "Note: The similarity matrix is numerically singular" in first
    explorer.set(gamma=1.0)
    explorer.set(**singular)
    assert explorer.summary == first


def test_code_as_one_line_runs_alone(explorer):
    [_, row] = csv.reader(io.StringIO(explorer.csv))
    line = row[-1]
    assert "\n" not in line
    printed = subprocess.run([sys.executable, "-c", line], capture_output=True, check=True).stdout
    result = fit(explorer.kept[0])
    assert [float(x) for x in printed.split()] == [result.e_in, result.e_out]


def test_numbers_are_those_of_scikit_learn(explorer):
    samples = samples_of(recipe_of(data="iris"))
    for model, peer in [
        ("Gaussian SVM", SVC(gamma=2.0, C=10.0)),
        ("nearest neighbors", KNeighborsClassifier(7)),
    ]:
        explorer.set(data="iris", model=model, gamma=2.0, C=10.0, n_neighbors=7)
        peer.fit(samples.X, samples.y)
        assert explorer.numbers["E_in"] == pytest.approx(1 - peer.score(samples.X, samples.y))
        e_out = 1 - peer.score(samples.X_test, samples.y_test)
        assert explorer.numbers["E_out"] == pytest.approx(e_out)


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


# Picture


@pytest.mark.parametrize("model", MODELS)
def test_picture_shows_what_the_code_predicts(explorer, model):
    explorer.set(model=model)
    pane = explorer.scene.now
    surface = pane.surface_of(explorer.scene.recipe(explorer.state))
    fitted = run(recipe_of(model=model))[1]["model"]
    rows, columns = np.arange(1, len(pane.y), 10) // 2 * 2, np.arange(1, len(pane.x), 10) // 2 * 2
    points = np.stack(np.meshgrid(pane.x[columns], pane.y[rows]), axis=-1).reshape(-1, 2)
    expected = fitted.predict(points) > 0
    assert np.array_equal(surface.positive[np.ix_(rows, columns)].ravel(), expected)


@pytest.mark.parametrize("model", [m for m in MODELS if m != "nearest neighbors"])
def test_boundary_is_where_h_is_zero(explorer, model):
    explorer.set(model=model)
    line = explorer.scene.now.boundary.get_xydata()
    h = fit(recipe_of(model=model)).h(line[np.isfinite(line[:, 0])])
    assert np.abs(h).max() < 0.03


def test_share_on_which_two_states_agree(explorer):
    explorer.set(model="kernel regression")
    # The same sums of votes, over another positive number.
    assert explorer.numbers["the two agree on % of the plane"] > 99.5
    explorer.set(data="wine")
    assert "the two agree on % of the plane" not in explorer.numbers


def test_real_samples_lie_inside_of_the_picture(explorer):
    for data, source in REAL_DATA.items():
        for feature in SETTINGS[source.settings[0]].values:
            explorer.set(data=data, **{source.settings[0]: feature})
            assert "outside of the picture" not in explorer.numbers


# Controls


def test_only_controls_in_use_are_shown(explorer):
    for data in SETTINGS["data"].values:
        for model in MODELS:
            explorer.set(data=data, model=model)
            shown = {n for n, c in explorer.controls.items() if c.layout.display != "none"}
            assert shown == {"click", *used_settings(data, model)}
            assert all(CONTROLS[name].label in explorer.summary for name in shown)


def test_control_that_is_not_in_use_chooses_what_uses_it(explorer):
    explorer.controls["C"].value = 100.0
    assert explorer.state["model"] == "Gaussian SVM"
    explorer.set(iris_x="petal length")
    assert explorer.state["data"] == "iris"
    explorer.set(model="ELM", C=1.0)
    assert explorer.state["model"] == "ELM"


@pytest.mark.parametrize("name", [n for n in SETTINGS if n not in ("data", "model")])
def test_every_setting_is_used_by_some_choice(name):
    chooser, value = choice_that_uses(name)
    assert name in used_settings(**{"data": "drawn", "model": "uniform votes"} | {chooser: value})


def test_setting_that_nothing_uses_is_an_error():
    with pytest.raises(ValueError, match="uses the setting 'size'"):
        choice_that_uses("size")


# Clicks


@pytest.mark.parametrize("adds", CLICKS)
def test_click_adds_a_sample(explorer, adds):
    before = explorer.frame, explorer.summary
    explorer.set(click=adds)
    click(explorer, 0.5, -1.0)
    [sample] = explorer.scene.added["two moons"]
    assert (sample.x1, sample.x2) == pytest.approx((0.5, -1.0), abs=0.011)
    assert f"class {'+' if sample.y > 0 else '−'}1" in adds
    assert (sample.role == "test") == adds.endswith("test")
    assert "added by hand 1" in explorer.summary
    assert explorer.frame != before[0]
    explorer.set(click=CLICKS[0])
    explorer.undo()
    assert (explorer.frame, explorer.summary) == before


def test_samples_belong_to_their_data_and_come_back(explorer):
    click(explorer, 0.5, -1.0)
    explorer.set(data="wine")
    assert explorer.scene.recipe(explorer.state).added == ()
    explorer.set(data="two moons")
    assert len(explorer.scene.recipe(explorer.state).added) == 1
    explorer.restore(next(iter(explorer.presets)))
    assert explorer.scene.added["two moons"] == ()
    explorer.undo()
    explorer.remove_added()
    explorer.undo()
    assert len(explorer.scene.added["two moons"]) == 1


def test_click_on_the_kept_state_adds_nothing(explorer):
    axes = explorer.scene.kept.axes
    u, v = axes.transData.transform((0, 0)) / explorer.scene.figure.bbox.size
    explorer._point("down", u, v)
    explorer._point("up", u, v)
    assert explorer.scene.added == {}


def test_drawing_begins_empty_and_says_what_it_needs(explorer):
    explorer.set(data="drawn")
    click(explorer, -1, 0)
    assert "add training samples of both classes" in explorer.summary
    with pytest.raises(ValueError, match="nothing to keep"):
        explorer.keep()
    explorer.set(click="class −1")
    click(explorer, 1, 0)
    assert explorer.numbers["E_in"] == 0
    assert "unknown without test samples" in explorer.summary
    assert run(explorer.scene.recipe(explorer.state))[0] == [0]


# Table


def test_kept_state_stands_on_the_right_while_the_present_one_moves(explorer):
    explorer.set(model="Gaussian SVM")
    assert explorer.keep() == "This is state 2."
    right = fit(explorer.kept[1])
    explorer.set(model="ELM")
    assert explorer.numbers["beside it state 2: E_in"] == right.e_in
    assert explorer.numbers["its E_out"] == right.e_out
    assert explorer.scene.kept.axes.get_title(loc="left") == "2: Gaussian SVM"
    assert f"E_out {right.e_out:.3f}" in explorer.scene.kept.errors.get_text()
    assert explorer.beside.index == 2  # what the browser shows
    explorer.beside.value = 1
    assert "beside it state 1" in explorer.summary
    explorer.beside.value = 0
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
    result = fit(explorer.kept[1])
    assert (float(row["e_in"]), float(row["e_out"])) == (result.e_in, result.e_out)
    assert first[0] == "1"
    assert f"<td>{result.e_out:.3f}</td>" in explorer.table.value
    assert "NearestNeighborClassifier(n_neighbors=5" in explorer.table.value


def test_go_to_a_kept_state_brings_back_its_samples(explorer):
    explorer.set(model="OLS network", n_centers=5)
    click(explorer, 0.5, -1.0)
    explorer.keep()
    frame = explorer.frame
    explorer.remove_added()
    explorer.set(data="wine", model="ELM")
    explorer.go_to_beside()
    assert explorer.frame == frame
    assert explorer.scene.recipe(explorer.state) == explorer.kept[1]


def test_removed_state_leaves_the_table(explorer):
    explorer.set(model="ELM")
    explorer.keep()
    explorer.beside.value = 1
    explorer.remove_beside()
    assert [recipe["model"] for recipe in explorer.kept] == ["ELM"]
    explorer.remove_beside()
    assert explorer.beside.value == 0
    assert "The table is empty" in explorer.table.value
    with pytest.raises(ValueError, match="Choose a state"):
        explorer.remove_beside()


def test_buttons_say_what_came_of_them(explorer):
    def press(label):
        boxes = explorer.view().children
        buttons = [b for box in boxes if hasattr(box, "children") for b in box.children]
        next(b for b in buttons if b.description == label).click()
        return explorer.message.value

    assert "This is state 2." in press("Keep this state")
    assert "playground.json" in press("Save")
    assert "playground.csv" in press("Save table as CSV")
    assert "Loaded from" in press("Load")
    assert "was removed" in press("Remove it")
    explorer.beside.value = 0
    assert "Choose a state" in press("Go to it")
    explorer.file.value = "<b>none</b>"
    assert "&lt;b&gt;none" in press("Load")


# File


def filled(explorer):
    """A playground with something of everything."""
    explorer.set(data="wine", wine_x="hue", model="OLS network", n_centers=5, click="class −1")
    click(explorer, 0.5, -1.0)
    explorer.keep()
    explorer.set(data="four clouds", model="ELM", node="fourier")
    click(explorer, 0.1, 0.2)
    explorer.keep()
    explorer.beside.value = 2
    explorer.set(model="Gaussian SVM", C=100.0)
    return explorer


def test_file_brings_everything_back_after_a_restart(explorer):
    filled(explorer).save()
    fresh = EXPLORERS["playground"]()
    fresh.load()
    assert (fresh.frame, fresh.summary) == (explorer.frame, explorer.summary)
    assert (fresh.state, fresh.kept) == (explorer.state, explorer.kept)
    assert fresh.scene.added == explorer.scene.added
    assert fresh.table.value == explorer.table.value


def test_load_keeps_the_states_that_are_not_in_the_file(explorer):
    explorer.save()
    explorer.set(model="ELM")
    explorer.keep()
    explorer.load()
    assert [recipe["model"] for recipe in explorer.kept] == ["uniform votes", "ELM"]


def test_no_file_is_overwritten(explorer, tmp_path):
    (tmp_path / "playground.json").write_text("mine")
    said = explorer.save()
    assert str(tmp_path / "playground-2.json") in said
    assert "playground.json was there already" in said
    assert explorer.file.value == "playground-2.json"
    explorer.save()
    assert (tmp_path / "playground-3.json").exists()
    assert (tmp_path / "playground.json").read_text() == "mine"
    explorer.save_csv()
    assert (tmp_path / "playground-3.csv").read_text(encoding="utf-8") == explorer.csv


@pytest.mark.parametrize("name", ["run", "run.v2", "run.v2.json", "run.v2.csv", "run.JSON"])
def test_ending_is_added_to_a_name_and_the_same_name_is_found(explorer, tmp_path, name):
    stem = name.removesuffix(".json").removesuffix(".csv").removesuffix(".JSON")
    explorer.file.value = name
    explorer.save_csv()
    explorer.file.value = name
    explorer.save()
    assert {path.name for path in tmp_path.iterdir()} == {f"{stem}.csv", f"{stem}.json"}
    explorer.file.value = name
    assert f"{stem}.json" in explorer.load()


def test_file_with_another_ending_is_loaded_too(explorer, tmp_path):
    explorer.save()
    (tmp_path / "playground.json").rename("mine.txt")
    explorer.file.value = "mine.txt"
    assert "mine.txt" in explorer.load()


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


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "diary", 'does not say "format": "rbflib playground"'),
        (["version"], 2, "version 2, and this rbflib reads version 1"),
        (["extra"], 1, "the file: extra not known here. Remove it"),
        (["kept"], ..., "the file: kept missing"),
        (["controls"], [], r"controls: \[\] is not an object"),
        (["controls", "gamma"], ..., "controls: gamma missing"),
        (["controls", "size"], 1, "controls: size not known here"),
        (
            ["controls", "gamma"],
            1e9,
            "controls, gamma: .* is out of range. Write a number from 0.1",
        ),
        (["controls", "gamma"], 1.37, "between two marks of the slider. Write 1.3"),
        (["controls", "gamma"], "wide", "controls, gamma: 'wide' is not a number"),
        (["controls", "gamma"], True, "controls, gamma: True is not a number"),
        (["controls", "gamma"], float("nan"), "controls, gamma: nan is not a number"),
        (["controls", "model"], "forest", "controls, model: 'forest' is unknown. Choose one of: G"),
        (["added", "tea"], [], "added: 'tea' is unknown"),
        (["added", "wine"], {}, r"added, wine: \{\} is not a list"),
        (["added", "wine"], 301 * [WINE], "301 entries are too many. Leave at most 300"),
        (["added", "wine", 0], [1, 2], "added, wine, sample 1: .* Write four entries"),
        (["added", "wine", 0, 0], "a", "added, wine, sample 1: the coordinate 'a' is not a number"),
        (["added", "wine", 0, 1], 1e300, "sample 1: the coordinate 1e.300 is not a number from"),
        (["added", "wine", 0, 1], 10**400, "sample 1: the coordinate 1000.* is not a number from"),
        (["added", "wine", 0, 2], 0, "sample 1: the class is 0. Write 1 or -1"),
        (["added", "wine", 0, 3], "both", "sample 1: the role is 'both'. Write \"train\" or"),
        (["kept", 0, "model"], ..., "kept, state 1: model is missing"),
        (["kept", 0, "model"], "forest", "kept, state 1, model: 'forest' is unknown"),
        (["kept", 1, "n_centers"], 0, "kept, state 2, n_centers: 0 is out of range"),
        (["kept", 1, "n_centers"], ..., "kept, state 2: n_centers missing"),
        (["kept", 1, "C"], 1.0, "kept, state 2: C not known here"),
        (["kept", 1, "data"], "drawn", "kept, state 2: wine_x, wine_y not known here"),
        (["beside"], 9, "beside is 9. Write the number of a kept state, 1 to 3, or 0"),
        (["beside"], "two", "beside is 'two'"),
    ],
)
def test_faulty_file_is_refused_with_what_where_and_what_to_do(
    explorer, tmp_path, path, value, message
):
    filled(explorer).save()
    file = tmp_path / "playground.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    place = content
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    file.write_text(json.dumps(content), encoding="utf-8")
    before = explorer.summary, list(explorer.kept), dict(explorer.scene.added)
    with pytest.raises(ValueError, match=f"playground.json was not loaded. .*{message}"):
        explorer.load()
    assert (explorer.summary, explorer.kept, explorer.scene.added) == before


def test_file_of_one_class_and_text_that_is_no_json_are_refused():
    one_class = {"data": "drawn", "model": "uniform votes", "gamma": 1.0, "added": [WINE]}
    controls = {name: setting.first for name, setting in CONTROLS.items()}
    head = {"format": "rbflib playground", "version": 1}
    content = {**head, "controls": controls, "added": {}, "kept": [one_class], "beside": 0}
    with pytest.raises(ValueError, match="kept, state 1: its training samples are not of both"):
        from_json(json.dumps(content))
    with pytest.raises(ValueError, match=r"not JSON: line 2, column 1: .* Load a file that Save"):
        from_json('{"format":\n')
    with pytest.raises(ValueError, match="no playground file"):
        from_json("[]")
