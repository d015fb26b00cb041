"""A map has no axes to read: only a thin line all around it."""

from rbflib.lab.kit import style


def map_axes(figure, place, title, **options):
    """Axes without ticks, framed."""
    axes = style.add_axes(figure, place, title, **options)
    frame(axes)
    return axes


def frame(axes):
    """Take their ticks, and draw a line all around."""
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_visible(True)
    axes.spines[:].set_color(style.PALE)
