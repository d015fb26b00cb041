"""Frames read again, as a browser reads them."""

import zlib

import numpy as np

from rbflib.lab.kit.frame import HEAD


def unpack(frame):
    """The pixels of a frame."""
    width, height, n_runs = HEAD.unpack_from(frame)
    runs = zlib.decompress(memoryview(frame)[HEAD.size :])
    colors = np.frombuffer(runs, np.uint32, n_runs)
    low, high = np.frombuffer(runs, np.uint8, 2 * n_runs, offset=4 * n_runs).reshape(2, n_runs)
    return np.repeat(colors, low + 256 * high.astype(int)).view(np.uint8).reshape(height, width, 4)
