"""The test errors of many students, each with a random layer of their own, as a histogram."""

from functools import lru_cache

import numpy as np
from matplotlib.ticker import MaxNLocator

from rbflib.datasets import make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving, moving_segments
from rbflib.lab.kit.controls import LinearSlider, OptionSlider, PenaltySlider
from rbflib.lab.kit.explorer import Explorer
from rbflib.lab.kit.line import SEED, X_TEST, mark_samples, wave_axes
from rbflib.lab.kit.registry import explorer
from rbflib.lab.kit.scene import Scene
from rbflib.lab.pages.extreme_learning_machine.draws import N_SAMPLES, all_draws, spread_in_words
from rbflib.lab.ridge_path import RidgePath

STUDENTS = 200
NOISE = 0.2
EDGES = 10 ** np.arange(-1.6, 5.01, 0.1)  # of the bins; what lies beyond counts in the last one
TOPS = [5, 20, 50, 200]  # of the axis of counts
SHOWN_BEFORE = 15  # earlier fits that stay in the picture


class ManyDrawsScene(Scene):
    """The latest fits, and the histogram of all test errors so far."""

    def __init__(self):
        self.figure = style.new_figure()
        look = {"xlabel": "E_out", "xlim": EDGES[[0, -1]], "xscale": "log"}
        title = "Students by E_out (last bar: and more)"
        self.counts = style.add_axes(self.figure, style.LEAD, title, leads=True, **look)
        self.counts.minorticks_off()
        self.counts.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        self.counts.set_xticks([0.1, 1, 10, 100, 1e3, 1e4], ["0.1", "1", "10", "100", "10³", "10⁴"])
        look = style.line_of("ELM")
        bars = {"fc": style.lighter(look["color"]), "ec": look["color"], "lw": 0.8}
        self.bars = moving(self.counts.fill([], [], **bars))
        self.median = self._line("-", "median")
        self.mean = self._line(":", "mean")
        mark = {"color": style.INK, "ms": 9, "clip_on": False, "zorder": 5}
        self.newest = moving(self.counts.plot([], [], "^", label="newest", **mark))
        style.add_key(self.counts, self.median, self.mean, self.newest)
        axes = wave_axes(self.figure, style.ASIDE, "The newest fit, and 15 before it", keyed=True)
        self.before = moving_segments(axes, colors=look["color"], lw=0.5, zorder=2)
        self.fit = moving(axes.plot([], [], **look, lw=2.6, zorder=4, label="newest"))
        X, y = make_wave(N_SAMPLES, NOISE, random_state=SEED)
        mark_samples(axes).set_data(X[:, 0], y)
        style.add_key(axes)

    def _line(self, dashes, name):
        return moving(self.counts.axvline(1, color=style.INK, lw=1.6, ls=dashes, label=name))

    def update(self, students, n_hidden, alpha):
        fits, e_out = fits_of_all_students(n_hidden, alpha)
        lines = np.clip(fits[:students], -99, 99)[::-1]  # the newest first
        x = X_TEST[:, 0]
        self.fit.set_data(x, lines[0])
        self.before.set_segments(
            [np.column_stack([x, line]) for line in lines[1 : SHOWN_BEFORE + 1]]
        )
        self._show_bars(e_out, students)
        so_far = e_out[:students]
        self.median.set_xdata([np.median(so_far)] * 2)
        self.mean.set_xdata([np.mean(so_far)] * 2)
        self.newest.set_data([min(so_far[-1], EDGES[-1])], [0])
        return {
            "this student: E_out": so_far[-1],
            "median": np.median(so_far),
            "10 to 90%": spread_in_words(so_far),
            "mean": np.mean(so_far),
            "largest": so_far.max(),
        }

    def _show_bars(self, e_out, students):
        counts, _ = np.histogram(np.clip(e_out[:students], EDGES[0], EDGES[-2]), EDGES)
        top = TOPS[np.searchsorted(TOPS, counts.max())]
        if self.counts.get_ylim()[1] != top:  # the still parts are drawn anew only where it changes
            self.counts.set_ylim(0, top)
        outline = np.repeat(EDGES, 2), np.pad(np.repeat(counts, 2), 1)
        self.bars.set_xy(np.column_stack(outline))

    def code(self, students, n_hidden, alpha):
        return f"""
            import numpy as np
            from rbflib import ELMRegressor, make_wave, wave

            X, y = make_wave({N_SAMPLES}, noise={NOISE}, random_state={SEED})
            x, e_out = np.linspace(0, 1, 200)[:, None], []
            for student in range(1, {students} + 1):
                elm = ELMRegressor({n_hidden}, "tanh", alpha={alpha}, random_state=student)
                h = elm.fit(X, y).predict(x)
                e_out.append(np.mean((h - wave(x)) ** 2) + {NOISE}**2)
            low, median, high = np.quantile(e_out, [0.1, 0.5, 0.9])
            print("this student: E_out:", e_out[-1])
            print("median:", median)
            print("10 to 90%:", f"{{low:.2g}} to {{high:.2g}}")
            print("mean:", np.mean(e_out))
            print("largest:", max(e_out))
        """


@lru_cache(maxsize=32)
def fits_of_all_students(n_hidden, alpha):
    """Fits on X_TEST (STUDENTS, 200) and their E_out (STUDENTS,); student n has the seed n."""
    _, y = make_wave(N_SAMPLES, NOISE, random_state=SEED)
    H_test, solver = _layers(n_hidden)
    fits = (H_test @ solver.weights(y, alpha)[:, :, None])[:, :, 0]
    return fits, np.mean((fits - wave(X_TEST)) ** 2, axis=1) + NOISE**2


@lru_cache(maxsize=2)
def _layers(n_hidden):
    X, _ = make_wave(N_SAMPLES, random_state=SEED)
    H, H_test = all_draws("tanh", n_hidden, X, X_TEST, draws=range(STUDENTS))
    return H_test, RidgePath(H)


@explorer(page="extreme_learning_machine")
def many_draws():
    """Page 07: one test error per student, more and more of them."""
    controls = {
        "students": LinearSlider("students", 20, 1, STUDENTS, 1, play=60),
        "n_hidden": OptionSlider("nodes L", 15, [4, 6, 8, 10, 15, 20, 30, 40]),
        "alpha": PenaltySlider(),
    }
    presets = {
        "One student": {"students": 1},
        "All students": {"students": STUDENTS},
        "Ten nodes": {"students": STUDENTS, "n_hidden": 10},
        "As many nodes as samples": {"students": STUDENTS, "n_hidden": 20},
        "Ridge": {"students": STUDENTS, "n_hidden": 20, "alpha": 1e-2},
    }
    return Explorer(ManyDrawsScene, controls, presets)
