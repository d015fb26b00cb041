"""What the pages state of many draws, and the table from which their texts take it.

    python -m tests.claims.draws

writes the table; test_claims_of_many_draws.py measures anew. Each function gives numbers by name.
"""

import json
from pathlib import Path

import numpy as np

from rbflib import FullRBFRegressor, make_wave

TABLE = Path(__file__).with_suffix(".json")
MEASURED = {}


def measured(function):
    MEASURED[function.__name__] = function
    return function


def spread(values):
    """Of numbers, one per draw."""
    low, q10, median, q90, high = np.quantile(values, [0, 0.1, 0.5, 0.9, 1])
    return {"min": low, "q10": q10, "median": median, "q90": q90, "max": high}


@measured
def wide_bumps():
    """Page 02: the largest weight of twenty interpolating bumps with γ = 100."""
    draws = [make_wave(20, noise=0.2, random_state=draw) for draw in range(30)]
    fits = [FullRBFRegressor(gamma=100).fit(X, y) for X, y in draws]
    return spread([np.abs(fit.network_.weights).max() for fit in fits])


def written():
    return json.loads(TABLE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    table = {name: measure() for name, measure in sorted(MEASURED.items())}
    table = {name: {k: float(f"{x:.4g}") for k, x in row.items()} for name, row in table.items()}
    text = json.dumps(table, indent=1)
    TABLE.write_text(text + "\n", encoding="utf-8")
