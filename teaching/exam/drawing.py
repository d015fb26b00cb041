"""Drawings of the exam bank: in the kit's sizes and type, in gray only, for printing."""

from io import StringIO

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg

from rbflib.lab.kit import style
from rbflib.lab.kit.settings import our_settings
from rbflib.lab.kit.template import written

INK, MUTED, PALE = style.INK, style.MUTED, style.PALE

# Curves differ in their dashes and markers.
LINES = [
    {"color": INK, "ls": "-", "marker": "o"},
    {"color": INK, "ls": "--", "marker": "s"},
    {"color": INK, "ls": ":", "marker": "^"},
]
# Classes and sets differ in marker and filling.
POINTS = [
    {"color": INK, "ls": "", "marker": "o", "mfc": "white", "mew": 1.6, "ms": 8},
    {"color": INK, "ls": "", "marker": "X", "ms": 8},
    {"color": INK, "ls": "", "marker": "^", "mfc": MUTED, "ms": 9},
]
CENTER = {"color": INK, "ls": "", "marker": "D", "ms": 9}


def drawing(figure, titles, size, left=0.65, bottom=0.65, gap=0.55, **options):
    """Makes of a function of (axes, numbers) one of the numbers, which returns the figure.

    Sizes are in inches. The axes have one size and stand side by side, one per title; options are
    those of matplotlib's axes.
    """
    width, height = size

    def decorate(draw):
        @our_settings()
        @rc_context({"font.size": style.TYPE})
        def drawn(numbers):
            made = style.new_figure(*figure, FigureCanvasAgg)
            places = [(left + i * (width + gap), bottom, width, height) for i in range(len(titles))]
            shown = [
                style.add_axes(made, *of, **options) for of in zip(places, titles, strict=True)
            ]
            draw(shown if len(shown) > 1 else shown[0], numbers)
            return made

        return drawn

    return decorate


def classes(axes, X, y, **look):
    """Samples X (N, 2) of the classes ±1."""
    for sign, usual in zip((1, -1), POINTS, strict=False):
        name = style.CLASS_STYLE[sign]["label"]
        axes.plot(*X[y == sign].T, **usual | look, label=name)


def letters(axes, points, names, shift=(6, 5), color=INK):
    """Write a letter, or a word, beside each point (N, 2)."""
    for point, name in zip(points, names, strict=True):
        axes.annotate(name, point, xytext=shift, textcoords="offset points", color=color)


def listed(points):
    """Points as a text for who does not see them: (1, 1), (2, −1)."""
    return ", ".join(f"({written(tuple(point))})" for point in points)


def squared(axes, step=1):
    """A grid of squares to count."""
    for axis in (axes.xaxis, axes.yaxis):
        low, high = axis.get_view_interval()
        first = -(-low // step) * step
        axis.set_ticks([first + i * step for i in range(int((high - first) / step + 1e-9) + 1)])
    axes.grid(color=PALE)
    axes.set_axisbelow(True)


@our_settings()
def svg(figure):
    """The figure as the text of an SVG file, the same at every call."""
    file = StringIO()
    with rc_context({"svg.hashsalt": "exam"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()
