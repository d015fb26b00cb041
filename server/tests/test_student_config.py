"""The settings of a student's server, and what it says to a student who has logged out."""

import asyncio
from types import SimpleNamespace

import pytest
from jupyter_client.provisioning import KernelProvisionerFactory
from jupyter_server.services.contents.handlers import ContentsHandler
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyterhub.singleuser.extension import JupyterHubIdentityProvider
from rbflib_server.course import HERE
from rbflib_server.identity import LoginReminder
from tornado.web import HTTPError
from traitlets.config import PyFileConfigLoader


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RBFLIB_PAGES", str(tmp_path))
    monkeypatch.setenv("RBFLIB_KERNEL_MINUTES", "20")
    monkeypatch.delenv("RBFLIB_FORKSERVER", raising=False)
    monkeypatch.setattr(KernelProvisionerFactory, "provisioners", {})
    return PyFileConfigLoader("student_config.py", path=str(HERE)).load_config


def test_messages_are_not_held_back(load, monkeypatch):
    calls = []
    handler = KernelWebsocketHandler.__new__(KernelWebsocketHandler)
    handler.ws_connection = SimpleNamespace(set_nodelay=calls.append)
    connection = ZMQChannelsWebsocketConnection
    monkeypatch.setattr(connection, "connect", lambda self: calls.append("open"))
    load().ServerApp.kernel_websocket_connection_class(websocket_handler=handler).connect()
    assert calls == [True, "open"]


def test_kernels_are_forked_only_where_there_is_a_fork_server(load, monkeypatch):
    assert "KernelProvisionerFactory" not in load()
    monkeypatch.setenv("RBFLIB_FORKSERVER", "/class/forkserver")
    assert load().KernelProvisionerFactory.default_provisioner_name == "forkserver"
    assert KernelProvisionerFactory.provisioners["forkserver"].load()


def test_student_who_has_logged_out_reads_where_to_log_in(monkeypatch):
    async def nobody(self, handler):
        return None

    monkeypatch.setattr(JupyterHubIdentityProvider, "get_user", nobody)
    handler = ContentsHandler.__new__(ContentsHandler)
    handler.application = SimpleNamespace(settings={"base_url": "/user/anna/"})
    handler.request = SimpleNamespace(protocol="https", host="class.example.org")
    with pytest.raises(HTTPError, match=r"log in at https://class\.example\.org/user/anna/"):
        asyncio.run(LoginReminder().get_user(handler))
