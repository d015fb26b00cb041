"""For nbval: kernels on named sockets, as a TCP port chosen for one may be taken before its use."""

import sys
import tempfile
from uuid import uuid4

import nbval.kernel
from jupyter_client import KernelManager


def manager(**options):
    address = f"{tempfile.gettempdir()}/kernel-{uuid4()}"
    return KernelManager(transport="ipc", ip=address, **options)


if sys.platform != "win32":
    nbval.kernel.KernelManager = manager
