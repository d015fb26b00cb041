"""Stills are hidden beside their widget, whatever elements a front end puts around outputs."""

import json
from functools import reduce
from pathlib import Path

import pytest

from rbflib.lab import quiz
from rbflib.lab.kit import display

SCRIPT = Path(display.__file__).with_name("js") / "stills.js"
# Classes of the elements around the outputs of a cell, and around one of them, outermost first.
FRONT_ENDS = {
    "JupyterLab": (["jp-Cell", "jp-OutputArea"], ["jp-OutputArea-child", "jp-OutputArea-output"]),
    "Notebook 6": (["cell", "output_wrapper", "output"], ["output_area", "output_subarea"]),
    "VS Code": (["cell_container"], ["output_container", "output"]),
    "Colab": (["output-body"], ["display_data", "output_subarea"]),
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


def nested(classes, content):
    return reduce(lambda html, name: f"<div class={name}>{html}</div>", classes[::-1], content)


@pytest.fixture
def seen(chromium, tmp_path):
    """From a front end and its cells, with names of outputs, to those that are seen in the end."""
    page = chromium.new_page()

    def seen(front_end, *cells):
        cell, (output, *inner) = FRONT_ENDS[front_end]
        html = ""
        for names in cells:
            shown = [f"<b></b>{nested(inner, f'<i id={n}>{OUTPUTS[n]}</i>')}" for n in names]
            html += nested(cell, "".join(nested([output], x) for x in shown))
        words = {name: [display.words_of(data) for data in STILLS[name]] for name in STILLS}
        hide = f"""
            for (const el of document.querySelectorAll(".widget"))
                hideStills({{ get: () => ({json.dumps(words)})[el.parentElement.id] }}, el);"""
        script = SCRIPT.read_text(encoding="utf-8").replace("export ", "") + hide
        path = tmp_path / "page.html"
        page_of = f"<!doctype html><meta charset=utf-8>{html}<script type=module>{script}</script>"
        path.write_text(page_of, encoding="utf-8")
        page.goto(path.as_uri())
        names = page.evaluate("""() => [...document.querySelectorAll("[id]")]
            .filter((e) => e.checkVisibility()).map((e) => e.id)""")
        return names

    yield seen
    page.close()


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_widget_is_seen_without_its_stills_and_other_outputs_stay(seen, front_end):
    first, second = ["printed", "picture", "summary", "explorer"], ["printed", "questions", "quiz"]
    assert seen(front_end, first, second) == ["printed", "explorer", "printed", "quiz"]


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_widget_that_is_shown_without_its_stills_hides_nothing(seen, front_end):
    cells = ["picture"], ["printed", "questions", "quiz"], ["quiz"], ["picture", "explorer"]
    left = ["picture", "printed", "quiz", "quiz", "picture", "explorer"]
    assert seen(front_end, *cells) == left
