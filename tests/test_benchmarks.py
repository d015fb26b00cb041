"""RESULTS.md has a section per script; none of them touches the others'."""

import runpy
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
with_section = runpy.run_path(str(BENCHMARKS / "results.py"))["with_section"]

FIRST, SECOND = "# Speed\n\n| a |\n| --- |\n", "## Latency\n\nWords.\n"


@pytest.mark.parametrize("order", [[FIRST, SECOND], [SECOND, FIRST]])
def test_sections_are_kept_in_order_whoever_writes_first(order):
    text = with_section(with_section("", order[0]), order[1])
    assert text == f"{FIRST}\n{SECOND}"
    assert (
        with_section(text, "## Latency\n\nOther words.\n")
        == f"{FIRST}\n## Latency\n\nOther words.\n"
    )
    assert with_section(text, "# Speed\n\nNone.\n") == f"# Speed\n\nNone.\n\n{SECOND}"
