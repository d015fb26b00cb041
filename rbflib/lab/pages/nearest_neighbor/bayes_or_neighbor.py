"""Two densities that overlap: errors of a threshold, of the Bayes classifier, of one neighbor."""

import numpy as np
from scipy.stats import norm

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Handle, Scene

X = np.linspace(-8, 8, 641)
CELL = X[1] - X[0]


def joint_densities(apart, flipped, prior):
    """P(c) p(x | c) of both classes on X: (2, 641).

    Bells around ∓apart/2, of a first class that has the share `prior`, and of the second. Then a
    share of all labels is flipped.
    """
    first = prior * norm.pdf(X, -apart / 2)
    second = (1 - prior) * norm.pdf(X, apart / 2)
    mixing = np.array([[1 - flipped, flipped], [flipped, 1 - flipped]])
    return mixing @ [first, second]


def threshold_error(apart, flipped, prior, threshold):
    """How often the rule errs that says the first class to the left of a threshold."""
    error = prior * norm.sf(threshold, -apart / 2) + (1 - prior) * norm.cdf(threshold, apart / 2)
    return error + flipped * (1 - 2 * error)  # a flipped label makes right wrong, and wrong right


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
    """Densities with a threshold; three errors as areas, and how many times Bayes' they are."""

    hint = "drag the threshold"

    def __init__(self):
        self.figure = style.new_figure()
        self.left = self._panel(style.LEFT, "two classes, and a threshold", 0.38)
        self.left.set_ylabel("P(c) p(x | c)")
        for look, dashes in zip(style.CLASS_STYLE.values(), ["-", "-."], strict=True):
            look = look | {"ls": dashes, "markevery": 40, "ms": 5}
            moving(self.left.plot([], [], **look))
        self.densities = self.left.get_lines()
        look = {"lw": 0, "zorder": 1}
        gray = AREA["Bayes classifier"]["fc"]
        self.bayes = moving(self.left.fill([], [], fc=gray, label="Bayes errs", **look))
        self.added = moving(self.left.fill([], [], fc=style.GROUP_COLORS[3], label="added", **look))
        self.line = moving(self.left.axvline(0, color=style.INK, lw=1.2))
        left, bottom, width, height = style.RIGHT
        right = self._panel((left, bottom, width, 1.95), "errors as areas", 0.31)
        right.set_ylabel("error at x, times p(x)")
        self.errors = {
            name: moving(right.fill([], [], ec=style.INK, lw=1.2, label=name, **look))
            for name, look in AREA.items()
        }
        self._build_ratio((left, bottom + height - 0.35, width, 0.35))
        for axes in (self.left, right):
            style.add_legend(axes, below=True)

    def _panel(self, place, title, top):
        look = {"xlabel": "x", "xlim": (-6.5, 6.5), "ylim": (0, top)}
        return style.add_axes(self.figure, place, title, **look)

    def _build_ratio(self, place):
        look = {"xlim": (0.98, 2.02), "ylim": (0, 1), "yticks": []}
        axes = style.add_axes(self.figure, place, "one neighbor's error / that of Bayes", **look)
        axes.spines["left"].set_visible(False)
        axes.set_xticks([1, 1.25, 1.5, 1.75, 2], ["1", "1.25", "1.5", "1.75", "2"])
        look = {"color": style.CENTER, "ms": 11, "clip_on": False}
        self.ratio = moving(axes.plot([], [], "v", **look))

    def update(self, threshold, apart, flipped, prior):
        joint = joint_densities(apart, flipped, prior)
        curves = areas(joint)
        for line, density in zip(self.densities, joint, strict=False):
            line.set_data(X, density)
        wrong = np.where(threshold > X, joint[1], joint[0])
        self.bayes.set_xy(between(curves["Bayes classifier"]))
        self.added.set_xy(between(wrong, curves["Bayes classifier"]))
        self.line.set_xdata([threshold, threshold])
        for name, area in self.errors.items():
            area.set_xy(between(curves[name]))
        errors = {name: CELL * curve.sum() for name, curve in curves.items()}
        ratio = errors["one neighbor"] / errors["Bayes classifier"]
        self.ratio.set_data([ratio], [0.35])
        return {
            "the threshold errs": threshold_error(apart, flipped, prior, threshold),
            **errors,
            "one neighbor / Bayes": ratio,
        }

    def code(self, threshold, apart, flipped, prior):
        return f"""
            import numpy as np
            from scipy.stats import norm

            x = np.linspace(-8, 8, 641)
            bells = {prior} * norm.pdf(x, -{apart} / 2), (1 - {prior}) * norm.pdf(x, {apart} / 2)
            a, b = (1 - {flipped}) * bells[0] + {flipped} * bells[1], (
                {flipped} * bells[0] + (1 - {flipped}) * bells[1]
            )
            error = {prior} * norm.sf({threshold}, -{apart} / 2)
            error += (1 - {prior}) * norm.cdf({threshold}, {apart} / 2)
            step = x[1] - x[0]
            bayes = step * np.minimum(a, b).sum()
            neighbor = step * np.sum(2 * a * b / (a + b))
            print("the threshold errs:", error + {flipped} * (1 - 2 * error))
            print("Bayes classifier:", bayes)
            print("one neighbor:", neighbor)
            print("twice Bayes:", 2 * bayes)
            print("one neighbor / Bayes:", neighbor / bayes)
        """

    def handles(self, **state):
        at = (state["threshold"], 0.3)
        return [Handle("threshold", self.left, at, lambda x, _: {"threshold": x}, (0.05, 0))]


def between(above, below=0):
    """The corners of the area between two curves on X."""
    below = np.broadcast_to(below, X.shape)
    return np.concatenate([np.stack([X, above], axis=1), np.stack([X, below], axis=1)[::-1]])


@explorer(page="nearest_neighbor")
def bayes_or_neighbor():
    """Page 03: the errors of the Bayes classifier and of one neighbor, and twice Bayes."""
    controls = {
        "threshold": LinearSlider("threshold", 1.0, -4.0, 4.0, 0.05),
        "apart": LinearSlider("distance of the bells", 2.0, 1.5, 6.0, 0.1),
        "flipped": LinearSlider("share of labels flipped", 0.0, 0.0, 0.4, 0.01),
        "prior": LinearSlider("share of class +1", 0.5, 0.1, 0.9, 0.05),
    }
    presets = {
        "The best threshold": {"threshold": 0.0},
        "A rare class": {"threshold": 0.0, "prior": 0.9},
        "Close together": {"threshold": 0.0, "apart": 1.5},
        "Far apart": {"threshold": 0.0, "apart": 5.0},
        "Far apart, labels flipped": {"threshold": 0.0, "apart": 5.0, "flipped": 0.05},
        "Nearly a coin": {"threshold": 0.0, "apart": 5.0, "flipped": 0.4},
    }
    return Explorer(BayesOrNeighborScene, controls, presets)
