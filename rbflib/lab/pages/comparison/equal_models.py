"""Equal models, compared on 200 data sets: how often each rule calls the winner better.

Twelve instruments measure the same z equally well, and each model is kernel regression on another
of them. So none is better than another, and what a rule finds is chance.
"""

from functools import lru_cache

import numpy as np
from scipy import stats

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving
from rbflib.lab.kit.controls import LinearSlider
from rbflib.lab.kit.draws import draw_slider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.comparison.table import standard_error

SETS, N, MODELS, GAMMA = 200, 40, 12, 50
SPLITS, REPEATS = 5, 10
RULES = ("naive", "corrected", "corrected, t", "corrected, t for all")
LEVEL = 0.05
EDGES = np.arange(0, 8.01, 0.25)  # of the bins; what lies beyond counts in the last one


def data_sets(draw):
    """Measurements x (N, SETS, MODELS) and targets y (N, SETS)."""
    rng = np.random.default_rng(draw)
    z = rng.uniform(size=(N, SETS))
    y = np.sin(2 * np.pi * z) + 0.3 * rng.normal(size=z.shape)
    return z[:, :, None] + 0.1 * rng.normal(size=(N, SETS, MODELS)), y


@lru_cache(maxsize=4)
def fold_errors(draw):
    """Errors (SETS, MODELS, F) on all folds: the sums over all samples, less those left out."""
    x, y = data_sets(draw)
    S = np.exp(-GAMMA * (x[:, None] - x) ** 2)
    total, weighted = S.sum(axis=1), np.einsum("nmsk,ms->nsk", S, y)
    errors, rng = [], np.random.default_rng(0)
    for _ in range(REPEATS):
        for test in np.split(rng.permutation(N), SPLITS):
            own = S[np.ix_(test, test)]
            of_kept = weighted[test] - np.einsum("nmsk,ms->nsk", own, y[test])
            h = of_kept / (total[test] - own.sum(axis=1))
            errors.append(np.mean((h - y[test, :, None]) ** 2, axis=0))
    return np.stack(errors, axis=-1)


def largest_differences(errors):
    """To the winner of each data set (SETS, K, F), in corrected standard errors: (SETS,)."""
    winner = errors.mean(axis=-1).argmin(axis=1)
    others = np.arange(errors.shape[1]) != winner[:, None]
    of_winner = errors[np.arange(len(errors)), winner]
    difference = (errors - of_winner[:, None])[others].reshape(len(errors), -1, errors.shape[-1])
    return np.max(difference.mean(axis=-1) / standard_error(difference), axis=1)


def limits(repeats, models):
    """Corrected standard errors from which on each rule says that the winner is better."""
    folds = SPLITS * repeats
    naive = 2 / np.sqrt(1 + folds / (SPLITS - 1))
    tails = LEVEL / 2 / np.array([1, models - 1])
    return naive, 2, *stats.t.isf(tails, folds - 1)


class EqualModelsScene(Scene):
    """The share of data sets in which each rule errs, and the differences that it goes by."""

    drawn = RULES

    def __init__(self):
        self.figure = style.new_figure(height=4.3)
        place, rows = (1.6, 0.6, 3.25, 3.1), {"ylim": (len(RULES) - 0.5, -0.5)}
        shares = style.add_axes(
            self.figure, place, "Called better, though equal", leads=True, xlim=(0, 1.15), **rows
        )
        shares.set(xlabel=f"share of {SETS} data sets", xticks=[0, 0.5, 1])
        shares.set_yticks(range(len(RULES)), RULES)
        line = shares.axvline(LEVEL, color=style.INK, lw=1, ls=":", label=f"{LEVEL:.0%}")
        style.add_key(shares, line)
        title = "Largest difference per data set"
        place, look = (5.75, 0.6, 3.25, 3.1), {"xlim": EDGES[[0, -1]], "ylim": (0, 55)}
        counts = style.add_axes(self.figure, place, title, keyed=True, **look)
        counts.set(xlabel="corrected standard errors", ylabel="data sets")
        empty, gray = np.zeros(len(EDGES) - 1), style.lighter(style.MUTED)
        self.counts = moving(counts.stairs(empty, EDGES, fill=True, color=gray))
        self.bars, self.said, self.lines = [], [], []
        for row, look in enumerate(style.SERIES[: len(RULES)]):
            self.bars += map(moving, shares.barh(row, 0, 0.6, color=look["color"]))
            self.said.append(moving(shares.text(0, row, "", size=style.TYPE, va="center")))
            self.lines.append(moving(counts.axvline(0, color=look["color"], ls=look["ls"])))

    def update(self, repeats, models, draw):
        largest = largest_differences(fold_errors(draw)[:, :models, : SPLITS * repeats])
        self.counts.set_data(np.histogram(np.minimum(largest, EDGES[-2]), EDGES)[0])
        numbers = {}
        for row, limit in enumerate(limits(repeats, models)):
            numbers[RULES[row]] = share = np.mean(largest > limit)
            self.bars[row].set_width(share)
            self.said[row].set(x=share + 0.02, text=f"{share:.0%}")
            self.lines[row].set_xdata([limit, limit])
        return numbers

    def code(self, repeats, models, draw):
        return f"""
            import numpy as np
            from scipy import stats
            from rbflib import design_matrix

            rng, order = np.random.default_rng({draw}), np.random.default_rng(0)
            z = rng.uniform(size=({N}, {SETS}))
            y = np.sin(2 * np.pi * z) + 0.3 * rng.normal(size=z.shape)
            x = z[:, :, None] + 0.1 * rng.normal(size=({N}, {SETS}, {MODELS}))
            orders = [order.permutation({N}) for _ in range({repeats})]
            tests = np.reshape(orders, (-1, {N // SPLITS}))

            def errors(x, y):
                S, found = design_matrix(x, x, {GAMMA}), []
                for test in tests:
                    kept = np.delete(np.arange({N}), test)
                    h = S[np.ix_(test, kept)] @ y[kept] / S[np.ix_(test, kept)].sum(axis=1)
                    found.append(np.mean((h - y[test]) ** 2))
                return np.array(found)

            largest = []
            for s in range({SETS}):
                E = sorted([errors(x[:, s, [k]], y[:, s]) for k in range({models})], key=np.mean)
                d = np.array(E[1:]) - E[0]
                variance = d.var(axis=1, ddof=1) * (1 / len(tests) + 1 / {SPLITS - 1})
                largest.append(np.max(d.mean(axis=1) / np.sqrt(variance)))
            t = stats.t.isf([0.025, 0.025 / {models - 1}], len(tests) - 1)
            limits = [2 / np.sqrt(1 + len(tests) / {SPLITS - 1}), 2, *t]
            for rule, limit in zip({RULES}, limits):
                print(f"{{rule}}:", np.mean(np.array(largest) > limit))
        """


@explorer(page="comparison")
def equal_models():
    """Page 10: models of which none is better, compared again and again."""
    controls = {
        "repeats": LinearSlider("repeats of five folds", 2, 1, REPEATS, 1),
        "models": LinearSlider("equal models", 2, 2, MODELS, 1),
        "draw": draw_slider("data sets"),
    }
    presets = {
        "Ten repeats": {"repeats": REPEATS},
        "Twelve models": {"models": MODELS},
        "Both": {"repeats": REPEATS, "models": MODELS},
    }
    return Explorer(EqualModelsScene, controls, presets)
