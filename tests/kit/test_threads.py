import subprocess
import sys

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
