"""Python's side of a page of the book: messages of widgets go to the page and come from it.

The page calls `receive()`, which asks for a message: a head, with a kind, and buffers (host.js).

    record      {events}: the record of the reader, as it is now
    comm_msg    {comm, data}: to a widget, as a kernel would get it
    run         {cell, code}: run it, tell what it shows, and then that it is done
    complete    {code}: tell the names that it can end with
    try         a function and inputs: in a worker of its own, tell each outcome
    tried       {ticket, end} and outcomes: those of a function that a cell has asked for
"""

import asyncio
import codecs
import io
import itertools
import json
import logging
import os
import pickle
import sys
import time
import traceback

import comm
from _host import call
from comm.base_comm import BaseComm, CommManager

for name in ("getuid", "geteuid", "getgid"):  # platformdirs imports them, and here is one user
    vars(os).setdefault(name, lambda: 1)
# The engine says of every folder that it cannot be written to, and libraries warn.
os.access = lambda path, _mode, **_options: os.path.exists(path)
os.chdir("/tmp")  # where files can be written
sys.path.insert(0, "")  # and imported; all have the same date, so what is compiled would be stale
sys.dont_write_bytecode = True
sys.modules["pandas"] = None  # or scikit-learn would take it into the image
import sklearn.utils.fixes  # noqa: E402, F401

del sys.modules["pandas"]

from cells import Output, Shell  # noqa: E402
from IPython.core.error import UsageError  # noqa: E402
from ipywidgets import Output as OutputWidget  # noqa: E402
from PIL import JpegImagePlugin  # noqa: E402

from rbflib.lab.grader import sandbox  # noqa: E402
from rbflib.lab.grader.worker import Outcome, attempt  # noqa: E402
from rbflib.lab.record import store  # noqa: E402

MANAGER = CommManager()
RECEIVE = b""  # asks the page for a part of its message
outer = []  # the cells around the Output widgets that are open
waiting = {}  # ticket -> (cell, what to do with the outcomes)
tickets = itertools.count()


def send(head, buffers=()):
    """A message to the page."""
    text = json.dumps(head | {"buffers": len(buffers)}, default=str).encode()
    for part in [text, *map(bytes, buffers)]:
        call(part)


def _received():
    head = json.loads(call(RECEIVE))
    return head, [call(RECEIVE) for _ in range(head.pop("buffers"))]


class PageComm(BaseComm):
    """The way between a widget and its model on the page."""

    cell = None  # that has made it: what its callbacks print is shown there

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **_keys):
        self.cell = self.cell or output.cell
        send({"kind": msg_type, "comm": self.comm_id, "data": data or {}}, buffers or ())


comm.create_comm = PageComm
comm.get_comm_manager = lambda: MANAGER
output = Output(send)
shell = Shell.instance(output)  # `display` asks for it


class PageRecord:
    """The record of a reader, which the page keeps: see `rbflib.lab.record.store`."""

    kept = ()

    def events(self):
        return list(self.kept)

    def add(self, events):
        self.kept = [*self.kept, *events]
        send({"kind": "keep", "events": events})

    def clear(self):
        self.kept = ()
        send({"kind": "forget"})

    def notices(self):
        return []


store.backend = PageRecord()


def prepare():
    """Import what the pages import, draw and run once: an image of this memory begins warm."""
    import sklearn.datasets

    from rbflib import lab
    from rbflib.lab import EXPLORERS

    sandbox.start, sandbox.kept = try_apart, Kept
    time.sleep, io.open = _sleep, _open
    asyncio.new_event_loop = asyncio.events.new_event_loop = Loop
    OutputWidget.__enter__, OutputWidget.__exit__ = _into_widget, _out_of_widget
    JpegImagePlugin.Image.register_save("JPEG", _no_jpeg)
    sklearn.datasets.__path__.append("/site/sklearn_datasets")  # with its pictures
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # of fonts left out
    for name in ("interpolation", "kmeans_walk", "network_plane"):
        shell.run(None, f"import rbflib.lab\nrbflib.lab.{name}()")
        shell.run(None, "_.close(), 1 / 0")
    shell.reset()
    codecs.lookup("utf-8-sig")  # tables that readers open may ask for it
    list(EXPLORERS)
    for name in lab.__all__:
        getattr(lab, name)


def _sleep(seconds):
    """A call that sleeps can be ended, as one that computes."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


class Loop(asyncio.BaseEventLoop):
    """An event loop without sockets: all that it waits for is time."""

    _selector = property(lambda self: self)
    _process_events = _write_to_self = close = lambda *_nothing: None

    def select(self, seconds):
        if seconds is None:
            raise RuntimeError("What is awaited cannot come: nothing else runs.")
        time.sleep(seconds)


def _into_widget(widget):
    """What is printed and displayed from here on is this Output's."""
    outer.append(output.cell)
    output.cell = {"widget": widget.model_id}
    return widget


def _out_of_widget(_widget, *error):
    if error[0]:
        shell.showtraceback(error, tb_offset=0)
    output.cell = outer.pop()
    return True


def _no_jpeg(*_image):
    raise UsageError("This Python writes no JPEG: name the file .png, .svg or .pdf.")


class Font(io.BytesIO):
    """Bytes of a font: matplotlib keeps its file open, and an image has no open files."""

    def __init__(self, path):
        with open(path, "rb") as file:
            super().__init__(file.read())
        self.name = path


def _open(path, *args, **options):
    return Font(path) if str(path).endswith(".ttf") else open(path, *args, **options)


def receive():
    """Do what the page asks for."""
    head, buffers = _received()
    try:
        TASKS[head["kind"]](head, buffers)
    except Exception:
        send({"kind": "fault", "of": head, "words": traceback.format_exc()})


def _to_widget(head, buffers):
    content = {"comm_id": head["comm"], "data": head["data"]}
    message = {"content": content, "buffers": buffers, "metadata": {}}
    try:
        if known := MANAGER.comms.get(head["comm"]):
            with output.of(known.cell):
                known.handle_msg(message)
    finally:
        send({"kind": "handled", "comm": head["comm"]})


def _run(head, _buffers):
    right = shell.run(head["cell"], head["code"])
    waits = any(cell == head["cell"] for cell, _then in waiting.values())
    send({"kind": "ran", "cell": head["cell"], "right": right, "waits": waits})


def _complete(head, _buffers):
    replaced, names = shell.names(head["code"])
    send({"kind": "completed", "replaced": replaced, "names": names})


def try_apart(function, inputs, then):
    """The other way to run a function apart (see `sandbox`): the page starts another worker."""
    work = [sandbox.sendable(function), pickle.dumps(inputs)]
    ticket = next(tickets)
    waiting[ticket] = output.cell, then
    send({"kind": "try", "ticket": ticket}, work)


class Kept(sandbox.Here):
    """The other way to keep a function for many calls: here, with looks at the clock."""

    def __init__(self, function, _time_limit):
        super().__init__(function, held="")

    def __call__(self, args, seconds):
        return attempt(self.function, args, seconds)


def _try(_head, buffers):
    try:
        function, inputs = map(pickle.loads, buffers)
    except Exception:  # whatever a thing of the notebook raises
        return send({"kind": "unread"})
    send({"kind": "outcome"})
    for args in inputs:
        send({"kind": "outcome"}, [pickle.dumps(vars(attempt(function, args)))])
    return send({"kind": "tried"})


def _tried(head, buffers):
    outcomes = [Outcome(**pickle.loads(part)) for part in buffers]
    cell, then = waiting.pop(head["ticket"])
    end = [Outcome(head["end"])] if head["end"] else []
    with output.of(cell):
        then(outcomes + end)


def _have(head, _buffers):
    store.backend.kept = head["events"]


TASKS = {
    "record": _have,
    "comm_msg": _to_widget,
    "run": _run,
    "complete": _complete,
    "try": _try,
    "tried": _tried,
}
