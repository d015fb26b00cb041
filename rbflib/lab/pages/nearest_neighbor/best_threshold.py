"""Two classes and a threshold: how often it errs, and what the Bayes classifier cannot avoid."""

import numpy as np
from scipy.stats import norm

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene
from rbflib.lab.pages.nearest_neighbor.densities import (
    X,
    bells,
    between,
    class_curves,
    density_axes,
)

THRESHOLDS = np.linspace(-4, 4, 321)


def threshold_error(threshold, apart, prior):
    """How often the rule errs that chooses the first class to the left of a threshold."""
    return prior * norm.sf(threshold, -apart / 2) + (1 - prior) * norm.cdf(threshold, apart / 2)


def bayes_error(apart, prior):
    """The error of the threshold at which both classes are equally probable."""
    return threshold_error(np.log(prior / (1 - prior)) / apart, apart, prior)


class BestThresholdScene(Scene):
    """The errors of a threshold as areas, and beside them the error of every threshold."""

    hint = "drag the threshold"

    def __init__(self):
        self.figure = style.new_figure()
        title = "Two classes P(c) p(x | c), and a threshold"
        self.left = density_axes(self.figure, style.LEAD, title, 0.38, leads=True)
        self.densities = class_curves(self.left)
        look = {"lw": 0, "zorder": 1}
        gray = style.lighter(style.INK, 0.45)
        self.bayes = moving(self.left.fill([], [], fc=gray, label="Bayes error", **look))
        look |= {"fc": style.GROUP_COLORS[3], "label": "added"}
        self.added = moving(self.left.fill([], [], **look))
        self.line = moving(self.left.axvline(0, color=style.INK, lw=1.2))
        look = {"xlabel": "threshold", "xlim": (-4, 4), "ylim": (0, 1), "keyed": True}
        right = style.add_axes(self.figure, style.ASIDE, "How often each threshold errs", **look)
        self.errors = moving(right.plot([], [], color=style.INK))
        look = {"color": style.MUTED, "ls": "--", "label": "Bayes error"}
        self.lowest = moving(right.axhline(0, **look))
        look = {"color": style.CENTER, "mec": "white", "ms": 11, "label": "this threshold"}
        self.now = moving(right.plot([], [], "D", clip_on=False, **look))
        for axes in (self.left, right):
            style.add_key(axes)

    def update(self, threshold, apart, prior):
        first, second = bells(apart, prior)
        for line, density in zip(self.densities, (first, second), strict=True):
            line.set_data(X, density)
        least = np.minimum(first, second)
        self.bayes.set_xy(between(least))
        self.added.set_xy(between(np.where(threshold > X, second, first), least))
        self.line.set_xdata([threshold, threshold])
        bayes, error = bayes_error(apart, prior), threshold_error(threshold, apart, prior)
        self.errors.set_data(THRESHOLDS, threshold_error(THRESHOLDS, apart, prior))
        self.lowest.set_ydata([bayes, bayes])
        self.now.set_data([threshold], [error])
        return {"error of the threshold": error, "Bayes error": bayes}

    def code(self, threshold, apart, prior):
        return f"""
            import numpy as np
            from scipy.stats import norm

            def error(t):
                right, left = norm.sf(t, -{apart} / 2), norm.cdf(t, {apart} / 2)
                return {prior} * right + (1 - {prior}) * left

            print("error of the threshold:", error({threshold}))
            print("Bayes error:", error(np.log({prior} / (1 - {prior})) / {apart}))
        """

    def handles(self, **state):
        at = (state["threshold"], 0.3)
        return [Handle("threshold", self.left, at, lambda x, _: {"threshold": x}, (0.05, 0))]


@explorer(page="nearest_neighbor")
def best_threshold():
    """Page 03: a threshold between two classes, its errors and the Bayes error."""
    controls = {
        "threshold": LinearSlider("threshold", 0.0, -4.0, 4.0, 0.05),
        "prior": LinearSlider("share of class +1", 0.5, 0.1, 0.9, 0.05),
        "apart": LinearSlider("distance of the bells", 2.0, 1.5, 6.0, 0.1),
    }
    presets = {
        "A rare class": {"prior": 0.9},
        "The Bayes classifier": {"prior": 0.9, "threshold": 1.1},
        "Far apart": {"prior": 0.9, "threshold": 0.55, "apart": 4.0},
    }
    return Explorer(BestThresholdScene, controls, presets)
