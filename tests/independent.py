"""What the quizzes and exercises say is right, computed without their code.

In the folder of each page, tests/pages/<page>/independent.py holds

    QUIZ        key of a question -> function without arguments: a number, an order, or the choices
                that hold
    EXERCISES   name of an exercise -> function of its arguments
"""

import runpy
from pathlib import Path
from types import SimpleNamespace

from rbflib.lab.pages import PAGES as NAMES

_FILES = {
    f"{n:02d}": Path(__file__).parent / f"pages/{name}/independent.py"
    for n, name in enumerate(NAMES)
}
PAGES = {n: SimpleNamespace(**runpy.run_path(str(f))) for n, f in _FILES.items() if f.exists()}
NOTHING_TO_COMPUTE = {("00", "steps")}  # the order in which a formula is read
