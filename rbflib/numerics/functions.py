"""Elementary functions where floats are slow, or end."""

import numpy as np

# e^{−s} beyond this is 0 here: float64 has few digits left for it, and takes ten times as long.
MAX_EXPONENT = 707


def exp_minus(s):
    """e^{−s}; 0 from s = 707 on."""
    if np.max(s, initial=0) <= MAX_EXPONENT:
        return np.exp(-s)
    return np.exp(-np.clip(s, 0, MAX_EXPONENT)) * (s <= MAX_EXPONENT)
