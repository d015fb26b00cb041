"""Names of a package that are imported when they are first asked for.

scikit-learn alone takes a second to import, and matplotlib half of one. A package lists its names
in its `__init__.pyi`, as imports: type checkers and editors read that file too.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def names_in_stub(init: str) -> dict[str, str]:
    """Name -> module, of all imports from rbflib in the stub beside an `__init__.py`."""
    stub = ast.parse(Path(init).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rbflib.")
        for alias in node.names
    }


def on_demand(
    package: str, modules: dict[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package (PEP 562), for the names of `modules`.

    The package's own modules are found too, as after an import of all.
    """

    def get(name):
        if name in modules:
            found = getattr(import_module(modules[name]), name)
        elif not name.startswith("_") and find_spec(f"{package}.{name}"):
            found = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, found)  # asked for once
        return found

    def names():
        return sorted({*vars(sys.modules[package]), *modules})

    return get, names
