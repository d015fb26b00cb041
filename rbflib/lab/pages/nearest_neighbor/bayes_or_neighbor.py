"""Two densities that overlap: errors of the Bayes classifier and of one neighbor, as areas."""

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.nearest_neighbor.densities import (
    CELL,
    X,
    bells,
    between,
    class_curves,
    density_axes,
)


def flip(joint, share):
    """What becomes of P(c) p(x | c), (2, 641), when this share of all labels is flipped."""
    return np.array([[1 - share, share], [share, 1 - share]]) @ joint


def areas(joint):
    """Errors of the Bayes classifier and of one neighbor, and twice Bayes, as densities on X.

    At x the classes have the posteriors a/(a + b) and b/(a + b). One neighbor errs where two draws
    from them differ: 2ab/(a + b)², which the density a + b weighs.
    """
    a, b = joint
    bayes = np.minimum(a, b)
    neighbor = 2 * a * b / np.maximum(a + b, 1e-300)
    return {"Bayes classifier": bayes, "one neighbor": neighbor, "twice Bayes": 2 * bayes}


AREA = {
    "twice Bayes": {"fc": style.lighter(style.INK, 0.08), "ls": ":"},
    "one neighbor": {"fc": style.lighter(style.INK, 0.22), "ls": "--"},
    "Bayes classifier": {"fc": style.lighter(style.INK, 0.45), "ls": "-"},
}


class BayesOrNeighborScene(Scene):
    """Two densities; three errors as areas, and how many times Bayes' one neighbor's is."""

    def __init__(self):
        self.figure = style.new_figure()
        title = "Errors as areas: error at x, times p(x)"
        areas = density_axes(self.figure, style.LEAD, title, 0.31, leads=True)
        self.errors = {
            name: moving(areas.fill([], [], ec=style.INK, lw=1.2, label=name, zorder=1, **look))
            for name, look in AREA.items()
        }
        x, bottom, width, height = style.ASIDE
        place = x, bottom, width, height - 1.35
        classes = density_axes(self.figure, place, "Two classes: P(c) p(x | c)", 0.38, keyed=True)
        self.densities = class_curves(classes)
        self._build_ratio((x, bottom + height - 0.35, width, 0.35))
        for axes in (areas, classes):
            style.add_key(axes)

    def _build_ratio(self, place):
        look = {"xlim": (0.98, 2.02), "ylim": (0, 1), "yticks": [], "keyed": True}
        axes = style.add_axes(self.figure, place, "One neighbor's error / Bayes'", **look)
        axes.spines["left"].set_visible(False)
        axes.set_xticks([1, 1.25, 1.5, 1.75, 2], ["1", "1.25", "1.5", "1.75", "2"])
        look = {"color": style.CENTER, "ms": 11, "clip_on": False}
        self.ratio = moving(axes.plot([], [], "v", **look))

    def update(self, apart, flipped, prior):
        joint = flip(bells(apart, prior), flipped)
        for line, density in zip(self.densities, joint, strict=True):
            line.set_data(X, density)
        curves = areas(joint)
        for name, area in self.errors.items():
            area.set_xy(between(curves[name]))
        errors = {name: CELL * curve.sum() for name, curve in curves.items()}
        ratio = errors["one neighbor"] / errors["Bayes classifier"]
        self.ratio.set_data([ratio], [0.35])
        return {**errors, "one neighbor / Bayes": ratio}

    def code(self, apart, flipped, prior):
        return f"""
            import numpy as np
            from scipy.stats import norm

            x = np.linspace(-8, 8, 641)
            bells = {prior} * norm.pdf(x, -{apart} / 2), (1 - {prior}) * norm.pdf(x, {apart} / 2)
            a = (1 - {flipped}) * bells[0] + {flipped} * bells[1]
            b = {flipped} * bells[0] + (1 - {flipped}) * bells[1]
            step = x[1] - x[0]
            bayes = step * np.minimum(a, b).sum()
            neighbor = step * np.sum(2 * a * b / (a + b))
            print("Bayes classifier:", bayes)
            print("one neighbor:", neighbor)
            print("twice Bayes:", 2 * bayes)
            print("one neighbor / Bayes:", neighbor / bayes)
        """


@explorer(page="nearest_neighbor")
def bayes_or_neighbor():
    """Page 03: the errors of the Bayes classifier and of one neighbor, and twice Bayes."""
    controls = {
        "apart": LinearSlider("distance of the bells", 2.0, 1.5, 6.0, 0.1),
        "flipped": LinearSlider("share of labels flipped", 0.0, 0.0, 0.4, 0.01),
        "prior": LinearSlider("share of class +1", 0.5, 0.1, 0.9, 0.05),
    }
    presets = {
        "Close together": {"apart": 1.5},
        "Far apart": {"apart": 5.0},
        "Far apart, labels flipped": {"apart": 5.0, "flipped": 0.05},
        "Nearly a coin": {"apart": 5.0, "flipped": 0.4},
    }
    return Explorer(BayesOrNeighborScene, controls, presets)
