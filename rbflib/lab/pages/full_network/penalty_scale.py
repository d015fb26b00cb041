"""The scale of λ on a map: powers of ten, and λ = 0 half a power below the lowest."""

import numpy as np

from rbflib.lab.kit.controls import PenaltySlider

PENALTY = np.array(PenaltySlider().marks)  # all marks of the slider


def place_of(penalty):
    """Where λ stands: log₁₀ λ, or half a power below the lowest for 0."""
    lowest = np.log10(PENALTY[1]) - 0.5
    return np.log10(np.maximum(penalty, 10**lowest))


PENALTY_PLACES = place_of(PENALTY)

ALONG_PENALTY = {
    "xlabel": "λ",
    "xlim": (PENALTY_PLACES[0] - 0.25, PENALTY_PLACES[-1] + 0.25),
    "xticks": [PENALTY_PLACES[0], -6, -3, 0],
    "xticklabels": ["0", "10⁻⁶", "10⁻³", "1"],
}
