"""All models on the same folds: the error of each on ten outer folds, and beside the best one."""

import numpy as np

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import Choice
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.comparison.models import GUESTS, MODELS
from rbflib.lab.pages.comparison.table import results, standard_error

DATA = ["diabetes", "two moons", "digits 3 and 8"]
NAMES = list(MODELS)


def beside(values):
    """How far up or down equal values are moved, so that each is seen; rows are 1 apart."""
    equal = values[:, None] == values
    return 0.09 * (np.tril(equal, -1).sum(axis=1) - (equal.sum(axis=1) - 1) / 2)


class AllModelsScene(Scene):
    """Errors of every model, and the differences of one to the best, fold by fold."""

    def __init__(self):
        self.results = results()
        self.figure = style.new_figure(height=4.3)
        place, rows = (1.6, 0.6, 3.25, 3.1), {"ylim": (len(NAMES) - 0.5, -0.5)}
        self.errors = style.add_axes(
            self.figure, place, "Errors of twelve models", leads=True, **rows
        )
        self.errors.set_yticks(range(len(NAMES)), NAMES)
        self.folds = [
            moving(self.errors.plot([], [], "o", ms=4, mfc="none", mew=1, color=style.MUTED))
            for _ in NAMES
        ]
        self.folds[0].set_label("one of ten outer folds")
        look = {"ls": "", "color": style.INK, "ms": 8}
        self.means = moving(self.errors.plot([], [], marker="|", mew=2.5, label="mean", **look))
        style.add_key(self.errors)
        self.chosen = moving(self.errors.axhspan(0, 1, color=style.PALE, zorder=0))
        title, look = "Difference to the best, fold by fold", {"xlim": (0.4, 10.6)}
        self.pairs = style.add_axes(self.figure, (5.95, 0.6, 3.05, 3.1), title, keyed=True, **look)
        self.pairs.set(
            xlabel="outer fold", ylabel="error minus the best one's", xticks=range(1, 11)
        )
        self.pairs.axhline(0, color=style.MUTED, lw=1)
        self.differences = moving(self.pairs.plot([], [], "o", color=style.INK, ms=7))
        self.mean = moving(self.pairs.plot([], [], "-", color=style.INK, lw=1.5, label="mean"))
        style.add_key(self.pairs)

    def update(self, data, model):
        errors = {name: self.results[data, name]["errors"] for name in NAMES}
        best = self._best(data)
        for place, (name, dots) in enumerate(zip(NAMES, self.folds, strict=True)):
            dots.set_data(errors[name], place + beside(errors[name]))
        means = [errors[name].mean() for name in NAMES]
        self.means.set_data(means, range(len(NAMES)))
        self.chosen.set_y(NAMES.index(model) - 0.5)
        highest = 1.05 * max(max(found) for found in errors.values())
        unit = "share of the variance left" if data == "diabetes" else "share of wrong classes"
        self.errors.set(xlim=(-0.02 * highest, highest), xlabel=unit)
        difference = errors[model] - errors[best]
        self._show_pairs(difference)
        row = self.results[data, model]
        return {
            "E_cv": errors[model].mean(),
            "best": best,
            "difference": difference.mean(),
            "its standard error": standard_error(difference),
            "folds where it is no worse": int(np.sum(difference <= 0)),
            "centers": row["centers"] or "none",
        }

    def _show_pairs(self, difference):
        folds = np.arange(1, len(difference) + 1)
        self.differences.set_data(folds, difference)
        self.mean.set_data([0.4, 10.6], np.full(2, difference.mean()))
        limit = 1.2 * max(0.01, np.abs(difference).max())
        self.pairs.set_ylim(-limit, limit)

    def code(self, data, model):
        row, best = self.results[data, model], self._best(data)
        return f"""
            import numpy as np

            # {model}, and the best one, on the same ten outer folds:
            errors = np.array({row["errors"].tolist()})
            of_best = np.array({self.results[data, best]["errors"].tolist()})
            difference = errors - of_best
            print("E_cv:", errors.mean())
            print("best:", {best!r})
            print("difference:", difference.mean())
            print("its standard error:", (difference.var(ddof=1) * (1 / 10 + 1 / 4)) ** 0.5)
            print("folds where it is no worse:", np.sum(difference <= 0))
            print("centers:", {row["centers"] or "none"!r})
        """

    def _best(self, data):
        return min(NAMES, key=lambda name: self.results[data, name]["errors"].mean())


@explorer(page="comparison")
def all_models():
    """Page 10: twelve models, three data sets, the same folds."""
    controls = {
        "data": Choice("data", DATA),
        "model": Choice("model", NAMES, "RBF network"),
    }
    presets = {
        "Diabetes: the linear model": {"model": GUESTS[0]},
        "Moons: the linear model": {"data": "two moons", "model": GUESTS[0]},
        "Moons: k neighbors": {"data": "two moons", "model": "k neighbors"},
        "Digits: the map": {"data": "digits 3 and 8", "model": "map, then network"},
        "Digits: OLS": {"data": "digits 3 and 8", "model": "OLS"},
        "Digits: the linear model": {"data": "digits 3 and 8", "model": GUESTS[0]},
    }
    return Explorer(AllModelsScene, controls, presets)
