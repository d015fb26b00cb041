"""Functions that a page's cells define."""

import re
from pathlib import Path

import numpy as np

from rbflib import design_matrix

SOURCE = Path(__file__).parents[2] / "notebooks/source"


def defined_on(page, name):
    """The function `name` of a cell of the page, such as "04_kmeans"."""
    text = (SOURCE / f"{page}.md").read_text(encoding="utf-8")
    names = {"np": np, "design_matrix": design_matrix}
    exec(re.search(rf"^def {name}\(.*?^    return [^\n]*$", text, re.M | re.S)[0], names)
    return names[name]
