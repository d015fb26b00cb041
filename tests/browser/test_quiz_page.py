import base64
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rbflib.lab import predict, quiz
from rbflib.lab.kit.question import Choice, Number
from rbflib.lab.quizzes import QUIZZES, variants

QUIZ = "02_full_network"


@pytest.mark.page(QUIZ)
def test_quiz_is_answered_by_keyboard_alone(awake):
    tab = awake(QUIZ)
    shown, keys = tab.locator(".rbflib-quiz").last, tab.keyboard
    shown.locator("input").first.focus()
    for number, question in enumerate(QUIZZES[QUIZ[:2]], start=1):
        if isinstance(question, Choice):
            keys.press("Space")
            press_down(keys, list(question.choices).index(question.answer))
        elif isinstance(question, Number):
            keys.type(str(question.answer))
        else:
            for n, item in enumerate(question.items):
                if n > 0:
                    keys.press("Tab")
                press_down(keys, 1 + question.listed.index(item))
        keys.press("Tab")
        keys.press("Enter")
        expect(shown.locator("> p")).to_contain_text(f"{number} right, {number} of them at")
        for _ in range(2 if variants(f"{QUIZ[:2]} {question.key}") else 1):  # past “Another one”
            keys.press("Tab")
    keys.press("Enter")  # on the button that clears all answers
    expect(shown.locator("> p")).to_contain_text("none answered yet.")
    tab.assert_no_faults()


def press_down(keys, times):
    for _ in range(times):
        keys.press("ArrowDown")


MODEL = Path(__file__).parents[2] / "book/static/model.js"
MOUNT = """async ([model, widget, css, traits]) => {
    const { Model } = await import(model);
    const { default: { render } } = await import(widget);
    window.saved = [];
    window.model = new Model(traits);
    window.model.on("saved", () => saved.push(structuredClone(traits)));
    document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
    window.addView = () => {
        const el = document.createElement("main");
        document.body.append(el);
        render({ model: window.model, el });
    };
    addView();
}"""


def as_module(text):
    return f"data:text/javascript;base64,{base64.b64encode(text.encode()).decode()}"


@pytest.fixture
def mounted(chromium):
    """A function that shows a widget on an empty page, on a model without a kernel."""
    page = chromium.new_page(viewport={"width": 390, "height": 844})

    def mount(widget, **traits):
        names = [name for name in widget.keys if not name.startswith("_") and name != "layout"]
        state = {**widget.get_state(names), **traits}
        page.set_content("<html lang=en><title>a widget</title><body></body></html>")
        parts = as_module(MODEL.read_text(encoding="utf-8")), as_module(str(widget._esm))
        page.evaluate(MOUNT, [*parts, str(widget._css), state])
        return page

    yield mount
    page.close()


def test_enter_that_ends_a_composition_checks_nothing(mounted):
    page = mounted(quiz("04"))
    box = page.get_by_label("answer")
    box.focus()
    number = next(question for question in QUIZZES["04"] if isinstance(question, Number))
    answer = f"{number.answer:g}"
    page.keyboard.insert_text(answer)
    for by in ("isComposing: true", "keyCode: 229"):
        box.evaluate(
            f"e => e.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', {by} }}))"
        )
    assert page.evaluate("saved") == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right.")).to_have_count(1)
    page.keyboard.press("Tab")  # it is checked once
    (saved,) = page.evaluate("saved")
    assert saved["answers"] == {f"04 {number.key}": {"values": [answer], "tries": 1, "right": True}}


def test_prediction_says_what_the_class_gets_and_can_be_kept_out_of_it(mounted):
    page = mounted(predict("it rises", "it falls"), poll="Your class is asked too.")
    expect(page.get_by_text("Your class is asked too.")).to_be_visible()
    page.get_by_label("Keep mine out of it").check()
    assert page.evaluate("saved.at(-1).abstains")
    page.evaluate("model.set('poll', 'Not sent to your class.')")
    expect(page.get_by_text("Not sent to your class.")).to_be_visible()


@pytest.mark.parametrize("widget", [lambda: quiz("02"), lambda: predict("it rises", "it falls")])
@pytest.mark.parametrize("colors", [{}, {"forced_colors": "active"}], ids=["", "forced colors"])
def test_widgets_are_named_readable_and_fit_a_phone(mounted, widget, colors):
    page = mounted(widget(), poll="Your class is asked too.")
    page.emulate_media(**colors)
    for button in page.get_by_role("button", name="Check").all():
        button.click()
    found = Axe().run(page).response["violations"]
    # A page around it would have a heading.
    assert {rule["id"] for rule in found} <= {"page-has-heading-one"}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


EXPLORER = """
document.body.insertAdjacentHTML("beforeend",
  "<div class=rbflib-explorer><input type=range></div>" +
  "<details><summary>What you should see</summary><p>It falls.</details>");
"""


def test_what_was_seen_is_asked_when_the_explorer_was_moved_and_opens_the_text(mounted):
    page = mounted(predict("it rises", "it falls", answer="it falls"))
    page.evaluate(EXPLORER)
    title, slider = page.locator("legend"), page.locator("input[type=range]")
    slider.press("ArrowRight")  # before it is committed
    page.get_by_label("it rises").check()
    page.get_by_role("button", name="Commit").click()
    expect(page.get_by_text("Now move, then say what you saw.")).to_be_visible()
    expect(title).to_have_text("Your prediction")
    slider.press("ArrowRight")
    expect(title).to_have_text("What did you see?")
    page.get_by_role("button", name="I saw this").click()
    expect(page.get_by_text("Choose first")).to_be_visible()
    page.get_by_label("it falls").check()
    page.get_by_role("button", name="I saw this").click()
    expect(page.get_by_text("So it is: B: it falls; you predicted A: it rises.")).to_be_visible()
    expect(page.get_by_text("It falls.", exact=True)).to_be_visible()
    assert [(s.get("committed"), s.get("seen")) for s in page.evaluate("saved")] == [
        (0, -1), (0, 1)
    ]  # fmt: skip
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Commit")).to_be_visible()
    assert page.evaluate("[model.get('committed'), model.get('seen')]") == [-1, -1]


def test_prediction_is_taken_back_where_no_explorer_is_seen_and_after_it_was_moved(mounted):
    page = mounted(predict("it rises", "it falls", answer="it falls"))
    back, title = page.get_by_role("button", name="Take it back"), page.locator("legend")
    for explorer in ("", EXPLORER):
        page.evaluate(explorer)
        page.get_by_label("it rises").check()
        page.get_by_role("button", name="Commit").press("Enter")
        expect(back).to_be_focused()
        if explorer:
            page.locator("input[type=range]").press("ArrowRight")
            expect(title).to_have_text("What did you see?")
        back.click()
        expect(title).to_have_text("Your prediction")
        assert page.evaluate("model.get('committed')") == -1
        expect(page.get_by_role("button", name="Commit")).to_be_visible()
        expect(back).to_be_hidden()
