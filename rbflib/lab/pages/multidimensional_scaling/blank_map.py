"""A map has no axes to read: only a thin line all around it."""

from rbflib.lab.kit import style


def map_axes(figure, place, title, **options):
    """Axes without ticks, framed."""
    axes = style.add_axes(figure, place, title, xticks=[], yticks=[], **options)
    axes.spines[:].set_visible(True)
    axes.spines[:].set_color(style.PALE)
    return axes
