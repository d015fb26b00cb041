"""The notebooks as files: what running their text gives, and safe to compare.

Each rule below is a function that returns complaints, itself tested on a page that breaks it.
"""

import json
import re
import runpy
from itertools import zip_longest
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbconvert.exporters import ScriptExporter

from tests.seeds import thorough

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
BUILD = runpy.run_path(str(NOTEBOOKS / "source/build.py"))
PAGES = sorted(NOTEBOOKS.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"


def code_cells(page):
    return [cell for cell in page.cells if cell.cell_type == "code"]


def outputs(page):
    return [output for cell in code_cells(page) for output in cell.outputs]


def differs_from_built(page, built):
    """Text, code and what is printed, of a committed page and of one that was run just now."""
    pairs = zip_longest(written(page), written(built))
    return [f"{a!r} is now {b!r}: run `make notebooks`" for a, b in pairs if a != b]


def written(page):
    """Cells in their order; some print what differs from run to run, or from machine to machine."""
    for cell in page.cells:
        yield cell.cell_type, cell.source, cell.metadata.get("slideshow")
        if cell.cell_type == "code" and "nbval-ignore-output" not in cell.metadata.get("tags", []):
            yield from (o.get("text", o.get("data", {}).get("text/plain")) for o in cell.outputs)


def not_executed_in_order(page):
    counts = [cell.execution_count for cell in code_cells(page)]
    return [] if counts == list(range(1, len(counts) + 1)) else [f"execution counts {counts}"]


def noisy_outputs(page):
    return [o for o in outputs(page) if o.output_type == "error" or o.get("name") == "stderr"]


def unstable_outputs(page):
    """Memory addresses and paths differ from machine to machine."""
    texts = [o.get("text", "") + o.get("data", {}).get("text/plain", "") for o in outputs(page)]
    return [text for text in texts if re.search(r"0x[0-9a-f]{6}|/home/|/root/|/tmp/|\\Users", text)]


def widgets(page):
    """A committed page holds no widgets and no scripts: running it brings them."""
    views = [output for output in outputs(page) if VIEW in output.get("data", {})]
    return views + list(page.metadata.get("widgets", {}))


def wordless_pictures(page):
    """Every picture has its sentence for those who cannot see it."""
    pictures = [o for o in outputs(page) if "image/png" in o.get("data", {})]
    return [o for o in pictures if not o.get("metadata", {}).get("image/png", {}).get("alt")]


def broken_links(page):
    text = "\n".join(cell.source for cell in page.cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#:\s]+\.[a-z]+)\)", text)
    return [link for link in links if not (NOTEBOOKS / link).exists()]


RULES = [not_executed_in_order, noisy_outputs, unstable_outputs, widgets, wordless_pictures]
RULES += [broken_links]


def name_of(rule):
    return rule.__name__


def test_every_text_has_its_page_and_every_page_its_text():
    assert [p.stem for p in PAGES] == sorted(p.stem for p in (NOTEBOOKS / "source").glob("*.md"))
    assert len(PAGES) >= 3


@pytest.mark.parametrize("path", [PAGES[0], *thorough(*PAGES[1:])], ids=lambda path: path.stem)
def test_page_is_what_running_its_source_gives(path):
    built = BUILD["executed"](NOTEBOOKS / "source" / f"{path.stem}.md")
    assert differs_from_built(nbformat.read(path, as_version=4), built) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_keeps_the_rules(path):
    page = nbformat.read(path, as_version=4)
    assert {name_of(rule): rule(page) for rule in RULES} == {name_of(rule): [] for rule in RULES}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_is_small_and_valid(path):
    assert path.stat().st_size < 600_000
    nbformat.validate(json.loads(path.read_text(encoding="utf-8")))


def bad_page():
    """A page that breaks every rule, also those of notebooks/source/checks."""
    picture = {VIEW: {"model_id": "gone"}, "image/png": "", "text/plain": "<Box at 0x7f00aa>"}
    cell = nbformat.v4.new_code_cell(
        "\n".join(f"x{i} = {i}" for i in range(20)),
        execution_count=None,
        outputs=[
            nbformat.v4.new_output("stream", name="stderr", text="a warning"),
            nbformat.v4.new_output("display_data", data=picture),
        ],
    )
    verdict = nbformat.v4.new_output("stream", name="stdout", text="it is right: True")
    code = 'predict("up", "down")\nhypothesis()'
    asked = nbformat.v4.new_code_cell(code, outputs=[verdict])
    words = "[a page](99_nowhere.ipynb) " + "word " * 200 + "\n## Further"
    text = nbformat.v4.new_markdown_cell(words)
    return nbformat.v4.new_notebook(cells=[text, cell, asked])


@pytest.mark.parametrize("rule", RULES, ids=name_of)
def test_rule_complains_of_a_bad_page(rule):
    assert rule(bad_page()) != []


SENTENCES = """# A page

Five numbers from {eval}`results("curse", "A line")["nearest / mean"]:.3f` on, of {given}`1,024`.

```{code-cell} ipython3
import numpy as np
x = np.random.default_rng(SEED).normal(size=5)
```

The largest is {eval}`x.max():.2f`.
"""


def test_sentence_follows_the_seed(tmp_path):
    pages = []
    for seed in range(2):
        (tmp_path / "page.md").write_text(SENTENCES.replace("SEED", str(seed)), encoding="utf-8")
        pages.append(BUILD["executed"](tmp_path / "page.md"))
    first, second = (page.cells[-1].source for page in pages)
    assert ScriptExporter().from_notebook_node(pages[0])[1]["output_extension"] == ".py"
    largest = [np.random.default_rng(seed).normal(size=5).max() for seed in range(2)]
    assert first == f"The largest is {largest[0]:.2f}."
    assert second == f"The largest is {largest[1]:.2f}."
    assert f"{largest[1]:.2f}" in differs_from_built(*pages)[-1]
    assert re.fullmatch(
        r"# A page\n\nFive numbers from 0\.\d{3} on, of 1,024\.", pages[0].cells[0].source
    )


def test_changed_code_output_and_slides_are_noticed():
    page, code, output, slides = (bad_page() for _ in range(4))
    assert differs_from_built(page, bad_page()) == []
    code.cells[1].source += "\nprint(1)"
    output.cells[2].outputs[0].text = "it is right: False"
    slides.cells[1].metadata["slideshow"] = {"slide_type": "slide"}
    assert [] not in [differs_from_built(page, changed) for changed in (code, output, slides)]
