"""The energy of the targets as a bar: what each chosen column explains, and what is left."""

import numpy as np
from matplotlib.patches import Rectangle

from rbflib.lab.kit import style
from rbflib.lab.kit.artists import moving


class EnergyBar:
    """The targets' energy as a bar of length 1: a piece for every column, the rest is left."""

    def __init__(self, axes, n_pieces):
        axes.set_facecolor(style.PALE)
        axes.set(xlim=(0, 1), ylim=(0, 1), yticks=[])
        color = style.METHOD_STYLE["OLS"]["color"]
        colors = [color, style.lighter(color)]
        pieces = [
            Rectangle((0, 0), 0, 1, fc=colors[k % 2], ec="white", lw=0.8) for k in range(n_pieces)
        ]
        self.pieces = [moving(axes.add_patch(piece)) for piece in pieces]

    def show(self, err):
        ends = np.cumsum(err)
        for k, piece in enumerate(self.pieces):
            shown = k < len(err)
            piece.set_x(ends[k] - err[k] if shown else 1)
            piece.set_width(err[k] if shown else 0)
