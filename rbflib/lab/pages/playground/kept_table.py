"""The table of kept states, as HTML and as comma-separated values."""

import csv
import io
from html import escape

from rbflib.lab.pages.playground.recipe import fit
from rbflib.lab.pages.playground.recipe_code import code_of
from rbflib.lab.pages.playground.settings import SETTINGS


def as_csv(recipes):
    """A table of recipes with their numbers and their code, one line each."""
    heads = ["state", *SETTINGS, "added", "e_in", "e_out", "size", "code"]
    text = io.StringIO()
    writer = csv.DictWriter(text, heads, lineterminator="\n")
    writer.writeheader()
    for number, recipe in enumerate(recipes, start=1):
        result = fit(recipe)
        numbers = {"e_in": result.e_in, "e_out": result.e_out, "size": result.size}
        about = {"state": number, "added": len(recipe.added), "code": "; ".join(code_of(recipe))}
        writer.writerow(dict(recipe.settings) | numbers | about)
    return text.getvalue()


def as_table(kept, beside):
    """The table of kept states, each with its code to unfold."""
    if not kept:
        return '<div class="rbflib-table">The table is empty.</div>'
    rows = [_html_rows(number, recipe, number == beside) for number, recipe in enumerate(kept, 1)]
    heads = ["state", "data", "model", "settings", "E_in", "E_out", "size"]
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return (
        f'<div class="rbflib-table"><table><tr>{head}</tr>{"".join(rows)}</table>'
        f"<details><summary>the table as CSV</summary><pre>{escape(as_csv(kept))}</pre></details>"
        "</div>"
    )


def _html_rows(number, recipe, is_beside):
    result = fit(recipe)
    (_, data), (_, model), *others = recipe.settings
    settings = [f"{SETTINGS[name].label} = {SETTINGS[name].format(x)}" for name, x in others]
    settings += [f"{len(recipe.added)} added by hand"] if recipe.added else []
    e_out = "–" if result.e_out is None else f"{result.e_out:.3f}"
    size = f"{result.size} {result.counted}"
    cells = [number, data, model, ", ".join(settings), f"{result.e_in:.3f}", e_out, size]
    row = "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
    code = escape("\n".join(code_of(recipe)))
    mark = ' class="rbflib-beside"' if is_beside else ""
    return (
        f'<tr{mark}>{row}</tr><tr><td></td><td colspan="6"><details>'
        f"<summary>code of state {number}</summary><pre>{code}</pre></details></td></tr>"
    )
