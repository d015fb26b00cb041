"""Cells of a page of the book, as the shell in the browser runs them; here in this Python."""

import re
import sys
import traceback

import pytest
from IPython.core.interactiveshell import InteractiveShell

from book.engine.cells import MOST, PART, Output, Shell


@pytest.fixture(scope="module")
def run():
    """run(code) gives what the cell tells the page."""
    told = []
    InteractiveShell.clear_instance()
    shell = Shell.instance(Output(told.append))
    shell.reset()  # as the engine's is, before a page gets it

    def run(code):
        told.clear()
        shell.run("cell", code)
        return list(told)

    run("%matplotlib inline")  # the engine's default
    yield run
    run("plt.close('all'); plt.switch_backend('agg')")
    Shell.clear_instance()


def text_of(told):
    text = "".join(message.get("text", "") for message in told)
    return re.sub(r"\x1b\[[\d;]*m", "", text)  # without colors


@pytest.mark.parametrize("code", ["plt.plot([1, 2]);", "plt.plot([1, 2])\nplt.show()"])
def test_open_figures_are_shown_once_when_the_cell_ends(run, code):
    told = run(f"import matplotlib.pyplot as plt\n{code}")
    assert sum("image/png" in message.get("data", ()) for message in told) == 1
    assert run("1") == run("1")  # and not again


def test_output_can_be_replaced(run):
    kinds = [m["kind"] for m in run("from IPython.display import clear_output\nclear_output(True)")]
    assert kinds == ["cleared"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("!ls", "no shell"),
        ("%pip install this", "no shell"),
        ("input('Name? ')", "cannot ask"),
        ("quit()", "goes on"),
    ],
)
def test_what_a_page_cannot_do_is_said_in_one_line(run, code, words):
    text = text_of(run(code)).strip()
    assert words in text
    assert "Traceback" not in text


def test_endless_recursion_is_told_by_its_first_calls(run):
    assert "RecursionError: maximum" in text_of(run("def f(): return f()\nf()"))
    assert len(traceback.extract_tb(sys.last_traceback)) < 30


@pytest.mark.parametrize(
    ("code", "outputs"),
    [
        (f"'x' * {MOST + 1}", 1),
        (f"HTML('<p>x</p>' * {MOST})", 1),
        (f"for i in range({MOST // 100}): display(i)", MOST // PART),
        (f"for _ in range({MOST // 9000}): display(Image(b'x' * 9000))", MOST // 9000),
    ],
)
def test_outputs_are_no_longer_than_printed_text_may_be(run, code, outputs):
    run("from IPython.display import HTML, Image")
    told = run(code)
    assert len(told) <= outputs + 1
    data = [x for message in told for x in message.get("data", {}).values()]
    assert sum(map(len, data)) + len(text_of(told)) < 1.01 * MOST
    assert run("1")[0]["kind"] == "shown"  # the next cell has room again


@pytest.mark.parametrize(("line", "most"), [("x", MOST // PART), ("x" * (MOST // 100), 101)])
def test_long_output_is_cut_and_says_so(run, line, most):
    told = run(f"for _ in range({most}): print({line!r})")
    assert len(told) <= 2 * most
    assert len(text_of(told)) < 1.01 * MOST
    assert text_of(told).count("… and more.") == 1
    assert "more" not in text_of(run(f"print({line!r})"))


def test_links_between_notebooks_lead_to_pages_of_the_book(run):
    run("from IPython.display import Markdown")
    [shown] = run("Markdown('[a](02_full_network.ipynb#1-A) [b](x.ipynb) `c.ipynb`')")
    links = re.findall('href="([^"]+)"', shown["data"]["text/html"])
    assert links == ["02_full_network.html#1-A", "x.html"]
