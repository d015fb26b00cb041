"""One thread: small problems beside a browser are faster so, in linear algebra and in loops."""

import sys
from functools import lru_cache

from threadpoolctl import ThreadpoolController


def one_thread():
    """A context in which each library that has come so far keeps to one thread."""
    return _libraries(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)
def _libraries(_n_modules):
    # Looking for them takes milliseconds. With a new module a library may have come.
    return ThreadpoolController()
