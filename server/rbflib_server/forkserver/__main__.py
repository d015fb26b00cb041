"""python -P -m rbflib_server.forkserver FOLDER GIB listens at FOLDER/socket."""

import ctypes
import gc
import signal
import sys
from pathlib import Path

from rbflib_server.forkserver.preload import preload
from rbflib_server.forkserver.server import ForkServer, listen

PR_SET_PDEATHSIG = 1


def main(folder, gib):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)  # a fork does not inherit it
    listener = listen(folder)  # clients that connect during the imports wait
    gc.disable()  # a collection in a child would copy the memory that is to be shared
    preload()
    gc.collect()
    gc.freeze()
    ForkServer(listener, int(gib * 2**30)).serve().run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
