"""Frames: pictures as bytes, for the browser and for files."""

import struct
import zlib
from functools import partial
from io import BytesIO

import numpy as np
from PIL import Image

try:
    from isal.isal_zlib import compress as quick_compress
except ImportError:  # no build for every Python
    quick_compress = partial(zlib.compress, level=1)

# Width, height and number of runs of a frame.
HEAD = struct.Struct("<III")


def pack(pixels, compress=quick_compress):
    """uint8 RGBA pixels of shape (height, width, 4) as bytes: a frame.

    Its head, then a zlib stream of all runs: their colors, then the low bytes of their lengths, and
    then the high ones, most of which are 0. A run is the part of a row that has one color. The
    browser unpacks them while it reads the message. A PNG it would decode later, often after
    painting the whole page once more, which takes it ten milliseconds.

    `compress` makes the zlib stream: isal's where it is installed, or zlib's for a small file.
    """
    height, width = pixels.shape[:2]
    flat = pixels.view(np.uint32).ravel()
    begins = np.empty(flat.shape, bool)
    np.not_equal(flat[1:], flat[:-1], out=begins[1:])
    begins[::width] = True
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=flat.size).astype("<u2")
    runs = flat[starts].tobytes() + lengths.view(np.uint8).reshape(-1, 2).T.tobytes()
    return HEAD.pack(width, height, len(starts)) + compress(runs)


def png(pixels, colors=None, **options):
    """PNG bytes of uint8 RGBA pixels that nothing shines through, in at most so many colors.

    Options are Pillow's.
    """
    file, image = BytesIO(), Image.fromarray(pixels).convert("RGB")
    if colors is not None:
        image = image.quantize(colors, dither=Image.Dither.NONE)
    image.save(file, "png", **options)
    return file.getvalue()
