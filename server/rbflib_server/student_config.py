"""The server of one student: no more than the pages need. It runs as that student."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

from jupyter_client.provisioning import KernelProvisionerFactory
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyterlab.commands import get_user_settings_dir, get_workspaces_dir

from rbflib_server.starter_files import pull_pages

c = get_config()  # Jupyter gives it

# Pages, or folders of pages.
pages = [Path(page) for page in os.environ["RBFLIB_PAGES"].split(os.pathsep)]
pages = [file for page in pages for file in ([page] if page.is_file() else page.glob("*.ipynb"))]
try:
    pull_pages(pages, Path.cwd())
except OSError as error:  # a full disk: the pages that are there open all the same
    print(f"Not all pages could be copied: {error}", file=sys.stderr)

# Extensions of the server that no page needs: each costs time at the start, and memory.
UNUSED = ("jupyter_lsp", "jupyter_server_terminals", "notebook_shim", "notebook")
c.ServerApp.jpserver_extensions = dict.fromkeys(UNUSED, False)
c.ServerApp.terminals_enabled = False
c.LabApp.extension_manager = "readonly"
c.LabApp.news_url = None
# By default both are in the home of the user who imported JupyterLab: of the fork server's.
c.LabApp.user_settings_dir = get_user_settings_dir()
c.LabApp.workspaces_dir = get_workspaces_dir()
c.KernelSpecManager.ensure_native_kernel = True


class UnbufferedConnection(ZMQChannelsWebsocketConnection):
    """Sends a message at once. TCP would keep the end of a picture for up to 40 ms, until the
    browser's side confirms what came before it.
    """

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = UnbufferedConnection

# An open page counts too: its kernel ends, its notebook has been saved by then.
c.MappingKernelManager.cull_idle_timeout = 60 * int(os.environ["RBFLIB_KERNEL_MINUTES"])
c.MappingKernelManager.cull_interval = 60
c.MappingKernelManager.cull_connected = True

# A container has no fork server, and a class may do without.
if "RBFLIB_FORKSERVER" in os.environ:
    provisioner = "rbflib_server.provisioner:ForkServerProvisioner"
    entry = EntryPoint("forkserver", provisioner, KernelProvisionerFactory.GROUP_NAME)
    KernelProvisionerFactory.provisioners[entry.name] = entry
    c.KernelProvisionerFactory.default_provisioner_name = entry.name
