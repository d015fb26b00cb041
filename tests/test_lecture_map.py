import re
from pathlib import Path

import pytest

from rbflib.lab.lecture_map import lecture_items

ROOT = Path(__file__).parents[1]
CLAIMS = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tests/claims").glob("test_claims_*.py")
)
COUNTS = {"s": 8, "f": 14, "n": 12, "k": 14, "r": 20, "o": 8, "e": 9, "m": 8}
ITEMS = lecture_items()


def test_every_item_is_in_the_map_once():
    numbered = [f"{letter}{n + 1}" for letter, count in COUNTS.items() for n in range(count)]
    questions = [f"question {n}" for n in range(1, 9)]
    assert sorted(item["id"] for item in ITEMS) == sorted(numbered + questions)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["id"])
def test_item_has_a_claim_test_and_a_section(item):
    assert f"\ndef test_{item['id'].replace(' ', '_')}_" in CLAIMS
    text = (ROOT / f"notebooks/source/{item['page']}.md").read_text(encoding="utf-8")
    assert re.search(rf"^##+ {re.escape(item['section'])}$", text, re.MULTILINE)
