"""The settings of a student's server."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from traitlets.config import PyFileConfigLoader

CLASS = Path(__file__).parents[2] / "class"


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RBFLIB_PAGES", str(tmp_path))
    monkeypatch.setenv("RBFLIB_KERNEL_MINUTES", "20")
    return PyFileConfigLoader("student_config.py", path=str(CLASS)).load_config()


def test_messages_are_not_held_back(config, monkeypatch):
    told = []
    handler = KernelWebsocketHandler.__new__(KernelWebsocketHandler)
    handler.ws_connection = SimpleNamespace(set_nodelay=told.append)
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: told.append("open"))
    config.ServerApp.kernel_websocket_connection_class(websocket_handler=handler).connect()
    assert told == [True, "open"]
