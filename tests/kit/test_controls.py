"""The controls: which values they take, the marks of sliders, and how both are written."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rbflib.lab.kit.controls import (
    Choice,
    LinearSlider,
    LogSlider,
    OptionSlider,
    PenaltySlider,
    Switch,
)

LOG = LogSlider("γ", 1, -1, 3)
EVEN = LinearSlider("level", 1.0, 0.0, 10.0, 0.5)
WHOLE = LinearSlider("n", 4, 1, 9, 1)
OPTIONS = OptionSlider("k", 4, [2, 4, 8])
PENALTY = PenaltySlider(0.1)
SLIDERS = {"log": LOG, "even": EVEN, "whole": WHOLE, "options": OPTIONS, "penalty": PENALTY}
EACH_SLIDER = pytest.mark.parametrize("control", SLIDERS.values(), ids=SLIDERS)
CHOICE = Choice("data", ["moons", "rings"])
SWITCH = Switch("on", True)
NO_NUMBERS = [None, "1", "", b"1", True, np.True_, float("nan"), float("inf"), -np.inf, np.nan,
              1j, [1], (1,), {}, np.array(1.0), np.array([1.0, 2.0]), Decimal(1)]  # fmt: skip


@EACH_SLIDER
def test_slider_takes_nothing_but_finite_numbers(control):
    low, high = control.bounds
    for value in NO_NUMBERS:
        with pytest.raises(ValueError, match=f"^x must be a number from {low:g} to {high:g}, got "):
            control.validate("x", value)


@EACH_SLIDER
def test_slider_takes_numbers_of_every_type(control):
    kinds = [np.float16, np.float32, np.float64, np.longdouble, np.int8, np.uint8, np.int64]
    for number in (2, 3, 7):
        expected = control.validate("x", number)
        for kind in [*kinds, float, Fraction]:
            assert control.validate("x", kind(number)) == expected, kind
            assert type(control.validate("x", kind(number))) is type(expected)
    assert control.validate("x", 10**400) == control.bounds[1]


@EACH_SLIDER
def test_marks_go_up_and_stay_as_they_are(control):
    assert control.marks == sorted(set(control.marks))
    assert [control.validate("x", mark) for mark in control.marks] == control.marks
    assert len(set(control.description["texts"].split("\n"))) == len(control.marks)


def test_texts_are_those_of_people():
    assert [LOG.format(x) for x in (0.1, 10**0.5, 50, 1000)] == ["0.1", "3.2", "50", "1000"]
    assert (EVEN.format(2.5), WHOLE.format(4), OPTIONS.format(8)) == ("2.50", "4", "8")
    assert [PENALTY.format(x) for x in (0, 10**-2.5, 100.0)] == ["0", "0.0032", "100"]
    assert [SWITCH.format(x) for x in (True, False)] == ["on", "off"]
    assert CHOICE.format("moons") == "moons"


@pytest.mark.parametrize(
    ("control", "given", "value", "text"),
    [
        (LOG, 5, 5.0, "5"),
        (LOG, 37.3, 37.3, "37.3"),
        (LOG, np.float32(0.5), 0.5, "0.5"),
        (LOG, 2 / 3, 2 / 3, "0.666667"),
        (LOG, 10 ** (0.1 + 0.2), 10**0.3, "2"),  # but for rounding the mark
        (EVEN, 0.7, 0.7, "0.7"),
        (EVEN, 99, 10.0, "10.00"),
        (WHOLE, 2.6, 3, "3"),
        (OPTIONS, 5, 5, "5"),
        (OptionSlider("N", 10, [10, 10**7]), 1_234_567, 1_234_567, "1234567"),
        (PENALTY, 3e-9, 3e-9, "3e-09"),
    ],
)
def test_slider_takes_any_number_of_its_range_and_shows_it_as_it_is(control, given, value, text):
    taken = control.validate("x", given)
    assert (taken, type(taken), control.format(taken)) == (value, type(value), text)


@pytest.mark.parametrize(
    ("make", "texts"),
    [
        (lambda: LinearSlider("a", 0.01, 0.0, 0.1, 0.001), ["0.000", "0.001", "0.002"]),
        (lambda: LinearSlider("a", 0, 0.0, 1e-6, 1e-8), ["0.00000000", "0.00000001"]),
        (lambda: LinearSlider("a", 0, 0.0, 1e-12, 1e-14), ["0.00000000000000"]),
        (lambda: LinearSlider("a", 1.125, 0.125, 10.125, 1), ["0.125", "1.125"]),
        (lambda: LinearSlider("a", 1, 0.0, 3.0, 1 / 3), ["0.000", "0.333", "0.667", "1.000"]),
        (lambda: LogSlider("a", 1, 0, 1, 0.01), ["1", "1.02", "1.05"]),
        (lambda: LogSlider("a", 50, np.log10(0.3), np.log10(50)), ["0.3", "0.38"]),
        (lambda: OptionSlider("a", 10, [0, 10]), ["0", "10"]),
        (lambda: OptionSlider("a", 0, [1, -1, 0]), ["-1", "0", "1"]),
        (lambda: OptionSlider("a", 5, [5]), ["5"]),
        (lambda: OptionSlider("a", 3.5, [3.5, -2.5]), ["-2.5", "3.5"]),
        (lambda: OptionSlider("a", 0.25, np.linspace(0, 1, 5)), ["0", "0.25"]),
    ],
)
def test_texts_of_marks_differ_whatever_their_steps(make, texts):
    control = make()
    assert control.description["texts"].split("\n")[: len(texts)] == texts
    assert len(set(control.description["texts"].split("\n"))) == len(control.marks)
    assert control.value in control.marks
    assert [control.nearest(mark) for mark in control.marks] == control.marks


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: LinearSlider("a", 1, 2, 1, 1), "a cannot go from 2 to 1 in steps of 1: a step"),
        (lambda: LinearSlider("a", 0.0, 0.0, 1.0, -0.1), "in steps of -0.1: a step is above 0"),
        (lambda: LinearSlider("a", 1.0, 0.0, 1.0, 0), "a step is above 0"),
        (lambda: LinearSlider("a", 1.0, 0.0, 1.0, 2.0), "and fits in the range"),
        (lambda: LinearSlider("a", 1.0, 0.0, np.inf, 2.0), "a cannot go from 0 to inf"),
        (lambda: LinearSlider("a", 1, 0, 10**9, 1), "has more than 2,000 marks: .* 1e[+]06, say"),
        (lambda: LinearSlider("a", 9, 0, 4, 1), "a begins at 9, and is a whole number from 0 to 4"),
        (lambda: LogSlider("γ", 1000, -1, 2), "γ begins at 1000, and is a number from 0.1 to 100"),
        (lambda: LogSlider("γ", 1, 2, 1), "γ cannot go from 2 to 1"),
        (lambda: OptionSlider("a", 3, [1, 2]), "a begins at 3, and is a whole number from 1 to 2"),
        (lambda: Choice("data", ["moons"], "rings"), "data must be one of moons, got 'rings'"),
    ],
)
def test_slider_that_cannot_be_says_why(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("control", [CHOICE, SWITCH], ids=["choice", "switch"])
def test_choice_and_switch_take_their_own_values_alone(control):
    for value in ("xor", "", None, 2, 0.5, float("nan"), ["moons"], {}, np.array([True, False])):
        with pytest.raises(ValueError, match=r"^x must be (one of moons|True or False)"):
            control.validate("x", value)
    assert type(CHOICE.validate("x", np.str_("rings"))) is str
    assert [SWITCH.validate("x", x) for x in (np.True_, 1.0, np.int8(0))] == [True, True, False]


@pytest.mark.parametrize(
    ("control", "values", "marks"),
    [
        (EVEN, [11.1, -2, 8.2, 0.46, 5.0, 0.75], [10, 0, 8, 0.5, 5, 0.5]),
        (OPTIONS, [6.1, 2.6, 25, 2.66, 2, 8], [8, 2, 8, 2, 2, 8]),
        (PENALTY, [0.0, -1.0, 1.3e-8, 4e-9, 6e-9, 0.14, 50], [0, 0, 1e-8, 0, 1e-8, 0.1, 10**1.5]),
    ],
    ids=["even", "options", "penalty"],
)
def test_mark_that_is_nearest_is_found_on_the_scale(control, values, marks):
    assert [control.nearest(value) for value in values] == pytest.approx(marks)
    assert [control.marks[control.place(value)] for value in values] == pytest.approx(marks)


def test_browser_gets_nothing_of_a_control_that_is_not_shown():
    hidden = LinearSlider("x", 0.0, 0.0, 1.0, 1e-5, shown=False)
    assert hidden.description == {"kind": "data"}
