"""The table of kept states, as HTML and as comma-separated values."""

import csv
import io
from html import escape

from rbflib.lab.pages.playground.recipe import fit
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.settings import SETTINGS


def as_csv(recipes):
    """A table of recipes with their numbers and their code, one line each."""
    names = list(SETTINGS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["state", *names, "added", "e_in", "e_out", "size", "code"])
    for number, recipe in enumerate(recipes, start=1):
        values, result = dict(recipe.settings), fit(recipe)
        settings = [values.get(name, "") for name in names]
        numbers = [result.e_in, "" if result.e_out is None else result.e_out, result.size]
        writer.writerow(
            [number, *settings, len(recipe.added), *numbers, "; ".join(code_of(recipe))]
        )
    return text.getvalue()


def as_table(kept, beside):
    """The table of kept states, each with its code to unfold."""
    if not kept:
        return '<div class="rbflib-table">The table is empty.</div>'
    heads = ["state", "data", "model", "settings", "E_in", "E_out", "size"]
    rows = ["<tr>", *(f'<th scope="col">{head}</th>' for head in heads), "</tr>"]
    for number, recipe in enumerate(kept, start=1):
        rows += _html_rows(number, recipe, number == beside)
    text = escape(as_csv(kept))
    return (
        f'<div class="rbflib-table"><table>{"".join(rows)}</table>'
        f"<details><summary>the table as CSV</summary><pre>{text}</pre></details></div>"
    )


def _html_rows(number, recipe, is_beside):
    result = fit(recipe)
    settings = recipe.in_words()
    if recipe.added:
        settings += f", {len(recipe.added)} added by hand"
    e_out = "–" if result.e_out is None else f"{result.e_out:.3f}"
    size = f"{result.size} {result.counted}"
    cells = [number, recipe["data"], recipe["model"], settings, f"{result.e_in:.3f}", e_out, size]
    row = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
    code = escape("\n".join(code_of(recipe)))
    mark = ' class="rbflib-beside"' if is_beside else ""
    return [
        f"<tr{mark}>{row}</tr>",
        f'<tr><td></td><td colspan="6"><details><summary>code of state {number}</summary>'
        f"<pre>{code}</pre></details></td></tr>",
    ]
