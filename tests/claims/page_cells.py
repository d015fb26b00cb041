"""Functions that a page defines in its cells, as its readers run them."""

import re
from pathlib import Path

import numpy as np

SOURCE = Path(__file__).parents[2] / "notebooks/source"


def defined_on(number, *functions, **known):
    """What the cells define in which these functions stand; `known` comes from cells above."""
    [path] = SOURCE.glob(f"{number}_*.md")
    names = {"np": np} | known
    for cell in re.findall(r"(?m)^```\{code-cell\}.*\n((?:.*\n)*?)```", path.read_text("utf-8")):
        if any(f"def {name}(" in cell for name in functions):
            exec(cell, names)
    return [names[name] for name in functions]
