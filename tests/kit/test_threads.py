import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from rbflib.lab.kit.threads import interruptible

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
