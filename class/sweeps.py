"""Workers for the sweeps of a class: a Dask scheduler and its workers on this computer.

In a notebook, scikit-learn's searches use them after these lines:

    import os, joblib
    from dask.distributed import Client

    client = Client(os.environ["RBFLIB_DASK"])
    joblib.parallel_config("dask")
"""

import signal
import sys

from dask.distributed import LocalCluster


def start(workers, port=0):
    """A cluster that answers on this computer only, with one thread per worker."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        scheduler_port=port,
        dashboard_address=None,
    )


if __name__ == "__main__":
    with start(int(sys.argv[1]), int(sys.argv[2])):
        signal.sigwait({signal.SIGTERM, signal.SIGINT})
