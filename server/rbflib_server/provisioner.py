"""How a student's server starts a kernel: as a child of the nursery, which has imported all."""

import asyncio
import os
import sys

import forked
from jupyter_client.provisioning import LocalProvisioner

OURS = [sys.executable, "-m", "ipykernel_launcher"]


class FromNursery(LocalProvisioner):
    """A kernel that this computer's nursery forks; an ordinary one where it does not."""

    async def launch_kernel(self, cmd, **kwargs):
        if cmd[:3] != OURS:  # one that the student has installed
            return await super().launch_kernel(cmd, **kwargs)
        said = cmd[2:], dict(kwargs["env"]), kwargs.get("cwd") or os.getcwd()
        nursery = os.environ["RBFLIB_NURSERY"]
        try:
            self.process = await asyncio.to_thread(forked.ask, nursery, "kernel", *said)
        except OSError as error:
            self.log.warning("The kernel is not forked: %s", error)
            return await super().launch_kernel(cmd, **kwargs)
        self.pid = self.pgid = self.process.pid
        return self.connection_info
