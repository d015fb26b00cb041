"""Tables and models that a reader brings to the playground."""

import sys
import threading
import time

import cloudpickle
import numpy as np
import pytest
from matplotlib.text import Text
from sklearn.datasets import load_diabetes, load_wine, make_classification, make_moons
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rbflib.lab import open_table, playground
from rbflib.lab.kit.settings import OURS
from rbflib.lab.kit.table import MOST, Table, TableError
from rbflib.lab.pages.playground.your_data import CURVE, MAP, PLANE
from rbflib.lab.pages.playground.your_models import ModelError
from tests.copied_code import printed_by
from tests.kit.test_table import GERMAN

X, Y = make_moons(90, noise=0.3, random_state=0)
# As what a notebook defines: a process need not import this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


class Means:
    """What a reader writes in the cell above: no base class, no parameters."""

    def fit(self, X, y):
        self.classes = np.unique(y)
        self.means = np.array([X[y == name].mean(axis=0) for name in self.classes])
        return self

    def predict(self, X):
        return self.classes[((X[:, None] - self.means) ** 2).sum(axis=2).argmin(axis=1)]


def assert_code_gives_the_numbers(shown, **names):
    printed = {name: float(text) for name, text in printed_by(shown.code, names).items()}
    assert printed.keys() == {"E_in", "E_out"}
    assert printed == pytest.approx({name: shown.numbers[name] for name in printed})


@pytest.mark.parametrize(
    ("load", "model", "picture"),
    [
        *[(load_wine, model, picture) for model in ("network, k-means", "Gaussian SVM")
          for picture in (PLANE, MAP)],
        *[(load_diabetes, "network, k-means", picture) for picture in (CURVE, PLANE, MAP)],
    ],
)  # fmt: skip
def test_code_starts_with_the_data_and_gives_the_numbers_shown(load, model, picture):
    X, y = load(as_frame=True, return_X_y=True)
    if load is load_diabetes:
        X, y = X.to_numpy().tolist(), y.tolist()
    shown = playground(X, y)
    shown.set(model=model, picture=picture, draw=3)
    assert_code_gives_the_numbers(shown, X=X, y=y)
    assert 0 < shown.numbers["E_out"] < shown.numbers["E_out of a constant"]


def test_draws_of_a_readers_table_are_other_splits_of_it():
    shown = playground(X, Y)
    shown.set(model="nearest neighbors", n_neighbors=3)
    e_out, of_a_draw = shown.draws(5)["E_out"], [Table.of(X, Y).drawn(d).samples for d in range(5)]
    for error, samples in zip(e_out, of_a_draw, strict=True):
        scaler, n = StandardScaler(), samples.n_train
        peer = make_pipeline(scaler, KNeighborsClassifier(3)).fit(samples.X[:n], samples.y[:n])
        assert error == pytest.approx(1 - peer.score(samples.X[n:], samples.y[n:]))
    assert len({samples.X.tobytes() for samples in of_a_draw}) == 5


def test_columns_of_a_frame_give_the_menus_and_the_labels():
    data = load_wine(as_frame=True)
    shown = playground(data.data, data.target)
    assert shown.controls["horizontal"].marks == list(data.data)
    shown.set(horizontal="hue", vertical="ash")
    axes = shown.scene.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("hue", "ash")


def test_of_20000_rows_a_random_sample_is_used():
    X, y = make_classification(20_000, 50, random_state=0)
    shown = playground(X, y)
    samples = shown.scene.samples_of("y", 0)
    assert len(samples.y) == MOST
    assert f"{MOST} rows are used, drawn at random from 20000" in shown.summary
    assert abs(samples.y.mean() - 0.5) < 0.1
    shown.set(picture=MAP)
    assert shown.numbers["E_out"] < 0.5


NAMES = ["$0-$50k", "sales_$_net_$", "_a_", "50%", "價格 $ (US$)", "x" * 200]


def test_names_are_drawn_as_they_are():
    columns = dict(zip(NAMES[4:], X.T, strict=True))
    shown = playground(columns, np.array(NAMES[:3] * 30), models={NAMES[3]: Means()})
    texts = shown.scene.figure.findobj(Text)
    drawn = {text._preprocess_math(text.get_text()) for text in texts}
    wanted = [*NAMES[:2], " _a_", *NAMES[3:5], "x" * 39 + "…"]
    assert {(name, False) for name in wanted} <= drawn


def test_letters_without_a_font_are_said_once_and_drawn_where_there_is_one(monkeypatch):
    monkeypatch.setitem(OURS, "font.family", ["sans-serif"])
    shown = playground({"のの身": X[:, 0], "x": X[:, 1]}, Y)
    for gamma in (1.0, 2.0):  # the label is drawn once
        shown.set(gamma=gamma)
        assert shown.summary.count("No font here has の, 身. ") == 1
        assert "Glyph" not in shown.summary
    monkeypatch.setitem(OURS, "font.family", ["sans-serif", "STIXGeneral"])
    assert "No font here has 身. " in playground({"のの身": X[:, 0], "x": X[:, 1]}, Y).summary


def test_scales_that_differ_are_said_until_they_are_standardized():
    shown = playground(X * [1, 1e6], Y)
    assert "varies" not in shown.summary
    at = shown.numbers
    shown.set(standardize=False)
    assert "x₂ varies" in shown.summary
    assert shown.numbers["E_in"] >= at["E_in"]
    assert np.isfinite(playground(X * 1e99, Y).numbers["E_in"])


@pytest.mark.parametrize(("y", "words"), [(np.ones(90), "one class"), (None, "targets")])
def test_data_from_which_nothing_can_be_learned_get_a_sentence(y, words):
    with pytest.raises(ValueError, match=words):
        playground(X, y)


def test_an_opened_table_shows_its_columns_and_takes_any_as_target(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wein.csv").write_text(GERMAN, encoding="utf-8")
    shown = open_table()
    assert shown.state["horizontal"] == "x₁"

    def take(content, name):
        message = {"kind": "open", "name": name}
        shown._handle_custom_msg(message, [memoryview(content)])

    take((tmp_path / "wein.csv").read_bytes(), "wein.csv")
    shown.set(horizontal="Länge", vertical="Breite")
    for target, picture in {"Sorte": PLANE, "Länge": CURVE}.items():
        shown.set(
            target=target, picture=picture, horizontal="Breite" if target == "Länge" else "Länge"
        )
        assert_code_gives_the_numbers(shown)
    shown.set(target="Länge", horizontal="Länge")
    assert "is to be predicted" in shown.summary
    take(b"some words", "notes.txt")
    assert "no table" in shown._answer["remarks"]
    assert shown.target == "Länge"
    numbers = "a,b,c\n" + "".join(f"{i},{i % 5},{i * i}\n" for i in range(20))
    take(numbers.encode(), "numbers.csv")
    shown.set(target="a", horizontal="c")  # which was the target
    assert shown.scene.axes.get_xlabel() == "c"
    assert shown._description["controls"]["target"]["marks"] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "model",
    [
        make_pipeline(StandardScaler(), LogisticRegression()),
        GradientBoostingClassifier(n_estimators=20, random_state=0),
        Means(),
    ],
    ids=["pipeline", "booster", "class of the reader"],
)
def test_a_foreign_model_is_measured_beside_ours_and_left_as_it_was(model):
    before = dict(vars(model))
    shown = playground(X, np.where(Y, "up", "down"), models={"mine": model})
    assert shown.model == "mine"
    assert 0 < shown.numbers["E_out"] < shown.numbers["E_out of a constant"]
    assert shown.numbers["seconds"] > 0
    assert vars(model) == before
    assert_code_gives_the_numbers(shown, X=X, y=np.where(Y, "up", "down"), models={"mine": model})
    shown.set(model="full network")
    assert "mine" not in shown.summary


def test_models_alone_are_shown_on_two_moons():
    shown = playground(models={"mine": Means()})
    assert_code_gives_the_numbers(shown, models={"mine": Means()})


class Predicts(Means):
    def __init__(self, answer):
        self.predict = answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda X: 1 / 0, "mine raises ZeroDivisionError: division by zero"),
        (lambda X: X[:, 0], "not a class such as 0 or 1"),
        (lambda X: X[:, 0] + 1j, "complex numbers"),
        (lambda X: X[:-1, 0], "predict gives shape (89,) for 90 rows"),
        (
            lambda X: time.sleep(60),
            "mine takes more than 3 seconds. Give it more, such as playground(…, limit=30)",
        ),
    ],
)
def test_a_model_that_fails_says_how(answer, words):
    shown = playground(X, Y, models={"mine": Predicts(answer)}, limit=3)
    assert words in shown.summary
    shown.set(model="nearest neighbors")
    assert "mine" not in shown.summary


def test_a_model_that_cannot_be_copied_runs_here_and_says_so():
    model = Means()
    model.held = threading.Lock()
    shown = playground(X, Y, models={"mine": model})
    assert "only Interrupt ends this function" in shown.summary
    assert shown.numbers["E_out"] > 0


class Spoils(Means):
    """It centers its samples in place."""

    def fit(self, X, y):
        X -= X.mean(axis=0)
        y -= y.mean()
        return super().fit(X, y)


@pytest.mark.parametrize("held", [None, threading.Lock()], ids=["apart", "here"])
def test_a_model_that_changes_its_samples_spoils_no_other(held):
    model, target = Spoils(), X[:, 0] + 100
    model.held = held
    alone = playground(X, target).numbers
    shown = playground(X, target, models={"mine": model})
    assert shown.numbers["E_out of a constant"] == alone["E_out of a constant"]
    shown.set(model="network, k-means")
    assert shown.numbers["E_out"] == pytest.approx(alone["E_out"])


@pytest.mark.parametrize(
    ("models", "words"),
    [
        ({"ELM": Means()}, "another name"),
        ({"mine": Means}, "one of its objects"),
        ({"mine": print}, "without fit and predict"),
        ({7: Means()}, "such as '7'"),
        ([Means()], "models is a list. Give each model a name"),
        (RandomForestClassifier(), "models is a RandomForestClassifier"),
    ],
)
def test_what_is_no_model_gets_a_sentence(models, words):
    with pytest.raises(ModelError, match=words):
        playground(X, Y, models)


def test_one_feature_is_enough_for_a_curve_and_not_for_a_plane():
    assert playground(X[:, :1], X[:, 1]).picture == CURVE
    with pytest.raises(TableError, match="two features"):
        playground(X[:, :1], Y)
