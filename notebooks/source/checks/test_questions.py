"""Quizzes and exercises: every answer explained, and each where its page says."""

import inspect

import jupytext

from rbflib.lab.kit.question import Choice, Number
from tests.grader.test_construction import EACH as EACH_CONSTRUCTION
from tests.grader.test_exercises import EACH as EACH_EXERCISE
from tests.grader.test_exercises import SOURCE
from tests.kit.test_quiz import ASKED_OF


@ASKED_OF
def test_every_wrong_answer_has_its_own_explanation(page, question):
    if isinstance(question, Choice):
        feedback = [reason for text, reason in question.choices.items() if text != question.answer]
        assert question.choices[question.answer] == ""
    elif isinstance(question, Number):
        feedback = [*question.wrong.values(), question.otherwise]
        assert question.answer not in question.wrong
    else:
        feedback = list(question.items.values())
        assert sorted(question.shown) == list(range(len(question.items)))
        assert list(question.listed) != list(question.items)
    assert all(feedback)
    assert len({*feedback, question.why}) == len(feedback) + 1


@ASKED_OF
def test_section_to_reread_is_on_the_page(page, question):
    [path] = SOURCE.glob(f"{page}_*.md")
    assert f"\n## {question.reread}\n" in path.read_text(encoding="utf-8")


@EACH_CONSTRUCTION
def test_page_has_text_cell_and_check(construction):
    [path] = SOURCE.glob(f"{construction.name.split('.')[0]:0>2}_*.md")
    text = path.read_text(encoding="utf-8")
    assert f"\n### {construction.name} " in text
    assert all(f"\n{name} = ...\n" in text for name in construction.makes)
    assert f'check("{construction.name}", {", ".join(construction.makes)})' in text
    assert len(construction.solution.splitlines()) <= 12


@EACH_EXERCISE
def test_page_has_text_stub_and_check(exercise):
    page, _ = exercise.name.split(".")
    [path] = SOURCE.glob(f"{page:0>2}_*.md")
    text = path.read_text(encoding="utf-8")
    function = exercise.reference.__name__
    arguments = ", ".join(exercise.parameters)
    assert f"\n### {exercise.name} " in text
    assert f"def {function}({arguments}):\n    ...\n" in text
    assert f'check("{exercise.name}", {function})' in text
    assert len(exercise.solution.splitlines()) <= 10


@EACH_EXERCISE
def test_exercise_is_not_solved_by_copying_a_cell(exercise):
    [path] = SOURCE.glob(f"{exercise.name.split('.')[0]:0>2}_*.md")
    cells = [cell for cell in jupytext.read(path, fmt="md:myst").cells if cell.cell_type == "code"]
    _, *lines = [line.strip() for line in inspect.getsource(exercise.reference).splitlines()]
    assert not any(all(line in cell.source for line in lines) for cell in cells)
