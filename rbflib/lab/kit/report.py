"""A state of an explorer as lines of Python: a report needs no more to print the same results."""

from inspect import cleandoc


def lines(*blocks):
    """Blocks of text one below the other, each without its indentation; empty ones are left out.

    Their imports stand first.
    """
    rows = "\n".join(cleandoc(block) for block in blocks if block).split("\n")
    imports = [row for row in rows if row.startswith(("import ", "from "))]
    rest = "\n".join(row for row in rows if row not in imports)
    return "\n".join([*imports, "", rest.strip()]).strip()


def run(*blocks, **names):
    """The names that blocks define: a picture shows the samples that its own code makes."""
    exec(lines("import numpy as np", *blocks), names)
    return names
