"""A quiz on its page: by keyboard, by mouse, and unrun."""

import pytest
from playwright.sync_api import expect

from rbflib.lab.kit.question import Choice, Number
from rbflib.lab.quizzes import QUIZZES

QUIZ = "02_full_network"


@pytest.mark.page(QUIZ)
def test_quiz_is_answered_by_keyboard_alone(awake):
    tab = awake(QUIZ)
    shown, keys = tab.locator(".rbflib-quiz"), tab.keyboard
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
        expect(shown.locator("p").first).to_contain_text(f"{number} right, {number} of them at")
        keys.press("Tab")
    keys.press("Enter")  # on the button that clears all answers
    expect(shown.locator("p").first).to_contain_text("none answered yet.")
    tab.assert_no_faults()


def press_down(keys, times):
    for _ in range(times):
        keys.press("ArrowDown")


@pytest.mark.page(QUIZ)
def test_quiz_explains_a_wrong_answer_to_the_mouse(awake):
    tab = awake(QUIZ)
    shown = tab.locator(".rbflib-quiz")
    question = shown.get_by_role("group", name="are equal. What is true of the matrix")
    question.get_by_role("radio", name="it holds zeros where these rows").check()
    question.get_by_role("button", name="Check question 2").click()
    expect(question.get_by_role("status")).to_contain_text("The distance is 0 there")
    expect(shown.locator("p").first).to_contain_text("To reread: “3 When is there an inverse?”")
    tab.assert_no_faults()


@pytest.mark.page(QUIZ)
def test_unrun_quiz_can_be_read_and_says_how_to_wake_it(asleep):
    tab = asleep(QUIZ)
    shown = tab.locator(".rbflib-quiz")
    expect(shown.locator(".rbflib-asleep")).to_be_visible()
    expect(shown).to_contain_text("its first two rows are equal, so it has no inverse")
