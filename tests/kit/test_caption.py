"""Results in words: short numbers, and settings, results and remarks apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbflib.lab.kit.caption import describe, format_number


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (0.0, "0"), (1e-17, "0"), (0.12345, "0.123"), (1.5, "1.5"), (2345.6, "2346"),
     (999.5, "1000"), (95000.0, "95000"), (99999.5, "1.0e+05"), (9.96e-4, "0.000996"),
     (2e-5, "2.0e-05"), (3.2e7, "3.2e+07"), (4e18, "above 1e+16"), ("yes", "yes")],
)  # fmt: skip
def test_numbers_are_written_short(value, text):
    assert format_number(value) == text


@st.composite
def near_a_border(draw):
    """A number on, or some units in one of its digits away from, a power of ten."""
    border = 10.0 ** draw(st.integers(-11, 17))
    return border * (1 + draw(st.integers(-60, 60)) * 10.0 ** draw(st.integers(-16, -3)))


@given(near_a_border())
def test_number_that_is_read_and_written_again_is_the_same_text(value):
    text = format_number(value)
    if value > 1e16:
        assert (text, format_number(-value)) == ("above 1e+16", "below -1e+16")
        return
    assert format_number(-value) == ("0" if text == "0" else f"-{text}")
    assert format_number(float(text)) == text
    assert float(text) == pytest.approx(value, rel=0.05, abs=1e-10)


def test_results_stand_apart_from_settings_and_remarks_with_the_minus_sign_of_print():
    numbers = {"h(0)": -0.8, "Note: (-3) is two-stage": "", "way": "k-means", "E_out": 4.1e-5}
    assert describe("β = -1.20", numbers) == {
        "words": "β = −1.20 · h(0) −0.8 · Note: (−3) is two-stage · way k-means · E_out 4.1e-05",
        "results": [["h(0)", "−0.8"], ["way", "k-means"], ["E_out", "4.1e-05"]],
        "remarks": "Note: (−3) is two-stage",
    }
