"""Quizzes and exercises: every answer explained, and each where its page says."""

import ast
import inspect
import re

import jupytext
import numpy as np
import pytest

from rbflib.lab.kit.question import Choice, Number
from rbflib.lab.quizzes import PREDICTIONS, TEST
from tests.grader.test_construction import EACH as EACH_CONSTRUCTION
from tests.grader.test_curve import EACH as EACH_CURVE
from tests.grader.test_exercises import EACH as EACH_EXERCISE
from tests.grader.test_exercises import SOURCE
from tests.kit.test_quiz import ASKED_OF
from tests.pages.test_questions import transfer_of


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


@pytest.mark.parametrize("name", [name for name in PREDICTIONS if transfer_of(name)])
def test_section_to_reread_after_a_prediction_is_on_the_page(name):
    [path] = SOURCE.glob(f"{PREDICTIONS[name]['page']}_*.md")
    assert f"\n## {transfer_of(name).reread}\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("form", "key"), [(form, key) for form in TEST for key in TEST[form]])
def test_section_to_reread_after_the_test_is_on_its_page(form, key):
    page, _, section = TEST[form][key].reread.partition(" · ")
    [path] = SOURCE.glob(f"{page}_*.md")
    headings = re.findall(r"^## (?:\d+ )?(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert section in headings


@EACH_CONSTRUCTION
def test_page_has_text_cell_and_check(construction):
    [path] = SOURCE.glob(f"{construction.name.split('.')[0]:0>2}_*.md")
    text = path.read_text(encoding="utf-8")
    assert f"\n### {construction.name} " in text
    assert all(f"\n{name} = ...\n" in text for name in construction.makes)
    assert f'check("{construction.name}", {", ".join(construction.makes)})' in text
    assert len(construction.solution.splitlines()) <= 12


@EACH_CURVE
def test_page_has_short_text_cell_and_check(curve):
    [path] = SOURCE.glob(f"{curve.name.split('.')[0]:0>2}_*.md")
    _, _, rest = path.read_text(encoding="utf-8").partition(f"\n### {curve.name} Draw it: ")
    section, _, _ = rest.partition("\n## ")
    text, *cells = section.split("```{code-cell} ipython3\n")
    assert len(text.split()) <= 90
    assert "".join(f"{name} = ...\n" for name in curve.makes) + "```" in cells[0]
    assert cells[1].startswith(f'check("{curve.name}", {", ".join(curve.makes)})\n```')
    assert 2 <= len(curve.hints) <= 3
    assert len(curve.solution.splitlines()) <= 12


@EACH_CURVE
@pytest.mark.filterwarnings("ignore:The design matrix")
def test_solution_runs_with_what_its_page_imports(curve):
    [path] = SOURCE.glob(f"{curve.name.split('.')[0]:0>2}_*.md")
    cells = [cell for cell in jupytext.read(path, fmt="md:myst").cells if cell.cell_type == "code"]
    lines = [line for cell in cells for line in ast.parse(cell.source).body]
    imports = [line for line in lines if isinstance(line, ast.Import | ast.ImportFrom)]
    names = {}
    exec(compile(ast.Module(imports, []), path.name, "exec"), names)
    exec(curve.solution, names)
    np.testing.assert_array_equal(np.atleast_2d(names[curve.answer.__name__](curve.at)), curve.ours)


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
