"""Distances from one point in D features, and the number of samples needed for dense sampling."""

from functools import lru_cache

import numpy as np
from scipy.special import gammaln

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene

SEED, MAX_FEATURES, MAX_SAMPLES = 5, 50, 2000
BINS = np.linspace(0, 2.6, 66)


@lru_cache(maxsize=4)  # of 800 kB
def distances_from_one_point(draw):
    """From one random point of the unit cube to 2000 others, by D: (MAX_FEATURES, MAX_SAMPLES)."""
    rng = np.random.default_rng(SEED + draw)
    point, others = rng.uniform(size=MAX_FEATURES), rng.uniform(size=(MAX_SAMPLES, MAX_FEATURES))
    return np.sqrt(np.cumsum((others - point) ** 2, axis=1)).T


def samples_for_density(D, delta):
    """log₁₀ of the N of which one lies within δ of a given point, half of the time.

    (1 − V)^N = 1/2 with V the volume of the ball of radius δ, where the ball lies in the unit
    cube. Near the cube's sides less of the ball counts, and more samples are needed.
    """
    log_volume = D / 2 * np.log(np.pi) - gammaln(D / 2 + 1) + D * np.log(delta)
    # −ln(1 − V) = V (1 + V/2 + …), which for tiny V is V itself.
    volume = np.exp(log_volume)
    correction = np.log(-np.log1p(-volume) / volume) if volume > 1e-9 else 0.0
    return (np.log(np.log(2)) - log_volume - correction) / np.log(10)


class CurseScene(Scene):
    """Distances that concentrate, and samples needed for dense sampling, against D."""

    drawn = ("spread / mean of the distances", "nearest / mean", "farthest / nearest")

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "distance / mean distance", "xlim": (0, 2.6), "ylim": (0, 0.26)}
        title = "Distances from one point: shares of the samples"
        histogram = style.add_axes(self.figure, style.LEAD, title, leads=True, **look)
        look = {"fill": True, "fc": style.lighter(style.INK, 0.22), "ec": style.INK, "lw": 1.4}
        self.shares = moving(histogram.stairs(0 * BINS[1:], BINS, **look))
        look = {"color": style.INK, "ms": 10, "clip_on": False, "zorder": 5}
        self.nearest = moving(histogram.plot([], [], "^", label="nearest", **look))
        self.farthest = moving(histogram.plot([], [], "v", label="farthest", **look))
        style.add_key(histogram)
        shape = {"xlabel": "features D", "xlim": (1, MAX_FEATURES), "ylim": (1, 1e20)}
        shape |= {"yscale": "log", "xticks": [1, 10, 20, 30, 40, 50], "keyed": True}
        needed = style.add_axes(
            self.figure, style.ASIDE, "Samples needed for one within δ", **shape
        )
        self.curve = moving(needed.plot([], [], color=style.INK))
        look |= {"mec": "white", "label": "at D (or above)"}
        self.now = moving(needed.plot([], [], "D", **look))
        look = {"color": style.MUTED, "label": "samples N"}
        self.at_hand = moving(needed.plot([], [], "--", **look))
        style.add_key(needed)

    def update(self, D, n_samples, delta, draw):
        distance = distances_from_one_point(draw)[D - 1, :n_samples]
        relative = distance / distance.mean()
        share = np.histogram(relative, BINS)[0] / n_samples
        self.shares.set_data(share)
        self.nearest.set_data([relative.min()], [0])
        self.farthest.set_data([relative.max()], [0])
        features = np.arange(1, MAX_FEATURES + 1)
        powers = np.array([samples_for_density(d, delta) for d in features])
        drawn = 10 ** np.clip(powers, 0, 25)
        self.curve.set_data(features, drawn)
        self.now.set_data([D], [min(drawn[D - 1], 1e20)])
        self.at_hand.set_data(features[[0, -1]], [n_samples, n_samples])
        return {
            "spread / mean of the distances": relative.std(),
            "nearest / mean": relative.min(),
            "farthest / nearest": relative.max() / relative.min(),
            "samples needed": _count(powers[D - 1]),
        }

    def code(self, D, n_samples, delta, draw):
        return f"""
            import numpy as np
            from scipy.special import gamma as gamma_function

            rng = np.random.default_rng({SEED + draw})
            point = rng.uniform(size={MAX_FEATURES})
            others = rng.uniform(size=({MAX_SAMPLES}, {MAX_FEATURES}))
            r = np.linalg.norm((others - point)[:{n_samples}, :{D}], axis=1)
            print("spread / mean of the distances:", r.std() / r.mean())
            print("nearest / mean:", r.min() / r.mean())
            print("farthest / nearest:", r.max() / r.min())
            V = np.pi ** ({D} / 2) / gamma_function({D} / 2 + 1) * {delta}**{D}  # of a ball
            N = np.log(2) / -np.log1p(-V)  # (1 − V)^N = 1/2
            needed = f"about {{N:.0e}}" if N >= 1e6 else int(np.ceil(N))
            print("samples needed:", needed)
        """


def _count(power):
    return str(int(np.ceil(10**power))) if power < 6 else f"about {10**power:.0e}"


@explorer(page="nearest_neighbor")
def curse():
    """Page 03: the curse of dimensionality."""
    controls = {
        "D": LinearSlider("features D", 2, 1, MAX_FEATURES, 1),
        "n_samples": LinearSlider("samples N", 1000, 100, MAX_SAMPLES, 100),
        "delta": LinearSlider("radius δ", 0.1, 0.05, 0.4, 0.05),
        "draw": draw_slider("samples"),
    }
    presets = {
        "A line": {"D": 1},
        "The plane": {"D": 2},
        "Ten features": {"D": 10},
        "Fifty features": {"D": 50},
        "More samples": {"D": 10, "n_samples": 2000},
        "A larger radius": {"D": 10, "delta": 0.4},
    }
    return Explorer(CurseScene, controls, presets)
