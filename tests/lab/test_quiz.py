"""Quizzes: every answer explained, the marked ones computed anew, and the widget driven."""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.svm import SVC

from rbflib import (
    BASES,
    FullRBFRegressor,
    KMeans,
    RBFNetwork,
    design_matrix,
    edit_distance,
    effective_degrees_of_freedom,
    lloyd,
    make_moons,
    make_wave,
    polynomial,
    tanh_neuron,
)
from rbflib.lab import quiz
from rbflib.lab.questions import QUIZZES
from rbflib.lab.questions.question import Choice, Number, Order

SOURCE = Path(__file__).parents[2] / "notebooks" / "source"
QUESTIONS = [(page, question) for page, questions in QUIZZES.items() for question in questions]
ASKED_OF = pytest.mark.parametrize(
    ("page", "question"), QUESTIONS, ids=[f"{page}-{q.key}" for page, q in QUESTIONS]
)


# What each right answer comes to when it is computed. For a choice: the choices that hold.


def half_width():
    """Width at half height for γ and 4γ."""
    r = np.linspace(0, 2, 20_001)[:, None]
    narrow, wide = (np.sum(design_matrix(r, [[0.0]], gamma) > 0.5) for gamma in (4.0, 1.0))
    ratios = {"a quarter as wide": 1 / 4, "half as wide": 1 / 2, "as wide as before": 1}
    ratios["twice as wide"] = 2
    return [text for text, ratio in ratios.items() if np.isclose(narrow / wide, ratio, atol=1e-3)]


def middle():
    return RBFNetwork([[-1.0], [1.0]], [2.0, -2.0], bias=0.5, gamma=0.3)([[0.0]])[0]


def far_away():
    network = RBFNetwork([[-1.0], [2.0]], [3.0, -1.0], bias=0.7)
    values = {"the sum of all weights": 2.0, "the bias b": 0.7}
    values |= {"a very large number": 1e6, "the weight of the nearest center": -1.0}
    return [text for text, value in values.items() if np.isclose(network([[1e3]])[0], value)]


def not_radial():
    def cosine(X, mu):
        return X @ mu.T / np.linalg.norm(X, axis=1)[:, None] / np.linalg.norm(mu, axis=1)

    def minus_square(X, mu):
        return 2 * X @ mu.T - (X**2).sum(axis=1)[:, None] - (mu**2).sum(axis=1)

    functions = {
        "exp(−3 ‖x − μ‖²)": lambda X, mu: design_matrix(X, mu, 3.0),
        "2 x·μ − ‖x‖² − ‖μ‖²": minus_square,
        "[x = μ], that is 1 at the center and 0 elsewhere": lambda X, mu: design_matrix(X, mu, 1e9),
        "the cosine of the angle between x and μ": cosine,
    }
    return [text for text, f in functions.items() if not is_radial(f)]


def is_radial(similarity):
    rng = np.random.default_rng(5)
    X, mu = rng.normal(size=(2, 30, 2))
    turn, shift = np.linalg.qr(rng.normal(size=(2, 2)))[0], rng.normal(size=2)
    ray = mu[0] + np.linspace(0, 5, 100)[:, None] * [0.6, 0.8]
    same = np.allclose(similarity(X, mu), similarity(X @ turn + shift, mu @ turn + shift))
    return same and np.all(np.diff(similarity(ray, mu[:1])[:, 0]) <= 1e-12)


def kernel_not_radial():
    functions = {
        "exp(−γ ‖x − μ‖²)": design_matrix,
        "(1 + x·μ)²": polynomial,
        "tanh(γ x·μ + 1)": tanh_neuron,
    }
    X = np.random.default_rng(1).normal(size=(60, 2))
    texts = ["GATTACA", "GCATGCT", "CATTACA"]
    distances = np.array([[edit_distance(a, b) for b in texts] for a in texts])
    assert np.linalg.eigvalsh(distances)[0] < 0
    return [
        text
        for text, f in functions.items()
        if np.linalg.eigvalsh(f(X, X))[0] > -1e-9 and not is_radial(f)
    ]


def bias_inside():
    X, y = make_moons(80, random_state=2)
    svm = SVC(gamma=1.0).fit(X, y)
    b, without = svm.intercept_[0], svm.decision_function(X) - svm.intercept_[0]
    bumps = np.exp(-((X[:, None] - svm.support_vectors_) ** 2).sum(axis=2) + b)
    inside = bumps @ svm.dual_coef_[0]
    holds = {
        "it multiplies all bumps by the same factor": np.allclose(inside, np.exp(b) * without),
        "the same as outside": np.allclose(inside, without + b),
        "it moves the boundary": np.any(np.sign(inside) != np.sign(without)),
        "it makes the bumps wider": False,
    }
    return [text for text, true in holds.items() if true]


def parameters():
    return 4 + len(np.triu_indices(4)[0])


def needle():
    return sorted(BASES, key=lambda name: design_matrix([[3.0]], [[0.0]], 1.0, name)[0, 0])


def two_samples():
    x = [[0.0], [1.0]]
    return FullRBFRegressor(gamma=np.log(2)).fit(x, [3.0, 3.0]).network_.weights[0]


def equal_rows():
    X = np.random.default_rng(3).normal(size=(6, 2))
    X[1] = X[0]
    Z = design_matrix(X, X)
    assert np.array_equal(Z[0], Z[1])
    invertible = np.linalg.matrix_rank(Z) == len(Z)
    holds = {
        "its first two rows are equal, but it has an inverse": invertible,
        "its first two rows are equal, so it has no inverse": not invertible,
        "its first two rows are equal, its first two columns are not": np.any(Z[:, 0] != Z[:, 1]),
        "it holds zeros where these rows and columns meet": not Z[:2, :2].any(),
    }
    return [text for text, true in holds.items() if true]


def condition():
    x = np.linspace(0, 1, 20)[:, None]
    gammas = sorted([30, 100, 1000], key=lambda gamma: np.linalg.cond(design_matrix(x, x, gamma)))
    return [f"γ = {gamma}" for gamma in gammas]


def e_in():
    X, y = make_wave(20, noise=0.3, random_state=4)
    fits = [FullRBFRegressor(100, alpha).fit(X, y) for alpha in [0, *np.logspace(-6, 2, 9)]]
    steps = np.diff([np.mean((fit.predict(X) - y) ** 2) for fit in fits])
    return ["it rises all the way"] if (steps > 0).all() else []


def two_ridges():
    s, lam = np.array([0.25, 1, 4]), 0.5
    Z = np.diag(s)
    ridge = np.diag(Z @ np.linalg.solve(Z.T @ Z + lam * np.eye(3), Z.T))
    kernel_ridge = np.diag(Z @ np.linalg.inv(Z + lam * np.eye(3)))
    return [f"s = {x:g}" for x in s[ridge > kernel_ridge + 1e-12]]


def corner():
    X, _ = make_wave(40, noise=0.3, random_state=4)
    freedom = {
        f"{few} centers, {small} λ": effective_degrees_of_freedom(
            design_matrix(X, X[:: 40 // M], gamma=100), lam
        )
        for few, M in [("few", 8), ("many", 40)]
        for small, lam in [("small", 0.01), ("large", 10.0)]
    }
    return [min(freedom, key=freedom.get)]


def half_plane():
    X = np.random.default_rng(6).normal(scale=3, size=(500, 2))
    first = list(lloyd(X, [[1, 1], [-1, 1]]))[1].labels == 0
    sets = {
        "those with x₁ > 0": X[:, 0] > 0,
        "those with x₁ < 0": X[:, 0] < 0,
        "those with x₂ > 0": X[:, 1] > 0,
        "those within distance 1 of the first center": ((X - 1) ** 2).sum(axis=1) < 1,
    }
    return [text for text, members in sets.items() if np.array_equal(first, members)]


def mean():
    return KMeans(1).fit([[1.0], [2.0], [6.0]]).cluster_centers_[0, 0]


def phases():
    X = np.random.default_rng(7).normal(size=(50, 2))
    steps = [step.phase for step in lloyd(X, X[:3])]
    texts = list(next(q for q in QUIZZES["04"] if q.key == "phases").items)
    first_words = {"start": "place", "assign": "assign:", "update": "update:"}
    order = [next(t for t in texts if t.startswith(first_words[phase])) for phase in steps[:3]]
    assert steps[-1] == "assign"
    return [*order, next(t for t in texts if t.startswith("assign again"))]


def never_rises():
    X = np.random.default_rng(8).normal(size=(100, 2))
    steps = np.diff([step.cost for step in lloyd(X, X[:5])][1:])
    assert (steps < 0).any()
    assert (steps == 0).any()
    return ["it falls or stays"] if (steps <= 0).all() else []


def choose_k():
    X = np.random.default_rng(9).normal(size=(30, 2))
    costs = [KMeans(k, n_init=5, random_state=0).fit(X).inertia_ for k in (1, 2, 4, 8, 16, 30)]
    falls = np.all(np.diff(costs) < 0) and costs[-1] == 0
    return ["it falls with every further center, down to 0"] if falls else []


COMPUTED = {
    f.__name__: f
    for f in (
        half_width, middle, far_away, not_radial, kernel_not_radial, bias_inside, parameters,
        needle, two_samples, equal_rows, condition, e_in, two_ridges, corner, half_plane, mean,
        phases, never_rises, choose_k,
    )
}  # fmt: skip
NOTHING_TO_COMPUTE = {"steps"}  # the order in which a formula is read


@ASKED_OF
def test_marked_answer_is_the_computed_one(page, question):
    if question.key in NOTHING_TO_COMPUTE:
        return
    computed = COMPUTED[question.key]()
    if isinstance(question, Number):
        assert question.answer == pytest.approx(computed)
    elif isinstance(question, Order):
        assert [name.replace(" ", "_").lower() for name in question.items] == [
            name.replace(" ", "_").lower() for name in computed
        ]
    else:
        assert [question.answer] == computed


def test_every_question_is_computed_or_says_that_it_cannot_be():
    assert {q.key for _, q in QUESTIONS} == {*COMPUTED, *NOTHING_TO_COMPUTE}


@ASKED_OF
def test_every_wrong_answer_has_its_own_explanation(page, question):
    if isinstance(question, Choice):
        said = [said for text, said in question.choices.items() if text != question.answer]
        assert question.choices[question.answer] == ""
    elif isinstance(question, Number):
        said = [*question.wrong.values(), question.otherwise]
        assert question.answer not in question.wrong
    else:
        said = list(question.items.values())
        assert sorted(question.shown) == list(range(len(question.items)))
        assert list(question.listed) != list(question.items)
    assert all(said)
    assert len({*said, question.why}) == len(said) + 1


@ASKED_OF
def test_section_to_reread_is_on_the_page(page, question):
    [path] = SOURCE.glob(f"{page}_*.md")
    assert f"\n## {question.reread}\n" in path.read_text(encoding="utf-8")


@ASKED_OF
def test_texts_of_buttons_and_lists_are_plain(page, question):
    texts = getattr(question, "choices", None) or getattr(question, "items", {})
    assert not any(re.search(r"[$`\\]", text) for text in texts)


@pytest.mark.parametrize("page", QUIZZES)
def test_right_choice_is_not_always_in_the_same_place(page):
    choices = [question for question in QUIZZES[page] if isinstance(question, Choice)]
    places = {list(question.choices).index(question.answer) for question in choices}
    assert len(places) > 1


@pytest.mark.parametrize("page", QUIZZES)
def test_quiz_has_four_questions_of_three_kinds(page):
    assert len(QUIZZES[page]) >= 4
    assert {type(question) for question in QUIZZES[page]} == {Choice, Number, Order}
    assert f'quiz("{page}")' in next(SOURCE.glob(f"{page}_*.md")).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _quick_hands(monkeypatch):
    """Answers given one right after the other are all meant."""
    monkeypatch.setattr(importlib.import_module("rbflib.lab.quiz"), "LATE", 0)


def test_answer_that_comes_behind_its_check_is_checked(monkeypatch):
    monkeypatch.setattr(importlib.import_module("rbflib.lab.quiz"), "LATE", 5)
    shown = quiz("01")
    asked = shown.asked[0]
    asked.inputs[0].index = 0
    asked.button.click()
    asked.inputs[0].index = 3
    assert asked.said.value.startswith("✓")
    assert asked.tries == 1
    for place, index in zip(shown.asked[4].inputs, (3, 1, 4), strict=False):
        place.index = index
    shown.asked[4].button.click()  # one place is still empty
    shown.asked[4].inputs[3].index = 2
    assert shown.asked[4].said.value.startswith("✓")
    assert shown.summary.endswith("2 right, 2 of them at the first try.")
    shown.clear()
    assert shown.summary.endswith("none answered yet.")


def answer(asked, given):
    """Give an answer as a hand does, and press the button."""
    if isinstance(asked.question, Order):
        for control, text in zip(asked.inputs, given, strict=True):
            control.value = text
    else:
        asked.inputs[0].value = given
    asked.button.click()


def right_answer(question):
    if isinstance(question, Order):
        return list(question.items)
    return str(question.answer) if isinstance(question, Number) else question.answer


@pytest.mark.parametrize("page", QUIZZES)
def test_all_right(page):
    shown = quiz(page)
    n = len(shown.asked)
    assert shown.summary == f"Quiz of page {page}: {n} questions, none answered yet."
    for asked in shown.asked:
        answer(asked, right_answer(asked.question))
        assert asked.said.value.startswith("✓ <b>Right.</b> ")
    assert shown.summary == (
        f"Quiz of page {page}: {n} questions, {n} right, {n} of them at the first try. "
        "All questions are answered."
    )
    shown.clear()
    assert shown.summary == quiz(page).summary
    assert all(asked.said.value == "" and asked.given is None for asked in shown.asked)
    assert inputs_of(shown) == inputs_of(quiz(page))


def inputs_of(shown):
    controls = [control for asked in shown.asked for control in asked.inputs]
    return [(getattr(control, "index", None), control.value) for control in controls]


def test_wrong_choice_is_explained_and_its_section_named():
    shown = quiz("02")
    asked = shown.asked[1]
    answer(asked, "it holds zeros where these rows and columns meet")
    assert asked.said.value == (
        "✗ <b>Not right.</b> The distance is 0 there, so the similarity is 1."
    )
    assert shown.summary.endswith(
        "0 right, 0 of them at the first try. To reread: “3 When is there an inverse?”."
    )
    answer(asked, asked.question.answer)
    assert shown.summary.endswith("6 questions, 1 right, 0 of them at the first try.")


def test_another_choice_takes_back_what_was_said():
    shown = quiz("01")
    answer(shown.asked[0], shown.asked[0].question.answer)
    shown.asked[0].inputs[0].index = 0
    assert shown.asked[0].said.value == ""
    assert shown.summary.endswith("none answered yet.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3", "✓ <b>Right.</b> The mean, $(1+2+6)/3$."),
        (" 9/3 ", "✓ <b>Right.</b>"),
        ("3,0", "✓ <b>Right.</b>"),
        ("2", "✗ <b>Not right.</b> This is the median."),
        ("−7", "✗ <b>Not right.</b> The error is a sum of squares."),
        ("nan", "✗ <b>Not right.</b> The error is a sum of squares."),
        ("three", "Type a number first, such as 0.25 or 1/4."),
        ("1/0", "Type a number first, such as 0.25 or 1/4."),
        ("", "Type a number first, such as 0.25 or 1/4."),
    ],
)
def test_numbers_are_read_as_people_write_them(typed, said):
    asked = quiz("04").asked[1]
    answer(asked, typed)
    assert asked.said.value.startswith(said)


def test_number_is_checked_once_with_the_enter_key():
    asked = quiz("04").asked[1]
    asked.inputs[0].value = "3"  # as the Enter key sends it
    assert asked.right
    asked.button.click()
    assert asked.tries == 1


def test_wrong_order_says_where():
    asked = quiz("02").asked[2]
    answer(asked, ["γ = 1000", "γ = 30", "γ = 100"])
    assert asked.said.value == (
        "✗ <b>Not right.</b> Place 2 is wrong. γ = 30: these bumps are the widest and look alike: "
        "the condition number is huge."
    )
    answer(asked, ["γ = 1000", "γ = 1000", "γ = 30"])
    assert asked.said.value == "✗ <b>Not right.</b> One of them has two places."


def test_missing_answers_are_asked_for_and_do_not_count():
    shown = quiz("02")
    for asked in shown.asked:
        asked.button.click()
        assert " first" in asked.said.value
        assert asked.tries == 0
    assert shown.summary.endswith("none answered yet.")


@pytest.mark.parametrize("page", QUIZZES)
def test_display_bundle_has_widget_and_text(page):
    shown = quiz(page)
    data = shown._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(shown) == shown.summary
    assert data["text/markdown"] == quiz(page).as_text()
    for number, question in enumerate(QUIZZES[page], start=1):
        assert f"**{number}.** {question.ask}" in data["text/markdown"]
        assert question.why not in data["text/markdown"]


def test_nothing_is_chosen_at_first():
    assert inputs_of(quiz("02")) == [
        (None, ""),
        (None, None),
        *3 * [(0, "")],
        *3 * [(None, None)],
    ]


def test_every_control_has_a_name():
    for asked in quiz("02").asked:
        assert asked.button.tooltip
        if not isinstance(asked.question, Choice):  # radio buttons are named by the question
            assert all(control.description for control in asked.inputs)


def test_unknown_page_is_said():
    with pytest.raises(ValueError, match=r"no quiz of page '2'\. There are 00, 01"):
        quiz("2")
