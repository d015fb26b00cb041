"""A photograph in few colors: by k-means, and of random pixels."""

from functools import lru_cache
from io import BytesIO
from os import PathLike

import numpy as np
from PIL import Image, ImageOps
from sklearn.datasets import load_sample_image

from rbflib.kmeans import KMeans
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels
from rbflib.lab.kit.columns import TableError
from rbflib.lab.kit.controls import Choice, OptionSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.kit.your_data import Opens, YourData
from rbflib.numerics.nearest import nearest_center

PALETTE_SIZES = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]


@lru_cache
def photo(name):
    """A photograph of scikit-learn's, every second pixel of its middle: uint8 (160, 240, 3).

    Or the reader's, which has that shape.
    """
    if isinstance(name, YourData):
        return name.arrays[0]
    return load_sample_image(f"{name}.jpg")[54:374:2, 80:560:2]


def read_image(content, name):
    file = BytesIO(content)
    file.name = name
    return file


def of_image(image):
    """The middle of an array (H, W), (H, W, 3) or (H, W, 4), of an image of PIL, or of a file."""
    is_path = isinstance(image, str | PathLike)
    file = str(image) if is_path else getattr(image, "name", "")
    try:
        if is_path or isinstance(image, BytesIO):
            image = Image.open(image)
        elif not isinstance(image, Image.Image):
            pixels = np.asarray(image)
            pixels = pixels.astype(float) * (255 if pixels.dtype.kind in "fb" else 1)
            if not pixels.min() >= 0 or not pixels.max() <= 255:
                raise ValueError
            image = Image.fromarray(np.round(pixels).astype(np.uint8))
        middle = ImageOps.fit(image.convert("RGB"), (240, 160), Image.Resampling.BOX)
    except (OSError, TypeError, ValueError, IndexError):
        raise TableError(
            "This is no image. Give a PNG or JPEG file, or an array (H, W), (H, W, 3) or (H, W, 4) "
            "of whole numbers from 0 to 255, or of others from 0 to 1."
        ) from None
    made = f"{file!r})" if file else "image)  # your image"
    return YourData(
        (np.array(middle),),
        (f"240 × 160 pixels of the middle of {image.width} × {image.height}",),
        f"from {__name__} import of_image\ndata = of_image({made}",
        {r"from sklearn.*\n": "", r"load_sample_image.*": "data.arrays[0]"},
    )


@lru_cache
def distinct_colors(name):
    """Colors in [0, 1] (C, 3), about half as many as pixels, and the color of each pixel (N,)."""
    pixels = photo(name).reshape(-1, 3)
    colors, of_pixel = np.unique(pixels, axis=0, return_inverse=True)
    return colors / 255, of_pixel


@lru_cache(maxsize=64)
def palettes(name, k):
    """Pixels in [0, 1] (N, 3); colors learned by k-means and drawn at random, with labels."""
    X = photo(name).reshape(-1, 3) / 255
    rng = np.random.default_rng(3)
    sample = X[rng.choice(len(X), 3000, replace=False)]
    learned = KMeans(k, init="k-means++", max_iter=30, random_state=0).fit(sample).cluster_centers_
    drawn = sample[:k]
    distinct, of_pixel = distinct_colors(name)
    return X, [(c, nearest_center(distinct, c)[of_pixel]) for c in (learned, drawn)]


class PaletteScene(Scene):
    """A photograph in few colors: the colors learned, or drawn at random."""

    natural = True

    def __init__(self):
        self.figure = style.new_figure(height=3.3)
        titles = ["The photograph", "Colors by k-means", "Colors of random pixels"]
        self.pictures, self.strips = [], []
        for n, title in enumerate(titles):
            left = 0.05 + n * 3.08
            self.pictures.append(self._pixels((left, 0.95, 240, 160), title))
            self.strips.append(self._pixels((left, 0.45, 240, 24)))

    def _pixels(self, place, title=""):
        left, bottom, width, height = place
        inches = (left, bottom, width / style.DPI, height / style.DPI)
        axes = style.add_axes(self.figure, inches, title=title)
        axes.axis("off")
        return Pixels(axes, cell=1)

    def update(self, photo_name, k):
        X, found = palettes(photo_name, k)
        self.pictures[0].set_colors(_rgba(X.reshape(160, 240, 3)))
        numbers = {}
        for n, (name, (colors, labels)) in enumerate(
            zip(["k-means", "random"], found, strict=True)
        ):
            self.pictures[n + 1].set_colors(_rgba(colors[labels].reshape(160, 240, 3)))
            self.strips[n + 1].set_colors(_strip(colors))
            error = np.sqrt(np.mean((X - colors[labels]) ** 2))
            numbers[f"error with {name} colors"] = 255 * error
        bits = int(np.ceil(np.log2(k)))
        numbers["bytes"] = f"{3 * k + bits * len(X) // 8:,} of {3 * len(X):,}"
        return numbers

    def code(self, photo_name, k):
        return f"""
            import numpy as np
            from sklearn.datasets import load_sample_image
            from rbflib import KMeans, NearestNeighborClassifier

            photo = load_sample_image("{photo_name}.jpg")[54:374:2, 80:560:2]
            X = photo.reshape(-1, 3) / 255
            sample = X[np.random.default_rng(3).choice(len(X), 3000, replace=False)]
            kmeans = KMeans({k}, init="k-means++", max_iter=30, random_state=0).fit(sample)
            colors = {{"k-means": kmeans.cluster_centers_, "random": sample[:{k}]}}
            for name, c in colors.items():
                nearest = NearestNeighborClassifier(1).fit(c, np.arange({k})).predict(X)
                error = np.sqrt(np.mean((X - c[nearest]) ** 2))
                print(f"error with {{name}} colors:", 255 * error)
            bits = int(np.ceil(np.log2({k})))
            print("bytes:", f"{{3 * {k} + bits * len(X) // 8:,}} of {{3 * len(X):,}}")
        """


def _rgba(colors):
    """Colors in [0, 1], first row on top, as uint8 RGBA, lowest row first."""
    opaque = np.ones((*colors.shape[:2], 1))
    return np.round(255 * np.concatenate([colors, opaque], axis=2)).astype(np.uint8)[::-1].copy()


def _strip(colors):
    """The palette as a strip of 24 x 240 pixels, from dark to light."""
    by_light = colors[colors.sum(axis=1).argsort()]
    return _rgba(np.tile(by_light[np.arange(240) * len(colors) // 240], (24, 1, 1)))


@explorer(page="kmeans")
def palette(image=None):
    """Page 04: a photograph in k colors; or your image, an array, one of PIL or a file."""
    controls = {
        "k": OptionSlider("colors k", 16, PALETTE_SIZES),
        "photo_name": Choice("photograph", ["flower", "china"]),
    }
    presets = {
        "2 colors": {"k": 2},
        "8 colors": {"k": 8},
        "64 colors": {"k": 64},
        "128 colors": {"k": 128},
        "The temple, 8": {"photo_name": "china", "k": 8},
        "The temple, 64": {"photo_name": "china", "k": 64},
    }
    opens = Opens(of_image, (image,), (), "photo_name", ("image", ".png,.jpg,.jpeg"), read_image)
    return Explorer(PaletteScene, controls, presets, opens=opens)
