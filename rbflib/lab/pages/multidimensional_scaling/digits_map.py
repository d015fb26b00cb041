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
        self.figure = style.new_figure(height=4.65)
        self._add_map()
        self._add_curves()
        self._add_images()

    def _add_map(self):
        limits = {"xlim": (-3.1, 3.1), "ylim": (-2.51, 2.51), "aspect": "equal"}
        title = "the map"
        self.map = map_axes(self.figure, (0.2, 0.9, 4.2, 3.4), title, **limits)
        self.fitted = [
            self._glyphs(digit, color, 6) for digit, color in enumerate(style.GROUP_COLORS)
        ]
        self.new = [self._glyphs(digit, style.INK, 7.5) for digit in range(10)]
        ring = {"mfc": ("white", 0.7), "mec": style.INK, "ms": 13, "mew": 1, "zorder": 5}
        self.rings = moving(self.map.plot([], [], "o", label="a new digit, placed", **ring))
        look = {"mfc": "none", "mew": 2, "markevery": [1], "zorder": 8}
        to_pixels = {"color": style.INK, "ms": 8, "label": "nearest by pixels"}
        self.to_pixels = moving(self.map.plot([], [], "D:", **to_pixels, **look))
        to_map = {"color": style.INK, "ms": 10.5, "label": "nearest on the map"}
        self.to_map = moving(self.map.plot([], [], "s-", **to_map, **look))
        ring = {"mfc": "none", "mec": style.CENTER, "ms": 19, "mew": 2.5, "zorder": 7}
        self.looked_at = moving(self.map.plot([], [], "o", **ring))
        style.add_legend(self.map, below=True)

    def _glyphs(self, digit, color, size):
        look = {"ls": "", "mew": 0.4, "zorder": 6 if color == style.INK else 3}
        return moving(self.map.plot([], [], marker=f"${digit}$", color=color, ms=size, **look))

    def _add_curves(self):
        axes = style.add_axes(
            self.figure,
            (5.25, 3.0, 3.75, 1.25),
            "squared distance kept",
            xlabel="dimensions d′",
            xlim=(0, MAX_DIMENSIONS + 0.3),
            ylim=(0, 1.02),
            xticks=[1, 5, 10, 15, 19],
        )
        axes.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        self.kept = moving(axes.plot([], [], color=style.INK, label="among the fitted"))
        self.kept_new = moving(axes.plot([], [], "--", color=style.INK, label="new to fitted"))
        self.now = moving(axes.axvline(1, color=style.INK, lw=1))
        style.add_legend(axes, loc="lower right")

    def _add_images(self):
        self.images, self.captions = [], []
        for k, title in enumerate(["the new digit", "nearest,\non the map", "nearest,\nby pixels"]):
            axes = style.add_axes(
                self.figure,
                (5.25 + 1.32 * k, 0.75, 1.1, 1.1),
                title,
                xlim=(0, 8),
                ylim=(8, 0),
                xticks=[],
                yticks=[],
            )
            axes.spines[:].set_visible(False)
            self.images.append(Pixels(axes))
            self.captions.append(moving(axes.text(0, 8.4, "", size=style.TYPE, va="top")))

    def update(self, digits, n_fitted, d, look):
        X, y = digit_samples(digits)
        Z, placed, eigenvalues = placed_digits(digits, n_fitted)
        X_new, y_new = X[:N_NEW], y[:N_NEW]
        X, y = X[N_NEW : N_NEW + n_fitted], y[N_NEW : N_NEW + n_fitted]
        true, seen = cdist(X_new, X), cdist(placed[:, :d], Z[:, :d])
        by_pixels, by_map = true.argmin(axis=1), seen.argmin(axis=1)
        self._show_map(Z, y, placed, y_new)
        self._show_looked_at(Z, placed[look - 1], by_map[look - 1], by_pixels[look - 1])
        shown = [(X_new, y_new, look - 1), (X, y, by_map[look - 1]), (X, y, by_pixels[look - 1])]
        self._show_images([(images[i], labels[i]) for images, labels, i in shown])
        kept, kept_new = self._show_curves(Z, placed, eigenvalues, true, d)
        return {
            "squared distance kept": f"{100 * kept:.1f}%",
            "new to fitted": f"{100 * kept_new:.1f}%",
            "stress of the new": np.sqrt(np.sum((seen - true) ** 2) / np.sum(true**2)),
            "nearest on the map is nearest by pixels": f"{np.sum(by_map == by_pixels)} of {N_NEW}",
            "label of the nearest is right: on the map": f"{np.sum(y[by_map] == y_new)} of {N_NEW}",
            "by pixels": f"{np.sum(y[by_pixels] == y_new)} of {N_NEW}",
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
            print("new to fitted:", f"{{100 * kept:.1f}}%")
            stress = np.sqrt(np.sum((seen - true) ** 2) / np.sum(true**2))
            print("stress of the new:", stress)
            on_map, by_pixels = seen.argmin(axis=1), true.argmin(axis=1)
            same = f"{{np.sum(on_map == by_pixels)}} of {N_NEW}"
            print("nearest on the map is nearest by pixels:", same)
            right = f"{{np.sum(y[on_map] == y_new)}} of {N_NEW}"
            print("label of the nearest is right: on the map:", right)
            print("by pixels:", f"{{np.sum(y[by_pixels] == y_new)}} of {N_NEW}")
        """

    def _show_map(self, Z, y, placed, y_new):
        for digit in range(10):
            self.fitted[digit].set_data(*Z[y == digit, :2].T)
            self.new[digit].set_data(*placed[y_new == digit, :2].T)
        self.rings.set_data(*placed[:, :2].T)

    def _show_looked_at(self, Z, place, by_map, by_pixels):
        self.looked_at.set_data(*place[:2, None])
        self.to_map.set_data(*np.stack([place[:2], Z[by_map, :2]]).T)
        self.to_pixels.set_data(*np.stack([place[:2], Z[by_pixels, :2]]).T)

    def _show_images(self, shown):
        for (image, label), pixels, caption in zip(shown, self.images, self.captions, strict=True):
            x, y = (np.minimum(place, 7.9).astype(int) for place in pixels.grid())
            colors = style.similarity_colors(image.reshape(8, 8))
            pixels.set_colors(colors[y[:, None], x])
            caption.set_text(f"a {label}")

    def _show_curves(self, Z, placed, eigenvalues, true, d):
        """Kept shares of squared distance at d: among the fitted, and from new to fitted."""
        kept = np.cumsum(eigenvalues[: Z.shape[1]]) / eigenvalues.sum()
        # Σ over new p and fitted z of (p − z)², one dimension at a time; the z sum to 0.
        squares = len(placed) * (Z**2).sum(axis=0) + len(Z) * (placed**2).sum(axis=0)
        kept_new = np.cumsum(squares) / np.sum(true**2)
        dimensions = np.arange(1, Z.shape[1] + 1)
        self.kept.set_data(dimensions, kept)
        self.kept_new.set_data(dimensions, kept_new)
        self.now.set_xdata([d, d])
        return kept[d - 1], kept_new[d - 1]

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
        "look": LinearSlider("look at new", 1, 1, N_NEW, 1),
    }
    presets = {
        "Two digits": {"digits": "0 1"},
        "Four digits": {},
        "A misread 4": {"look": 18},
        "Look-alikes": {"digits": "3 5 8 9"},
        "All ten": {"digits": DIGIT_SETS[-1]},
        "All ten, 19 dimensions": {"digits": DIGIT_SETS[-1], "d": 19},
        "Few fitted": {"n_fitted": 20},
    }
    return Explorer(DigitsScene, controls, presets)
