"""Questions of page 02: interpolation, ridge regression, bias and variance, kernel ridge."""

from fractions import Fraction as F
from functools import cache
from itertools import combinations

import numpy as np

from rbflib import FullRBFRegressor, make_wave, wave
from rbflib.lab.kit import style
from rbflib.lab.kit.template import drawn
from teaching.exam.drawing import INK, LINES, MUTED, PALE, drawing, letters

HALF = F(1, 2)


@drawn(a=range(-9, 16), b=range(-9, 16), c=range(-9, 16), lam=(HALF, 1, 3 * HALF, 5 * HALF))
def one_center(a=1, b=5, c=7, lam=HALF):
    energy, product = 3 * HALF, HALF * (a + c) + b
    exact, ridge = product / energy, product / (energy + lam)
    answers = exact, product / 2, b
    whole = exact.denominator == 1 and 10 % ridge.denominator == 0
    return locals() if whole and len({0, a, b, c}) == 4 else None


@drawn(
    root=(1, 2, 3, 4), s=[*combinations((12, 9, 8, 7, 6, 4, 3, 2, 1), 3)], target=(5, 10, 20, 50)
)
def shares(root=1, s=(3, 2, 1), target=10):
    lam = root**2
    share, kernel = (tuple(F(x**p, x**p + lam) for x in s) for p in (2, 1))
    fit = tuple(target * x for x in share)
    residuals = tuple(target - x for x in fit)
    squares = tuple(r**2 for r in residuals)
    error, df, df_kernel = sum(squares) / 3, sum(share), sum(kernel)
    by_hand = all(x.denominator <= 10 for x in (*share, df)) and df_kernel.denominator <= 100
    whole = all(10 % x.denominator == 0 for x in fit) and error.denominator <= 100
    return locals() if by_hand and whole else None


PENALTIES = 10.0 ** np.arange(-6, 3)


@cache
def curves(draw, noise, gamma):
    X, y = make_wave(20, noise=noise, random_state=draw)
    at = np.linspace(0, 1, 200)[:, None]
    fits = [FullRBFRegressor(gamma=gamma, alpha=lam).fit(X, y) for lam in PENALTIES]
    e_in = [np.mean((fit.predict(X) - y) ** 2) for fit in fits]
    e_out = [np.mean((fit.predict(at) - wave(at)) ** 2) + noise**2 for fit in fits]
    return e_in, e_out


@drawn(draw=range(40), deviation=(0.5, 0.6), gamma=(50, 100), letters=("AB", "BA"))
def penalty_curves(draw=23, deviation=0.5, gamma=100, letters="AB"):
    e_in, e_out = curves(draw, deviation, gamma)
    low, high = letters
    noise, at = deviation**2, int(np.argmin(e_out))
    best, in_best, out_best = PENALTIES[at], e_in[at], e_out[at]
    in_last, out_last, data = e_in[-1], e_out[-1], (e_in, e_out)
    clear = 2 <= at <= 7 and min(e_out[at - 1], e_out[at + 1]) > 1.04 * out_best
    far = e_in[0] < noise / 4 and e_out[0] > 1.4 * out_best and in_last > 1.3 * noise
    return locals() if clear and far else None


@drawing((6.2, 3.5), [""], (5.2, 2.6), xlabel="λ", ylabel="mean squared error")
def draw_penalty_curves(axes, numbers):
    for curve, name in zip(numbers["data"], numbers["letters"], strict=True):
        axes.plot(PENALTIES, curve, **LINES["AB".index(name)])
        letters(axes, [(PENALTIES[0], curve[0])], name, (8, 8))
    axes.axhline(numbers["noise"], color=MUTED, ls="-.", lw=1.2)
    letters(axes, [(PENALTIES[-1], numbers["noise"])], "C", (5, 3))
    axes.set(xscale="log", xticks=PENALTIES, ylim=(0, 1.1 * np.max(numbers["data"])))
    axes.grid(color=PALE)


GRID = np.linspace(0, 1, 150)[:, None]


@cache
def fits_of_draws(first, alpha):
    draws = [make_wave(20, noise=0.4, random_state=first + i) for i in range(12)]
    return np.array([FullRBFRegressor(100, alpha).fit(X, y).predict(GRID) for X, y in draws])


def spread_and_bias(h):
    return h.var(axis=0).mean(), np.mean((h.mean(axis=0) - wave(GRID)) ** 2)


@drawn(first=range(0, 240, 12), penalties=((1e-4, 30.0), (1e-3, 50.0)), letters=("AB", "BA"))
def twelve_fits(first=0, penalties=(1e-4, 30.0), letters="AB"):
    free, bound = letters
    data = [fits_of_draws(first, alpha) for alpha in penalties]
    (variance, bias_free), (variance_bound, bias) = map(spread_and_bias, data)
    return locals() if variance > 10 * variance_bound and bias > 10 * bias_free else None


@drawing((8.0, 3.1), "AB", (3.3, 1.9), keyed=True, xlim=(0, 1), xlabel="x")
def draw_twelve_fits(both, numbers):
    top = 1.05 * np.abs(numbers["data"]).max()
    for name, h in zip(numbers["letters"], numbers["data"], strict=True):
        axes = both["AB".index(name)]
        axes.set_ylim(-top, top)
        axes.plot(GRID[:, 0], h.T, color=MUTED, lw=0.7)
        axes.plot(GRID[:, 0], wave(GRID), color=INK, lw=2.4, ls="--", label="true curve")
    style.add_key(both[0])


UNITS = (
    ("meters", "centimeters", 100), ("kilometers", "meters", 1000), ("dollars", "cents", 100),
    ("hours", "minutes", 60), ("years", "months", 12), ("kilograms", "grams", 1000),
)  # fmt: skip


@drawn(units=UNITS, lam=[F(n, 10) for n in range(1, 10)], copies=(2, 3, 4))
def units_of_targets(units=UNITS[0], lam=F(3, 10), copies=2):
    large, small, n = units
    return locals()


@drawn(a=range(1, 5), b=range(1, 4))
def kernel_gradient(a=1, b=1):
    """Factors of the two terms, of which a 1 is not written."""
    return {"a": a, "b": b, "p": "" if a == 1 else a, "q": "" if b == 1 else b}


@drawn(u=range(2, 13), less=(0, 1), lam=range(1, 6))
def eye(u=3, less=0, lam=1):
    v, cancel = u - less, "nearly cancel cost little" if less else "cancel cost nothing"
    wrong, right = lam * (u - v) ** 2, lam * (u**2 + v**2)
    return locals()
