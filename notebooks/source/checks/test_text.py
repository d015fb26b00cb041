"""What the text of a page has to have: pictures and questions early, predictions, honest minutes.

Each rule is a function that returns complaints, and is itself tested with a page that breaks it.
"""

import ast
import re
import statistics

import nbformat
import pytest

from rbflib.lab import EXPLORERS
from tests.test_notebooks import PAGES, bad_page, code_cells, name_of, outputs

EXPLORER = rf"\b({'|'.join(EXPLORERS)})\(\)"
SECTIONS = ["**After this page you can**", "## Quiz", "## Exercises", "Pencil", "Open experiment"]
SECTIONS += ["| beginning | solid | excellent |", "## What to remember"]
REFERENCE = ("# Glossary\n", "# Appendix")  # pages to look things up in, without a lesson
SEEN = "<details><summary><b>What you should see</b></summary>\n\n"
FOLDED = "## Further|### Computed"  # headings that notebooks/source/build.py folds


def text_of(page):
    return "\n".join(cell.source for cell in page.cells if cell.cell_type == "markdown")


def long_cells(page):
    lengths = [sum(bool(x.strip()) for x in c.source.splitlines()) for c in code_cells(page)]
    too_long = [length for length in lengths if length > 12]
    return too_long + [f"median {m}" for m in [statistics.median(lengths or [0])] if m > 6]


def missing_sections(page):
    needed = [] if text_of(page).startswith(REFERENCE) else SECTIONS
    return [section for section in needed if section not in text_of(page)]


def shows_picture(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def late_first_picture(page):
    """A question and a picture stand within the first 150 words and two cells of code."""
    if text_of(page).startswith(REFERENCE):
        return []
    pictured = [i for i, cell in enumerate(page.cells) if shows_picture(cell)]
    before = page.cells[: pictured[0] if pictured else None]
    texts = " ".join(cell.source for cell in before if cell.cell_type == "markdown")
    n_cells = sum(cell.cell_type == "code" for cell in before)
    complaints = [] if pictured else ["no picture"]
    complaints += [f"{n} words" for n in [len(texts.split())] if n > 150]
    complaints += [f"{n_cells} cells before the first picture"] if n_cells > 2 else []
    return complaints + ([] if "?" in texts else ["no question before the first picture"])


def many_verdicts(page):
    """Of the lines that a page prints, at most 8% say True or False: a reader wants numbers."""
    texts = [o.get("text", "") + o.get("data", {}).get("text/plain", "") for o in outputs(page)]
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    verdicts = [line for line in lines if re.search(r"\b(True|False)\b", line)]
    return verdicts if len(verdicts) > 0.08 * len(lines) else []


def unpredicted_explorers(page):
    """A question with choices to commit to stands before every explorer, its answer after it."""
    complaints = []
    for before, cell in zip([None, *page.cells], page.cells, strict=False):
        asked = before is not None and choices_of(before)
        if cell.cell_type == "code" and re.search(EXPLORER, cell.source) and not asked:
            complaints.append(f"no predict(…) before {cell.source!r}")
    for i, cell in enumerate(page.cells):
        texts = [c for c in page.cells[i + 1 :] if c.cell_type == "markdown"]
        if choices_of(cell):
            complaints += prediction_faults(choices_of(cell), page.cells[i - 1], texts[:1])
    return complaints


def choices_of(cell):
    """The texts that a code cell lets the reader choose from."""
    asked = predictions_in(cell)
    return [ast.literal_eval(choice) for choice in asked[0].args] if asked else []


def predictions_in(cell):
    tree = ast.parse(cell.source if cell.cell_type == "code" else "")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if getattr(call.func, "id", "") == "predict"]


def unremembered_predictions(page):
    """A prediction is remembered under the name of its explorer; a page has one for each name."""
    calls = [call for cell in code_cells(page) for call in predictions_in(cell)]
    about = [k.value.value for call in calls for k in call.keywords if k.arg == "about"]
    complaints = [f"{len(calls)} predictions, about {about}"] if len(about) < len(calls) else []
    known = {name.split(" ")[0] for name in about} <= set(EXPLORERS)
    return complaints + ([] if known and len(set(about)) == len(about) else [f"about {about}"])


def minutes_of(page):
    """Without and with the exercises: one for 130 words or a cell, three for an explorer."""
    words = minutes = 0
    for cell, core in with_core(page):
        if cell.cell_type == "markdown":
            words += len(cell.source.split()) if core else 0
        elif core and not re.search(r"(?<![.\w])(predict|quiz)\(", cell.source):
            minutes += 3 if re.search(EXPLORER, cell.source) else 1
    exercises = re.findall(r"^### \d+\.\d (Open)?", text_of(page), re.M)
    quiz = 5 if "## Quiz" in text_of(page) else 0
    core_minutes = minutes + words / 130
    return core_minutes, core_minutes + quiz + sum(20 if kind else 8 for kind in exercises)


def with_core(page):
    """Each cell, its sections apart, and whether everyone reads it: no proof, nothing *Further*."""
    core = True
    for cell in page.cells:
        if cell.cell_type == "code":
            yield cell, core
            continue
        for part in re.split(r"(?m)^(?=## )", cell.source):
            if part.startswith("## "):
                core = not re.match("## (Further|Quiz|Exercises|References)", part)
            text = re.sub(r"(?s)<details><summary><b>(?!What you).*?</details>", "", part)
            yield nbformat.v4.new_markdown_cell(text), core


def broken_promise(page):
    """A page takes the minutes of its head, and at most ten less."""
    promise = re.search(r"^About (\d+) minutes, (\d+) with the exercises", text_of(page), re.M)
    if text_of(page).startswith(REFERENCE):
        return []
    if not promise:
        return ["no 'About … minutes, … with the exercises'"]
    pairs = zip(map(int, promise.groups()), minutes_of(page), strict=True)
    return [f"says {n}, takes {m:.0f}" for n, m in pairs if not n - 10 <= m <= n + 0.5]


def fold_faults(page):
    """JupyterLab folds what follows a cell of one heading; an explorer is not to be hidden."""
    beyond = [cell for cell, core in with_core(page) if cell.cell_type == "code" and not core]
    faults, last = [cell.source for cell in beyond if re.search(EXPLORER, cell.source)], ""
    for cell in page.cells:
        text = cell.source if cell.cell_type == "markdown" else ""
        headings = re.findall("(?m)^###? .*", text)
        # Text above a heading of the same cell stays when what is above it is folded.
        stays = headings and re.match(FOLDED, last) and not text.startswith("##")
        split = re.search(f"(?m)^({FOLDED})", text) and not re.fullmatch(f"({FOLDED}).*", text)
        # JupyterLab shows the outputs of all cells that run, but for those below a folded heading.
        shown = "hide-output" in cell.metadata.get("tags", []) and not re.match(FOLDED, last)
        faults += [cell.source[:60]] if stays or split or shown else []
        last = headings[-1] if headings else last
    return faults


def prediction_faults(choices, before, after):
    faults = [] if "**Predict, then move.**" in before.source else ["no question before choices"]
    text = after[0].source if after else ""
    answer = re.match(re.escape(SEEN) + r"\*\*(.+?)\.?\*\*", text)
    right = answer and answer[1].casefold()
    length = len(text.partition("</details>")[0].split())
    faults += [f"{length} words of what you should see: {text[:60]}"] if length > 90 + 6 else []
    if right not in [choice.rstrip(".").casefold() for choice in choices]:
        faults.append(f"what you should see begins with none of {choices}: {text[:120]!r}")
    return faults


RULES = [long_cells, missing_sections, late_first_picture, many_verdicts, unpredicted_explorers]
RULES += [unremembered_predictions, broken_promise, fold_faults]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("rule", RULES, ids=name_of)
def test_page_keeps_the_rule(path, rule):
    text = re.sub(r"<a class=[^>]+>|</a>", "", path.read_text("utf-8"))  # Chinese names of terms
    assert rule(nbformat.reads(text, as_version=4)) == []


@pytest.mark.parametrize("rule", RULES, ids=name_of)
def test_rule_complains_of_a_bad_page(rule):
    assert rule(bad_page()) != []
