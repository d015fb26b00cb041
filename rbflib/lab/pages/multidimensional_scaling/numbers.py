"""Numbers of the questions of page 08."""

from fractions import Fraction as F
from math import comb

from rbflib.lab.kit.template import drawn

PLACES = {1: "on a line", 2: "in the plane", 3: "in space"}
ROOMS = {1: "The line", 2: "The plane", 3: "Space"}


@drawn(points=range(4, 10), d=range(1, 4))
def five_points(points=5, d=2):
    pairs, where, place, room = comb(points, 2), PLACES[d], PLACES[d].capitalize(), ROOMS[d]
    kept, one_point_less = F(d, points - 1), F(d, points - 2)
    all_eigenvalues, everything, percent = F(d, points), 1, 100 * F(d, points - 1)
    return locals()


@drawn(samples=range(7, 13), features=range(4, 10), positive=range(2, 8))
def zero(samples=10, features=4, positive=3):
    return locals() if positive < features < samples else None
