"""Imports what servers and kernels run, what the notebooks' cells import, and all of rbflib."""

import importlib
import importlib.util
import re

import rbflib.lab
from rbflib_server.course import NOTEBOOKS

SERVER = ("rbflib_server.student_server", "jupyterlab.labapp", "tornado.platform.asyncio")
KERNEL = ("ipykernel.kernelapp", "ipykernel.debugger", "pdb")  # every kernel loads the debugger
IMPORT = re.compile(r'^ *"(?:from|import) (\w[\w.]*)', re.MULTILINE)  # in the JSON of a cell


def preload():
    """Import all of it. rbflib's public names come last: some are also the name of a module."""
    lazy = [(of, name) for of in (rbflib, rbflib.lab) for name in set(of.__all__) - set(vars(of))]
    names = {*SERVER, "anyio.to_thread", *KERNEL}
    for page in NOTEBOOKS.glob("*.ipynb"):
        names |= set(IMPORT.findall(page.read_text("utf-8")))
    for name in filter(importlib.util.find_spec, names):
        importlib.import_module(name)
    for package, name in lazy:
        package.__getattr__(name)
    list(rbflib.lab.EXPLORERS)
