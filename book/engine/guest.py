"""Python's side of a page of the book: messages of widgets go to the page and come from it.

The page sends bytes and calls `receive()`. A message has a head, packed as in messages.js, with a
kind:

    explorer    {name, place}: build it; the answer says which model it is
    comm_msg    {comm, data}: to a widget, as a kernel would get it
"""

import json
import logging
import struct
import traceback

import comm
from _host import call
from comm.base_comm import BaseComm, CommManager

MANAGER = CommManager()
RECEIVE = b""


def send(head, buffers=()):
    """A message to the page."""
    parts = [memoryview(part).cast("B") for part in buffers]
    text = json.dumps(head | {"sizes": [part.nbytes for part in parts]}, default=str).encode()
    call(b"".join([struct.pack("<I", len(text)), text, *parts]))


def _received():
    packed = call(RECEIVE)
    (length,) = struct.unpack_from("<I", packed)
    head = json.loads(packed[4 : 4 + length])
    at, buffers = 4 + length, []
    for size in head.pop("sizes"):
        buffers.append(packed[at : at + size])
        at += size
    return head, buffers


class PageComm(BaseComm):
    """The way between a widget and its model on the page."""

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **_keys):
        send({"kind": msg_type, "comm": self.comm_id, "data": data or {}}, buffers or ())


comm.create_comm = PageComm
comm.get_comm_manager = lambda: MANAGER


def prepare():
    """Import what the pages import, and draw once: an image of this memory begins warm."""
    from rbflib.lab import EXPLORERS

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # of fonts left out
    for name in ("interpolation", "kmeans_walk", "network_plane"):
        EXPLORERS[name]().close()
    list(EXPLORERS)


def receive():
    """Do what the page asks for."""
    head, buffers = _received()
    try:
        TASKS[head["kind"]](head, buffers)
    except Exception:
        send({"kind": "fault", "of": head, "words": traceback.format_exc()})


def _explorer(head, _buffers):
    from rbflib.lab import EXPLORERS

    widget = EXPLORERS[head["name"]]()
    send({"kind": "made", "place": head["place"], "comm": widget.model_id})


def _to_widget(head, buffers):
    content = {"comm_id": head["comm"], "data": head["data"]}
    message = {"content": content, "buffers": buffers, "metadata": {}}
    if head["comm"] in MANAGER.comms:
        MANAGER.comms[head["comm"]].handle_msg(message)


TASKS = {"explorer": _explorer, "comm_msg": _to_widget}
