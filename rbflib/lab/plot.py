"""Still pictures for the notebooks: any network, and curves of numbers."""

import base64
import csv
import re
import warnings
from functools import partial
from itertools import cycle
from pathlib import Path

import numpy as np
from matplotlib import rc_context, rcParams, rcParamsDefault
from matplotlib.backends.backend_agg import FigureCanvasAgg

from rbflib.lab.kit import style
from rbflib.lab.kit.caption import told
from rbflib.lab.kit.catalog import LECTURE, enter
from rbflib.lab.kit.frame import png
from rbflib.lab.kit.line import LineDrawing
from rbflib.lab.kit.plane import PlaneDrawing, mark_centers, outlines
from rbflib.lab.kit.seen import trend
from rbflib.lab.kit.settings import OURS, our_settings
from rbflib.lab.pages import EXPLORERS, page_modules

STATES = Path(__file__).parent / "data/lecture_states.csv"


class Picture:
    """A figure that stands still, with a sentence that says what it shows."""

    def __init__(self, figure, alt, caught=(), seen=""):
        self.figure = figure
        self.alt, self._seen = alt, seen
        self._caught = caught  # warnings, when it was made

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, **_options):
        canvas = self.figure.canvas
        for artist in self.figure.findobj(lambda artist: artist.get_animated()):
            artist.set_animated(False)
        with warnings.catch_warnings(record=True, action="always") as caught:
            canvas.draw()
        for words in told([*self._caught, *caught], {}):
            warnings.warn(words, stacklevel=2)
        pixels = np.asarray(canvas.buffer_rgba())
        picture = png(pixels, colors=128, optimize=True)
        data = {"text/plain": self.alt, "image/png": base64.b64encode(picture).decode()}
        return data, {"image/png": {"alt": f"{self.alt} {self._seen}".strip()}}


def drawing(name):
    """A still picture of the lecture, by the name of its file in figures/lecture."""
    shown = drawings()
    if name not in shown:
        raise ValueError(f"There is no drawing {name!r}. There are {', '.join(sorted(shown))}.")
    return Picture(shown[name].figure(), shown[name].caption)


def drawings():
    """Name -> Drawing, of states of explorers and of what pages draw."""
    with STATES.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter=";"):
            enter(row["item"], row["name"], row["caption"], partial(_state, row))
    page_modules("drawings")
    return LECTURE


def _state(row):
    """An explorer's figure in a preset, or as it opens; some of them after a number of steps."""
    explorer = EXPLORERS[row["explorer"]]()
    if row["preset"]:
        explorer.restore(row["preset"])
    if row["step"]:
        explorer.set(step=int(row["step"]))
    explorer.finish()
    return explorer.scene.figure


def plot_curves(x, curves, xlabel="", ylabel="", title="", **axes_options):
    """Curves over one x (L,): label -> y (L,). Options go to the axes: xscale, ylim, …

    What you have changed in `matplotlib.rcParams` holds here: fonts, sizes, grid, colors.
    """
    rc, labels = _settings(), {"xlabel": style.literal(xlabel), "ylabel": style.literal(ylabel)}
    figure = style.new_figure(7.2, 3.7, FigureCanvasAgg)
    axes = style.add_axes(figure, (0.8, 0.6, 6.1, 2.1), "", rc, **labels)
    for look, (label, y) in zip(_looks(curves), curves.items(), strict=True):
        look = look | {"label": style.literal(label)}
        axes.plot(x, y, **look if len(x) <= 30 else look | {"marker": ""})
    axes.set(**axes_options)
    axes.grid(visible=True)
    with warnings.catch_warnings(record=True, action="always") as caught:
        key = _add_key(axes, rc, rows=3)
        with rc_context(rc):
            pad = key.get_window_extent().height * 72 / style.DPI + 10
            axes.set_title(style.literal(title), loc="left", color=_ink(), pad=pad)
    alt = f"{title or ylabel}: {', '.join(curves)} against {xlabel}."
    seen = ". ".join(f"{label}: {trend(x, y)}" for label, y in curves.items())
    return Picture(figure, alt, caught, f"{seen}.")


def _is_changed(name):
    """Whether the reader has another setting of matplotlib than it comes with."""
    return rcParams[name] != rcParamsDefault[name]


def _ink():
    return rcParams["text.color"] if _is_changed("text.color") else style.INK


def _settings():
    """Our settings of axes where the reader has not chosen others; words in the reader's color."""
    ours = style.RC | {"grid.color": style.PALE, "font.family": OURS["font.family"]}
    inked = {name: _ink() if name.endswith("labelcolor") else x for name, x in ours.items()}
    return {name: x for name, x in inked.items() if not _is_changed(name)}


def _add_key(axes, rc, **options):
    """What is what; in the reader's color of words, where there is one."""
    key = style.add_key(axes, rc=rc, **options)
    for name in key.texts if _is_changed("text.color") else []:
        name.set_color(_ink())
    return key


def _series():
    """Looks of curves; in the reader's colors, where there are any."""
    if not _is_changed("axes.prop_cycle"):
        return style.SERIES
    colors = rcParams["axes.prop_cycle"].by_key().get("color", [_ink()])
    return [look | {"color": color} for look, color in zip(style.SERIES, cycle(colors))]


def _looks(labels):
    """A look for each label: that of a method by its name, or of E_in, E_out or E_cv."""
    errors = {name: look | {"color": _ink()} for name, look in style.ERROR_STYLE.items()}
    methods = [style.METHOD_STYLE.get(label.split(",")[0]) for label in labels]
    taken = {method["ls"] for method in methods if method}
    series = cycle(look for look in _series() if look["ls"] not in taken)
    for label, method in zip(labels, methods, strict=True):
        error = re.search(r"E_\w+", label)
        if method:
            yield method
        elif not error:
            yield next(series)
        elif error[0] in errors:
            yield errors.pop(error[0])
        else:  # the same error again, of something else
            yield errors.popitem()[1] if errors else next(series)


def plot_network(network, X=None, y=None, title="", reach=2.6):
    """A network with one output over its line or plane, and samples X (N, D), y (N,) or None.

    In the plane, y holds the classes ±1. Samples without y are gray, on a line at its foot. The
    picture reaches from −reach to reach.

    What you have changed in `matplotlib.rcParams` holds here: fonts, sizes, grid, colors of words
    and of the curve. What the colors of a plane mean stays.
    """
    if network.centers.shape[1] == 1:
        return _plot_line(network, X, y, title, reach)
    rc, figure = _settings(), style.new_figure(5.2, 4.3, FigureCanvasAgg)
    width, height = 4.2, 3.1
    look = {"xlabel": "x₁", "ylabel": "x₂", "keyed": True, **_reaching(reach, width, height)}
    axes = style.add_axes(figure, (0.65, 0.6, width, height), title, rc, **look)
    drawing = PlaneDrawing(axes)
    if X is not None:
        if y is None:
            axes.plot(*X.T, "o", color=style.MUTED, ms=5, label="samples", zorder=4)
        else:
            drawing.show_samples(X, y)
        _add_key(axes, rc)
    drawing.show_network(network)  # last: what it hides would be missing in the key
    return Picture(figure, f"{title}: bands of h, its zero line, and {network.n_centers} centers.")


@our_settings()
def plot_hidden_layers(X, layers, reach=2.6):
    """Samples X (N, 2), and side by side the centers and widths of up to three hidden layers.

    layers: title -> (centers, gamma). The lines are drawn where a bump has fallen to e^{−1/2}.
    """
    figure = style.new_figure(height=3.6)
    width, height = 2.6, 2.35
    for i, (title, (centers, gamma)) in enumerate(layers.items()):
        place = (0.5 + 2.95 * i, 0.6, width, height)
        axes = style.add_axes(figure, place, title, keyed=True, **_reaching(reach, width, height))
        axes.plot(*X.T, "o", color=style.MUTED, ms=3, label="samples")
        axes.plot(*outlines(centers, gamma), color=style.CENTER, lw=1.3, label="φ = 0.61")
        mark_centers(axes).set_data(*centers.T)
    style.add_key(figure.axes[0])
    return Picture(figure, f"Centers and widths over the samples: {', '.join(layers)}.")


def _reaching(reach, width, height):
    """Options of axes of this size that show −reach to reach across, in one scale."""
    tall = reach * height / width
    return {"xlim": (-reach, reach), "ylim": (-tall, tall), "aspect": "equal"}


def _plot_line(network, X, y, title, reach):
    rc, place = _settings(), (0.8, 0.6, 6.1, 2.45)
    figure = style.new_figure(7.2, 3.7, FigureCanvasAgg)
    look = {"xlabel": "x", "ylabel": "h", "xlim": (-reach, reach), "keyed": True}
    axes = style.add_axes(figure, place, title, rc, **look)
    color = {"color": _series()[0]["color"]} if _is_changed("axes.prop_cycle") else {}
    drawing = LineDrawing(axes, **color)
    drawing.show_network(network)
    h = drawing.curve.get_ydata()
    look = {"ls": "", "label": "samples", "zorder": 5}
    if X is not None and y is None:
        foot, heights = axes.get_xaxis_transform(), np.full(len(X), 0.04)
        axes.plot(X[:, 0], heights, marker="|", color=style.MUTED, ms=9, transform=foot, **look)
    elif X is not None:
        axes.plot(X[:, 0], y, marker="o", color=_ink(), ms=5, **look)
    shown = np.concatenate([h, [] if y is None else y])
    middle, half = (shown.max() + shown.min()) / 2, (shown.max() - shown.min()) / 2
    axes.set_ylim(middle - 1.15 * half - 0.05, middle + 1.15 * half + 0.05)
    axes.plot([], [], color=style.BUMP, label="bumps βₘ φ")
    _add_key(axes, rc)
    return Picture(figure, f"{title}: the curve h and its {network.n_centers} bumps.")
