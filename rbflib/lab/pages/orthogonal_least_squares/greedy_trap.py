"""Forward selection beside the best of all subsets."""

from functools import cache
from itertools import combinations

import numpy as np
from scipy import linalg

from rbflib.basis import design_matrix
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import EndLabels, moving
from rbflib.lab.kit.controls import LinearSlider, LogSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.ols import orthogonal_least_squares

PLACES = np.arange(-2, 2.01, 0.25)
SUBSET_SIZES = (1, 2, 3)


class GreedyTrapScene(Scene):
    """Forward selection beside the best of all subsets, on a target that is a sum of two bumps."""

    drawn = ("greedy leaves", "best leaves")

    def __init__(self):
        self.x = np.linspace(-3.5, 3.5, 141)
        self.figure = style.new_figure()
        look = {"xlabel": "x", "ylabel": "y", "xlim": (-3.5, 3.5), "ylim": (-0.6, 2.2)}
        look |= {"yticks": [0, 1, 2]}
        title = "Two bumps added up, and fits of M terms"
        axes = style.add_axes(self.figure, style.LEAD, title, leads=True, **look)
        self.target = moving(axes.plot([], [], "o", color=style.MUTED, ms=3.5, label="target"))
        looks = {
            "greedy": style.METHOD_STYLE["OLS"],
            "best": style.SERIES[1] | {"mfc": "none"},
        }
        self.fits, self.marks, self.curves = {}, {}, {}
        self.heights = {"greedy": -0.36, "best": -0.54}
        for name, look in looks.items():
            line = look | {"marker": ""}
            mark = look | {"ls": "", "ms": 9}
            self.fits[name] = moving(axes.plot([], [], **line, zorder=4))
            self.marks[name] = moving(axes.plot([], [], **mark, zorder=5))
            axes.plot([], [], **look, label=name)
        axes.plot(PLACES, np.full(len(PLACES), -0.45), "|", color=style.MUTED, label="candidates")
        style.add_key(axes)
        look = {"xlabel": "terms M", "xlim": (0.6, 3.4), "ylim": (1e-4, 1.5), "yscale": "log"}
        look |= {"xticks": SUBSET_SIZES}
        title = "Energy left by every subset"
        shares = style.add_axes(self.figure, style.ASIDE, title, keyed=True, **look)
        shares.set_yticks([1e-4, 1e-3, 1e-2, 0.1, 1], ["≤10⁻⁴", "10⁻³", "0.01", "0.1", "1"])
        self.subsets = moving(shares.plot([], [], "_", color=style.MUTED, ms=9, mew=0.8))
        for name, look in looks.items():
            self.curves[name] = moving(shares.plot([], [], **look, ms=9, label=name))
        self.now = moving(shares.axvline(2, color=style.INK, lw=1, zorder=1))
        EndLabels(shares, *self.curves.values())

    def update(self, distance, gamma, noise, n_terms, draw):
        y = self._target(distance, gamma, noise, draw)
        Z = design_matrix(self.x[:, None], PLACES[:, None], gamma)
        path = orthogonal_least_squares(Z, y, max_terms=max(SUBSET_SIZES))
        left = {M: subset_shares(Z, y, M) for M in SUBSET_SIZES}
        chosen = {
            "greedy": path.selected[:n_terms],
            "best": subsets(len(PLACES), n_terms)[left[n_terms].round(12).argmin()],
        }
        shares = {
            "greedy": [1 - path.err[:M].sum() for M in SUBSET_SIZES],
            "best": np.array([left[M].min() for M in SUBSET_SIZES]),
        }
        self.target.set_data(self.x, y)
        for name, terms in chosen.items():
            weights = linalg.lstsq(Z[:, terms], y)[0]
            self.fits[name].set_data(self.x, Z[:, terms] @ weights)
            self.marks[name].set_data(PLACES[terms], np.full(len(terms), self.heights[name]))
            self.curves[name].set_data(SUBSET_SIZES, np.maximum(shares[name], 1e-4))
        sizes = np.repeat(SUBSET_SIZES, [len(left[M]) for M in SUBSET_SIZES])
        self.subsets.set_data(sizes, np.maximum(np.concatenate([*left.values()]), 1e-4))
        self.now.set_xdata([n_terms] * 2)
        return {
            "greedy takes": _places(chosen["greedy"]),
            "greedy leaves": shares["greedy"][n_terms - 1],
            "best takes": _places(np.sort(chosen["best"])),
            "best leaves": shares["best"][n_terms - 1],
            "subsets tried": len(left[n_terms]),
        }

    def code(self, distance, gamma, noise, n_terms, draw):
        return f"""
            import numpy as np
            from itertools import combinations
            from rbflib import design_matrix, orthogonal_least_squares

            x, places = np.linspace(-3.5, 3.5, 141)[:, None], np.arange(-2, 2.01, 0.25)
            bumps = design_matrix(x, [[-{distance} / 2], [{distance} / 2]], gamma={gamma})
            y = bumps.sum(axis=1) + {noise} * np.random.default_rng({draw}).standard_normal(141)
            Z = design_matrix(x, places[:, None], gamma={gamma})

            def left(terms):
                Q, _ = np.linalg.qr(Z[:, terms])
                return round(1 - np.sum((y @ Q) ** 2) / (y @ y), 12)

            def written(terms):
                return ", ".join(f"{{place:g}}" for place in places[list(terms)])

            greedy = orthogonal_least_squares(Z, y, max_terms={n_terms}).selected
            subsets = list(combinations(range(len(places)), {n_terms}))
            best = min(subsets, key=left)
            print("greedy takes:", written(greedy))
            print("greedy leaves:", left(greedy))
            print("best takes:", written(best))
            print("best leaves:", left(best))
            print("subsets tried:", len(subsets))
        """

    def _target(self, distance, gamma, noise, draw):
        rng = np.random.default_rng(draw)
        bumps = design_matrix(self.x[:, None], [[-distance / 2], [distance / 2]], gamma)
        return bumps.sum(axis=1) + noise * rng.standard_normal(len(self.x))


def _places(terms):
    return ", ".join(f"{PLACES[m]:g}".replace("-", "−") for m in terms)


@cache
def subsets(n, size):
    """All subsets of a size, as rows of indices."""
    return np.array(list(combinations(range(n), size)))


def subset_shares(Z, y, size):
    """Share of the energy of y that a least-squares fit on each subset of columns leaves."""
    terms = subsets(Z.shape[1], size)
    Q, _ = np.linalg.qr(np.moveaxis(Z[:, terms], 0, 1))
    return 1 - ((y @ Q) ** 2).sum(axis=-1) / (y @ y)


@explorer(page="orthogonal_least_squares")
def greedy_trap():
    """Page 06: forward selection misses the best pair."""
    controls = {
        "distance": LinearSlider("distance", 4.0, 0.5, 4.0, 0.5),
        "gamma": LogSlider("γ", 1.0, -0.3, 1, 0.1),
        "noise": LinearSlider("noise", 0.02, 0.0, 0.2, 0.02),
        "n_terms": LinearSlider("terms M", 2, 1, 3, 1),
        "draw": draw_slider("noise"),
    }
    presets = {
        "Far apart": {"distance": 4.0},
        "Close together": {"distance": 2.0},
        "Three terms": {"distance": 2.0, "n_terms": 3},
        "Narrow bumps": {"distance": 2.0, "gamma": 10**0.7},
        "With noise": {"distance": 2.0, "noise": 0.2},
    }
    return Explorer(GreedyTrapScene, controls, presets)
