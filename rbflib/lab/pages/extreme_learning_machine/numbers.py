"""Numbers of the questions of page 07."""

from fractions import Fraction as F

from rbflib.lab.kit.template import drawn


@drawn(a=range(1, 8), b=[n for n in range(-8, 9) if n], total=range(-90, 151))
def shortest(a=1, b=2, total=10):
    multiple = F(total, a**2 + b**2)
    if a + b == 0 or multiple.denominator > 2 or total % a or total % b or total == 0:
        return None
    row = f"{of(a)}\\beta_1{'+' if b > 0 else '-'}{of(abs(b))}\\beta_2"
    least, second_weight, first_only, second_only = multiple * a, multiple * b, total // a, 0
    equal, other = F(total, a + b), total // b
    squares_of_equal = round(float(2 * equal**2), 1)
    return locals() if max(first_only**2, other**2, squares_of_equal) < 1700 else None


def of(n):
    """A number that stands before a letter."""
    return "" if n == 1 else f"{n}"


PENALTIES = 1000, 100, 10, 1, 0.1, 0.01, 0.001


@drawn(large=PENALTIES, small=PENALTIES)
def lengths(large=1, small=0.01):
    return locals() if large > small else None


POWERS = {2: "Squares", 3: "Cubes", 4: "Fourth powers", 5: "Fifth powers", 6: "Sixth powers"}


@drawn(degree=[*POWERS], samples=range(20, 90, 10), nodes=range(100, 350, 50))
def squares(degree=2, samples=50, nodes=100):
    few, powers, one_by_one = nodes // 50, POWERS[degree], 2**degree
    monomials = [f"$x^{n}$" for n in range(degree, 1, -1)] + ["$x$"]
    mixed = f"{', '.join(monomials)} and 1"
    lead = "Multiply out:" if degree == 2 else "Multiply out, as in"
    return locals() if few <= degree else None
