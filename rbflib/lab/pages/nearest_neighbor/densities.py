"""Two bell curves that overlap: their densities, and panels to draw them in."""

import numpy as np
from scipy.stats import norm

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving

X = np.linspace(-8, 8, 641)
CELL = X[1] - X[0]


def bells(apart, prior):
    """P(c) p(x | c) of both classes on X: (2, 641).

    Bells around ∓apart/2, of a first class that has the share `prior`, and of the second.
    """
    return np.array([prior * norm.pdf(X, -apart / 2), (1 - prior) * norm.pdf(X, apart / 2)])


def density_axes(figure, place, title, top, **options):
    """Axes over x from which the curves do not run out."""
    options |= {"xlabel": "x", "xlim": (-6.5, 6.5), "xticks": range(-6, 7, 2), "ylim": (0, top)}
    return style.add_axes(figure, place, title, **options)


def class_curves(axes):
    """The lines of both classes, to be moved."""
    looks = zip(style.CLASS_STYLE.values(), ["-", "-."], strict=True)
    return [
        moving(axes.plot([], [], **look | {"ls": dashes, "markevery": 40, "ms": 5}))
        for look, dashes in looks
    ]


def between(above, below=0):
    """The corners of the area between two curves on X."""
    below = np.broadcast_to(below, X.shape)
    return np.concatenate([np.stack([X, above], axis=1), np.stack([X, below], axis=1)[::-1]])
