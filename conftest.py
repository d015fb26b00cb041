"""Kernels of nbval listen on sockets with names: a TCP port that was chosen for a kernel may be
taken by another before the kernel listens on it, and the kernel dies."""

import tempfile
from pathlib import Path
from uuid import uuid4


def pytest_configure(config):
    if not config.getoption("nbval", False):
        return
    import nbval.kernel
    import zmq
    from jupyter_client import KernelManager

    def manager(**options):
        address = Path(tempfile.gettempdir()) / f"kernel-{uuid4()}"
        return KernelManager(transport="ipc", ip=str(address), **options)

    if zmq.has("ipc"):
        nbval.kernel.KernelManager = manager
