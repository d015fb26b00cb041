"""What a slider shows is what the kernel has, whichever way Python orders the names of its sets."""

import json
import re
import sys

import nbformat
import pytest
from student import Tab

LABEL = "this page has run"


@pytest.fixture(scope="module", params=["0", "3"])
def open_explorer(student, lab, shared_desk, request):
    """From the name of an explorer to it, in a tab whose kernel has this PYTHONHASHSEED."""
    shared_desk.leave()
    seed = request.param
    kernel = lab.data / "kernels" / f"seed{seed}"
    kernel.mkdir(parents=True)
    started_by = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": started_by, "display_name": seed, "env": {"PYTHONHASHSEED": seed}}
    (kernel / "kernel.json").write_text(json.dumps({**spec, "language": "python"}))
    tab = Tab(student.new_page())

    def open_explorer(name):
        page = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": kernel.name, **spec}})
        code = f"from rbflib.lab import {name}\n{name}()", f"'{LABEL}'"
        page.cells = [nbformat.v4.new_code_cell(source) for source in code]
        copy = lab.pages / f"{name}_{seed}.ipynb"
        nbformat.write(page, copy)
        tab.open(copy, lab.token)
        tab.run_all()
        (explorer,) = tab.explorers()
        explorer.box.scroll_into_view_if_needed()
        return explorer

    yield open_explorer
    tab.close()
    lab.end_kernels()


def slider_of(explorer, label):
    return explorer.box.get_by_role("slider", name=label, exact=True)


def shown_at(explorer, label):
    """What the slider and the field beside it say."""
    (slider,) = slider_of(explorer, label).all()
    field = explorer.box.get_by_role("textbox", name=f"value of {label}", exact=True)
    return float(slider.get_attribute("aria-valuetext")), float(field.input_value())


def drawn_at(explorer, label):
    """The value that the kernel has drawn."""
    return float(re.search(rf"{re.escape(label)} = ([^,·]+)", explorer.words)[1])


def assert_slider_is_true(explorer, label):
    shown, words = explorer.tab.at_rest(lambda: (shown_at(explorer, label), explorer.words))
    assert shown == (drawn_at(explorer, label),) * 2, words


def press(explorer, label, *keys):
    for key in keys:
        explorer.moves(lambda key=key: slider_of(explorer, label).press(key))


def test_slider_whose_end_another_one_moves(open_explorer):
    explorer, bumps = open_explorer("svm_bumps"), "bumps added"
    assert_slider_is_true(explorer, bumps)
    for key in ("End", "Home", "End"):
        press(explorer, "γ", key)
        assert_slider_is_true(explorer, bumps)
    most = float(re.search(r"bumps in all (\d+)", explorer.words)[1])
    assert drawn_at(explorer, bumps) == most
    for key, end in (("Home", 0), ("End", most), ("Home", 0)):
        press(explorer, bumps, key)
        assert_slider_is_true(explorer, bumps)
        assert drawn_at(explorer, bumps) == end
    explorer.tab.assert_no_faults()


def test_slider_whose_end_a_list_moves(open_explorer):
    explorer, point = open_explorer("distances_to_map"), "moved point"
    press(explorer, point, "End")
    data = explorer.box.get_by_role("combobox").first
    for option in data.locator("option").all_inner_texts():
        data.select_option(option)
        explorer.says(f"data = {option}".replace("\xa0", " "))
        assert_slider_is_true(explorer, point)
        at_end = drawn_at(explorer, point)
        press(explorer, point, "Home", "End")
        assert_slider_is_true(explorer, point)
        assert drawn_at(explorer, point) == at_end
    explorer.tab.assert_no_faults()


def test_moves_of_a_logarithmic_slider_are_taken_back_one_by_one(open_explorer):
    explorer = open_explorer("interpolation")
    for key, times, value in (("Left", 5, 320), ("Right", 3, 630), ("Left", 2, 400)):
        for _ in range(times):
            slider_of(explorer, "γ").press(f"Arrow{key}")
        explorer.says(f"γ = {value}")
        explorer.tab.wait_for_timeout(1_500)  # what comes next is another move
    for value in (630, 320, 1000):
        explorer.tab.keyboard.press("Control+z")
        explorer.says(f"γ = {value}")
        explorer.tab.wait_for_timeout(300)  # the browser answers with its own last digits
    explorer.tab.assert_no_faults()
