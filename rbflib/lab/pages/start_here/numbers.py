"""Numbers of the questions of page 00."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn, written

SQUARED = {2: "a quarter", 3: "a ninth", 4: "a sixteenth", 5: "a twenty-fifth", 10: "a hundredth"}


@drawn(root=[*SQUARED])
def half_width(root=2):
    narrow_by_square, factor = SQUARED[root], root**2
    divides = "halves this distance" if root == 2 else f"divides this distance by {root}"
    multiplies = "doubles this distance" if root == 2 else f"multiplies this distance by {root}"
    return locals()


@drawn(w=range(-9, 10), left=range(-6, 6), right=range(-5, 9), halves=range(-19, 20))
def middle(w=2, left=-1, right=1, halves=1):
    x, b = F(left + right, 2), F(halves, 2)
    no_bias, bias_per_bump = 0, 2 * b
    return locals() if w and 2 <= right - left <= 8 and x.denominator == 1 else None


@drawn(v=range(-9, 10), w=range(-9, 10), b=(None, *range(-9, 10)))
def far_away(v=0, w=0, b=None):
    if b is None:
        network, beyond = "a Gaussian network", "from"
        bias, total = "the bias b", "the sum of all weights"
        nearest = "the weight of the nearest center"
        return None if v or w else locals()
    terms = written(v, "", True), written(w, "+", True), written(b, "+", True)
    network = "the network $h(x)={}e^{{-(x-1)^2}}{}e^{{-(x-3)^2}}{}$".format(*terms)
    beyond = "to the right of"
    bias, total, nearest = (f"about {written(n)}" for n in (b, v + w, w))
    return locals() if b and abs(v) > 1 < abs(w) else None
