import asyncio
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from rbflib.lab.kit import threads
from rbflib.lab.kit.threads import interruptible, on_own_thread

LATE_LIBRARY = """
from threadpoolctl import threadpool_info, threadpool_limits
from rbflib.lab.kit.threads import one_thread

def threads():
    return {library["num_threads"] for library in threadpool_info()}

with one_thread():
    pass
import numpy, scipy.linalg, sklearn.cluster
with threadpool_limits(2):
    before = threads()
    with one_thread():
        within = threads()
print(before, within)
"""


def test_libraries_that_come_late_keep_to_one_thread_too():
    printed = subprocess.check_output([sys.executable, "-c", LATE_LIBRARY], text=True)
    assert printed.strip() == "{2} {1}"


def test_an_interrupt_ends_what_a_kernel_does_between_its_messages():
    done, before = [], signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a kernel has it
    try:
        with interruptible():
            signal.raise_signal(signal.SIGINT)
            done.append("after it")
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == []


def test_other_threads_have_no_signals():
    def work():
        with interruptible():
            return "done"

    with ThreadPoolExecutor() as pool:
        assert pool.submit(work).result() == "done"


class Widget:
    """What is done for a front end, by a thread that is asked by another."""

    def __init__(self):
        self.made_on = threading.current_thread(), threads.running_loop()
        self.done = []

    @on_own_thread
    def work(self):
        self.done.append(threading.current_thread())


def asked(work_of_cell, ask):
    """What another thread finds that asks a widget while a cell runs on this one."""

    async def kernel():
        widget, in_cell = Widget(), threading.Event()
        asking = asyncio.get_running_loop().run_in_executor(None, ask, widget, in_cell)
        in_cell.wait(60)
        work_of_cell(widget)
        found = await asyncio.wait_for(asking, 60)
        assert set(widget.done) <= {threading.current_thread()}
        return found

    return asyncio.run(kernel())


def test_a_thread_that_is_slow_to_take_a_message_is_waited_for():
    def ask(widget, in_cell):
        in_cell.set()
        widget.work()
        return len(widget.done)

    assert asked(lambda _widget: time.sleep(0.3), ask) == 1


def test_a_cell_that_runs_is_waited_for_once(monkeypatch):
    after = threading.Event()

    def ask(widget, in_cell):
        in_cell.set()
        monkeypatch.setattr(threads, "TURN", 0.01)
        widget.work()
        monkeypatch.setattr(threads, "TURN", 3600)
        widget.work()
        found = len(widget.done)
        after.set()
        return found

    assert asked(lambda _widget: after.wait(5), ask) == 0
