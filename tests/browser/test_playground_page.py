import json

import pytest

PLAYGROUND = "09_playground"

# The origin of the left plane: its axes span 0.65 to 4.55 of 9.2 and 0.9 to 4.0 of 4.4 inches.
ORIGIN = 2.6 / 9.2, 2.45 / 4.4


@pytest.mark.thorough
@pytest.mark.page(PLAYGROUND)
def test_playground_is_clicked_kept_and_saved(awake, lab):
    tab = awake(PLAYGROUND)
    explorer = tab.explorer
    place = explorer.at(*ORIGIN)
    start = explorer.look
    explorer.moves(lambda: tab.mouse.click(*place))
    assert "added by hand 1" in explorer.words
    box = tab.locator(".rbflib-playground")

    def press(name):
        box.get_by_role("button", name=name, exact=True).click()

    press("Keep this state")
    press("Show table")
    box.get_by_label("file").fill("clicked.json")
    press("Save")
    box.get_by_text("Saved to").wait_for()
    assert len(json.loads((lab.pages / "clicked.json").read_text("utf-8"))["kept"]) == 2
    explorer.button("Remove added samples").click()
    explorer.says_not("added by hand")
    press("Remove it")
    tab.until(lambda: explorer.look == start)
    press("Load")
    explorer.says("beside it: E_in")
    explorer.says("added by hand 1")
    tab.assert_no_faults()
