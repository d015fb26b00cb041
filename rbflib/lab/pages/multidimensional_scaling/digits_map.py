"""New digits placed on a finished map of others."""

from functools import cache, lru_cache

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import Pixels, moving
from rbflib.lab.kit.controls import Choice, LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.multidimensional_scaling.blank_map import map_axes
from rbflib.mds import ClassicalMDS

DIGIT_SETS = ["0 1 4 6", "0 1", "3 5 8 9", "0 1 2 3 4 5 6 7 8 9"]
N_NEW = 30
MAX_DIMENSIONS = 19  # twenty digits, the fewest that are fitted, span no more


@cache
def digit_samples(digits):
    """Images (N, 64) with ink from 0 to 1, and labels (N,), of the digits named, shuffled."""
    table = load_digits()
    chosen = np.flatnonzero(np.isin(table.target, [int(digit) for digit in digits.split()]))
    chosen = np.random.default_rng(0).permutation(chosen)
    return table.data[chosen] / 16, table.target[chosen]


@lru_cache(maxsize=16)
def placed_digits(digits, n_fitted):
    """Map of the fitted digits (n_fitted, k), the N_NEW new ones placed on it, all eigenvalues."""
    X, _ = digit_samples(digits)
    model = ClassicalMDS(MAX_DIMENSIONS).fit(X[N_NEW : N_NEW + n_fitted])
    placed = model.transform(X[:N_NEW])
    # The reader may have chosen tables of pandas for what scikit-learn transforms.
    return model.embedding_, np.asarray(placed), model.eigenvalues_


class DigitsScene(Scene):
    """Handwritten digits as a map, and new ones placed on it."""

    hint = "drag over the map to look at a new digit"

    def __init__(self):
        self.figure = style.new_figure()
        self._add_map()
        self._add_images()

    def _add_map(self):
        limits = {"xlim": (-2.8, 2.8), "ylim": (-1.93, 2.6), "aspect": "equal"}
        place = (0.1, 0.36, 4.65, 3.76)
        self.map = map_axes(self.figure, place, "The map", leads=True, **limits)
        self.fitted = [
            self._glyphs(digit, color, 7) for digit, color in enumerate(style.GROUP_COLORS)
        ]
        self.new = [self._glyphs(digit, style.INK, 8.5) for digit in range(10)]
        ring = {"mfc": "white", "mec": style.INK, "ms": 14, "mew": 1, "zorder": 5}
        self.rings = moving(self.map.plot([], [], "o", label="new", **ring))
        look = {"color": style.INK, "mfc": "none", "mew": 2, "markevery": [1], "zorder": 8}
        to_map = {"ms": 10.5, "label": "nearest on the map"}
        self.to_map = moving(self.map.plot([], [], "s-", **to_map, **look))
        to_pixels = {"ms": 8, "label": "nearest by pixels"}
        self.to_pixels = moving(self.map.plot([], [], "D:", **to_pixels, **look))
        ring = {"mfc": "white", "mec": style.CENTER, "ms": 16, "mew": 2.5, "zorder": 9}
        self.looked_at = moving(self.map.plot([], [], "o", **ring))
        self.its_label = moving(self.map.plot([], [], color=style.INK, ms=9, mew=0.4, zorder=10))
        style.add_key(self.map, self.rings, self.to_map, self.to_pixels)

    def _glyphs(self, digit, color, size):
        look = {"ls": "", "mew": 0.4, "zorder": 6 if color == style.INK else 3}
        return moving(self.map.plot([], [], marker=f"${digit}$", color=color, ms=size, **look))

    def _add_images(self):
        """The new digit, and beside it the two that are nearest."""
        places = {
            "The new digit": (5.35, 1.25, 1.75, 1.75),
            "Nearest on the map": (7.45, 2.65, 1.47, 1.47),
            "Nearest by pixels": (7.45, 0.5, 1.47, 1.47),
        }
        self.images, self.captions = [], []
        for title, place in places.items():
            axes = style.add_axes(self.figure, place, title, xlim=(0, 8), ylim=(8, 0))
            axes.axis("off")
            self.images.append(Pixels(axes))
            self.captions.append(moving(axes.text(0, 8.3, "", size=style.TYPE, va="top")))

    def update(self, digits, n_fitted, d, look):
        X, y = digit_samples(digits)
        Z, placed, eigenvalues = placed_digits(digits, n_fitted)
        X_new, y_new = X[:N_NEW], y[:N_NEW]
        X, y = X[N_NEW : N_NEW + n_fitted], y[N_NEW : N_NEW + n_fitted]
        true, seen = cdist(X_new, X), cdist(placed[:, :d], Z[:, :d])
        by_pixels, by_map = true.argmin(axis=1), seen.argmin(axis=1)
        self._show_map(Z, y, placed, y_new)
        nearest = Z[by_map[look - 1], :2], Z[by_pixels[look - 1], :2]
        self._show_looked_at(placed[look - 1, :2], y_new[look - 1], *nearest)
        shown = [(X_new, y_new, look - 1), (X, y, by_map[look - 1]), (X, y, by_pixels[look - 1])]
        self._show_images([(images[i], labels[i]) for images, labels, i in shown])
        kept = eigenvalues[:d].sum() / eigenvalues.sum()
        kept_new = np.sum(seen**2) / np.sum(true**2)
        return {
            "squared distance kept": f"{100 * kept:.1f}%",
            "of the new": f"{100 * kept_new:.1f}%",
            "nearest by both": f"{np.sum(by_map == by_pixels)} of {N_NEW}",
            "label right, map": f"{np.sum(y[by_map] == y_new)} of {N_NEW}",
            "label right, pixels": f"{np.sum(y[by_pixels] == y_new)} of {N_NEW}",
        }

    def code(self, digits, n_fitted, d, look):
        return f"""
            import numpy as np
            from scipy.spatial.distance import cdist
            from sklearn.datasets import load_digits
            from rbflib import ClassicalMDS

            table = load_digits()
            chosen = np.flatnonzero(np.isin(table.target, [{", ".join(digits.split())}]))
            chosen = np.random.default_rng(0).permutation(chosen)[:{N_NEW} + {n_fitted}]
            X, y = table.data[chosen] / 16, table.target[chosen]
            X_new, y_new, X, y = X[:{N_NEW}], y[:{N_NEW}], X[{N_NEW}:], y[{N_NEW}:]
            mds = ClassicalMDS({d}).fit(X)
            true, seen = cdist(X_new, X), cdist(mds.transform(X_new), mds.embedding_)
            kept = mds.eigenvalues_[:{d}].sum() / mds.eigenvalues_.sum()
            print("squared distance kept:", f"{{100 * kept:.1f}}%")
            kept = np.sum(seen**2) / np.sum(true**2)
            print("of the new:", f"{{100 * kept:.1f}}%")
            on_map, by_pixels = seen.argmin(axis=1), true.argmin(axis=1)
            print("nearest by both:", f"{{np.sum(on_map == by_pixels)}} of {N_NEW}")
            print("label right, map:", f"{{np.sum(y[on_map] == y_new)}} of {N_NEW}")
            print("label right, pixels:", f"{{np.sum(y[by_pixels] == y_new)}} of {N_NEW}")
        """

    def _show_map(self, Z, y, placed, y_new):
        for digit in range(10):
            self.fitted[digit].set_data(*Z[y == digit, :2].T)
            self.new[digit].set_data(*placed[y_new == digit, :2].T)
        self.rings.set_data(*placed[:, :2].T)

    def _show_looked_at(self, place, label, on_map, by_pixels):
        self.looked_at.set_data(*place[:, None])
        self.its_label.set_data(*place[:, None])
        self.its_label.set_marker(f"${label}$")
        self.to_map.set_data(*np.stack([place, on_map]).T)
        self.to_pixels.set_data(*np.stack([place, by_pixels]).T)

    def _show_images(self, shown):
        for (image, label), pixels, caption in zip(shown, self.images, self.captions, strict=True):
            x, y = (np.minimum(place, 7.9).astype(int) for place in pixels.grid())
            colors = style.similarity_colors(image.reshape(8, 8))
            pixels.set_colors(colors[y[:, None], x])
            caption.set_text(f"a {label}")

    def handles(self, **state):
        placed = placed_digits(state["digits"], state["n_fitted"])[1][:, :2]

        def nearest(*point):
            return {"look": 1 + np.hypot(*(placed - point).T).argmin()}

        look = state["look"]
        return [Handle("the new digit", self.map, placed[look - 1], nearest, (0.4, 0.4), (look,))]


@explorer(page="multidimensional_scaling")
def digits_map():
    """Page 08: handwritten digits in the plane, and new ones placed on the finished map."""
    controls = {
        "digits": Choice("digits", DIGIT_SETS),
        "n_fitted": LinearSlider("digits fitted", 200, 20, 250, 10),
        "d": LinearSlider("dimensions d′", 2, 2, MAX_DIMENSIONS, 1),
        "look": LinearSlider("look at new", 20, 1, N_NEW, 1),
    }
    presets = {
        "Two digits": {"digits": "0 1"},
        "Four digits": {},
        "A misread 4": {"look": 18},
        "Look-alikes": {"digits": "3 5 8 9"},
        "All ten": {"digits": DIGIT_SETS[-1]},
        "Few fitted": {"n_fitted": 20},
    }
    return Explorer(DigitsScene, controls, presets)
