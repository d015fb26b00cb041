"""From pixels to bytes and back; `tests/js/frame.test.mjs` unpacks the same frames."""

import json
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from isal import isal_zlib
from PIL import Image

from rbflib.lab.kit.frame import pack, png
from tests.frames import unpack


@pytest.mark.parametrize("compress", [isal_zlib.compress, zlib.compress])
@pytest.mark.parametrize("colors", [1, 2, 256])
def test_frame_keeps_every_pixel(rng, colors, compress):
    pixels = rng.integers(0, colors, (37, 53, 4), dtype=np.uint8)
    assert np.array_equal(unpack(pack(pixels, compress)), pixels)


def test_png_keeps_every_pixel(rng):
    pixels = rng.integers(0, 256, (37, 53, 4), dtype=np.uint8)
    pixels[:, :, 3] = 255
    decoded = Image.open(BytesIO(png(pixels, optimize=True))).convert("RGBA")
    assert np.array_equal(np.asarray(decoded), pixels)


def test_frames_that_node_unpacks_are_those_of_python():
    path = Path(__file__).parents[1] / "js" / "frames.json"
    frames = json.loads(path.read_text(encoding="utf-8"))
    assert len(frames) >= 3
    for frame in frames.values():
        pixels = unpack(bytes.fromhex(frame["frame"]))
        assert pixels.shape == (frame["height"], frame["width"], 4)
        assert np.ascontiguousarray(pixels).tobytes().hex() == frame["pixels"]
