"""Stills are hidden beside their widget, whatever elements a front end puts around outputs."""

import json
from pathlib import Path

import pytest

from rbflib.lab import quiz
from rbflib.lab.kit import display

SCRIPT = Path(display.__file__).with_name("js") / "stills.js"
# Elements around the outputs of a cell, and around one of them.
FRONT_ENDS = {
    "JupyterLab": (
        "<div class=jp-Cell><div class=jp-OutputArea>{}</div></div>",
        "<div class=jp-OutputArea-child><div></div><div class=jp-OutputArea-output>{}</div></div>",
    ),
    "VS Code": (
        "<div class=cell_container>{}</div>",
        "<div class=output_container><div class=output>{}</div></div>",
    ),
    "Colab": (
        "<div id=output-body>{}</div>",
        "<div class=display_data><div class=output_subarea>{}</div></div>",
    ),
}
QUESTIONS, SUMMARY = quiz("02").as_text(), "γ = 1000 · E_in 0"
OUTPUTS = {
    "printed": "<pre>γ = 1000</pre>",
    "picture": "<img alt='a curve' src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
    "summary": f"<pre>{SUMMARY}</pre>",
    "explorer": "<div class=widget><canvas></canvas></div>",
    # As VS Code shows Markdown.
    "questions": f"<div><template shadowrootmode=open><p>{QUESTIONS}</p></template></div>",
    "quiz": "<div class=widget><button>Check</button></div>",
}
STILLS = {
    "explorer": [{"image/png": ""}, {"text/plain": SUMMARY}],
    "quiz": [{"text/plain": "Quiz", "text/markdown": QUESTIONS}],
}
# Cells, and those of their outputs that are seen in the end. The last ones have other stills before
# them, or none.
CELLS = {
    "printed picture summary explorer": "printed explorer",
    "printed questions quiz": "printed quiz",
    "quiz": "quiz",
    "printed quiz": "printed quiz",
    "picture explorer": "picture explorer",
    "printed summary explorer": "printed summary explorer",
}
SEEN = """() => [...document.querySelectorAll("[data-is]")]
    .filter((e) => e.checkVisibility()).map((e) => e.dataset.is).join(" ")"""


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_widget_is_seen_without_its_stills_and_all_else_stays(chromium, tmp_path, front_end):
    cell, output = FRONT_ENDS[front_end]
    outputs = {n: output.format(f"<i data-is={n}>{html}</i>") for n, html in OUTPUTS.items()}
    html = "".join(cell.format("".join(map(outputs.get, names.split()))) for names in CELLS)
    words = {name: [display.words_of(data) for data in STILLS[name]] for name in STILLS}
    script = f"""{SCRIPT.read_text(encoding="utf-8").replace("export ", "")}
        for (const el of document.querySelectorAll(".widget"))
            hideStills({{ get: () => ({json.dumps(words)})[el.parentElement.dataset.is] }}, el);"""
    page_of = f"<!doctype html><meta charset=utf-8>{html}<script type=module>{script}</script>"
    (tmp_path / "page.html").write_text(page_of, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.evaluate(SEEN) == " ".join(CELLS.values())
    page.close()
