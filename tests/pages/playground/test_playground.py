"""The playground: its controls, clicks, and table of kept states."""

import csv
import io

import pytest

from rbflib.lab.pages.playground.recipe import fit
from rbflib.lab.pages.playground.settings import CLICKS, CONTROLS, MODELS, SETTINGS, used_settings
from tests.pages.playground.try_out import click, run
from tests.pointer_events import answers, inbox, set_traits
from tests.seeds import thorough


def test_only_controls_in_use_are_shown(explorer, monkeypatch):
    got = inbox(explorer, monkeypatch)
    pairs = [(data, "uniform votes") for data in SETTINGS["data"].values]
    for data, model in pairs + [("two moons", model) for model in MODELS]:
        explorer.set(data="drawn", model="ELM")
        explorer.set(data=data, model=model, draw=1)
        shown = set(explorer.controls) - set(answers(got)[-1]["hidden"])
        assert shown == {"click", *used_settings(data, model)}
        assert all(CONTROLS[name].label in explorer.summary for name in shown)


@pytest.mark.parametrize("adds", [CLICKS[-1], *thorough(*CLICKS[:-1])])
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
    explorer.set(click=CLICKS[0], added={})
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
    with pytest.raises(ValueError, match="nothing to keep"):
        explorer.keep()
    explorer.set(click="class −1")
    click(explorer, 1, 0)
    assert explorer.numbers["E_in"] == 0
    assert "unknown without test samples" in explorer.summary
    assert run(explorer.recipe)[0] == [0]


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
