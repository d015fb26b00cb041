"""Settings of matplotlib and NumPy for our pictures, whatever the reader has chosen for others."""

import threading
from contextlib import contextmanager

import numpy as np
from matplotlib import rcParams, rcParamsDefault

# All that matplotlib has but the backend: our pictures have a canvas of their own.
OURS = {name: value for name, value in dict.items(rcParamsDefault) if name != "backend"}

# matplotlib has one set of settings for all threads. Were two to exchange it at once, the second
# could take ours for the reader's, and leave them behind.
_exchange = threading.RLock()


@contextmanager
def our_settings():
    """A context, or a decorator, in which matplotlib and NumPy have the settings they came with.

    The reader's are back at its end.
    """
    with _exchange, np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
        readers = dict.copy(rcParams)
        del readers["backend"]
        # Past matplotlib's checks, which take a millisecond: all of these have passed them before.
        dict.update(rcParams, OURS)
        try:
            yield
        finally:
            dict.update(rcParams, readers)
