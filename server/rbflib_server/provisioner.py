"""How a student's server starts a kernel: as a child of the fork server."""

import asyncio
import os
import sys

from jupyter_client.provisioning import LocalProvisioner

from rbflib_server.forkserver import client as forkserver_client
from rbflib_server.forkserver.request import Header, Task

OURS = [sys.executable, "-m", "ipykernel_launcher"]


class ForkServerProvisioner(LocalProvisioner):
    """A forked kernel; an ordinary one where there is no fork server, or it refuses."""

    async def launch_kernel(self, cmd, **kwargs):
        if cmd[:3] != OURS:  # a kernel that the student has installed
            return await super().launch_kernel(cmd, **kwargs)
        folder = str(kwargs.get("cwd") or os.getcwd())
        request = Header("kernel"), Task(cmd[2:], dict(kwargs["env"]), folder)
        at = os.environ["RBFLIB_FORKSERVER"]
        try:
            self.process = await asyncio.to_thread(forkserver_client.start, at, *request)
        except OSError as error:
            self.log.warning("The kernel is not forked: %s", error)
            return await super().launch_kernel(cmd, **kwargs)
        self.pid = self.pgid = self.process.pid
        return self.connection_info
