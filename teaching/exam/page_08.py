"""Questions of page 08: double centering, eigenvalues, maps, new points."""

from fractions import Fraction as F
from itertools import permutations

import numpy as np

from rbflib.lab.kit.template import drawn, value_of, word, written
from teaching.exam.drawing import INK, MUTED, POINTS, drawing, letters, squared


def centered(d_ab, d_bc, d_ac):
    """The entry AB of the centered table of three squared distances."""
    means = F(d_ab + d_ac, 3) + F(d_ab + d_bc, 3) - F(2 * (d_ab + d_bc + d_ac), 9)
    return (means - d_ab) / 2


@drawn(p=range(1, 12), q=range(1, 12), between="ABC")
def on_a_line(p=1, q=4, between="B"):
    first, last = sorted({*"ABC"} - {between})
    at = {first: 0, between: p, last: p + q}
    mean = F(sum(at.values()), 3)
    d_ab, d_bc, d_ac = (abs(at[a] - at[b]) for a, b in ("AB", "BC", "AC"))
    parts = ["".join(sorted(pair)) for pair in (between + last, first + between)]
    hint = f"{'+'.join(parts)}={first}{last}"
    squares = d_ab**2, d_bc**2, d_ac**2
    row_a, row_b, row_c = d_ab**2 + d_ac**2, d_ab**2 + d_bc**2, d_bc**2 + d_ac**2
    table = row_a + row_b + row_c
    ab, diagonal = centered(*squares), tuple((at[name] - mean) ** 2 for name in "ABC")
    largest = sum(diagonal)
    answers = ab, -ab, -2 * ab, centered(d_ab, d_bc, d_ac)
    return locals() if mean.denominator == 1 else None


@drawn(total=(50, 100, 200), l=range(4, 81), m=range(2, 41), n=range(21), o=range(9))
def kept(total=100, l=30, m=15, n=5, o=0):  # noqa: E741
    values = k, *_ = total - l - m - n - o, l, m, n, o, 0
    shares = [F(sum(values[: d + 1]), total) for d in range(6)]
    two, features = shares[1], sum(value > 0 for value in values)
    needed = 1 + sum(share < F(9, 10) for share in shares)
    enough, before = 100 * shares[needed - 1], 100 * shares[needed - 2]
    left = m + n + o
    lost, per_pair, unordered = 12 * left, F(12 * left, 30), F(12 * left, 15)
    falls = k > l > m > n and (n > o or n == o == 0) and needed > 1
    return (
        locals() if falls and {x.denominator for x in (100 * two, enough, before)} == {1} else None
    )


@drawn(a=range(-6, 0), b=range(-4, 5), new=range(-7, 8), height=(1, 2, 3))
def new_point(a=-2, b=0, new=1, height=1):
    places = a, b, -a - b
    eigenvalue, distances = sum(z**2 for z in places), tuple(abs(new - z) for z in places)
    farther = tuple(d**2 + height**2 for d in distances)
    terms = "".join(map(term, places, distances))
    units = f"{word(height)} unit{'s' if height > 1 else ''}"
    return locals() if a < b < -a - b and new and 0 not in distances else None


def term(z, d):
    """One of the sum of 08.new_point."""
    factor = {1: "+", -1: "-"}.get(z, f"{z:+}")
    return f"{factor}({z**2}-{d**2})" if z else "+0"


# The new place of (x, y) when a map is moved, mirrored in the first three.
MOVES = "2-y,3-x", "1+y,1+x", "2-x,1+y", "1+y,2-x", "2-y,1+x", "2-x,3-y"
DIRECTIONS = {(1, 0): "east", (-1, 0): "west", (0, 1): "north", (0, -1): "south"}


@drawn(order=list(permutations("ABC")), mapped=MOVES, s=(1, 2))
def maps(order=("A", "B", "C"), mapped=MOVES[0], s=1):
    first, moved, stretched = order
    points = np.array([[0.0, 0], [3, 0], [3, 2], [s, 3], [-1, 1]])
    shown = {
        first: points,
        moved: np.array([value_of(mapped, {"x": x, "y": y}) for x, y in points]),
        stretched: points * [1, 1.5] + [0, -1],
    }
    pair, confused = (" and ".join(sorted(two)) for two in (order[:2], order[::2]))
    verdict, sense = "a turn and a shift are enough", ""
    if mapped in MOVES[:3]:
        verdict, sense = "it must be mirrored", "clockwise "
    direction = DIRECTIONS[tuple(np.sign(shown["A"][1] - shown["A"][0]))]
    a, b, c = (
        ", ".join(f"{name} ({written((x, y))})" for name, (x, y) in zip("PQRST", at, strict=True))
        for at in (shown[name] for name in "ABC")
    )
    st, st_c = np.hypot(s + 1, 2), np.hypot(s + 1, 3)
    return locals()


@drawing(
    (8.8, 3.2),
    "ABC",
    (2.45, 2.45),
    0.4,
    0.35,
    0.35,
    xlim=(-2.6, 4.6),
    ylim=(-2.6, 4.6),
    aspect="equal",
)
def draw_maps(shown, numbers):
    for axes, name in zip(shown, "ABC", strict=True):
        squared(axes)
        axes.plot(*numbers["shown"][name].T, **POINTS[0])
        letters(axes, numbers["shown"][name], "PQRST")


@drawn(
    first=range(60, 91), second=range(24, 56), third=range(6, 24), small=(2, 3),
    lowest=range(-22, -5), large=(2, 3),
)  # fmt: skip
def spectrum(first=62, second=24, third=9, small=3, lowest=-8, large=2):
    middle, one = ([], [1]) if large == 2 else ([(first + second) // 2], [])
    values = first, *middle, second, third, small, *one, 0, -1, lowest
    return locals() if second > -2 * lowest and abs(third + lowest) < 3 else None


@drawing((6.0, 3.1), [""], (5.0, 2.2), xlabel="k", ylabel="eigenvalue λ")
def draw_spectrum(axes, numbers):
    values = numbers["values"]
    axes.set_ylim(min(values) - 4, max(values) + 4)
    axes.bar(np.arange(1, 9), values, color=MUTED, edgecolor=INK, width=0.6)
    axes.axhline(0, color=INK, lw=1)
    axes.grid(axis="y", color="#CCCCCC")
    axes.set_axisbelow(True)
