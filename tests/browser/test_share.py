"""What is taken along from an explorer, numbers typed at its sliders, and the list of its keys."""

import base64
import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from rbflib.lab import EXPLORERS
from rbflib.lab.kit.caption import format_number
from tests.copied_code import printed_by

START, FULL = "00_start_here", "02_full_network"

COPIED_PICTURE = """async () => {
    const [item] = await navigator.clipboard.read();
    const png = new Uint8Array(await (await item.getType("image/png")).arrayBuffer());
    return btoa([...png].map((byte) => String.fromCharCode(byte)).join(""));
}"""


def message_of(explorer):
    return explorer.box.locator(".rbflib-foot [role=status]")


@pytest.mark.filterwarnings("ignore:The similarity matrix:scipy.linalg.LinAlgWarning")
@pytest.mark.filterwarnings("ignore:At gamma=")  # of narrow bumps, as the code says in a cell
@pytest.mark.page(FULL)
def test_code_and_picture_are_copied(awake, student):
    student.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = awake(FULL)
    explorer = tab.explorer
    explorer.moves(lambda: explorer.sliders[0].press("ArrowRight"))
    explorer.button("copy code").click()
    expect(message_of(explorer)).to_have_text("copied")
    printed = printed_by(tab.evaluate("() => navigator.clipboard.readText()"), {})
    for name, value in printed.items():
        assert f"{name} {format_number(float(value))}" in explorer.words
    expect(message_of(explorer)).to_have_text("")
    explorer.button("copy picture").click()
    expect(message_of(explorer)).to_have_text("copied")
    copied = Image.open(io.BytesIO(base64.b64decode(tab.evaluate(COPIED_PICTURE))))
    drawn = Image.open(io.BytesIO(EXPLORERS["interpolation"]().frame))
    assert copied.width == pytest.approx(2 * drawn.width, abs=2)
    tab.assert_no_faults()


@pytest.mark.page(START)
def test_keys_of_an_explorer_are_listed_until_escape(awake):
    explorer = awake(START).explorer
    slider = explorer.box.locator("input[type=range]").first
    slider.focus()
    explorer.tab.keyboard.press("?")
    keys = explorer.box.get_by_role("dialog", name="Keys of this explorer")
    expect(keys).to_contain_text("at a slider")
    explorer.tab.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(slider).to_be_focused()
    explorer.button("keys").click()
    explorer.box.get_by_role("button", name="close").click()
    expect(explorer.button("keys")).to_be_focused()
