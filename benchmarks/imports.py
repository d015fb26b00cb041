"""CPU seconds of imports over those of what they cannot do without: a section of RESULTS.md.

    python benchmarks/imports.py

Every import runs in a process of its own, in the environment of the pages.
"""

import os
import platform
import subprocess
import sys
from importlib.metadata import version

from results import table, write_section

ROUNDS = 9
GOAL = 1.3
PACKAGES = ("numpy", "scipy", "scikit-learn", "matplotlib", "ipywidgets", "anywidget")

BASELINE = "import numpy, scipy.linalg, sklearn.base"
SCREEN_BASELINE = f"{BASELINE}, matplotlib.backends.backend_agg, ipywidgets"
TASKS = {
    "import rbflib": BASELINE,
    "from rbflib import KMeans": BASELINE,
    "from rbflib import *": BASELINE,
    "import rbflib.lab": SCREEN_BASELINE,
    "from rbflib.lab import predict": SCREEN_BASELINE,
    "from rbflib.lab import network_plane": SCREEN_BASELINE,
    "from rbflib.lab import playground": SCREEN_BASELINE,
}

# What the block reserved by `rbflib.numerics.distances` buys: later blocks keep their memory.
MAKE = "X = numpy.ones((100_000, 2)); [rbflib.design_matrix(X, X[:100]) for _ in '0123']"
RESERVED = f"import numpy, rbflib; {MAKE}"
UNRESERVED = f"""import numpy, rbflib
numpy.empty, empty = lambda *_: 0, numpy.empty
import rbflib.numerics.distances
numpy.empty = empty
{MAKE}"""
TASKS[RESERVED] = UNRESERVED
SHORT = {
    RESERVED: "four design matrices of 100,000 × 100",
    UNRESERVED: "without the reserved block",
}

HEAD = f"""## Imports

Written by `benchmarks/imports.py`, a part of `make bench`. CPU seconds of a fresh process with the
import over those of one with its baseline, what the import cannot do without. They take turns, and
the least of {ROUNDS} counts.
"""


def cpu_seconds(code):
    process = subprocess.Popen([sys.executable, "-c", code])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"This failed: {code}")
    return used.ru_utime + used.ru_stime


def least_seconds(codes):
    """Statement -> CPU seconds in its best round."""
    rounds = [{code: cpu_seconds(code) for code in codes} for _ in range(ROUNDS)]
    return {code: min(times[code] for times in rounds) for code in codes}


def met(ratio):
    return "yes" if ratio <= GOAL else "no"


def name(code):
    return SHORT.get(code, f"`{code}`")


def main():
    least = least_seconds([*dict.fromkeys(TASKS.values()), *TASKS])
    ratios = {code: least[code] / least[baseline] for code, baseline in TASKS.items()}
    rows = [
        [name(code), name(TASKS[code]), f"{ratio:.2g}", f"{GOAL:g}", met(ratio)]
        for code, ratio in ratios.items()
    ]
    names = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    text = "\n".join(
        [
            HEAD,
            f"Python {platform.python_version()}, {names}.\n",
            table(["import", "baseline", "ratio", "goal", "reached"], rows),
        ]
    )
    print(text)
    write_section(text)


if __name__ == "__main__":
    main()
