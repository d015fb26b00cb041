"""Numbers of the questions of page 01."""

from fractions import Fraction as F
from itertools import pairwise
from math import exp

from rbflib.lab.kit.template import drawn

POWERS = {2: "²", 3: "³", 4: "⁴"}


@drawn(k=range(2, 10))
def not_radial(k=3):
    return locals()


@drawn(c=range(1, 10), p=[*POWERS])
def kernel_not_radial(c=1, p=2):
    return {"c": c, "power": POWERS[p], "k": c + 1}


@drawn(D=range(3, 21))
def parameters(D=4):
    symmetric, squares = D * (D + 1) // 2, D**2
    full, not_symmetric, one_per_feature, one = D + symmetric, D + squares, 2 * D, D + 1
    return locals()


NEAR, FAR = (F(1, 2), 1, 2, 3), (1, 2, 3, 5, 7)


@drawn(gaussian=NEAR, multiquadric=FAR, truncated=NEAR, quadratic=FAR)
def needle(gaussian=3, multiquadric=3, truncated=3, quadratic=3):
    r = gaussian, multiquadric, truncated, quadratic
    s, same, inside = tuple(x * x for x in r), len({*r}) == 1, truncated < 1
    where = f"distance $r={float(r[0]):g}$" if same else "these distances"
    at = tuple("" if same else f" at distance {float(x):g}" for x in r)
    by = exp(-s[0]), (1 + s[1]) ** -0.5, 0.25 * inside, 1 / (1 + s[3])
    about = tuple(f"{x:.2f}" if x > 0.005 else f"{x:.1g}" for x in by)
    why = "$(1-0.5)^2$, 0.25" if inside else "exactly 0 from distance 1 on"
    gaussian_is, multiquadric_is = f"$e^{{-{float(s[0]):g}}}$", rf"$1/\sqrt{{{1 + s[1]}}}$"
    shown = gaussian_is, multiquadric_is, "0.25" if inside else "0", f"$1/{1 + s[3]}$"
    order = ", then ".join(text for _, text in sorted(zip(by, shown, strict=True)))
    return locals() if all(b > 1.3 * a for a, b in pairwise(sorted(by))) else None
